"""A scripted player for both sides: it masses units, drops weak cards, and attacks the best targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sandtable import Action, Done, Pass, Seat
from sandtable_megiddo.actions import Attack, Commit, Discard
from sandtable_megiddo.attacks import DISRUPTED, Attacks
from sandtable_megiddo.cards import CARDS, LAWRENCE, UNITS, Kind
from sandtable_megiddo.infantry import QUARTERS, bonus, unit_force
from sandtable_megiddo.state import OTHER, Committed
from sandtable_megiddo.view import SideView, View

KEEP = 3.0
"""A card worth less than this is discarded for a new one."""

GUNS = (Kind.ARTILLERY, Kind.MACHINE_GUN)
"""The kinds that destroy or disrupt before the infantry phase."""


class Scripted:
    """Plays either seat from what that seat may know."""

    def choose(self, seat: Seat) -> Action:
        """Choose one of the seat's options."""
        options = seat.options
        if isinstance(options[0], Attack):
            decision = seat.decision
            assert isinstance(decision, Attacks)  # noqa: S101
            return attack(decision, _sides(seat), seat.name, options)
        if isinstance(options[0], Discard):
            return discard(_sides(seat)[seat.name].hand or [], options)
        return commit(options)


def _sides(seat: Seat) -> Mapping[str, SideView]:
    view = seat.view
    assert isinstance(view, View)  # noqa: S101
    return view.sides


def discard(hand: Sequence[str], options: Sequence[Action]) -> Action:
    """Discard the least useful card, as long as it is worth less than a new one."""
    if not isinstance(options[0], Discard):
        return Done()
    value, card = least(hand)
    return Discard(card) if value < KEEP else Done()


def least(hand: Sequence[str]) -> tuple[float, str]:
    """The least useful card of a hand, after the Force that it is likely to add to a battle."""
    units = sum(CARDS[card].kind in UNITS for card in hand)
    terrain = max((card for card in hand if CARDS[card].kind is Kind.TERRAIN), key=_force, default="")
    return min((worth(card, units, terrain), card) for card in hand)


def worth(card: str, units: int, terrain: str) -> float:
    """The Force that a card is likely to add to a battle.

    `units` is how many units the hand has, `terrain` the best terrain card in it.
    """
    printed = CARDS[card]
    if printed.kind is Kind.SUPPLY:
        return 0.8 * units
    if printed.kind is Kind.TERRAIN:
        return 0.8 * units * printed.force if card == terrain else 0
    if printed.kind is Kind.PLANE:
        return 1.5 * printed.force + 1
    return printed.force + (2 if printed.kind in GUNS else 0)


def _force(card: str) -> tuple[int, str]:
    return (CARDS[card].force, card)


def commit(options: Sequence[Action]) -> Action:
    """Commit the cards, the strongest first, but never Lawrence: his loss loses the game."""
    cards = {option.card: option for option in options if isinstance(option, Commit)}
    best = max((card for card in cards if card != LAWRENCE), key=_force, default=None)
    return cards[best] if best else Done()


def attack(
    phase: Attacks, sides: Mapping[str, SideView], seat: str, options: Sequence[Action]
) -> Action:
    """Make the attack that shifts the totals most in our favour.

    Pass if every attack costs more than it gains.
    """
    own, enemy = stakes(sides[seat].battle or []), stakes(sides[OTHER[seat]].battle or [])
    best: tuple[float, Action] = (0.0, Pass())
    for option in options:
        if isinstance(option, Attack):
            gain = _gain(phase, own[option.card], enemy[option.target])
            if gain > best[0]:
                best = (gain, option)
    return best[1]


Stake: TypeAlias = tuple[Committed, float]
"""A card of an Order of Battle, and its part of the side's total in quarters of a Force point."""


def stakes(battle: Sequence[Committed]) -> dict[str, Stake]:
    """The stake of each card of an Order of Battle, by id; of equal cards the first counts."""
    extra = bonus(battle)
    units = sum(CARDS[laid.card].kind in UNITS for laid in battle)
    return {laid.id: (laid, _loss(laid, extra, units)) for laid in reversed(battle)}


def _loss(laid: Committed, extra: int, units: int) -> float:
    card = CARDS[laid.card]
    if card.is_unit:
        return unit_force(laid, extra)
    if card.kind in (Kind.SUPPLY, Kind.TERRAIN):
        return QUARTERS * card.force * units / (2 if laid.disrupted else 1)
    return QUARTERS * card.force if card.kind is Kind.LEADER else QUARTERS / 2


def _gain(phase: Attacks, own: Stake, enemy: Stake) -> float:
    (laid, cost), (target, loss) = own, enemy
    card = CARDS[target.card]
    force = phase.acts(CARDS[laid.card]) or 0
    half = phase.effect(force, card) == DISRUPTED and not target.disrupted
    hurt = loss / (2 if half else 1)
    if card.kind in GUNS and not target.acted and not half and not phase.stays:
        hurt += 3 * QUARTERS
    if phase.stays:
        cost = 0.0
    # Among equal attacks, the weaker card attacks: a strong one is kept for a target that needs it.
    return hurt - cost - force / 100
