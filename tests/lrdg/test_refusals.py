"""Every reason why an order is forbidden, each in a written position."""

from __future__ import annotations

import re

import pytest
from refusals import Answer, Forbidden, never_met, row

from sandtable_lrdg.actions import Buy, Move, Observe
from sandtable_lrdg.arrivals import CallUp, Granting
from sandtable_lrdg.axis import Bombed
from sandtable_lrdg.combat import Combats, Declaring
from sandtable_lrdg.evaluation import Refitting
from sandtable_lrdg.incidents import Breakdown
from sandtable_lrdg.maintenance import Helping
from sandtable_lrdg.muster import Departing, Muster
from sandtable_lrdg.preparation import Cancels
from sandtable_lrdg.state import SEAT, Target, Watch

MISS = 6
BUY = {"phases": [Muster(seat=SEAT)], "name": "el-alamein"}
JALO = {"units": "t1-a t1-b@jalo", "ap": 9}
WATCH = {"t1-a": {"watch": Watch(2, 2)}}
LOW = {"1st": {"low": True}}
FIGHT = {"phases": [Combats()], "clashes": ["jalo"], "axis": {"jalo": "it-1"}}
RAID = {
    "units": "t1-a t1-b@mechili hq-1@jalo",
    "targets": {"mechili": Target(4, 4, drawn=True)},
    "axis": {"mechili": "it-1"},
    "guards": "mechili",
    "before": ["assault mechili", "contact t1-a", "done", "aim t1-a target"],
    "dice": [MISS, MISS],
}

# fmt: off
FORBIDDEN = [
    # 3 and 4.1, purchase; 8, the missions
    row("historical", "4.1", "already bought units; abort takes them back", BUY,
        before=["buy hq-1 1st"]),
    row("done", "4.1", "at least one patrol.*; begin with a command unit", BUY),
    row(Buy("tank", "1st"), "4.1", "no such unit .tank", BUY),
    row("buy hq-1 1st", "3", "HQ 1 is taken already", BUY, units="hq-1@siwa"),
    row("buy light-a 1st", "3", "Light A is under maintenance", BUY, change={"light-a": {"box": True}}),
    row("buy t1-b 1st", "3", "T1/B is reduced", BUY, reduced="t1-b"),
    row("buy t1-b 1st", "3", "T1/B is destroyed", BUY, change={"t1-b": {"steps": 0}}),
    row("buy g2-a 1st", "3", "G2/A is under maintenance", BUY, name="bardia"),
    row("buy t1-a 1st", "8.5", "T1/A is in operation elsewhere", BUY, name="bardia"),
    row("buy det-a 1st", "8.5", "Det A is in operation elsewhere", BUY, name="bardia"),
    row("buy waco 1st", "LRDG-A87", "Waco .*no patrol", BUY),
    row(Buy("t1-a"), "4.1", "1st, 2nd, 3rd", BUY),
    row("buy hq-2 1st", "LRDG-A91", "HQ 2 leads .*patrol of its own number", BUY),
    row("buy t1-a 1st", "LRDG-A91", "a patrol's first unit must be its HQ .HQ 1", BUY),
    row("buy survey 1st", "4.1", "it costs 3 .the budget has 1 point left", BUY,
        units="hq-1 signal light-a@siwa"),
    row("depart 1st jalo", "LRDG-A31", "the 1st patrol begins",
        phases=[Departing(seat=SEAT, patrol="1st")], units="hq-1@kufra", second="hq-2@kufra"),
    row("depart 1st siwa", "LRDG-A31", "at least one patrol must begin at Kufra",
        phases=[Departing(seat=SEAT, patrol="1st")], units="hq-1@kufra", second="hq-2@siwa"),
    row("grant 3rd", "8.4", "only a patrol of this mission", phases=[Granting(seat=SEAT)],
        units="hq-1@kufra", second="hq-2@kufra"),
    row("cancel 3", "8.5", "from 1 to 2", phases=[Cancels(seat=SEAT, number=2)], units="hq-1@kufra"),
    row("launch 1st", "LRDG-A78", "only the 3rd patrol", phases=[CallUp(seat=SEAT, patrol="3rd")],
        units="hq-1@kufra", third="hq-3@kufra", patrols={"3rd": {"reserve": True}}),
    # 5, the turn
    row("mark g1-a", "5.1", "mark a unit of the patrol .*t1-a, t1-b", JALO,
        phases=[Breakdown("1st", (2,))], second="g1-a@jalo"),
    row("mark t1-a", "LRDG-A100", "without a marker first .t1-b", JALO, phases=[Breakdown("1st", (2,))],
        mco={"t1-a": [2]}, units="t1-a t1-b sas-1@jalo", house={"one_marker_each": True}),
    row("bomb g1-a", "LRDG-A26", "choose a unit in this zone", JALO,
        phases=[Bombed(seat=SEAT, zone="jalo", number=1)], second="g1-a@mechili"),
    row("refit t1-b", "5.4", "destroyed or reduced.*t1-b", phases=[Refitting(seat=SEAT)],
        units="t1-a t1-b@siwa", reduced="t1-a", bank=1),
    row("refit t1-b", "5.4", "T1/B costs 2 MCO points .1 left", phases=[Refitting(seat=SEAT)],
        units="t1-a@siwa", reduced="t1-a", change={"t1-b": {"steps": 0}}, bank=1),
    # 6.1.1, movement
    row("move 2nd jalo", "3", "no such patrol in this mission .2nd", JALO),
    row("move 1st wadi-faregh", "6.1.7", "the patrol keeps a low profile", JALO, patrols=LOW),
    row("cache 1st jalo", "LRDG-A78", "the patrol waits in reserve", JALO,
        patrols={"1st": {"reserve": True}}),
    row("move 1st wadi-faregh", "LRDG-A8", "an event keeps the patrol from moving this turn", JALO,
        patrols={"1st": {"immobile": True}}),
    row("move 1st siwa", "6.1.1", "no stack next to .*from Jalo to .*Wadi Faregh", JALO),
    row("move 1st wadi-faregh siwa", "6.1.1", "only from these zones .jalo", JALO),
    row(Move("1st", "wadi-faregh"), "6.1.1",
        "the zone where the move begins.*move 1st wadi-faregh jalo", JALO),
    row("move 1st wadi-faregh", "3.1", "Heavy and Light never", JALO, units="light-a heavy-a@jalo"),
    row("move 1st wadi-faregh", "5.2", "it costs 2 action points.*the 1st patrol has 1", JALO, ap=1),
    row("scout 1st jalo", "5.2", "it costs 3 action points .the 1st patrol has 2", JALO, ap=2),
    row("detach 1st jalo", "6.1.1", "a stack can detach units only", JALO, units="t1-a@jalo"),
    row("detach 1st jalo", "3.1", "Heavy and Light never", JALO, units="light-a heavy-a@jalo"),
    row("go wadi-faregh", "6.1.1", "add units first", JALO, before=["detach 1st jalo"]),
    row("go siwa", "6.1.1", "only an adjacent zone.*Wadi Faregh", JALO,
        before=["detach 1st jalo", "add t1-a"]),
    row("add t1-a", "6.1.1", "not chosen yet .t1-a", JALO, before=["detach 1st jalo", "add t1-a"]),
    row("add light-a", "3.1", "Heavy and Light never .*; add .* first", JALO, units="t1-a light-a@jalo",
        before=["detach 1st jalo"]),
    row("join t1-a 2nd", "6.1.1", "a unit can join a patrol only on the turn it enters", JALO,
        second="g1-a@jalo"),
    row("join t1-a 3rd", "LRDG-A78", "the patrol waits in reserve .3rd", units="t1-a@kufra",
        third="g1-a@kufra", patrols={"3rd": {"reserve": True}}, change={"t1-a": {"arrived": True}}),
    # 6.1.2, air support
    row("air-intelligence 1st jalo", "6.1.2", "the Waco is not available in this mission", JALO),
    row("air-intelligence 1st tobruk", "LRDG-A82", "at most two links from the patrol .*Jalo", JALO,
        waco=True),
    row("air-maintenance 1st jalo", "6.1.6", "no unit there has an MCO marker .such units: nowhere",
        JALO, waco=True),
    row("air-intelligence 1st sand-sea-west", "LRDG-A17", "with or next to a target", JALO, waco=True),
    row("air-intelligence 1st siwa", "LRDG-A61", "a base cannot",
        units="t1-a@siwa-track", ap=6, waco=True),
    # 6.1.3, intelligence
    row("observe t1-a siwa 1", "LRDG-A61", "a base cannot be", units="t1-a t1-b@siwa", ap=9),
    row("observe t1-a sand-sea-west 1", "LRDG-A17", "with or next to a target", JALO),
    row("observe g1-a jalo 1", "6.1.3", "no such unit is on the map .g1-a", JALO),
    row(Observe("t1-a", "jalo", 3), "6.1.3", "1 or 2 turns", JALO),
    row("observe light-a jalo 1", "LRDG-A73", "a truck cannot observe .Light A", JALO,
        units="light-a t1-a@jalo"),
    row("observe t1-a jalo 1", "6.1.3", "nothing else.*T1/A", JALO, change=WATCH),
    row("observe t1-a mechili 1", "6.1.3", "its own zone or an adjacent zone", JALO),
    row("keep-observing t1-a", "LRDG-A86", "no second turn of observation to pay for", JALO),
    row("conclude t1-a", "6.1.3", "only an observation that ends this turn", JALO),
    # 6.1.4, reconnaissance
    row("scout 1st mechili", "6", "only where it has units .Jalo", JALO),
    row("scout 1st jalo", "6.1.3", "nothing else", JALO, units="t1-a@jalo", change=WATCH),
    row("scout 1st jalo", "3.1", "Heavy and Light never", JALO, units="light-a@jalo"),
    row("done", "6.1.4", "send at least one unit first", JALO, before=["scout 1st jalo"]),
    row("send t1-a wadi-faregh", "6.1.4", "not chosen yet .t1-a", JALO,
        before=["scout 1st jalo", "send t1-a wadi-faregh"]),
    row("send t1-a siwa", "LRDG-A61", "a base cannot be", JALO, before=["scout 1st jalo"]),
    row("send t1-a mechili", "6.1.4", "only an adjacent zone", JALO, before=["scout 1st jalo"]),
    row("send light-a wadi-faregh", "3.1", "Heavy and Light never .*; send .* first", JALO,
        units="t1-a light-a@jalo", before=["scout 1st jalo"]),
    # 6.1.5 to 6.1.7
    row("cache 1st jalo", "6.1.5", "cache.*jalo", JALO, caches=["jalo"]),
    row("maintain 1st jalo", "6.1.6", "no unit there has an MCO marker", JALO),
    row("use heavy-a", "6.1.6", "use a cache, or a truck with a load", JALO,
        phases=[Helping(seat=SEAT, zone="jalo", drm=0)], units="t1-a light-a@jalo"),
    row("low-profile 1st", "6.1.7", "have moved this turn .1st", JALO,
        patrols={"1st": {"moved": True}}),
    # 7, combat
    row("assault tobruk", "LRDG-A12", "target.*Mechili", JALO, targets={"mechili": 4}),
    row("assault mechili", "7.1", "only a target where you", JALO, targets={"mechili": 4}),
    row("assault mechili", "6.1.3", "nothing else.*mechili", units="t1-a@mechili",
        targets={"mechili": 4}, change=WATCH),
    row("assault mechili", "6.1.7", "keep a low profile this turn", units="t1-a@mechili",
        targets={"mechili": 4}, patrols=LOW),
    row("assault mechili", "7.1", "target where you have units", phases=[Declaring(seat=SEAT)],
        units="t1-a@tobruk", second="g1-a@bardia", clashes=["tobruk"],
        targets={"tobruk": 2, "mechili": 2, "bardia": 2}),
    row("done", "LRDG-A53", "at least one unit .*contact", JALO | FIGHT),
    row("contact hq-1", "7.2", "hq-1", JALO | FIGHT, second="hq-1@siwa"),
    row("stack t1-a t1-b", "7.3.2", "only a command unit .*t1-a", JALO | FIGHT),
    row("stack hq-1 t1-a", "7.3.2", "a unit of the line .*t1-a", FIGHT, units="t1-a hq-1@jalo"),
    row("stack hq-2 t1-a", "7.3.2", "no HQ yet .t1-a", FIGHT, units="t1-a hq-1 hq-2@jalo",
        before=["contact t1-a", "stack hq-1 t1-a"]),
    row("stack hq-1 signal", "7.3.2", "a half team, SAS or Det .signal", FIGHT,
        units="t1-a signal hq-1@jalo", before=["contact signal"]),
    row("all", "7.2", "you have begun the line; abort takes it back",
        JALO | FIGHT, before=["contact t1-a"]),
    row("as-before", "7.3.3", "this is the first combat turn", JALO | FIGHT),
    row("expose hq-1", "LRDG-A21", "by its first unit", FIGHT, units="t1-a hq-1 t1-b@jalo",
        axis={"jalo": "it-3 ge-3 ge-2 it-1"}, house={"axis_victim": "player"}, before=["all"]),
    row("again sas-1", "LRDG-A75", "attack.* HQ", JALO | FIGHT, patrols={"1st": {"recon_ok": [""]}},
        before=["all", "decline"], dice=[MISS] * 3),
    row("aim hq-1 target", "7.3.2", "only a unit in contact", RAID,
        before=["assault mechili", "contact t1-a", "done"], dice=[]),
    row("aim t1-a target", "7.3.2", "its target", RAID,
        before=["assault mechili", "all", "aim t1-a target"], dice=[]),
    row("aim t1-a axis-2", "7.3.3", "T1/A does not face axis-2 .it faces", RAID,
        axis={"mechili": "it-2 it-1"}, guards="", before=["assault mechili", "all"], dice=[]),
    row("finish", "LRDG-A67", "enemies are still there", RAID),
    row("drop t1-b", "7.3.3", "this unit is not in contact .t1-b", RAID),
    row("contact t1-b", "LRDG-A53", "units come forward .*new combat turn", RAID),
    row("contact hq-1", "7.2", "this unit is not in this combat .hq-1", RAID),
    row("pull-back jalo", "7.3.2", "only to a linked zone", RAID),
    row("pull-back jalo", "LRDG-A67", "no enemy is left", RAID, axis={},
        house={"undefended_fights_go_on": True}, dice=[MISS],
        before=["assault mechili", "contact t1-a", "done"]),
    row("pull-back jalo", "LRDG-A66", "the Axis attacks those who pull back", RAID,
        before=[*RAID["before"], "drop t1-a"]),
    row("abandon t2-b", "3", "no such unit in this mission .t2-b", JALO),
    row("abandon t1-a", "LRDG-A3", "away from the bases", units="t1-a@siwa"),
]
# fmt: on


@pytest.mark.parametrize("row", FORBIDDEN, ids=str)
def test_a_forbidden_order_names_its_section_and_the_fact(row: Forbidden, answer: Answer) -> None:
    """LRDG 3 to LRDG 8, LRDG-A3, LRDG-A8, LRDG-A78 and others."""
    refusal = answer(row)
    assert refusal.rule == row.rule
    assert re.search(row.words, str(refusal))


def test_every_refusal_is_tried(answer: Answer) -> None:
    """LRDG 6: every place in the code that forbids an order has a row."""
    assert never_met("sandtable_lrdg", map(answer, FORBIDDEN)) == set()
