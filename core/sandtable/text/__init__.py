"""Errors, names as people type them, what may be shown, TOML, signals, the guard around plugins."""
