"""Scenarios of the desert war in Cyrenaica, 1942: one TOML file for each."""
