"""The examples of rules.md: written positions, as the program plays and draws them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from rule_pictures import PAGE, Examples, example, pictures

from sandtable import Table
from sandtable_lrdg.alarm import AlarmEffects
from sandtable_lrdg.axis import MobileUnits
from sandtable_lrdg.evaluation import Evaluation
from sandtable_lrdg.incidents import ActionPoints
from sandtable_lrdg.muster import Muster
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.preparation import Preparation
from sandtable_lrdg.sequence import NextMission
from sandtable_lrdg.state import SEAT, Target, Watch

RULES = Path(str(resources.files("sandtable_lrdg"))) / "rules.md"
PICTURES = pictures(RULES.read_text(encoding="utf-8"))

SEVEN = "t1-a t1-b g1-a g1-b sas-1 sas-2 hq-1"
FIVE = "t1-a t1-b y1-a g1-a hq-1@fort-maddalena"
MARCH = {
    "units": "t1-a t1-b g1-a g1-b hq-1 sas-1 sas-2@bir-tengeder",
    "second": "y1-a hq-2@beda-fomm",
    "axis": {"beda-littora": "it-m2", "mechili": "it-2"},
}
TOBRUK = {
    "units": "g2-b hq-1 s1-a@tobruk",
    "targets": {"tobruk": 2},
    "axis": {"tobruk": "ge-3v"},
    "alarm": 1,
}
CONTACT = ("assault tobruk", "contact g2-b", "stack hq-1 g2-b", "contact s1-a", "done")

EXAMPLES = {
    "turn": example(
        "move 1st wadi-faregh jalo", "end",
        phases=(Actions(), EndOfActions()),
        name="barca", units="t1-a t1-b sas-1 hq-1@jalo", targets={"barca": 4}, ap=6, turn=3, dice=[5],
    ),
    "table": example(
        name="slonta", units="t1-a t1-b hq-1 light-a@jalo sas-1@msus", ap=8, turn=3,
        reduced="t1-b light-a", mco={"t1-a": [3]}, patrols={"1st": {"recon_ok": [""]}},
        change={"sas-1": {"watch": Watch(4, 1)}},
        targets={"mechili": Target(3, 2, drawn=True)},
        axis={"mechili": "ge-3v it-m2"}, face_down="gazala gazala bardia",
    ),
    "zones": example(
        name="slonta", units="t1-a t1-b hq-1@jaghbub sas-1@gerdoba-ridge", turn=3,
        targets={"mechili": 3}, face_down="gazala gazala", axis={"derna": "it-m2"},
    ),
    "buying": example(
        "buy hq-1 1st", "buy t1-a 1st", "buy t1-b 1st", "done",
        phases=(Muster(seat=SEAT),), name="el-alamein",
    ),
    "set-up": example(phases=(Preparation(),), name="el-alamein", dice=[]),
    "event": example(
        "mark t1-b",
        phases=(ActionPoints("2nd"),),
        units="r1-a@jalo", second=f"{SEVEN.replace('hq-1', 'hq-2')}@jalo", dice=[6, 6, 5, 5, 6],
    ),
    "alarm": example(
        phases=(AlarmEffects(),),
        units=FIVE, trigger=["t1-a"], alarm=3, recon="gazala", face_down="bardia",
        dice=["axis-1", "ge-m3"],
    ),
    "reactions": example(**MARCH),
    "march": example(phases=(MobileUnits(),), **MARCH, dice=["bir-tengeder", "mechili"]),
    "evaluation": example(
        "refit t1-a", "refit t1-b",
        phases=(Evaluation(),),
        name="campaign-1942", mission=2, units="t1-a hq-1@siwa", second="t1-b@siwa", reduced="t1-a",
        change={"t1-b": {"steps": 0, "zone": "", "out": True}},
        targets={"mersa": Target(3, 1, drawn=True)},
        defeated=["it-1", "ge-2", "it-2v", "ge-3v"], alarm=2, turn=5,
    ),
    "movement": example("move 1st jalo", units=f"{SEVEN}@sand-sea-west", ap=8, dice=[2, 5]),
    "air": example(
        "air-intelligence 1st bardia",
        units="t1-a hq-1@el-cuasc", ap=6, waco=True, dice=[5, 5, 5, 2],
    ),
    "watch": example(
        "observe sas-1 maaten-el-grara 2",
        units="sas-1 t1-a hq-1@wadi-faregh", ap=4, turn=5,
    ),
    "watched": example(
        "conclude sas-1", "move 1st wadi-faregh maaten-el-grara",
        units="sas-1@maaten-el-grara t1-a hq-1@wadi-faregh", ap=4, turn=7,
        change={"sas-1": {"watch": Watch(7, 2)}}, dice=[5, 5, 4],
    ),
    "reconnaissance": example(
        "scout 1st fort-maddalena", "send t1-a bardia", "send t1-b bardia", "send y1-a sofafi-ridge",
        "done",
        units=FIVE, ap=6, dice=[5, 3, 1, 4],
    ),
    "maintenance": example(
        "maintain 1st jalo", "use light-a", "done",
        units="t1-a t1-b light-a@jalo", ap=3, mco={"t1-a": [2], "t1-b": [3]}, dice=[3, 4],
    ),
    "low-profile": example(
        "low-profile 1st", "low-profile 2nd", "end",
        phases=(Actions(), EndOfActions()),
        units="t1-a@siwa", second="g1-a@siwa", ap=5, alarm=1,
    ),
    "tobruk": example(*CONTACT, **TOBRUK, dice=["it-3", "it-1"]),
    "fight": example(
        *CONTACT, "aim g2-b target", "aim hq-1 axis-2", "drop s1-a", "fight", "as-before",
        "aim g2-b target", "aim hq-1 axis-2", "pull-back el-adem",
        **TOBRUK,
        dice=["it-3", "it-1", 4, 2, 4, 4, 5, 5, 6, 5, 2, 1, 5, 3, 6, 4, 5, 4],
    ),
    "slonta": example(phases=(Preparation(),), name="slonta", dice=[]),
    "campaign": example(
        "refit t1-a", "done",
        phases=(Evaluation(), NextMission()),
        name="campaign-1942", mission=1, units="t1-a t1-b hq-1@siwa", second="light-a g1-a@siwa",
        reduced="t1-a", mco={"g1-a": [2]}, targets={"mechili": Target(3, 0, drawn=True)},
        change={"t1-a": {"out": True}}, alarm=2, turn=7, dice=[5],
    ),
}  # fmt: skip
"""The positions by the names of their pictures."""

MAPS = ("zones", "reactions", "reconnaissance", "slonta")
"""The examples that have a picture of the map."""


def table_of(name: str, table: Table) -> list[str]:
    """The output of the program for the table of an example."""
    view = table.view(SEAT)
    maps = [*table.game.map(view, 100), *table.game.map(view, PAGE)] if name in MAPS else []
    return [table.game.status(view), *table.game.board(view, PAGE, None), *maps]


@pytest.mark.parametrize("name", PICTURES)
def test_each_picture_is_what_the_program_shows(name: str, position: Callable[..., Table]) -> None:
    """LRDG 1 to LRDG 8, LRDG campaign: see rules.md."""
    Examples(EXAMPLES, PICTURES).check(name, position, table_of)


def test_every_example_is_in_the_rules() -> None:
    """LRDG 1 to LRDG 8: none is left over."""
    assert not Examples(EXAMPLES, PICTURES).unused
