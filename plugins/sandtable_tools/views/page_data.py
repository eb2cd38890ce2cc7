"""A recorded game as data for a page: each frame tells what is new since the one before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, takewhile
from typing import Any, NamedTuple, TypeVar

from sandtable import Board, Picture, Roll
from sandtable.tooling import STREAM, Drawing, Frame, drawing

MOST_TRACKS = 12
"""At most this many charts are drawn of a game."""

K = TypeVar("K")


class Numbers(dict[K, int]):
    """Numbers things from 0 in the order in which they are first asked for."""

    def __missing__(self, thing: K) -> int:
        self[thing] = number = len(self)
        return number


class PictureGround(NamedTuple):
    """What lies below the counters of a picture: its size, and a fragment of SVG."""

    width: int
    height: int
    svg: str


class Drawn(NamedTuple):
    """A picture and its drawing."""

    picture: Picture
    drawing: Drawing

    @property
    def ground(self) -> PictureGround:
        """What lies below its counters."""
        return PictureGround(self.drawing.width, self.drawing.height, self.drawing.ground)


NOTHING = Drawn(Picture("", "", Board((), ())), Drawing(0, 0, "", {}))
"""What a picture is before it is first shown."""


class PageData:
    """Frames of a game, and what they share: lines of text, grounds and looks, each once.

    `cites` are the sections that events and rolls name, `tracks` how each named number went:
    pairs of the place of a frame and the value from there on, None where it is not there.
    """

    def __init__(self, seats: Iterable[str]) -> None:
        self.seats = list(seats)
        self.frames: list[dict[str, Any]] = []
        self.lines: Numbers[str] = Numbers()
        self.grounds: Numbers[PictureGround] = Numbers()
        self.looks: Numbers[str] = Numbers()
        self.cites: dict[str, None] = {}
        self.tracks: dict[str, list[tuple[int, int | float | None]]] = {}
        self._names: Numbers[str] = Numbers()
        self._keys: Numbers[tuple[str, str]] = Numbers()
        self._last: dict[str, str] = {}
        self._board: list[int] = []
        self._drawn: dict[str, Drawn] = {}

    @property
    def data(self) -> dict[str, Any]:
        """All that the page's script is given but the rules."""
        return {
            "seats": self.seats,
            "lines": list(self.lines),
            "grounds": [(ground.width, ground.height) for ground in self.grounds],
            "tracks": [(name, steps) for name, steps in self.tracks.items() if _changes(steps)][
                :MOST_TRACKS
            ],
            "frames": self.frames,
        }

    def add(self, frame: Frame) -> None:
        """Take up a frame."""
        if frame.undo is not None:
            self._take_back(frame.undo)
        self._track(frame.tracks)
        happened = {
            "n": frame.n,
            "seat": self.seats.index(frame.seat) if frame.seat in self.seats else None,
            "head": _heading(frame),
            "note": frame.note,
            "bookmark": frame.bookmark,
            "events": [(event.text, self._cite(event.cites)) for event in frame.events],
            "rolls": [self._rolled(rolls) for rolls in _rolls_together(frame.rolls)],
            "pictures": self._pictures(frame.pictures),
        }
        filled = {key: value for key, value in happened.items() if value not in (None, "", [], {})}
        self.frames.append(filled | self._news(frame))

    def _news(self, frame: Frame) -> dict[str, Any]:
        """Of what stands from line to line, what is not as it was.

        Of the board that is a place, how many lines go from there, and the lines that come.
        """
        now = {"turn": frame.turn, "status": frame.status}
        news: dict[str, Any] = {key: text for key, text in now.items() if self._last.get(key) != text}
        self._last = now
        before, self._board = self._board, [self.lines[line] for line in frame.board]
        if before != self._board:
            news["board"] = _splice(before, self._board)
        return news

    def _take_back(self, to: int) -> None:
        """Mark the actions after line `to` as taken back."""
        for frame in reversed(self.frames):
            if frame["n"] <= to:
                break
            if "seat" in frame:
                frame["gone"] = True

    def _track(self, tracks: Mapping[str, int | float]) -> None:
        place = len(self.frames)
        for name in {**self.tracks, **tracks}:
            steps = self.tracks.setdefault(name, [])
            value = tracks.get(name)
            if not steps or steps[-1][1] != value:
                steps.append((place, value))

    def _cite(self, section: str) -> str:
        self.cites[section] = None
        return section

    def _rolled(self, rolls: Sequence[Roll]) -> tuple[str, str, list[str]]:
        """What rolls that belong together were for, their rule, and what came."""
        first = rolls[0]
        dice = first.stream == STREAM and all(roll.sides == first.sides for roll in rolls)
        words = f"{first.words}, {f'd{first.sides}' if dice else first.stream}"
        came = [str(roll.value) if dice else f"{roll.value}/{roll.sides}" for roll in rolls]
        return words, self._cite(first.rule), came

    def _pictures(self, pictures: Sequence[Picture]) -> dict[int, Any]:
        """What has changed in each picture, by its number; None for one that is gone."""
        changes: dict[int, Any] = {}
        names = {picture.name for picture in pictures}
        for gone in [name for name in self._drawn if name not in names]:
            del self._drawn[gone]
            changes[self._names[gone]] = None
        for picture in pictures:
            before = self._drawn.get(picture.name, NOTHING)
            if picture != before.picture:
                self._drawn[picture.name] = after = Drawn(picture, drawing(picture))
                changes[self._names[picture.name]] = self._change(before, after)
        return changes

    def _change(self, before: Drawn, after: Drawn) -> dict[str, Any]:
        """How a picture differs from the one before; `order` where its counters lie otherwise."""
        old, new = before.drawing.counters, after.drawing.counters
        number = {key: self._keys[after.picture.name, key] for key in (*old, *new)}
        order = [*(key for key in old if key in new), *(key for key in new if key not in old)]
        changed = {key: counter for key, counter in new.items() if old.get(key) != counter}
        change = {
            "title": after.picture.title if after.picture.title != before.picture.title else "",
            "ground": self.grounds[after.ground] if after.ground != before.ground else None,
            "put": [
                (number[key], counter.x, counter.y, self.looks[counter.look])
                for key, counter in changed.items()
            ],
            "gone": [number[key] for key in old if key not in new],
            "order": [] if order == list(new) else [number[key] for key in new],
        }
        return {key: value for key, value in change.items() if value not in (None, "", [])}


def _heading(frame: Frame) -> str:
    """What a line is, in a few words; nothing for one that a seat is not shown."""
    if frame.n == 1:
        return "Set-up"
    if frame.outcome:
        return f"The game is over: {frame.outcome}"
    if frame.undo is not None:
        return f"Taken back{' openly' * frame.forced} to line {frame.undo}"
    return "Note" if frame.note else frame.words


def _rolls_together(rolls: Sequence[Roll]) -> Iterable[list[Roll]]:
    """Rolls one after the other that were made for the same, from one stream."""
    groups = groupby(rolls, lambda roll: (roll.stream, roll.rule, roll.words))
    return (list(group) for _, group in groups)


def _splice(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """What makes one sequence of another: a place, how many go there, and those that come."""
    same = _equal_at_start(before, after)
    tail = _equal_at_start(before[same:][::-1], after[same:][::-1])
    return [same, len(before) - tail - same, *after[same : len(after) - tail]]


def _equal_at_start(one: Sequence[int], other: Sequence[int]) -> int:
    """How many of the first are equal."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _changes(steps: Sequence[tuple[int, int | float | None]]) -> bool:
    return len({value for _, value in steps if value is not None}) > 1
