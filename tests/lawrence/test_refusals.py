"""Every reason why an order is forbidden, each in a written position."""

from __future__ import annotations

import re
from typing import Any

import pytest
from refusals import Answer, Forbidden, never_met, row

from sandtable_lawrence.actions import Buy, Demolish, Fire, Place, Summon, Take
from sandtable_lawrence.break_off import RoundOver
from sandtable_lawrence.demolition import Sabotage
from sandtable_lawrence.fire import Round
from sandtable_lawrence.high_command import Choosing, Informed
from sandtable_lawrence.line_up import LineUp
from sandtable_lawrence.preparation import Preparing, Starting
from sandtable_lawrence.state import SEAT

AQABA = {"units": "lawrence@aqaba camp@rumm", "force": "lawrence", "pounds": 9}
CAIRO = {"units": "lawrence@cairo harb@yenbo", "garrisons": "wejh"}
WATER = {"units": "harb@wejh", "force": "harb", "garrisons": "aqaba"}
SEVERAL = {"units": "auda harb billi camp@rumm juheina@maan", "force": "auda harb billi"}
NO_OPERATION = {
    "units": "harb@aqaba billi@yenbo camp@rumm",
    "garrisons": "wejh",
    "held": "spies-in-the-souk",
}
EYES = {"units": "harb+aeroplane@aqaba billi@maan", "force": "harb"}
CHARGES = {
    "phases": [Sabotage()],
    "units": "harb+demolition+demolition billi+demolition juheina@maan",
    "force": "harb billi juheina",
}
GEAR = {
    "units": "lawrence+machineguns harb+aeroplane camp@aqaba billi+demolition@maan",
    "force": "lawrence harb",
    "stores": {"aqaba": "demolition"},
    "pounds": 3,
}
RALLY = {"units": "harb camp@rumm billi@aqaba juheina@medina", "force": "harb"}


def leaving(units: str, *, came_from: str = "", **battle: Any) -> dict[str, Any]:
    """A battle whose round is over; Maan has a Garrison."""
    force = units.split("@")[0].split()[0]
    fight = {"foes": "oef-2"} | battle
    return {
        "phases": [RoundOver(seat=SEAT)], "units": units, "force": force, "battle": fight,
        "operation": {"came_from": came_from}, "garrisons": "maan",
    }  # fmt: skip


# fmt: off
FORBIDDEN = [
    # 30, movement
    row("move billi", "LOA-C4", "no space billi", WATER),
    row("move wejh", "LOA-C4", "the force is already there", WATER),
    row("move damascus", "LOA-C4", "Damascus is out of reach .it is 6 spaces away; the force moves 3",
        WATER),
    row("move amman", "32.1", "the Garrison of Maan blocks the route", units="harb@aqaba", force="harb",
        garrisons="maan"),
    row("move cairo", "30.2", "only Lawrence can enter Cairo .without Harb", units="lawrence harb@suez",
        force="lawrence harb"),
    row("move mecca", "30.2", "only leaders can enter Mecca .without Harb", units="auda harb@jidda",
        force="auda harb"),
    row("move nekhl", "32.1", "the Garrison of Aqaba blocks the route", units="harb@muweilah",
        force="harb", garrisons="aqaba"),
    row("sail maan", "30.4", "a Water Move goes from one Arabian port to another", WATER),
    row("sail wejh", "30.4", "a Water Move goes from one Arabian port to another", WATER,
        units="harb@maan"),
    row("sail aqaba", "30.4", "Aqaba", WATER),
    row("sail wejh", "30.4", "the force is .*already.*Wejh", WATER),
    row("sail suez", "30.3", "Suez is a port for Lawrence and gear only", WATER),
    # 31 to 33, battle
    row("break-off rumm", "32.2", "you cannot break off from a battle with a Garrison",
        leaving("harb@aqaba", garrison=2)),
    row("break-off maan", "LOA-R13", "the Camp cannot", leaving("harb camp@rumm", arabs=["camp"])),
    row("break-off jidda", "LOA-R13", "to an adjacent space.* came from.*jidda", leaving("harb@aqaba")),
    row("break-off aqaba", "LOA-R13", "to an adjacent space.* came from.*aqaba", leaving("harb@aqaba")),
    row("break-off maan", "LOA-R13", "to a space with a Garrison .Maan", leaving("harb@aqaba")),
    row("break-off suez", "30.2", "only Lawrence can enter Suez",
        leaving("lawrence harb@el-arish", came_from="suez")),
    row("place auda", "LOA-C6", "already.*Auda", phases=[LineUp()], units="lawrence auda harb@aqaba",
        force="harb", battle={"foes": "oef-2"}, before=["place auda"]),
    row(Place("billi"), "LOA-C6", "Billi", phases=[LineUp()], units="lawrence auda harb@aqaba",
        force="harb", battle={"foes": "oef-2"}),
    row(Fire("pasha"), "LOA-C6", "no such Ottoman unit is in this battle .pasha", phases=[Round()],
        units="harb@rumm", force="harb", battle={"foes": "oef-2 oef-1"}),
    row("fire oef-2-b", "LOA-R32", "identical targets.*OEF 2", phases=[Round()], units="harb@rumm",
        force="harb", battle={"foes": "oef-2 oef-2 oef-1"}),
    # 34, leaders, Leadership, the High Command, stacking
    row("recruit 0", "34.3", "only a force that includes Lawrence can recruit",
        units="lawrence harb@aqaba", force="harb"),
    row("recruit 0", "34.3", "attempt.*after each battle that you win", AQABA, attempt=False),
    row("recruit 0", "34.3", "no Arab leader .*in this mission", AQABA, units="lawrence auda@aqaba",
        lost="sherif-ali"),
    row("recruit 0", "LOA-R38", "no Arab leader can go there .Cairo", units="lawrence@cairo",
        force="lawrence"),
    row("recruit 4", "LOA-R33", "add 0 to 2 Pounds.*9 Pounds, Leadership 3", AQABA),
    row("appeal", "34.4", "Lawrence must be .*Cairo.*he is at Suez", CAIRO,
        units="lawrence@suez harb@yenbo"),
    row("appeal", "34.4", "already appealed in this mission", CAIRO, appealed=True),
    row("appeal allenby", "34.4", "card", CAIRO),
    row("appeal ambush", "34.4", "Allenby.*ambush", CAIRO, held="ambush"),
    row("done", "34.4", "take a result first", CAIRO, phases=[Choosing(seat=SEAT, left=1)]),
    row(Take("peace"), "34.4", "funding, arab-bureau", CAIRO, phases=[Choosing(seat=SEAT, left=1)]),
    row("take funding", "34.4", "the two results must be different", CAIRO,
        phases=[Choosing(seat=SEAT, left=1, taken=("funding",))]),
    row("take intelligence-bureau", "34.4", "this result would .*reveal two Garrisons", CAIRO,
        garrisons="", phases=[Choosing(seat=SEAT, left=1)]),
    row("reveal tabuk", "34.4", "Garrison.*tabuk", phases=[Informed(seat=SEAT, left=1)],
        garrisons="maan wejh", units="harb@aqaba"),
    row("at maan", "34.5", "Lawrence begins .*a port without a Garrison.*maan",
        phases=[Starting(seat=SEAT)], units="lawrence@jefer", garrisons="aqaba"),
    row("move rumm", "34.6", "2 units.*Rumm .4 units", units="harb billi@aqaba juheina ruwalla@rumm",
        force="harb billi"),
    row("join juheina", "34.6", "2 units.*Aqaba .3 units", units="harb billi juheina@aqaba",
        force="harb billi"),
    row("sail yenbo", "34.6", "2 units.*Yenbo .3 units", units="harb billi@wejh juheina@yenbo",
        force="harb billi"),
    row("buy regulars", "34.6", "2 units.*Aqaba .3 units", units="harb billi@aqaba lawrence@rumm",
        force="harb billi", pounds=9),
    # 35, gear
    row("load lawrence demolition", "35", "Lawrence can carry only 1 piece of gear", GEAR),
    row("load harb machineguns", "LOA-R14", "Machineguns .*Aqaba", GEAR),
    row("load billi demolition", "LOA-R14", "Billi is .*Aqaba", GEAR),
    row("load camp demolition", "LOA-R39", "the Camp carries no gear", GEAR),
    row("drop billi demolition", "LOA-R14", "Billi is .*Aqaba", GEAR),
    row("drop harb machineguns", "LOA-R14", "Harb does not carry Machineguns", GEAR),
    row("demolish juheina", "35.1", "has no charge.*Juheina", CHARGES),
    row(Demolish("ruwalla"), "35.1", "not in the force.*Ruwalla", CHARGES),
    row("demolish harb", "35.1", "already set a charge.*Harb", CHARGES, before=["demolish harb"],
        dice=[2]),
    row("fly cairo", "35.3", "the Aeroplane flies .*Lawrence.*force",
        units="lawrence harb+aeroplane@aqaba", force="harb"),
    row("fly cairo", "35.3", "Lawrence must start in the Aeroplane's space .Aqaba",
        units="lawrence@aqaba harb+aeroplane@maan", force="lawrence"),
    row("fly maan", "35.3",
        "the Aeroplane flies only to another space with an Arab unit, or to Cairo .maan",
        units="lawrence+aeroplane@aqaba", force="lawrence"),
    row("fly aqaba", "35.3",
        "the Aeroplane flies only to another space with an Arab unit, or to Cairo .aqaba",
        units="lawrence+aeroplane harb@aqaba", force="lawrence"),
    row("scout wejh", "LOA-C10", "scouts_see", EYES, house={"scouts_see": "nothing"}, garrisons="wejh"),
    row("scout wejh", "LOA-C10", "the Aeroplane .*Operation", EYES, operation={"scouted": True},
        garrisons="wejh"),
    row("scout wejh", "LOA-C10", "only a force with the Aeroplane can scout", EYES, units="harb@aqaba",
        garrisons="wejh"),
    row("scout wejh", "LOA-C10", "Garrison.*wejh", EYES, garrisons={"wejh": 2}),
    row("scout damascus", "LOA-C10", "scouts .*3 spaces.*Damascus is 4 away", EYES,
        house={"scouts_see": "near"}, garrisons="damascus"),
    # 36, Feisal's Camp
    row("rally", "36.1", "only a force that starts in the Camp's space can rally .it is at Rumm",
        units="harb@aqaba camp@rumm billi@maan", force="harb"),
    row("rally", "36.1", "only a force that starts in the Camp's space can rally .it is gone",
        units="harb@aqaba billi@maan", force="harb"),
    row("rally", "36.1", "bought at the Camp cannot also rally .LOA-R6", RALLY,
        operation={"resupplied": True}),
    row("rally", "36.1", "no unit elsewhere can reach the Camp", RALLY,
        units="harb camp@rumm juheina@medina"),
    row("summon juheina", "36.1", "cannot reach the Camp .*Juheina", RALLY, before=["rally"]),
    row(Summon("harb"), "36.1", "cannot reach the Camp .*Harb", RALLY, before=["rally"]),
    # The Operating force, purchase, held cards
    row("done", "LOA-C2", "a force, which may stay where it is", NO_OPERATION),
    row("operate yenbo", "LOA-C2", "no Ops are left", NO_OPERATION, units="lawrence@cairo billi@yenbo",
        ops=0),
    row("operate damascus", "LOA-C2", "no Arab unit is there .damascus", NO_OPERATION),
    row("operate rumm", "LOA-C2", "no Arab unit is there .rumm", NO_OPERATION),
    row("play ambush wejh", "LOA-C8", "you do not hold that card", NO_OPERATION),
    row("play spies-in-the-souk damascus", "LOA-C8", "Spies in the Souk can be played .*on .Wejh",
        NO_OPERATION),
    row("leave juheina", "LOA-C2", "not in the Operating force .Juheina", SEVERAL),
    row("leave auda", "LOA-C2", "needs at least one unit", units="auda harb@rumm", force="auda"),
    row("join juheina", "LOA-C2", "this unit is not .*here, or .*Juheina", SEVERAL),
    row("join auda", "LOA-C2", "already.*Auda", SEVERAL),
    row("only juheina", "LOA-C2", "this unit is not in the force.*Juheina", SEVERAL),
    row("only auda", "LOA-C2", "already alone.*Auda", units="auda harb@rumm", force="auda"),
    row("buy auda", "LOA-C3", "Auda is not for sale", AQABA),
    row("buy bedouin", "LOA-C3", "it is sold only in Feisal's Camp .you are at Aqaba; the Camp",
        AQABA),
    row("buy regulars", "LOA-C3", "it is sold only in an Arabian port .you are at Suez", AQABA,
        units="lawrence@suez"),
    row("buy aeroplane lawrence", "35",
        "it is sold only in an Arabian port, .* or Suez .you are at Cairo", AQABA,
        units="lawrence@cairo"),
    row("buy regulars", "LOA-C3", "only the Camp sells.*Aqaba", AQABA, garrisons="aqaba",
        phases=[Preparing(seat=SEAT)], force=""),
    row("buy aeroplane lawrence", "LOA-C3", "Aeroplane", AQABA,
        units="lawrence@aqaba harb+aeroplane@maan"),
    row(Buy("machineguns"), "LOA-C3", "buy machineguns UNIT", AQABA, units="lawrence auda@aqaba",
        force="lawrence auda"),
    row("buy machineguns auda", "LOA-R14", "Auda is .*Aqaba", AQABA),
    row("buy machineguns camp", "LOA-R39", "the Camp carries no gear", AQABA,
        units="lawrence camp@aqaba"),
    row("buy machineguns lawrence", "35", "Lawrence can carry only 1 piece of gear", AQABA,
        units="lawrence+demolition@aqaba"),
    row("buy regulars lawrence", "LOA-C3", "buy regulars", AQABA),
    row("buy regulars", "LOA-C3", "Recruit box.*regulars", AQABA,
        units="lawrence@aqaba regulars-1 regulars-2@maan"),
    row("buy regulars", "LOA-C3", "it costs .*0 left", AQABA, pounds=0),
]
# fmt: on


@pytest.mark.parametrize("row", FORBIDDEN, ids=str)
def test_a_forbidden_order_names_its_section_and_the_fact(row: Forbidden, answer: Answer) -> None:
    """LOA 30 to LOA 36, LOA-C2 to LOA-C10, LOA-R13, LOA-R14, LOA-R33, LOA-R38, LOA-R39."""
    refusal = answer(row)
    assert refusal.rule == row.rule
    assert re.search(row.words, str(refusal))


def test_every_refusal_is_tried(answer: Answer) -> None:
    """LOA 30: every place in the code that forbids an order has a row."""
    assert never_met("sandtable_lawrence", map(answer, FORBIDDEN)) == set()
