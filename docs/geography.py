"""Draw the ground below the maps: ``python docs/geography.py land-10m.json``.

The coasts are those of Natural Earth (public domain, naturalearthdata.com) as the npm package
world-atlas ships them: ``npm pack world-atlas@2`` has ``land-10m.json``. A thin-plate spline warps them:
it moves each place of ``docs/geography/GAME.toml`` to where the game's map has it. The program then
simplifies the coasts, and writes them at the end of the map as ``[[shapes]]``. The outlines of that
file, which are drawn by hand, come with them. It needs Shapely and NumPy.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from shapely import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

FOLDER = Path(__file__).parent / "geography"

HEAD = "\n# The ground below the places, made by docs/geography.py; coasts: Natural Earth.\n"
"""The first line of the part of a map that this program writes."""

FINE = 0.02
"""Coasts have a point at least every FINE degrees when they are warped."""

SIMPLE = 2.2
"""A simplified coast may be this many units of the map away from the warped one."""

NARROW = 5
"""Waters narrower than twice NARROW units are left out: lagoons, and inlets between reefs."""

LEAST = 260
"""Waters smaller than LEAST square units are left out."""

MARGIN = 220
"""A map's ground extends this many units of the map beyond its places."""

STIFF = 0.02
"""How far the spline may miss a place to stay smooth; at 0 it meets each place exactly."""

Point = tuple[float, float]


class Warp:
    """A thin-plate spline from degrees to units of a map."""

    def __init__(self, places: Sequence[Point], spots: Sequence[Point]) -> None:
        self.places = np.array(places)
        count = len(places)
        kernel = _bend(np.linalg.norm(self.places[:, None] - self.places[None], axis=2))
        flat = np.hstack([np.ones((count, 1)), self.places])
        whole = np.block([[kernel + STIFF * np.eye(count), flat], [flat.T, np.zeros((3, 3))]])
        self.weights = np.linalg.solve(whole, np.vstack([np.array(spots, float), np.zeros((3, 2))]))

    def __call__(self, points: Iterable[Point]) -> list[Point]:
        """The points of the map for points in degrees."""
        given = np.array(list(points))
        far = _bend(np.linalg.norm(given[:, None] - self.places[None], axis=2))
        found = np.hstack([far, np.ones((len(given), 1)), given]) @ self.weights
        return [(x, y) for x, y in found]


def _bend(far: Any) -> Any:
    return np.where(far > 0, far**2 * np.log(np.maximum(far, 1e-9)), 0)


def land(topology: dict[str, Any], frame: BaseGeometry) -> BaseGeometry:
    """The land of a TopoJSON file within a frame."""
    (sx, sy), (tx, ty) = (topology["transform"][key] for key in ("scale", "translate"))
    arcs = []
    for arc in topology["arcs"]:
        steps = np.cumsum(np.array(arc), axis=0)
        arcs.append([(x * sx + tx, y * sy + ty) for x, y in steps])

    def ring(numbers: Iterable[int]) -> list[Point]:
        return [
            point
            for number in numbers
            for point in (arcs[number] if number >= 0 else arcs[~number][::-1])
        ]

    found = []
    for geometry in topology["objects"]["land"]["geometries"]:
        several = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for outer, *holes in several:
            whole = Polygon(ring(outer), [ring(hole) for hole in holes])
            if whole.intersects(frame):
                found.append(whole.buffer(0).intersection(frame))
    return unary_union(found)


def polygons(shape: BaseGeometry) -> Iterator[Polygon]:
    """The polygons of a shape."""
    for part in getattr(shape, "geoms", [shape]):
        if isinstance(part, MultiPolygon):
            yield from polygons(part)
        elif isinstance(part, Polygon) and not part.is_empty:
            yield part


def shapes(topology: dict[str, Any], about: dict[str, Any], spots: dict[str, Point]) -> Iterator[str]:
    """The tables of a map's ground, the sea first."""
    places = about["places"]
    warp = Warp(list(places.values()), [spots[id] for id in places])
    frame = box(*about["frame"])
    xs, ys = zip(*spots.values(), strict=True)
    sheet = box(min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN)
    for water in polygons(frame.difference(land(topology, frame))):
        dense = water.segmentize(FINE)
        warped = Polygon(warp(dense.exterior.coords)).buffer(0).intersection(sheet)
        warped = warped.buffer(-NARROW).buffer(NARROW)
        for part in polygons(warped.simplify(SIMPLE)):
            if part.area > LEAST:
                yield _table("sea", part.exterior.coords[:-1])
    for outline in about["outlines"]:
        name, label = outline["name"], outline.get("label")
        yield _table(outline["kind"], warp(outline["points"]), name, warp([label])[0] if label else None)
    for name, at in about["names"].items():
        yield _table("sea", (), name, warp([at])[0])
    name, length = about["scale"]
    yield _table("scale", [(0, 0), (length, 0)], name)


def _table(kind: str, points: Iterable[Point], name: str = "", at: Point | None = None) -> str:
    pairs = ", ".join(f"[{x:.0f},~{y:.0f}]" for x, y in points)
    rows = "".join(f"  {line}\n".replace("~", " ") for line in wrap(pairs, 104))
    lines = ["[[shapes]]", f'kind = "{kind}"']
    lines += [f'name = "{name}"'] if name else []
    lines += [f"at = [{at[0]:.0f}, {at[1]:.0f}]"] if at else []
    lines += [f"points = [\n{rows}]"] if rows else []
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the ground of each map."""
    topology = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.toml")):
        about = tomllib.loads(path.read_text(encoding="utf-8"))
        file = (path.parent / about["map"]).resolve()
        text = file.read_text(encoding="utf-8").split(HEAD)[0]
        spots = {id: tuple(space["at"]) for id, space in tomllib.loads(text)["spaces"].items()}
        tables = "\n".join(shapes(topology, about, spots))
        file.write_text(f"{text}{HEAD}\n{tables}", encoding="utf-8")
        print(f"{file.name} of {path.stem}: {len(tables):,} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
