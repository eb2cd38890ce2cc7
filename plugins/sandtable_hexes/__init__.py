"""Hex maps for wargames: a map in a text file, and the functions that a rulebook needs.

>>> from sandtable_hexes import Costs, HexFile, Side, Terrain, reach
>>> terrain = {"plain": Terrain(letter=".", cost=1), "hill": Terrain(letter="n", cost=2)}
>>> map = HexFile[Terrain, Side](picture=". n . .", terrain=terrain).map()
>>> costs = Costs(map)
>>> reach(costs.steps, "0101", costs(3)).path("0301")
['0101', '0201', '0301']

`read_map` reads a map from a game's ``data`` folder.
"""

from sandtable.tooling import face

__getattr__, __dir__ = face(__name__, __file__)
