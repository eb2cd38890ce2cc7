"""Plays a game, and lists what occurred in it and what never did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from msgspec import Struct

from sandtable import (
    Action,
    Bot,
    Event,
    SandtableError,
    Scenario,
    Seat,
    SeededDice,
    SpecialRule,
    Table,
    number_of,
)
from sandtable.tooling import Catalog, Guard, catalog, rows_of
from sandtable_tools.kit import contents, contract, leaks
from sandtable_tools.kit.contents import Witness
from sandtable_tools.kit.examination import find_scenarios, is_scenario
from sandtable_tools.kit.position_checks import random_option, samples_of
from sandtable_tools.kit.random_game import RandomGame

MOST_ACTIONS = 3_000
"""The most actions played in a game."""


class Coverage(Struct, frozen=True):
    """The number of games played, and the ids of each kind that occurred or never did.

    Kinds are phases, actions, events, rules (special rules in force), refusals (as written in the
    code), and those of `Game.contents`.
    """

    game: str
    games: int
    seen: dict[str, list[str]]
    never: dict[str, list[str]]

    def __str__(self) -> str:
        lines = [f"{self.game}: {number_of(self.games, 'game')}"]
        for kind, seen in self.seen.items():
            never = self.never[kind]
            lines.append(f"  {kind}: {len(seen)} of {len(seen) + len(never)}")
            lines += [f"    never {id}" for id in never]
        return "\n".join(lines)


def coverage(
    game: str,
    *,
    games: int = 12,
    seed: int | str = 1,
    plugins: Catalog | None = None,
) -> Coverage:
    """Play up to `games` games of every scenario, until everything in the game has occurred.

    Some games are played at random, some by the game's own bot, and some by a player who prefers what
    has not occurred yet, with each house rule in turn. What never occurs may be rare, or unreachable by
    mistake. `game` may also be ``GAME/NAME`` or a ``.toml`` file, for one scenario with its own special
    rules. Raises SandtableError for a game without scenarios, and for a fault of the game, with the seed
    and the commands that show it.
    """
    installed = plugins or catalog()
    scenarios = find_scenarios(installed, game)
    if not scenarios:
        raise SandtableError(f"no scenario of {game} is installed")
    rules: Mapping[str, type[SpecialRule]]
    if is_scenario(game):
        scenario = scenarios[0]
        parts = (scenario, *scenario.parts)
        named = [rule["name"] for part in parts for rule in part.info.rules]
        rules = {name: scenario.rule_kinds[name] for name in named}
    else:
        rules = installed.games.rules(game)
    witness = Witness(contents.contents_of(scenarios, rules))
    played = 0
    for number in range(games):
        for scenario in scenarios:
            if witness.missing:
                _play(scenario, number, str(seed), witness)
                played += 1
    return Coverage(game, played, witness.seen, witness.never)


def _play(scenario: Scenario, number: int, seed: str, witness: Witness) -> None:
    """Play a game and record everything that occurs. Raises SandtableError for a fault of the game."""
    houses = [None, *contract.house_rules(scenario.game)]
    house = houses[number // len(POLICIES) % len(houses)]
    game = _Game(scenario, f"{seed}/{number}", house, witness)
    try:
        with Guard(), redirect_stdout(StringIO()):
            game.play(POLICIES[number % len(POLICIES)])
    except Exception as error:
        random_game = RandomGame(scenario, game.seed, [], leaks.Secrets(scenario.seats), house)
        raise SandtableError(str(random_game.finding_of(game.actions, error))) from error


class _Game:
    """A game in which one policy plays every seat; `actions` lists those done so far."""

    def __init__(self, scenario: Scenario, seed: str, house: Any, witness: Witness) -> None:
        self.scenario, self.seed, self.house, self.witness = scenario, seed, house, witness
        self.luck = SeededDice(f"{seed} coverage")
        self.actions: list[Action] = []
        self.events: list[Event] = []
        self.bots: dict[str, Bot] = {}

    def play(self, policy: Policy) -> None:
        """Play by a policy while the witness records what occurs."""
        game, witness = self.scenario.game, self.witness
        self.bots = {seat: game.scripted_bot() for seat in self.scenario.seats}
        dice = witness.dice(self.seed)
        table: Table[Any] = Table.new(self.scenario, dice, self.house, self.events)
        noted = 0
        for _ in range(MOST_ACTIONS):
            witness.note(table, self.events[noted:])
            noted = len(self.events)
            if table.outcome is not None:
                return
            action = policy(self, table)
            self.actions.append(action)
            witness.note_action(action)
            table.choose(action)

    def at_random(self, table: Table[Any]) -> Action:
        """Choose any option at random."""
        return random_option(table.options, self.luck)

    def by_script(self, table: Table[Any]) -> Action:
        """Choose as the game's own bot does."""
        seat = table.decision.seat
        return self.bots[seat].choose(Seat(table, seat, self.luck, lambda: self.events))

    def unseen_first(self, table: Table[Any]) -> Action:
        """Prefer options that show something new; if there are none, use any other policy."""
        options = samples_of(rows_of(table.options))
        new = [option for option in options if self.witness.is_new(option)]
        if new:
            return self.luck.pick(new)
        return self.luck.pick((self.at_random, self.least_done, self.by_script, self.by_script))(table)

    def least_done(self, table: Table[Any]) -> Action:
        """Choose the action done least often in all games so far."""
        times_done, options = self.witness.times_done, samples_of(rows_of(table.options))
        fewest = min(map(times_done, options))
        return self.luck.pick([option for option in options if times_done(option) == fewest])


Policy = Callable[[_Game, Table[Any]], Action]

POLICIES: Sequence[Policy] = (_Game.at_random, _Game.by_script, _Game.unseen_first, _Game.unseen_first)
"""The policies that play the games, in turn."""
