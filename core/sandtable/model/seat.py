"""A seat at a table: its own view of the game, and the bots that play from it."""

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
"""Imagined luck has a seed from 1 to this number, rolled with the seat's dice."""


class Seat:
    """One side's access to a table: what it may know and do, never the table itself.

    `dice` has a stream of its own, so that thinking does not disturb the game's luck.
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
        """The decision that this seat has to make."""
        return self._table.decision.facing(self.name)

    @property
    def options(self) -> Sequence[Action]:
        """The options of the seat; none while another seat decides."""
        table = self._table
        if table.outcome is not None or self.name not in table.decision.waiting:
            return ()
        with table.asking(self.name):
            return table.options

    def allows(self, action: Action) -> bool:
        """Whether an action is one of the options; often found out without listing them all."""
        asked = self._table.outcome is None and self._table.decision.seat == self.name
        return self._table.allows(action) if asked else action in self.options

    @property
    def view(self) -> Struct:
        """The position as far as the seat may know it: the game's own view Struct."""
        return self._table.view(self.name)

    @property
    def glance(self) -> Struct:
        """The view for one look, to be neither kept nor changed: it may share data with the table."""
        return self._table.game.glance(self._table, self.name)

    @property
    def scenario(self) -> Any:
        """The game's scenario data, which every seat may read."""
        return self._table.scenario.data

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None until then."""
        return self._table.outcome

    @property
    def log(self) -> list[Event]:
        """The events so far, as this seat and its partners saw them."""
        return self._table.heard(self._events(), self.name)

    def imagine(self) -> Table[Any]:
        """A table that could be the real one, for all that this seat knows."""
        return self._table.imagine(self.name, SeededDice(self.dice.roll(sides=BOT_SIDES)[0]))


class Bot(Protocol):
    """A player that is a program. Define `choose`; any class that has it will do.

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
    """The choice of a bot. Raises GameError, which names the bot as `player`, if it fails or cheats."""
    try:
        action = bot.choose(seat)
    except BaseException as error:
        failed = GameError(f"the bot {player} failed as {seat.name}: {in_a_line(error)}")
        Guard(lambda _: failed).take(error)
        raise
    if not seat.allows(action):
        raise GameError(f"the bot {player} chose {action} as {seat.name}, which is not legal")
    return action
