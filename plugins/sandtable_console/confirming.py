"""The question that a player answers before an action that could be a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.model.action import Action
from sandtable.model.dice import ScriptedDice
from sandtable.model.event import Event
from sandtable.model.table import Table
from sandtable.record.log import LogEntry
from sandtable.record.session import Session
from sandtable.record.undo import barrier_of
from sandtable.text.errors import GameError


def question(session: Session, action: Action, *, hasty: bool) -> str:
    """The question before an action of the deciding seat; "" if there is none.

    It is the game's question. For a `hasty` number, typed before its list was visible, it is also
    whether an action that cannot be undone is meant.
    """
    table = session.table
    if action not in table.options:
        return ""  # it will be refused, with the reason
    if asked := table.decision.confirm(table, action):
        return asked
    if hasty and (barrier := _barrier(session, action)):
        return f'The number means "{action}", and undo stops there ({barrier}). Do it?'
    return ""


def other_list(move: Sequence[Action]) -> str:
    """The question before the move of a number that was typed for another list."""
    meant = "; ".join(map(str, move))
    return f'The list has changed since you typed the number. It now means "{meant}". Do it?'


def _barrier(session: Session, action: Action) -> str | None:
    """The event that would stop an undo of an action, as far as the deciding seat can know."""
    seat = session.table.decision.seat
    world: Table[Any] = session.seat(seat).imagine()
    events: list[Event] = []
    world.events, world.dice = events, ScriptedDice()  # without faces: a roll raises GameError
    try:
        world.choose(action)
    except GameError:
        return "a roll or a draw"
    to_move = None if world.outcome is not None else world.decision.seat
    return barrier_of(LogEntry(0, seat, action, events=tuple(events)), to_move)
