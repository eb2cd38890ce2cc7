"""Exact odds: what an action can lead to, and how likely each of it is.

`outcomes` gives every position with its exact probability; `forecast` tells a seat what it may
know of them, and `render` puts that into lines.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
