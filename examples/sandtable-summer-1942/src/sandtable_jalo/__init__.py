"""Jalo, a scenario for Who Dares Wins!: the TOML file in this folder, and its special rule."""
