"""Scenarios of the Palestine front: one TOML file for each."""
