"""What was played, kept: the session, its journal, its save; replayed, resumed, compared."""
