"""Errors, names as people type them, safe output, TOML, signals, and the guard around plugins."""
