"""Random missions: rules that hold for any choices, as long as nobody gives up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import games
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Action, Scenario, SeededDice, Table
from sandtable_lrdg.actions import Abandon, Assault, End, Fight, GiveUp, LowProfile, Observe, PullBack
from sandtable_lrdg.alarm import Arrival
from sandtable_lrdg.counters import HISTORICAL_STOCK, full_pool
from sandtable_lrdg.roster import NAMES, WACO
from sandtable_lrdg.zones import BASES, MAP

Scenarios = Callable[[str], Scenario]
ALL = ("benghazi-road", "benghazi-watch", "slonta", "el-alamein", "barca", "bardia", "tobruk")
EAGER = (Assault, Fight, PullBack, Observe)
"""The actions that one of the policies prefers."""

each = pytest.mark.parametrize("name", [*ALL, "campaign-1942"])
some_games = settings(max_examples=settings.default.max_examples // 12)
seeds = st.integers(0, 10**9)
MOST = 6_000
"""A game with more actions does not end."""


def choice(table: Table, luck: SeededDice, *, eager: bool) -> Action:
    """A kind of action first, then one of it; never one that gives anything up."""
    options = [option for option in table.options if not isinstance(option, (GiveUp, Abandon))]
    kinds = list(dict.fromkeys(type(option) for option in options))
    wanted = [kind for kind in kinds if kind in EAGER]
    if eager:
        busy = [kind for kind in kinds if kind not in (End, LowProfile)]
        kinds = wanted or busy or kinds
    kind = luck.pick(kinds)
    return luck.pick([option for option in options if type(option) is kind])


def steps(scenario: Scenario, seed: int) -> Iterator[Table]:
    """A table before each action of a game, and at its end; each second game is an eager one."""
    return games.steps(scenario, seed, MOST, partial(choice, eager=seed % 2 == 0))


@each
@some_games
@given(seed=seeds)
def test_no_counter_of_the_axis_is_lost_or_made(name: str, seed: int, scenario: Scenarios) -> None:
    """LRDG 4.2, LRDG-A29, LRDG-A90: pool, face up and defeated are always the 36 of the stock.

    There are never more face-down ones than the pool can be turned up from.
    """
    for table in steps(scenario(name), seed):
        state = table.state
        whole = Counter(full_pool(HISTORICAL_STOCK))
        counters = Counter(state.pool) + Counter(state.defeated)
        counters += Counter(enemy.counter for enemy in state.axis if enemy.counter)
        if table.outcome is None and isinstance(table.decision, Arrival):
            counters[table.decision.counter] += 1
        assert counters == whole
        assert state.spare >= 0
        assert all(any(enemy.sort.fits(marker) for marker in state.pool) for enemy in hidden(table))


def hidden(table: Table) -> list:
    """The Axis units that lie face down."""
    return [enemy for enemy in table.state.axis if not enemy.counter]


@each
@some_games
@given(seed=seeds)
def test_every_unit_is_somewhere_on_the_map_or_off_it(name: str, seed: int, scenario: Scenarios) -> None:
    """LRDG 3: whole or reduced and in a zone, or destroyed and nowhere; Waco never in a zone."""
    for table in steps(scenario(name), seed):
        state = table.state
        assert set(state.units) == set(NAMES)
        for unit in state.units.values():
            assert unit.zone in ("", *MAP.spaces)
            assert 0 <= unit.steps <= 2
            if unit.zone:
                assert unit.steps > 0
                assert unit.patrol in state.patrols
            elif unit.patrol and len(state.records) == state.mission:
                assert unit.steps == 0
                assert not unit.watch
                assert not unit.mco
        assert not state.units[WACO].zone


@each
@some_games
@given(seed=seeds)
def test_numbers_stay_within_their_tracks(name: str, seed: int, scenario: Scenarios) -> None:
    """LRDG 3.2, LRDG 5.1, LRDG 5.3.1, LRDG-A14, LRDG-A80: AP, alarm, Recon OK, values, turns."""
    for table in steps(scenario(name), seed):
        state = table.state
        assert 0 <= state.alarm <= 4
        assert 0 <= state.turn <= 40
        assert state.bank >= 0
        for patrol in state.patrols.values():
            assert patrol.ap >= 0
            assert len(patrol.recon_ok) <= 3
            assert -1 <= patrol.fate <= 1
        assert all(0 <= target.left <= target.value for target in state.targets.values())


@each
@some_games
@given(seed=seeds)
def test_no_axis_unit_ever_comes_to_a_base(name: str, seed: int, scenario: Scenarios) -> None:
    """LRDG 5.3.2: neither on the ground nor in the air; all others stand on the map."""
    outside = set(MAP.spaces) - set(BASES)
    for table in steps(scenario(name), seed):
        state = table.state
        assert {enemy.zone for enemy in state.axis} <= outside
        assert state.recon in ("", *outside)
        assert len({enemy.id for enemy in state.axis}) == len(state.axis)


@each
@some_games
@given(seed=seeds)
def test_a_combat_is_fought_where_both_sides_are(name: str, seed: int, scenario: Scenarios) -> None:
    """LRDG 7.2, LRDG 3.3.2: each position holds units of the zone, each once; two with an HQ."""
    for table in steps(scenario(name), seed):
        fight = table.state.battle
        if fight is None or table.outcome:
            continue
        ids = {unit.id for unit in table.state.at(fight.zone)}
        placed = [unit for position in fight.contact for unit in position]
        assert set(placed) <= ids
        assert len(placed) == len(set(placed))
        assert all(1 <= len(position) <= 2 for position in fight.contact)
        line = [enemy for front in fight.line for enemy in front]
        assert set(line) == {enemy.id for enemy in table.state.enemies(fight.zone)}
        assert len(line) == len(set(line))


@each
@some_games
@given(seed=seeds)
def test_a_game_ends_with_a_record_of_each_mission(name: str, seed: int, scenario: Scenarios) -> None:
    """LRDG 5.4, LRDG-A80, LRDG-A89: however badly it is played."""
    *_, table = steps(scenario(name), seed)
    records = table.state.records
    assert len(records) == max(1, len(scenario(name).parts))
    failed = sum(record.points <= 0 for record in records) if len(records) > 1 else 0
    total = sum(record.points for record in records) - 20 * failed
    assert table.outcome.returns == {"lrdg": total}
    assert all(record.turn <= 40 for record in records)


@each
def test_face_down_counters_are_written_nowhere(name: str, scenario: Scenarios) -> None:
    """LRDG-A90: the position is the same whatever the seed, until something is turned up."""
    first, *others = (Table.new(scenario(name), SeededDice(seed)) for seed in range(5))
    assert first.state.axis
    assert all(enemy.counter == "" for enemy in first.state.axis)
    assert {table.position for table in others} == {first.position}
    for number, table in enumerate(steps(scenario(name), 1)):
        if number % 10 == 0:
            assert table.imagine("lrdg", SeededDice(7)).position == table.position
