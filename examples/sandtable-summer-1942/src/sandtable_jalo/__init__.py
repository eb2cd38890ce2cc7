"""Jalo, a scenario of Who Dares Wins!: the TOML file beside this one, and its special rule."""
