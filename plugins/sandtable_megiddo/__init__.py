"""Megiddo 1918: the last great cavalry campaign, a card duel for two."""
