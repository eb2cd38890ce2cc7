"""The events of a game as telegrams, one a turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sandtable import Event, SandtableError, SeededDice, Session, Snapshot, sentence
from sandtable.tooling import clip, printing
from sandtable_console import with_words

WIDTH = 72
"""The columns of a telegram where no prompt says how many there are."""


def telegrams(session: Session, seat: str | None) -> dict[str, str]:
    """The telegram of each turn so far, by the turn's name, as far as a seat may know; all for None."""
    return {turn: telegram(turn, events) for turn, events in turns(session, seat).items()}


def telegram(turn: str, events: Iterable[Event]) -> str:
    """A turn in capitals, with a STOP for each full stop."""
    lines = [turn, *([event.text for event in events] or ["nothing to report"])]
    text = " ".join(map(sentence, lines))
    return printing.escape(re.sub(r"\.+(?!\S)", " STOP", text)).upper()


def turns(session: Session, seat: str | None) -> dict[str, list[Event]]:
    """The events of each turn so far, by the turn's name, as a seat may know them; all for None."""
    game, table = session.scenario.game, session.table.clone(SeededDice(0))

    def turn(position: bytes) -> str:
        table.restore(Snapshot(position, {}))
        return game.turn(table.view(seat)).lower() or "the game"

    steps = session.history.done  # without what was taken back
    positions = [*(step.before.position for step in steps), session.table.position]
    names = [turn(position) for position in positions]
    found: dict[str, list[Event]] = {}
    name = names[0]
    for turn_after, entry in zip(names, [session.log[0], *(step.entry for step in steps)], strict=True):
        for event in entry.seen_by(seat):
            if turn_after.endswith(event.text.lower().removesuffix(".")):  # "Turn 3."
                name = turn_after
            else:
                found.setdefault(name, []).append(event)
        name = turn_after
        found.setdefault(name, [])
    return found


def meant(typed: str, known: Mapping[str, str]) -> list[str]:
    """The telegrams of the turns that words mean: in a campaign ``turn 1`` is one of each mission."""
    fits = [] if typed.startswith("-") else with_words(typed, known)  # "-1" is not 1
    if not fits:
        names = list(known)
        raise SandtableError(f'no turn "{clip(typed)}"; choose from {names[0]} to {names[-1]}')
    return [known[turn] for turn in fits]
