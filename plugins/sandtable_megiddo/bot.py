"""A scripted player for both sides: mass, no nuisances, and attacks where they hurt most."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable import Action, Seat
from sandtable_megiddo.actions import Attack, Commit, Discard, Done, Pass
from sandtable_megiddo.attacks import DISRUPTED, Attacks
from sandtable_megiddo.cards import CARDS, LAWRENCE, UNITS, Kind
from sandtable_megiddo.infantry import WHOLE, bonus, unit_force
from sandtable_megiddo.state import OTHER, Committed
from sandtable_megiddo.view import SideView, View

KEEP = 3.0
"""A card worth less than this is thrown away for a new one."""

GUNS = (Kind.ARTILLERY, Kind.MACHINE_GUN)


class Scripted:
    """Plays either seat from what that seat may know."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options."""
        view = seat.view
        assert isinstance(view, View)  # noqa: S101
        options = seat.options
        if isinstance(options[0], Attack):
            decision = seat.decision
            assert isinstance(decision, Attacks)  # noqa: S101
            return attack(decision, view, seat.name, options)
        own = view.sides[seat.name]
        return discard(own, options) if isinstance(options[0], Discard) else commit(options)


def discard(own: SideView, options: Sequence[Action]) -> Action:
    """The least useful card, while it is worth less than a new one."""
    hand = own.hand or []
    cards = [option for option in options if isinstance(option, Discard)]
    worst = min(cards, key=lambda option: (worth(option.card, hand), option.card), default=None)
    return worst if worst and worth(worst.card, hand) < KEEP else Done()


def worth(card: str, hand: Sequence[str]) -> float:
    """What a card is likely to add to a battle, in points of Force."""
    known = CARDS[card]
    units = sum(CARDS[one].is_unit for one in hand)
    if known.kind is Kind.SUPPLY:
        return 0.8 * units
    if known.kind is Kind.TERRAIN:
        best = max((one for one in hand if CARDS[one].kind is Kind.TERRAIN), key=_force)
        return 0.8 * units * known.force if card == best else 0
    if known.kind is Kind.PLANE:
        return 1.5 * known.force + 1
    return known.force + (2 if known.kind in GUNS else 0)


def _force(card: str) -> tuple[int, str]:
    return (CARDS[card].force, card)


def commit(options: Sequence[Action]) -> Action:
    """All that can fight, the best terrain, but not Lawrence, whose loss loses the game."""
    cards = [option for option in options if isinstance(option, Commit) and option.card != LAWRENCE]
    best = max(cards, key=lambda option: _force(option.card), default=None)
    return best or Done()


def attack(phase: Attacks, view: View, seat: str, options: Sequence[Action]) -> Action:
    """The attack that shifts the totals most in our favour; none when all of them cost more."""
    own, enemy = view.sides[seat], view.sides[OTHER[seat]]
    best: tuple[float, Action] = (0.0, Pass())
    for option in options:
        if isinstance(option, Attack):
            gain = _gain(phase, _find(own, option.card), _find(enemy, option.target), own, enemy)
            if gain > best[0]:
                best = (gain, option)
    return best[1]


def _gain(phase: Attacks, card: Committed, target: Committed, own: SideView, enemy: SideView) -> float:
    force = phase.acts(CARDS[card.card]) or 0
    half = phase.effect(force, CARDS[target.card]) == DISRUPTED and not target.disrupted
    hurt = stake(target, enemy) / (2 if half else 1)
    if CARDS[target.card].kind in GUNS and not target.acted and not half and not phase.stays:
        hurt += 3 * WHOLE
    cost = 0.0 if phase.stays else stake(card, own)
    # Among equals a strong card is kept for a target that needs it.
    return hurt - cost - force / 100


def stake(laid: Committed, side: SideView) -> float:
    """What a side's total loses, in quarter points, when a card of its battle is gone."""
    battle = side.battle or []
    card = CARDS[laid.card]
    if card.is_unit:
        return unit_force(laid, bonus(battle))
    units = sum(CARDS[one.card].kind in UNITS for one in battle)
    if card.kind in (Kind.SUPPLY, Kind.TERRAIN):
        return WHOLE * card.force * units / (2 if laid.disrupted else 1)
    return WHOLE * card.force if card.kind is Kind.LEADER else WHOLE / 2


def _find(side: SideView, name: str) -> Committed:
    return next(laid for laid in side.battle or [] if laid.id == name)
