"""What whoever sits at a prompt sees of a session: the news, the position, what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from sandtable.model.action import Action
from sandtable.model.event import Event
from sandtable.record.log import LogEntry
from sandtable.record.session import Session

if TYPE_CHECKING:
    from sandtable.drawing.chart import MapLines

LINEAR = 50
"""A board for those who listen has at most this many columns, so that nothing stands side by side."""


CLEAR = 80
"""In as many columns a map of ours has all names whole, and no way hides another."""


class Display:
    """What somebody at a prompt sees of a session: only what the viewer may know.

    `width` is the room for text and pictures, in columns. When `plain`, a map is told in words, for
    those who listen; when `fine`, it is drawn with more than ASCII.
    """

    def __init__(self, session: Session, width: int = 80) -> None:
        self.session = session
        self.width = width
        self.plain = False
        self.fine = False
        self._told: dict[str | None, int] = {}

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return self.session.seating.humans

    @property
    def viewer(self) -> str | None:
        """Whose eyes the text is for: the only human, else whoever decides, else everybody's."""
        humans = self.humans
        if len(humans) == 1:
            return humans[0]
        return self.session.to_move if humans else None

    @property
    def options(self) -> Sequence[Action]:
        """What the viewer can choose now."""
        mine = self.viewer in (None, self.session.to_move)
        return self.session.options() if mine else ()

    def news(self) -> list[str]:
        """What has happened since the viewer was last told, which then counts as told."""
        # When two humans' game is over, it is told to both what neither has seen.
        last = max(self._told.values(), default=0) if self.viewer is None else 0
        told = self._told.get(self.viewer, last)
        self._told[self.viewer] = self.session.journal.n
        fresh = [*takewhile(lambda entry: entry.n > told, reversed(self.session.log))]
        return [line for entry in reversed(fresh) for line in self.entry_lines(entry)]

    def entry_lines(self, entry: LogEntry) -> list[str]:
        """What a line of the save did, as the viewer may know it."""
        if entry.undo is not None:
            return ["Taken back openly."]
        if entry.note is not None:
            return [f"note: {entry.note}"] if entry.shows(self.viewer) else []
        return [self._line_of(event) for event in entry.seen_by(self.viewer)]

    def _line_of(self, event: Event) -> str:
        """What an event tells, as good or bad news if it is a headline of its viewer."""
        headline = event.headline(self.viewer) if self.viewer else None
        if headline is None or not headline.worth:
            return event.text
        from sandtable.drawing import styled  # noqa: PLC0415 (slow to import, and not every event is news)

        return styled.line_of((event.text, "good" if headline.worth > 0 else "bad"))

    def catch_up(self, lines: int) -> list[str]:
        """The last lines of what has happened, all of which then counts as told."""
        told = [line for entry in self.session.log for line in self.entry_lines(entry)]
        self.news()
        return told[len(told) - min(lines, len(told)) :]

    def describe(self, action: Action) -> str:
        """What an option would do, in a few words of the game's."""
        return self.session.table.decision.describe(self.session.table, action)

    def cost(self, action: Action) -> str:
        """What an option takes, in as few letters as can be."""
        return self.session.table.decision.cost(self.session.table, action)

    def copies(self, action: Action) -> int:
        """How many equal things an option stands for."""
        return self.session.table.decision.copies(self.session.table, action)

    def about(self, action: Action) -> str:
        """What an option takes and does, in a few words of the game's."""
        cost, does = self.cost(action), self.describe(action)
        return does if cost in does else f"{cost}, {does}" if does else cost

    def asks(self) -> str:
        """Whose decision it is, of what, by which rule; whoever plays alone is simply asked."""
        session = self.session
        if session.to_move is None:
            return f"The game is over: {session.outcome.name if session.outcome else ''}."
        decision = session.table.decision
        what = f"{decision.ask(session.table)} [rule {decision.rule}]"
        alone = len(session.scenario.game.seats) == 1
        return f"{what[:1].upper()}{what[1:]}" if alone else f"{decision.seat.capitalize()}: {what}"

    def status(self) -> str:
        """The scores and the means, in one line."""
        return self.session.scenario.game.status(self.session.view(self.viewer))

    def board(self, height: int | None = None) -> list[str]:
        """The position in lines, in at most `height` of them if the game can."""
        width = min(self.width, LINEAR) if self.plain else self.width
        view = self.session.view(self.viewer)
        return list(self.session.scenario.game.board(view, width, height))

    def map(self) -> list[str]:
        """The map as the viewer may know it; the board of a game without one."""
        game, view = self.session.scenario.game, self.session.view(self.viewer)
        if self.plain:
            return list(game.relations(view)) or self.board()
        from sandtable.drawing import chart  # noqa: PLC0415 (slow to import, and not every game has maps)

        with chart.fine(wanted=self.fine):
            return list(game.map(view, self.width)) or self.board()

    def whole_map(self, width: int = CLEAR, rows: int | None = None) -> MapLines:
        """The map in `width` columns and as many rows as it needs, for a window that shows a part of it.

        In CLEAR columns there is room for all names and ways. With `rows` the map is drawn small, with
        signs for spaces, in as many rows. A game without a map has an empty one.
        """
        from sandtable.drawing import chart  # noqa: PLC0415 (slow to import, and not every game has maps)

        with chart.fine(wanted=self.fine), chart.whole(rows):
            lines = self.session.scenario.game.map(self.session.view(self.viewer), width)
        return lines if isinstance(lines, chart.MapLines) else chart.MapLines(lines, len(lines))

    def ending(self, *, odds: bool = False) -> list[str]:
        """How the game ended: the last position, the outcome and its figures, and a look back.

        Nothing before it is over. With `odds` plugins are asked how far they moved, which takes a while.
        """
        outcome = self.session.outcome
        if outcome is None:
            return []
        figures = ", ".join(
            f"{name.replace('-', ' ')} {value}"
            for name, value in self.session.scenario.game.figures(outcome.metrics).items()
        )
        from sandtable.prompt import ending  # noqa: PLC0415 (needed only at the end)

        over = f"Over: {outcome.name}{f' ({figures})' if figures else ''}."
        looked = ending.Ending(self.session, self.viewer)
        moved = self._swings(looked.candidates) if odds else {}
        looks_back = ending.lines(looked, self.width, moved)
        return ["", self.status(), *self.board(), "", over, *looks_back]

    def _swings(self, lines: Sequence[int]) -> Mapping[int, float]:
        """How far the odds moved with some lines, where a plugin can tell."""
        seat = self.viewer or next(iter(self.session.seats))
        answers = self.session.plugins.ask(
            "swings", Mapping, session=self.session, seat=seat, lines=lines
        )
        return next((answer.value for answer in answers), {})
