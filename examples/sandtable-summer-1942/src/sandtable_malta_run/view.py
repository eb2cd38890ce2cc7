"""What a seat may know, and how to imagine what it may not."""

from __future__ import annotations

from msgspec import Struct
from sandtable import Table

from sandtable_malta_run.spaces import SEA
from sandtable_malta_run.state import CONVOY, RAIDER, Boat, RunState


class View(Struct, frozen=True):
    """A position as a seat sees it: `boats` lists known submarines, and `hidden` counts the others."""

    title: str
    goal: str
    convoy: str
    ships: int
    needed: int
    day: int
    days: int
    swept: str
    boats: tuple[str, ...]
    hidden: int


def view(table: Table[RunState], seat: str | None) -> View:
    """Build the view of what a seat may know; everything for None."""
    state, data = table.state, table.scenario.data
    known = [boat.space for boat in state.boats if boat.seen or seat in (None, RAIDER)]
    return View(
        title=table.scenario.title,
        goal=data.goal,
        convoy=state.convoy,
        ships=state.ships,
        needed=data.needed,
        day=state.day,
        days=data.days,
        swept=state.swept,
        boats=tuple(sorted(known)),
        hidden=len(state.boats) - len(known),
    )


def imagine(table: Table[RunState], seat: str) -> None:
    """Place the unseen submarines again, so that the position looks the same to the seat."""
    if seat != CONVOY:
        return
    state = table.state
    seen = [boat for boat in state.boats if boat.seen]
    taken = {state.convoy, *(boat.space for boat in seen)}
    free = [space for space in SEA if space not in taken]
    table.dice.shuffle(free)
    state.boats = seen + [Boat(space) for space in free[: len(state.boats) - len(seen)]]
