"""Malta Run, a game for Sandtable."""
