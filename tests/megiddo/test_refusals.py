"""Every reason why an order is forbidden, each in a written position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from refusals import Forbidden, never_met, refused

from sandtable import Pass, Phase, Refusal, Table
from sandtable_megiddo.actions import Attack, Commit, Discard
from sandtable_megiddo.cavalry import Charges
from sandtable_megiddo.order_of_battle import OrderOfBattle
from sandtable_megiddo.reserve import Reserve
from sandtable_megiddo.state import Side

Answers = Callable[..., Refusal]


def reserve(hand: str, *before: str) -> dict[str, Any]:
    """A British hand to discard from, and what was done before."""
    return {"phase": Reserve(), "hand": hand, "before": before}


def battle(hand: str, *before: str) -> dict[str, Any]:
    """A British hand to commit cards from, and what was done before."""
    return {"phase": OrderOfBattle(), "hand": hand, "before": before}


def charge(british: str, turkish: str) -> dict[str, Any]:
    """Two Orders of Battle, in which the British attack with their cavalry."""
    return {"phase": Charges(), "british": british, "turkish": turkish}


FORBIDDEN = [
    # 2, Reserve
    Forbidden(
        "discard lawrence",
        "2",
        "cards from your hand .*Lawrence of Arabia is not in it",
        reserve("roads"),
    ),
    Forbidden(Discard("nobody"), "2", "from your hand .*nobody is not in it", reserve("roads")),
    Forbidden("discard roads", "2", "Roads is not in it", reserve("roads forage", "discard roads")),
    Forbidden(
        "discard roads",
        "2",
        "at most 5 cards",
        reserve("roads " * 9, *["discard roads"] * 5),
    ),
    Forbidden(Commit("roads"), "2", "choose from discard, done", reserve("roads")),
    Forbidden(Attack("roads", "towns"), "2", "choose from discard, done", reserve("roads")),
    # 3, Order of Battle
    Forbidden(
        "commit lawrence",
        "3",
        "cards from your hand .*Lawrence of Arabia is not in it",
        battle("roads"),
    ),
    Forbidden(Commit("nobody"), "3", "from your hand .*nobody is not in it", battle("roads")),
    Forbidden(
        "commit forage", "MEG-R1", "a nuisance cannot be committed.*Forage", battle("roads forage")
    ),
    Forbidden(
        "commit towns",
        "3",
        "only one terrain card .*Mountains is",
        battle("towns mountains roads", "commit mountains"),
    ),
    Forbidden(Discard("roads"), "3", "choose from commit, done", battle("roads")),
    Forbidden(Pass(), "3", "choose from commit, done", battle("roads")),
    # 5, Cavalry; all attacks are refused alike
    Forbidden(
        "attack roads kemal",
        "5",
        "no such card .*in Cavalry Exploitation .roads",
        charge("lawrence roads", "supply-wagons"),
    ),
    Forbidden(
        "attack lawrence towns",
        "5",
        "enemy's Order of Battle",
        charge("lawrence", "supply-wagons"),
    ),
    Forbidden(
        "attack lawrence kemal",
        "5",
        "a leader cannot be attacked",
        charge("lawrence", "supply-wagons kemal"),
    ),
    Forbidden(
        "attack british-cavalry turkish-infantry",
        "5",
        "Turkish Infantry .*Force 4",
        charge("british-cavalry", "turkish-infantry supply-wagons"),
    ),
    Forbidden(
        "attack british-cavalry bedouins",
        "MEG-R4",
        "a supply card .*first .Supply Wagons",
        charge("british-cavalry", "bedouins supply-wagons"),
    ),
]


@pytest.fixture
def answer(
    position: Callable[..., Table], play: Callable[..., Table], side: Callable[..., Side]
) -> Answers:
    """Plays to a position, and returns the reason why an order is forbidden there."""

    def ask(row: Forbidden) -> Refusal:
        given = dict(row.written)
        phase: Phase = given.pop("phase")
        before = given.pop("before", ())
        if "hand" in given:
            given["british"] = side(hand=given.pop("hand"))
        return refused(play(position(phase, **given), *before), row.order)

    return ask


@pytest.mark.parametrize("row", FORBIDDEN, ids=str)
def test_a_forbidden_order_names_its_section_and_the_fact(row: Forbidden, answer: Answers) -> None:
    """MEG 2 to MEG 5, MEG-R1, MEG-R4."""
    refusal = answer(row)
    assert refusal.rule == row.rule
    assert re.search(row.words, str(refusal))


def test_every_refusal_is_tried(answer: Answers) -> None:
    """MEG 2 to MEG 7: nowhere in the code is an order forbidden for a reason that no row asks for."""
    assert never_met("sandtable_megiddo", map(answer, FORBIDDEN)) == set()
