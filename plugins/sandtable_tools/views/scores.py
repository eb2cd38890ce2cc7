"""The sources of a score: by which line, in which turn and why it moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable import Event, SeededDice, Session, Snapshot, Table, tally

GREAT = 2
"""A headline of at least this worth explains a change of a score even on the game's last line."""

MOST_REASONS = 2
"""At most this many headlines explain one change of a score."""

END = 3
"""Headlines of this worth, good or bad, are about the end of the game."""


class ScoreStep(NamedTuple):
    """One step of a score: by which line and in which turn, by how much, and why.

    `reason` is the game's own ("" if it gives none).
    """

    n: int
    turn: str
    by: int
    what: str
    reason: str


class ScorePart(NamedTuple):
    """A part of a score: its track, and the reason for these points ("" if the game gives none)."""

    track: str
    reason: str


class Scores:
    """The scores of a game that is over, for `seat` (None for no seat in particular).

    `changes` has the changes of each score, by the name of its track, the seat's own scores first;
    those of another seat's score are written for no seat in particular. `totals` has the scores.
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
                    change = ScoreStep(step.entry.n, turn, by, self._what(part, events, by), part.reason)
                    self.changes[part.track].append(change)
            previous = current
        self.totals = dict.fromkeys(self.scores, 0)
        for part, steps in previous.items():
            self.totals[part.track] += steps

    def _scores(self, table: Table[Any]) -> dict[ScorePart, int]:
        """The steps of each score, by their reasons; the reason "" has those that nothing explains."""
        game = table.game
        tracks, reasons = game.tracks(table, self.seat), game.score_reasons(table, self.seat)
        parts = dict[ScorePart, int]()
        for track in self.scores:
            known = reasons.get(track, {})
            parts |= {ScorePart(track, reason): steps for reason, steps in known.items()}
            parts[ScorePart(track, "")] = tracks.get(track, 0) - sum(known.values())
        return parts

    def _what(self, part: ScorePart, events: Sequence[Event], by: int) -> str:
        """What moved a score: the events that explain it, with the reason; else the headlines."""
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
        texts = tally(news.text for news in fits)
        return ". ".join(texts[:MOST_REASONS])
