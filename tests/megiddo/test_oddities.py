"""Oddities of a battle's file: legal but odd settings are listed; the built-in ones have none."""

from __future__ import annotations

import pytest

from sandtable.plugins.catalog import catalog

MINE = [id for id in catalog().scenarios.ids if id.startswith("megiddo/")]

FILE = """game = "megiddo"
title = "Mine"

[british]
hand = {hand}
discards = {discards}
victory_points = 3
deck = {{ british-infantry = 5, british-cavalry = 5{british} }}

[turkish]
hand = 5
discards = 2
victory_points = 3
deck = {{ {turkish} }}
"""
PLAIN = {"hand": "5", "discards": "2", "british": "", "turkish": "turkish-infantry = 9"}


def oddities(**changes: str) -> list[str]:
    scenario = catalog().scenarios.from_text(FILE.format(**(PLAIN | changes)), "mine", "mine.toml")
    return list(scenario.game.oddities(scenario))


@pytest.mark.parametrize("id", MINE)
def test_nothing_is_odd_in_a_battle_of_the_game(id: str) -> None:
    """MEG cards: the files of the game."""
    scenario = catalog().scenario(id)
    assert list(scenario.game.oddities(scenario)) == []


def test_nothing_is_odd_in_a_plain_battle() -> None:
    """MEG cards: the files of the game."""
    assert oddities() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"hand": "11"}, "british.hand: 11 cards, but the deck has only 10"),
        ({"discards": "6"}, "british.discards: 6 cards in a round, but a hand has only 5"),
        ({"british": ", roads = 0"}, "british.deck: roads = 0, so it can never be drawn"),
        ({"british": ", allenby = 11"}, "british.deck: 11 leaders, but only 10 units to lead"),
        ({"turkish": "kemal = 9"}, "turkish.deck: it has no units, so no battle can be won"),
        ({"turkish": "british-infantry = 9"}, "turkish.deck: in both decks: british-infantry"),
        (
            {"turkish": "lawrence = 1, turkish-infantry = 8"},
            "turkish.deck: lawrence ends the game only if the British lose him, not the Turks",
        ),
    ],
)
def test_oddities_are_shown(changes: dict[str, str], expected: str) -> None:
    """MEG 1, MEG 2, MEG cards, MEG-R6, MEG-R19: hands, discards, decks."""
    assert oddities(**changes) == [expected]
