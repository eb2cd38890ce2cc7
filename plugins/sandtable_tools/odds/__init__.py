"""Odds: the outcomes of an action, each with its probability.

`outcomes` gives every position with its exact probability. `forecast` limits that to what a seat may
know, and `render` puts a forecast into lines.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
