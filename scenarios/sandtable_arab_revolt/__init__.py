"""Missions of the Arab Revolt, 1917 and 1918: one TOML file for each."""
