"""Games that bots play to the end: one, or many on the cores of this machine, and their results."""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
