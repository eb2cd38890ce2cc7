"""The events: each has a line of text, and knows who may see it."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Event, Headline, Strike

from sandtable_malta_run.spaces import NAMES
from sandtable_malta_run.state import CONVOY, RAIDER


def sunk_headline(seat: str | None) -> Headline:
    """Return the headline for a sunk submarine."""
    return Headline("A submarine is sunk", worth=-2 if seat == RAIDER else 2)


class Laid(Event, frozen=True):
    """A submarine was placed; the convoy does not know where."""

    rule: ClassVar[str] = "1.1"
    space: str

    @property
    def text(self) -> str:
        return f"A submarine waits at {NAMES[self.space]}."

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == RAIDER else None


class Sailed(Event, frozen=True):
    """The convoy has sailed."""

    rule: ClassVar[str] = "2.1"
    space: str

    @property
    def text(self) -> str:
        return f"The convoy sails to {NAMES[self.space]}."


class Hunted(Event, frozen=True):
    """Escorts have hunted in a space; `found` is ``nothing``, ``seen`` or ``sunk``."""

    rule: ClassVar[str] = "2.2"
    reveals: ClassVar[bool] = True
    space: str
    found: str

    @property
    def text(self) -> str:
        what = {
            "nothing": "find nothing",
            "seen": "find a submarine, which gets away",
            "sunk": "sink a submarine",
        }
        return f"The escorts hunt at {NAMES[self.space]} and {what[self.found]}."

    def headline(self, seat: str | None) -> Headline | None:
        return sunk_headline(seat) if self.found == "sunk" else None


class Torpedoes(Event, frozen=True):
    """A submarine has fired at the convoy."""

    rule: ClassVar[str] = "3"
    reveals: ClassVar[bool] = True
    space: str
    hit: bool
    ships: int

    @property
    def text(self) -> str:
        what = "a ship is lost" if self.hit else "no hit"
        return f"Torpedoes at {NAMES[self.space]}: {what}, {self.ships} sail on."

    @property
    def strike(self) -> Strike:
        effect = f"down to {self.ships}" * self.hit
        return Strike("The convoy", RAIDER, "Submarine", hit=self.hit, effect=effect)

    def headline(self, seat: str | None) -> Headline | None:
        if not self.hit:
            return None
        who = "You lose" if seat == CONVOY else "The convoy loses"
        return Headline(f"{who} a ship", worth=-2 if seat == CONVOY else 2)


class DepthCharges(Event, frozen=True):
    """The escorts have attacked the submarine that fired."""

    rule: ClassVar[str] = "3.1"
    space: str
    sunk: bool

    @property
    def text(self) -> str:
        return f"Depth charges: the submarine {'is sunk' if self.sunk else 'gets away, but was seen'}."

    @property
    def strike(self) -> Strike:
        effect = "sunk" * self.sunk
        return Strike("Submarine", CONVOY, "The escorts", hit=self.sunk, effect=effect, out=self.sunk)

    def headline(self, seat: str | None) -> Headline | None:
        return sunk_headline(seat) if self.sunk else None


class Dived(Event, frozen=True):
    """A submarine that had been seen has moved; only its own side knows where to."""

    rule: ClassVar[str] = "4.1"
    origin: str
    space: str = ""

    @property
    def text(self) -> str:
        where = f" for {NAMES[self.space]}" if self.space else ""
        return f"The submarine at {NAMES[self.origin]} has dived{where}."

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == RAIDER else Dived(self.origin)


class Prowled(Event, frozen=True):
    """An unseen submarine has moved."""

    rule: ClassVar[str] = "4.1"
    origin: str
    space: str

    @property
    def text(self) -> str:
        return f"The submarine at {NAMES[self.origin]} moves to {NAMES[self.space]}."

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == RAIDER else None


class Ended(Event, frozen=True):
    """The game is over; `section` is the rule that ended it."""

    section: str
    why: str

    @property
    def text(self) -> str:
        return self.why

    def headline(self, seat: str | None) -> Headline:
        arrived = self.section == "5.1"
        text = "The convoy gets through" if arrived else "The convoy is stopped"
        is_good = arrived == (seat != RAIDER)
        return Headline(text, (arrived,), 3 if is_good else -3)
