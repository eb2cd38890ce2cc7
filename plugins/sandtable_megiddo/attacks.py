"""The rules that MEG 4 to MEG 7 share: the sides take turns to attack with one card (MEG-R2).

The modules air_strike, cavalry, artillery and machine_guns define for each phase which side goes first,
which cards attack, and what they do to a target.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Pass, Refusal, Table
from sandtable_megiddo.actions import Attack
from sandtable_megiddo.cards import CARDS, Card, Kind
from sandtable_megiddo.events import Attacked, Passed, points
from sandtable_megiddo.infantry import total
from sandtable_megiddo.state import OTHER, SEATS, Committed, MegiddoState

DESTROYED = "destroyed"
DISRUPTED = "disrupted"


def destroy_weaker(force: int, target: Card) -> str:
    """Return the effect of planes and artillery: they destroy a weaker card and disrupt any other."""
    return DESTROYED if target.force < force else DISRUPTED


class Attacks(Decision[MegiddoState], frozen=True, kw_only=True):
    """A side's turn to attack with a card or to pass; `out` lists the sides that have finished.

    Passing is always legal (MEG-R16), and final for the phase (MEG-R2). Any card may be a target unless
    the phase exempts it (MEG-R14).

    A subclass sets `first`, the side that goes first, and `stays`, whether a card stays in the battle
    after its attack. It defines `attack_force` and `effect`.
    """

    takes: ClassVar[tuple[type[Action], ...]] = (Attack, Pass)
    first: ClassVar[str]
    stays: ClassVar[bool]

    out: tuple[str, ...] = ()

    @classmethod
    def attack_force(cls, card: Card) -> int | None:
        """Return the Force that a card attacks with in this phase; None if it cannot attack (MEG-R3)."""
        raise NotImplementedError

    @classmethod
    def effect(cls, force: int, target: Card) -> str | None:
        """Return the effect of an attack of this Force on a target; None if it cannot be attacked."""
        raise NotImplementedError

    @classmethod
    def is_preferred(cls, target: Card) -> bool:  # noqa: ARG003
        """Tell whether an attacker must choose such a target before any other."""
        return False

    def ask(self, table: Table[MegiddoState]) -> str:  # noqa: ARG002
        return f"{self.title}: attack with a card{'' if self.stays else ' (it leaves)'}, or pass."

    def describe(self, table: Table[MegiddoState], action: Action) -> str:
        if not isinstance(action, Attack):
            return "end your attacks in this phase"
        attacker = _find_card(self._ready_cards(table), action.card)
        target = _find_card(table.state.sides[OTHER[self.seat]].battle, action.target)
        if attacker is None or target is None:
            return action.help
        swing = self._swing(table, attacker, target)
        return f"{CARDS[target.card].label}: {self._result(attacker, target)}{swing}"

    def _result(self, attacker: Committed, target: Committed) -> str:
        """Return the result of an attack; a second disruption destroys (MEG-R15)."""
        effect = self.effect(self.attack_force(CARDS[attacker.card]) or 0, CARDS[target.card])
        return DISRUPTED if effect == DISRUPTED and not target.disrupted else DESTROYED

    def _swing(self, table: Table[MegiddoState], attacker: Committed, target: Committed) -> str:
        """Return the Force that an attack costs both sides: ``; enemy Force -7, your Force -4``."""
        own, enemy = (table.state.sides[seat].battle for seat in (self.seat, OTHER[self.seat]))
        hit = [Committed(target.card, disrupted=True)] * (self._result(attacker, target) == DISRUPTED)
        lost = total(enemy) - total([*(entry for entry in enemy if entry is not target), *hit])
        paid = 0 if self.stays else total(own) - total([entry for entry in own if entry is not attacker])
        swings = [
            f"{whose} Force -{points(by)}" for whose, by in (("enemy", lost), ("your", paid)) if by
        ]
        return "; " * bool(swings) + ", ".join(swings)

    def candidates(self, table: Table[MegiddoState]) -> Iterator[Action]:
        enemies = dict.fromkeys(entry.id for entry in table.state.sides[OTHER[self.seat]].battle)
        for card in dict.fromkeys(entry.id for entry in self._ready_cards(table)):
            for enemy in enemies:
                yield Attack(card, enemy)
        yield Pass()

    def options(self, table: Table[MegiddoState]) -> list[Action]:
        return [*self.attacks(table), Pass()]

    def attacks(self, table: Table[MegiddoState]) -> Iterator[Attack]:
        """Yield every legal attack, listing identical cards only once."""
        ready = self._ready_cards(table)
        enemies = _one_of_each(table.state.sides[OTHER[self.seat]].battle) if ready else []
        for attacker in _one_of_each(ready):
            force = self.attack_force(CARDS[attacker.card]) or 0
            for target in self._targets(force, enemies):
                yield Attack(attacker.id, target.id)

    def _targets(self, force: int, enemies: list[Committed]) -> list[Committed]:
        """Return the cards that this Force may attack: only preferred ones, if any (MEG-R4)."""
        cards = [(CARDS[enemy.card], enemy) for enemy in enemies]
        hit = [(card, enemy) for card, enemy in cards if self._can_hit(force, card)]
        preferred = [enemy for card, enemy in hit if self.is_preferred(card)]
        return preferred or [enemy for _, enemy in hit]

    def _can_hit(self, force: int, card: Card) -> bool:
        return card.kind is not Kind.LEADER and self.effect(force, card) is not None

    def can_attack(self, table: Table[MegiddoState]) -> bool:
        """Tell whether the side can do anything but pass."""
        return next(self.attacks(table), None) is not None

    def _ready_cards(self, table: Table[MegiddoState]) -> list[Committed]:
        ready = [entry for entry in table.state.sides[self.seat].battle if not entry.acted]
        return [entry for entry in ready if self.attack_force(CARDS[entry.card]) is not None]

    def refusal(self, table: Table[MegiddoState], action: Action) -> Refusal | None:
        if not isinstance(action, Attack):
            return None
        attacker = _find_card(self._ready_cards(table), action.card)
        if attacker is None:
            return Refusal(self.rule, f"no such card of yours can attack in {self.title}", action.card)
        enemies = table.state.sides[OTHER[self.seat]].battle
        target = _find_card(enemies, action.target)
        if target is None:
            return Refusal(self.rule, "the enemy's Order of Battle has no such card", action.target)
        force = self.attack_force(CARDS[attacker.card]) or 0
        return self._why_exempt(force, target) or self._why_wait(force, target, enemies)

    def _why_exempt(self, force: int, target: Committed) -> Refusal | None:
        card = CARDS[target.card]
        if card.kind is Kind.LEADER:
            return Refusal(self.rule, "a leader cannot be attacked; choose another target", card.name)
        if self.effect(force, card) is None:
            return Refusal(self.rule, f"Force {force} cannot hit {card.name} in this phase")
        return None

    def _why_wait(self, force: int, target: Committed, enemies: list[Committed]) -> Refusal | None:
        """Why a supply card must be attacked before this target (MEG-R4)."""
        if self.is_preferred(CARDS[target.card]):
            return None
        for enemy in enemies:
            card = CARDS[enemy.card]
            if self.is_preferred(card) and self.effect(force, card) is not None:
                return Refusal("MEG-R4", "attack a supply card first", card.name)
        return None

    def choose(self, table: Table[MegiddoState], action: Action) -> None:
        if not isinstance(action, Attack):
            table.tell(Passed(self.seat))
            next_attack(table, type(self), OTHER[self.seat], (*self.out, self.seat))
            return
        side, enemy = table.state.sides[self.seat], table.state.sides[OTHER[self.seat]]
        attacker = _find_card(self._ready_cards(table), action.card)
        target = _find_card(enemy.battle, action.target)
        assert attacker  # noqa: S101 (it was an option)
        assert target  # noqa: S101
        effect = self._result(attacker, target)
        if effect == DISRUPTED:
            target.disrupted = True
        else:
            enemy.lose(target)
        attacker.acted = True
        if not self.stays:
            side.battle.remove(attacker)
            side.reserve.append(attacker.card)
            side.reserve.sort()
        if table.events is not None:
            totals = (total(table.state.sides[seat].battle) for seat in SEATS)
            table.tell(Attacked(self.seat, attacker.card, target.card, effect, self.rule, *totals))
        next_attack(table, type(self), OTHER[self.seat], self.out)


def begin(table: Table[MegiddoState], phase: type[Attacks]) -> None:
    """Begin a phase of attacks with the side that goes first."""
    next_attack(table, phase, phase.first)


def next_attack(
    table: Table[MegiddoState], phase: type[Attacks], seat: str, out: tuple[str, ...] = ()
) -> None:
    """Schedule the next attack: `seat`'s if it can make one; a side that cannot is out (MEG-R2)."""
    for side in (seat, OTHER[seat]):
        if side not in out:
            turn = phase(seat=side, out=out)
            if turn.can_attack(table):
                table.do(turn)
                return
            out = (*out, side)


def _one_of_each(battle: list[Committed]) -> list[Committed]:
    """Return one card for each id, since identical cards are one choice."""
    return list({card.id: card for card in battle}.values())


def _find_card(battle: list[Committed], name: str) -> Committed | None:
    """Return the card with this id, preferably one that has not attacked yet (MEG-R23)."""
    return min((card for card in battle if card.id == name), key=lambda card: card.acted, default=None)
