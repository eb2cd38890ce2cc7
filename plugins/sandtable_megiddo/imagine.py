"""Deals a position that is possible as far as a seat knows."""

from __future__ import annotations

from sandtable import Table, deck
from sandtable_megiddo.bot import least_useful
from sandtable_megiddo.order_of_battle import Commitment, can_commit
from sandtable_megiddo.reserve import Discards, may_discard
from sandtable_megiddo.state import BRITISH, OTHER, MegiddoState


def imagine(table: Table[MegiddoState], seat: str) -> None:
    """Deal the other side's hidden cards again: its hand, draw pile and secret choice.

    Players discard the cards that they can use least. If the side has replaced cards in this round, it
    therefore also replaces the least useful cards of its imagined hand. If the British chose in secret
    before the Turks (MEG-R10), they choose again.
    """
    other = OTHER[seat]
    side = table.state.sides[other]
    if not table.state.revealed:
        side.hand.extend(entry.card for entry in side.battle)
        side.battle.clear()
    deck.move_all(side.aside, side.hand)
    held = len(side.hand)
    deck.move_all(side.hand, side.draw_pile)
    deck.deal(table.dice, held, side.draw_pile, side.hand, stream="imagine")
    if not table.state.revealed and side.replaced:
        for _ in range(side.replaced):
            deck.move(least_useful(side.hand)[1], side.hand, side.draw_pile)
        deck.deal(table.dice, side.replaced, side.draw_pile, side.hand, stream="imagine")
    if table.outcome is None and table.decision.seat == seat and other == BRITISH:
        decision = table.decision
        if isinstance(decision, Discards) and may_discard(table, BRITISH):
            table.do(Discards(seat=BRITISH))
        if isinstance(decision, Commitment) and can_commit(side):
            table.do(Commitment(seat=BRITISH))
