"""Checks that bots finish games, repeat them from the same seed, and use only what they may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from sandtable import Action, Bot, Event, GameError, SandtableError, Scenario, Seat, SeededDice, Table
from sandtable.tooling import Catalog, ask_bot
from sandtable_batch import play_out
from sandtable_tools.kit.findings import Finding, Found, attempt

SUFFIX = "scripted"
"""The suffix that these games add to the examination's seed."""

MOST_LOOKS = 40
"""The most decisions of a game at which a bot is asked again in another world."""

PLAYOUTS = "40"
"""A searching bot's playouts for each decision: few, because it is slow."""

MOST_SEARCHES = 3
"""The most decisions of a game that are checked with a searching bot."""


def check_scripted(scenario: Scenario, seed: str) -> list[Finding]:
    """Return the faults of the game's own bot, which plays every seat, in two games."""

    def find(commands: list[str]) -> Iterator[str]:
        first, again = (_play_out(scenario, seed, commands) for _ in "12")
        if (first[0].position, first[1]) != (again[0].position, again[1]):
            return iter(["plays differently when the seed is repeated"])
        return _check_knowledge(scenario, seed, scenario.game.scripted_bot, MOST_LOOKS, commands)

    return _find_faults("scripted bot", scenario, seed, find)


def check_searching(scenario: Scenario, seed: str, plugins: Catalog) -> Iterator[Finding]:
    """Yield the faults of each searching bot at decisions where something is hidden.

    The bot knows the game only from worlds imagined for its seat. If these show more of the true world
    than the seat may know, even by the order of a list, the bot uses it.
    """
    bots, game = plugins.bots, scenario.game
    for name in bots.names(game):
        with suppress(SandtableError):  # the bot takes no number of playouts
            make = partial(bots.make, game, bots.resolve(game, f"{name}:{PLAYOUTS}"))
            find = partial(_check_knowledge, scenario, seed, make, MOST_SEARCHES)
            yield from _find_faults("searching bot", scenario, seed, find)


def _find_faults(
    check: str, scenario: Scenario, seed: str, find: Callable[[list[str]], Iterator[str]]
) -> list[Finding]:
    """Return a bot's faults, or its failure; `find` records the commands that lead to a fault."""
    commands: list[str] = []
    bot = scenario.game.scripted_bot
    found = attempt(check, lambda: [Found(check, text, bot) for text in find(commands)])
    players = "" if commands else " ".join(f"{seat}=scripted" for seat in scenario.seats)
    return [fault.finding(scenario, f"{seed} {SUFFIX}", commands, players=players) for fault in found]


def _play_out(scenario: Scenario, seed: str, commands: list[str]) -> tuple[Table[Any], int]:
    """Play a game to its end; if a bot fails, `commands` lists the choices."""
    bots = {seat: _RecordedBot(scenario.game.scripted_bot(), commands) for seat in scenario.seats}
    names = {seat: type(noted.bot).__name__ for seat, noted in bots.items()}
    played = play_out(scenario, bots, f"{seed} {SUFFIX}", names=names)
    commands.clear()
    return played


class _RecordedBot(NamedTuple):
    """A bot whose choices are recorded as commands."""

    bot: Bot
    commands: list[str]

    def choose(self, seat: Seat) -> Action:
        action = self.bot.choose(seat)
        self.commands.append(str(action))
        return action


def _check_knowledge(
    scenario: Scenario, seed: str, make: Callable[[], Bot], most: int, commands: list[str]
) -> Iterator[str]:
    """Yield the decisions at which a bot chooses differently once hidden cards are dealt again."""
    events: list[Event] = []
    table: Table[Any] = Table.new(scenario, SeededDice(f"{seed} {SUFFIX}"), None, events)
    looks = 0
    for look in range(MOST_LOOKS):
        if table.outcome is not None or looks == most:
            return
        name = f"{seed} {look}"
        other = table.imagine(table.decision.seat, SeededDice(name))
        # Otherwise nothing is hidden here, or the same cards were dealt again.
        if other.position != table.position and len(table.options) > 1:
            looks += 1
            if _choice(table, events, name, make) != _choice(other, events, name, make):
                yield f"as {table.decision.seat} chooses by what it cannot know"
                return
        action = _choice(table, events, name, scenario.game.scripted_bot)
        table.choose(action)
        commands.append(str(action))


def _choice(table: Table[Any], events: list[Event], seed: str, make: Callable[[], Bot]) -> Any:
    bot = make()
    seat = Seat(table, table.decision.seat, SeededDice(seed), lambda: events)
    before = table.position
    action = ask_bot(bot, type(bot).__name__, seat)
    table.refresh()
    if table.position != before:
        raise GameError("the bot changes the position that it is shown")
    return action
