"""Events of an Operation; see also `mission_events` and `battle_events`."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Event, Headline, number_of, sentence
from sandtable_lawrence import spaces
from sandtable_lawrence.roster import NAMES, is_leader, names_of


def space_name(space: str) -> str:
    """Return the name of a space."""
    return spaces.NAMES[space]


def pounds(number: int) -> str:
    """Return a number of Pounds in words: ``1 Pound``, ``2 Pounds``."""
    return number_of(number, "Pound")


def arabs_do(seat: str | None, verb: str) -> str:
    """Return ``You get`` if a player reads it, or else ``The Arabs get``."""
    return f"{'You' if seat else 'The Arabs'} {verb}"


class CampPlaced(Event, frozen=True):
    """Feisal's Camp is placed or moved (LOA 36)."""

    rule: ClassVar[str] = "36"
    space: str
    moved: bool = False

    @property
    def text(self) -> str:
        return f"Feisal's Camp {'moves to' if self.moved else 'is at'} {space_name(self.space)}."


class Bought(Event, frozen=True):
    """A unit or gear was bought (LOA-C3, LOA 35)."""

    rule: ClassVar[str] = "LOA-C3"
    item: str
    unit: str
    space: str
    cost: int
    left: int

    @property
    def text(self) -> str:
        pays = f"pay {pounds(self.cost)}{':' if self._gear_phrase else ' for'}" if self.cost else "get"
        return f"You {pays} {self._goods} at {space_name(self.space)} ({self.left} left)."

    @property
    def story(self) -> str:
        return f"The Arabs buy {self._goods} at {space_name(self.space)}."

    @property
    def _goods(self) -> str:
        return self._gear_phrase + "the " * (not is_leader(self.unit)) + NAMES[self.unit]

    @property
    def _gear_phrase(self) -> str:
        return f"{NAMES[self.item]} for " if self.item in NAMES and self.item != self.unit else ""


class BedouinPicked(Event, frozen=True):
    """A Bedouin counter is picked at random (LOA 37)."""

    rule: ClassVar[str] = "37"
    reveals: ClassVar[bool] = True
    unit: str
    space: str
    strength: int

    @property
    def text(self) -> str:
        return f"The {NAMES[self.unit]}, strength {self.strength}, join at {space_name(self.space)}."


class Checked(Event, frozen=True):
    """A Leadership check (LOA 34.2)."""

    rule: ClassVar[str] = "34.2"
    face: int
    level: int
    passed: bool

    @property
    def text(self) -> str:
        how = "succeeds" if self.passed else "fails"
        return f"Leadership check: rolled {self.face}, needed {self.level} or less: it {how}."


class LeaderRecruited(Event, frozen=True):
    """A leader joins Lawrence (LOA 34.3)."""

    rule: ClassVar[str] = "34.3"
    reveals: ClassVar[bool] = True
    leader: str
    space: str

    @property
    def text(self) -> str:
        return f"{NAMES[self.leader]} joins Lawrence at {space_name(self.space)}."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        return Headline("A leader joins Lawrence")


class LeadershipMoved(Event, frozen=True):
    """The Leadership level changes (LOA 34.1)."""

    rule: ClassVar[str] = "34.1"
    by: int
    level: int

    @property
    def text(self) -> str:
        return f"Leadership {'rises' if self.by > 0 else 'falls'} by {abs(self.by)}, to {self.level}."


class Moved(Event, frozen=True):
    """Units move to a space; `how` is overland, by sea, by air or called (LOA-C4)."""

    rule: ClassVar[str] = "LOA-C4"
    units: tuple[str, ...]
    space: str
    how: str

    @property
    def text(self) -> str:
        plane = ", with the Aeroplane" * (self.how == "by air")
        return f"{names_of(self.units)}: {self.how} to {space_name(self.space)}{plane}."


class Stayed(Event, frozen=True):
    """The Operating force stays where it is (LOA-C2)."""

    rule: ClassVar[str] = "LOA-C2"
    units: tuple[str, ...]
    space: str

    @property
    def text(self) -> str:
        stay = "stay" if self.units[1:] else "stays"
        return f"{names_of(self.units)} {stay} at {space_name(self.space)}."


class CardDrawn(Event, frozen=True):
    """An Operations card is drawn (LOA-C8); `left` is the number of Ops left."""

    rule: ClassVar[str] = "LOA-C8"
    reveals: ClassVar[bool] = True
    card: str
    title: str
    words: str
    left: int

    @property
    def text(self) -> str:
        return f"Card: {sentence(self.title)} {self.words} ({number_of(self.left, 'Op')} left)"


class CardIgnored(Event, frozen=True):
    """A card drawn in a staging area or Mecca has no effect (LOA 30.2)."""

    rule: ClassVar[str] = "30.2"
    space: str

    @property
    def text(self) -> str:
        return f"In {space_name(self.space)} the card has no effect."


class CardHeld(Event, frozen=True):
    """A card is held, to be played later (LOA-C8)."""

    rule: ClassVar[str] = "LOA-C8"
    card: str
    title: str

    @property
    def text(self) -> str:
        return f"{self.title} is held."


class CardPlayed(Event, frozen=True):
    """A held card is played (LOA-C8)."""

    rule: ClassVar[str] = "LOA-C8"
    card: str
    title: str

    @property
    def text(self) -> str:
        return f"{self.title} is played."


class NoEvent(Event, frozen=True):
    """A card has no effect (LOA-C8)."""

    rule: ClassVar[str] = "LOA-C8"
    card: str

    @property
    def text(self) -> str:
        return "No event."


class Surprised(Event, frozen=True):
    """A card brings no Ottomans because the Garrison of the space is face up (LOA-R46)."""

    rule: ClassVar[str] = "LOA-R46"
    space: str

    @property
    def text(self) -> str:
        return f"The Garrison of {space_name(self.space)} is surprised: the card brings no Ottomans."


class OpsChanged(Event, frozen=True):
    """Ops are gained or lost (LOA-R2)."""

    rule: ClassVar[str] = "LOA-R2"
    by: int
    left: int

    @property
    def text(self) -> str:
        return f"Ops {self.by:+}: {self.left} left."


class PoundsChanged(Event, frozen=True):
    """Pounds are gained or spent (LOA 29)."""

    rule: ClassVar[str] = "29"
    by: int
    left: int

    @property
    def text(self) -> str:
        return f"Pounds {self.by:+}: {self.left} left."


class GarrisonRevealed(Event, frozen=True):
    """A Garrison is revealed (LOA 32)."""

    rule: ClassVar[str] = "32"
    reveals: ClassVar[bool] = True
    space: str
    number: int

    @property
    def text(self) -> str:
        return f"The Garrison of {space_name(self.space)} is a {self.number}."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        return Headline(self.text.rstrip("."), (self.space, self.number), open=True)


class GarrisonGone(Event, frozen=True):
    """A Garrison is eliminated (LOA 32); `goal` if the mission needs it gone."""

    rule: ClassVar[str] = "32"
    space: str
    goal: bool = False

    @property
    def text(self) -> str:
        return f"The Garrison of {space_name(self.space)} is gone."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        # Not keyed by the space, which would merge it with the battle there.
        tally = "Garrison eliminated|Garrisons eliminated"
        return Headline(self.text[:-1], ("garrison", self.space), 1 + self.goal, tally=tally)


class GarrisonPlaced(Event, frozen=True):
    """Turkish Reserves place a Garrison (LOA-R24); `goal` if the mission needs it gone."""

    rule: ClassVar[str] = "LOA-R24"
    space: str
    goal: bool = False

    @property
    def text(self) -> str:
        return f"A face-down Garrison is placed at {space_name(self.space)}."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        return Headline(f"A Garrison comes to {space_name(self.space)}", (self.space,), -1 - self.goal)


class Scouted(Event, frozen=True):
    """The Aeroplane scouts a Garrison (LOA-C10)."""

    rule: ClassVar[str] = "LOA-C10"
    space: str
    face: int
    seen: bool

    @property
    def text(self) -> str:
        seen = "even" if self.seen else "odd: nothing seen"
        return f"The Aeroplane scouts {space_name(self.space)}: rolled {self.face}, {seen}."

    @property
    def story(self) -> str:
        return "" if self.seen else f"The Aeroplane sees nothing at {space_name(self.space)}."

    def headline(self, seat: str | None) -> Headline | None:
        if not self.seen:
            return None
        seen = f"{arabs_do(seat, 'see')} the Garrison of {space_name(self.space)}"
        return Headline(seen, (self.space,))


class Eliminated(Event, frozen=True):
    """A unit is eliminated with its gear (LOA-R16)."""

    rule: ClassVar[str] = "LOA-R16"
    unit: str

    @property
    def text(self) -> str:
        return f"{NAMES[self.unit]}: eliminated."

    @property
    def story(self) -> str:
        return f"The Arabs lose {NAMES[self.unit]}."

    def headline(self, seat: str | None) -> Headline:
        return Headline(f"{arabs_do(seat, 'lose')} {NAMES[self.unit]}", (self.unit,), -1)


class ChargeSet(Event, frozen=True):
    """A unit sets a charge, with this result (LOA 35.1, LOA-C9)."""

    rule: ClassVar[str] = "35.1"
    unit: str
    space: str
    face: int
    result: str

    @property
    def text(self) -> str:
        charge = f"{NAMES[self.unit]}, charge at {space_name(self.space)}"
        return f"{charge}: {self.face}, {RESULTS[self.result]}."

    @property
    def story(self) -> str:
        if self.result not in BREAK_RESULTS:
            return self.text
        loot = ", and finds loot" if self.result == "loot" else ""
        return f"{NAMES[self.unit]} breaks the railway at {space_name(self.space)}{loot}."

    def headline(self, seat: str | None) -> Headline | None:
        text = f"{arabs_do(seat, 'break')} the railway at {space_name(self.space)}"
        news = Headline(text, (self.space,), 2, tally="RR Break|RR Breaks")
        return news if self.result in BREAK_RESULTS else None


RESULTS = {
    "blowup": "it blows up in their hands",
    "no-effect": "no effect",
    "succeeds": "an RR Break",
    "loot": "an RR Break, and loot",
}

BREAK_RESULTS = ("succeeds", "loot")
"""The results of a charge that break the railway."""


class AppealMade(Event, frozen=True):
    """Lawrence appeals to the High Command (LOA 34.4)."""

    rule: ClassVar[str] = "34.4"
    heard: bool

    @property
    def text(self) -> str:
        return f"The High Command {'listens' if self.heard else 'has no time for Lawrence'}."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        return Headline(self.text.rstrip("."), (self.heard,), 1 if self.heard else -1)


class ResultTaken(Event, frozen=True):
    """A result of the appeal is taken (LOA 34.4)."""

    rule: ClassVar[str] = "34.4"
    result: str
    space: str = ""

    @property
    def text(self) -> str:
        at = f", at {space_name(self.space)}" if self.space else ""
        return f"{card_title(self.result)}{at}."


def card_title(result: str) -> str:
    """Return the name of an appeal's result."""
    return result.replace("-", " ").capitalize()
