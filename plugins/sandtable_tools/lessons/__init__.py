"""Lessons: a game brings one as its `learn.md`, and `learn` guides a player through it."""
