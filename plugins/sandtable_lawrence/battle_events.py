"""Battle events (LOA-C6), and the fate of leaders lost in battle (LOA 33)."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Event, Headline, Strike
from sandtable_lawrence.events import arabs_do, space_name
from sandtable_lawrence.roster import LAWRENCE, NAMES, UNITS, names_of
from sandtable_lawrence.spaces import is_critical
from sandtable_lawrence.state import SEAT


def foe_name(id: str) -> str:
    """Return an Ottoman unit's name, with a letter from the second of its kind on: ``OEF 2b``."""
    counter, _, letter = id.rpartition("-")
    return f"{NAMES[counter]}{letter}" if counter in NAMES and id not in NAMES else NAMES[id]


class BattleJoined(Event, frozen=True):
    """Ottoman counters are picked for a battle (LOA 31, LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    reveals: ClassVar[bool] = True
    space: str
    card: int
    garrison: int
    more: int
    called: tuple[str, ...]

    @property
    def text(self) -> str:
        parts = (("card", self.card), ("Garrison", self.garrison), ("campaign", self.more))
        size = " + ".join(f"{what} {number}" for what, number in parts if number)
        return f"Battle at {space_name(self.space)} ({size}) against {names_of(self.called)}."

    @property
    def story(self) -> str:
        return f"There is a battle at {space_name(self.space)} against {names_of(self.called)}."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        return Headline(f"Battle at {space_name(self.space)}", (self.space,), open=True)


class TrainElsewhere(Event, frozen=True):
    """The Armored Train is set aside: this is not a Rail space (LOA 29)."""

    rule: ClassVar[str] = "29"

    @property
    def text(self) -> str:
        return "No railway here: the Armored Train does not take part."


class NobodyThere(Event, frozen=True):
    """No Ottoman unit is left to fight (LOA-R22)."""

    rule: ClassVar[str] = "LOA-R22"
    space: str

    @property
    def text(self) -> str:
        return f"{space_name(self.space)} is unopposed."


class EdgeRolled(Event, frozen=True):
    """Each side's die and drm for the Tactical Edge, and who wins it (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    arabs: tuple[int, int]
    ottomans: tuple[int, int]
    edge: str

    @property
    def text(self) -> str:
        ours, theirs = (f"{face}+{drm}" for face, drm in (self.arabs, self.ottomans))
        who = "Arabs" if self.edge == "arabs" else "Ottomans"
        return f"Tactical Edge (die + bonus): Arabs {ours}, Ottomans {theirs}: the {who} fire first."


class Ambushed(Event, frozen=True):
    """The Ottomans have the Tactical Edge without rolling (LOA-C8)."""

    rule: ClassVar[str] = "LOA-C8"

    @property
    def text(self) -> str:
        return "An ambush! The Ottomans fire first."


class Shot(Event, frozen=True):
    """A unit fires: its die roll, its strength and the result (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    firer: str
    target: str
    face: int
    strength: int
    hit: bool

    @property
    def text(self) -> str:
        shot, hit = self.strike, "hit" if self.target in UNITS else "eliminated"
        result = hit if self.hit else "missed"
        return f"{shot.who} (strength {self.strength}) against {shot.at}: {self.face}, {result}."

    @property
    def strike(self) -> Strike:
        who, at, hit = foe_name(self.firer), foe_name(self.target), self.hit
        need = "1" + f"-{self.strength}" * (self.strength > 1)
        by = SEAT if self.firer in UNITS else "the Ottomans"
        return Strike(at, by, who, (self.face,), need, hit, "out" * hit, out=hit)


class LeaderFell(Event, frozen=True):
    """A leader is hit in a battle, and his fate is decided after the battle (LOA 33)."""

    rule: ClassVar[str] = "33"
    leader: str

    @property
    def text(self) -> str:
        name = NAMES[self.leader]
        if self.leader != LAWRENCE:
            return f"{name} falls; roll for his escape after the battle."
        return f"{name} falls! All is lost, unless he escapes after the battle."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        # Other leaders mostly come back, so the battle is bigger news; without Lawrence all may be lost.
        worth = -2 if self.leader == LAWRENCE else -1
        return Headline(f"{NAMES[self.leader]} falls, and must escape", (self.leader,), worth)


class BrokeOff(Event, frozen=True):
    """The Arabs try to break off (LOA-C6, LOA-R13)."""

    rule: ClassVar[str] = "LOA-R13"
    arabs: int
    ottomans: int
    space: str
    away: bool

    @property
    def text(self) -> str:
        end = f"they get away to {space_name(self.space)}" if self.away else "they cannot get away"
        return f"The Arabs try to break off, {self.arabs} against {self.ottomans}: {end}."

    def headline(self, seat: str | None) -> Headline | None:
        if not self.away:
            return None
        return Headline(f"{arabs_do(seat, 'get')} away to {space_name(self.space)}", (self.space,), 2)


class BattleEnded(Event, frozen=True):
    """A battle is won or lost (LOA-C7)."""

    rule: ClassVar[str] = "LOA-C7"
    space: str
    won: bool

    @property
    def text(self) -> str:
        worth = ", a critical city," * is_critical(self.space)
        return f"The battle at {space_name(self.space)}{worth} is {'won' if self.won else 'lost'}."

    def headline(self, seat: str | None) -> Headline:
        verb, worth, end = ("win", 2, "won") if self.won else ("lose", -2, "lost")
        text = f"{arabs_do(seat, verb)} the battle at {space_name(self.space)}"
        return Headline(text, (self.space, self.won), worth, tally=f"battle {end}|battles {end}")


class Escaped(Event, frozen=True):
    """The fate of a lost leader (LOA 33)."""

    rule: ClassVar[str] = "33"
    leader: str
    face: int
    result: str

    @property
    def text(self) -> str:
        return f"Escape roll for {NAMES[self.leader]}: {self.face}, {FATES[self.result]}."


FATES = {
    "killed": "killed",
    "ransom": "held to ransom",
    "wounded": "escapes, wounded",
    "shaken": "escapes, shaken",
    "escapes": "escapes",
    "slips-away": "slips away to Arabs nearby, or to the Camp",
}


class LeaderLost(Event, frozen=True):
    """A leader is lost for this mission (LOA 33)."""

    rule: ClassVar[str] = "33"
    leader: str

    @property
    def text(self) -> str:
        return f"{NAMES[self.leader]} is lost for this mission."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        ends = self.leader == LAWRENCE  # without him the mission and a campaign are lost (LOA 34)
        tally, worth = ("Lawrence lost", -3) if ends else ("leader lost|leaders lost", -2)
        text = f"{NAMES[self.leader]} is lost"
        return Headline(text, (self.leader,), worth, decisive=ends, tally=tally)


class Returned(Event, frozen=True):
    """A lost leader returns (LOA 33)."""

    rule: ClassVar[str] = "33"
    leader: str
    space: str

    @property
    def text(self) -> str:
        return f"{NAMES[self.leader]} is back at {space_name(self.space)}."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        return Headline(f"{NAMES[self.leader]} is back", (self.leader,))
