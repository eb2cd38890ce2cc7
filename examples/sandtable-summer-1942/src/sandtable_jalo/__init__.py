"""Jalo, a scenario of Who Dares Wins!: the TOML file next to this one, and its special rule."""
