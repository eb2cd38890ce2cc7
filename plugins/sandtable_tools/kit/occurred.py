"""What of a game's content has occurred in play, and what never did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from msgspec import Struct

from sandtable import Action, Event, SandtableError, Scenario, Seat, SeededDice, SpecialRule, Table
from sandtable.tooling import Catalog, catalog
from sandtable_tools.kit import chosen, contents, contract, leaks
from sandtable_tools.kit.contents import Witness
from sandtable_tools.kit.random_game import RandomGame

MOST_ACTIONS = 3_000
"""A game is left after this many actions."""


class Coverage(Struct, frozen=True):
    """How many games were played, and the ids of each kind that occurred and that never did.

    Kinds are phases, actions, events, rules (special rules that were in force), refusals (as
    they are written in the code), and those of `Game.contents`.
    """

    game: str
    games: int
    seen: dict[str, list[str]]
    never: dict[str, list[str]]

    def __str__(self) -> str:
        return "\n".join([f"{self.game}: {self.games} games", *self._lines()])

    def _lines(self) -> Iterator[str]:
        for kind, seen in self.seen.items():
            never = self.never[kind]
            yield f"  {kind}: {len(seen)} of {len(seen) + len(never)}"
            yield from (f"    never {id}" for id in never)


def coverage(
    game: str,
    *,
    games: int = 12,
    seed: int | str = 1,
    plugins: Catalog | None = None,
    progress: Callable[[str], None] | None = None,
) -> Coverage:
    """Play up to `games` games of every scenario, until all of the game's content has occurred.

    They are played at random, by the game's own bot, and by a mixture that prefers what has not
    occurred yet, with each house rule in turn. `progress` hears of each game. What never occurred
    may be rare, or out of reach, which is a fault; see for yourself. `game` may be ``GAME/NAME`` or
    a ``.toml`` file as well, for one scenario with its own special rules. Raises SandtableError for
    a game without scenarios, and for a fault of the game, with the seed and the commands that show it.
    """
    known = plugins or catalog()
    scenarios = chosen.scenarios(known, game)
    if not scenarios:
        raise SandtableError(f"no scenario of {game} is installed")
    rules = _own_rules(scenarios[0]) if chosen.is_scenario(game) else known.games.rules(game)
    witness = Witness(contents.wanted(scenarios, rules))
    played = 0
    for number in range(games):
        for scenario in scenarios:
            if witness.missing:
                _play(scenario, number, str(seed), witness)
                played += 1
                if progress:
                    progress(f"{scenario.id}: game {number + 1}, {witness.missing} never seen yet")
    return Coverage(game, played, witness.seen, witness.never)


def _own_rules(scenario: Scenario) -> Mapping[str, type[SpecialRule]]:
    """The special rules that a scenario and its parts ask for, by name."""
    asked = [rule["name"] for one in (scenario, *scenario.parts) for rule in one.info.rules]
    return {name: scenario.rule_kinds[name] for name in asked}


def _play(scenario: Scenario, number: int, seed: str, witness: Witness) -> None:
    """A game, of which all that occurs is noted; SandtableError for a fault of it."""
    houses = [None, *contract.house_rules(scenario.game)]
    house = houses[number // len(WAYS) % len(houses)]
    actions: list[Action] = []
    try:
        with redirect_stdout(StringIO()):
            _note_all(scenario, f"{seed}/{number}", house, WAYS[number % len(WAYS)], witness, actions)
    except Exception as error:
        secrets = leaks.Secrets(scenario.game.seats)
        game = RandomGame(scenario, f"{seed}/{number}", [], secrets, house)
        raise SandtableError(str(game.raised(actions, error))) from error


def _note_all(
    scenario: Scenario, seed: str, house: Any, way: Way, witness: Witness, actions: list[Action]
) -> None:
    """Play in one way or another; the actions that are done are added to the list."""
    player = _Player(scenario, SeededDice(f"{seed} coverage"), witness)
    table: Table[Any] = Table.new(scenario, witness.dice(seed), house, player.events)
    told = 0
    for _ in range(MOST_ACTIONS):
        witness.note(table, player.events[told:])
        told = len(player.events)
        if table.outcome is not None:
            return
        action = way(player, table)
        actions.append(action)
        witness.note_action(action)
        table.choose(action)


class _Player:
    """Plays every seat of a game in one way or another."""

    def __init__(self, scenario: Scenario, luck: SeededDice, witness: Witness) -> None:
        self.bots = {seat: scenario.game.scripted() for seat in scenario.game.seats}
        self.luck = luck
        self.witness = witness
        self.events: list[Event] = []

    def random(self, table: Table[Any]) -> Action:
        """Any option."""
        return self.luck.pick(list(table.options))

    def scripted(self, table: Table[Any]) -> Action:
        """What the game's own bot chooses."""
        seat = table.decision.seat
        return self.bots[seat].choose(Seat(table, seat, self.luck, lambda: self.events))

    def guided(self, table: Table[Any]) -> Action:
        """What names something that never occurred; else what was done least, or one of the others."""
        new = [option for option in table.options if self.witness.lacks(option)]
        if new:
            return self.luck.pick(new)
        return self.luck.pick((self.random, self.least, self.scripted, self.scripted))(table)

    def least(self, table: Table[Any]) -> Action:
        """What was done least so far, in all games."""
        often = self.witness.often
        least = min(map(often, table.options))
        return self.luck.pick([option for option in table.options if often(option) == least])


Way = Callable[[_Player, Table[Any]], Action]

WAYS: Sequence[Way] = (_Player.random, _Player.scripted, _Player.guided, _Player.guided)
"""How games are played, in turn."""
