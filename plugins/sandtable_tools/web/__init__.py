"""The table in a browser: a folder of static files that plays any game."""
