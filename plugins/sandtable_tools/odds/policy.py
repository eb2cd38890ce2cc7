"""What is played to find odds: what a seat means to do, and the decisions of others on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sandtable import Action, Bot, IllegalAction, InvalidAction, Seat, SeededDice, Table
from sandtable.tooling import ask_bot
from sandtable_tools.odds.shared import Heard, heard

MOST_DECISIONS = 1_000
"""Further than this from the start nothing is played."""


class Ending(NamedTuple):
    """Nothing more is chosen; `why` the plan can not go on, `invalid` if its words mean nothing."""

    why: str = ""
    invalid: bool = False


END = Ending()


class Playthrough(NamedTuple):
    """A place that play has come to.

    `told` is what the seat has heard since the start, `depth` how many decisions were made, `done`
    how many of its own plan, `further` how many after that. `stop` is set where it ends.
    """

    table: Table[Any]
    told: Heard = ()
    depth: int = 0
    done: int = 0
    further: int = 0
    stop: Ending = END


class Policy(NamedTuple):
    """What `seat` does, one action after the other, and then `horizon` decisions of the bots.

    An action after the first may be words, which are read where they are done. `bots` decide
    for the other seats too while the plan is not through; their luck comes from `seed`.
    """

    seat: str
    actions: Sequence[Action | str]
    bots: Mapping[str, Bot]
    horizon: int
    seed: str

    def choice(self, way: Playthrough) -> Action | Ending:
        """What is chosen next, if anything. Raises AmbiguousAction."""
        through = way.done == len(self.actions)
        if way.table.outcome is not None or (through and way.further == self.horizon):
            return END
        if way.depth == MOST_DECISIONS:
            return Ending(f"not played beyond {MOST_DECISIONS} decisions")
        return self._next(way) if self._mine(way) else self._bot(way)

    def _mine(self, way: Playthrough) -> bool:
        return way.done < len(self.actions) and way.table.decision.seat == self.seat

    def _next(self, way: Playthrough) -> Action | Ending:
        wanted, table = self.actions[way.done], way.table
        if isinstance(wanted, Action):
            return wanted if wanted in table.options else _not(wanted, table.refusal(wanted))
        try:
            return table.read(wanted)
        except IllegalAction as error:
            return _not(wanted, error.refusal)
        except InvalidAction as error:
            return _not(wanted, error)._replace(invalid=True)

    def _bot(self, way: Playthrough) -> Action:
        """What a bot does, which has heard nothing of what was before."""
        name = way.table.decision.seat
        luck = SeededDice(f"{self.seed} bot {name} {way.depth}")
        bot = self.bots[name]
        return ask_bot(bot, type(bot).__name__, Seat(way.table, name, luck, lambda: ()))

    def counted(self, way: Playthrough) -> Playthrough:
        """The way with its next decision counted, which has yet to be made."""
        beyond = way.done == len(self.actions)
        done, further = way.done + self._mine(way), way.further + beyond
        return way._replace(depth=way.depth + 1, done=done, further=further)

    def walk(self, table: Table[Any]) -> Playthrough:
        """Play once, with the table's own dice, to the end of the plan."""
        way = Playthrough(table)
        while isinstance(choice := self.choice(way), Action):
            way, table.events = self.counted(way), []
            table.choose(choice)
            way = way._replace(told=way.told + heard(table.events, self.seat))
        return way._replace(stop=choice)


def _not(wanted: Action | str, why: object) -> Ending:
    return Ending(f'"{wanted}" can not be done: {why}')
