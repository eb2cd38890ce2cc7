"""The way of a whole game on one map: where pieces went, by whose orders, and what happened where."""

from __future__ import annotations

from cmath import phase
from collections import Counter
from collections.abc import Mapping, Sequence
from math import degrees
from typing import NamedTuple

from sandtable import Picture
from sandtable_pictures import Drawing, Frame, Placed, drawing

COLOURS = ("#a3271f", "#24558f", "#2f6b3a", "#6b3f8f")
"""The colours of trails, by who moved, the same in the light and in the dark; more share the last."""

PAPER, INK = "#fffaf0", "#26231d"
LETTERS = 'font-family="Arial" font-weight="700" text-anchor="middle" stroke="none"'


class Leg(NamedTuple):
    """A move of a piece from one space to another; `who` is the name of the group that it goes with."""

    who: str
    start: str
    end: str


class Trail:
    """The moves of a game on its map, and the map of the start; `add` takes each frame in turn."""

    def __init__(self) -> None:
        self.picture: Picture | None = None
        self.legs: dict[Leg, int] = {}
        self._before: Mapping[str, str] = {}
        self._who: dict[str, str] = {}

    def add(self, frame: Frame) -> None:
        """A frame: the moves that an action of its seat made on the first map, or their undo."""
        if (back := frame.undo) is not None:
            self.legs = {leg: n for leg, n in self.legs.items() if n <= back}
        maps = (picture for picture in frame.pictures if picture.board.links)
        picture = next((it for it in maps if not self.picture or it.name == self.picture.name), None)
        if picture is None:
            return
        self.picture = self.picture or picture
        spaces = picture.board.spaces
        at = {counter.key: spaces[counter.at].id for counter in picture.counters}
        action = frame.action
        if action is not None and action.phrase and not action.aside:
            spots = {*map(str, spaces.values())}
            named = [
                f"{name} {field}" if name[:1].isdigit() else name
                for field, name in frame.names.items()
                if field != "seat" and name not in spots
            ]
            for key, end in at.items():
                if (start := self._before.get(key, end)) != end:
                    who = self._who[key] = named[-1] if named else self._who.get(key, "")
                    self.legs.setdefault(Leg(who, start, end), frame.n)
        self._before = at

    @property
    def groups(self) -> list[str]:
        """Who moved, in the order in which they set out."""
        return list(dict.fromkeys(leg.who for leg in self.legs))

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The colours and names of those who moved, if there are several."""
        named = [who for who in self.groups if who]
        colours = (*COLOURS, *[COLOURS[-1]] * len(named))
        return [(colours[self.groups.index(who)], who) for who in named] if len(named) > 1 else []

    def drawing(self, stops: Sequence[str]) -> Drawing | None:
        """The map of the start with the trails, and a number at each of the stops, which are sentences.

        A stop is at the first space that its sentence names. None for a game in which no piece moved.
        """
        if self.picture is None or not self.legs:
            return None
        drawn, board = drawing(self.picture), self.picture.board
        traced: dict[tuple[str, str, str], None] = {}
        for leg in self.legs:
            colour = COLOURS[min(self.groups.index(leg.who), len(COLOURS) - 1)]
            for way in drawn.route(leg.start, leg.end):
                points = way.points()
                middle = len(points) * 2 // 3  # so the arrows of both directions are apart
                tip, turn = points[middle], degrees(phase(points[middle] - points[middle - 1]))
                place = f"translate({tip.real:.0f} {tip.imag:.0f}) rotate({turn:.0f})"
                d = f"M{way.start.real:.0f} {way.start.imag:.0f}{way.svg}"
                traced[colour, d, f'transform="{place}"'] = None
        ground, names, above = drawn.ground.partition('<g class="names')
        parts = (
            f'{ground}<g fill="none" stroke-linecap="round">',
            *(f'<path stroke="{PAPER}" stroke-width="8" opacity=".8" d="{d}"/>' for _, d, _ in traced),
            *(f'<path stroke="{colour}" stroke-width="4" d="{d}"/>' for colour, d, _ in traced),
            *(f'<path fill="{colour}" d="M10 0L-6 -8V8z" {tip}/>' for colour, _, tip in traced),
            f"</g>{names}{above}",
        )
        marks, taken = dict[str, Placed](), Counter[str]()
        for number, words in enumerate(stops, 1):
            found = [(words.find(str(space)), id) for id, space in board.spaces.items()]
            at = min((pair for pair in found if pair[0] >= 0), default=(0, ""))[1]
            if at in drawn.spots:
                x, y = drawn.spots[at]
                text = f'<text y="5" font-size="15" fill="{PAPER}" {LETTERS}>{number}</text>'
                look = f'<circle r="12" fill="{INK}" stroke="{PAPER}" stroke-width="2"/>{text}'
                marks[f"stop {number}"] = Placed(x + 24 * taken[at], y, look)
                taken[at] += 1
        return drawn._replace(ground="".join(parts), counters={**drawn.counters, **marks})
