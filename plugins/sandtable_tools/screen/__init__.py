"""The table on one screen: the map or the fight, what happened, what can be done, a line to type in."""
