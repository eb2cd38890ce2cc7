"""Other positions that are possible for all that a seat knows."""

from __future__ import annotations

from sandtable import Table, deck
from sandtable_megiddo.bot import least
from sandtable_megiddo.order_of_battle import Commitment, can_commit
from sandtable_megiddo.reserve import Discards, may_discard
from sandtable_megiddo.state import BRITISH, OTHER, MegiddoState


def imagine(table: Table[MegiddoState], seat: str) -> None:
    """Deal the other side's hidden cards again: its hand, its draw pile, its secret choice.

    A side discards what it can use least. So if it has replaced cards in this round, as many of the
    least useful cards of its imagined hand are replaced too, and what it kept is better than chance.
    The British, who choose before the Turks, make a secret choice again (MEG-R10).
    """
    other = OTHER[seat]
    side = table.state.sides[other]
    if not table.state.revealed:
        side.hand.extend(laid.card for laid in side.battle)
        side.battle.clear()
    deck.pour(side.aside, side.hand)
    held = len(side.hand)
    deck.pour(side.hand, side.draw_pile)
    deck.deal(table.dice, held, side.draw_pile, side.hand, stream="imagine")
    if not table.state.revealed and side.replaced:
        for _ in range(side.replaced):
            deck.move(least(side.hand)[1], side.hand, side.draw_pile)
        deck.deal(table.dice, side.replaced, side.draw_pile, side.hand, stream="imagine")
    if table.outcome is None and table.decision.seat == seat and other == BRITISH:
        waits = table.decision
        if isinstance(waits, Discards) and may_discard(table, BRITISH):
            table.do(Discards(seat=BRITISH))
        if isinstance(waits, Commitment) and can_commit(side):
            table.do(Commitment(seat=BRITISH))
