"""A scripted player (to come)."""

from __future__ import annotations

from sandtable import Action, Seat


class Scripted:
    """Plays."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options."""
        return seat.dice.pick(list(seat.options))
