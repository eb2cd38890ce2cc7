"""A seat at a table, with its own view of the game, and the bots that play from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from sandtable.model.dice import Dice, SeededDice
from sandtable.text.errors import GameError
from sandtable.text.guard import Guard, in_a_line

if TYPE_CHECKING:
    from sandtable.model.action import Action
    from sandtable.model.event import Event
    from sandtable.model.game import Outcome
    from sandtable.model.phase import Decision
    from sandtable.model.table import Table

BOT_SIDES = 1 << 30
"""The largest seed of imagined luck, which is rolled with the seat's dice."""


class Seat:
    """What one side may know and do at a table, without access to the table itself.

    `dice` uses a stream of its own, so a bot that rolls does not disturb the game's luck.
    """

    def __init__(
        self, table: Table[Any], name: str, dice: Dice, events: Callable[[], Iterable[Event]]
    ) -> None:
        self._table = table
        self._events = events
        self.name = name
        self.dice = dice

    @property
    def decision(self) -> Decision[Any]:
        """The decision that the seat faces."""
        return self._table.decision.seen_by(self.name)

    @property
    def options(self) -> Sequence[Action]:
        """The seat's options; none while another seat decides."""
        table = self._table
        if table.outcome is not None or self.name not in table.decision.waiting:
            return ()
        with table.asking(self.name):
            return table.options

    def allows(self, action: Action) -> bool:
        """Return whether an action is one of the options, often without listing them all."""
        asked = self._table.outcome is None and self._table.decision.seat == self.name
        return self._table.allows(action) if asked else action in self.options

    @property
    def view(self) -> Struct:
        """What the seat may know of the position: the game's own view Struct."""
        return self._table.view(self.name)

    @property
    def glance(self) -> Struct:
        """The view for one look; do not keep or change it, since it may share data with the table."""
        return self._table.game.glance(self._table, self.name)

    @property
    def scenario(self) -> Any:
        """The scenario's data, which every seat may read."""
        return self._table.scenario.data

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None until then."""
        return self._table.outcome

    @property
    def log(self) -> list[Event]:
        """The events so far, as the seat and its partners saw them."""
        return self._table.heard(self._events(), self.name)

    def imagine(self) -> Table[Any]:
        """Return a table that could be the real one, as far as the seat knows."""
        return self._table.imagine(self.name, SeededDice(self.dice.roll(sides=BOT_SIDES)[0]))


class Bot(Protocol):
    """A program that plays a seat: any class that defines `choose`.

    >>> class First:
    ...     def choose(self, seat):
    ...         return seat.options[0]
    >>> import sandtable
    >>> session = sandtable.new("megiddo/1918-even", seed=11)
    >>> str(First().choose(session.seat("british")))
    'discard british-infantry'
    """

    def choose(self, seat: Seat) -> Action:
        """Choose one of `seat.options`."""
        ...


def ask_bot(bot: Bot, player: str, seat: Seat) -> Action:
    """Ask a bot to choose. Raises GameError, which calls it `player`, if it fails or cheats."""
    try:
        action = bot.choose(seat)
    except BaseException as error:
        failed = GameError(f"the bot {player} failed as {seat.name}: {in_a_line(error)}")
        Guard(lambda _: failed).take(error)
        raise
    if not seat.allows(action):
        raise GameError(f"the bot {player} chose {action} as {seat.name}, which is not legal")
    return action
