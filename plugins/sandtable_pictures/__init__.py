"""Pictures of a board: maps of characters, where their boxes and routes lie, and SVG."""
