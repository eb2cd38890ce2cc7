"""Web: adds a command, and no hooks."""
