"""The table in a browser: `web` writes a folder that plays where no Python is installed."""
