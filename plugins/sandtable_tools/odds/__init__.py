"""Odds: what an action can lead to, and how likely each outcome is.

`outcomes` gives every position with its exact probability. `forecast` limits that to what a seat may
know, and `render` puts a forecast into lines.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
