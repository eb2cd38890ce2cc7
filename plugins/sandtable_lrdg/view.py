"""The player's view, which shows everything: face-down counters are not yet decided (LRDG-A90)."""

from __future__ import annotations

from msgspec import Struct

from sandtable import Table, ask_rules
from sandtable_lrdg.evaluation import bonuses, scored_items
from sandtable_lrdg.mission import Mission, Options, mission, scenario
from sandtable_lrdg.special_rules import ContinuousObservation, Observation
from sandtable_lrdg.state import LrdgState


class View(Struct):
    """A position as the player sees it.

    - `state`: the whole state, in which face-down counters have no identity.
    - `scored`: the reasons for points so far, each with its half points.
    - `watch`: the zones that special rules ask the player to observe.
    - `steady`: whether those zones must be observed without a break.
    - `watched`: whether those zones have been observed for long enough.
    - `parts`: the number of missions of a campaign; 0 for a mission by itself.
    - `tasks`: the tasks that special rules set, in words.
    - `pocket`: the half points that observations would add once reported at home.
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
        """The half points earned so far."""
        return sum(half for _, half in self.scored)

    @property
    def at_home(self) -> int:
        """The half points if every unit were home now, with its observations and the bonuses."""
        if "mission over" in dict(self.scored):
            return self.points
        found = (*self.scored, *[("mission", self.pocket)] * bool(self.pocket))
        extra = bonuses(self.state, self.mission, self.house, found)
        return sum(half for _, half in (*found, *extra))


def view(table: Table[LrdgState], state: LrdgState) -> View:
    """Return the position as the player sees it, with the table's own state or a copy."""
    special = [rule for rule in table.rules if isinstance(rule, (Observation, ContinuousObservation))]
    watch = tuple(dict.fromkeys(zone for rule in special for zone in rule.zones))
    runs = [rule for rule in special if isinstance(rule, ContinuousObservation)]
    observed_enough = bool(runs) and all(rule.best >= rule.turns for rule in runs)
    scored = scored_items(table)
    return View(
        scenario(table).title,
        mission(table),
        table.house,
        state,
        scored,
        watch,
        bool(runs),
        observed_enough,
        len(table.scenario.parts),
        tuple(filter(None, ask_rules(table.rules, "brief", str))),
        pocket(table),
    )


def pocket(table: Table[LrdgState]) -> int:
    """Return the half points that Recon OK and reports would add once home (LRDG 8.1)."""
    rules = [rule for rule in table.rules if isinstance(rule, Observation)]
    if not rules:
        return 0
    by_patrol = {id: patrol.recon_ok for id, patrol in table.state.patrols.items() if patrol.recon_ok}
    zones_observed = [zone for id, won in by_patrol.items() if table.state.units_of(id) for zone in won]
    zones_observed += [zone for unit in table.state.force for zone in unit.reports]
    return sum(
        rule.worth(sum(zone in rule.zones for zone in zones_observed)) - rule.points(table)
        for rule in rules
        if zones_observed
    )
