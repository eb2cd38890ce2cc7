"""What MEG 4 to MEG 7 share: the sides act turn and turn about, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from sandtable import Done, Pass, Phase, Table
from sandtable_megiddo.actions import Attack, Commit, Discard
from sandtable_megiddo.air_strike import AirStrikes
from sandtable_megiddo.artillery import Bombardments
from sandtable_megiddo.cavalry import Charges
from sandtable_megiddo.events import Passed
from sandtable_megiddo.machine_guns import Bursts
from sandtable_megiddo.state import Side

Positions = Callable[..., Table]
Plays = Callable[..., Table]


class Case(NamedTuple):
    """A phase, its section, who begins it, and a card of either side that acts in it."""

    phase: Phase
    rule: str
    first: str
    british: str
    turkish: str

    @property
    def second(self) -> str:
        return "turkish" if self.first == "british" else "british"

    def card(self, seat: str) -> str:
        return self.british if seat == "british" else self.turkish

    def seen_by(self, position: Positions) -> Table:
        """Both sides have two cards that act, and more supply than can be destroyed."""
        mine = f"{self.british} {self.british}" + " roads" * 9
        return position(
            self.phase, british=mine, turkish=f"{self.turkish} {self.turkish}" + " rail-lines" * 9
        )


each_phase = pytest.mark.parametrize(
    "case",
    [
        Case(AirStrikes(), "4", "british", "royal-air-force", "turkish-air-force"),
        Case(Charges(), "5", "british", "lawrence", "caucasus-cavalry"),
        Case(Bombardments(), "6", "turkish", "british-artillery", "turkish-artillery"),
        Case(Bursts(), "7", "turkish", "british-machine-guns", "turkish-machine-guns"),
    ],
    ids=lambda case: case.phase.title,
)


def hit_supply(table: Table) -> None:
    """Attack in a way that leaves the enemy all cards that act."""
    attacks = (option for option in table.options if isinstance(option, Attack))
    table.choose(next(attack for attack in attacks if attack.target.endswith(("roads", "rail-lines"))))


@each_phase
def test_the_sides_alternate_until_nobody_can_act(
    case: Case, position: Positions, after: object
) -> None:
    """MEG-R2: one card at a time from the side that the phase names, and each card once."""
    table = case.seen_by(position)
    seats = []
    while table.decision != after:
        assert table.decision.rule == case.rule
        seats.append(table.decision.seat)
        hit_supply(table)
    assert seats == [case.first, case.second, case.first, case.second]


@each_phase
def test_a_side_that_passes_is_out_and_the_other_goes_on(
    case: Case, position: Positions, play: Plays, after: object, events_of: Callable[..., list]
) -> None:
    """MEG-R2: with all cards that it still has."""
    table = play(case.seen_by(position), "pass")
    assert events_of(table, Passed) == [Passed(case.first)]
    for _ in range(2):
        assert table.decision.seat == case.second
        hit_supply(table)
    assert table.decision == after


@each_phase
def test_a_side_can_pass_after_it_has_acted(
    case: Case, position: Positions, play: Plays, after: object
) -> None:
    """MEG-R2: when both have passed, the phase is over."""
    table = case.seen_by(position)
    hit_supply(table)
    play(table, "pass")
    assert table.decision.seat == case.first
    assert play(table, "pass").decision == after


@each_phase
def test_a_side_without_a_card_that_acts_is_not_asked(
    case: Case, position: Positions, after: object
) -> None:
    """MEG-R2: it is out from the beginning."""
    assert position(case.phase, british="roads", turkish=case.turkish).decision.seat == "turkish"
    assert position(case.phase, british=case.british, turkish="rail-lines").decision.seat == "british"
    for battle in ({"british": case.british}, {"turkish": case.turkish}):
        assert position(case.phase, **battle).decision == after
    assert position(case.phase, british="roads", turkish="rail-lines").decision == after


@pytest.mark.parametrize(
    ("phase", "british", "turkish"),
    [
        (AirStrikes(), "royal-air-force", "kemal"),
        (Charges(), "lawrence australian-mounted-division", "kemal depot-regiment"),
        (Bombardments(), "british-artillery", "kemal"),
        (Bursts(), "british-machine-guns", "kemal turkish-artillery"),
    ],
)
def test_a_side_without_a_target_is_not_asked(
    phase: Phase, british: str, turkish: str, position: Positions, after: object
) -> None:
    """MEG-R2: a card that can attack nothing there is does not act."""
    assert position(phase, british=british, turkish=turkish).decision == after


@each_phase
def test_cards_in_hand_do_not_act(
    case: Case, position: Positions, side: Callable[..., Side], after: object
) -> None:
    """MEG 4, MEG 5, MEG 6, MEG 7, MEG-R1: only those of the Order of Battle, and against it."""
    british = side(hand=case.british, battle="roads")
    turkish = side(hand=case.turkish, battle="rail-lines")
    assert position(case.phase, british=british, turkish=turkish).decision == after


@each_phase
def test_an_attack_that_is_refused_names_its_section(case: Case, position: Positions) -> None:
    """MEG 4, MEG 5, MEG 6, MEG 7: each refusal names the phase's section."""
    battles = {"british": f"{case.british} allenby engineer", "turkish": f"{case.turkish} kemal towns"}
    table = position(case.phase, **battles)
    own, other = case.card(case.first), case.card(case.second)
    (_, leader, target), (_, idle, _) = battles[case.second].split(), battles[case.first].split()
    for action, text in [
        (Attack(own, leader), "a leader cannot be attacked; choose another target"),
        (Attack(own, "roads"), "the enemy's Order of Battle has no such card"),
        (Attack(own, own), "the enemy's Order of Battle has no such card"),
        (Attack(other, target), "no such card of yours can attack"),
        (Attack(idle, target), "no such card of yours can attack"),
        (Attack("forage", target), "no such card of yours can attack"),
        (Attack("nobody", target), "no such card of yours can attack"),
        (Commit(own), "not now"),
        (Discard(own), "not now"),
        (Done(), "not now"),
    ]:
        refusal = table.refusal(action)
        assert (refusal.rule, text in str(refusal)) == (case.rule, True), action


@each_phase
def test_passing_and_missing_cards_are_described_by_their_help(case: Case, position: Positions) -> None:
    """MEG-R2: passing, and cards that are not there."""
    table = position(case.phase, british=f"{case.british} roads", turkish=f"{case.turkish} towns")
    card = case.card(case.first)
    target = "towns" if case.first == "british" else "roads"
    assert table.decision.describe(table, Attack(card, target)) != Attack.help
    assert table.decision.describe(table, Pass()) == "end your attacks in this phase"
    for wrong in (Attack(card, "nobody"), Attack("nobody", target)):
        assert table.decision.describe(table, wrong) == Attack.help


@each_phase
def test_like_cards_are_one_option(case: Case, position: Positions) -> None:
    """MEG-R2: a disrupted card is another than a fresh one, as attacker and as target."""
    card = case.card(case.first)
    aim = "rail-lines" if case.first == "british" else "roads"
    battles = {
        case.first: f"{card} {card} disrupted-{card}",
        case.second: f"{aim} {aim} disrupted-{aim}",
    }
    attacks = [
        option for option in position(case.phase, **battles).options if isinstance(option, Attack)
    ]
    cards, aims = (card, f"disrupted-{card}"), (aim, f"disrupted-{aim}")
    assert len(attacks) == 4
    assert set(attacks) == {Attack(card, other) for card in cards for other in aims}
