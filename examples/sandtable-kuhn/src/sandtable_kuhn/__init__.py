"""Kuhn poker, a game for Sandtable."""
