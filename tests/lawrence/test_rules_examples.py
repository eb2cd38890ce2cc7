"""The examples of rules.md: written positions, as the program plays and draws them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from rule_pictures import PAGE, Examples, example, pictures

from sandtable import Table
from sandtable_lawrence.campaign import MissionEnds, MissionPlay
from sandtable_lawrence.demolition import Sabotage
from sandtable_lawrence.fire import Round
from sandtable_lawrence.line_up import LiningUp
from sandtable_lawrence.post_battle import BattleOver
from sandtable_lawrence.preparation import Preparing
from sandtable_lawrence.state import SEAT

RULES = Path(str(resources.files("sandtable_lawrence"))) / "rules.md"
PICTURES = pictures(RULES.read_text(encoding="utf-8"))


BAND = {"units": "lawrence harb mercenaries@yenbo camp@wadi-ais", "force": "lawrence harb mercenaries"}

EXAMPLES = {
    "introduction": example("move wadi-ais", **BAND, pounds=2, dice=["gold-sovereigns"]),
    "counters": example(
        units="lawrence auda harb mercenaries+aeroplane regulars-1+machineguns@yenbo camp@wadi-ais",
    ),
    "mecca": example(
        "leave harb", "move mecca",
        units="lawrence+machineguns auda harb@jidda", force="lawrence auda harb",
        dice=["ottoman-column"],
    ),
    "ottomans": example(
        "move umm-lejj",
        **BAND, dice=["ottoman-column", "armored-train", "oef-2", 4, 5],
    ),
    "garrisons": example(
        "play spies-in-the-souk wejh", "move umm-lejj",
        units="lawrence harb@yenbo camp@wadi-ais",
        garrisons={"umm-lejj": None, "wejh": None, "medina": None},
        held="spies-in-the-souk",
        dice=[0, "railway-guards", 2, "oef-3", "asien-korps", 4, 5],
    ),
    "escape": example(
        phases=(BattleOver(),),
        units="lawrence harb@aqaba camp@wejh", force="lawrence harb", lost="auda sherif-ali",
        battle={"foes": "oef-2", "arabs": ["harb", "lawrence"], "lost": ["auda", "sherif-ali"]},
        dice=[4, 1],
    ),
    "recruiting": example("recruit 1", **BAND, pounds=3, dice=[4, "auda"]),
    "appeal": example(
        "appeal", "take intelligence-bureau", "reveal gaza", "reveal jerusalem",
        units="lawrence@cairo harb@aqaba", garrisons="gaza beersheba jerusalem", dice=[2, 3, 0],
    ),
    "gear": example(
        "load mercenaries demolition", "fly cairo",
        units="lawrence+aeroplane mercenaries harb@yenbo", force="lawrence mercenaries harb",
        stores={"yenbo": "demolition machineguns"}, dice=["blood-feud"],
    ),
    "rally": example(
        "rally", "summon juheina", "summon mercenaries", "done",
        units="lawrence harb camp@wadi-ais juheina@wejh mercenaries@yenbo", force="lawrence harb",
        dice=["gold-sovereigns"],
    ),
    "set-up": example(phases=(MissionPlay(),), real=True, dice=["wadi-ais"]),
    "preparing": example(
        "buy mercenaries", "buy bedouin", "buy demolition mercenaries",
        phases=(Preparing(seat=SEAT),),
        units="lawrence@yenbo camp@wadi-ais", pounds=11, dice=["juheina"],
    ),
    "operation": example(
        "scout tabuk", "move tabuk", "demolish harb",
        name="hejaz-railroad", garrisons="tabuk medina",
        units="lawrence mercenaries+aeroplane harb+demolition@madain-salih",
        force="lawrence mercenaries harb", dice=[2, 0, "gold-sovereigns", 4],
    ),
    "market": example(
        "buy bedouin", "buy machineguns harb",
        units="lawrence harb camp@wadi-ais", force="lawrence harb", pounds=5, dice=["ruwalla"],
    ),
    "movement": example(
        units="lawrence mercenaries harb@yenbo camp@wadi-ais",
        garrisons=dict.fromkeys(("umm-lejj", "wejh", "medina")),
    ),
    "map": example(
        units="lawrence auda harb mercenaries@aqaba camp@jefer", breaks="tabuk",
        garrisons={"maan": 2, "medina": None},
    ),
    "battle": example(
        "rest", "fire asien-korps", "fire asien-korps", "fire oef-2", "fight",
        "recruit 2",
        phases=(LiningUp(seat=SEAT), Round(), BattleOver()),
        units="lawrence auda harb mercenaries@umm-lejj camp@azrak",
        force="lawrence auda harb mercenaries",
        battle={
            "foes": "oef-3 oef-2 asien-korps", "garrison": 2,
            "arabs": ["harb", "mercenaries", "auda", "lawrence"],
        },
        garrisons={"umm-lejj": 2}, dice=[3, 4, 2, 5, 4, 6, 3, 6],
    ),
    "card": example(
        "move wadi-ais",
        **BAND, dice=["the-nefud", 5],
    ),
    "demolition": example(
        "demolish mercenaries", "demolish harb",
        phases=(Sabotage(),),
        units="lawrence harb+demolition mercenaries+demolition@tabuk", force="lawrence harb mercenaries",
        dice=[2, 5],
    ),
    "scouting": example(
        "scout medina",
        units="lawrence mercenaries+aeroplane@yenbo", force="lawrence mercenaries",
        garrisons="wejh medina", dice=[4, 3],
    ),
    "counter-mix": example(
        "buy bedouin",
        units="lawrence harb camp@wadi-ais billi juheina@wejh howeitat beni-sakhr@aqaba",
        force="lawrence harb", pounds=3, dice=["ruwalla"],
    ),
    "goals": example(
        real=True, units="lawrence harb mercenaries@wejh camp@wadi-ais",
        garrisons="muweilah aqaba maan medina",
    ),
    "campaign": example(
        "at wejh",
        phases=(MissionEnds(),), name="campaign", real=True, verdict="won",
        units="lawrence harb+demolition@aqaba auda@wejh camp@rumm", pounds=3,
    ),
}  # fmt: skip
"""The positions by the names of their pictures."""

MAPS = ("movement", "map")
"""The examples whose picture is a part of the map."""


def table_of(name: str, table: Table) -> list[str]:
    """The output of the program for the table of an example."""
    view = table.view(SEAT)
    if name in MAPS:
        return [*table.game.map(view, 100), *table.game.map(view, PAGE)]
    return [table.game.status(view), *table.game.board(view, PAGE, None)]


@pytest.mark.parametrize("name", PICTURES)
def test_each_picture_is_what_the_program_shows(name: str, position: Callable[..., Table]) -> None:
    """LOA 28 to LOA-C13: see rules.md."""
    Examples(EXAMPLES, PICTURES).check(name, position, table_of)


def test_every_example_is_in_the_rules() -> None:
    """LOA 28 to LOA-C13: none is left over."""
    assert not Examples(EXAMPLES, PICTURES).unused
