"""Variations: the moves that the coach would have made, in words and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sandtable import (
    ActionError,
    Exported,
    GameError,
    Picture,
    Replay,
    ScriptedDice,
    SeededDice,
    Session,
    Table,
)
from sandtable_pictures import phrase
from sandtable_tools.views.curve import Curve


class Variation(NamedTuple):
    """A better move: its frame, sentences about it and about the move played, and its gain.

    `pictures` show the position after it, unless only one side may see it. With `dice`, its result
    depends on a roll.
    """

    n: int
    better: str
    played: str
    gain: str
    pictures: Sequence[Picture]
    dice: bool


def variations(exported: Exported, figures: Curve) -> Iterator[Variation]:
    """Yield the better moves of a review that are legal in their positions. Raises Divergence."""
    assert exported.replay is not None, "a map has no variations"  # noqa: S101
    seats = exported.session.scenario.seats
    viewer = seats[0] if len(seats) == 1 else exported.seat
    for moment in figures.moments:
        if not moment.better:
            continue
        session = Replay(exported.replay.path, exported.replay.plugins).run(moment.line - 1)
        try:
            moves = (moment.better, moment.played)
            sentences = [_sentence_of(session, figures.seat, viewer, words) for words in moves]
        except ActionError:
            continue
        after: Table[Any] | None = None
        dice = False
        try:
            after = _table_after(session.table.clone(ScriptedDice()), moment.better)
        except GameError:
            dice = True
            if exported.seat is None:
                after = _table_after(session.table.clone(SeededDice(0)), moment.better)
        pictures = session.scenario.game.pictures(after.view(viewer)) if after else ()
        yield Variation(moment.n, sentences[0], sentences[1], moment.amount, pictures, dice)


def _sentence_of(session: Session, seat: str, viewer: str | None, words: str) -> str:
    """Put a seat's actions into a sentence. Raises ActionError."""
    table = session.table.clone(SeededDice(0))
    done = []
    for line in words.split("; "):
        done.append(
            phrase.named_action(table.read(line), seat, session.scenario.game, table.view(viewer))
        )
        table.choose(done[-1][0])
    return phrase.sentence_of([action for action in done if action[0].phrase] or done)


def _table_after(table: Table[Any], words: str) -> Table[Any]:
    """Return a copy of the table after some actions."""
    for line in words.split("; "):
        table.choose(table.read(line))
    return table
