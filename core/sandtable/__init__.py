"""Sandtable: historical wargames at a terminal prompt.

This is the public face, for players, scripts, games, scenarios and bots. Tools find what else they need
in `sandtable.tooling`. All other names are private. Names are imported when they are first used, so
importing the package costs next to nothing.
"""

from sandtable.text.face import face

__version__ = "0.1.0"

__getattr__, __dir__ = face(__name__, __file__)
