"""The coach: what a player could expect, and the choices and the luck that changed it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import count

from sandtable import SandtableError, SeededDice, Session
from sandtable_batch import ENOUGH_TRIALS, Estimate, fair_mean
from sandtable_console import Progress, result_of
from sandtable_tools.advice.attribution import Attribution
from sandtable_tools.advice.budget import Budget, Clock
from sandtable_tools.advice.figures import is_clear, return_of
from sandtable_tools.advice.review import Moment, Part, Review, Reviewer
from sandtable_tools.advice.worlds import SEED_SIDES, Worlds, scripted_bots
from sandtable_tools.reviews import Kind

DEFAULT = Budget(seconds=40)
"""How long the coach thinks unless told otherwise."""

ADVISED_SECONDS = 60
"""After too few games, the coach advises this many seconds, or twice the last time if that is longer."""

CURVE_SHARE = 0.6
"""The share of a budget for valuing positions; the rest confirms moments."""

LEAST_PLAYOUTS = 2
"""The fewest games played out from the start, even beyond the budget."""

MOST_WORLDS = 64
"""The most worlds in which a position is valued."""

EVENLY_SPACED = 16
"""About this many positions are valued at equal distances, then others where the result changed most."""

MOST_CHOICES, MOST_LUCK = 6, 3
"""The most choices, and the most strokes of luck, that are confirmed."""

MOST_PAIRS, HOPELESS_PAIRS = 240, 20
"""The most worlds for confirming a moment, and the number after which a small one is dropped."""

MOST_MOMENTS = 3
"""The most moments that are named."""

MISTAKE, BLUNDER, LUCK = 0.10, 0.25, 0.15
"""The smallest share of what is at stake that a moment must have changed."""

MOST_TRIES = 3
"""The most worlds imagined at a position to find out whether it hides something."""


def review(session: Session, seat: str, budget: Budget = DEFAULT) -> Review:
    """Return the result of `review_in_steps`."""
    return result_of(review_in_steps(session, seat, budget))


def review_in_steps(
    session: Session, seat: str, budget: Budget = DEFAULT
) -> Generator[Progress, None, Review]:
    """Review a game for a seat.

    Scripted players play positions out, in worlds with the same luck for all: first the starting
    position, then those before and after each choice that differs from the scripted player's, then
    others. The greatest changes are tried again in fresh worlds; those that are confirmed become
    the review's moments. A game that is not over is reviewed up to now. An interrupt (Ctrl-C) ends the
    review early.

    Raises SandtableError if no choice has been made in the game, or if it is still running and hides
    something from the seat that its true position would reveal.
    """
    if not session.history.done:
        raise SandtableError("nothing to review yet: no choice has been made in this game")
    if session.outcome is None and _has_hidden(session, seat):
        raise SandtableError("this game hides things, so the coach waits until it is over")
    clock, attribution = budget.clock(), Attribution(session)
    stopped = yield from _value(attribution, seat, clock)
    if not attribution.worlds:
        raise SandtableError("stopped before there was any result")
    reviewer = Reviewer(session, attribution, seat)
    moments: list[Moment] = []
    if not stopped and attribution.worlds >= ENOUGH_TRIALS:
        stopped = yield from _confirm(reviewer, clock, moments)
    moments.sort(key=lambda moment: (moment.is_luck, -abs(moment.change.value)))
    more = "" if attribution.worlds >= MOST_WORLDS else budget.longer(ADVISED_SECONDS)
    return reviewer.review(moments[:MOST_MOMENTS], stopped=stopped, more=more)


def _has_hidden(session: Session, seat: str) -> bool:
    """Return whether the game has hidden anything from the seat so far."""
    table = session.table.clone(SeededDice(0))
    for snapshot in [table.snapshot(), *(step.before for step in reversed(session.history.done))]:
        table.restore(snapshot._replace(dice={}))
        if len(table.seats) > 1 and table.view(seat) != table.view(None):
            return True
        tables = (table.imagine(seat, SeededDice(f"coach {number}")) for number in range(MOST_TRIES))
        if any(imagined.position != table.position for imagined in tables):
            return True
    return False


def _value(attribution: Attribution, seat: str, clock: Clock) -> Generator[Progress, None, bool]:
    """Value positions until a part of the budget is spent; return whether the player stopped it."""

    def progress(games: Iterator[None]) -> Iterator[Progress]:
        for _ in games:
            yield Progress(clock.part(attribution.playouts), attribution.playouts)

    def fits(more: int, part: float = CURVE_SHARE) -> bool:
        return clock.fits(attribution.playouts, more, part)

    try:
        yield from progress(attribution.compare(seat))
        while attribution.worlds < LEAST_PLAYOUTS or (
            attribution.worlds < ENOUGH_TRIALS and fits(attribution.cost, 1.0)
        ):
            yield from progress(attribution.run())
        while (place := attribution.next_place(seat, EVENLY_SPACED)) is not None and fits(
            attribution.worlds
        ):
            yield from progress(attribution.value(place))
        while attribution.worlds < MOST_WORLDS and attribution.cost and fits(attribution.cost):
            yield from progress(attribution.run())
    except KeyboardInterrupt:
        return True
    return False


def _confirm(reviewer: Reviewer, clock: Clock, moments: list[Moment]) -> Generator[Progress, None, bool]:
    """Try the greatest changes again in fresh worlds; return whether the player stopped it."""
    suspects, attribution = list(_suspects(reviewer)), reviewer.attribution
    try:
        for number, (part, place) in enumerate(suspects, 1):
            share = CURVE_SHARE + (1 - CURVE_SHARE) * number / len(suspects)
            gains, more = list[float](), _gains(reviewer, part, place)
            while (
                len(gains) < MOST_PAIRS
                and clock.fits(attribution.playouts, 2, share)
                and not _is_hopeless(gains, (LUCK if part == "luck" else MISTAKE) * reviewer.whole)
            ):
                gains.append(next(more))
                yield Progress(clock.part(attribution.playouts), attribution.playouts)
            change = reviewer.confirm(part, place, fair_mean(gains, len(suspects)))
            found = _moment(reviewer, part, place, change)
            moments += [found] if found else []
    except KeyboardInterrupt:
        return True
    return False


def _is_hopeless(gains: Sequence[float], least: float) -> bool:
    """Return whether a moment is certainly too small to be named."""
    change = fair_mean(gains)
    return len(gains) >= HOPELESS_PAIRS and -least < change.low and change.high < least


def _suspects(reviewer: Reviewer) -> Iterator[tuple[Part, int]]:
    """Return the parts of moves that seem to have changed the result most, with the moves' indices.

    The parts that changed it most come last, and may use the time that the others leave.
    """
    moves, least = list(enumerate(reviewer.moves)), LUCK * reviewer.whole / 2
    lucky = [(-abs(move.luck.value), place) for place, move in moves if move.luck]
    for change, place in sorted(lucky)[:MOST_LUCK][::-1]:
        if -change >= least:
            yield "luck", place
    costly = [(move.choice.value, place) for place, move in moves if move.choice and move.usual]
    for gain, place in sorted(costly)[:MOST_CHOICES][::-1]:
        if gain < 0:
            yield "choice", place


def _gains(reviewer: Reviewer, part: Part, place: int) -> Iterator[float]:
    """Yield what a choice or luck gained in one world after another, endlessly.

    A choice is compared with the scripted player's in worlds imagined from what the seat knew.
    """
    attribution, assessed = reviewer.attribution, reviewer.moves[place]
    played = assessed.played
    worlds = Worlds.of(attribution.seat_at(played))
    players = scripted_bots(worlds.table.game)
    _, chosen, end = attribution.nodes_around(place)
    for number in count():
        if part == "choice":
            row = worlds.row(number, (assessed.usual, played.move), players)
            attribution.playouts += row.games
            ends = row.outcomes
        else:
            luck = SeededDice(f"luck {played.n} {number}").roll(sides=SEED_SIDES)[0]
            ends = [attribution.outcome(node, luck) for node in (chosen, end)]
        before, after = (return_of(outcome, reviewer.seat) for outcome in ends)
        yield after - before


def _moment(reviewer: Reviewer, part: Part, place: int, change: Estimate) -> Moment | None:
    """Return a moment if the change is beyond chance and great enough."""
    size = change.value / (reviewer.whole or 1)
    if not is_clear(change):
        return None
    kind: Kind | None = None
    if part == "luck" and abs(size) >= LUCK:
        kind = "good luck" if size > 0 else "bad luck"
    elif part == "choice" and -size >= MISTAKE:
        kind = "blunder" if -size >= BLUNDER else "mistake"
    return Moment(reviewer.moves[place], kind, change) if kind else None
