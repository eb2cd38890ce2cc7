"""A scripted player."""

from __future__ import annotations

from sandtable import Action, Seat


class Scripted:
    """For now: the first option."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options."""
        return seat.options[seat.dice.roll(sides=len(seat.options))[0] - 1]
