"""The game on a full screen: the map or a fight, the events, the options, and an input line."""
