"""Lessons: a game brings one as its `learn.md`, and `learn` leads through it."""
