"""Plays batches of games between bots: a seed gives the same outcomes on any number of processes."""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
