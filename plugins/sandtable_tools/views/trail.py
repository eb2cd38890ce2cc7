"""The whole game on one map: where pieces went, on whose orders, and what happened where."""

from __future__ import annotations

from cmath import phase, rect
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, repeat
from math import degrees, tau
from typing import NamedTuple

from msgspec.structs import replace

from sandtable import Counter, Picture
from sandtable_pictures import Frame
from sandtable_pictures.svg import Curve, Drawing, DrawnCounter, drawing

COLOURS = ("#a3271f", "#24558f", "#2f6b3a", "#6b3f8f")
"""The colours of trails, by who moved, the same in light and dark; the last one is shared by the rest.

If several sides move many pieces, as in a wargame, each piece has one arrow in its side's colour.
"""

TONES: Mapping[str, str] = dict(zip(("red", "blue", "green"), COLOURS, strict=False))
"""The trail colours that match tones of counters."""

PAPER, INK = "#fffaf0", "#26231d"
LETTERS = 'font-family="Arial" font-weight="700" text-anchor="middle" stroke="none"'

LANE, BEND, TIP = 5, 0.12, 44
"""The distance of a line from the middle of a two-way route, an arrow's bend, and its tip's gap."""


class Leg(NamedTuple):
    """A piece's move from one space to another; `who` names the group that it moves with."""

    who: str
    start: str
    end: str


class Trail:
    """The moves of a game on its map, and the final map; `add` each frame in turn."""

    def __init__(self, sides: Mapping[str, str] = {}) -> None:
        self.sides = sides
        self.picture: Picture | None = None
        self.legs: dict[Leg, int] = {}
        self._reached: dict[int, str] = {}
        self._seen: dict[str, tuple[int, Counter]] = {}
        self._before: Mapping[str, str] = {}
        self._who: dict[str, str] = {}
        self._set_out: dict[str, tuple[int, str]] = {}
        self._moved: Tally[tuple[str, str]] = Tally()

    def add(self, frame: Frame) -> None:
        """Add a frame: the moves that its action made on the first map, or that its undo took back."""
        if (back := frame.undo) is not None:
            self.legs = {leg: n for leg, n in self.legs.items() if n <= back}
            self._reached = {n: end for n, end in self._reached.items() if n <= back}
            self._set_out = {key: (n, at) for key, (n, at) in self._set_out.items() if n <= back}
            self._seen = {key: (n, seen) for key, (n, seen) in self._seen.items() if n <= back}
        maps = (picture for picture in frame.pictures if picture.board.links)
        picture = next((it for it in maps if not self.picture or it.name == self.picture.name), None)
        if picture is None:
            return
        if self.picture is None:
            self._who = dict.fromkeys((counter.key for counter in picture.counters), "")
        self.picture = picture
        at = {counter.key: counter.at for counter in picture.counters}
        tones = {counter.key: counter.tone for counter in picture.counters}
        action = frame.action
        if action is not None and action.phrase and not action.routine:
            spots = {*map(str, picture.board.spaces.values())}
            named = [
                f"{name} {field}" if name[:1].isdigit() and " " not in name else name
                for field, name in frame.names.items()
                if field != "seat" and name not in spots
            ]
            for key, end in at.items():
                if (start := self._before.get(key, end)) != end:
                    who = self._who[key] = named[-1] if named else self._who.get(key, "")
                    self.legs = {leg._replace(who=leg.who or who): n for leg, n in self.legs.items()}
                    self.legs.setdefault(Leg(who, start, end), frame.n)
                    self._set_out.setdefault(key, (frame.n, start))
                    self._moved[tones[key], frame.seat] += 1
                    self._reached[frame.n] = end
        self._seen |= {counter.key: (frame.n, counter) for counter in picture.counters}
        self._before = at

    @property
    def arrows(self) -> list[Leg]:
        """Each piece's start and end, by side; empty if only one side or few pieces moved."""
        sides = self._tone_owners()
        if len(self._set_out) <= len(COLOURS) or len(sides) < 2:
            return []
        pieces = ((start, self._seen[key][1]) for key, (_, start) in self._set_out.items())
        legs = [Leg(sides.get(piece.tone, ""), start, piece.at) for start, piece in pieces]
        return list(dict.fromkeys(leg for leg in legs if leg.start != leg.end))

    def _tone_owners(self) -> dict[str, str]:
        """Guess the owner of the pieces of each tone: the seat that moves most of them."""
        found: dict[str, str] = {}
        for tone, seat in sorted(self._moved, key=self._moved.__getitem__, reverse=True):
            if tone not in found and seat not in found.values():
                found[tone] = seat
        return found

    @property
    def groups(self) -> list[str]:
        """Who moved, in the order in which they set out."""
        return list(dict.fromkeys(leg.who for leg in self.arrows or self.legs))

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The colours and names of those who moved, if there are several."""
        named = [(colour, self.sides.get(who, who)) for who, colour in self._colours.items() if who]
        return named if len(named) > 1 else []

    @property
    def _colours(self) -> dict[str, str]:
        liked = {seat: TONES.get(tone) for tone, seat in self._tone_owners().items() if self.arrows}
        others = chain((it for it in COLOURS if it not in liked.values()), repeat(COLOURS[-1]))
        return {who: liked.get(who) or next(others) for who in self.groups}

    def drawing(self, stops: Iterable[tuple[int, str]]) -> Drawing | None:
        """Draw the final map with trails and numbered stops, each a line and a sentence.

        A stop is at the first space that its sentence names, or else where the last move ended. Face-up
        counters show their start and their end; lost ones are faint. Return None if no piece moved.
        """
        if self.picture is None or not self.legs:
            return None
        drawn = drawing(replace(self.picture, counters=tuple(self._counters())))
        trails, along = self._trails(drawn)
        marks, leaders = self._marks(stops, drawn, [*_taken_points(drawn), *along])
        parts = (
            f'{drawn.ground}<g fill="none" stroke-linecap="round">{trails}',
            f'<path stroke="{PAPER}" stroke-width="5" d="{leaders}"/>',
            f'<path stroke="{INK}" stroke-width="2" d="{leaders}"/></g>',
        )
        return drawn._replace(ground="".join(parts), counters={**drawn.counters, **marks})

    def _trails(self, drawn: Drawing) -> tuple[str, Iterable[tuple[complex, int]]]:
        """Draw the trails with arrowheads; also return points along them that numbers keep away from."""
        colours = self._colours
        at = {id: complex(*spot) for id, spot in drawn.spots.items()}
        arrows = [(leg.who, Curve.between(at[leg.start], at[leg.end], BEND)) for leg in self.arrows]
        legs = () if arrows else self.legs
        steps = ((leg.who, way) for leg in legs for way in drawn.route(leg.start, leg.end))
        curves = dict.fromkeys((colours[who], way) for who, way in (*arrows, *steps))
        ends = {(way.start, way.end) for _, way in curves}
        casings, lines, tips, along = "", "", "", list[tuple[complex, int]]()
        for colour, way in curves:
            points = [*_lane(way.points())] if (way.end, way.start) in ends else way.points()
            far = sum(abs(point - points[-1]) > TIP for point in points) - 1
            middle = max(1, far) if arrows else len(points) * 2 // 3
            tip, turn = points[middle], degrees(phase(points[middle] - points[middle - 1]))
            place = f"translate({tip.real:.0f} {tip.imag:.0f}) rotate({turn:.0f})"
            tips += f'<path fill="{colour}" stroke="{PAPER}" d="M10 0L-6 -8V8z" transform="{place}"/>'
            d = f"M{'L'.join(f'{point.real:.1f} {point.imag:.1f}' for point in points)}"
            casings += f'<path stroke="{PAPER}" stroke-width="8" opacity=".8" d="{d}"/>'
            lines += f'<path stroke="{colour}" stroke-width="4" d="{d}"/>'
            along += [(point, 18) for point in points]
        return casings + lines + tips, along

    def _marks(
        self, stops: Iterable[tuple[int, str]], drawn: Drawing, taken: list[tuple[complex, int]]
    ) -> tuple[dict[str, DrawnCounter], str]:
        """Put each stop's number at a free place, with a line to the stop."""
        leaders, marks = "", dict[str, DrawnCounter]()
        for number, at in self._stops(stops):
            if at in drawn.spots:
                start = complex(*drawn.spots[at])
                spot = _free_place(start, taken, drawn)
                taken.append((spot, 26))
                leaders += f"M{start.real:.0f} {start.imag:.0f}L{spot.real:.0f} {spot.imag:.0f}"
                text = f'<text y="5" font-size="15" fill="{PAPER}" {LETTERS}>{number}</text>'
                look = f'<circle r="12" fill="{INK}" stroke="{PAPER}" stroke-width="2"/>{text}'
                marks[f"stop {number}"] = DrawnCounter(round(spot.real), round(spot.imag), look)
        return marks, leaders

    def _counters(self) -> Iterator[Counter]:
        """Draw the last looks of the counters that are face up, with lost ones faint."""
        looks = [self._seen[key][1] for key in self._who if key in self._seen]
        for counter in sorted(looks, key=lambda look: look.key in self._before):
            gone = replace(counter, faint=True, figure=counter.figure.strip("?"))
            shown = counter if counter.key in self._before else gone
            if "?" not in (*shown.text, shown.figure):
                yield shown

    def _stops(self, stops: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Yield each stop's number and space ("" if it has none)."""
        spaces = self.picture.board.spaces if self.picture else {}
        for number, (n, words) in enumerate(stops, 1):
            found = [(words.find(str(space)), id) for id, space in spaces.items()]
            last = next((end for line, end in reversed(self._reached.items()) if line <= n), "")
            yield number, min((pair for pair in found if pair[0] >= 0), default=(0, last))[1]


def _lane(points: Sequence[complex]) -> Iterator[complex]:
    """Shift a line to its right-hand side, for a route taken both ways."""
    aside = 0j
    for a, b in pairwise(points):
        aside = (b - a) / (abs(b - a) or 1) * 1j * LANE
        yield a + aside
    yield points[-1] + aside


def _taken_points(drawn: Drawing) -> Iterator[tuple[complex, int]]:
    """Return points on the map's spaces, counters and words, each with the distance to keep from it."""
    yield from ((complex(*spot), 22) for spot in drawn.spots.values())
    for x, y, (width, height) in ((it.x, it.y, it.size) for it in drawn.counters.values()):
        yield complex(x, y), 12 + width * 2 // 3
        yield complex(x + width // 2, y - height // 2), 26  # the number of a pile
    for x, y, width, height in (name.box for name in drawn.names):
        for at in range(x, x + width + 1, 8):
            yield complex(at, y + height // 2), 16 + height // 2


def _free_place(start: complex, taken: Sequence[tuple[complex, int]], drawn: Drawing) -> complex:
    """Return the place near a point that overlaps least."""
    around = (start + rect(far, tau * turn / 24) for far in (36, 44, 54, 66) for turn in range(24))
    wide, high = drawn.width - 30, drawn.height - 60
    return min(
        (place for place in around if 30 < place.real < wide and 30 < place.imag < high),
        key=lambda place: (
            abs(place - start) / 6 + sum(max(0, far - abs(place - at)) for at, far in taken)
        ),
        default=start,
    )
