"""The map above a position: at the beginning, when pieces have moved, in a new turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sandtable_console import nearby
from sandtable_console.page import Part

if TYPE_CHECKING:
    from sandtable_console.console import Console

MOST = 14
"""The map has at most this many rows."""

WHOLE = 10
"""In fewer rows than this, only the part of the map that matters is shown."""


class _Seen(NamedTuple):
    """The state of the map when it was last shown: turn, decision, and the space of each piece."""

    turn: str
    decision: type[object]
    pieces: Mapping[str, str]

    def follows(self, before: _Seen) -> bool:
        """Whether pieces have moved since then, a set-up has placed some, or a new turn has begun."""
        moved = any(self.pieces.get(key) != at for key, at in before.pieces.items())
        placed = self.pieces.keys() - before.pieces.keys() and self.decision is not before.decision
        return bool(moved or placed or self.turn != before.turn)


class Glimpse:
    """Decides when a small terminal shows the map, and draws it in the rows that are free."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._seen: dict[str | None, _Seen] = {}
        self._fought: set[str | None] = set()
        """The viewers who have seen a fight, and no map since."""

    @property
    def is_possible(self) -> bool:
        """Whether the game has a map, and the player looks at it."""
        return self.console.session.scenario.game.has_map and not self.console.display.plain

    def draw(self, rows: int) -> Part:
        """The map in at most `rows` rows, with the numbers of options: all of it if there is room."""
        rows = min(rows, MOST)
        near = next(iter(nearby.what_matters(self.console)), None) if rows < WHOLE else None
        numbers = nearby.option_numbers(self.console)
        lines = self.console.display.whole_map(rows=rows, options=numbers, near=near)
        return Part("board", lines[: lines.rows])

    @property
    def is_due(self) -> bool:
        """Whether the map is to be shown: at first, after a move, after a fight, and in a new turn."""
        session, viewer = self.console.session, self.console.viewer
        game, view = session.scenario.game, session.view(viewer)
        if not self.is_possible:
            return False
        if game.fight(view):
            self._fought.add(viewer)
            return False
        pieces = {counter.key: counter.at for counter in game.pictures(view)[0].counters}
        now = _Seen(game.turn(view), type(session.table.decision), pieces)
        before = self._seen.setdefault(viewer, now)
        if before is not now and viewer not in self._fought and not now.follows(before):
            return False
        self._seen[viewer] = now
        self._fought.discard(viewer)
        return True
