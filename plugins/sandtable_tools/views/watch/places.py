"""Finding frames of a save by a line's number, a turn or a bookmark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sandtable import UnknownName
from sandtable.tooling import match, nearest, resolve, unknown, with_words
from sandtable_pictures import Frame

Kind = Literal["line", "turn", "bookmark"]
"""The kinds of names for places."""


class Places:
    """The indices of frames, from 0.

    `turn_starts` are those at which another turn begins, `marks` those with a note or a bookmark.
    """

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.frames = frames
        self.last = len(frames) - 1
        turns = ["", *(frame.turn for frame in frames)]
        self.turn_starts = [k for k, frame in enumerate(frames) if not k or frame.turn != turns[k]]
        self.marks = [k for k, frame in enumerate(frames) if frame.note]
        self._lines = {str(frame.n): k for k, frame in enumerate(frames)}
        self._bookmarks = {frame.bookmark: k for k, frame in enumerate(frames) if frame.bookmark}
        self._turns = list(dict.fromkeys(filter(None, (turn.lower() for turn in turns))))

    def names(self, kind: Kind) -> Sequence[str]:
        """The names of all lines, turns or bookmarks; turns in small letters."""
        return {"line": list(self._lines), "turn": self._turns, "bookmark": list(self._bookmarks)}[kind]

    def fitting(self, kind: Kind, typed: str) -> Sequence[str]:
        """The names that typed words can mean; for no words, all names."""
        names = self.names(kind)
        if not typed.strip("@ "):
            return names
        return with_words(typed, names) if kind == "turn" else match(typed.removeprefix("@"), names)

    def line(self, typed: str) -> int:
        """The index of a line's number. Raises UnknownName."""
        number = typed.lstrip("0")
        if number in self._lines:
            return self._lines[number]
        raise UnknownName(f'no line "{typed}"; choose from 1 to {self.frames[-1].n}')

    def bookmark(self, typed: str) -> int:
        """The index of a bookmark, the last of that name. Raises UnknownName, AmbiguousName."""
        return self._bookmarks[resolve("bookmark", typed.removeprefix("@"), self._bookmarks)]

    def turn(self, typed: str) -> list[int]:
        """The indices at which a turn of these words begins, at least one. Raises UnknownName.

        There may be many: a campaign has a turn 3 in every mission, and a turn begins again after an
        undo.
        """
        names = with_words(typed, self._turns)
        if not names:
            parts = dict.fromkeys(part for turn in self._turns for part in turn.split(", "))
            if nearest(typed, parts):
                raise UnknownName(unknown("turn", typed, parts))
            raise UnknownName(f'no turn "{typed}"; choose from {self._turns[0]} to {self._turns[-1]}')
        return [place for place in self.turn_starts if self.frames[place].turn.lower() in names]
