"""Does a seat learn what it can not know? Its hidden things are dealt anew, and nothing may differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.action import Action
from sandtable.dice import SeededDice
from sandtable.event import Event
from sandtable.table import Table
from sandtable.testing.contract import Found


def look(table: Table[Any], luck: SeededDice) -> Iterator[Found]:
    """For every seat: another world that it can not tell from this one looks the same."""
    for seat in table.game.seats:
        other = table.imagine(seat, SeededDice(luck.roll(sides=1 << 30)[0]))
        for text in _differences(table, other, seat):
            yield "leaks", f"{seat} {text}"


def _differences(table: Table[Any], other: Table[Any], seat: str) -> Iterator[str]:
    game = table.game
    if table.view(seat) != other.view(seat):
        yield "sees something hidden in the view"
    if game.tracks(table, seat) != game.tracks(other, seat):
        yield "sees something hidden in the tracks"
    if table.decision.seat != other.decision.seat:
        yield "can imagine that somebody else decides"
        return
    if table.decision.seat == seat:
        yield from _own_decision(table, other)
    else:
        yield from _foreign_action(table, other, seat)


def _own_decision(table: Table[Any], other: Table[Any]) -> Iterator[str]:
    if list(table.options) != list(other.options):
        yield "sees something hidden in the options"
    decision = table.decision
    if decision.ask(table) != other.decision.ask(other):
        yield "sees something hidden in the question"
    for action in decision.candidates(table):
        if decision.refusal(table, action) != other.decision.refusal(other, action):
            yield f"sees something hidden in the refusal of {action}"


def _foreign_action(table: Table[Any], other: Table[Any], seat: str) -> Iterator[str]:
    """The same choice of another seat, in both worlds, must be told alike when it looks alike."""
    start, guessed_start = table.clone(SeededDice(0)), other.snapshot()
    before = start.snapshot()
    for action in table.options:
        if action not in other.options:
            continue
        told, guessed = _told(start, action, seat), _told(other, action, seat)
        if told != guessed and start.view(seat) == other.view(seat):
            yield f"sees something hidden in what is told of {action}"
        start.restore(before)
        other.restore(guessed_start)


def _told(table: Table[Any], action: Action, seat: str) -> list[Event]:
    """What a seat is told of an action, with the same luck in either world."""
    table.dice = SeededDice(0)
    table.events = []
    table.choose(action)
    seen = (event.seen_by(seat) for event in table.events)
    return [event for event in seen if event is not None]
