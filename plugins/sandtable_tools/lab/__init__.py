"""Batches of games between bots: the same outcomes for one seed, however many work on them."""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
