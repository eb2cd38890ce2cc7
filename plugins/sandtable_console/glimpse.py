"""The part of the map above a position: at the beginning, when pieces have moved, in a new turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sandtable_console import nearby
from sandtable_console.page import Part

if TYPE_CHECKING:
    from sandtable import chart
    from sandtable_console.console import Console
    from sandtable_pictures import window

MOST = 14
"""A part of the map has at most this many rows."""


class _Seen(NamedTuple):
    """The state of the map when it was last shown: turn, decision, and the space of each piece."""

    turn: str
    decision: type[object]
    pieces: Mapping[str, str]
    lines: chart.MapLines

    def follows(self, before: _Seen) -> bool:
        """Whether pieces have moved since then, a set-up has placed some, or a new turn has begun."""
        moved = any(self.pieces.get(key) != at for key, at in before.pieces.items())
        placed = self.pieces.keys() - before.pieces.keys() and self.decision is not before.decision
        return bool(moved or placed or self.turn != before.turn)


class Glimpse:
    """Decides when a small terminal shows the map, and draws the part that matters."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._seen: dict[str | None, _Seen] = {}
        self._fought: set[str | None] = set()
        """The viewers who have seen a fight, and no map since."""
        self._is_first = True

    @property
    def is_possible(self) -> bool:
        """Whether the game has a map, and the player looks at it."""
        return self.console.session.scenario.game.has_map and not self.console.display.plain

    def whole_map(
        self, board: list[str], rows: int, rows_of: Callable[[Sequence[Part]], int]
    ) -> list[Part]:
        """The whole map and the board below it, if the map is due for the first time and both fit."""
        parts = [Part("board", self.console.display.map()), Part("", [""]), Part("board", board)]
        return parts if self._is_first and rows_of(parts) <= rows else []

    def draw(self, things: Sequence[Sequence[window.Cell]], rows: int) -> Part:
        """The part of the map around things, in at most `rows` rows."""
        return Part("board", _trim(nearby.excerpt(self.console, things, min(rows, MOST))))

    def cells_due(self) -> list[list[window.Cell]] | None:
        """What the map should show, the most important first; None if it need not be shown.

        It is shown at first, after a move, after a fight, and in a new turn. The viewer's units that
        moved come first, then the spaces of the decision, then what else has changed.
        """
        session, viewer = self.console.session, self.console.viewer
        game, view = session.scenario.game, session.view(viewer)
        if not self.is_possible:
            return None
        if game.fight(view):
            self._fought.add(viewer)
            return None
        from sandtable_pictures import window  # noqa: PLC0415 (slow to import, and not every game has maps)

        lines = self.console.display.whole_map()
        pieces = {counter.key: counter.at for counter in game.pictures(view)[0].counters}
        now = _Seen(game.turn(view), type(session.table.decision), pieces, lines)
        before = self._seen.setdefault(viewer, now)
        self._is_first = before is now
        if not self._is_first and viewer not in self._fought and not now.follows(before):
            return None
        self._seen[viewer] = now
        self._fought.discard(viewer)
        changed = window.diff(before.lines[: before.lines.rows], lines) if before is not now else []
        own = set(window.with_role(lines, "own"))
        moved = [cells for cells in changed if not own.isdisjoint(cells)]
        return [
            *moved,
            *window.spaces(lines, chain.from_iterable(nearby.decision_spaces(self.console))),
            *changed,
            *nearby.what_matters(self.console, lines),
        ]


def _trim(lines: Sequence[str]) -> list[str]:
    """Lines without empty ones at the beginning and at the end."""
    drawn = [y for y, line in enumerate(lines) if line.strip()]
    return list(lines[drawn[0] : drawn[-1] + 1]) if drawn else []
