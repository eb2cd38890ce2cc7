"""The part of the map above a position: at the beginning, when pieces have moved, in a new turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sandtable.prompt import nearby
from sandtable.prompt.opening import is_new
from sandtable.prompt.page import Part

if TYPE_CHECKING:
    from sandtable.drawing.chart import MapLines
    from sandtable.drawing.window import Cell
    from sandtable.prompt.console import Console

FEWEST = 5
"""A part of the map with room for fewer rows than this is left out."""

LARGE = 8
"""In a new game, the board is shown only if the map above it keeps this many rows."""

MOST = 14
"""A part of the map has at most this many rows."""

BOARD_LEFT_OUT = "(status lists what is in play)"
"""Stands for a board that has no room below the map."""


class _Seen(NamedTuple):
    """The state of the map when it was last shown: turn, decision, and the space of each piece."""

    turn: str
    decision: type[object]
    pieces: Mapping[str, str]
    lines: MapLines

    def follows(self, before: _Seen) -> bool:
        """Whether pieces have moved since then, a set-up has placed some, or a new turn has begun."""
        moved = any(self.pieces.get(key) != at for key, at in before.pieces.items())
        placed = self.pieces.keys() - before.pieces.keys() and self.decision is not before.decision
        return bool(moved or placed or self.turn != before.turn)


class Glimpse:
    """Decides when a small terminal shows the map, and fits the map above the position."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._seen: dict[str | None, _Seen] = {}

    def with_map(
        self, parts: Sequence[Part], room: int, height: Callable[[Sequence[Part]], int]
    ) -> tuple[list[Part], bool]:
        """A position with the map above it, if it is due and fits; and whether its board is there too.

        `parts` are the board and what comes below it, in `room` rows; `height` counts the rows of
        parts. If there is no room for both, a shorter board or none is below the map.
        """
        is_first, things = self.console.viewer not in self._seen, self._due()
        gap, (board, *rest) = Part("", [""]), parts
        if things is None:
            return [gap, *parts], True
        left = room - height([gap, *rest])
        whole = Part("board", self.console.display.map() if is_first else [])
        if is_first and height([whole, gap, board]) <= left:
            return [gap, whole, gap, *parts], True
        for shorter, least in self._boards(board, left):
            below = [gap, *shorter] if shorter and left - height(shorter) > least else shorter
            if (rows := min(left - height(below), MOST)) >= least:
                drawn = Part("board", _trimmed(nearby.excerpt(self.console, things, rows)))
                return [gap, drawn, *below, *rest], board.kind in [part.kind for part in below]
        return [gap, *parts], True

    def _boards(self, board: Part, left: int) -> Iterator[tuple[list[Part], int]]:
        """The board, a shorter one, and a hint at it, each with the fewest rows for a map above it.

        A new game needs no board, since its opening says the same.
        """
        if is_new(self.console.session):
            yield [board], LARGE
            yield [], FEWEST
            return
        yield [board], FEWEST
        short = self.console.display.board(left - FEWEST) if left > FEWEST else []
        if short and len(short) < len(board.lines):
            yield [Part(board.kind, short)], FEWEST
        yield [Part("reply", [BOARD_LEFT_OUT])], FEWEST

    def _due(self) -> list[list[Cell]] | None:
        """The spaces that the map should show, the most important first; None if no map is due.

        It is shown at first, after a move, after a fight, and in a new turn.
        """
        session, viewer = self.console.session, self.console.viewer
        game, view = session.scenario.game, session.view(viewer)
        if not game.has_map or self.console.display.plain or game.fight(view):
            return None
        from sandtable.drawing import window  # noqa: PLC0415 (slow to import, and not every game has maps)

        lines = self.console.display.whole_map()
        pieces = {counter.key: counter.at for counter in game.pictures(view)[0].counters}
        now = _Seen(game.turn(view), type(session.table.decision), pieces, lines)
        before = self._seen.setdefault(viewer, now)
        if before is not now and not now.follows(before):
            return None
        self._seen[viewer] = now
        changed = window.changed(before.lines[: before.lines.rows], lines) if before is not now else []
        spaces = nearby.with_neighbours(self.console, *nearby.decision_spaces(self.console))
        return [*changed, *window.spaces(lines, spaces), *window.first_look(lines)]


def _trimmed(lines: Sequence[str]) -> list[str]:
    """Lines without empty ones at the beginning and at the end."""
    drawn = [y for y, line in enumerate(lines) if line.strip()]
    return list(lines[drawn[0] : drawn[-1] + 1]) if drawn else []
