"""A seat's view: what it may know of the position."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from sandtable import Table, Track
from sandtable_megiddo.cards import rank
from sandtable_megiddo.order_of_battle import Commitment
from sandtable_megiddo.state import BRITISH, SEATS, Committed, MegiddoState, ScenarioData


class SideView(Struct):
    """One side as a seat sees it (MEG-R18). A hidden field is None.

    Cards are in the usual layout: by kind, the strongest first.

    - `held`: the number of cards in hand; for the other side, including its secret choices (MEG-R22).
    - `bare`: whether everyone knows that the Order of Battle is empty.
    """

    score: Track
    draw_pile: int
    held: int
    hand: list[str] | None
    aside: list[str] | None
    battle: list[Committed] | None
    bare: bool
    reserve: list[str]
    casualties: list[str]


class View(Struct):
    """A position as a seat sees it; `seat` is None for a reader who may see everything.

    `data` holds the scenario's numbers and decks, which everyone knows.
    """

    seat: str | None
    round: int
    revealed: bool
    sides: dict[str, SideView]
    data: ScenarioData


def view(table: Table[MegiddoState], seat: str | None) -> View:
    """Build the view of the position from what `seat` may know."""
    state = table.state
    in_battle = _sides_with_cards(table)
    sides = {
        side: _side(state, side, open=seat in (None, side), may_have_cards=side in in_battle)
        for side in SEATS
    }
    return View(seat, state.round, state.revealed, sides, table.scenario.data)


def _sides_with_cards(table: Table[MegiddoState]) -> Sequence[str]:
    """Return the sides that have, or may have, committed cards, as far as everyone knows.

    The British commit first.
    """
    decision = table.decision if table.outcome is None else None
    if isinstance(decision, Commitment):
        return [BRITISH] if decision.seat == BRITISH else SEATS
    return [side for side in SEATS if table.state.sides[side].battle]


def _side(state: MegiddoState, seat: str, *, open: bool, may_have_cards: bool) -> SideView:
    """Return one side as a seat sees it; without `may_have_cards`, all know that its battle is empty."""
    side = state.sides[seat]
    shown = open or state.revealed
    secret = [] if shown else side.battle
    return SideView(
        score=structs.replace(side.score),
        draw_pile=len(side.draw_pile),
        held=len(side.hand) + len(side.aside) + len(secret) if not open else len(side.hand),
        hand=sorted(side.hand, key=rank) if open else None,
        aside=sorted(side.aside, key=rank) if open else None,
        battle=sorted(map(structs.replace, side.battle), key=_battle_order) if shown else None,
        bare=not (side.battle if shown else may_have_cards),
        reserve=sorted(side.reserve, key=rank),
        casualties=sorted(side.casualties, key=rank),
    )


def _battle_order(entry: Committed) -> tuple[int, bool, bool]:
    return (rank(entry.card), entry.disrupted, entry.acted)
