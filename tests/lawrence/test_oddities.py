"""Oddities of a Mission card: legal but odd settings are listed; the built-in missions have none."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.plugins.catalog import catalog

MINE = [id for id in catalog().scenarios.ids if id.startswith("lawrence/")]

CARD = """game = "lawrence"
title = "Mine"
ops = {ops}
pounds = {pounds}
leadership = 2
start = "{start}"
garrisons = ["wejh", "aqaba", "maan", "tabuk", "medina"]
"""
CLEAR = '[[clear]]\nspaces = ["wejh"]\n'
DEEP = '[[rules]]\nname = "lawrence.deck"\n'
FEW = 'without = ["allenby", "ambush", "asien-korps", "blood-feud", "fakhri-pasha", "feisal-rides"]\n'


def oddities(more: str, ops: int = 8, pounds: int = 9, start: str = "yenbo") -> list[str]:
    text = CARD.format(ops=ops, pounds=pounds, start=start) + more
    scenario = catalog().scenarios.from_text(text, "mine", "mine.toml")
    return list(scenario.game.oddities(scenario))


@pytest.mark.parametrize("id", MINE)
def test_nothing_is_odd_in_a_mission_of_the_game(id: str) -> None:
    """LOA-C11: the files of the game."""
    scenario = catalog().scenario(id)
    assert list(scenario.game.oddities(scenario)) == []


def test_nothing_is_odd_on_a_plain_card() -> None:
    """LOA 37: few goals, time and Pounds enough."""
    assert oddities(CLEAR) == []


@pytest.mark.parametrize(
    ("more", "numbers", "expected"),
    [
        (CLEAR, {"pounds": 60}, "pounds: 60 is more than the cost of everything on sale, 52"),
        (CLEAR, {"pounds": 0}, "pounds: 0 buys nothing"),
        ('[[demolish]]\nspaces = ["maan", "tabuk", "hedia"]\n', {"pounds": 2},
         "pounds: 2 is too few: the charges for demolish cost 3"),
        (CLEAR + CLEAR, {}, "clear: wejh is named in two goals"),
        ('[[demolish]]\nspaces = ["maan"]\n' * 2, {}, "demolish: maan is named in two goals"),
        ('[[occupy]]\nspace = "aqaba"\n' * 2, {}, "occupy: aqaba is named in two goals"),
        ('[[occupy]]\nspace = "yenbo"\n', {}, "occupy: Lawrence begins at yenbo, so staying there wins"),
        ('[[occupy]]\nspace = "cairo"\n[[occupy]]\nspace = "suez"\n', {}, "and he cannot be in both"),
        ("".join(f'[[occupy]]\nspace = "{space}"\nleader = true\n' for space in
                 ("wejh", "aqaba", "maan", "rumm")), {}, "need 4 leaders, but there are only 3"),
        ('[[occupy]]\nspace = "aqaba"\nothers = 7\n[[occupy]]\nspace = "maan"\nothers = 7\n', {},
         "the goals together need 16 units, but there are only 13"),
        ('[[clear]]\nspaces = ["wejh", "aqaba", "maan", "tabuk", "medina"]\n', {"ops": 2},
         "ops: 2 Operations are too few for 3 spaces"),
        ('[[occupy]]\nspace = "damascus"\n', {"ops": 1, "start": "mecca"},
         "ops: occupy[0] is 6 spaces from mecca, and Lawrence moves 5 in each of 1"),
        (CLEAR, {"start": "cairo"}, "base: without a base, a mission that begins at cairo sells only"),
        (CLEAR + DEEP, {}, "without and more are both empty"),
        (CLEAR + DEEP + 'without = ["ambush"]\nmore = ["ambush"]\n', {},
         "ambush is in both without and more"),
        (CLEAR + DEEP + FEW, {"ops": 14}, "ops: 14 Operations, but the deck has only 8 cards"),
    ],
)  # fmt: skip
def test_oddities_are_shown(more: str, numbers: dict[str, Any], expected: str) -> None:
    """LOA-C11, LOA 35.1, LOA 30.2, LOA-C3, LOA-C8: goals, Ops, Pounds, cards."""
    assert [oddity for oddity in oddities(more, **numbers) if expected in oddity], oddities(
        more, **numbers
    )
