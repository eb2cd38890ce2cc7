"""Hints, a coach, and the bot `search`: they judge a choice by playing the game out from it.

`worlds` plays a position out, `moves` lists the moves that a seat could make, and `race` finds the best
of them. `search`, `hints` and `coach` use these.
"""
