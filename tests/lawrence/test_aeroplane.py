"""LOA 35.3, LOA-R15: flying Lawrence; LOA-C10, LOA-R10: scouting."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.edge import edge_drms
from sandtable_lawrence.events import GarrisonGone, GarrisonRevealed, Scouted
from sandtable_lawrence.spaces import NAMES, land_distance
from sandtable_tools.odds import distribution, outcomes

QUIET = "railway-guards"
"""A card that does nothing but in a Rail space."""


def test_it_flies_wherever_an_arab_is_and_to_cairo(
    position: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA 35.3, LOA-R15: however far, Garrison or not; the Camp's space will do."""
    table = position(
        units="lawrence+aeroplane@aqaba harb@damascus billi@medina camp@azrak",
        force="lawrence",
        garrisons="medina",
    )
    assert words(table, "fly") == ["fly damascus", "fly medina", "fly azrak", "fly cairo"]


@pytest.mark.parametrize(
    ("units", "stores", "carrier"),
    [
        ("lawrence+aeroplane harb@aqaba billi@rumm", "", "lawrence"),
        ("lawrence harb+aeroplane@aqaba billi@rumm", "", "lawrence"),
        ("lawrence harb@aqaba billi@rumm", "aeroplane", "lawrence"),
        ("lawrence+demolition harb+aeroplane@aqaba billi@rumm", "", "billi"),
        ("lawrence+demolition harb@aqaba auda+machineguns billi@rumm", "aeroplane", "billi"),
        ("lawrence+demolition harb+aeroplane@aqaba auda+machineguns@rumm", "", ""),
    ],
)
def test_only_lawrence_goes_and_who_has_the_aeroplane_then(
    units: str, stores: str, carrier: str, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R15: anybody may have carried it; his own gear comes along; else the first with room."""
    table = position(
        units=units,
        force="lawrence harb",
        stores={"aqaba": stores} if stores else {},
        dice=[QUIET],
    )
    gear = table.state.lawrence.gear.count("demolition")
    play(table, "fly rumm")
    state = table.state
    assert (state.lawrence.space, state.units["harb"].space) == ("rumm", "aqaba")
    assert state.lawrence.gear.count("demolition") == gear
    carriers = [unit.id for unit in state.units.values() if "aeroplane" in unit.gear]
    assert carriers == ([carrier] if carrier else [])
    assert state.stores == ({} if carrier else {"rumm": ["aeroplane"]})


def test_lawrence_lands_where_the_limit_is_reached(
    position: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA-R5, LOA 35.3, LOA 34.6: with Leadership 1 five can be together, and six are there then."""
    crowd = "harb billi juheina ruwalla howeitat"
    table = position(
        units=f"lawrence+aeroplane@maan {crowd}@aqaba camp@rumm", force="lawrence", leadership=1
    )
    assert "fly aqaba" in words(table, "fly")
    assert "move aqaba" not in words(table, "move")


def test_a_flight_to_cairo_is_a_whole_operation(
    position: Callable[..., Table], play: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA 35.3, LOA 30.2: the card has no effect there, and the appeal comes next (LOA-R7)."""
    table = position(units="lawrence+aeroplane harb@aqaba", garrisons="wejh", ops=3, dice=["ambush"])
    play(table, "fly cairo")
    assert table.state.ops == 2
    assert (table.state.lawrence.space, table.state.lawrence.gear) == ("cairo", ["aeroplane"])
    assert words(table) == ["operate cairo", "operate aqaba", "appeal"]


def test_the_aeroplane_counts_as_elite(position: Callable[..., Table]) -> None:
    """LOA 35.3, LOA 29: +1 to the Tactical Edge and to its carrier; with three leaders +4."""
    line = "lawrence auda sherif-ali harb+aeroplane@rumm"
    table = position(units=line, force="harb", battle={"foes": "oef-1"})
    assert edge_drms(table.state) == (4, 0)
    assert table.state.units["harb"].strength == 2
    plain = position(units=line.replace("+aeroplane", ""), force="harb", battle={"foes": "pasha"})
    assert edge_drms(plain.state) == (3, 1)


def test_the_spaces_that_can_be_scouted(
    position: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA-C10, LOA-R49: a face-down Garrison anywhere; by option within three spaces, or none."""
    for space, see in product(("aqaba", "medina", "damascus"), ("everywhere", "near", "nothing")):
        seen = set()
        for held in (list(NAMES)[start : start + 6] for start in range(0, len(NAMES), 6)):
            table = position(
                units=f"harb+aeroplane@{space}", force="harb", garrisons=" ".join(held),
                house={"scouts_see": see},
            )  # fmt: skip
            seen |= {line.split()[1] for line in words(table, "scout")}
        far = {"everywhere": 99, "near": 3, "nothing": -1}[see]
        assert seen == {near for near in NAMES if land_distance(space, near) <= far}


def test_by_an_option_nobody_scouts(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-C10: not even the space where the force is; all other uses of the Aeroplane are left."""
    table = position(
        units="lawrence+aeroplane@aqaba harb@rumm", force="lawrence", garrisons="aqaba maan",
        house={"scouts_see": "nothing"},
    )  # fmt: skip
    for space in ("aqaba", "maan"):
        refusal = ("LOA-C10", "no force can scout in this game (house rule scouts_see=nothing)")
        assert why(table, f"scout {space}") == refusal
    assert why(table, "fly rumm") == ("", "")


def test_an_even_die_reveals(position: Callable[..., Table]) -> None:
    """LOA-C10, LOA-R3: half of the time, and then any number of those that are left."""
    table = position(
        units="harb+aeroplane@aqaba", force="harb", garrisons={"maan": None, "wejh": 3, "tabuk": 2}
    )
    law = distribution(
        outcomes(table, table.read("scout maan")), lambda end: end.state.garrisons.get("maan", 0)
    )
    assert table.decision.describe(table, table.read("scout maan")).endswith("an even roll reveals it")
    eighth = Fraction(1, 8)
    assert law == {None: Fraction(1, 2), 0: 2 * eighth, 1: eighth, 3: eighth}


@pytest.mark.parametrize("face", range(1, 7))
def test_scouting_face_by_face(
    face: int,
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
) -> None:
    """LOA-C10: even, and it is turned up; neither an Op nor the move is spent."""
    dice: list[object] = [face, 2] if face in (2, 4, 6) else [face]
    table = position(units="harb+aeroplane@aqaba", force="harb", garrisons="maan", ops=5, dice=dice)
    play(table, "scout maan")
    assert [event.seen for event in events_of(table, Scouted)] == [face % 2 == 0]
    assert table.state.garrisons == {"maan": 2 if face % 2 == 0 else None}
    assert (table.state.ops, table.decision.title) == (5, "Operation")


def test_scouting_once_an_operation(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-C10: seen or not; in the next Operation again."""
    table = position(
        units="harb+aeroplane@aqaba billi@yenbo",
        garrisons="maan wejh",
        dice=[1, QUIET, 3],
    )
    play(table, "operate aqaba", "scout maan")
    assert why(table, "scout wejh") == (
        "LOA-C10",
        "the Aeroplane has already scouted in this Operation",
    )
    play(table, "stay", "operate aqaba", "scout wejh")
    assert table.state.garrisons == {"maan": None, "wejh": None}


def test_a_garrison_that_was_scouted_stays_face_up_and_is_fought(
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA-R10, LOA 32: no battle, no Pounds; it bars the way, and its number is fought later."""
    table = position(
        units="harb+aeroplane@aqaba",
        force="harb",
        garrisons="maan",
        dice=[2, 2, "gold-sovereigns", "oef-1", "oef-2", 1, 1],
    )
    play(table, "scout maan")
    state = table.state
    assert (state.garrisons, state.pounds, len(state.bin)) == ({"maan": 2}, 0, 11)
    assert why(table, "move amman")[0] == "32.1"
    play(table, "move maan")
    assert len(events_of(table, GarrisonRevealed)) == 1
    assert len(table.state.fight.foes) == 2


def test_a_zero_is_gone_at_once(
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA-R10, LOA 32: the way is free in the same Operation."""
    table = position(units="harb+aeroplane@aqaba", force="harb", garrisons="maan", dice=[4, 0])
    play(table, "scout maan")
    assert [event.space for event in events_of(table, GarrisonGone)] == ["maan"]
    assert why(table, "move amman") == ("", "")
    assert table.state.beaten == [0]
