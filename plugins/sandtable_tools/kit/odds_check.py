"""Compares the claims of `odds` with playouts, which share no code with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import exp, lgamma, log
from typing import Any, NamedTuple, TypeAlias

from sandtable import (
    Action,
    Bot,
    SandtableError,
    Scenario,
    Seat,
    SeededDice,
    Snapshot,
    SpaceChoice,
    Table,
    number_of,
)
from sandtable.tooling import Catalog, ask_bot, confirmation
from sandtable_batch import mean
from sandtable_tools.kit import hooks
from sandtable_tools.kit.position_checks import random_option

PLAYOUTS = 1_000
"""How many playouts are compared with the claims about a decision."""

TRUE_PLAYOUTS = 30
"""How many more playouts begin in the true world, if something is hidden from the seat."""

UNLIKELY = 0.001
"""A claim is refuted if luck explains the playouts with a smaller probability, twice."""

MOST_AHEAD = 4
"""The most decisions that a horizon looks ahead."""

LATEST = 300
"""The most choices played in a game before one is picked."""

DRIFT_LIMIT = 2.5
"""Claims drift if their mean error is this many half-widths from zero: by luck, one in a million."""

ENOUGH_DECISIONS = 20
"""The fewest decisions that can show a drift."""

Fact: TypeAlias = tuple[Hashable, ...]
"""A claimed or observed fact: a headline (`event`), the end (`over`) or a change (`track`)."""


class OddsQuestion(NamedTuple):
    """An action for the deciding seat of a table, reached after some actions of a seeded game."""

    table: Table[Any]
    action: Action
    horizon: int | None
    seed: str
    after: int

    def __str__(self) -> str:
        horizon = "" if self.horizon is None else f" --horizon {self.horizon}"
        where = f"{self.table.scenario.id}, seed {self.seed}, after {number_of(self.after, 'action')}"
        return f"{where}: as {self.seat}, odds {self.action}{horizon}"

    @property
    def seat(self) -> str:
        """The seat that asks `odds`."""
        return self.table.decision.seat

    def play(self, world: Table[Any], luck: str) -> set[Fact]:
        """Return what the seat observes in a world as scripted players play on, with new luck."""
        players = _scripted_bots(world)
        dice, before = SeededDice(f"{luck} bots"), world.game.tracks(world, self.seat)
        world.dice, world.events, world.halts = SeededDice(luck), [], self.horizon is None
        world.choose(self.action)
        later_decisions = 0
        while world.outcome is None and later_decisions != self.horizon:
            if self.horizon is None and not world.underway:
                break
            name = world.decision.seat
            choice = self._confirmation(world, later_decisions) if name == self.seat else None
            seat = Seat(world, name, dice, lambda: world.events or ())
            world.choose(choice or ask_bot(players[name], name, seat))
            later_decisions += 1
        return self._observe(world, before)

    def _confirmation(self, world: Table[Any], later_decisions: int) -> Action | None:
        """Return the answer to a follow-up question: yes, or again the space that the action named."""
        if later_decisions == 0 and (answer := confirmation(world.options)):
            return answer
        words = str(self.action).split()
        named = [option for option in world.options if str(option).split()[-1] in words]
        return named[0] if isinstance(world.decision, SpaceChoice) and len(named) == 1 else None

    def _observe(self, world: Table[Any], before: Mapping[str, int]) -> set[Fact]:
        heard: set[Fact] = {("over", world.outcome.name)} if world.outcome else set()
        for event in world.events or ():
            seen = event.seen_by(self.seat)
            if seen is not None and (headline := seen.headline(self.seat)):
                heard.add(("event", seen.name(), *headline.about))
        after = world.game.tracks(world, self.seat)
        for name in before.keys() | after.keys():
            change = after.get(name, 0) - before.get(name, 0)
            stake = world.game.stakes.get(name)
            figure = (stake.figure or name, stake.in_units(change)) if stake else (name, change)
            if change:
                heard.add(("track", figure[0], str(figure[1])))
        return heard


class Claims(NamedTuple):
    """The claims of `odds`: each fact's chance, exact or from a number of `samples`."""

    chances: Mapping[Fact, Fraction]
    samples: int


class CheckedQuestion(NamedTuple):
    """A question, the number of claims about it, the refuted claims, and the truth.

    `truth` maps each claimed headline to its chance and its share of playouts in the true world; it is
    empty if nothing is hidden.
    """

    question: OddsQuestion
    exact: bool
    claims: int
    refuted: Sequence[str]
    truth: Mapping[Fact, tuple[float, float]]


def questions(scenarios: Sequence[Scenario], number: int, seed: str) -> Iterator[OddsQuestion]:
    """Yield random questions, each from a new game between scripted players."""
    tries = (_question(scenarios, f"{seed}/{place}") for place in range(1, 10 * number + 1))
    found = filter(None, tries)
    for _ in range(number):
        if (question := next(found, None)) is None:
            raise SandtableError("these games have too few decisions with more than one option")
        yield question


def _question(scenarios: Sequence[Scenario], seed: str) -> OddsQuestion | None:
    luck = SeededDice(f"{seed} question")
    table: Table[Any] = Table.new(luck.pick(list(scenarios)), SeededDice(seed), None, [])
    players, dice, latest = _scripted_bots(table), SeededDice(f"{seed} bots"), luck.roll(sides=LATEST)[0]
    picked: tuple[Snapshot, int] | None = None
    choices = actions = 0
    while table.outcome is None and choices < latest:
        if len(table.options) > 1:
            choices += 1
            # Pick each of the choices so far with equal probability.
            if choices == latest or luck.roll(sides=choices)[0] == 1:
                picked = table.snapshot(), actions
        name = table.decision.seat
        seat = Seat(table, name, dice, lambda: table.events or ())
        table.choose(ask_bot(players[name], name, seat))
        actions += 1
    if picked is None:
        return None
    asked = table.clone(SeededDice(seed))
    asked.restore(picked[0]._replace(dice={}))
    horizons: list[int | None] = [*range(MOST_AHEAD + 1)]
    if any(phase.opens for phase in table.scenario.phases):
        horizons += [None] * len(horizons)
    horizon = luck.pick(horizons)
    return OddsQuestion(asked, random_option(asked.options, luck), horizon, seed, picked[1])


def check(question: OddsQuestion, plugins: Catalog, playouts: int = PLAYOUTS) -> CheckedQuestion:
    """Compare an answer with playouts, and once more if luck hardly explains the difference."""
    answer = _ask(question, plugins, 0)
    counts = _counts(question, playouts, "first")
    if question.horizon is None and not counts:
        # If nothing happens, `odds` looks beyond the action's own phase.
        return CheckedQuestion(question, not answer.samples, 0, [], {})
    refuted: list[str] = []
    if doubtful := _find_doubtful(answer, counts, playouts):
        # Sample the claim again too, or the same bad luck would count twice.
        again, more = _ask(question, plugins, 1), _counts(question, playouts, "second")
        for claim in doubtful & _find_doubtful(again, more, playouts):
            shares = [f"{100 * count[claim] / playouts:.1f} %" for count in (counts, more)]
            claimed = f"{100 * float(answer.chances.get(claim, 0)):.1f} % claimed"
            name = " ".join(map(str, claim))
            refuted.append(f"{question}: {name}: {claimed}, true {' and '.join(shares)}")
    claims = len(answer.chances.keys() | counts.keys())
    return CheckedQuestion(
        question, not answer.samples, claims, sorted(refuted), _truth(question, answer)
    )


def _ask(question: OddsQuestion, plugins: Catalog, seed: int) -> Claims:
    plugins.loader.load_hooks()
    answers = plugins.ask(
        hooks.odds_claims,
        Mapping,
        table=question.table,
        seat=question.seat,
        action=question.action,
        horizon=question.horizon,
        seed=seed,
    )
    if not answers:
        raise SandtableError("no enabled plugin provides odds; sandtable plugins list shows all plugins")
    document: Mapping[str, Any] = answers[0].value
    chances: dict[Fact, Fraction] = {}
    for news in document["headlines"]:
        if news["about"] or news["event"] not in ("over", "refused"):
            chances["event", news["event"], *news["about"]] = Fraction(news["probability"])
    for outcome in document["outcomes"]:
        if outcome["over"]:
            end: Fact = ("over", outcome["over"])
            chances[end] = chances.get(end, Fraction(0)) + Fraction(outcome["probability"])
    for name, track in document["expected"].items():
        for change, part in track["probabilities"].items():
            if change != "0":
                chances["track", name, change] = Fraction(part)
    return Claims(chances, document["samples"])


def _counts(question: OddsQuestion, playouts: int, part: str, *, true: bool = False) -> Counter[Fact]:
    """Return how often each fact is observed in imagined worlds, or in the true one."""
    counts: Counter[Fact] = Counter()
    for number in range(playouts):
        luck = f"{question.seed} {part} {number}"
        dice = SeededDice(f"{luck} world")
        table = question.table
        world = table.clone(dice) if true else table.imagine(question.seat, dice)
        counts.update(question.play(world, luck))
    return counts


def _truth(question: OddsQuestion, answer: Claims) -> dict[Fact, tuple[float, float]]:
    """Return each headline's claimed chance, and its share of playouts in the true world."""
    imagined = question.table.imagine(question.seat, SeededDice(f"{question.seed} hidden"))
    if imagined.position == question.table.position:
        return {}
    counts = _counts(question, TRUE_PLAYOUTS, "true", true=True)
    return {
        heard: (float(answer.chances.get(heard, 0)), counts[heard] / TRUE_PLAYOUTS)
        for heard in answer.chances.keys() | counts.keys()
        if heard[0] == "event"
    }


def drifts(checked: Sequence[CheckedQuestion]) -> Iterator[str]:
    """Yield the headlines whose claims are wrong on average, though no single one is refuted.

    This happens if a seat imagines other players to play differently than they do. A claim about one
    decision may differ from the truth, which is hidden; over many decisions the two must agree.
    """
    rows: dict[tuple[Hashable, ...], list[tuple[float, float]]] = {}
    for one in checked:
        for heard, row in one.truth.items():
            rows.setdefault((one.question.seat, *heard[1:]), []).append(row)
    for about, pairs in rows.items():
        miss = mean([claim - true for claim, true in pairs])
        if len(pairs) >= ENOUGH_DECISIONS and abs(miss.value) > DRIFT_LIMIT * miss.half:
            claimed, true = (100 * sum(column) / len(pairs) for column in zip(*pairs, strict=True))
            name = " ".join(map(str, about))
            decisions = number_of(len(pairs), "decision")
            yield f"{name}: {claimed:.0f} % claimed on average, true {true:.0f} %, {decisions}"


def _find_doubtful(answer: Claims, counts: Counter[Fact], playouts: int) -> set[Fact]:
    """Return the facts whose counts luck hardly explains."""
    chances, samples = answer.chances, answer.samples
    return {
        heard
        for heard in chances.keys() | counts.keys()
        if likelihood(counts[heard], playouts, chances.get(heard, Fraction(0)), samples) < UNLIKELY
    }


def likelihood(count: int, of: int, claimed: Fraction, samples: int) -> float:
    """Return the probability that luck puts a count this far or farther from a claim.

    For an exact claim this is a binomial test; for one from `samples`, Fisher's exact test, which is
    conservative if each sample is a world with all its luck.
    """
    if samples:
        hits = round(claimed * samples)
        lowest, highest = max(0, count + hits - samples), min(of, count + hits)
        whole = _log_ways(of + samples, count + hits)

        def part(hit: int) -> float:
            return exp(_log_ways(of, hit) + _log_ways(samples, count + hits - hit) - whole)
    elif claimed in (0, 1):
        return float(count == claimed * of)
    else:
        lowest, highest, chance = 0, of, float(claimed)

        def part(hit: int) -> float:
            return exp(_log_ways(of, hit) + hit * log(chance) + (of - hit) * log(1 - chance))

    few = sum(part(hit) for hit in range(lowest, count + 1))
    many = sum(part(hit) for hit in range(count, highest + 1))
    return min(1.0, 2 * min(few, many))


def _log_ways(of: int, hits: int) -> float:
    """Return the logarithm of the number of ways to choose `hits` of `of` things."""
    return lgamma(of + 1) - lgamma(hits + 1) - lgamma(of - hits + 1)


def _scripted_bots(table: Table[Any]) -> dict[str, Bot]:
    return {seat: table.game.scripted_bot() for seat in table.seats}
