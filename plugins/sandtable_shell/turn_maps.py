"""The maps in a transcript at a terminal: after each turn, the part where something happened."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from sandtable.record.replay import Replay
from sandtable_console.characters import takes_unicode
from sandtable_console.settings import settings
from sandtable_pictures.frames import Drawer
from sandtable_shell.output import at_terminal

ROWS = 12
"""A map has at most this many rows."""


class TurnMaps:
    """Draws a map after a turn in which something on it changed, as far as a seat may know.

    A game for one player is shown from that player's view; None sees everything that happened.
    """

    def __init__(self, run: Replay, seat: str | None) -> None:
        self.run = run
        seats = run.session.scenario.game.seats
        self.viewer = seats[0] if len(seats) == 1 else seat
        self._turn: str | None = None
        self._shown: Sequence[str] | None = None

    def after(self) -> list[str]:
        """The rows of the map after a line that began a new turn or ended the game; else none."""
        session = self.run.session
        game, view = session.scenario.game, session.view(self.viewer)
        turn = game.turn(view)
        if turn == self._turn and session.outcome is None:
            return []
        self._turn = turn
        return self.last()

    def last(self) -> list[str]:
        """The rows of the map, around what changed since it was shown last; none if nothing did."""
        from sandtable_pictures import chart, window  # noqa: PLC0415 (only at a terminal)

        game, view = self.run.session.scenario.game, self.run.session.view(self.viewer)
        with chart.in_unicode(wanted=settings().map == "unicode" and takes_unicode()):
            lines = Drawer(game, view).map(window.CLEAR)
        before, self._shown = self._shown, lines[: lines.rows]
        if before == self._shown or not lines.places:
            return []
        changed = [] if before is None else window.changed(before, lines)
        seen = window.Window(0, 0, shutil.get_terminal_size().columns, min(lines.rows, ROWS))
        drawn = seen.centred([*changed, *window.first_look(lines)], lines).seen(lines)
        return ["", *map(str.rstrip, drawn), ""]


def wanted() -> bool:
    """Whether the output is a terminal that can show maps, and the user wants no plain lines."""
    return at_terminal() and not settings().plain
