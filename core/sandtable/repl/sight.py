"""What is shown of a game in play: the news, the position, and what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from sandtable.action import Action, ActionError
from sandtable.repl import screen
from sandtable.session import HUMAN, Entry, Session

OVER = "The game is over. coach tells what your choices and your luck were worth; Enter leaves."
"""What is said when nothing is left to be decided."""

NARROW = 20
"""Nothing is drawn for fewer columns than this."""

LINEAR = 50
"""The most columns of a board for those who listen: in these no two things stand side by side."""

LARGE = 8
"""A board of more rows than this is not shown again whole while the same thing is decided."""


class Part(NamedTuple):
    """Lines that belong together, and what they are: a word that a theme has a style for."""

    kind: str
    lines: list[str]


class _Seen(NamedTuple):
    """The board as it was last shown: to whom, how wide, for which decision."""

    viewer: str | None
    width: int
    decision: type[object]
    board: list[str]


class Sight:
    """What somebody at a prompt sees of a session: only what the viewer may know.

    With `numbers` a bare number means a place in the list last shown; `width` and `height` are
    the room for pictures, in columns and rows (no limit for None).
    """

    def __init__(
        self, session: Session, width: int = 80, height: int | None = None, *, numbers: bool = False
    ) -> None:
        self.session = session
        self.width = width
        self.height = height
        self.numbers = numbers
        self.plain = False
        """Whether a map is told in words, for those who listen."""
        self.fine = False
        """Whether a map is drawn with more than ASCII."""
        self._shown: Sequence[Sequence[Action]] = ()
        self.closed: set[str] = set()
        """The verbs of the list last shown whose options did not stand there one by one."""
        self._told: dict[str | None, int] = {}
        self._seen: _Seen | None = None

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return [seat for seat, player in self.session.seats.items() if player == HUMAN]

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

    @property
    def shown(self) -> Sequence[Action]:
        """The list last shown, which numbers go by; of whole moves, their first actions."""
        return [move[0] for move in self._shown]

    @shown.setter
    def shown(self, actions: Sequence[Action]) -> None:
        self.show_moves([(action,) for action in actions])

    def show_moves(self, moves: Sequence[Sequence[Action]]) -> None:
        """Make moves the list last shown: a bare number then does all the actions of one."""
        self._shown = moves
        self.closed = set()

    @property
    def only(self) -> Action | None:
        """The one thing that can be done, which an empty line does at a terminal once it was shown."""
        alone = self.numbers and len(self.shown) == 1 and list(self.options) == list(self.shown)
        return self.shown[0] if alone else None

    def news(self) -> list[str]:
        """What has happened since the viewer was last told."""
        # When two humans' game is over, it is told to both what neither has seen.
        last = max(self._told.values(), default=0) if self.viewer is None else 0
        told = self._told.get(self.viewer, last)
        self._told[self.viewer] = self.session.journal.n
        fresh = [entry for entry in self.session.story if entry.n > told]
        return [line for entry in fresh for line in self.entry_lines(entry)]

    def entry_lines(self, entry: Entry) -> list[str]:
        """What a line of the save did, as the viewer may know it."""
        if entry.undo is not None:
            return ["Taken back openly."]
        if entry.note is not None:
            return [f"note: {entry.note}"] if entry.shows(self.viewer) else []
        return [event.text for event in entry.seen_by(self.viewer)]

    def catch_up(self, lines: int) -> list[str]:
        """The last lines of what has happened, all of which then counts as told."""
        told = [line for entry in self.session.story for line in self.entry_lines(entry)]
        self.news()
        return told[len(told) - min(lines, len(told)) :]

    def describe(self, action: Action) -> str:
        """What an option would do, in a few words of the game's."""
        return self.session.table.decision.describe(self.session.table, action)

    def cost(self, action: Action) -> str:
        """What an option takes, in as few letters as can be."""
        return self.session.table.decision.cost(self.session.table, action)

    def asks(self) -> str:
        """Whose decision it is, of what, by which rule."""
        session = self.session
        if session.to_move is None:
            return f"The game is over: {session.outcome.name if session.outcome else ''}."
        decision = session.table.decision
        return f"{decision.seat.capitalize()}: {decision.ask(session.table)} [rule {decision.rule}]"

    def status(self, height: int | None = None) -> list[str]:
        """The status line and the board, in at most `height` rows if the game can."""
        game, view = self.session.scenario.game, self.session.view(self.viewer)
        room = height - 1 if height else None
        return [self._status(), *game.board(view, self._wide, room)]

    @property
    def _wide(self) -> int:
        """The columns of a board."""
        return min(self.width, LINEAR) if self.plain else self.width

    def _status(self) -> str:
        return self.session.scenario.game.status(self.session.view(self.viewer))

    def map(self) -> list[str]:
        """The map as the viewer may know it; the board of a game without one."""
        game, view = self.session.scenario.game, self.session.view(self.viewer)
        if self.plain:
            return list(game.relations(view) or game.board(view, self._wide))
        from sandtable import chart  # noqa: PLC0415 (slow to import, and not every game has maps)

        with chart.fine(wanted=self.fine):
            return list(game.map(view, self.width) or game.board(view, self.width))

    def choices(self, wanted: str = "") -> list[str]:
        """What is legal now, one a line with what it does; `wanted` keeps those that begin so."""
        options = screen.beginning(self.options, wanted)
        if wanted and not options:
            raise ActionError(f'nothing that is legal now begins with "{wanted}"')
        self.shown = options
        if self.numbers:
            return [self.asks(), *screen.numbered(options, self.describe, self.width)]
        return [self.asks(), *(f"  {option}" for option in options)]

    def picture(self) -> list[str]:
        """All that a choice needs, in lines."""
        return ["", *(line for part in self.parts() for line in part.lines)]

    def parts(self) -> list[Part]:
        """All that a choice needs: the position, the status, the options by verb, the question."""
        asks = wrap(self.asks(), self.width, subsequent_indent="  ")
        room = None if self.height is None else self.height - 2 - len(asks)
        listing = screen.grouped(self.options, self.width, cost=self.cost)
        board = self._position(None if room is None else max(room - 1 - len(listing.rows), 1))
        status = wrap(self._status(), self.width, subsequent_indent="  ") or [""]
        if room is not None and len(board) + len(status) + len(listing.rows) > room:
            most = max(room - len(board) - len(status), 1)
            listing = screen.grouped(self.options, self.width, most, self.cost)
        self.shown = self.options
        self.closed = listing.closed
        if self.only is not None:
            listing = screen.Listing([f"  Enter: {self.only}"], set())
        kinds = (("board", board), ("status", status), ("options", listing.rows), ("question", asks))
        return [Part(kind, lines) for kind, lines in kinds]

    def _position(self, height: int | None) -> list[str]:
        """The board: whole where another thing is decided than before, else what has changed."""
        game, view = self.session.scenario.game, self.session.view(self.viewer)
        decision = self.session.table.decision
        whole = list(game.board(view, self._wide))
        before, self._seen = self._seen, _Seen(self.viewer, self.width, type(decision), whole)
        if before and before[:2] == self._seen[:2]:
            same = len(whole) > LARGE and before.decision is self._seen.decision
            if same or decision.part:
                return screen.changed(before.board, whole)
        fits = height is None or len(whole) <= height
        return whole if fits else list(game.board(view, self._wide, height))

    def before(self) -> list[str]:
        """What is told above the line that is asked for; a lesson has something to say there."""
        return []

    def show_whole(self) -> None:
        """Have the next picture show the whole board."""
        self._seen = None

    def ending(self) -> list[str]:
        """How the game ended: the last position, the outcome and its figures."""
        outcome = self.session.outcome
        if outcome is None:
            return []
        figures = ", ".join(
            f"{name.replace('-', ' ')} {value}" for name, value in outcome.metrics.items()
        )
        return ["", *self.status(), f"Over: {outcome.name}{f' ({figures})' if figures else ''}."]
