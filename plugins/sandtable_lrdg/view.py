"""What the player may know. Only what is not decided yet is hidden (LRDG-A90)."""

from __future__ import annotations

from msgspec import Struct

from sandtable import Table, ask_rules
from sandtable_lrdg.evaluation import items
from sandtable_lrdg.mission import Mission, Options, mission, part
from sandtable_lrdg.special_rules import ContinuousObservation, Observation
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.tables import TABLES


class View(Struct):
    """A position: a copy of the state, the mission and the options; `scored` as things stand.

    `watch` are the zones that special rules want to be observed, `steady` without a break;
    `watched` when that has been done for long enough. `parts` is the number of missions of a
    campaign, 0 for a mission by itself. `tasks` say what special rules want; `pocket` are the half
    points that what has been observed would add if it were home.
    Counters that lie face down have no identity in the state, so all of it may be seen.
    """

    title: str
    mission: Mission
    house: Options
    state: LrdgState
    scored: tuple[tuple[str, int], ...]
    watch: tuple[str, ...] = ()
    steady: bool = False
    watched: bool = False
    parts: int = 0
    tasks: tuple[str, ...] = ()
    pocket: int = 0

    @property
    def points(self) -> int:
        """The half points as things stand."""
        return sum(half for _, half in self.scored)

    @property
    def at_home(self) -> int:
        """The half points if every unit were home now, with all that it has seen."""
        state, won = self.state, dict(self.scored)
        if "mission over" in won:
            return self.points
        special = won.pop("mission", 0) + self.pocket
        fought = sum(won.get(what, 0) for what in ("losses", "enemies", "targets"))
        if self.house.bonuses_need_result and not special and not won.get("targets"):
            return fought + special
        out = any(unit.out for unit in state.force)
        soon = out and not state.left and state.turn < self.mission.duration
        fast = TABLES.points["duration"] * soon
        quiet = TABLES.points["alarm"] * (state.alarm < TABLES.points["quiet"])
        return fought + special + fast + quiet


def view(table: Table[LrdgState]) -> View:
    """The position as the player sees it."""
    state = table.state.copy()
    special = [rule for rule in table.rules if isinstance(rule, (Observation, ContinuousObservation))]
    watch = tuple(dict.fromkeys(zone for rule in special for zone in rule.zones))
    runs = [rule for rule in special if isinstance(rule, ContinuousObservation)]
    done = bool(runs) and all(rule.best >= rule.turns for rule in runs)
    scored = items(table)
    return View(
        part(table).title,
        mission(table),
        table.house,
        state,
        scored,
        watch,
        bool(runs),
        done,
        len(table.scenario.parts),
        tuple(filter(None, ask_rules(table.rules, "brief", str))),
        pocket(table),
    )


def pocket(table: Table[LrdgState]) -> int:
    """The half points that Recon OK and reports under way would add once home (LRDG 8.1)."""
    state = table.state
    ours = {id: patrol.recon_ok for id, patrol in state.patrols.items() if patrol.recon_ok}
    held = [zone for id, won in ours.items() if state.present(id) for zone in won]
    held += [zone for unit in state.force for zone in unit.reports]
    if not held:
        return 0
    rules = [rule for rule in table.rules if isinstance(rule, Observation)]
    return sum(
        rule.worth(sum(zone in rule.zones for zone in held)) - rule.points(table) for rule in rules
    )
