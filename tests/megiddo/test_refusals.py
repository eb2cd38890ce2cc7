"""Every reason why an order is forbidden, each in a written position."""

from __future__ import annotations

import re

import pytest
from refusals import Answer, Forbidden, never_met, row

from sandtable import Pass
from sandtable_megiddo.actions import Attack, Commit, Discard
from sandtable_megiddo.cavalry import Charges
from sandtable_megiddo.order_of_battle import OrderOfBattle
from sandtable_megiddo.reserve import Reserve

RESERVE = {"phases": [Reserve()]}
BATTLE = {"phases": [OrderOfBattle()]}
CHARGE = {"phases": [Charges()]}

# fmt: off
FORBIDDEN = [
    # 2, Reserve
    row("discard lawrence", "2", "cards from your hand .*Lawrence of Arabia is not in it",
        RESERVE, hand="roads"),
    row(Discard("nobody"), "2", "from your hand .*nobody is not in it", RESERVE, hand="roads"),
    row("discard roads", "2", "Roads is not in it",
        RESERVE, hand="roads forage", before=["discard roads"]),
    row("discard roads", "2", "at most 5 cards",
        RESERVE, hand="roads " * 9, before=["discard roads"] * 5),
    row(Commit("roads"), "2", "choose from discard, done", RESERVE, hand="roads"),
    row(Attack("roads", "towns"), "2", "choose from discard, done", RESERVE, hand="roads"),
    # 3, Order of Battle
    row("commit lawrence", "3", "cards from your hand .*Lawrence of Arabia is not in it",
        BATTLE, hand="roads"),
    row(Commit("nobody"), "3", "from your hand .*nobody is not in it", BATTLE, hand="roads"),
    row("commit forage", "MEG-R1", "a nuisance cannot be committed.*Forage",
        BATTLE, hand="roads forage"),
    row("commit towns", "3", "only one terrain card .*Mountains is",
        BATTLE, hand="towns mountains roads", before=["commit mountains"]),
    row(Discard("roads"), "3", "choose from commit, done", BATTLE, hand="roads"),
    row(Pass(), "3", "choose from commit, done", BATTLE, hand="roads"),
    # 5, Cavalry; all attacks are refused alike
    row("attack roads kemal", "5", "no such card .*in Cavalry Exploitation .roads",
        CHARGE, british="lawrence roads", turkish="supply-wagons"),
    row("attack lawrence towns", "5", "enemy's Order of Battle",
        CHARGE, british="lawrence", turkish="supply-wagons"),
    row("attack lawrence kemal", "5", "a leader cannot be attacked",
        CHARGE, british="lawrence", turkish="supply-wagons kemal"),
    row("attack british-cavalry turkish-infantry", "5", "Force 4 cannot hit Turkish Infantry",
        CHARGE, british="british-cavalry", turkish="turkish-infantry supply-wagons"),
    row("attack british-cavalry bedouins", "MEG-R4", "a supply card .*first .Supply Wagons",
        CHARGE, british="british-cavalry", turkish="bedouins supply-wagons"),
]
# fmt: on


@pytest.mark.parametrize("row", FORBIDDEN, ids=str)
def test_a_forbidden_order_names_its_section_and_the_fact(row: Forbidden, answer: Answer) -> None:
    """MEG 2 to MEG 5, MEG-R1, MEG-R4."""
    refusal = answer(row)
    assert refusal.rule == row.rule
    assert re.search(row.words, str(refusal))


def test_every_refusal_is_tried(answer: Answer) -> None:
    """MEG 2 to MEG 7: every place in the code that forbids an order has a row."""
    assert never_met("sandtable_megiddo", map(answer, FORBIDDEN)) == set()
