"""MEG 2, Reserve: both sides may exchange cards for new ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Phase, Refusal, Table, deck
from sandtable_megiddo.actions import Discard
from sandtable_megiddo.cards import CARDS, rank
from sandtable_megiddo.events import Discarded
from sandtable_megiddo.maneuver import draw_cards
from sandtable_megiddo.state import SEATS, MegiddoState


class Reserve(Phase[MegiddoState], frozen=True):
    """The British choose discards, then the Turks, who do not see them (MEG-R10); then both draw."""

    rule: ClassVar[str] = "2"
    title: ClassVar[str] = "Reserve"

    def run(self, table: Table[MegiddoState]) -> None:
        for seat in SEATS:
            if may_discard(table, seat):
                table.do(Discards(seat=seat))
        table.do(Replace())


class Discards(Decision[MegiddoState], frozen=True):
    """A side chooses its discards, one at a time, unseen by the other."""

    rule: ClassVar[str] = "2"
    title: ClassVar[str] = "Reserve"
    secret: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = (Discard, Done)

    def ask(self, table: Table[MegiddoState]) -> str:
        limit: int = table.scenario.data.of(self.seat).discards
        chosen = len(table.state.sides[self.seat].aside)
        return f"Discard up to {limit} cards to draw new ones ({chosen} chosen)."

    def describe(self, table: Table[MegiddoState], action: Action) -> str:  # noqa: ARG002
        return (
            CARDS[action.card].label
            if isinstance(action, Discard)
            else "draw as many new cards; discards can return later"
        )

    def copies(self, table: Table[MegiddoState], action: Action) -> int:
        return table.state.sides[self.seat].hand.count(action.card) if isinstance(action, Discard) else 1

    def candidates(self, table: Table[MegiddoState]) -> Iterator[Action]:
        yield from map(Discard, deck.kinds(sorted(table.state.sides[self.seat].hand, key=rank)))
        yield Done()

    def options(self, table: Table[MegiddoState]) -> list[Action]:
        return [Done()] if self._is_full(table) else list(self.candidates(table))

    def refusal(self, table: Table[MegiddoState], action: Action) -> Refusal | None:
        if not isinstance(action, Discard):
            return None
        side = table.state.sides[self.seat]
        if action.card not in side.hand:
            name = CARDS[action.card].name if action.card in CARDS else action.card
            return Refusal("2", "you can discard only cards from your hand", f"{name} is not in it")
        if self._is_full(table):
            limit: int = table.scenario.data.of(self.seat).discards
            return Refusal("2", f"you can discard at most {limit} cards", "type done to continue")
        return None

    def _is_full(self, table: Table[MegiddoState]) -> bool:
        limit: int = table.scenario.data.of(self.seat).discards
        return len(table.state.sides[self.seat].aside) >= limit

    def choose(self, table: Table[MegiddoState], action: Action) -> None:
        if not isinstance(action, Discard):
            return
        side = table.state.sides[self.seat]
        deck.move(action.card, side.hand, side.aside)
        table.do(Discards(seat=self.seat, part=True))


class Replace(Phase[MegiddoState], frozen=True):
    """Discards join the reserve piles, then each is replaced by a card drawn (MEG-R13)."""

    rule: ClassVar[str] = "2"
    title: ClassVar[str] = "Reserve"

    def run(self, table: Table[MegiddoState]) -> None:
        discards = {seat: tuple(table.state.sides[seat].aside) for seat in SEATS}
        for seat, cards in discards.items():
            if cards:
                side = table.state.sides[seat]
                side.replaced = len(cards)
                deck.move_all(side.aside, side.reserve)
                table.tell(Discarded(seat, cards))
                draw_cards(table, seat, len(cards), "2")


def may_discard(table: Table[MegiddoState], seat: str) -> bool:
    """Tell whether a side may discard anything; otherwise it is not asked."""
    side = table.state.sides[seat]
    limit: int = table.scenario.data.of(seat).discards
    return limit > 0 and bool(side.hand)
