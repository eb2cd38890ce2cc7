"""What a player is asked once more before an action is done."""

from __future__ import annotations

from typing import Any

from sandtable.base.errors import GameError
from sandtable.model.action import Action
from sandtable.model.dice import ScriptedDice
from sandtable.model.event import Event
from sandtable.model.table import Table
from sandtable.record.log import LogEntry
from sandtable.record.session import Session
from sandtable.record.undo import barrier_of


def question(session: Session, action: Action, *, hasty: bool) -> str:
    """What is asked before an action of whoever decides; "" where nothing is.

    It is what the game asks. In haste, after a number that was typed before its list was seen, it is
    also whether an action is meant that can not be taken back.
    """
    table = session.table
    if action not in table.options:
        return ""  # it is refused, and says why
    if asked := table.decision.confirm(table, action):
        return asked
    if hasty and (barrier := _barrier(session, action)):
        return f'The number means "{action}", and undo stops there ({barrier}). Do it?'
    return ""


def _barrier(session: Session, action: Action) -> str | None:
    """What undo would stop at after an action, as far as whoever decides can know; None for nothing."""
    seat = session.table.decision.seat
    world: Table[Any] = session.seat(seat).imagine()
    events: list[Event] = []
    world.events, world.dice = events, ScriptedDice()  # they raise GameError for luck
    try:
        world.choose(action)
    except GameError:
        return "a roll or a draw"
    to_move = None if world.outcome is not None else world.decision.seat
    return barrier_of(LogEntry(0, seat, action, events=tuple(events)), to_move)
