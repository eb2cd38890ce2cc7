"""A game between bots, played to its end on a bare table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.model.dice import SeededDice
from sandtable.model.event import Event
from sandtable.model.scenario import Scenario
from sandtable.model.seat import Bot, Seat, ask_bot
from sandtable.model.table import Table
from sandtable.text.errors import GameError

MOST_ACTIONS = 100_000
"""A game with more actions than this counts as endless."""


def play_out(
    scenario: Scenario, bots: Mapping[str, Bot], seed: int | str, house: Any = None
) -> tuple[Table[Any], int]:
    """Play one game between bots to its end; return the table and the number of actions.

    Raises GameError for a game that does not end.
    """
    events: list[Event] = []
    table: Table[Any] = Table.new(scenario, SeededDice(seed), house, events)
    actions = 0
    while table.outcome is None:
        seat = table.decision.seat
        luck = SeededDice(f"{seed} bot {seat} {actions + 1}")
        bot = bots[seat]
        table.choose(ask_bot(bot, type(bot).__name__, Seat(table, seat, luck, lambda: events)))
        actions += 1
        if actions > MOST_ACTIONS:
            raise GameError(f"seed {seed}: no end after {MOST_ACTIONS} actions")
    return table, actions
