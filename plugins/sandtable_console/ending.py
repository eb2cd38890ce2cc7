"""The end of a game: the result, the sources of the score, history, and the turning point."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any, NamedTuple, TypeAlias

from sandtable.model.dice import SeededDice
from sandtable.model.event import Event, Headline
from sandtable.model.game import PartResult, Stake
from sandtable.model.table import Snapshot, Table
from sandtable.record.session import Session
from sandtable.text import signals
from sandtable.text.progress import Progress
from sandtable.text.words import counted, number_of, sentence
from sandtable_console import hooks
from sandtable_console.waiting import at_last

MOST_ROWS = 8
"""A table lists at most this many changes of a score, the greatest ones.

A row has the sum of the other gains, and a row that of the other losses.
"""

GREAT = 2
"""A headline of at least this worth explains a change of a score even on the game's last line."""

MOST_REASONS = 2
"""At most this many headlines explain one change of a score."""

MOST_CANDIDATES = 4
"""At most this many lines, those with the greatest headlines, can be the turning point."""

END = 3
"""Headlines of this worth, good or bad, are about the end of the game."""


Swings: TypeAlias = Mapping[int, float]
"""The change of a seat's average result with some lines of a save, by the number of the line."""


class Change(NamedTuple):
    """One step of a score: by how much, in which turn, and why."""

    turn: str
    by: int
    what: str


class Part(NamedTuple):
    """A part of a score: its track, and the reason for these points ("" if the game gives none)."""

    track: str
    reason: str


class Happened(NamedTuple):
    """A headline, with its line and its turn; `moved` is how far that line moved the scores."""

    n: int
    turn: str
    headline: Headline
    moved: Fraction

    @property
    def rank(self) -> tuple[bool, int, Fraction]:
        """A key to sort by: whether it is decisive, the worth, how far it moved the scores."""
        return self.headline.decisive, abs(self.headline.worth), self.moved


class Ending:
    """A review of a game that is over, for `seat` (None for nobody in particular).

    `changes` has the changes of each score, by the name of its track, the seat's own scores first;
    those of another seat's score are written for nobody in particular. `happened` has all headlines,
    of those of the end only what decided it; `judge` is the seat whose good and bad news they are:
    `seat`, else the seat with the best result.
    """

    def __init__(self, session: Session, seat: str | None) -> None:
        self.session = session
        self.seat = seat
        game, outcome = session.scenario.game, session.outcome
        returns = outcome.returns if outcome else {}
        self.judge = seat or max(returns, key=lambda name: returns[name], default=None)
        self.good = _sign(returns.get(self.judge or "", 0))
        scores = ((track, stake) for track, stake in game.stakes.items() if stake.scores)
        self.scores = dict(sorted(scores, key=lambda score: score[1].seat != seat))
        self.changes: dict[str, list[Change]] = {track: [] for track in self.scores}
        self.happened: list[Happened] = []
        self.totals: dict[str, int] = {}
        self._look_back()

    def _look_back(self) -> None:
        session, game = self.session, self.session.scenario.game
        table = session.table.clone(SeededDice(0))
        steps = session.history.done
        places = [step.before for step in steps] + [session.table.snapshot()]
        if places:
            table.restore(Snapshot(places[0].position, {}))
        previous = self._scores(table)
        for step, next_place in zip(steps, places[1:], strict=True):
            turn = game.turn(table.view(self.seat))
            table.restore(Snapshot(next_place.position, {}))
            current = self._scores(table)
            moved = {part: current.get(part, 0) - previous.get(part, 0) for part in current | previous}
            self._keep(step.entry.n, turn, moved, step.entry.seen_by(self.seat))
            previous = current
        self.totals = {track: sum(_steps_of(track, previous)) for track in self.scores}

    def _scores(self, table: Table[Any]) -> dict[Part, int]:
        """The steps of each score, by their reasons; the reason "" has those that nothing explains."""
        game = table.game
        tracks, reasons = game.tracks(table, self.seat), game.score_reasons(table, self.seat)
        parts = dict[Part, int]()
        for track in self.scores:
            known = reasons.get(track, {})
            parts |= {Part(track, reason): steps for reason, steps in known.items()}
            parts[Part(track, "")] = tracks.get(track, 0) - sum(known.values())
        return parts

    def _keep(self, n: int, turn: str, moved: dict[Part, int], events: Sequence[Event]) -> None:
        for part, by in moved.items():
            if by:
                self.changes[part.track].append(Change(turn, by, self._what(part, events, by)))
        size = sum(
            (
                abs(Fraction(sum(_steps_of(track, moved)), stake.steps))
                for track, stake in self.scores.items()
            ),
            Fraction(),
        )
        for event in events:
            news, judged = event.headline(self.seat), event.headline(self.judge)
            if judged and abs(judged.worth) >= END:
                self.good = _sign(judged.worth)
            if news and judged and (abs(judged.worth) < END or judged.decisive):
                happened = Happened(n, turn, news._replace(worth=judged.worth), size)
                self.happened += [happened] * (happened not in self.happened)

    def _what(self, part: Part, events: Sequence[Event], by: int) -> str:
        """What moved a score: the events that explain it, with the reason; else the headlines."""
        explain = [event for event in events if (part.reason or part.track) in event.scores]
        viewer = self.seat if self.scores[part.track].seat in ("", self.seat) else None
        news = [event.headline(viewer) for event in explain]
        texts = counted(
            headline.text if headline else event.text.rstrip(".")
            for headline, event in zip(news, explain, strict=True)
        )
        if not part.reason:
            return ". ".join(texts[-MOST_REASONS:]) or self._reason(events, by, viewer)
        return f"{'. '.join(texts[-MOST_REASONS:])} ({part.reason})" if texts else part.reason

    def _reason(self, events: Sequence[Event], by: int, viewer: str | None) -> str:
        """The reason for a score's move: the greatest headlines of that sign, else all.

        The end of the game is the reason only if nothing great happened with it.
        """
        pairs = [(news, event) for event in events if (news := event.headline(viewer))]
        end = next((event.text for news, event in pairs if abs(news.worth) >= END), "")
        lesser = [news for news, _ in pairs if abs(news.worth) < END]
        # Bad news for the viewer can be a point for the other side.
        fits = [news for news in lesser if (news.worth > 0) == (by > 0)] or lesser
        if end and not any(abs(news.worth) >= GREAT for news in fits):
            return end.rstrip(".")
        fits.sort(key=lambda news: -abs(news.worth))
        texts = counted(news.text for news in fits)
        return ". ".join(texts[:MOST_REASONS])

    @property
    def candidates(self) -> Sequence[int]:
        """The lines with the greatest headlines that fit the result, in order."""
        ranked = sorted(
            filter(self._fits, self.happened),
            key=lambda headline: (headline.rank, headline.n),
            reverse=True,
        )
        return sorted(list(dict.fromkeys(headline.n for headline in ranked))[:MOST_CANDIDATES])

    def _fits(self, happened: Happened) -> bool:
        """Whether it is good news before a good result, or bad news before a bad one."""
        return not self.good or _sign(happened.headline.worth) == self.good

    def turning_point(self, swings: Swings) -> Happened | None:
        """The greatest headline that fits the result; of equals, that which moved the odds most.

        `swings` are those of the judge. If several are equal, it is the last. None if there is no
        such headline, or if every one contradicts the odds: good news that did not raise them, or bad
        news that did not lower them.
        """

        def weight(happened: Happened) -> tuple[bool, int, float, Fraction]:
            decisive, worth, moved = happened.rank
            return decisive, worth, abs(swings.get(happened.n, 0)), moved

        def agrees(happened: Happened) -> bool:
            return happened.headline.decisive or (
                swings.get(happened.n, 0) * happened.headline.worth > 0
            )

        fitting = filter(self._fits, reversed(self.happened))
        moments = [moment for moment in fitting if not swings or agrees(moment)]
        return max(moments, key=weight, default=None)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _steps_of(track: str, parts: Mapping[Part, int]) -> Iterator[int]:
    """The steps of the parts of a track."""
    return (steps for part, steps in parts.items() if part.track == track)


def swings(session: Session, seat: str, lines: Sequence[int]) -> Generator[Progress, None, Swings]:
    """The changes of the odds with some lines, from the first plugin that can tell; empty if none can.

    A plugin that fails is left out. An interrupt (Ctrl-C) ends its thinking.
    """
    plugins = session.plugins
    for key, answer in plugins.ask(hooks.swings, object, session=session, seat=seat, lines=lines):
        try:
            return (yield from _swings_of(answer))
        except GeneratorExit:
            raise
        except BaseException as error:
            if not signals.sent(error):
                plugins.listeners.leave_out(key, "swings", error)
            elif not isinstance(error, KeyboardInterrupt):
                raise
    return {}


def _swings_of(answer: Any) -> Generator[Progress, None, Swings]:
    """The swings in a plugin's answer: a mapping, or steps that return one."""
    while not isinstance(answer, Mapping):
        try:
            share, games = next(answer)
            yield Progress(float(share), int(games))
        except StopIteration as end:
            answer = end.value
        except KeyboardInterrupt as stopped:
            answer = at_last(answer, stopped)
    return {int(n): float(by) for n, by in answer.items()}


def lines(ending: Ending, width: int) -> Iterator[str]:
    """The review in lines, without the turning point: the scores and the history."""
    session = ending.session
    if session.scenario.parts:
        yield from _parts(session.scenario.game.part_results(session.table), width)
    else:
        for track, stake in ending.scores.items():
            total, changes = ending.totals[track], ending.changes[track]
            if total or changes or stake.seat == ending.seat:
                yield from _table(stake, total, changes, width)
    if history := session.scenario.info.history:
        yield from wrap(f"In history: {history}", width, subsequent_indent="  ")


def turning_point(ending: Ending, width: int, swings: Swings, *, sure: bool = True) -> Iterator[str]:
    """The turning point in lines, or that there was none; nothing if there were no headlines.

    It is not `sure` if the odds could not be worked out; it is then only the greatest headline.
    """
    if turning := ending.turning_point(swings):
        when = f" ({turning.turn})" if turning.turn else ""
        what = "The turning point" if sure or turning.headline.decisive else "Perhaps the turning point"
        text = f"{what}{when}: {sentence(turning.headline.text)}"
        yield from wrap(text, width, subsequent_indent="  ")
    elif ending.happened:
        yield "No single event turned the game."


def _parts(results: Sequence[PartResult], width: int) -> Iterator[str]:
    """The result of each part of a campaign, after its score."""
    score_width = max((len(result.score) for result in results), default=0)
    for result in results:
        head = f"  {result.score:>{score_width}}  "
        yield from wrap(head + result.about, width, subsequent_indent=" " * (len(head) + 2))


def _table(stake: Stake, total: int, changes: Sequence[Change], width: int) -> Iterator[str]:
    """A score and its changes, in order."""
    yield f"{stake.name[:1].upper()}{stake.name[1:]}: {points(total, stake)}"
    by_size = sorted(range(len(changes)), key=lambda place: -abs(changes[place].by))
    shown = [changes[place] for place in sorted(by_size[:MOST_ROWS])]
    smaller = [changes[place].by for place in by_size[MOST_ROWS:]]
    gains, losses = [by for by in smaller if by > 0], [by for by in smaller if by < 0]
    rows = [(change.by, ": ".join(filter(None, (change.turn, change.what)))) for change in shown]
    rows += [(sum(rest), number_of(len(rest), "smaller change")) for rest in (gains, losses) if rest]
    for by, text in rows:
        head = f"  {points(by, stake, sign='+'):>5}  "
        yield from wrap(head + text, width, subsequent_indent=" " * (len(head) + 2))


def points(value: int, stake: Stake, sign: str = "") -> str:
    """A number of steps of a track, in the unit of its stake: ``7.5``, ``+3``."""
    return f"{value / stake.steps:{sign}g}"
