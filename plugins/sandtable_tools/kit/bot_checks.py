"""Checks that a game's bots play to the end, repeat themselves, and use only what they may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from sandtable import Bot, Event, GameError, SandtableError, Scenario, Seat, SeededDice, Table
from sandtable.tooling import Catalog, Guard, ask_bot, catalog
from sandtable_batch import play_out
from sandtable_tools.kit.findings import describe_error

MOST_LOOKS = 40
"""At most this many decisions of a game are checked by asking a bot in another world."""

PLAYOUTS = "40"
"""The playouts for each decision of a searching bot, which is slow: few worlds for two moves."""

MOST_SEARCHES = 3
"""At most this many decisions of a game are checked with a searching bot."""


def check_scripted(scenario: Scenario, seed: str) -> Iterator[str]:
    """The faults of the game's own bot, which plays every seat, twice."""

    def find() -> Iterator[str]:
        table, actions = _play_out(scenario, seed)
        table_again, actions_again = _play_out(scenario, seed)
        if (table.position, actions) != (table_again.position, actions_again):
            yield "does not play the same again with the same seed"
        else:
            yield from _check_knowledge(scenario, seed, scenario.game.scripted_bot, MOST_LOOKS)

    yield from _find_faults(find)


def check_searching(scenario: Scenario, seed: str, plugins: Catalog | None) -> Iterator[str]:
    """The faults of each searching bot at some decisions where something is hidden.

    The bot knows the game only from worlds imagined for its seat. If these show more of the true world
    than the seat may know, even by the order of things, the bot would use that.
    """
    installed, game = plugins or catalog(), scenario.game
    for name in installed.bots.names(game):
        try:
            make = partial(installed.bots.make, game, installed.bots.resolve(game, f"{name}:{PLAYOUTS}"))
        except SandtableError:
            continue  # it takes no number of playouts
        yield from _find_faults(partial(_check_knowledge, scenario, seed, make, MOST_SEARCHES))


def _find_faults(find: Callable[[], Iterator[str]]) -> list[str]:
    """The faults of a bot, or the failure of the bot or its game."""
    try:
        with Guard():
            return list(find())
    except Exception as error:
        return [describe_error(error)]


def _play_out(scenario: Scenario, seed: str) -> tuple[Table[Any], int]:
    bots = {seat: scenario.game.scripted_bot() for seat in scenario.game.seats}
    return play_out(scenario, bots, f"{seed} scripted")


def _check_knowledge(scenario: Scenario, seed: str, make: Callable[[], Bot], most: int) -> Iterator[str]:
    """The decisions at which a bot chooses differently after hidden things are dealt again."""
    events: list[Event] = []
    table: Table[Any] = Table.new(scenario, SeededDice(f"{seed} scripted"), None, events)
    looks = 0
    for look in range(MOST_LOOKS):
        if table.outcome is not None or looks == most:
            return
        name = f"{seed} {look}"
        other = table.imagine(table.decision.seat, SeededDice(name))
        # Otherwise nothing is hidden here, or the same was dealt again.
        if other.position != table.position and len(table.options) > 1:
            looks += 1
            if _choice(table, events, name, make) != _choice(other, events, name, make):
                yield f"as {table.decision.seat} chooses by what it cannot know"
                return
        table.choose(_choice(table, events, name, scenario.game.scripted_bot))


def _choice(table: Table[Any], events: list[Event], seed: str, make: Callable[[], Bot]) -> Any:
    """The choice of a newly made bot."""
    bot = make()
    seat = Seat(table, table.decision.seat, SeededDice(seed), lambda: events)
    before = table.position
    action = ask_bot(bot, type(bot).__name__, seat)
    table.refresh()
    if table.position != before:
        raise GameError("the bot changes the position that it looks at")
    return action
