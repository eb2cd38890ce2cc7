"""Finds the sources of a score: which line changed it, in which turn, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable import Event, SeededDice, Session, Snapshot, Table, tally

GREAT_WORTH = 2
"""The worth of a headline, good or bad, that explains a change of score even on the game's last line."""

MOST_REASONS = 2
"""The most headlines that explain one change of a score."""

END_WORTH = 3
"""Headlines worth this much, good or bad, tell how the game ended."""


class ScoreStep(NamedTuple):
    """One change of a score: its line, turn, size and cause; `reason` is the game's own, or ""."""

    n: int
    turn: str
    by: int
    what: str
    reason: str


class ScorePart(NamedTuple):
    """A part of a score: its track, and the game's reason for these points ("" if it gives none)."""

    track: str
    reason: str


class Scores:
    """The scores of a game that is over, as `seat` sees them (None for no seat in particular).

    `changes` lists the changes of each score by track, the seat's own scores first. Those of another
    seat's score are worded for no seat in particular. `totals` holds the final scores.
    """

    def __init__(self, session: Session, seat: str | None) -> None:
        self.session, self.seat = session, seat
        scores = (score for score in session.scenario.game.stakes.items() if score[1].scores)
        self.scores = dict(sorted(scores, key=lambda score: score[1].seat != seat))
        self.changes: dict[str, list[ScoreStep]] = {track: [] for track in self.scores}
        game, table = session.scenario.game, session.table.clone(SeededDice(0))
        done = session.history.done
        places = [*(step.before for step in done), session.table.snapshot()]
        table.restore(Snapshot(places[0].position, {}))
        previous = self._scores(table)
        for step, next_place in zip(done, places[1:], strict=True):
            turn = game.turn(table.view(self.seat))
            table.restore(Snapshot(next_place.position, {}))
            current = self._scores(table)
            moved = {part: current.get(part, 0) - previous.get(part, 0) for part in current | previous}
            events = step.entry.seen_by(self.seat)
            for part, by in moved.items():
                if by:
                    change = ScoreStep(
                        step.entry.n, turn, by, self._explanation(part, events, by), part.reason
                    )
                    self.changes[part.track].append(change)
            previous = current
        self.totals = dict.fromkeys(self.scores, 0)
        for part, steps in previous.items():
            self.totals[part.track] += steps

    def _scores(self, table: Table[Any]) -> dict[ScorePart, int]:
        """Return the points of each score by reason; points without a reason are under ""."""
        game = table.game
        tracks, reasons = game.tracks(table, self.seat), game.score_reasons(table, self.seat)
        parts = dict[ScorePart, int]()
        for track in self.scores:
            known = reasons.get(track, {})
            parts |= {ScorePart(track, reason): steps for reason, steps in known.items()}
            parts[ScorePart(track, "")] = tracks.get(track, 0) - sum(known.values())
        return parts

    def _explanation(self, part: ScorePart, events: Sequence[Event], by: int) -> str:
        """Say what changed a score: the events that explain it, with the reason; or else headlines."""
        explain = [event for event in events if (part.reason or part.track) in event.scores]
        viewer = self.seat if self.scores[part.track].seat in ("", self.seat) else None
        news = [event.headline(viewer) for event in explain]
        texts = tally(
            headline.text if headline else event.text.rstrip(".")
            for headline, event in zip(news, explain, strict=True)
        )
        if not part.reason:
            return ". ".join(texts[-MOST_REASONS:]) or self._reason(events, by, viewer)
        return f"{'. '.join(texts[-MOST_REASONS:])} ({part.reason})" if texts else part.reason

    def _reason(self, events: Sequence[Event], by: int, viewer: str | None) -> str:
        """Return the reason for a change: the greatest headlines, if possible those of the same sign.

        The end of the game is the reason only if nothing great happened with it.
        """
        pairs = [(news, event) for event in events if (news := event.headline(viewer))]
        end = next((event.text for news, event in pairs if abs(news.worth) >= END_WORTH), "")
        lesser = [news for news, _ in pairs if abs(news.worth) < END_WORTH]
        # Bad news for the viewer can be a point for the other side.
        fits = [news for news in lesser if (news.worth > 0) == (by > 0)] or lesser
        if end and not any(abs(news.worth) >= GREAT_WORTH for news in fits):
            return end.rstrip(".")
        fits.sort(key=lambda news: -abs(news.worth))
        texts = tally(news.text for news in fits)
        return ". ".join(texts[:MOST_REASONS])
