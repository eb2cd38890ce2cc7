"""LOA 36, Feisal's Camp: where it is, Resupply and Rally (LOA 36.1), the battle for it (LOA 36.2)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from sandtable import Table
from sandtable_lawrence.campaign import MissionPlay
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.fire import Round
from sandtable_lawrence.roster import UNITS
from sandtable_lawrence.state import LawrenceState, Record, Threat
from sandtable_tools.odds import distribution, outcomes

PLACES = {"wejh", "wadi-ais", "rumm", "jefer", "bair", "azrak"}
REROLLS = {"camp_rerolls": True}


@pytest.mark.parametrize("camp", ["rumm", "maan"])
def test_a_card_relocates_it_by_a_roll_on_the_table(camp: str, position: Callable[..., Table]) -> None:
    """LOA 36: "relocated by rolling on the Random Placement Table", Garrison or not (LOA-R17)."""
    table = position(units=f"lawrence@aqaba camp@{camp}", garrisons="wejh azrak", held="feisal-rides")
    ways = outcomes(table, table.read("play feisal-rides aqaba"))
    assert distribution(ways, lambda end: end.state.camp) == dict.fromkeys(PLACES, Fraction(1, 6))


def test_a_roll_of_its_own_space_leaves_it_there(
    position: Callable[..., Table], play: Callable[..., Table], texts: Callable[[Table], list[str]]
) -> None:
    """LOA 36, LOA-R17."""
    table = position(units="lawrence@aqaba camp@rumm", held="feisal-rides", dice=["rumm", 6])
    play(table, "play feisal-rides aqaba")
    assert "Feisal's Camp is at Rumm." in texts(table)


@pytest.mark.parametrize("garrisons", ["", "wejh", "wejh rumm azrak maan"])
@pytest.mark.parametrize("camp", ["rumm", "jefer", "maan"])
def test_a_card_moves_it_to_another_space_of_the_table(
    garrisons: str, camp: str, position: Callable[..., Table]
) -> None:
    """LOA-R17, by an option: never where a Garrison or itself is; all others equally likely."""
    table = position(
        units=f"lawrence@aqaba camp@{camp}", garrisons=garrisons, held="feisal-rides", house=REROLLS
    )
    free = PLACES - {camp} - set(garrisons.split())
    ways = outcomes(table, table.read("play feisal-rides aqaba"))
    law = distribution(ways, lambda end: end.state.camp)
    assert law == dict.fromkeys(free, Fraction(1, len(free)))


def test_it_is_shown_where_the_camp_goes(
    position: Callable[..., Table], play: Callable[..., Table], texts: Callable[[Table], list[str]]
) -> None:
    """LOA 36: a card moves it."""
    table = position(units="lawrence@aqaba camp@rumm", held="feisal-rides", dice=["jefer", 6])
    play(table, "play feisal-rides aqaba")
    assert "Feisal's Camp moves to Jefer." in texts(table)


def test_where_no_space_is_left_the_first_roll_counts(position: Callable[..., Table]) -> None:
    """LOA-R17, by an option: all five others are held."""
    held = " ".join(sorted(PLACES - {"rumm"}))
    table = position(
        units="lawrence@aqaba camp@rumm", garrisons=held, held="feisal-rides", house=REROLLS
    )
    ways = outcomes(table, table.read("play feisal-rides aqaba"))
    assert distribution(ways, lambda end: end.state.camp) == dict.fromkeys(PLACES, Fraction(1, 6))


def test_a_camp_that_is_gone_stays_gone(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA 36, LOA-R17: no card brings it back in this mission; the next one does."""
    table = position(units="harb@aqaba", force="harb", lost="camp", dice=["feisal-rides"])
    play(table, "stay")
    assert table.state.camp == ""
    record = [Record("lawrence/aqaba", won=True)]
    again = {"name": "campaign", "mission": 1, "records": record, "units": "lawrence@aqaba"}
    assert position(MissionPlay(), **again, lost="camp", dice=["jefer"]).state.camp == "jefer"


def test_it_never_moves_and_is_in_no_force(
    position: Callable[..., Table], words: Callable[..., list[str]], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 36, LOA 36.2: alone it cannot be named, with others it does not come along."""
    assert UNITS["camp"].move == 0
    table = position(units="harb@aqaba billi@maan camp@rumm")
    assert sorted(words(table, "operate")) == ["operate aqaba", "operate maan"]
    beside = position(units="harb@rumm camp@rumm", force="harb")
    assert why(beside, "join camp")[0] == "LOA-C2"


def test_resupply_or_rally(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 36.1, LOA-R6: whatever is bought at the Camp, there is no Rally afterwards."""
    for line in ("buy machineguns harb", "buy mercenaries"):
        table = position(units="harb camp@rumm billi@aqaba", force="harb", pounds=4)
        assert why(table, "rally") == ("", "")
        play(table, line)
        assert why(table, "rally") == (
            "36.1",
            "a force that has bought at the Camp cannot also rally (LOA-R6)",
        )


def test_resupply_is_for_all_units_of_the_space(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA 36.1, LOA-C3: gear for those that stay behind as well."""
    table = position(units="harb billi camp@rumm", force="harb", pounds=1)
    play(table, "buy demolition billi")
    assert table.state.units["billi"].gear == ["demolition"]


def test_buying_elsewhere_is_no_resupply(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R6: it is only at the Camp."""
    table = position(units="harb@aqaba camp@rumm", force="harb", pounds=1)
    assert not play(table, "buy demolition harb").state.acting.resupplied


@pytest.mark.parametrize(
    ("units", "garrisons", "called"),
    [
        ("harb camp@rumm billi@aqaba juheina@amman", "", {"billi", "juheina"}),
        ("harb camp@rumm billi@aqaba juheina@deraa", "", {"billi"}),
        ("harb camp@rumm billi@aqaba juheina@amman", "maan jefer", {"billi"}),
        ("harb camp@rumm regulars-1@aqaba regulars-2@maan", "", {"regulars-1"}),
        ("harb camp@rumm lawrence@deraa howeitat@damascus", "", {"lawrence"}),
        ("harb camp@wejh regulars-1@jidda billi@yenbo juheina@rabegh", "", None),
        ("harb billi camp@rumm juheina@aqaba", "", {"juheina"}),
    ],
)
def test_units_near_enough_can_be_called_to_the_camp(
    units: str,
    garrisons: str,
    called: set[str] | None,
    position: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
) -> None:
    """LOA 36.1: each unit elsewhere by its own movement, past no Garrison (LOA 32.1), or by sea."""
    table = position(units=units, force="harb", garrisons=garrisons)
    play(table, "rally")
    wanted = {"regulars-1", "billi", "juheina"} if called is None else called
    assert set(words(table, "summon")) == {f"summon {unit}" for unit in wanted}


def test_rally_is_a_whole_operation_with_one_card(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA 36.1: any of them come, then one card is drawn for all together."""
    table = position(
        units="harb camp@rumm billi@aqaba juheina@aqaba auda@maan",
        force="harb",
        ops=4,
        dice=["ambush", 1, "oef-1", "oef-2", 1, 6],
    )
    play(table, "rally", "summon billi", "summon auda", "done")
    state = table.state
    assert (state.ops, len(state.discards)) == (3, 1)
    assert state.acting.force == ["harb", "billi", "auda"]
    assert state.units["juheina"].space == "aqaba"
    assert set(state.fight.arabs) == {"harb", "billi", "auda", "camp"}


@pytest.mark.parametrize(("origin", "desert"), [("aqaba", False), ("jefer", True)])
def test_a_rally_through_the_desert_is_remembered(
    origin: str,
    desert: bool,
    position: Callable[..., Table],
    play: Callable[..., Table],
    texts: Callable[[Table], list[str]],
) -> None:
    """LOA 36.1, LOA-R25: by anybody who was called, also when another comes by a track then."""
    table = position(units=f"harb camp@rumm billi@{origin} juheina ruwalla@aqaba", force="harb")
    assert play(table, "rally", "summon billi", "summon juheina").state.acting.desert is desert
    assert texts(table) == ["Billi: called to Rumm.", "Juheina: called to Rumm."]


def test_the_camp_fights_with_two(position: Callable[..., Table], after: object) -> None:
    """LOA 36.2, LOA-C6: in its space, against what a card brings; lost it is out (LOA 36)."""
    fight = {
        "units": "harb camp@rumm",
        "force": "harb",
        "battle": {"foes": "pasha", "arabs": ["camp", "harb"]},
    }
    hit = position(Round(), **fight, dice=[2])
    assert (hit.state.fight.foes, hit.decision) == ([], after)
    missed = position(Round(), **fight, dice=[3, 6, 6])
    assert len(missed.state.fight.foes) == 1
    fight["battle"] = {"foes": "pasha", "arabs": ["camp"], "edge": "ottomans", "turn": "ottomans"}
    lost = position(Round(), **fight, dice=[3])
    assert (lost.state.camp, lost.state.units["camp"].lost) == ("", True)


def test_a_card_can_bring_ottomans_to_the_camp(position: Callable[..., Table]) -> None:
    """LOA 36.2: if a force ends its move there."""
    table = position(
        Contact(),
        units="harb camp@rumm",
        force="harb",
        operation={"threat": Threat(1)},
        dice=["oef-1", 1, 1],
    )
    state: LawrenceState = table.state
    assert state.fight.arabs == ["harb", "camp"]


def test_where_the_camp_fights_nobody_breaks_off(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R13, by an option: it cannot leave the line."""
    table = position(
        Round(),
        house={"camp_holds": True},
        units="harb camp@rumm",
        force="harb",
        battle={"foes": "oef-1"},
        dice=[6, 6, 6],
    )
    assert why(table, "break-off aqaba") == ("LOA-R13", "the Camp cannot break off; fight on")
