"""Batches of games between bots: a seed gives the same outcomes, whatever number of processes play."""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
