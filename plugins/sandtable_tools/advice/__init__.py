"""Judging a choice by playing on from it, again and again: hints, a coach, and the player `search`.

`worlds` plays a position on to the end, `moves` says what one could do, `race` finds out
which of it does best; `search`, `hints` and `coach` ask them.
"""
