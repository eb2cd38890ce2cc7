"""Animates a recorded game on its map: one SVG with keyframes and no script, for an ``<img>``.

If a reader prefers no motion, or a program does not support keyframes, it shows the fight at the target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.screens import SAVES
from sandtable import Picture
from sandtable.record.replay import Replay
from sandtable_pictures import PICTURE_STYLE, Drawing, Frame, drawing, escape_text, frames
from sandtable_pictures.svg import DrawnCounter
from sandtable_pictures.svg.frame import cartouche
from sandtable_pictures.svg.plan import MARGIN
from sandtable_pictures.svg.ways import Curve, curves
from sandtable_tools.views.runs import RunKey, runs, steps

SAVE = "lrdg-barca"

FIRST, MOVE, FIGHT, NEWS, LAST = 1.6, 0.8, 2.4, 1.2, 3.2
"""How many seconds the set-up, a move, a fight, great news and the end are shown."""

GLIDE, FADE, TURNS = 0.55, 0.1, 4
"""The seconds in which counters glide and appear, and the number of steps in a glide."""

GREAT = 2
"""News of at least this worth, good or bad, is shown even without a move or a fight."""

BAND = 42
"""The height of the text line below the map."""

STYLE = """\
.words{font:italic 23px Palatino,"Palatino Linotype",Georgia,"Liberation Serif",serif;fill:$ink}
.turn{font-style:normal;font-variant:small-caps;font-weight:600}
.burst{fill:$gold;stroke:$red;stroke-width:4;stroke-linejoin:round}
.way{fill:none;stroke:$mark;stroke-width:4;stroke-dasharray:1;stroke-linecap:round}
.way.casing{stroke:$paper;stroke-width:9;opacity:.7}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
"""

BURST = "M0-52l11 29 27-17-14 29 30 7-29 12 16 28-30-13-9 30-12-30-27 14 12-29-30-11 30-9-14-27 27 14z"
FLASHES = 3
"""The number of flashes in a fight; BURST is a flash around the point 0, 0."""

PATROL = 2
"""The fewest counters that leave a trail when they move together."""

Step = tuple[Sequence[Frame], Drawing]
Stops = Sequence[tuple[float, str]]


class Beat(NamedTuple):
    """A part of the animation: its steps, the last step before it, its start and its length."""

    steps: Sequence[Step]
    before: Drawing
    start: float
    length: float

    @property
    def drawn(self) -> Drawing:
        """The position at its end."""
        return self.steps[-1][1]

    @property
    def moves(self) -> dict[str, tuple[str, str]]:
        """For each counter that moves, the spaces where it starts and ends."""
        return _moves(self.before, self.drawn)

    @property
    def turn(self) -> str:
        """The turn in which it begins."""
        return self.steps[0][0][-1].turn

    @property
    def words(self) -> str:
        """The text: the greatest news of a fight or a move, or else what was done."""
        done = (run.sentence for step, _ in self.steps for run in runs(list(map(RunKey.of, step))))
        telling = self.steps if self.fights else self.steps[:1]
        told = _news([step for step, _ in telling])[1] or next(filter(None, done), "")
        return f"{told.removesuffix('.')}."

    @property
    def fights(self) -> bool:
        """Whether there is a fight."""
        return any(_fights(step) for step, _ in self.steps)


def picture() -> str:
    """Draw the raid as an animated SVG."""
    played = steps(frames(Replay(SAVES / f"{SAVE}.jsonl")))
    told = [(step, drawing(step[-1].pictures[0])) for step in played]
    beats, start, before = list[Beat](), 0.0, told[0][1]
    groups = _groups(told)
    for group in groups:
        beat = Beat(group, before, start, 0)
        length = FIRST if group is groups[0] else LAST if group is groups[-1] else NEWS
        length = FIGHT if beat.fights else MOVE if beat.moves else length
        beats.append(beat._replace(length=length))
        start, before = start + length, beat.drawn
    return _Moving(beats, told[0][0][-1].pictures[0]).svg


def _groups(told: Sequence[Step]) -> list[list[Step]]:
    """Group steps into moves, fights and great news; other steps join the group before them."""
    groups = [[told[0]]]
    for before, step in pairwise(told):
        fights, fought = _fights(step[0]), any(_fights(earlier) for earlier, _ in groups[-1])
        is_quiet = not _moves(before[1], step[1]) and _news([step[0]])[0] < GREAT
        if fought if fights else is_quiet:
            groups[-1].append(step)
        else:
            groups.append([step])
    return groups


def _fights(step: Sequence[Frame]) -> bool:
    return any(event.strike for frame in step for event in frame.events)


def _news(told: Sequence[Sequence[Frame]]) -> tuple[float, str]:
    """Return the greatest news and its worth, preferring good news, then later news."""
    events = (event.headline(None) for step in told for frame in step for event in frame.events)
    news = [(headline.worth, headline.text) for headline in events if headline]
    worth, text = max(reversed(news), key=lambda one: (abs(one[0]), one[0]), default=(0, ""))
    return abs(worth), text


def _moves(before: Drawing, after: Drawing) -> dict[str, tuple[str, str]]:
    return {
        key: (before.counters[key].at, now.at)
        for key, now in after.counters.items()
        if key in before.counters and before.counters[key].at != now.at
    }


class _Moving:
    """The parts of the animation, and the keyframes that they share."""

    def __init__(self, beats: Sequence[Beat], shown: Picture) -> None:
        self.beats, self.shown = beats, shown
        self.total = beats[-1].start + beats[-1].length
        still = max((beat for beat in beats if beat.fights), key=lambda beat: len(beat.steps))
        self.still = beats.index(still)
        self.curves: dict[tuple[str, str], Curve] = {}
        links = shown.board.links
        for link, curve in zip(links, curves(beats[0].drawn.spots, links), strict=True):
            self.curves[link.a, link.b], self.curves[link.b, link.a] = curve, curve.reversed()
        self.keyframes: dict[str, str] = {}

    @property
    def svg(self) -> str:
        """The whole file."""
        drawn = self.beats[0].drawn
        width, height = drawn.width + 2 * MARGIN, drawn.height + BAND + MARGIN
        title = cartouche(drawn.cartouche, self.shown.title) if drawn.cartouche else ""
        parts = re.sub(
            "<title>.*?</title>", "", "".join((*self._trail(), *self._bursts(), *self._counters()))
        )
        words = "".join(self._words(drawn.height + BAND - 10))
        style = re.sub(r"\$([a-z-]+)", r"var(--st-\1)", STYLE)
        seconds = f"{self.total:g}s linear infinite"
        motion = "".join(
            f"@keyframes {name}{{{stops}}}\n.{name}{{animation:{name} {seconds}}}\n"
            for stops, name in self.keyframes.items()
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}"><title>{escape_text(self.shown.title)}</title>'
            f"<style>{PICTURE_STYLE}{motion}{style}</style>"
            '<rect class="paper" width="100%" height="100%"/>'
            f'<g transform="translate({MARGIN} {MARGIN})">'
            f"{drawn.below}{title}{parts}{words}</g></svg>\n"
        )

    def _animated(self, stops: Stops, property: str) -> str:
        """Return the class that gives a property these values over time; "" if it never changes."""
        if len({value for _, value in stops}) < 2:
            return ""
        text = "".join(
            f"{round(100 * time / self.total, 2):g}%{{{property}:{value}}}" for time, value in stops
        )
        return self.keyframes.setdefault(text, f"k{len(self.keyframes)}")

    def _visible(self, shown: Sequence[bool]) -> str:
        """Return the class and the attribute of an element that is shown only in some beats."""
        stops = [(0.0, f"{shown[0]:d}")]
        for beat, (was, now) in zip(self.beats[1:], pairwise(shown), strict=True):
            if was != now:
                stops += [(beat.start, f"{was:d}"), (beat.start + FADE, f"{now:d}")]
        stops.append((self.total, f"{shown[-1]:d}"))
        name = self._animated(stops, "opacity")
        return f' class="{name}"' * bool(name) + ' opacity="0"' * (not shown[self.still])

    def _counters(self) -> Iterator[str]:
        """Draw each counter in each of its looks, with moving counters on top."""
        movers = {key for beat in self.beats for key in beat.moves}
        keys = dict.fromkeys(key for beat in self.beats for key in beat.drawn.counters)
        for key in sorted(keys, key=lambda key: key in movers):
            places = [beat.drawn.counters.get(key) for beat in self.beats]
            looks = [place and (place.edge or place.look) for place in places]
            drawn = (
                f"<g{self._visible([shown == look for shown in looks])}>{look}</g>"
                for look in dict.fromkeys(filter(None, looks))
            )
            yield f"<g{self._glide(places)}>{''.join(drawn)}</g>"

    def _glide(self, places: Sequence[DrawnCounter | None]) -> str:
        """Return the class of a moving counter, and its place in the still picture."""
        filled = [next(place for place in places if place)]
        filled += [place or filled[0] for place in places]
        for turn, place in enumerate(places, 1):
            filled[turn] = place or filled[turn - 1]
        stops = [(0.0, _at(filled[0].x, filled[0].y))]
        for beat, (before, now) in zip(self.beats, pairwise(filled), strict=True):
            if (before.x, before.y) != (now.x, now.y):
                bends = self._bends(before.at, now.at)
                for turn, bend in enumerate(bends):
                    share = turn / (len(bends) - 1)
                    x, y = (a + (b - a) * share for a, b in ((before.x, now.x), (before.y, now.y)))
                    stops.append((beat.start + GLIDE * share, _at(x + bend.real, y + bend.imag)))
        stops.append((self.total, _at(filled[-1].x, filled[-1].y)))
        name, still = self._animated(stops, "transform"), filled[self.still + 1]
        return f' class="{name}"' * bool(name) + f' transform="translate({still.x} {still.y})"'

    def _bends(self, start: str, end: str) -> Sequence[complex]:
        """Return how far a link bends away from a straight line, at each step of a glide."""
        curve = self.curves.get((start, end))
        if not curve:
            return 0j, 0j
        points, across = curve.points(), curve.end - curve.start
        count = len(points) - 1
        return [
            points[place] - curve.start - across * place / count
            for place in range(0, count + 1, count // TURNS)
        ]

    def _trail(self) -> Iterator[str]:
        """Draw a patrol's route as it moves."""
        for beat in self.beats:
            ends = list(beat.moves.values())
            for way in dict.fromkeys(ends):
                curve = self.curves.get(way)
                if not curve or ends.count(way) < PATROL:
                    continue
                stops = ((0, "1"), (beat.start, "1"), (beat.start + GLIDE, "0"), (self.total, "0"))
                name = self._animated(stops, "stroke-dashoffset")
                later = ' stroke-dashoffset="1"' * (self.beats.index(beat) > self.still)
                for kind in ("way casing", "way"):
                    yield f'<path class="{kind} {name}" pathLength="1" d="{curve.path}"{later}/>'

    def _bursts(self) -> Iterator[str]:
        """Draw three flashes at each fight."""
        at = ""
        for number, beat in enumerate(self.beats):
            ends = list(beat.moves.values())
            at = max(ends, key=ends.count)[1] if ends else at
            if beat.fights:
                stops = [(0.0, "0")]
                for turn in range(FLASHES):
                    time = beat.start + FADE + turn * FIGHT / FLASHES
                    lit = FIGHT / FLASHES - 3 * FADE
                    stops += [
                        (time, "0"),
                        (time + FADE, "1"),
                        (time + lit, "1"),
                        (time + lit + FADE, "0"),
                    ]
                name = self._animated([*stops, (self.total, "0")], "opacity")
                x, y = beat.drawn.spots[at]
                hidden = ' opacity="0"' * (number != self.still)
                place = f'transform="translate({x} {y})"'
                yield f'<path class="burst {name}" {place} d="{BURST}"{hidden}/>'

    def _words(self, y: float) -> Iterator[str]:
        """Draw the turn and the text of each beat, at the bottom."""
        for beat in self.beats:
            turn, words = escape_text(beat.turn), escape_text(beat.words)
            visible = self._visible([beat is other for other in self.beats])
            text = f'<tspan class="turn">{turn}</tspan><tspan dx="14">{words}</tspan>'
            yield f'<g{visible}><text class="words" x="4" y="{y}">{text}</text></g>'


def _at(x: float, y: float) -> str:
    return f"translate({x:.0f}px,{y:.0f}px)"
