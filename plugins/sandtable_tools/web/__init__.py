"""The table in a browser: `web` writes a folder that plays games without an installed Python."""
