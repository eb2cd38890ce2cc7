"""Playing by typed lines: what a line does (console), and reading lines plainly (plain)."""
