"""Whole missions by chance: what must hold whatever is chosen, and whatever luck does."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from nonempty import some

from sandtable import Action, Done, Scenario, SeededDice, Table, Wait
from sandtable.model.scenario import build
from sandtable.plugins.catalog import catalog
from sandtable_lawrence.actions import Buy, Demolish, Leave, Move, Rally, Rest, Stay
from sandtable_lawrence.mission import BreakRail, Mission, Options
from sandtable_lawrence.roster import (
    DEMOLITION,
    NUMBERS,
    ROSTER,
    UNITS,
    capacity,
    full_bin,
    gear_box,
    is_leader,
)
from sandtable_lawrence.spaces import BOARD, LAND, NAMES, PORTS, RESTRICTED, is_rail
from sandtable_lawrence.state import LawrenceState
from sandtable_lawrence.tables import CARD_TEXTS, TABLES

MISSIONS = ("aqaba", "hejaz-railroad", "gaza-offensive", "damascus")
ALL = (*MISSIONS, "campaign")
each = pytest.mark.parametrize("name", [*ALL, *(f"rich {name}" for name in ALL)])

RETURN = Options(charges="return")
"""Charges that have gone off return to the gear box (LOA-R40)."""

MOST = 3_000
"""A game with more actions does not end."""

LAZY = (Stay, Done, Wait, Leave, Rest)
BUSY = (Rally,)
"""What an eager player leaves for later, and what it always does."""

LINE = "line"
"""A campaign that asks for the whole railway, so for more breaks than there are charges."""

RAILWAY = [space for space in NAMES if is_rail(space)]

ANYWHERE = '\n[[occupy]]\nspace = "jidda"\n'


@cache
def scenario(name: str) -> Scenario:
    """One that is installed; "rich" with all Ops, Pounds and Leadership that a file may give.

    The rich campaign is won by who stands in Jidda, so that it often gets beyond its first mission.
    """
    if name == LINE:
        return whole_line()
    base = catalog().scenario(f"lawrence/{name.split()[-1]}")
    if not name.startswith("rich"):
        return base
    if not base.parts:
        return catalog().scenarios.from_text(rich(base.text), "rich", "rich.toml")
    parts = {part.id: build(base.game, part.id, easy(part.text)) for part in base.parts}
    return build(base.game, "lawrence/rich", base.text, find=parts.__getitem__)


def whole_line() -> Scenario:
    """Three missions without Garrisons: three, six and all nine Rail spaces are to be broken."""
    game = catalog().game("lawrence")
    mission = f"""
        game = "lawrence"
        title = "The line"
        ops = 14
        pounds = 99
        leadership = 5
        start = "maan"
        garrisons = []
        [[demolish]]
        spaces = {json.dumps(RAILWAY)}
        count = """
    parts = {f"lawrence/{n}": build(game, f"lawrence/{n}", mission + str(n)) for n in (3, 6, 9)}
    text = 'game = "lawrence"\ntitle = "The whole line"\nparts = ["3", "6", "9"]'
    return build(game, f"lawrence/{LINE}", text, find=parts.__getitem__)


def rich(text: str) -> str:
    """The numbers of a mission at their highest."""
    for key, most in (("ops", 14), ("pounds", 99), ("leadership", 5)):
        text = re.sub(rf"^{key} = \d+", f"{key} = {most}", text, flags=re.MULTILINE)
    return text


def easy(text: str) -> str:
    """A mission that is won in Jidda."""
    return rich(text).partition("[[")[0] + ANYWHERE


def choice(table: Table, luck: SeededDice, *, eager: bool) -> Action:
    """A kind of action first, then one of it."""
    kinds = list(dict.fromkeys(type(option) for option in table.options))
    if eager:
        kinds = (
            [kind for kind in kinds if kind in BUSY]
            or [kind for kind in kinds if kind not in LAZY or luck.rolls_at_most(1)]
            or kinds
        )
    kind = luck.pick(kinds)
    return luck.pick([option for option in table.options if type(option) is kind])


def wreck(table: Table, luck: SeededDice) -> Action:
    """What breaks the line: a charge, else a charge to buy, else a way to where it is whole."""
    breaks = table.state.breaks
    wanted = (
        [option for option in table.options if isinstance(option, Demolish)]
        or [option for option in table.options if isinstance(option, Buy) and option.item == DEMOLITION]
        or [option for option in table.options if isinstance(option, Move) and option.space in RAILWAY]
    )
    fresh = [option for option in wanted if not isinstance(option, Move) or option.space not in breaks]
    return luck.pick(fresh) if fresh else choice(table, luck, eager=False)


def steps(name: str, first: int, number: int = 4, house: Options | None = None) -> Iterator[Table]:
    """A table before each action of some games, and at the end of each; every second one is eager."""
    for seed in range(first, first + number):
        luck = SeededDice(f"{seed} luck")
        table = Table.new(scenario(name), SeededDice(seed), house)
        for _ in range(MOST):
            yield table
            if table.outcome:
                break
            wrecks = name == LINE
            table.choose(wreck(table, luck) if wrecks else choice(table, luck, eager=seed % 2 == 0))
        else:
            pytest.fail(f"seed {seed}: no end after {MOST} actions")


@each
def test_no_counter_is_lost_or_made(name: str, census: Callable[[LawrenceState], Counter[str]]) -> None:
    """LOA-C12, LOA-R2, LOA-R3, LOA-R14: 14 units, 7 gear, 11 Ottomans, 6 Garrisons, 14 cards.

    An RR Break is the back of a charge (LOA 35.1, LOA-R40).
    """
    whole = Counter([*gear_box(), *full_bin(), *map(str, NUMBERS), *CARD_TEXTS])
    for table in steps(name, 0):
        broken = Counter({DEMOLITION: len(table.state.breaks)})
        assert census(table.state) + broken == whole
        assert list(table.state.units) == list(UNITS)


@each
def test_garrisons_that_lie_face_down_are_among_those_that_are_left(name: str) -> None:
    """LOA 32, LOA-R3, LOA-R29: never more than markers; none in staging areas, Mecca, secured spaces."""
    for table in steps(name, 100):
        state = table.state
        assert state.available_markers >= 0
        assert all(number is None or number > 0 for number in state.garrisons.values())
        assert not set(state.garrisons) & {*RESTRICTED, *state.secured}
        assert len(set(state.cleared)) == len(state.cleared)
        assert len(set(state.breaks)) == len(state.breaks) <= 4
        assert all(map(is_rail, state.breaks))


@each
def test_units_are_where_they_may_be_and_carry_what_they_can(name: str) -> None:
    """LOA 30.2, LOA 35, LOA 36, LOA-R16: or off the map, without gear."""
    for table in steps(name, 200):
        state = table.state
        for unit in state.units.values():
            assert unit.space in ("", *NAMES)
            assert not (unit.space and unit.lost)
            assert len(unit.gear) <= (capacity(unit.id) if unit.space else 0)
            if unit.space in ("cairo", "suez"):
                assert unit.id == "lawrence"
            if unit.space == "mecca":
                assert is_leader(unit.id)
        assert state.camp in ("", *TABLES.placement.spaces)
        assert all(state.stores.values())


@each
def test_numbers_stay_within_their_ends(name: str) -> None:
    """LOA 34.1, LOA-R2, LOA-R33: Leadership 1 to 5; Pounds and Ops never below 0."""
    for table in steps(name, 300):
        state = table.state
        assert 1 <= state.leadership.value <= 5
        assert state.pounds >= 0
        assert state.ops >= 0


@each
def test_ottoman_counters_are_on_the_map_for_a_battle_alone(name: str) -> None:
    """LOA 31, LOA-C6: else all are in the bin; in it the lines are of those who are there."""
    battles = 0
    for table in steps(name, 400):
        battle = table.state.battle
        if battle is None:
            assert table.state.bin == full_bin()
            continue
        battles += 1
        assert battle.called == sorted(battle.called)
        assert not Counter(foe.counter for foe in battle.foes) - Counter(battle.called)
        assert sorted(battle.arabs) == sorted(unit.id for unit in table.state.at(battle.space))
        assert set(battle.fired) <= set(battle.arabs)
        assert battle.arabs
        assert battle.foes
    assert battles


@each
def test_the_operating_force_is_together(name: str) -> None:
    """LOA-C2, LOA 36.2: all of it in its space, the Camp never with it."""
    operations = 0
    for table in steps(name, 500):
        state = table.state
        if state.operation:
            operations += 1
            assert {unit.space for unit in state.force} <= {state.operation.space}
            assert "camp" not in state.operation.force
            assert len(set(state.operation.force)) == len(state.operation.force)
    assert operations


def never_stuck(table: Table[LawrenceState]) -> bool:
    """Whether every break that this mission and those after it ask for can be made (LOA-R40)."""
    parts = table.scenario.parts or (table.scenario,)
    later: list[Mission] = [part.data for part in parts[table.state.mission :]]
    return all(can_be_broken(table.state, goal) for data in later for goal in data.demolish)


def can_be_broken(state: LawrenceState, goal: BreakRail) -> bool:
    """Whether there are spaces enough for what a goal still asks for, and a charge, which comes back."""
    missing = goal.wanted - goal.count_met(state)
    spaces = ({*goal.spaces} & on_land()) - {*state.breaks}
    piles = [state.gear, *state.stores.values(), *(unit.gear for unit in state.units.values())]
    return missing <= 0 or (len(spaces) >= missing and any(DEMOLITION in pile for pile in piles))


@cache
def on_land() -> set[str]:
    """Where units that are no leaders come on land from an Arabian port (LOA 30.2)."""
    reached, edge = set(PORTS), list(PORTS)
    while edge:
        near = {*BOARD.neighbours(edge.pop(), LAND)} - {*RESTRICTED} - reached
        reached |= near
        edge += near
    return reached


@pytest.mark.parametrize(
    ("change", "breakable"),
    [
        ({}, True),
        ({"breaks": "deraa"}, True),
        ({"breaks": "deraa amman"}, True),
        ({"gear": []}, False),
        ({"gear": [], "stores": {"rumm": "demolition"}}, True),
        ({"gear": [], "units": "harb+demolition@rumm"}, True),
        ({"gear": [], "breaks": "deraa amman"}, True),
        ({"breaks": "mudawwara tabuk hedia madain-salih medina"}, True),
    ],
)
def test_whether_the_lines_of_a_goal_can_be_broken(
    change: dict[str, Any], breakable: bool, written: Callable[..., LawrenceState]
) -> None:
    """LOA-R40: a charge somewhere, unless all is done."""
    assert can_be_broken(written(**change), BreakRail(("deraa", "amman"))) is breakable


@each
def test_every_line_that_is_still_wanted_can_be_broken(name: str) -> None:
    """LOA-R40, by an option: charges enough, and a way to each target, in all missions to come."""
    assert all(never_stuck(table) for table in some(steps(name, 900, house=RETURN)))


@pytest.mark.parametrize("games", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_charges_never_run_out(games: int) -> None:
    """LOA-R40, by an option: where the whole railway is to be broken, with four charges."""
    broken = []
    for table in steps(LINE, 0, games, house=RETURN):
        assert never_stuck(table)
        broken += [len(table.state.breaks)] if table.outcome else []
    assert sum(number > ROSTER.gear[DEMOLITION] for number in broken) > games / 10


@pytest.mark.soak
@each
def test_every_line_can_be_broken_in_a_thousand_games(name: str) -> None:
    """LOA-R40: the same, a hundred games of each of ten kinds."""
    assert all(never_stuck(table) for table in some(steps(name, 1000, 100, house=RETURN)))


@each
def test_every_position_is_read_from_its_text(name: str) -> None:
    """LOA-R3: and offers the same; nothing is kept beside it."""
    for number, table in enumerate(steps(name, 600, 2)):
        again = Table.from_json(scenario(name), table.json, SeededDice(0), table.house)
        assert again.position == table.position
        if number % 5 == 0:
            assert list(again.options) == list(table.options)


@each
def test_every_position_can_be_drawn(name: str) -> None:
    """LOA 28: status and board, none too wide; every option has a text."""
    for number, table in enumerate(steps(name, 700, 2)):
        view = table.view("lawrence")
        assert len(table.game.status(view)) <= 80
        assert max(map(len, table.game.board(view, 60)), default=0) <= 60
        if number % 5 == 0 and not table.outcome:
            assert table.decision.ask(table)
            assert all(table.decision.describe(table, option) is not None for option in table.options)


@each
def test_a_game_ends_with_a_record_of_each_mission(name: str) -> None:
    """LOA 28, LOA-C13, LOA 34: two failures at most, or Lawrence is lost; and it is said who won."""
    ends = 0
    for table in steps(name, 800, 6):
        if table.outcome is None:
            continue
        ends += 1
        state = table.state
        results = [record.won for record in state.records]
        parts = scenario(name).parts
        won = sum(results) == max(1, len(parts))
        assert table.outcome.returns == {"lawrence": int(won)}
        assert table.outcome.name == ("won" if won else "lost")
        assert results.count(False) <= (2 if parts else 1)
        if not won:
            assert results.count(False) == (2 if parts else 1) or not state.lawrence.space
        assert table.options == ()
    assert ends == 6


def test_these_games_are_of_many_kinds() -> None:
    """LOA 28: some are won, some battles fought, campaigns come to their third mission at least."""
    fought, ends, missions = 0, [], 0
    for table in steps("rich campaign", 800, 12):
        fought += table.state.battle is not None
        missions = max(missions, table.state.mission)
        ends += [table.outcome.name] if table.outcome else []
    assert fought > 50
    assert missions >= 2
    assert len(ends) == 12


@pytest.mark.parametrize("name", ALL)
def test_face_down_counters_are_written_nowhere(name: str) -> None:
    """LOA-R3: the position is the same whatever the seed, but for where the Camp is."""
    by_camp: dict[str, set[bytes]] = {}
    for seed in range(30):
        table = Table.new(scenario(name), SeededDice(seed))
        by_camp.setdefault(table.state.camp, set()).add(table.position)
        assert table.imagine("lawrence", SeededDice(7)).position == table.position
    assert len(by_camp) > 1
    assert all(len(positions) == 1 for positions in by_camp.values())
