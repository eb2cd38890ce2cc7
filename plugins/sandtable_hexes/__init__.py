"""Hex maps for games: the map is data in TOML, the rest plain functions."""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
