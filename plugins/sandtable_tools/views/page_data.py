"""A recorded game as data for the replay page: each frame holds what changed since the one before."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise, takewhile
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sandtable import Board, Game, GameInfo, Picture, Roll, Strike, tally
from sandtable.tooling import STREAM
from sandtable_pictures import Drawing, Frame, drawing, svg
from sandtable_tools.views.curve import Curve
from sandtable_tools.views.facts import capitalized, title
from sandtable_tools.views.notes import NOTABLE
from sandtable_tools.views.runs import RunKey, merge_step, runs
from sandtable_tools.views.variations import Variation

SIGN = re.compile(r'<g class="sign".*?</g>')
"""The symbol in the SVG of a counter."""

BOX = re.compile(r'<g class="box">.*?</g>')
"""A counter's box in SVG, with its shadow and highlight."""

MOST_CHARTS = 4
"""The most figures charted on a page: one on its slider, and three below."""

Course: TypeAlias = list[tuple[int, int | float | None]]
"""A figure over the game: pairs of a frame's index and the value from there on, None if missing."""

K = TypeVar("K")
T = TypeVar("T")


class Numbers(dict[K, int]):
    """Numbers its keys from 0, in the order in which they are first looked up."""

    def __missing__(self, thing: K) -> int:
        self[thing] = number = len(self)
        return number


class PictureGround(NamedTuple):
    """A picture without counters: its size, what is below and above them, its places and its links."""

    width: int
    height: int
    below: str
    above: str
    places: tuple[tuple[str, int, int], ...] = ()
    ways: tuple[tuple[tuple[str, str], svg.Curve], ...] = ()


class PictureDrawing(NamedTuple):
    """A picture and its drawing."""

    picture: Picture
    drawing: Drawing

    @property
    def ground(self) -> PictureGround:
        """The ground below its counters."""
        spaces, labels = self.picture.board.spaces, self.picture.labels
        places = ((labels.get(id) or str(spaces[id]), *spot) for id, spot in self.drawing.spots.items())
        drawn = self.drawing
        parts = drawn.width, drawn.height, drawn.below, drawn.above
        return PictureGround(*parts, tuple(places), tuple(drawn.ways.items()))


NOTHING = PictureDrawing(Picture("", "", Board((), ())), Drawing(0, 0, "", {}))
"""A picture before it is first shown."""


class PageData:
    """The frames of a game; whatever many frames share is stored once.

    - `seats`: the names of the sides.
    - `looks`: the SVG of counters, without the tags around it.
    - `parts`: the parts that many looks share.
    - `cites`: the rule sections that events and rolls cite.
    """

    def __init__(self, seats: Mapping[str, str], game: Game[Any]) -> None:
        self.seats, self.game = seats, game
        self.frames: list[dict[str, Any]] = []
        self.lines: Numbers[str] = Numbers()
        self.grounds: Numbers[PictureGround] = Numbers()
        self.looks: Numbers[str] = Numbers()
        self.parts: Numbers[str] = Numbers()
        self.luck: Numbers[tuple[str, int, int]] = Numbers()
        self.cites: Numbers[str] = Numbers()
        self.tracks: dict[str, Course] = {}
        self.named: dict[str, tuple[int, int]] = {}
        self._lines: list[int] = []
        self._sides = seats if len(seats) > 1 else {}
        self._names: Numbers[str] = Numbers()
        self._spaces: Numbers[str] = Numbers()
        self._keys: Numbers[tuple[str, str]] = Numbers()
        self._turn = self._status = ""
        self._board: list[int] = []
        self._drawn: dict[str, PictureDrawing] = {}

    @property
    def data(self) -> dict[str, Any]:
        """The data for the page's script, without the rules."""
        return {
            "sections": list(self.cites),
            "seats": list(map(capitalized, self.seats.values())),
            "lines": list(self.lines),
            "luck": list(self.luck),
            "grounds": [
                (
                    ground.width,
                    ground.height,
                    ground.places,
                    [(self._spaces[a], self._spaces[b], way.path) for (a, b), way in ground.ways],
                )
                for ground in self.grounds
            ],
            "tracks": self._charts(),
            "named": [(name, *location) for name, location in self.named.items()],
            "frames": self.frames,
        }

    def curve(self, shown: Curve, name: str, better_moves: Iterable[Variation]) -> dict[str, Any]:
        """Return the coach's curve by indices of frames; `name` is the seat's name."""
        better = {}
        place_of = partial(bisect_left, self._lines)
        for variation in better_moves:
            # A variation's pictures are complete, since they follow no frame.
            drawn = {it.name: PictureDrawing(it, drawing(it)) for it in variation.pictures}
            better[place_of(variation.n)] = {
                "better": variation.better,
                "played": variation.played,
                "gain": variation.gain,
                "pictures": {self._names[name]: self._change(NOTHING, it) for name, it in drawn.items()},
                "dice": variation.dice,
            }
        points = [(max(place_of(n) - 1, 0), *figures) for n, *figures in shown.points[:-1]]
        points.append((len(self.frames) - 1, *shown.points[-1][1:]))
        return {
            "title": f"{shown.title}: {name}",
            "percent": shown.percent,
            "points": points,
            "turning": [(place_of(moment.n), moment.kind, moment.amount) for moment in shown.moments],
            "better": better,
        }

    def _charts(self) -> list[tuple[str, list[tuple[int | None, Course]]]]:
        """Return the figures to chart, each with its title and its courses by seat.

        Both sides' figures of a kind, such as ``british-casualties``, share a chart and lose their first
        word. Figures that decide the game come first, then those at stake, then those that fall, those
        known in most of the game, and those that change least.
        """
        stakes = {stake.figure or name: stake.scores for name, stake in self.game.stakes.items()}
        first = sorted(stakes, key=lambda name: not stakes[name] or len(self.tracks.get(name, "")) < 3)
        charts: dict[str, list[tuple[int | None, Course]]] = {}
        titles: dict[str, str] = {}
        telling: dict[str, tuple[int, bool, bool, int]] = {}
        for name, course in self.tracks.items():
            side = next((side for side in self._sides if name.startswith(f"{side}-")), None)
            kind = name.removeprefix(f"{side}-")
            charts.setdefault(kind, []).append((list(self.seats).index(side) if side else None, course))
            words = title(name, self.game)
            titles.setdefault(kind, words.partition(" ")[2] if side else words)
            rises = all(a[1] is None or (a[1] <= (b[1] or 0)) for a, b in pairwise(course))
            spans = pairwise([*course, (len(self.frames), None)])
            known = sum(end - start for (start, value), (end, _) in spans if value is not None)
            rank = [*first, name].index(name), rises, 2 * known < len(self.frames), len(course)
            telling.setdefault(kind, rank)
        changing = [kind for kind, courses in charts.items() if any(len(c) > 1 for _, c in courses)]
        shown = sorted(changing, key=lambda kind: telling[kind])[:MOST_CHARTS]
        return [(capitalized(titles[kind]), charts[kind]) for kind in shown]

    def add(self, step: Sequence[Frame]) -> None:
        """Add a step, merging its frames into one."""
        frame = merge_step(step)
        self._track(frame.tracks)
        headlines = filter(None, (event.headline(None) for event in frame.events))
        happened = {
            "n": frame.n if frame.n != (self._lines[-1] if self._lines else 0) + 1 else None,
            "seat": list(self.seats).index(frame.seat) if frame.seat in self._sides else None,
            "head": _heading(step, self.seats, self.game.info),
            "typed": frame.words,
            "note": frame.note,
            "bookmark": frame.bookmark,
            "events": [
                (event.text, self.cites[event.cites], *self._strike(event.strike))
                for event in frame.events
            ],
            "rolls": list(self._rolls(frame.rolls)),
            "news": [headline.text for headline in headlines if abs(headline.worth) >= NOTABLE],
            "pictures": self._pictures(frame.pictures),
        }
        self._lines.append(frame.n)
        filled = {key: value for key, value in happened.items() if value not in (None, "", [], {})}
        self.frames.append(filled | self._news(frame))

    def _news(self, frame: Frame) -> dict[str, Any]:
        """Return what changed in a frame; for the board: where, how many lines go, and the new lines."""
        news: dict[str, Any] = {}
        if self._turn != frame.turn:
            news["turn"] = self._turn = frame.turn
        if self._status != frame.status:
            news["status"] = self._status = frame.status
        board = [self.lines[line] for line in frame.board]
        if self._board != board:
            start, removed, lines = _splice(self._board, board)
            news["board"] = [start, removed, *lines]
            self._board = board
        return news

    def _track(self, tracks: Mapping[str, int | float]) -> None:
        place = len(self.frames)
        for name in {**self.tracks, **tracks}:
            steps = self.tracks.setdefault(name, [])
            value = tracks.get(name)
            if not steps or steps[-1][1] != value:
                steps.append((place, value))

    def _rolls(self, rolls: Sequence[Roll]) -> Iterator[tuple[int, Sequence[int | str]]]:
        """Yield consecutive dice or cards of the same kind of luck together: the kind, and the results.

        A kind is a purpose, a rule, and the sides of the dice (0 for cards). An item drawn from an
        unnamed bag is left out: it is hidden, or a text names it.
        """
        shown = (roll for roll in rolls if roll.picked or roll.stream == STREAM)
        for _, group in groupby(
            shown, lambda roll: (roll.stream, roll.rule, roll.words, not roll.picked and roll.sides)
        ):
            alike = list(group)
            first, cards = alike[0], bool(alike[0].picked)
            kind = self.luck[first.words, self.cites[first.rule], 0 if cards else first.sides]
            yield (
                kind,
                tally(roll.picked for roll in alike) if cards else [roll.value for roll in alike],
            )

    def _strike(self, strike: Strike | None) -> Iterator[tuple[Any, ...]]:
        """Return how a strike is drawn, if there is one; it begins with 1 if the first seat strikes."""
        if strike is not None:
            ours = int(strike.by in [*self.seats][:1])
            effect = strike.effect or ("hit" if strike.hit else "miss")
            yield ours, strike.who, strike.at, strike.faces, strike.need, effect, strike.hit, strike.out

    def _pictures(self, pictures: Sequence[Picture]) -> dict[int, Any]:
        """Return what changed in each picture, by number; None for a picture that is gone."""
        changes: dict[int, Any] = {}
        names = {picture.name for picture in pictures}
        for gone in [name for name in self._drawn if name not in names]:
            del self._drawn[gone]
            changes[self._names[gone]] = None
        for picture in pictures:
            before = self._drawn.get(picture.name, NOTHING)
            if picture != before.picture:
                self._drawn[picture.name] = after = PictureDrawing(picture, drawing(picture))
                changes[self._names[picture.name]] = self._change(before, after)
                if self._names[picture.name] == 0:  # the main picture
                    for counter in picture.counters:
                        if counter.name and counter.name not in self.named:
                            self.named[counter.name] = (0, self._keys[picture.name, counter.key])
        return changes

    def _look(self, look: str) -> int:
        """Return the number of a look, with the box and the symbol that many looks share stored once."""
        for part in (BOX, SIGN):
            look = part.sub(lambda use: f'<use href="#s{self.parts[use[0]]}"/>', look)
        return self.looks[look.removeprefix("<g ").removesuffix("</g>")]

    def _change(self, before: PictureDrawing, after: PictureDrawing) -> dict[str, Any]:
        """Return what changed in a picture, with `order` if the order of its counters changed."""
        old, new = before.drawing.counters, after.drawing.counters
        number = {key: self._keys[after.picture.name, key] for key in (*old, *new)}
        order = [*(key for key in old if key in new), *(key for key in new if key not in old)]
        changed = {key: counter for key, counter in new.items() if old.get(key) != counter}
        put = []
        for key, counter in changed.items():
            place = (counter.x, counter.y, self._look(counter.look), self._spaces[counter.at])
            edge_look = [self._look(counter.edge)] if counter.edge else []
            put.append((number[key], *place, *edge_look))
        change = {
            "title": after.picture.title if after.picture.title != before.picture.title else "",
            "ground": self.grounds[after.ground] if after.ground != before.ground else None,
            "put": put,
            "gone": [number[key] for key in old if key not in new],
            "order": [] if order == list(new) else [number[key] for key in new],
        }
        return {key: value for key, value in change.items() if value not in (None, "", [])}


def _heading(step: Sequence[Frame], seats: Mapping[str, str], info: GameInfo) -> str:
    """Return the heading of a step, empty for a line that a seat may not see."""
    frame = step[-1]
    if frame.n == 1:
        return "Set-up"
    if frame.outcome in seats:
        return f"The game is over, won by {seats[frame.outcome]}."
    if frame.outcome:
        return f"The game is over: {info.outcome(frame.outcome)}."
    if frame.undo is not None:
        return f"Taken back to line {frame.undo}"
    if frame.note:
        return "Note"
    return " ".join(filter(None, (run.sentence for run in runs(list(map(RunKey.of, step))))))


def _splice(before: Sequence[T], after: Sequence[T]) -> tuple[int, int, Sequence[T]]:
    """Return the change between two sequences: an index, how many to remove, and what to insert."""
    start = _equal_at_start(before, after)
    tail = _equal_at_start(before[start:][::-1], after[start:][::-1])
    return start, len(before) - tail - start, after[start : len(after) - tail]


def _equal_at_start(before: Sequence[T], after: Sequence[T]) -> int:
    """Return how many items two sequences share at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
