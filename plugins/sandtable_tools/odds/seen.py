"""The outcome of a playthrough, as a seat sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from sandtable import Decision, Table, sentence
from sandtable_tools.odds.policy import Playthrough
from sandtable_tools.odds.topics import NEXT, OVER, REASON, REFUSED, HeardEvents, text

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class SeenOutcome(NamedTuple):
    """The outcome of a playthrough as a seat sees it, apart from its view.

    - `tracks`: each track's change, never 0.
    - `next`: the question of the next decision, or what opens next.
    - `waits`: the title of the next decision, or what opens next.
    - `over`: the result, if the game has ended.
    - `refused`: the action of the plan that cannot be done.
    - `stop`: that action, with the reason.

    A text is empty if it does not apply.
    """

    heard: HeardEvents
    tracks: dict[str, int]
    status: str
    next: str
    waits: str
    over: str
    refused: str
    stop: str

    @property
    def ends(self) -> list[tuple[str, str]]:
        """The texts about what comes next, each with its kind."""
        if self.over:
            return [(OVER, f"Over: {self.over}")]
        refused = [(REFUSED, self.refused)] if self.refused else []
        reason = [(REASON, self.stop)] if self.stop else []
        return [*refused, *reason, (NEXT, f"Next: {self.waits[:1].upper()}{self.waits[1:]}")]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The events' sentences; the status if the paths share none and none stops early."""
        events = [text(event) for event in self.heard] or ["" if self.stop else self.status]
        ends = [self.stop] if self.stop else [f"Over: {self.over}"] if self.over else []
        return tuple(sentence(words) for words in [*events, *ends] if words)


def key(play: Playthrough, seat: str) -> bytes:
    """Return a key that is equal for outcomes that the seat cannot tell apart."""
    table = play.table
    view, tracks = table.view(seat), table.game.tracks(table, seat)
    over = table.outcome and table.outcome.data
    return _encode((view, tracks, _question(table, seat), over, play.stop.text))


def outcome(play: Playthrough, seat: str, before: Mapping[str, int]) -> SeenOutcome:
    """Return a playthrough's outcome for a seat; `before` holds its tracks at the start."""
    table = play.table
    tracks = table.game.tracks(table, seat)
    changes = {
        name: tracks.get(name, 0) - before.get(name, 0) for name in dict.fromkeys([*before, *tracks])
    }
    return SeenOutcome(
        heard=play.heard,
        tracks={name: change for name, change in changes.items() if change},
        status=table.game.status(table.view(seat)),
        next=_question(table, seat),
        waits=_question(table),
        over=table.outcome.name if table.outcome else "",
        refused=play.stop.action,
        stop=play.stop.text,
    )


def _question(table: Table[Any], seat: str | None = None) -> str:
    """Return the question of the decision that follows, or what opens; empty after the game."""
    if table.outcome is not None:
        return ""
    phase = table.schedule[-1]
    if not isinstance(phase, Decision):
        return phase.title
    text = phase.ask(table) if phase.seat == seat else phase.title
    return f"{phase.seat}: {text}" if len(table.seats) > 1 else text
