"""What lies on the table."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sandtable import Pile, State, Table, Track
from sandtable_lawrence.roster import (
    AEROPLANE,
    CAMP,
    LAWRENCE,
    MACHINEGUNS,
    NUMBERS,
    OTTOMANS,
    UNITS,
    is_final,
)
from sandtable_lawrence.tables import TABLES

SEAT = "lawrence"
"""The only seat: the game is a solitaire (LOA 28)."""

ARABS, TURKS = "arabs", "ottomans"
"""The two sides of a battle."""


class Unit(State):
    """An Arab counter: where it is ("" in the Recruit box), and the gear that it carries.

    `lost` when it was eliminated in this mission (LOA-R16).
    """

    id: str
    space: str = ""
    gear: Pile = []
    lost: bool = False

    @property
    def strength(self) -> int:
        """A shot hits with this number or less: printed, +1 for each gear that fights (LOA-R12)."""
        return UNITS[self.id].strength + sum(piece in (MACHINEGUNS, AEROPLANE) for piece in self.gear)


class Threat(State):
    """A battle that a card calls for (LOA-C8): its number, counters named, a given Edge."""

    number: int
    named: list[str] = []
    ambush: bool = False


class Operation(State):
    """The current Operation (LOA-C2).

    `space` is where the Operating force is, `came_from` the space that it came from. It has
    `resupplied` at the Camp, `scouted`, or crossed `desert`.
    """

    space: str
    force: list[str]
    came_from: str = ""
    resupplied: bool = False
    scouted: bool = False
    desert: bool = False
    threat: Threat | None = None


class Foe(State):
    """An Ottoman counter in a battle: `id` differs for equal ones, `bonus` is from the Aeroplane."""

    id: str
    counter: str
    bonus: int = 0
    fired: bool = False

    @property
    def strength(self) -> int:
        """A shot hits with this number or less."""
        return OTTOMANS[self.counter].strength + self.bonus


class Battle(State):
    """A battle (LOA-C6): both lines from the top, who has the Tactical Edge, who fires next.

    `called` are all Ottoman counters picked, even those that do not fight; `garrison` the number of
    the Garrison in it, 0 without one. `arabs` are in line, `fired` those that have fired this round.
    `lost` are the leaders lost; `broken_off` when the Arabs got away, `at_will` while nobody
    is asked for targets (LOA-R43).
    """

    space: str
    garrison: int = 0
    called: Pile = []
    foes: list[Foe] = []
    arabs: list[str] = []
    fired: list[str] = []
    lost: list[str] = []
    edge: str = ""
    turn: str = ""
    broken_off: bool = False
    at_will: bool = False


class Record(State):
    """The result of a mission of a campaign."""

    scenario: str
    won: bool


class LawrenceState(State):
    """The state of a mission, and what carries over in a campaign.

    `units` are all Arab counters; `stores` is gear that lies in a space, `gear` the gear box.
    `garrisons` has the numbers on the map by space, None if
    face down. A face-down one is drawn from `available`, the numbers that nobody has seen, when it is
    turned up (LOA-R3). `beaten` are those that were seen and returned to the Available box, in this
    order. `late` says how many of these a marker may be that came out of the box later.
    `bin` holds the Ottoman counters. `unseen` are the cards that nobody has seen, `ops` how many
    of them are still to come (LOA-R2). `attempt` is the one try to recruit a leader (LOA 34.3),
    `appealed` whether the appeal was made (LOA 34.4).
    `ended` is the space where the last Operation ended, "" before (LOA-R42).
    `verdict` is "won" or "lost" once the mission is decided.
    In a campaign `mission` counts from 0, `cleared` and `secured` are for LOA-R29.
    """

    units: dict[str, Unit]
    bin: Pile
    gear: Pile
    leadership: Track
    mission: int = 0
    pounds: int = 0
    ops: int = 0
    garrisons: dict[str, int | None] = {}
    available: list[int] = msgspec.field(default_factory=lambda: list(NUMBERS))
    beaten: list[int] = []
    late: dict[str, int] = {}
    breaks: list[str] = []
    stores: dict[str, Pile] = {}
    unseen: Pile = []
    discards: Pile = []
    held: Pile = []
    attempt: bool = True
    appealed: bool = False
    operation: Operation | None = None
    battle: Battle | None = None
    verdict: str = ""
    ended: str = ""
    cleared: list[str] = []
    secured: list[str] = []
    records: list[Record] = []

    # What many chapters ask.

    def at(self, space: str) -> list[Unit]:
        """Every Arab counter in a space, the Camp too."""
        return [unit for unit in self.units.values() if unit.space == space]

    def arabs(self, space: str) -> list[Unit]:
        """The Arab units in a space, without the Camp."""
        return [unit for unit in self.units.values() if unit.space == space and unit.id != CAMP]

    def spaces(self) -> list[str]:
        """The spaces with Arab units, each once; the Camp alone does not count."""
        spaces = (unit.space for unit in self.units.values() if unit.space and unit.id != CAMP)
        return list(dict.fromkeys(spaces))

    @property
    def acting(self) -> Operation:
        """The current Operation."""
        assert self.operation  # noqa: S101
        return self.operation

    @property
    def fight(self) -> Battle:
        """The current battle."""
        assert self.battle  # noqa: S101
        return self.battle

    @property
    def force(self) -> list[Unit]:
        """The units left in the Operating force."""
        return [self.units[id] for id in self.operation.force] if self.operation else []

    @property
    def lawrence(self) -> Unit:
        """Lawrence himself."""
        return self.units[LAWRENCE]

    @property
    def camp(self) -> str:
        """The space of Feisal's Camp, "" if it is gone (LOA 36)."""
        return self.units[CAMP].space

    def recruits(self, ids: Iterable[str]) -> list[str]:
        """The units among `ids` in the Recruit box, without eliminated leaders (LOA-R16)."""
        gone = (id for id in ids if not self.units[id].space)
        return [id for id in gone if not (self.units[id].lost and is_final(id))]

    @property
    def successes(self) -> int:
        """Missions won so far in a campaign."""
        return sum(record.won for record in self.records)

    @property
    def spare(self) -> int:
        """Garrison markers in the Available box."""
        hidden = sum(number is None for number in self.garrisons.values())
        return len(self.available) + len(self.beaten) - hidden


LawrenceTable = Table[LawrenceState]
"""A table at which this game is played."""


def all_units() -> dict[str, Unit]:
    """Every Arab counter in the Recruit box."""
    return {id: Unit(id) for id in UNITS}


def leadership_track(level: int) -> Track:
    """The Leadership track with its marker (LOA 34.1)."""
    return Track(level, TABLES.leadership.low, TABLES.leadership.high, ("lowest", "highest"))
