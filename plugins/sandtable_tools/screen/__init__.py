"""The table on one screen: the map or the fight, the events, the options, and an input line."""
