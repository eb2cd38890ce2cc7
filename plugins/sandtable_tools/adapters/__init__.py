"""Adapters for PettingZoo and OpenSpiel; the extra ``sandtable[adapters]`` is imported when used."""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
