"""Whether the game's own bot plays to the end, always alike, and by nothing but what it may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.dice import SeededDice
from sandtable.event import Event
from sandtable.scenario import Scenario
from sandtable.seat import Seat, ask_bot
from sandtable.simulate import play_out
from sandtable.table import Table

MOST_LOOKS = 40
"""At so many decisions of a game the bot is asked again in another world."""


def check(scenario: Scenario, seed: str) -> Iterator[str]:
    """What is wrong with the bot; it plays every seat, twice."""
    try:
        table, actions = _play(scenario, seed)
        again, more = _play(scenario, seed)
        if (table.position, actions) != (again.position, more):
            yield "does not play the same again with the same seed"
        else:
            yield from _blind(scenario, seed)
    except Exception as error:
        # A fault of the bot, or of the game that it plays.
        yield f"{type(error).__name__}: {error}"


def _play(scenario: Scenario, seed: str) -> tuple[Table[Any], int]:
    bots = {seat: scenario.game.scripted() for seat in scenario.game.seats}
    return play_out(scenario, bots, f"{seed} scripted")


def _blind(scenario: Scenario, seed: str) -> Iterator[str]:
    """Where what a seat can not know is dealt anew, its bot chooses the same."""
    events: list[Event] = []
    table: Table[Any] = Table.new(scenario, SeededDice(f"{seed} scripted"), None, events)
    looks = 0
    while table.outcome is None and looks < MOST_LOOKS:
        seat = table.decision.seat
        action = _choice(table, events, f"{seed} {looks}")
        other = table.imagine(seat, SeededDice(f"{seed} {looks}"))
        if other.position == table.position:
            # Nothing is hidden here, or it came as it is.
            pass
        elif action != _choice(other, events, f"{seed} {looks}"):
            yield f"as {seat} chooses by what it can not know"
            return
        looks += 1
        table.choose(action)


def _choice(table: Table[Any], events: list[Event], seed: str) -> Any:
    """What a bot that was just made chooses."""
    seat = Seat(table, table.decision.seat, SeededDice(seed), lambda: events)
    return ask_bot(table.game.scripted(), "scripted", seat)
