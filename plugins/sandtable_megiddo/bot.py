"""A scripted player for both sides: it discards weak cards, commits the rest, and picks good attacks."""

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

LEAST_WORTH = 3.0
"""The least worth of a card that is kept; a card worth less is discarded for a new one."""

GUNS = (Kind.ARTILLERY, Kind.MACHINE_GUN)
"""The kinds that fire before the infantry phase and stay."""


class Scripted:
    """A bot for either seat, which uses only what that seat may know."""

    def choose(self, seat: Seat) -> Action:
        """Choose one of the seat's options."""
        options = seat.options
        if isinstance(options[0], Attack):
            decision = seat.decision
            assert isinstance(decision, Attacks)  # noqa: S101
            return choose_attack(decision, _sides(seat), seat.name, options)
        if isinstance(options[0], Discard):
            return choose_discard(_sides(seat)[seat.name].hand or [], options)
        return choose_commitment(options)


def _sides(seat: Seat) -> Mapping[str, SideView]:
    view = seat.view
    assert isinstance(view, View)  # noqa: S101
    return view.sides


def choose_discard(hand: Sequence[str], options: Sequence[Action]) -> Action:
    """Discard the least useful card, as long as it is worth less than a new one."""
    if not isinstance(options[0], Discard):
        return Done()
    value, card = least_useful(hand)
    return Discard(card) if value < LEAST_WORTH else Done()


def least_useful(hand: Sequence[str]) -> tuple[float, str]:
    """Return the Force that the least useful card in a hand is likely to add, and that card."""
    units = sum(CARDS[card].kind in UNITS for card in hand)
    best_terrain = max((id for id in hand if CARDS[id].kind is Kind.TERRAIN), key=_force, default="")
    return min((worth(card, units, best_terrain), card) for card in hand)


def worth(card: str, units: int, best_terrain: str) -> float:
    """Return the Force that a card is likely to add to a battle, in a hand with this many `units`."""
    printed = CARDS[card]
    if printed.kind is Kind.SUPPLY:
        return 0.8 * units
    if printed.kind is Kind.TERRAIN:
        return 0.8 * units * printed.force if card == best_terrain else 0
    if printed.kind is Kind.PLANE:
        return 1.5 * printed.force + 1
    return printed.force + (2 if printed.kind in GUNS else 0)


def _force(card: str) -> tuple[int, str]:
    return (CARDS[card].force, card)


def choose_commitment(options: Sequence[Action]) -> Action:
    """Commit all cards, the strongest first, but never Lawrence: his loss loses the game."""
    cards = {option.card: option for option in options if isinstance(option, Commit)}
    best = max((card for card in cards if card != LAWRENCE), key=_force, default=None)
    return cards[best] if best else Done()


def choose_attack(
    phase: Attacks, sides: Mapping[str, SideView], seat: str, options: Sequence[Action]
) -> Action:
    """Choose the attack that gains most Force; pass if every attack costs more than it gains."""
    own, enemy = stakes(sides[seat].battle or []), stakes(sides[OTHER[seat]].battle or [])
    best: tuple[float, Action] = (0.0, Pass())
    for option in options:
        if isinstance(option, Attack):
            gain = _gain(phase, own[option.card], enemy[option.target])
            if gain > best[0]:
                best = (gain, option)
    return best[1]


Stake: TypeAlias = tuple[Committed, float]
"""A card in an Order of Battle, and its part of the side's total in quarter points."""


def stakes(battle: Sequence[Committed]) -> dict[str, Stake]:
    """Return the stake of each card in an Order of Battle, by id (the first of identical cards)."""
    extra = bonus(battle)
    units = sum(CARDS[entry.card].kind in UNITS for entry in battle)
    return {entry.id: (entry, _share(entry, extra, units)) for entry in reversed(battle)}


def _share(entry: Committed, extra: int, units: int) -> float:
    card = CARDS[entry.card]
    if card.is_unit:
        return unit_force(entry, extra)
    if card.kind in (Kind.SUPPLY, Kind.TERRAIN):
        return QUARTERS * card.force * units / (2 if entry.disrupted else 1)
    return QUARTERS * card.force if card.kind is Kind.LEADER else QUARTERS / 2


def _gain(phase: Attacks, own: Stake, enemy: Stake) -> float:
    (attacker, cost), (target, share) = own, enemy
    card = CARDS[target.card]
    force = phase.attack_force(CARDS[attacker.card]) or 0
    disrupts = phase.effect(force, card) == DISRUPTED and not target.disrupted
    damage = share / (2 if disrupts else 1)
    if card.kind in GUNS and not target.acted and not disrupts and not phase.stays:
        damage += 3 * QUARTERS
    if phase.stays:
        cost = 0.0
    # If attacks are equally good, use the weaker card; save the strong one for a target that needs it.
    return damage - cost - force / 100
