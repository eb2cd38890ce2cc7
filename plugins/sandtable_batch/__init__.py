"""Lets bots play games to the end, one or many, on all cores, and collects the results."""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
