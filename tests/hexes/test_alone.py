"""A game on hexes is played with nothing but the core."""

from __future__ import annotations

import subprocess
import sys

PLAYED = """
import sys
for package in ("batch", "console", "pictures", "shell", "tools"):
    sys.modules[f"sandtable_{package}"] = None
from sandtable_hexes import *
map = HexFile[Terrain, Side](picture=". n .", terrain={
    "plain": Terrain(".", cost=1), "hill": Terrain("n", cost=2)}).map()
costs = Costs(map)
print(reach(costs.steps, "0101", costs(3)).path("0301"), sees(map, "0101", "0301"))
"""


def test_the_rules_of_hexes_load_no_picture() -> None:
    done = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, check=True)
    assert done.stdout == "['0101', '0201', '0301'] True\n"
