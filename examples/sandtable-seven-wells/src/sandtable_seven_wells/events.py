"""The events: each has a line of text, and knows who may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable import Event, Headline, Strike, listing, number_of

from sandtable_seven_wells.hexes import name_of
from sandtable_seven_wells.state import ADJECTIVE, BRITISH, FACE_DOWN, OTHER, OTTOMAN, info_of


def name(unit: str) -> str:
    """Name a unit within a sentence: ``the 53rd (Welsh) Division``."""
    article = "" if unit.startswith(FACE_DOWN) else "the "
    return article + info_of(unit).name


def short_name(unit: str) -> str:
    """Name a unit briefly: ``53rd``, ``Anzac Mounted``."""
    return info_of(unit).name.replace(" Division", "").partition(" (")[0]


def capitalized(text: str) -> str:
    """Capitalize the first letter of a sentence."""
    return text[:1].upper() + text[1:]


def sentence_about(unit: str, verb: str, more: str) -> str:
    """Make a sentence about a unit, with its verb in the singular or plural."""
    return f"{capitalized(name(unit))} {verb if info_of(unit).several else verb + 's'} {more}."


def join_names(names: Sequence[str]) -> str:
    """Join names in a sentence: ``the camels, the guns and the monitors``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def side_headline(side: str, seat: str | None, text: str, worth: int, *about: object) -> Headline:
    """Make a headline that is good news for one side and bad for the other."""
    return Headline(text, about, worth if seat in (None, side) else -worth)


class Planned(Event, frozen=True):
    """The British have chosen their main effort; the Ottomans do not know where."""

    rule: ClassVar[str] = "1.1"
    sector: str

    @property
    def text(self) -> str:
        return f"The main effort is at {self.sector.capitalize()}."

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == BRITISH else None


class EffortSeen(Event, frozen=True):
    """An attack has shown whether the main effort is in its sector."""

    rule: ClassVar[str] = "1.1"
    reveals: ClassVar[bool] = True
    sector: str
    main: bool

    @property
    def text(self) -> str:
        return f"{self.sector.capitalize()} is {'' if self.main else 'not '}the British main effort."


class TurnBegan(Event, frozen=True):
    """A day begins."""

    rule: ClassVar[str] = "1.2"
    turn: int
    khamsin: bool

    @property
    def text(self) -> str:
        return f"Turn {self.turn}: {'a' if self.khamsin else 'no'} khamsin{' blows' * self.khamsin}."


class Arrived(Event, frozen=True):
    """A reinforcement has arrived."""

    rule: ClassVar[str] = "1.3"
    unit: str
    hex: str

    @property
    def text(self) -> str:
        return sentence_about(self.unit, "arrive", f"at {name_of(self.hex)}")


class Delayed(Event, frozen=True):
    """A reinforcement found no room to arrive."""

    rule: ClassVar[str] = "1.3"
    unit: str

    @property
    def text(self) -> str:
        return f"{capitalized(name(self.unit))} finds no room to arrive, and waits."


class Spotted(Event, frozen=True):
    """A face-down counter was turned up."""

    rule: ClassVar[str] = "2.4"
    reveals: ClassVar[bool] = True
    number: int
    unit: str
    hex: str

    @property
    def text(self) -> str:
        info = info_of(self.unit)
        what = f"only {info.name}" if info.dummy else name(self.unit)
        return f"Counter {self.number} at {name_of(self.hex)} is turned up: {what}."


class Dealt(Event, frozen=True):
    """The face-down counters were dealt."""

    rule: ClassVar[str] = "2.4"
    count: int

    @property
    def text(self) -> str:
        return f"{self.count} Ottoman counters are dealt face down."


class Taken(Event, frozen=True):
    """A place that is worth points has changed hands."""

    rule: ClassVar[str] = "7.1"
    side: str
    hex: str

    @property
    def scores(self) -> tuple[str, ...]:
        place = name_of(self.hex).lower()
        return (place, "gaza-held") if place == "gaza" else (place,)

    @property
    def text(self) -> str:
        return f"The {ADJECTIVE[self.side]} flag is over {name_of(self.hex)}."

    def headline(self, seat: str | None) -> Headline:
        text = f"The {'British' if self.side == BRITISH else 'Ottomans'} take {name_of(self.hex)}"
        return side_headline(self.side, seat, text, 2, self.side, self.hex)


class Moved(Event, frozen=True):
    """A unit has moved; of a face-down counter, the British see only its `number`."""

    rule: ClassVar[str] = "4"
    unit: str
    origin: str
    hex: str
    number: int = 0

    @property
    def text(self) -> str:
        return sentence_about(self.unit, "move", f"from {name_of(self.origin)} to {name_of(self.hex)}")

    def seen_by(self, seat: str) -> Event:
        if seat == OTTOMAN or not self.number:
            return self
        return Moved(f"{FACE_DOWN}{self.number}", self.origin, self.hex, self.number)


class Barraged(Event, frozen=True):
    """Guns or monitors have fired."""

    rule: ClassVar[str] = "5.3"
    unit: str
    hex: str
    face: int
    result: str

    @property
    def text(self) -> str:
        return f"{capitalized(name(self.unit))} fire at {name_of(self.hex)}: {MEANING[self.result]}."

    @property
    def strike(self) -> Strike:
        who, hit = capitalized(name(self.unit)), self.result != "NE"
        return Strike(name_of(self.hex), BRITISH, who, hit=hit, effect=IN_BRIEF[self.result])

    def headline(self, seat: str | None) -> Headline:
        return Headline(f"Fire at {name_of(self.hex)}", (self.unit, self.hex), open=True)


class Fought(Event, frozen=True):
    """An attack was resolved."""

    rule: ClassVar[str] = "6.4"
    reveals: ClassVar[bool] = True
    side: str
    hex: str
    units: tuple[str, ...]
    defenders: tuple[str, ...]
    column: str
    face: int
    result: str

    @property
    def text(self) -> str:
        who = capitalized(join_names([f"the {short_name(unit)}" for unit in self.units]))
        attack = "attacks" if len(self.units) == 1 else "attack"
        odds = f"at {self.column}, roll {self.face}"
        return f"{who} {attack} {name_of(self.hex)} {odds}: {MEANING[self.result]}."

    @property
    def strike(self) -> Strike:
        who = listing([info_of(unit).label for unit in self.units])
        hit = self.result in ("EX", "DR", "D1", "D2")
        effect = IN_BRIEF[self.result]
        return Strike(name_of(self.hex), self.side, who, (self.face,), self.column, hit, effect)

    def headline(self, seat: str | None) -> Headline:
        return Headline(f"The attack on {name_of(self.hex)}", (self.side, self.hex), open=True)


MEANING = {
    "A2": "the attackers lose two steps",
    "A1": "the attackers lose a step",
    "NE": "no effect",
    "EX": "both sides lose a step",
    "DR": "the defenders retreat",
    "D1": "the defenders lose a step and retreat",
    "D2": "the defenders lose two steps and retreat",
    "S1": "one shift",
    "S2": "two shifts",
    "L": "a step lost and one shift",
}
"""The results of both tables, in words."""
IN_BRIEF = {
    **dict.fromkeys(("A2", "A1"), "holds"),
    **{"EX": "reduced", "DR": "must retreat", "D1": "beaten", "D2": "broken"},
    **{"NE": "no effect", "S1": "1 shift", "S2": "2 shifts", "L": "1 step"},
}
"""What each result means for the target, in a word or two."""


class Lost(Event, frozen=True):
    """A unit has lost a step."""

    rule: ClassVar[str] = "6.5"
    unit: str
    hex: str
    left: int

    @property
    def text(self) -> str:
        return sentence_about(self.unit, "lose", "a step" if self.left else "its last step")

    @property
    def strike(self) -> Strike:
        effect = "reduced" if self.left else "destroyed"
        by = OTHER[info_of(self.unit).side]
        return Strike(capitalized(name(self.unit)), by, effect=effect, out=not self.left)

    def headline(self, seat: str | None) -> Headline | None:
        if self.left:
            return None
        text = (
            f"{capitalized(name(self.unit))} {'are' if info_of(self.unit).several else 'is'} destroyed"
        )
        return side_headline(OTHER[info_of(self.unit).side], seat, text, 1, self.unit)


class Retreated(Event, frozen=True):
    """A unit has retreated."""

    rule: ClassVar[str] = "6.6"
    unit: str
    origin: str
    hex: str

    @property
    def text(self) -> str:
        return sentence_about(
            self.unit, "retreat", f"from {name_of(self.origin)} to {name_of(self.hex)}"
        )


class Stood(Event, frozen=True):
    """A unit lost a step instead of retreating; `forced` means that it could not retreat."""

    rule: ClassVar[str] = "6.7"
    unit: str
    hex: str
    forced: bool

    @property
    def text(self) -> str:
        if self.forced:
            return f"{capitalized(name(self.unit))} cannot retreat from {name_of(self.hex)}."
        return sentence_about(self.unit, "stand", f"fast at {name_of(self.hex)}")


class Cleared(Event, frozen=True):
    """No defender is left in a hex that was attacked."""

    rule: ClassVar[str] = "6.8"
    side: str
    hex: str

    @property
    def text(self) -> str:
        return f"No enemy is left at {name_of(self.hex)}."

    def headline(self, seat: str | None) -> Headline:
        where = name_of(self.hex)
        return side_headline(self.side, seat, f"The attack on {where} succeeds", 2, self.hex)


class Repulsed(Event, frozen=True):
    """An attack failed: only the attackers lost steps."""

    rule: ClassVar[str] = "6.5"
    side: str
    hex: str

    @property
    def text(self) -> str:
        return f"The attack on {name_of(self.hex)} fails."

    def headline(self, seat: str | None) -> Headline:
        return side_headline(OTHER[self.side], seat, self.text.rstrip("."), 2, self.hex, False)


class Nothing(Event, frozen=True):
    """A side cannot attack, or cannot attack again, so its combat ends."""

    rule: ClassVar[str] = "6.1"
    side: str

    @property
    def text(self) -> str:
        return f"Combat ends: the {ADJECTIVE[self.side]} units cannot attack."


class Advanced(Event, frozen=True):
    """An attacker has advanced or ridden on."""

    rule: ClassVar[str] = "6.8"
    unit: str
    origin: str
    hex: str

    @property
    def text(self) -> str:
        return sentence_about(self.unit, "advance", f"to {name_of(self.hex)}")


class Ended(Event, frozen=True):
    """The game is over."""

    rule: ClassVar[str] = "7.4"
    winner: str
    british: int
    ottoman: int
    fallen: bool

    @property
    def text(self) -> str:
        why = "Gaza, Sheria and Beersheba have fallen. " * self.fallen
        who = "British" if self.winner == BRITISH else "Ottomans"
        points = number_of(self.british, "British point")
        return f"{why}{points}, {self.ottoman} Ottoman: the {who} win."

    def headline(self, seat: str | None) -> Headline:
        who = "British" if self.winner == BRITISH else "Ottomans"
        return side_headline(self.winner, seat, f"The {who} win", 3, self.winner)
