"""A seat's forecast for an action: its outcomes as the seat would see them, and their chances.

A forecast is exact if everything hidden and all luck can be played through within a limit. Otherwise it
is sampled, and every figure has a 95 % interval. It never depends on what the seat may not know.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Hashable, Mapping, MutableMapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple, TypeAlias

from sandtable import (
    Action,
    Bot,
    Decision,
    Done,
    GameError,
    InvalidAction,
    SandtableError,
    ScriptedDice,
    SeededDice,
    Stake,
    Table,
    number_of,
)
from sandtable_console import Progress, result_of
from sandtable_tools.branching_dice import TooManyBranches
from sandtable_tools.odds.ledger import EventOdds, Ledger, LikelyOutcome, TrackChange
from sandtable_tools.odds.policy import Policy
from sandtable_tools.odds.tree import PathBudget, Tree, deal_world, has_too_many_paths, worlds

MOST_WAYS = 8_000
"""The most that an exact answer may cost, unless the caller sets another limit.

A path of luck to a new position costs 5, since it takes about 5 times as long as any other path, which
costs 1. Four events on a path cost 1 more.
"""

MOST_SAMPLES = 1_000
"""The most games sampled if MOST_WAYS is too little, unless the caller sets a limit."""

LEAST_SAMPLES = 400
"""The fewest games sampled, however many choices a game takes."""

MOST_CHOICES = 8_000
"""The number of choices, in all games, after which no more games are sampled."""

MOST_WORLDS = 200
"""The most worlds dealt if there are too many to play, but each can be played in full."""

LEAST_WORLDS = 30
"""If fewer worlds than this can be played in full, games are sampled instead."""

DEALT_COST_FACTOR = 3
"""Dealt worlds may cost this many times as much as an exact answer."""

MOST_HORIZON = 1_000
"""The most decisions beyond the plan that a horizon may have."""

EXACT_SHARE = 0.5
"""The share of the time that an exact answer may take."""

now = time.monotonic
"""The clock, in seconds; tests replace it."""

SampledAnswers: TypeAlias = MutableMapping[Hashable, Ledger]
"""Sampled answers, by question: asking again adds samples to the same answer."""


class Forecast(NamedTuple):
    """The outcomes of a seat's plan, the likeliest first.

    - `later_decisions`: the least and the most decisions played beyond the plan.
    - `exact`: whether everything hidden and all luck was played through.
    - `ways`: the number of paths of luck; 0 if luck was sampled.
    - `worlds`: the number of worlds; 1 if nothing is hidden.
    - `samples`: the number of samples, unless exact: games, or worlds played in full.
    - `same`: whether every one of these worlds gave the same odds.
    - `events`: the probability that each event occurs at least once.
    - `expected`: every track that changes in some outcome.
    - `stakes`: the game's names for the tracks that players watch most.
    - `secret`: whether another seat has made a secret choice, which was imagined too.
    - `players`: who makes the choices after the plan, in words.
    - `unfinished`: whether the plan ends within a choice of several parts.
    - `can_be_done`: whether `done` could end that choice.
    """

    seat: str
    actions: tuple[str, ...]
    horizon: int | None
    later_decisions: tuple[int, int]
    exact: bool
    ways: int
    worlds: int
    samples: int
    same: bool
    outcomes: Sequence[LikelyOutcome]
    events: Sequence[EventOdds]
    expected: Mapping[str, TrackChange]
    stakes: Mapping[str, Stake]
    secret: bool = False
    players: str = ""
    unfinished: bool = False
    can_be_done: bool = False

    @property
    def sampled(self) -> str:
        """The number of samples in words: ``400 games``."""
        return number_of(self.samples, "deal" if self.worlds else "game")


def forecast(
    table: Table[Any],
    seat: str,
    actions: Action | Sequence[Action | str],
    *,
    bots: Mapping[str, Bot] | None = None,
    horizon: int | None = None,
    most: int = MOST_WAYS,
    samples: int | None = None,
    seed: int = 0,
) -> Forecast:
    """Return the result of `forecast_in_steps`."""
    return result_of(
        forecast_in_steps(
            table, seat, actions, bots=bots, horizon=horizon, most=most, samples=samples, seed=seed
        )
    )


def forecast_in_steps(
    table: Table[Any],
    seat: str,
    actions: Action | Sequence[Action | str],
    *,
    bots: Mapping[str, Bot] | None = None,
    horizon: int | None = None,
    most: int = MOST_WAYS,
    samples: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    kept: SampledAnswers | None = None,
) -> Generator[Progress, None, Forecast]:
    """Forecast an action of `seat`, or a plan of several actions in a row.

    Each action is done at the seat's next decision; if it is not legal there, the path ends and says so.
    Actions after the first may be words. `bots` (by default the game's scripted ones) make all other
    decisions, including hidden ones, each with what it may know. They may roll dice, and read events
    since the plan began, but must not keep anything in memory.

    After the plan, play continues until what the plan began is over, or, with `horizon`, for that many
    more decisions (0 to 1000). If nothing visible happens before something new begins, play continues to
    the next decision that opens something, or to any decision if none does.

    `most` limits the cost of an exact answer: a path to a new position costs 5, any other 1. Beyond it,
    `samples` games are played, one in each step of the generator; by default 400 to 1000, depending on
    their length. Another `seed` plays other games. With `seconds`, both also stop by the clock, so
    another machine may give another answer. An interrupt also ends the sampling. Samples are added to
    those that `kept` has for the same question.

    Raises IllegalAction, InvalidAction for words that never mean anything, AmbiguousAction, and
    SandtableError for numbers out of range or another seat's decision.
    """
    policy = Policy.of(table, seat, actions, bots, horizon, seed)
    left_open = _check(table, policy, most, samples)
    limits = _Limits(most, samples, now(), inf if seconds is None else seconds)
    kept = {} if kept is None else kept
    ledger = yield from _play(table, policy, limits, kept)
    if horizon is None and ledger.empty:
        begins = any(issubclass(phase, Decision) and phase.opens for phase in table.scenario.phases)
        policy = policy._replace(through=True) if begins else policy._replace(horizon=0)
        ledger = yield from _play(table, policy, limits, kept)
    if not ledger.meant:
        raise InvalidAction(ledger.wrong)
    others = len(policy.bots) > 1
    imagined = table.clone(SeededDice(0))
    table.game.imagine(imagined, seat)  # which schedules secret choices again
    return Forecast(
        seat=seat,
        actions=tuple(map(str, policy.actions)),
        horizon=policy.horizon,
        later_decisions=(min(ledger.later_decisions), max(ledger.later_decisions)),
        exact=ledger.exact,
        ways=ledger.ways,
        worlds=ledger.worlds,
        samples=0 if ledger.exact else len(ledger.rows),
        same=bool(ledger.worlds) and ledger.same,
        outcomes=ledger.outcomes(),
        events=ledger.events(),
        expected=ledger.expected_changes(),
        stakes=table.game.stakes,
        secret=bool(imagined._coming),
        players="the bots" if bots else "the scripted player" + "s" * others,
        unfinished=left_open is not None,
        can_be_done=left_open is not None and left_open.allows(Done()),
    )


class _Limits(NamedTuple):
    """Limits of an answer: `most` and `samples` as in `forecast_in_steps`; `seconds` since `began`."""

    most: int
    samples: int | None
    began: float
    seconds: float

    def late(self, part: float = EXACT_SHARE) -> bool:
        """Return whether this part of the time is over; half of the time is kept for sampling games."""
        return now() - self.began > part * self.seconds


def _play(
    table: Table[Any], policy: Policy, limits: _Limits, kept: SampledAnswers
) -> Generator[Progress, None, Ledger]:
    """Return the results of a policy, as exact as the limits allow."""
    question = (policy.seed, policy.horizon, policy.through, repr(table.decision.seen_by(policy.seat)))
    ledger = kept.get(question)
    if ledger and ledger.worlds:
        yield from _in_worlds(table, policy, limits, ledger)
    elif ledger:
        yield from _games(table, policy, limits, ledger)
    else:
        ledger = (
            (yield from _try_exact(table, policy, limits))
            or (yield from _in_worlds(table, policy, limits, Ledger(table, policy.seat)))
            or (yield from _games(table, policy, limits, Ledger(table, policy.seat)))
        )
        if not ledger.exact:
            kept[question] = ledger
    return ledger


def _check(table: Table[Any], policy: Policy, most: int, samples: int | None) -> Table[Any] | None:
    """Return the position after a plan that ends within a choice of several parts; else None."""
    if not (
        0 <= (policy.horizon or 0) <= MOST_HORIZON and most >= 1 and (samples is None or samples >= 1)
    ):
        raise SandtableError(
            f"odds look 0 to {MOST_HORIZON} decisions ahead; --most and --samples are 1 or more"
        )
    if table.outcome is not None:
        raise SandtableError("the game is over")
    if table.decision.seat != policy.seat:
        raise SandtableError(f"{table.decision.seat} decides now, not {policy.seat}")
    if not policy.actions or not isinstance(policy.actions[0], Action):
        raise SandtableError("odds need an action")
    world, unfinished = table.imagine(policy.seat, SeededDice(0)), True
    world.dice = ScriptedDice()  # without faces: a roll raises GameError
    for wanted in policy.actions:
        if not unfinished:
            break
        try:
            action = wanted if isinstance(wanted, Action) else world.read(wanted)
            world.choose(action)
        except (InvalidAction, GameError):
            return None
        waits = None if world.outcome else world.decision
        unfinished = waits is not None and waits.part and waits.seat == policy.seat
    return world if unfinished else None


def _try_exact(
    table: Table[Any], policy: Policy, limits: _Limits
) -> Generator[Progress, None, Ledger | None]:
    """Play all luck in all worlds; return None if that exceeds the limits."""
    most = limits.most
    ledger, budget = Ledger(table, policy.seat), PathBudget(most, limits.late)
    try:
        if has_too_many_paths(policy, table, most):
            return None
        for probability, world in worlds(table, policy, max(most // 4, 1)):
            tree = Tree(policy, world, budget, ledger.topic_index)
            while tree.places:
                tree.grow()
                yield Progress(1 - budget.left / most, budget.ways)
            ledger.add(probability, tree.ends)
    except TooManyBranches:
        return None
    ledger.ways, ledger.worlds, ledger.exact = budget.ways, len(ledger.rows), True
    return ledger


def _in_worlds(
    table: Table[Any], policy: Policy, limits: _Limits, ledger: Ledger
) -> Generator[Progress, None, Ledger | None]:
    """Play all luck in newly dealt worlds; return None if nothing is hidden, or beyond the limits.

    The new worlds double those already in the ledger.
    """
    most, before = limits.most, len(ledger.rows)
    number = 2 * before or 1
    budget = PathBudget(DEALT_COST_FACTOR * most if before else most // LEAST_WORLDS)
    try:
        while len(ledger.rows) < number:
            if limits.late(EXACT_SHARE if len(ledger.rows) < LEAST_WORLDS else 1):
                break
            dice = SeededDice(f"{policy.seed} world {len(ledger.rows) + 1}")
            world = deal_world(table, policy, dice)
            if not dice.mark():
                return None
            tree = Tree(policy, world, budget, ledger.topic_index)
            while tree.places:
                tree.grow()
                yield Progress(len(ledger.rows) / number, len(ledger.rows))
            ledger.add(Fraction(1), tree.ends)
            if number == 1:
                cost = most // LEAST_WORLDS - budget.left
                number, budget.left = (
                    min(MOST_WORLDS, DEALT_COST_FACTOR * most // cost),
                    DEALT_COST_FACTOR * most,
                )
    except TooManyBranches:
        if not before:
            return None
    if len(ledger.rows) < min(number, LEAST_WORLDS):
        return None
    ledger.ways, ledger.worlds = ledger.ways + budget.ways, len(ledger.rows)
    return ledger


def _games(
    table: Table[Any], policy: Policy, limits: _Limits, ledger: Ledger
) -> Generator[Progress, None, Ledger]:
    """Play games, each in a newly dealt world with fresh luck, and add them to the ledger."""
    samples, before, choices, done = limits.samples, len(ledger.rows), 0, 0.0
    try:
        while done < 1:
            seed = f"{policy.seed} game {len(ledger.rows) + 1}"
            world = deal_world(table, policy, SeededDice(seed))
            play = policy.play_to_end(world, ledger.topic_index, SeededDice(f"{seed} bots"))
            ledger.add_game(play)
            choices += play.depth
            games = len(ledger.rows) - before
            if samples:
                done = games / samples
            else:
                done = max(games / MOST_SAMPLES, min(games / LEAST_SAMPLES, choices / MOST_CHOICES))
            done = 1.0 if limits.late(1) else min(done, 1.0)
            yield Progress(done, games)
    except KeyboardInterrupt:
        if not ledger.rows:
            raise
    return ledger
