"""The record of a game: its session, journal and save; replaying, resuming and comparing them."""
