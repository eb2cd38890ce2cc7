"""Events of a mission: its beginning, its end, and the next mission of a campaign (LOA 28, LOA 37)."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Event, Headline, listing, number_of
from sandtable_lawrence.events import arabs_do, pounds, space_name
from sandtable_lawrence.roster import NAMES


class MissionBegan(Event, frozen=True):
    """A mission begins with these resources and goals (LOA 37)."""

    rule: ClassVar[str] = "37"
    title: str
    task: str
    ops: int
    pounds: int
    leadership: int

    @property
    def text(self) -> str:
        ops = f"{number_of(self.ops, 'Operation')} (Op{'s' * (self.ops != 1)})"
        resources = f"{ops}, {pounds(self.pounds)} and Leadership {self.leadership}"
        return f"{self.title}: you have {resources}. To win: {self.task}."


class GarrisonsPlaced(Event, frozen=True):
    """Garrisons are placed face down (LOA 32)."""

    rule: ClassVar[str] = "32"
    spaces: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"Garrisons, face down: {', '.join(map(space_name, self.spaces)) or 'none'}."


class LawrenceStarts(Event, frozen=True):
    """Lawrence is placed where he begins (LOA 37, LOA 34.5).

    `first` is true when the game begins. `base` is where the units that he buys arrive, or "" if they
    join him (LOA-R47).
    """

    rule: ClassVar[str] = "37"
    space: str
    first: bool = False
    base: str = ""

    @property
    def text(self) -> str:
        numbers = (
            " The 1+5 after his name means strength 1, moves 5 spaces; "
            "a unit that is not a leader shows a -, as in 3-4."
        )
        return self.story + numbers * self.first

    @property
    def story(self) -> str:
        units = f" The units he buys arrive at {space_name(self.base)}." if self.base else ""
        return f"Lawrence begins at {space_name(self.space)}.{units}"


class MissionOver(Event, frozen=True):
    """A mission is won or lost (LOA 28)."""

    rule: ClassVar[str] = "28"
    title: str
    won: bool
    why: str

    @property
    def text(self) -> str:
        return f"{self.title}: {'won' if self.won else 'lost'}, {self.why}."

    def headline(self, seat: str | None) -> Headline:
        verb, n, end = ("win", 3, "won") if self.won else ("lose", -3, "lost")
        text = f"{arabs_do(seat, verb)} the mission"
        return Headline(text, (self.won,), n, tally=f"{self.title} {end}")


class MissionRepeated(Event, frozen=True):
    """A failed mission of a campaign is played again (LOA 28)."""

    rule: ClassVar[str] = "28"
    title: str

    @property
    def text(self) -> str:
        return f"{self.title} is played again. A second failure loses the campaign."


class SpacesSecured(Event, frozen=True):
    """Arab units secure spaces, which get no new Garrison (LOA-R29)."""

    rule: ClassVar[str] = "LOA-R29"
    spaces: tuple[str, ...]

    @property
    def text(self) -> str:
        held = listing([space_name(space) for space in self.spaces])
        return f"Arab units hold {held}: no later mission places a Garrison there."


class Aftermath(Event, frozen=True):
    """The survivors and results of a mission, and the historical outcome (LOA 28)."""

    rule: ClassVar[str] = "28"
    leaders: tuple[str, ...]
    units: int
    beaten: int
    breaks: int
    ops: int
    history: str = ""

    @property
    def text(self) -> str:
        still = [NAMES[leader] for leader in self.leaders]
        still += [number_of(self.units, "other unit" if still else "unit")] * bool(self.units)
        garrisons, breaks = number_of(self.beaten, "Garrison"), number_of(self.breaks, "RR Break")
        history = f" In history: {self.history}" if self.history else ""
        return (
            f"Still in the field: {listing(still) or 'no one'}. "
            f"{garrisons} eliminated, {breaks} on the map, {number_of(self.ops, 'Op')} left.{history}"
        )


class CampaignOver(Event, frozen=True):
    """The campaign is won or lost (LOA 28)."""

    rule: ClassVar[str] = "28"
    won: bool
    missions: int

    @property
    def text(self) -> str:
        how, won = "won" if self.won else "lost", number_of(self.missions, "mission")
        return f"The campaign is {how}: {won} won."

    def headline(self, seat: str | None) -> Headline:
        verb, n, end = ("win", 4, "won") if self.won else ("lose", -4, "lost")
        return Headline(f"{arabs_do(seat, verb)} the campaign", (self.won,), n, tally=f"campaign {end}")
