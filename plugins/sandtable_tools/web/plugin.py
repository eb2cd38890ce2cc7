"""Web: it adds a command, and no hooks."""
