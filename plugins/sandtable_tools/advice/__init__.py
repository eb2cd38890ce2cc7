"""Judging a choice by playing on from it, again and again: hints, a coach, and the player `mcts`.

`worlds` plays a position on to the end, `moves` says what one could do, `race` finds out
which of it does best; `mcts`, `hints` and `coach` ask them.
"""
