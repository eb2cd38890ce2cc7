"""Lessons: `learn` guides a player through the `learn.md` of a game."""
