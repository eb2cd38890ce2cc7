"""The events of a mission, except the combat events in `combat_events`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable import Event, Headline, number_of
from sandtable_lrdg import roster, zones
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.zones import ROCKY


def names(units: Iterable[str]) -> str:
    """Return the names of units on one line."""
    return ", ".join(roster.NAMES[unit] for unit in units) or "nothing"


def places(zones: Iterable[str]) -> str:
    """Return the names of zones, without repeats; "nowhere" for no zones."""
    return ", ".join(map(place, dict.fromkeys(zones))) or "nowhere"


def place(zone: str) -> str:
    """Return a zone's name."""
    return zones.NAMES[zone]


def as_points(points: int) -> str:
    """Return half points as points, without a needless decimal: ``3``, ``3.5``."""
    return f"{points / 2:g}"


def dice(faces: Iterable[int]) -> str:
    """Return the faces of dice, or their totals, on one line."""
    return " ".join(map(str, faces))


def sign(drm: int) -> str:
    """Return a drm with its sign; "" for 0."""
    return f" {drm:+}" if drm else ""


def lrdg_do(seat: str | None, verb: str) -> str:
    """Return a clause about the raiders, who are "You" to a player's seat."""
    return f"{'You' if seat else 'The raiders'} {verb}"


class MissionBegan(Event, frozen=True):
    """A mission begins."""

    rule: ClassVar[str] = "4.1"
    title: str
    task: str = ""

    @property
    def text(self) -> str:
        return f"Mission: {self.title}. {self.task}".rstrip()


class PatrolFormed(Event, frozen=True):
    """A patrol is ready."""

    rule: ClassVar[str] = "4.1"
    patrol: str
    units: tuple[str, ...]
    zone: str

    @property
    def text(self) -> str:
        return f"The {self.patrol} patrol is at {place(self.zone)}: {names(self.units)}."


class UnitMissing(Event, frozen=True):
    """A unit of a historical patrol is not available: replaced, or left out (LRDG-A81)."""

    rule: ClassVar[str] = "LRDG-A81"
    unit: str
    instead: str

    @property
    def text(self) -> str:
        instead = f"{names([self.instead])} goes instead" if self.instead else "no unit replaces it"
        return f"{names([self.unit])} is not available; {instead}."


class TurnBegan(Event, frozen=True):
    """A game turn begins."""

    rule: ClassVar[str] = "5"
    turn: int

    @property
    def text(self) -> str:
        return f"Turn {self.turn}."


class PointsRolled(Event, frozen=True):
    """A patrol rolls its action points."""

    rule: ClassVar[str] = "5.1"
    patrol: str
    faces: tuple[int, ...]
    lost: int
    points: int

    @property
    def text(self) -> str:
        added = TABLES.action_points.added
        lost = f", less {self.lost} for breakdowns" if self.lost else ""
        fewest = ", the minimum" if self.points > sum(self.faces) + added - self.lost else ""
        points = number_of(self.points, "action point")
        return (
            f"The {self.patrol} patrol rolls {dice(self.faces)}, plus {added}{lost}: {points}{fewest}."
        )


class IncidentRolled(Event, frozen=True):
    """A patrol has a random event (LRDG 5.1).

    `fate` is 1 or -1 if the patrol's next discretion test succeeds or fails without a roll, else 0.
    """

    rule: ClassVar[str] = "5.1"
    patrol: str
    zone: str
    roll: int
    drm: int
    effect: str
    fate: int = 0

    @property
    def text(self) -> str:
        about = f": {does}" if (does := self._effect_text()) else ""
        return (
            f"Event for the {self.patrol} patrol at {place(self.zone)}: {self.roll}{sign(self.drm)} = "
            f"{self.roll + self.drm}, {self.effect.replace('-', ' ')}{about}."
        )

    def _effect_text(self) -> str:
        """Return what the random event does, unless other events report it."""
        result = next(result for result in TABLES.event.results if result.effect == self.effect)
        if result.action_points:
            return f"{number_of(result.action_points, 'more action point')} this turn"
        if result.immobile:
            return "no unit of the patrol moves this turn"
        if result.drm:
            return f"{result.drm:+} on its next discretion test"
        if result.fate:
            ends = {1: "succeeds", -1: "fails", 0: "is rolled as usual"}[self.fate]
            return f"its next discretion test {ends}"
        return "no effect at a base" if result.test and self.zone in zones.BASES else ""


class Marked(Event, frozen=True):
    """A unit gets an MCO marker."""

    rule: ClassVar[str] = "5.1"
    unit: str
    points: int

    @property
    def text(self) -> str:
        return f"{names([self.unit])} breaks down: {self.points} AP less each turn (MCO -{self.points})."

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        return Headline("A unit breaks down", (), -1)


class ReconOkWon(Event, frozen=True):
    """A patrol wins a Recon OK, but keeps it only if it has room."""

    rule: ClassVar[str] = "3.2"
    patrol: str
    held: int
    kept: bool
    wanted: bool = False

    @property
    def text(self) -> str:
        lost = "" if self.kept else " and can hold no more"
        return f"The {self.patrol} patrol has {self.held} Recon OK{lost}."

    def headline(self, seat: str | None) -> Headline | None:
        text = f"{lrdg_do(seat, 'win')} a Recon OK{' for the mission' * self.wanted}"
        return Headline(text, (self.wanted,), 1 + self.wanted) if self.kept else None


class Tested(Event, frozen=True):
    """A discretion test; `faces` is empty if an event decided it."""

    rule: ClassVar[str] = "6.1.1"
    zone: str
    faces: tuple[int, ...]
    drm: int
    passed: bool
    again: bool

    @property
    def text(self) -> str:
        how = self._roll_text() if self.faces else "an event decides the discretion test"
        again = " (retaken)" if self.again else ""
        return f"{'Unseen' if self.passed else 'SEEN'} at {place(self.zone)}: {how}{again}."

    def _roll_text(self) -> str:
        """Return the dice, modifiers and totals: ``discretion test 2 5, +2 each: 4 7``."""
        rocky = ROCKY in zones.MAP.spaces[self.zone].kinds and len(self.faces) == 1
        total = self.drm + TABLES.discretion.rocky * rocky
        added = f", {self.drm:+}{' each' * (len(self.faces) > 1)}" * bool(self.drm)
        added += f", rocky desert {TABLES.discretion.rocky:+}" * rocky
        made = f": {dice(face + total for face in self.faces)}" * bool(added)
        return f"discretion test {dice(self.faces)}{added}{made}"

    @property
    def story(self) -> str:
        return self.text if self.passed else f"The raiders are seen at {place(self.zone)}."

    def headline(self, seat: str | None) -> Headline | None:
        if self.passed:
            return None
        who = "You are" if seat else "The raiders are"
        return Headline(f"{who} seen at {place(self.zone)}", (self.zone,), -1)


class AlarmSet(Event, frozen=True):
    """The alarm rises or falls."""

    rule: ClassVar[str] = "5.3.1"
    level: int
    before: int

    @property
    def text(self) -> str:
        return f"The alarm {'rises' if self.level > self.before else 'falls'} to {self.level}."

    def headline(self, seat: str | None) -> Headline | None:  # noqa: ARG002
        great = self.level >= min(self.before + 2, 4)  # otherwise, being seen is the news
        return Headline(self.text[:-1], (self.level,), -2) if great else None

    @property
    def scores(self) -> tuple[str, ...]:
        return ("alarm",)


class Moved(Event, frozen=True):
    """Units move over one link."""

    rule: ClassVar[str] = "6.1.1"
    units: tuple[str, ...]
    origin: str
    zone: str
    points: int

    @property
    def text(self) -> str:
        return f"{names(self.units)}: {place(self.origin)} to {place(self.zone)}, {self.points} AP."


class Joined(Event, frozen=True):
    """A unit joins another patrol."""

    rule: ClassVar[str] = "6.1.1"
    unit: str
    patrol: str

    @property
    def text(self) -> str:
        return f"{names([self.unit])} joins the {self.patrol} patrol."


class Flew(Event, frozen=True):
    """The Waco has flown; `back` says whether it can fly again on this mission."""

    rule: ClassVar[str] = "6.1.2"
    zone: str
    back: bool

    @property
    def text(self) -> str:
        after = "is ready again" if self.back else "cannot fly again on this mission"
        return f"The Waco flies to {place(self.zone)} and {after}."


class Watching(Event, frozen=True):
    """An observation begins, goes on or ends."""

    rule: ClassVar[str] = "6.1.3"
    unit: str
    zone: str
    what: str

    @property
    def text(self) -> str:
        return f"{names([self.unit])} at {place(self.zone)} {self.what}."


class Scouted(Event, frozen=True):
    """A detachment returns from a reconnaissance, or stays in the scouted zone."""

    rule: ClassVar[str] = "6.1.4"
    units: tuple[str, ...]
    zone: str
    back: bool

    @property
    def text(self) -> str:
        after = "returns; the zone is scouted" if self.back else "is seen and stays there"
        return f"The detachment to {place(self.zone)} ({names(self.units)}) {after}."

    def headline(self, seat: str | None) -> Headline | None:
        if not self.back:
            return None
        return Headline(f"{lrdg_do(seat, 'scout')} {place(self.zone)}", (self.zone,))


class CacheLaid(Event, frozen=True):
    """A cache is placed or used up."""

    rule: ClassVar[str] = "6.1.5"
    zone: str
    laid: bool

    @property
    def text(self) -> str:
        what = "A cache is placed" if self.laid else "The cache is used up"
        return f"{what} at {place(self.zone)}."


class Repaired(Event, frozen=True):
    """A unit is tested for maintenance."""

    unit: str
    face: int
    drm: int
    freed: bool
    section: str = "6.1.6"

    @property
    def text(self) -> str:
        total = f" {self.drm:+} = {self.face + self.drm}" if self.drm else ""
        after = "repaired" if self.freed else "not repaired"
        return f"Maintenance of {names([self.unit])}: {self.face}{total}, {after}."

    def headline(self, seat: str | None) -> Headline | None:  # noqa: ARG002
        return Headline(f"{names([self.unit])} is repaired", (self.unit,)) if self.freed else None


class LoadUsed(Event, frozen=True):
    """A truck uses its load."""

    rule: ClassVar[str] = "6.1.6"
    unit: str

    @property
    def text(self) -> str:
        return f"{names([self.unit])} uses a load."

    @property
    def scores(self) -> tuple[str, ...]:
        return ("losses",)


class LayLow(Event, frozen=True):
    """A patrol keeps a low profile."""

    rule: ClassVar[str] = "6.1.7"
    patrol: str

    @property
    def text(self) -> str:
        return f"The {self.patrol} patrol keeps a low profile."


class Abandoned(Event, frozen=True):
    """The player abandons units."""

    rule: ClassVar[str] = "LRDG-A3"
    units: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"The raiders abandon {names(self.units)}."

    @property
    def scores(self) -> tuple[str, ...]:
        return ("losses",)

    def headline(self, seat: str | None) -> Headline:
        does = lrdg_do(seat, "abandon")
        return Headline(f"{does} {names(self.units)}", self.units, -2, tally="units abandoned")


class ReconFlew(Event, frozen=True):
    """The Axis Recon takes off (section 5.3.1), moves, or flies home (zone "")."""

    zone: str
    section: str = "5.3.2"

    @property
    def text(self) -> str:
        does = "takes off at" if self.section == "5.3.1" else "flies to"
        return f"The Axis Recon {f'{does} {place(self.zone)}' if self.zone else 'flies home'}."


class AxisMoved(Event, frozen=True):
    """A mobile Axis unit moves."""

    rule: ClassVar[str] = "5.3.2"
    counter: str
    origin: str
    zone: str

    @property
    def text(self) -> str:
        return f"{AXIS[self.counter].name} moves from {place(self.origin)} to {place(self.zone)}."


class Landed(Event, frozen=True):
    """Commandos land from the sea."""

    rule: ClassVar[str] = "8.5"
    unit: str
    zone: str
    patrol: str

    @property
    def text(self) -> str:
        return f"{names([self.unit])} lands at {place(self.zone)} and joins the {self.patrol} patrol."


class Launched(Event, frozen=True):
    """A patrol leaves the reserve."""

    rule: ClassVar[str] = "LRDG-A78"
    patrol: str

    @property
    def text(self) -> str:
        return f"The {self.patrol} patrol leaves the reserve."


def _in_words(level: str) -> str:
    return level + {"failure": "", "catastrophic": " failure"}.get(level, " success")


class Evaluated(Event, frozen=True):
    """A mission is over, with its points, reasons and success level."""

    rule: ClassVar[str] = "5.4"
    points: int
    level: str
    mco: int
    items: tuple[tuple[str, int], ...]
    turn: int = 0
    alarm: int = 0

    @property
    def scores(self) -> tuple[str, ...]:
        return ("duration", "alarm")

    @property
    def text(self) -> str:
        items = ", ".join(f"{what} {as_points(points)}" for what, points in self.items) or "none"
        mco = number_of(self.mco, "MCO point")
        return (
            f"The mission ends on turn {self.turn} with the alarm at {self.alarm}. Victory points: "
            f"{items}. In all {as_points(self.points)}, a {_in_words(self.level)}; "
            f"{mco} for repairs in a campaign."
        )

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        level, worth = _in_words(self.level), 3 if self.points > 0 else -3
        tally = f"a {level} in {number_of(self.turn, 'turn')}"
        return Headline(f"The mission ends in {level}", (self.level,), worth, tally=tally)


class Refitted(Event, frozen=True):
    """MCO points restore a unit."""

    rule: ClassVar[str] = "5.4"
    unit: str
    left: int

    @property
    def text(self) -> str:
        return f"{names([self.unit])} is restored; {number_of(self.left, 'MCO point')} left."


class CampaignOver(Event, frozen=True):
    """The campaign is over; points are half points."""

    rule: ClassVar[str] = "campaign"
    points: int
    missions: int
    failed: int
    level: str

    @property
    def text(self) -> str:
        failed = f" ({self.failed} failed)" if self.failed else ""
        return (
            f"The campaign is over: {as_points(self.points)} victory points in {self.missions} missions"
            f"{failed}, a {_in_words(self.level)}."
        )

    def headline(self, seat: str | None) -> Headline:  # noqa: ARG002
        tally = f"a {_in_words(self.level)} in {number_of(self.missions, 'mission')}"
        text, worth = f"Campaign over ({self.level})", 4 if self.points > 0 else -4
        return Headline(text, (self.level,), worth, tally=tally)


class TakenAway(Event, frozen=True):
    """Axis counters are removed from the pool before the mission begins."""

    rule: ClassVar[str] = "8.5"
    reveals: ClassVar[bool] = True
    counters: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"Removed from play: {'; '.join(AXIS[counter].name for counter in self.counters)}."
