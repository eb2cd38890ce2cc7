"""Odds: the outcomes of an action, each with its probability.

`outcomes` returns every possible position with its exact probability. `forecast` tells only what a seat
may know, and `render` puts a forecast into words.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
