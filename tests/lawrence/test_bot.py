"""The scripted player: it knows the rules, and plays to win."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable import Scenario, Seat, SeededDice, Table
from sandtable.bots import Random
from sandtable.plugins import catalog
from sandtable.seat import ask_bot
from sandtable.simulate import play_out
from sandtable_lawrence.actions import Buy, Demolish, Move, Operate
from sandtable_lawrence.bot import ABILITIES, Scripted
from sandtable_lawrence.demolition import Demolishing
from sandtable_lawrence.operation import Naming
from sandtable_lawrence.orders import Orders
from sandtable_lawrence.state import SEAT, Operation

MISSIONS = ["aqaba", "hejaz-railroad", "gaza-offensive", "damascus"]


@cache
def scenario(name: str) -> Scenario:
    """A scenario by its name."""
    return catalog().scenario(f"lawrence/{name}")


def choice(table: Table, bot: Scripted | None = None) -> str:
    """What the bot chooses."""
    return str((bot or Scripted()).choose(Seat(table, SEAT, SeededDice(1), list)))


def prepared(name: str) -> Table:
    """A mission before anything is bought."""
    return Table.new(scenario(name), SeededDice(3))


def written(name: str, decision: object, **places: str) -> Table:
    """A mission with units in some spaces, before a decision."""
    table = prepared(name)
    for id, space in places.items():
        table.state.units[id.replace("_", "-")].space = space
    table._schedule[-1] = decision
    return table


@pytest.mark.parametrize("name", MISSIONS)
def test_it_wins_and_chance_does_not(name: str) -> None:
    """LOA 28: of a few games at least one, and more than random play."""
    won = {}
    for bot in (Scripted(), Random()):
        games = [play_out(scenario(name), {SEAT: bot}, f"1/{k}")[0].outcome for k in range(1, 7)]
        won[type(bot).__name__] = sum(game.returns[SEAT] for game in games)
    assert won["Scripted"] > max(0, won["Random"])
