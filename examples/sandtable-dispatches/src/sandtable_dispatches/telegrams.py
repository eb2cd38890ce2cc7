"""Tells the events of a game as telegrams, one for each turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sandtable import Event, SandtableError, SeededDice, Session, Snapshot, sentence
from sandtable.tooling import clip, printing
from sandtable_console import with_words

WIDTH = 72
"""The columns of a telegram outside the prompt."""


def telegrams(session: Session, seat: str | None) -> dict[str, str]:
    """Return the telegrams a seat may read (all for None), by the turn's name."""
    return {turn: telegram(turn, events) for turn, events in turns(session, seat).items()}


def telegram(turn: str, events: Iterable[Event]) -> str:
    """Write a turn in capitals, with STOP for each full stop."""
    lines = [turn, *([event.text for event in events] or ["nothing to report"])]
    text = " ".join(map(sentence, lines))
    return printing.escape(re.sub(r"\.+(?!\S)", " STOP", text)).upper()


def turns(session: Session, seat: str | None) -> dict[str, list[Event]]:
    """Return the events a seat may know (all for None), by the turn's name."""
    game, table = session.scenario.game, session.table.clone(SeededDice(0))

    def turn_name(position: bytes) -> str:
        table.restore(Snapshot(position, {}))
        return game.turn(table.view(seat)).lower() or "the game"

    steps = session.history.done  # without actions that were undone
    positions = [*(step.before.position for step in steps), session.table.position]
    names = [turn_name(position) for position in positions]
    found: dict[str, list[Event]] = {}
    name = names[0]
    for next_name, entry in zip(names, [session.log[0], *(step.entry for step in steps)], strict=True):
        for event in entry.seen_by(seat):
            if next_name.endswith(event.text.lower().removesuffix(".")):  # "Turn 3."
                name = next_name
            else:
                found.setdefault(name, []).append(event)
        name = next_name
        found.setdefault(name, [])
    return found


def find_telegrams(typed: str, known: Mapping[str, str]) -> list[str]:
    """Return the telegrams of the turns that match; in a campaign, each mission has a ``turn 1``."""
    matches = [] if typed.startswith("-") else with_words(typed, known)  # "-1" is not 1
    if not matches:
        names = list(known)
        raise SandtableError(f'no turn "{clip(typed)}"; choose from {names[0]} to {names[-1]}')
    return [known[turn] for turn in matches]
