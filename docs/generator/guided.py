"""The picture for the page on hex games: the map that it builds step by step, with units."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from sandtable import Counter, Picture, Symbol
from sandtable_hexes import HexFile, Results, Side, Stacking, Terrain, ZoneRule, parse_map
from sandtable_pictures import document

PAGE = Path(__file__).parents[1] / "make" / "hexes.md"

STEP = re.compile(
    r"^(In |Add to |)`(?:\S+/)?(map|first)\.toml`(?: these lines become| becomes|):\n\n"
    r"```toml\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
"""A step on the page that writes a file, adds to one, or replaces a paragraph."""

SYMBOLS: dict[str, Symbol] = {"foot": "infantry", "horse": "cavalry", "guns": "artillery"}


class Chart(HexFile[Terrain, Side], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The map's file, with the scaffold's tables."""

    zones: ZoneRule
    stacking: Stacking
    crt: Results


def files() -> dict[str, str]:
    """Return the files that a reader of the page ends up with, by name."""
    made: dict[str, str] = {}
    for way, name, text in STEP.findall(PAGE.read_text(encoding="utf-8")):
        if way == "In ":
            first = re.escape(text.partition("\n")[0])
            paragraph = re.compile(rf"^{first}\n(?:.+\n)*", re.MULTILINE)
            made[name] = paragraph.sub(text.replace("\\", r"\\"), made[name])
        else:
            made[name] = (f"{made[name]}\n" if way else "") + text
    return made


def picture() -> str:
    """Draw the map as SVG."""
    made = files()
    board, first = parse_map(made["map"], Chart, "map.toml"), tomllib.loads(made["first"])
    counters = tuple(_counter(key, unit) for key, unit in first["units"].items())
    return document(Picture("map", first["title"], board, counters))


def _counter(key: str, unit: dict[str, Any]) -> Counter:
    name, figure = key.capitalize(), "-".join(map(str, unit["factors"]))
    return Counter(
        key,
        unit["hex"],
        (name,),
        unit["side"],
        f"{name}: {unit['side']}, {unit['kind']}, {figure}",
        symbol=SYMBOLS[unit["kind"]],
        figure=figure,
        echelon="ii",
    )
