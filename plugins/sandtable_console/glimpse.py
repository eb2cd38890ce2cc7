"""The map shown above a position at the start, after moves and in a new turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sandtable_console import nearby
from sandtable_console.page import Part

if TYPE_CHECKING:
    from sandtable_console.console import Console

MOST_ROWS = 14
"""The maximum height of the map, in rows."""

LEAST_WHOLE_ROWS = 10
"""In fewer rows than this, only the part of the map that matters is shown."""


class _MapState(NamedTuple):
    """The state of the map when last shown: the turn, the decision, and each piece's space."""

    turn: str
    decision: type[object]
    pieces: Mapping[str, str]

    def follows(self, before: _MapState) -> bool:
        """Return whether pieces have moved or been set up, or a new turn has begun, since `before`."""
        moved = any(self.pieces.get(key) != at for key, at in before.pieces.items())
        placed = self.pieces.keys() - before.pieces.keys() and self.decision is not before.decision
        return bool(moved or placed or self.turn != before.turn)


class Glimpse:
    """Decides when a small terminal shows the map, and draws it in the free rows."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._seen: dict[str | None, _MapState] = {}
        self._fought: set[str | None] = set()
        """The viewers who have seen a fight, but no map since."""

    @property
    def is_possible(self) -> bool:
        """Whether the game has a map and the player can see pictures."""
        return self.console.session.scenario.game.has_map and not self.console.display.plain

    def draw(self, rows: int) -> Part:
        """Draw the map with option numbers in at most `rows` rows, whole if there is room."""
        rows = min(rows, MOST_ROWS)
        near = next(iter(nearby.what_matters(self.console)), None) if rows < LEAST_WHOLE_ROWS else None
        numbers = nearby.option_numbers(self.console)
        lines = self.console.display.whole_map(rows=rows, options=numbers, near=near)
        return Part("board", lines[: lines.rows])

    @property
    def is_due(self) -> bool:
        """Whether to show the map now: at first, after a move or a fight, and in a new turn."""
        session, viewer = self.console.session, self.console.viewer
        game, view = session.scenario.game, session.view(viewer)
        if not self.is_possible:
            return False
        if game.fight(view):
            self._fought.add(viewer)
            return False
        pieces = {counter.key: counter.at for counter in game.pictures(view)[0].counters}
        now = _MapState(game.turn(view), type(session.table.decision), pieces)
        before = self._seen.setdefault(viewer, now)
        if before is not now and viewer not in self._fought and not now.follows(before):
            return False
        self._seen[viewer] = now
        self._fought.discard(viewer)
        return True
