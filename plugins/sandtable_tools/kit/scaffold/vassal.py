"""Starts a hex game from a VASSAL module: its grid, its names, and where its counters begin.

Pictures, rules, charts and code are not taken. Hexes are numbered as in VASSAL: a sideways grid
counts its "columns" downwards.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count, product
from math import floor, isfinite
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

from sandtable import SandtableError, slug
from sandtable.tooling import clip
from sandtable_tools.kit.scaffold import HERE, fill, folder_files
from sandtable_tools.kit.scaffold.naming import PackageNames

MOST_BYTES, MOST_HEXES, MOST_UNITS, MOST_LEVELS = 64 << 20, 20_000, 2_000, 30
"""The limits for a build file, a map, a list of counters, and a counter's nesting."""

GUESSED_SIZE = (2000, 2000)
"""The size in pixels of a board for which the module gives none."""

Element = ElementTree.Element
Size = tuple[int, int]
Unit = tuple[str, str, str]
"""A counter: its name, the names above it in the module, and its starting hex's number."""

N = TypeVar("N", int, float)


def rewrite(files: Mapping[str, str], naming: PackageNames, path: Path) -> dict[str, str]:
    """Return a new hex game's files, with a module's map and counters, but no lesson.

    Raises SandtableError if the file is not a module, or its grid does not fit a map.
    """
    root, sizes = _read(path)
    try:
        board, size, hexes = _find_hexes(root, sizes)
        units, places = _units(root, board, hexes), _places(board, hexes)
    except (ArithmeticError, ValueError) as error:
        raise SandtableError(f"{path.name}: its grid cannot be used: {error}") from error
    data, first = (f"src/{naming.package}/{name}.toml" for name in ("data/map", "scenarios/first"))
    map = _map_text(files[data], hexes, places, units)
    scenario = _scenario_text(files[first], root, units, {*hexes.numbers.values()})
    words = {"module": _plain(f"{root.get('name') or path.name} {root.get('version') or ''}")}
    words |= {"guess": "its size is a guess: add or remove rows and columns; " * (size == GUESSED_SIZE)}
    words |= {"still": str(len(re.findall("(?m)^# .* = {", scenario))), "all": str(len(units))}
    words |= {**naming.words, "data": data, "first": first}
    texts = {name: fill(text, words) for name, text in folder_files(HERE / "parts" / "module").items()}
    source, about = texts.pop("source"), texts.pop("about").strip()
    readme = re.sub(r"Blue crosses[^.]*\. It plays[^.]*\.", lambda _: about, files["README.md"])
    kept = {name: text for name, text in files.items() if not name.endswith(("learn.md", "lesson.toml"))}
    changed = {
        "pyproject.toml": re.sub(r".*\.lesson.*\n", "", files["pyproject.toml"]),
        "README.md": re.sub(rf", `learn.md`|; a lesson|sandtable learn {naming.name}\n", "", readme),
        data: source + map,
        first: source + scenario,
    }
    return kept | texts | changed


def _read(path: Path) -> tuple[Element, dict[str, Size]]:
    """Return a module's build file, and the sizes of its boards' pictures, read within limits."""
    try:
        with zipfile.ZipFile(path) as module:
            names = module.namelist()
            build = next((name for name in ("buildFile.xml", "buildFile") if name in names), "")
            data = module.open(build).read(MOST_BYTES + 1) if build else b""
            text = data.decode("utf-8-sig")
            if text and len(data) <= MOST_BYTES and "<!DOCTYPE" not in text and "<!ENTITY" not in text:
                root = ElementTree.fromstring(text)  # noqa: S314 (it defines no entities)
                pictures = {f"images/{board.get('image')}" for board in _all(root, "Board")}
                return root, {n: _size(module.open(n).read(1 << 18)) for n in pictures & {*names}}
        why = "its build file is missing, too large, or defines entities"
    except (OSError, ValueError, RuntimeError, zipfile.BadZipFile, ElementTree.ParseError) as error:
        why = str(getattr(error, "strerror", "") or "it is damaged, or not a zip file").lower()
    raise SandtableError(f"{path.name} is not a readable VASSAL module: {why}")


def _size(head: bytes) -> Size:
    """Return the pixel size of a PNG or JPEG from its first bytes, or 0 if unknown."""
    png = re.findall(rb"(?s)^\x89PNG.{12}(....)(....)", head)
    jpeg = re.findall(rb"(?s)\xff[\xc0-\xc2]\0[\x0b\x11]\x08(..)(..)", head)  # may be a thumbnail's
    sizes = png or [(wide, high) for high, wide in jpeg]
    return max(((int.from_bytes(x), int.from_bytes(y)) for x, y in sizes), default=(0, 0))


def _number(element: Element, key: str, usual: N) -> N:
    """Return a number from an element, or the default `usual`. Raises ValueError for anything else."""
    with suppress(ValueError, OverflowError):
        if isfinite(number := type(usual)(element.get(key, usual))):
            return number
    raise ValueError(f'{key} = "{_plain(element.get(key))}" is not a number such as {usual}')


def _all(element: Element, kind: str) -> Iterator[Element]:
    return (found for found in element.iter() if found.tag.rpartition(".")[2] == kind)


def _plain(text: str | None) -> str:
    """Return a name as one line of printable characters."""
    return clip(" ".join("".join(sign if sign.isprintable() else " " for sign in text or "").split()))


def _find_hexes(root: Element, pictures: Mapping[str, Size]) -> tuple[Element, Size, Hexes]:
    """Return the first board with numbered hexes, its size, and its hexes."""
    boards = [(board, grid) for board in _all(root, "Board") for grid in _all(board, "HexGrid")]
    for board, grid in boards:
        if [*_all(grid, "HexGridNumbering")]:
            zones = [*_all(board, "Zone")]
            x, y = zip((0, 0), *_corners(zones), strict=True)
            told = _number(board, "width", 0), _number(board, "height", 0)
            sizes = pictures.get(f"images/{board.get('image')}", told), told, (max(x), max(y))
            size = next((size for size in sizes if min(size) > 0), GUESSED_SIZE)
            own = _corners(zone for zone in zones if grid in zone)
            return board, size, Hexes(grid, own or [(0, 0), size])
    raise ValueError("none of its boards has hexes with numbers")


def _corners(zones: Iterable[Element]) -> list[Size]:
    paths = " ".join(zone.get("path", "") for zone in zones)
    return [(int(x), int(y)) for x, y in re.findall(r"([0-9]{1,6}),([0-9]{1,6})", paths)]


class Hexes:
    """The hexes of a grid, within the rectangle around some points of its board.

    `numbers` maps column and row, from 0, to a hex's number, and `keys` go into `[grid]`. Raises
    ValueError for a grid that does not fit a map.
    """

    def __init__(self, grid: Element, ends: list[tuple[int, int]]) -> None:
        numbering = next(_all(grid, "HexGridNumbering"))
        get, usual = numbering.get, {"x0": 0.0, "y0": 32.0, "dx": 55.4, "dy": 64.0}
        self.x0, self.y0, self.dx, self.dy = (_number(grid, key, usual[key]) for key in usual)
        self.sideways, self.stagger = grid.get("sideways") == "true", get("stagger", "true") == "true"
        across, down = "vh" if self.sideways else "hv"
        letters, upwards, sep = get(f"{across}Type") == "A", get("vDescend") == "true", get("sep", "")
        if get("hDescend") == "true" or get(f"{down}Type") == "A" or sep not in ("", *"-._:/"):
            raise ValueError("columns from right to left, letters for rows, or other signs in numbers")
        digits = [_number(numbering, f"{axis}Leading", 1) + 1 for axis in (across, down)]
        order = slice(None, None, 1 if (get("first", "H") == "H") != self.sideways else -1)
        (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*ends, strict=True))
        wide, high = (self.dy, self.dx) if self.sideways else (self.dx, self.dy)
        if not (min(wide, high) > 0 and (right / wide + 2) * (bottom / high + 2) <= MOST_HEXES):
            raise ValueError(f"a map has at most {MOST_HEXES:,} hexes")
        first = _number(numbering, f"{across}Off", 1) + letters, _number(numbering, f"{down}Off", 1)
        most = floor((bottom - top) / self.dx + 0.5)  # where VASSAL starts to count upwards
        self.numbers: dict[tuple[int, int], str] = {}
        for row, column in product(range(int(bottom / high) + 2), range(int(right / wide) + 2)):
            x, y = self._middle(column, row)
            if left <= x <= right and top <= y <= bottom:
                number = first[0] + column, first[1] + (most - row if upwards else row)
                if not letters <= min(number) <= max(*number, *digits) < MOST_HEXES:
                    raise ValueError("numbers below 0, or very high numbers")
                letter = chr(97 + (number[0] - 1) % 26) * ((number[0] - 1) // 26 + 1)
                written = letter if letters else f"{number[0]:0{digits[0]}}", f"{number[1]:0{digits[1]}}"
                self.numbers[column, row] = sep.join(written[order])
        if not self.numbers:
            raise ValueError("none of its hexes is on the board")
        self.columns, self.rows = (range(min(at), max(at) + 1) for at in zip(*self.numbers, strict=True))
        lowest = most - self.rows[-1] if upwards else self.rows[0]
        start = first[0] + self.columns[0], first[1] + lowest
        # The second of two columns (rows if sideways) is lower, unless numbers are staggered.
        begin = self.rows[0] if self.sideways else self.columns[0]
        lower = start[self.sideways] + (begin + 1 + self.stagger) % 2
        parts = ["A" if letters else "C" * digits[0], "R" * digits[1]]
        tops, shifted = "pointy" if self.sideways else "flat", "odd" if lower % 2 else "even"
        self.keys: dict[str, object] = {"tops": tops, "shifted": shifted, "start": start}
        self.keys |= {"numbers": sep.join(parts[order]), "upwards": upwards}

    def _middle(self, column: int, row: int) -> tuple[float, float]:
        along, other = (row, column) if self.sideways else (column, row)
        odd = along % 2
        x, y = self.x0 + along * self.dx, self.y0 + (other - odd * self.stagger + odd / 2) * self.dy
        return (y, x) if self.sideways else (x, y)

    def at(self, place: Element, x: str, y: str) -> str:
        """Return the number of the hex at a point, or ""; `x` and `y` name its attributes."""
        keys = (y, x) if self.sideways else (x, y)
        across_pixels, down_pixels = (_number(place, key, 0.0) for key in keys)
        along = floor((across_pixels - self.x0) / self.dx + 0.5)
        odd = along % 2
        other = floor((down_pixels - self.y0) / self.dy - odd / 2 + 0.5) + odd * self.stagger
        return self.numbers.get((other, along) if self.sideways else (along, other), "")


def _places(board: Element, hexes: Hexes) -> dict[str, str]:
    """Return the board's region names by hex number, each once."""
    places: dict[str, str] = {}
    for region in _all(board, "Region"):
        name, number = _plain(region.get("name")), hexes.at(region, "originx", "originy")
        if number and number not in places and slug(name) not in ("", *map(slug, places.values())):
            places[number] = name
    return places


def _units(root: Element, board: Element, hexes: Hexes) -> list[Unit]:
    """Return the counters that begin on the board, then the module's others, each name once."""
    parents = {child: parent for parent in root.iter() for child in parent}
    here, numbers = (None, "", board.get("name")), {*hexes.numbers.values()}
    units: dict[tuple[str, int], Unit] = {}
    for at, slot in enumerate(_all(root, "PieceSlot"), 1):
        stack, above, hex = parents.get(slot, slot), [slot], ""
        while above[-1] is not root and len(above) < MOST_LEVELS:
            above.append(parents[above[-1]])
        if stack.tag.endswith("SetupStack") and stack.get("owningBoard") in here:
            hex = stack.get("location", "").lower() * (stack.get("useGridLocation") == "true")
            hex = hex if hex in numbers else hexes.at(stack, "x", "y")
        names = " ".join(slug(one.get("entryName") or one.get("name") or "") for one in above[1:])
        if slug(name := _plain(slot.get("entryName"))):
            units.setdefault((name, at if hex else 0), (name, f" {names}", hex))
    return sorted(units.values(), key=lambda unit: not unit[2])[:MOST_UNITS]


def _map_text(text: str, hexes: Hexes, places: Mapping[str, str], units: list[Unit]) -> str:
    """Return the template's map with the picture, grid and places, and no other features."""
    rows = (" ".join(".-"[(c, r) not in hexes.numbers] for c in hexes.columns) for r in hexes.rows)
    numbers, stacks = [*hexes.numbers.values()], Counter(hex for _, _, hex in units if hex)
    changes = {
        r'"""[^"]*(?="""\n\nzones)': '"""\n' + "".join(f"{row}\n" for row in rows),
        "(?<=most = )2": str(max([2, *stacks.values()])),
        r"(?<=\[grid\]\n)[^[]*\n\n": _lines(hexes.keys),
        r"(?<=\[places\]\n)[^[]*\n\n": _lines(places),
        "(?m)^at = .*": "at = []",
        "(?<=villages = ).*": json.dumps([*places][:3] or numbers[len(numbers) // 2 :][:1]),
    }
    for old, new in changes.items():
        text = re.sub(old, new.replace("\\", "\\\\"), text)
    return text


def _lines(keys: Mapping[str, object]) -> str:
    return "".join(f"{json.dumps(key)} = {json.dumps(value)}\n" for key, value in keys.items()) + "\n"


def _scenario_text(text: str, root: Element, units: list[Unit], taken: set[str]) -> str:
    """Return the template's scenario with the counters; those without hex or side become comments.

    A counter is on the side ``Allies`` if a name above it begins the same way: ``Allied Army``.
    """
    sides = {slug(name)[:4]: name for name in (_plain(entry.text) for entry in root.iter("entry"))}
    used = [side for side in sides if side and any(f" {side}" in above for _, above, _ in units)]
    seats = dict(zip(used, ("blue", "red"), strict=False))
    lines = ["[units]   # a module has no kinds and factors: these are placeholders"]
    lines += [f"# {seat}: {sides[side]}" for side, seat in seats.items()]
    for name, above, hex in units:
        base = f"no-{name}" if name.isdecimal() else slug(name)
        key = next(key for n in count(1) if (key := f"{base}-{n}" if n > 1 else base) not in taken)
        taken.add(key)
        seat = next((seat for side, seat in seats.items() if f" {side}" in above), "")
        row = f'side = "{seat}", kind = "foot", factors = [1, 4], hex = "{hex}"'
        lines.append(f"{'' if seat and hex else '# '}{key} = {{ {row} }}")
    head = re.sub("(?m)^(title|summary) = .*", r'\1 = "The start of a game"', text)
    return head.partition("[units]")[0] + "\n".join(lines) + "\n"
