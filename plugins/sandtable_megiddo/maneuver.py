"""MEG 1, Maneuver: both sides fill their hands."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table, deck
from sandtable_megiddo.events import Drew, Reshuffled
from sandtable_megiddo.state import SEATS, MegiddoState


class Maneuver(Phase[MegiddoState], frozen=True):
    """Each side draws up to its hand size; the British first."""

    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Maneuver"

    def run(self, table: Table[MegiddoState]) -> None:
        for seat in SEATS:
            size: int = table.scenario.data.of(seat).hand
            table.state.sides[seat].replaced = 0
            draw_cards(table, seat, size - len(table.state.sides[seat].hand))


def draw_cards(table: Table[MegiddoState], seat: str, count: int, section: str = "1") -> None:
    """Draw cards into a hand, reshuffling the reserve pile if the draw pile is empty (MEG-R13).

    If both run out, the hand stays short (MEG-R8).
    """
    side = table.state.sides[seat]
    reserve = len(side.reserve)
    cards = deck.deal(table.dice, count, side.draw_pile, side.hand, side.reserve, stream=seat)
    if len(side.reserve) < reserve:
        table.tell(Reshuffled(seat))
    if cards:
        is_whole_hand = section == Maneuver.rule and len(cards) == len(side.hand)
        table.tell(Drew(seat, len(cards), tuple(sorted(cards)), section, is_whole_hand))
