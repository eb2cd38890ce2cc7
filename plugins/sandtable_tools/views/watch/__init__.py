"""Watching a save at a terminal, key by key or automatically."""
