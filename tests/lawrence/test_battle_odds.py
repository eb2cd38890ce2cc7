"""LOA-C6: the exact odds of single battles, as the scripted player fights them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from itertools import combinations, product
from math import comb
from typing import TypeAlias

import pytest
from nonempty import some

from sandtable import Action, Table
from sandtable.plugins.catalog import catalog
from sandtable_lawrence import bot_combat, ottomans
from sandtable_lawrence.actions import Fight
from sandtable_lawrence.bot_outlook import fate
from sandtable_lawrence.break_off import RoundOver
from sandtable_lawrence.combat import Engage
from sandtable_lawrence.edge import Edge
from sandtable_lawrence.fire import Firing, Round
from sandtable_lawrence.line_up import LineUp, LiningUp
from sandtable_lawrence.post_battle import ExtraAttempt
from sandtable_lawrence.roster import OTTOMANS, full_bin, gear_box
from sandtable_lawrence.state import (
    ARABS,
    SEAT,
    TURKS,
    Battle,
    LawrenceState,
    Operation,
    Threat,
    all_units,
    leadership_track,
)
from sandtable_lawrence.view import View
from sandtable_tools.odds import distribution, outcomes, outcomes_at

SCENARIO = catalog().scenario("lawrence/aqaba")
DESERT, RAIL = "jefer", "hedia"
GATE = ExtraAttempt(seat=SEAT)
"""A decision that waits after the last shot."""

Law: TypeAlias = Mapping[object, float]
"""The probability of each end of a round: won, lost (True, False), or the moment at its end."""

SMALL = ("lawrence", "juheina", "beni-sakhr")
MEDIUM = (*SMALL, "mercenaries")
LARGE = (*MEDIUM, "auda", "billi+machineguns")
"""Three forces, each with the one before it; the third Bedouin of strength 2 is one of 1 with
Machineguns.
"""

long = pytest.mark.soak
"""The large force takes as long as all the rest."""


def position(force: Iterable[str], space: str = DESERT) -> LawrenceState:
    """Arabs in an Operation in a space, with gear after a plus sign."""
    state = LawrenceState(all_units(), full_bin(), gear_box(), leadership_track(2))
    state.operation = Operation(space, [word.partition("+")[0] for word in force])
    for word in force:
        id, *gear = word.split("+")
        state.units[id].space, state.units[id].gear = space, gear
    return state


def joined(
    force: Iterable[str], called: Iterable[str], edge: str = "", space: str = DESERT
) -> LawrenceState:
    """A battle that has just begun, against these counters; nobody has fired."""
    state, picked = position(force, space), sorted(called)
    foes = ottomans.line_of(space, picked)
    arabs = [unit.id for unit in state.at(space)]
    state.battle = Battle(space, called=picked, foes=foes, arabs=arabs, edge=edge)
    return state


def moment(table: Table[LawrenceState]) -> object:
    """The state of a battle. Positions that differ only in which of equal Ottomans is left are one."""
    battle, units = table.state.fight, table.state.units
    foes = tuple((foe.strength, foe.fired) for foe in battle.foes)
    line = tuple((id, units[id].strength, id in battle.fired) for id in battle.arabs)
    return table.decision, battle.edge, line, foes


class Odds:
    """The exact chance to win from a position, with the scripted player's choices.

    It never breaks off. The ends of a round are worked out first (`law`). If all miss, it leads
    back to its beginning. That is an absorbing chain: such a round does not count, and the other
    ends share its chance.
    """

    def __init__(self) -> None:
        self.laws: dict[object, Law] = {}
        self.chances: dict[object, float] = {True: 1.0, False: 0.0}
        self.rounds: dict[object, Table[LawrenceState]] = {}

    def start(self, state: LawrenceState) -> float:
        """The chance at the start of a battle."""
        branches = outcomes_at(SCENARIO, state, [LineUp(), Round(), GATE])
        return sum(float(part) * self.chance(self.law(table)) for part, table in branches)

    def chance(self, law: Law) -> float:
        """The chance to win after a round."""
        return sum(part * self._after(end) for end, part in law.items())

    def _after(self, end: object) -> float:
        if end not in self.chances:
            law = dict(self.step(self.rounds[end], Fight()))
            again = law.pop(end)
            self.chances[end] = self.chance(law) / (1 - again)
        return self.chances[end]

    def law(self, table: Table[LawrenceState]) -> Law:
        """The ends of the current round."""
        if table.decision == GATE:
            return {bool(table.state.fight.arabs): 1.0}
        now = moment(table)
        if isinstance(table.decision, RoundOver):
            self.rounds.setdefault(now, table)
            return {now: 1.0}
        if now not in self.laws:
            self.laws[now] = self.step(table, choice(table))
        return self.laws[now]

    def step(self, table: Table[LawrenceState], action: Action) -> Law:
        ends: defaultdict[object, float] = defaultdict(float)
        for part, then in outcomes(table, action):
            for end, likely in self.law(then).items():
                ends[end] += float(part) * likely
        return ends


def choice(table: Table[LawrenceState]) -> Action:
    """The choice of the scripted player."""
    decide = bot_combat.line_up if isinstance(table.decision, LiningUp) else bot_combat.fire
    view = table.view(SEAT)
    assert isinstance(view, View)
    action = decide(view, table.decision, table.options)
    assert action
    assert action in table.options
    return action


@cache
def odds() -> Odds:
    """The odds for all tests, which share what has been worked out."""
    return Odds()


def picks(number: int) -> Counter[tuple[str, ...]]:
    """Every set of counters that may be picked blind, with the ways to pick it (LOA 31)."""
    return Counter(tuple(sorted(called)) for called in combinations(full_bin(), number))


@cache
def edge_chance(force: tuple[str, ...], elites: tuple[str, ...]) -> float:
    """The chance of the Tactical Edge, which depends on the Elites alone."""
    branches = outcomes_at(SCENARIO, joined(force, elites), [Edge(), GATE])
    return float(distribution(branches, edge)[ARABS])


def edge(table: Table[LawrenceState]) -> str:
    return table.state.fight.edge


def elites_of(called: Iterable[str]) -> tuple[str, ...]:
    return tuple(id for id in called if OTTOMANS[id].elite)


def strengths(table: Table[LawrenceState]) -> tuple[int, ...]:
    """The Ottoman line; empty if nobody is left to fight."""
    return tuple(foe.strength for foe in (table.state.battle.foes if table.state.battle else ()))


@cache
def win_chance(force: tuple[str, ...], number: int, space: str = DESERT) -> float:
    """The exact chance to beat `number` Ottomans picked blind; nobody left to fight is a victory too."""
    total = 0.0
    for called, ways in picks(number).items():
        leads = edge_chance(force, elites_of(called))
        sides = ((ARABS, leads), (TURKS, 1 - leads))
        starts = ((joined(force, called, side, space), part) for side, part in sides)
        total += sum(
            ways * part * (odds().start(state) if state.fight.foes else 1.0) for state, part in starts
        )
    return total / comb(len(full_bin()), number)


# The same, worked out here from LOA-C6 alone, without the program: strengths, shot by shot.

Line: TypeAlias = tuple[tuple[int, bool], ...]
"""Strengths from the top, and whether each has fired in this round."""

COUNTERS = (("train", 5), ("pasha", 3), ("asien", 4), ("plane", 1), ("oef", 1), ("oef", 2), ("oef", 2),
            ("oef", 2), ("oef", 3), ("oef", 3), ("oef", 4))  # fmt: skip
"""The bin (LOA-C12)."""


def fresh(foes: Line) -> int:
    """The strongest as a target, those that have still to fire counted double."""
    return max(
        range(len(foes)), key=lambda place: (foes[place][0] * (2 - foes[place][1]), foes[place][0])
    )


def strongest(foes: Line) -> int:
    """The strongest as a target."""
    return max(range(len(foes)), key=lambda place: (foes[place][0], not foes[place][1]))


Target: TypeAlias = Callable[[Line], int]


def rested(line: Line) -> Line:
    return tuple((strength, False) for strength, _ in line)


def next_up(line: Line) -> int | None:
    return next((place for place, (_, fired) in enumerate(line) if not fired), None)


@cache
def beaten(ours: Line, foes: Line, first: bool, target: Target) -> float:
    """The chance to win from the start of a round; a round in which all miss does not count."""
    ends: defaultdict[tuple[Line, Line], float] = defaultdict(float)

    def shot(likely: float, ours: Line, foes: Line, turn: bool) -> None:
        mine, theirs = next_up(ours), next_up(foes)
        if not ours or not foes or (mine is None and theirs is None):
            ends[rested(ours), rested(foes)] += likely
        elif mine is not None and (turn or theirs is None):
            hits, aim = ours[mine][0] / 6, target(foes)
            ours = (*ours[:mine], (ours[mine][0], True), *ours[mine + 1 :])
            shot(likely * hits, ours, (*foes[:aim], *foes[aim + 1 :]), False)
            shot(likely * (1 - hits), ours, foes, False)
        elif theirs is not None:
            hits = foes[theirs][0] / 6
            foes = (*foes[:theirs], (foes[theirs][0], True), *foes[theirs + 1 :])
            shot(likely * hits, ours[1:], foes, True)
            shot(likely * (1 - hits), ours, foes, True)

    if not ours or not foes:
        return float(not foes)
    shot(1.0, ours, foes, first)
    again = ends.pop((ours, foes))
    return sum(part * beaten(*end, first, target) for end, part in ends.items()) / (1 - again)


def foes_of(called: Collection[tuple[str, int]]) -> Line:
    """The Ottoman line off the rails: no train; the Aeroplane helps the strongest or stands alone."""
    line = sorted(
        (strength for kind, strength in called if kind not in ("train", "plane")), reverse=True
    )
    if ("plane", 1) in called:
        line = [line[0] + 1, *line[1:]] if line else [1]
    return tuple((strength, False) for strength in line)


def reckoned(strengths: tuple[int, ...], leaders: int, number: int, target: Target) -> float:
    """The chance to beat `number` Ottomans picked blind, with a line from the top."""
    line, chance = tuple((strength, False) for strength in strengths), 0.0
    for called in combinations(COUNTERS, number):
        elites = sum(kind in ("pasha", "asien", "plane") for kind, _ in called)
        rolls = [mine + leaders >= theirs + elites for mine, theirs in product(range(1, 7), repeat=2)]
        leads = sum(rolls) / 36
        chances = [beaten(line, foes_of(called), first, target) for first in (True, False)]
        chance += leads * chances[0] + (1 - leads) * chances[1]
    return chance / comb(len(COUNTERS), number)


# The figures.

FIGURES = (
    (SMALL, (2, 2, 1), 1, (0.931, 0.730, 0.480, 0.263), (0.94, 0.71, 0.47, 0.26)),
    (MEDIUM, (2, 2, 3, 1), 1, (0.994, 0.941, 0.808, 0.611), (0.99, 0.92, 0.76, 0.55)),
    (LARGE, (2, 2, 2, 3, 4, 1), 2, (1.000, 1.000, 0.995, 0.973), (1.0, 1.0, 0.98, 0.92)),
)
"""Forces, their usual line, their leaders; their exact chances; the first figures there were."""


@pytest.mark.parametrize(
    ("force", "line", "leaders", "exact"),
    [pytest.param(*row[:4], marks=() if row[0] == SMALL else long) for row in FIGURES],
)
def test_the_exact_chances_of_single_fights(
    force: tuple[str, ...], line: tuple[int, ...], leaders: int, exact: tuple[float, ...]
) -> None:
    """LOA-C6: what one to four Ottomans are to three forces, off the rails."""
    forecast = [win_chance(force, number) for number in (1, 2, 3, 4)]
    assert forecast == pytest.approx(exact, abs=0.0006)
    wanted = [reckoned(line, leaders, number, fresh) for number in (1, 2, 3, 4)]
    assert forecast == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    ("line", "leaders", "published"),
    [pytest.param(*row[1:3], row[4], marks=() if row[0] == SMALL else long) for row in FIGURES],
)
def test_the_published_figures_are_those_of_a_simple_player(
    line: tuple[int, ...], leaders: int, published: tuple[float, ...]
) -> None:
    """LOA-C6, LOA-R20: the reconstruction's samples, of its own rule that the topmost is fired at.

    They come out for who puts the strongest on top and Lawrence last, and fires at the strongest. Who
    puts the weakest on top wins more often by up to 0.06.
    """
    *others, hero = line
    simple = (*sorted(others, reverse=True), hero)
    chances = [reckoned(simple, leaders, number, strongest) for number in (1, 2, 3, 4)]
    assert chances == pytest.approx(published, abs=0.02)


@pytest.mark.parametrize(("side", "expected"), [(ARABS, 6 / 7), (TURKS, 4 / 7)])
def test_a_duel_is_a_chain_that_ends(side: str, expected: float) -> None:
    """LOA-C6: strength 4 against 2, in turn until one hits: (2/3) / (1 - 1/3 * 2/3) for the first."""
    assert odds().start(joined(["regulars-1"], ["oef-2"], side)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("number", [1, 2])
def test_the_lines_that_are_picked_blind(number: int) -> None:
    """LOA 31, LOA-C6: the lines and the Edge that a card brings, each as often as the sets say."""
    state = position(SMALL)
    state.acting.threat = Threat(number)
    branches = outcomes_at(SCENARIO, state, [Engage(), GATE])
    law = distribution(
        branches, lambda table: (strengths(table), edge(table) if table.state.battle else "")
    )
    wanted: defaultdict[object, float] = defaultdict(float)
    for called, ways in picks(number).items():
        line = tuple(foe.strength for foe in joined(SMALL, called).fight.foes)
        leads = edge_chance(SMALL, elites_of(called))
        for side, part in ((ARABS, leads), (TURKS, 1 - leads)):
            wanted[line, side if line else ""] += ways * part / comb(len(full_bin()), number)
    assert {key: float(part) for key, part in law.items()} == pytest.approx(dict(wanted))


# What the scripted player expects.

FORECASTS = (
    *((SMALL, (1, 2, 2), 1, number, DESERT) for number in (1, 2, 3, 4)),
    *((MEDIUM, (1, 2, 2, 3), 1, number, DESERT) for number in (1, 2, 3, 4)),
    *(pytest.param(LARGE, (1, 2, 2, 2, 3, 4), 2, number, DESERT, marks=long) for number in (1, 2, 3, 4)),
    *((SMALL, (1, 2, 2), 1, number, RAIL) for number in (1, 3)),
    (MEDIUM, (1, 2, 2, 3), 1, 4, RAIL),
    (("regulars-1", "regulars-2"), (4, 4), 0, 2, RAIL),
    (("mercenaries", "howeitat", "billi"), (3, 3, 1), 0, 3, DESERT),
    (("lawrence+aeroplane", "auda", "sherif-ali"), (2, 4, 2), 4, 3, RAIL),
)


@pytest.mark.parametrize(("force", "ours", "edge", "number", "space"), FORECASTS)
def test_the_forecast_is_near_the_truth(
    force: tuple[str, ...], ours: tuple[int, ...], edge: int, number: int, space: str
) -> None:
    """LOA-C6: mean strengths are enough: what the scripted player expects is within 0.075."""
    expected = fate(len(ours), sum(ours) / len(ours), edge, number, space == RAIL)
    assert expected.won == pytest.approx(win_chance(force, number, space), abs=0.075)


@pytest.mark.parametrize("most", [MEDIUM, pytest.param(LARGE, marks=long)], ids=["medium", "large"])
def test_more_arabs_win_more_often_and_more_ottomans_less(most: tuple[str, ...]) -> None:
    """LOA-C6: exactly so, from the smallest force to the largest."""
    forces = (SMALL[:2], SMALL, most)
    table = [[win_chance(force, number) for number in (1, 2, 3)] for force in forces]
    for row in table:
        assert row == sorted(row, reverse=True)
    for column in some(zip(*table, strict=True)):
        assert list(column) == sorted(column)


@pytest.mark.parametrize("rail", [False, True])
@pytest.mark.parametrize("edge", [0, 2])
def test_the_forecast_falls_with_the_ottomans_and_rises_with_the_arabs(edge: int, rail: bool) -> None:
    """LOA-C6: for any force of up to three, and another of the mean strength."""
    for arabs, strength in product((1, 2, 3), (1.0, 1.5, 2.0, 3.0, 4.0)):
        row = [fate(arabs, strength, edge, number, rail).won for number in range(5)]
        assert row == sorted(row, reverse=True)
        more = [fate(arabs + 1, strength, edge, number, rail).won for number in range(5)]
        assert all(new >= old - 1e-9 for old, new in zip(row, more, strict=True)), (arabs, strength)


# How good its choices are.


def test_no_other_target_is_much_better() -> None:
    """LOA-C6: at every shot of a fight of three against three, none wins 0.03 more often."""
    foes = (["oef-4", "oef-3", "oef-1"], ["pasha", "oef-2", "oef-2"])
    for side, called in product((ARABS, TURKS), foes):
        branches = outcomes_at(SCENARIO, joined(MEDIUM, called, side), [LineUp(), Round(), GATE])
        regrets = [regret(table) for table in shots(branches[0].table)]
        assert len(regrets) > 10
        assert max(regrets) < 0.03


def shots(table: Table[LawrenceState]) -> list[Table[LawrenceState]]:
    """Every position from here to the end of the round in which a target is chosen."""
    seen: dict[object, Table[LawrenceState]] = {}
    waiting = [table]
    while waiting:
        here = waiting.pop()
        if here.decision == GATE or isinstance(here.decision, RoundOver) or moment(here) in seen:
            continue
        seen[moment(here)] = here
        waiting += [then for _, then in outcomes(here, choice(here))]
    return [outcome for outcome in seen.values() if isinstance(outcome.decision, Firing)]


def regret(table: Table[LawrenceState]) -> float:
    """How much more the best target wins than the one that is chosen."""
    worth = {action: odds().chance(odds().step(table, action)) for action in table.options}
    return max(worth.values()) - worth[choice(table)]
