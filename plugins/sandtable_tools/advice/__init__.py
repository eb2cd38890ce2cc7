"""Hints, the coach, and the bot `search`: they judge a choice by playing the game out after it.

`worlds` plays a position out, `moves` lists the moves that a seat could make, and `race` finds the best
of them. `search`, `hints` and `coach` build on these.
"""
