"""A scripted player for either seat, by rules of thumb."""

from __future__ import annotations

from sandtable import Action, Seat


class Scripted:
    """Plays from what its seat may know: a bot is given the seat, never the table."""

    def choose(self, seat: Seat) -> Action:
        """Any option."""
        return seat.dice.pick(seat.options)
