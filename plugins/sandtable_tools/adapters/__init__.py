"""Adapters: every game as an environment of PettingZoo and as a game of OpenSpiel.

They need the extra ``sandtable[adapters]``, which is imported when first used.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
