"""The events of a combat."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Event, Headline, Strike
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.events import dice, lrdg_do, names, place
from sandtable_lrdg.roster import NAMES
from sandtable_lrdg.state import SEAT


class ReconOkSpent(Event, frozen=True):
    """A patrol spends a Recon OK."""

    rule: ClassVar[str] = "7.3.2"
    patrol: str
    use: str

    @property
    def text(self) -> str:
        return f"The {self.patrol} patrol spends a Recon OK for {self.use}."


class CombatBegan(Event, frozen=True):
    """A combat begins."""

    rule: ClassVar[str] = "7.1"
    zone: str
    raid: bool

    @property
    def text(self) -> str:
        return f"{'Attack on the target' if self.raid else 'Skirmish'} at {place(self.zone)}."

    @property
    def story(self) -> str:
        what = "An attack on the target" if self.raid else "A skirmish"
        return f"{what} begins at {place(self.zone)}."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        return Headline(f"A fight begins at {place(self.zone)}", (self.zone,), -1, open=True)


class Revealed(Event, frozen=True):
    """An Axis counter is turned face up, or arrives."""

    reveals: ClassVar[bool] = True
    zone: str
    counter: str
    section: str = "7.3.3"

    @property
    def text(self) -> str:
        return f"Revealed at {place(self.zone)}: {AXIS[self.counter].name}."


class Fired(Event, frozen=True):
    """An attack, with the roll that it needed."""

    rule: ClassVar[str] = "7.3.3"
    who: str
    at: str
    faces: tuple[int, ...]
    need: int
    hit: bool

    @property
    def text(self) -> str:
        return (
            f"{self.who} fires at {self.at}: {dice(self.faces)} "
            f"(hits on {self.need} or less), {'HIT' if self.hit else 'miss'}."
        )

    @property
    def strike(self) -> Strike:
        by = SEAT if self.who in NAMES.values() else "the Axis"
        at = self.at.partition(" with ")[0]  # if it is a stack, the loss names the unit hit
        return Strike(at, by, self.who, self.faces, "1" + f"-{self.need}" * (self.need > 1), self.hit)


class Allotted(Event, frozen=True):
    """A roll decides which unit of a stack takes a hit."""

    rule: ClassVar[str] = "7.3.2"
    unit: str
    face: int

    @property
    def text(self) -> str:
        return f"{names([self.unit])} takes the stack's hit: {self.face} (1 to 3 hits the HQ)."

    @property
    def strike(self) -> Strike:
        return Strike(NAMES[self.unit], faces=(self.face,), need="1-3 HQ")


class Defeated(Event, frozen=True):
    """An Axis unit is defeated."""

    rule: ClassVar[str] = "7.3.3"
    counter: str

    @property
    def text(self) -> str:
        return f"{AXIS[self.counter].name} is defeated."

    @property
    def strike(self) -> Strike:
        return Strike(AXIS[self.counter].name, SEAT, effect="out", out=True)

    @property
    def scores(self) -> tuple[str, ...]:
        return ("enemies",)

    def headline(self, seat: str | None) -> Headline:
        return Headline(f"{lrdg_do(seat, 'defeat')} an enemy")


class TargetHit(Event, frozen=True):
    """A hit lowers a target's value."""

    rule: ClassVar[str] = "7.2"
    zone: str
    left: int

    @property
    def text(self) -> str:
        after = f"hit: {self.left} left" if self.left else "destroyed"
        return f"The target at {place(self.zone)} is {after}."

    @property
    def strike(self) -> Strike:
        effect = f"down to {self.left}" if self.left else "destroyed"
        return Strike("the target", SEAT, effect=effect, out=not self.left)

    @property
    def story(self) -> str:
        left = f" ({self.left} left)" if self.left else ""
        return f"The raiders {'hit' if left else 'destroy'} the target at {place(self.zone)}{left}."

    @property
    def scores(self) -> tuple[str, ...]:
        return ("targets",)

    def headline(self, seat: str | None) -> Headline:
        gone = not self.left
        text = f"{lrdg_do(seat, 'destroy' if gone else 'hit')} the target at {place(self.zone)}"
        tally = "target destroyed|targets destroyed" * gone
        return Headline(text, (self.zone, gone), 1 + gone, tally=tally)


class UnitHit(Event, frozen=True):
    """A unit of the LRDG is reduced or destroyed."""

    rule: ClassVar[str] = "7.3.3"
    unit: str
    destroyed: bool

    @property
    def text(self) -> str:
        return f"{NAMES[self.unit]} is {self.strike.effect}."

    @property
    def strike(self) -> Strike:
        effect = "destroyed" if self.destroyed else "reduced"
        return Strike(NAMES[self.unit], effect=effect, out=self.destroyed)

    @property
    def scores(self) -> tuple[str, ...]:
        return ("losses",)

    def headline(self, seat: str | None) -> Headline:
        if self.destroyed:
            return Headline(f"{lrdg_do(seat, 'lose')} a unit", (True,), -2, tally="unit lost|units lost")
        return Headline("A unit is reduced", (False,), -1)


class PulledBack(Event, frozen=True):
    """LRDG units pull back from a target."""

    rule: ClassVar[str] = "7.3.2"
    zone: str
    units: tuple[str, ...]

    @property
    def text(self) -> str:
        does = "pull back" if len(self.units) > 1 else "pulls back"
        return f"{names(self.units)} {does} to {place(self.zone)}."
