"""Section 3: a submarine meets the convoy and fires."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table

from sandtable_malta_run.ending import end_game
from sandtable_malta_run.events import DepthCharges, Torpedoes
from sandtable_malta_run.spaces import RISKS
from sandtable_malta_run.state import RAIDER, RunState


class Contact(Phase[RunState], frozen=True):
    """A submarine in the convoy's space fires, and the escorts attack it."""

    rule: ClassVar[str] = "3"
    title: ClassVar[str] = "Contact"

    def run(self, table: Table[RunState]) -> None:
        state = table.state
        boat = state.boat(state.convoy)
        if boat is None:
            return
        # `rolls_at_most` is pass or fail, so `sandtable odds` has two cases to look at instead of six.
        hit = table.dice.rolls_at_most(RISKS[state.convoy])
        state.ships -= hit
        boat.seen = True
        table.tell(Torpedoes(state.convoy, hit, state.ships))
        if state.ships < table.scenario.data.needed:
            end_game(table, RAIDER, "5.2", "Too few ships are left.")
            return
        sunk = table.dice.rolls_at_most(table.scenario.data.escort)
        table.tell(DepthCharges(state.convoy, sunk))
        if sunk:
            state.boats.remove(boat)
