"""The state of a game: units, gear, battle, mission and campaign."""

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
    stays_eliminated,
)
from sandtable_lawrence.tables import TABLES

SEAT = "lawrence"
"""The only seat: the game is a solitaire (LOA 28)."""

ARABS, TURKS = "arabs", "ottomans"
"""The two sides of a battle."""


class Unit(State):
    """An Arab counter.

    - `space`: its space, "" while it is off the map.
    - `gear`: the gear that it carries.
    - `lost`: whether it was eliminated in this mission (LOA-R16).
    """

    id: str
    space: str = ""
    gear: Pile = []
    lost: bool = False

    @property
    def strength(self) -> int:
        """A roll of this or less hits: as printed, +1 for Machineguns and Aeroplane (LOA-R12)."""
        return UNITS[self.id].strength + sum(piece in (MACHINEGUNS, AEROPLANE) for piece in self.gear)


class Threat(State):
    """A battle that a card calls for (LOA-C8).

    - `number`: the number of Ottoman counters that the card adds.
    - `named`: the counters that the card names.
    - `ambush`: whether the Ottomans have the Tactical Edge without a roll.
    """

    number: int
    named: list[str] = []
    ambush: bool = False


class Operation(State):
    """The current Operation (LOA-C2).

    - `space`: where the Operating force is.
    - `force`: the units in the Operating force.
    - `came_from`: the space that the force came from.
    - `resupplied`: whether the force has bought at the Camp.
    - `scouted`: whether the force has scouted.
    - `desert`: whether the force has crossed desert.
    - `threat`: the battle that a card calls for.
    """

    space: str
    force: list[str]
    came_from: str = ""
    resupplied: bool = False
    scouted: bool = False
    desert: bool = False
    threat: Threat | None = None


class Foe(State):
    """An Ottoman counter in a battle.

    - `id`: its unique id, which tells identical counters apart.
    - `counter`: its kind.
    - `bonus`: what the Aeroplane adds to its strength.
    - `fired`: whether it has fired this round.
    """

    id: str
    counter: str
    bonus: int = 0
    fired: bool = False

    @property
    def strength(self) -> int:
        """The unit hits on this number or less."""
        return OTTOMANS[self.counter].strength + self.bonus


class Battle(State):
    """A battle (LOA-C6).

    - `space`: where it is fought.
    - `garrison`: the number of the Garrison, 0 without one.
    - `called`: all Ottoman counters picked, even those that do not fight.
    - `foes`: the Ottoman line from the top.
    - `arabs`: the Arab line from the top.
    - `fired`: the Arabs that have fired this round.
    - `lost`: the leaders lost.
    - `edge`: the side with the Tactical Edge.
    - `turn`: the side that fires next.
    - `broken_off`: whether the Arabs got away.
    - `at_will`: whether the Arabs fire at will, without choosing targets (LOA-R43).
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

    A face-down Garrison gets its number when it is revealed (LOA-R3).

    - `units`: every Arab counter by its id.
    - `bin`: the Ottoman counters that can be picked.
    - `gear`: the gear box.
    - `spent`: the charges set in this mission that did not break the railway (LOA-R40).
    - `leadership`: the Leadership track.
    - `mission`: the index of the campaign's current mission, from 0.
    - `pounds`: the Pounds that can be spent.
    - `ops`: how many more cards will be drawn (LOA-R2).
    - `garrisons`: the number of the Garrison in each space, None if it is face down.
    - `available`: the numbers of the Garrisons not yet revealed.
    - `beaten`: the numbers of the eliminated Garrisons, in order.
    - `late`: the length of `beaten` when Turkish Reserves placed a marker, by its space.
    - `breaks`: the spaces with an RR Break.
    - `stores`: the gear in each space that no unit carries.
    - `unseen`: the unseen cards.
    - `discards`: the discarded cards.
    - `held`: the cards in hand.
    - `attempt`: whether the mission's attempt to recruit a leader is left (LOA 34.3).
    - `earned`: the attempts kept after victories with ``attempts_keep`` (LOA-R23).
    - `appealed`: whether the appeal was made (LOA 34.4).
    - `operation`: the current Operation.
    - `battle`: the battle that is being fought.
    - `verdict`: "won" or "lost" once the mission is decided.
    - `ended`: the space where the last Operation ended, "" before the first (LOA-R42).
    - `cleared`: the spaces where a Garrison was beaten in this mission (LOA-R29).
    - `secured`: the spaces secured in earlier missions (LOA-R29).
    - `records`: the missions that have been played.
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
    spent: Pile = []
    earned: int = 0

    # Questions that many chapters ask.

    def at(self, space: str) -> list[Unit]:
        """Return the Arab units in a space, the Camp included."""
        return [unit for unit in self.units.values() if unit.space == space]

    def arabs(self, space: str) -> list[Unit]:
        """Return the Arab units in a space, without the Camp."""
        return [unit for unit in self.units.values() if unit.space == space and unit.id != CAMP]

    def spaces(self) -> list[str]:
        """Return the spaces with an Arab unit other than the Camp, each once."""
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
        """The unit that is Lawrence."""
        return self.units[LAWRENCE]

    @property
    def camp(self) -> str:
        """The space of Feisal's Camp, "" if it is gone (LOA 36)."""
        return self.units[CAMP].space

    def recruits(self, ids: Iterable[str]) -> list[str]:
        """Return the units among `ids` in the Recruit box, without eliminated leaders (LOA-R16)."""
        off_map = (id for id in ids if not self.units[id].space)
        return [id for id in off_map if not (self.units[id].lost and stays_eliminated(id))]

    @property
    def successes(self) -> int:
        """The number of missions won so far in a campaign."""
        return sum(record.won for record in self.records)

    @property
    def available_markers(self) -> int:
        """How many Garrison markers are in the Available box."""
        hidden = sum(number is None for number in self.garrisons.values())
        return len(self.available) + len(self.beaten) - hidden


LawrenceTable = Table[LawrenceState]
"""A table at which this game is played."""


def all_units() -> dict[str, Unit]:
    """Return every Arab counter by its id, all in the Recruit box."""
    return {id: Unit(id) for id in UNITS}


def leadership_track(level: int) -> Track:
    """Return the Leadership track at a level (LOA 34.1)."""
    return Track(level, TABLES.leadership.low, TABLES.leadership.high, ("lowest", "highest"))
