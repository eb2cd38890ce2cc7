"""LOA 34.4, Cairo and the High Command: the appeal, its four results, and Allenby's two (LOA-R7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.events import AppealMade, CardPlayed, GarrisonRevealed
from sandtable_lawrence.high_command import RESULTS
from sandtable_lawrence.spaces import PORTS
from sandtable_lawrence.state import LawrenceState
from sandtable_tools.odds import distribution, outcomes

CAIRO = {"units": "lawrence@cairo harb@aqaba billi@jidda camp@rumm", "garrisons": "wejh maan"}
FREE = {"help_lands": "free"}


@pytest.fixture
def granted(position: Callable[..., Table], play: Callable[..., Table]) -> Callable[..., Table]:
    """A table where the High Command listens: ``granted("funding", dice=[4])``."""

    def ask(*lines: str, dice: list[object] | None = None, **written: Any) -> Table:
        table = position(**{**CAIRO, **written}, dice=[1, *(dice or [])])
        return play(table, "appeal", *lines)

    return ask


@pytest.mark.parametrize("space", ["suez", "aqaba", "maan"])
def test_an_appeal_is_made_only_from_cairo(
    space: str, position: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA 34.4: not from Suez, from another port or from inland."""
    table = position(units=f"lawrence@{space} harb@yenbo", garrisons="wejh")
    assert words(table, "appeal") == []


@pytest.mark.parametrize("level", range(1, 6))
def test_a_leadership_check_decides(level: int, position: Callable[..., Table]) -> None:
    """LOA 34.4, LOA 34.2: spent in any case, and no Op (LOA-R7)."""
    table = position(**CAIRO, leadership=level, ops=3)
    results = outcomes(table, table.read("appeal"))
    heard = distribution(results, lambda end: end.decision.title)
    assert heard == {
        "High Command": Fraction(level, 6),
        "Operating force": 1 - Fraction(level, 6),
    }
    assert {(result.table.state.ops, result.table.state.appealed) for result in results} == {(3, True)}


@pytest.mark.parametrize("face", [1, 6])
def test_once_a_mission(
    face: int,
    position: Callable[..., Table],
    play: Callable[..., Table],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA 34.4, LOA-R7: heard or not."""
    table = position(**CAIRO, dice=[face, *[2] * (face == 1)])
    play(table, "appeal", *["take funding"] * (face == 1))
    assert why(table, "appeal") == ("34.4", "you have already appealed in this mission")


def test_when_an_operation_has_ended_in_cairo(
    position: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
    events_of: Callable[..., list[Any]],
) -> None:
    """LOA-R7: at once, also when that was the last Op; then the mission is lost."""
    table = position(units="lawrence@suez", garrisons="wejh", ops=1, dice=["ambush", 1, 6])
    play(table, "move cairo")
    assert words(table) == ["appeal", "done"]
    play(table, "appeal", "take funding")
    assert [event.heard for event in events_of(table, AppealMade)] == [True]
    assert (table.state.pounds, table.state.verdict) == (6, "lost")


def test_the_last_appeal_need_not_be_made(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R7, LOA-R30: without it the mission is lost; no force acts without an Op."""
    table = position(units="lawrence@cairo", garrisons="wejh", ops=0)
    assert why(table, "operate cairo") == ("LOA-C2", "no Ops are left: appeal, or type done to give up")
    assert play(table, "done").state.verdict == "lost"


def test_funding_is_a_die_of_pounds(granted: Callable[..., Table]) -> None:
    """LOA 34.4."""
    table = granted(pounds=2)
    law = distribution(outcomes(table, table.read("take funding")), lambda end: end.state.pounds)
    assert law == {2 + face: Fraction(1, 6) for face in range(1, 7)}


@pytest.mark.parametrize("port", PORTS)
def test_the_arab_bureau_sends_regulars(
    port: str, granted: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA 34.4, LOA-R41: free of charge, "in an Arabian port", a Garrison there or not."""
    table = granted("take arab-bureau", garrisons="wejh")
    assert words(table, "at") == [f"at {space}" for space in PORTS]
    table.choose(table.read(f"at {port}"))
    assert (table.state.units["regulars-1"].space, table.state.pounds) == (port, 0)
    assert not table.state.units["regulars-2"].space


@pytest.mark.parametrize(("house", "ports"), [({}, PORTS), (FREE, ("aqaba", "yenbo", "jidda"))])
def test_help_lands_where_a_garrison_is_unless_an_option_forbids_it(
    house: dict[str, str],
    ports: tuple[str, ...],
    granted: Callable[..., Table],
    words: Callable[..., list[str]],
) -> None:
    """LOA-R41, LOA 34.4: Wejh has one; only Arab units must be where the reinforcements land."""
    table = granted("take arab-bureau", house=house)
    assert words(table, "at") == [f"at {port}" for port in PORTS if port in ports]
    units = "lawrence@cairo harb@aqaba billi@wejh juheina@yenbo"
    table = granted("take reinforcements", units=units, house=house)
    assert words(table, "at") == [f"at {port}" for port in PORTS if port in ports and port != "jidda"]


def test_a_second_result_may_be_left(position: Callable[..., Table], play: Callable[..., Table]) -> None:
    """LOA 34.4: with Allenby two results can be taken; the first one has to be."""
    table = play(position(**CAIRO, held="allenby", dice=[1, 3]), "appeal allenby")
    assert "done" not in map(str, table.options)
    assert play(table, "take funding", "done").decision.title == "Operating force"


def test_the_intelligence_bureau_turns_two_garrisons_up(
    granted: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA 34.4, LOA-R10: those that you select, wherever they are; no Pounds, no battle."""
    garrisons = {"wejh": None, "damascus": None, "maan": None, "medina": 2}
    table = granted("take intelligence-bureau", garrisons=garrisons, dice=[3, 1])
    assert set(words(table, "reveal")) == {"reveal wejh", "reveal damascus", "reveal maan"}
    assert why(table, "reveal medina") == ("34.4", "there is no face-down Garrison there")
    play(table, "reveal damascus", "reveal wejh")
    state = table.state
    assert state.garrisons == {"wejh": 1, "damascus": 3, "maan": None, "medina": 2}
    assert (state.pounds, table.decision.title) == (0, "Operating force")


def test_the_car_comes_though_the_gear_box_is_empty(
    granted: Callable[..., Table], texts: Callable[[Table], list[str]]
) -> None:
    """LOA 34.4."""
    taken = {"maan": "machineguns machineguns aeroplane"}
    table = granted("take reinforcements", units="lawrence@cairo harb@aqaba", stores=taken)
    assert (table.state.units["armored-car"].space, table.state.units["armored-car"].gear) == (
        "aqaba",
        [],
    )
    assert texts(table)[-1] == "Reinforcements, at Aqaba."


def test_of_one_garrison_only_one_is_turned_up(
    granted: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 34.4, LOA 32: and a 0 is gone."""
    table = granted(
        "take intelligence-bureau", "reveal maan", garrisons={"maan": None, "wejh": 1}, dice=[0]
    )
    assert [event.number for event in events_of(table, GarrisonRevealed)] == [0]
    assert (table.state.garrisons, table.decision.title) == ({"wejh": 1}, "Operating force")


def test_reinforcements_come_together(
    granted: Callable[..., Table], play: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA 34.4: one of each, free, to one port with an Arab unit; the car has room for both."""
    table = granted("take reinforcements")
    assert words(table, "at") == ["at aqaba", "at jidda"]
    play(table, "at jidda")
    car = table.state.units["armored-car"]
    assert (car.space, car.gear) == ("jidda", ["aeroplane", "machineguns"])
    assert Counter(table.state.gear) == {"machineguns": 1, "demolition": 4}


@pytest.mark.parametrize(
    ("units", "stores", "harb", "uncarried"),
    [
        ("lawrence@cairo harb@aqaba armored-car@maan", {}, ["aeroplane", "machineguns"], []),
        ("lawrence@cairo harb@aqaba", {"maan": "aeroplane"}, [], []),
        (
            "lawrence@cairo harb+demolition+demolition@aqaba armored-car@maan",
            {},
            None,
            ["aeroplane", "machineguns"],
        ),
    ],
)
def test_the_reinforcements_that_are_left(
    units: str,
    stores: dict[str, str],
    harb: list[str] | None,
    uncarried: list[str],
    granted: Callable[..., Table],
) -> None:
    """LOA 34.4: what is not in its box does not come; gear goes to who has room, or lies there."""
    state: LawrenceState = granted("take reinforcements", units=units, stores=stores).state
    carried = ["demolition", "demolition"] if harb is None else harb
    assert state.units["harb"].gear == carried
    assert state.stores.get("aqaba", []) == uncarried
    if stores:
        assert (state.units["armored-car"].space, state.units["armored-car"].gear) == (
            "aqaba",
            ["machineguns"],
        )


def test_the_camp_is_an_arab_unit_to_whom_reinforcements_come(granted: Callable[..., Table]) -> None:
    """LOA 34.4, LOA 36: at Wejh, with nobody else in any port (LOA-R27 is about goals alone)."""
    table = granted("take reinforcements", units="lawrence@cairo harb@maan camp@wejh", garrisons="aqaba")
    assert table.state.units["armored-car"].space == "wejh"


@pytest.mark.parametrize(
    ("result", "change"),
    [
        ("arab-bureau", {"units": "lawrence@cairo regulars-1 regulars-2@aqaba"}),
        ("arab-bureau", {"garrisons": "aqaba wejh yenbo jidda", "house": FREE}),
        ("reinforcements", {"units": "lawrence@cairo harb@aqaba", "garrisons": "aqaba", "house": FREE}),
        ("intelligence-bureau", {"garrisons": {"wejh": 1}}),
        ("reinforcements", {"units": "lawrence@cairo harb@maan"}),
        (
            "reinforcements",
            {"units": "lawrence@cairo armored-car+aeroplane+machineguns harb+machineguns@aqaba"},
        ),
    ],
)
def test_a_missing_result_cannot_be_taken(
    result: str,
    change: dict[str, Any],
    granted: Callable[..., Table],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA 34.4: neither units nor Garrisons, nor a port; all else can."""
    table = granted(**change)
    assert why(table, f"take {result}") == (
        "34.4",
        "this result would have no effect now; choose another",
    )
    assert why(table, "take funding") == ("", "")


@pytest.mark.parametrize("pair", list(permutations(RESULTS, 2)), ids=" ".join)
def test_allenby_brings_two_different_results(
    pair: tuple[str, str],
    position: Callable[..., Table],
    play: Callable[..., Table],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA 34.4: any two, in any order; the card is discarded."""
    luck = {"funding": [5], "intelligence-bureau": [1, 2]}
    more = {
        "arab-bureau": ["at yenbo"],
        "intelligence-bureau": ["reveal maan", "reveal wejh"],
        "reinforcements": ["at aqaba"],
    }
    dice = [1, *luck.get(pair[0], []), *luck.get(pair[1], [])]
    table = position(**CAIRO, held="allenby", dice=dice)
    play(table, "appeal allenby", f"take {pair[0]}", *more.get(pair[0], []))
    assert why(table, f"take {pair[0]}") == ("34.4", "the two results must be different")
    play(table, f"take {pair[1]}", *more.get(pair[1], []))
    state = table.state
    done = {
        "funding": state.pounds == 5,
        "arab-bureau": state.units["regulars-1"].space == "yenbo",
        "intelligence-bureau": set(state.garrisons.values()) == {1, 2},
        "reinforcements": state.units["armored-car"].space == "aqaba",
    }
    assert {result for result, was in done.items() if was} == set(pair)
    assert (state.held, state.discards, table.decision.title) == ([], ["allenby"], "Operating force")


def test_allenby_is_spent_with_an_appeal_that_fails(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 34.4, LOA-R7."""
    table = play(position(**CAIRO, held="allenby", dice=[6]), "appeal allenby")
    assert [event.card for event in events_of(table, CardPlayed)] == ["allenby"]
    assert (table.state.held, table.state.discards) == ([], ["allenby"])


def test_allenby_may_be_kept(
    position: Callable[..., Table], play: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA 34.4: an appeal without the card brings one result."""
    table = position(**CAIRO, held="allenby", dice=[1, 3])
    assert words(table, "appeal") == ["appeal", "appeal allenby"]
    play(table, "appeal", "take funding")
    assert (table.state.held, table.decision.title) == (["allenby"], "Operating force")


def test_results_and_ports_that_are_not_there(
    granted: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 34.4: four results; the reinforcements only where an Arab unit is."""
    table = granted()
    play(table, "take reinforcements")
    assert why(table, "at yenbo") == why(table, "at wejh") == ("34.4", "choose one of these")
    assert set(PORTS) - {"yenbo", "wejh"} == {option.words[1] for option in table.options}
