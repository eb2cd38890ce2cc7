"""Sessions and saves: recording a game, replaying it, resuming it, and comparing positions."""
