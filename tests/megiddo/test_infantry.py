"""MEG 8: both sides add up their remaining cards, and one side wins the battle."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Table
from sandtable_megiddo.artillery import Bombardments
from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.events import Fought
from sandtable_megiddo.infantry import Infantry
from sandtable_megiddo.state import DISRUPTED_PREFIX, Side

Fights = Callable[..., tuple[Fraction, Fraction, str]]
Positions = Callable[..., Table]
Sides = Callable[..., Side]

FIGHTING = (Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY, Kind.MACHINE_GUN)
HELPING = (Kind.SUPPLY, Kind.TERRAIN)
laid_cards = st.sampled_from([id for id, card in CARDS.items() if card.kind is not Kind.NUISANCE])
battles = st.lists(st.tuples(laid_cards, st.booleans()), max_size=12)


def by_the_book(battle: list[tuple[str, bool]]) -> Fraction:
    """MEG 8 once more, in fractions and sentence by sentence."""
    cards = [(CARDS[card], Fraction(1, 2) if disrupted else Fraction(1)) for card, disrupted in battle]
    bonus = sum((card.force * part for card, part in cards if card.kind in HELPING), Fraction())
    units = [(card.force + bonus) * part for card, part in cards if card.kind in FIGHTING]
    leaders = sorted((card.force for card, _ in cards if card.kind is Kind.LEADER), reverse=True)
    return sum(units, Fraction()) + sum(leaders[: len(battle) - len(leaders)])


@settings(deadline=None, max_examples=300)
@given(british=battles, turkish=battles)
def test_the_total_is_exact(
    british: list[tuple[str, bool]], turkish: list[tuple[str, bool]], fought: Fights
) -> None:
    """MEG 8, MEG-R5, MEG-R6, MEG-R21: for any two Orders of Battle; the British win ties."""
    written = [
        " ".join(
            DISRUPTED_PREFIX * (disrupted and CARDS[card].kind is not Kind.LEADER) + card
            for card, disrupted in side
        )
        for side in (british, turkish)
    ]
    mine, theirs = by_the_book(british), by_the_book(turkish)
    assert fought(*written) == (mine, theirs, "british" if mine >= theirs else "turkish")


@pytest.mark.parametrize(
    ("battle", "total"),
    [
        ("british-infantry british-cavalry british-artillery british-machine-guns", 6 + 4 + 4 + 3),
        ("british-infantry engineer roads supply-trains", 6 + 1 + 2 * 2),
        ("royal-air-force roads supply-trains", 0),
        ("royal-air-force engineer", 1),
    ],
)
def test_units_count_and_supply_raises_each(battle: str, total: int, fought: Fights) -> None:
    """MEG 8, MEG-R24: supply and planes count nothing themselves, and get no bonus."""
    assert fought(british=battle) == (total, 0, "british")


def test_terrain_raises_the_turks_alone(fought: Fights) -> None:
    """MEG 8: each Turkish unit, by the Force of the card; in the open desert nobody."""
    assert fought("british-infantry", "turkish-infantry bedouins trenchlines") == (6, 6 + 3, "turkish")
    assert fought("british-infantry", "turkish-infantry bedouins towns") == (6, 5 + 2, "turkish")
    assert fought("british-infantry", "turkish-infantry bedouins") == (6, 5, "british")


@pytest.mark.parametrize(
    ("battle", "total"),
    [
        ("disrupted-asienkorps", "1/2"),
        ("disrupted-asienkorps rail-lines", "1"),
        ("asienkorps disrupted-rail-lines", "3/2"),
        ("disrupted-asienkorps disrupted-rail-lines", "3/4"),
        ("disrupted-asienkorps disrupted-mountains", "3/4"),
        ("disrupted-turkish-infantry disrupted-trenchlines disrupted-rail-lines", "11/4"),
    ],
)
def test_half_is_half(battle: str, total: str, fought: Fights) -> None:
    """MEG-R5, MEG-R21: bonuses first, then the half, and never a rounding."""
    assert fought(turkish=battle) == (0, Fraction(total), "turkish")


def test_a_quarter_point_can_decide(fought: Fights) -> None:
    """MEG-R21: 1 3/4 beats 1 1/2."""
    turkish = "disrupted-composite-division rail-lines disrupted-supply-wagons"
    assert fought("engineer disrupted-roads", turkish) == (Fraction(3, 2), Fraction(7, 4), "turkish")


def test_totals_are_shown_exactly(position: Positions, events_of: Callable[..., list]) -> None:
    """MEG-R5, MEG-R21: in words too."""
    table = position(
        Infantry(), british="disrupted-engineer disrupted-roads", turkish="turkish-infantry"
    )
    (event,) = events_of(table, Fought)
    assert event.text == "Force: British 0.75, Turkish 4. The Turks win the battle and a victory point."


@pytest.mark.parametrize(
    ("battle", "total"),
    [
        ("kemal", 0),
        ("kemal rail-lines", 5),
        ("kemal tiller rail-lines turkish-air-force", 5 + 3),
        ("kemal tiller von-oppen rail-lines trenchlines", 5 + 4),
        ("kemal bedouins", 1 + 5),
        ("kemal tiller bedouins", 1 + 5),
        ("kemal tiller bedouins rail-lines", 2 + 5 + 3),
        ("kemal tiller von-oppen bedouins caucasus-cavalry", 3 + 5 + 4),
        ("corps-headquarters corps-headquarters bedouins caucasus-cavalry", 3 + 2),
        ("kemal bedouins rail-lines", 2 + 5),
        ("kemal disrupted-turkish-infantry", 2 + 5),
        ("kemal turkish-artillery turkish-machine-guns tiller", 3 + 2 + 5 + 3),
    ],
)
def test_a_leader_counts_with_any_other_card(battle: str, total: int, fought: Fights) -> None:
    """MEG 8, MEG-R6: supply, terrain and planes too; one each, the highest first, in full."""
    assert fought(turkish=battle)[1] == total


def test_lawrence_leads_and_is_no_unit(fought: Fights) -> None:
    """MEG-R12: no bonus for him, and Allenby cannot be attached to him."""
    assert fought("lawrence allenby roads")[0] == 5
    assert fought("lawrence allenby roads engineer")[0] == 1 + 1 + 5 + 5


def test_the_british_win_ties(fought: Fights) -> None:
    """MEG 8: also those of two empty Orders of Battle, or of leaders alone (MEG-R11)."""
    assert fought("desert-mounted-corps", "turkish-artillery") == (3, 3, "british")
    assert fought() == (0, 0, "british")
    assert fought("", "kemal tiller") == (0, 0, "british")


@pytest.mark.parametrize(
    ("british", "turkish"), [("british-infantry", "bedouins"), ("engineer", "kemal bedouins")]
)
def test_the_winner_scores_and_the_loser_loses_all(
    british: str, turkish: str, position: Positions, fought: Fights
) -> None:
    """MEG 8: one victory point; the winner's cards go to its reserve pile."""
    sides = position(Infantry(), british=british, turkish=turkish).state.sides
    won = fought(british, turkish)[2]
    cards = {"british": british.split(), "turkish": sorted(turkish.split())}
    for seat, side in sides.items():
        assert side.battle == []
        expected = (1, cards[seat], []) if seat == won else (0, [], cards[seat])
        assert (side.score.value, side.reserve, side.casualties) == expected


def test_all_of_a_battle_leaves_it(position: Positions, side: Sides) -> None:
    """MEG 8, MEG-R11: supply, terrain and leaders too; piles stay sorted; hands are kept (MEG-R17)."""
    british = side(
        battle="roads lawrence engineer", reserve="forage", hand="allenby", casualties="roads"
    )
    turkish = side(battle="towns kemal rail-lines", casualties="spread-thin bedouins", hand="tiller")
    table = position(Infantry(), british=british, turkish=turkish)
    assert british.reserve == ["engineer", "forage", "lawrence", "roads"]
    assert turkish.casualties == ["bedouins", "kemal", "rail-lines", "spread-thin", "towns"]
    assert (british.hand, turkish.hand, british.casualties) == (["allenby"], ["tiller"], ["roads"])
    assert not table.state.revealed


@pytest.mark.parametrize("state", ["", DISRUPTED_PREFIX])
def test_the_naval_bombardment_is_never_lost_in_battle(
    state: str, position: Positions, side: Sides
) -> None:
    """MEG 8, MEG-R7: it goes to the reserve pile with the losers and with the winners."""
    for turkish, lost in (("turkish-infantry turkish-infantry", ["engineer"]), ("", [])):
        british = side(battle=f"{state}hms-druid-hms-forester engineer")
        position(Infantry(), british=british, turkish=turkish)
        assert british.casualties == lost
        assert sorted(british.reserve + british.casualties) == ["engineer", "hms-druid-hms-forester"]


def test_the_naval_bombardment_is_not_lost_when_destroyed(
    position: Positions, side: Sides, play: Callable[..., Table]
) -> None:
    """MEG-R7: nor by an attack."""
    british = side(battle="disrupted-hms-druid-hms-forester", reserve="roads engineer")
    table = position(Bombardments(), british=british, turkish="turkish-artillery")
    play(table, "attack turkish-artillery disrupted-hms-druid-hms-forester")
    assert (british.battle, british.casualties) == ([], [])
    assert british.reserve == ["engineer", "hms-druid-hms-forester", "roads"]
