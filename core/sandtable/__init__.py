"""Sandtable: historical wargames at a terminal prompt.

This is the public face. Names are imported when they are first used, so that importing
the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.action import (
        Action,
        ActionError,
        AmbiguousAction,
        IllegalAction,
        InvalidAction,
        Refusal,
    )
    from sandtable.board import Board, Link, Space
    from sandtable.deck import OrderedPile, Pile, deal, draw, kinds, move, pile, pour, put, take
    from sandtable.dice import Dice, Roll, ScriptedDice, SeededDice
    from sandtable.errors import GameError, PluginError, SandtableError
    from sandtable.event import Event
    from sandtable.exporter import Exported, Exporter
    from sandtable.game import Game, GameInfo, Outcome, State, defined_in, read_data
    from sandtable.hooks import hookimpl, hookspec
    from sandtable.migrations import Migration
    from sandtable.phase import Decision, Phase
    from sandtable.picture import Counter, Picture
    from sandtable.repl.commands import Candidate, Command, fitting
    from sandtable.replay import load
    from sandtable.scenario import Scenario
    from sandtable.seat import Bot, Seat
    from sandtable.session import Session, new
    from sandtable.shell_command import ShellCommand
    from sandtable.special_rule import SpecialRule
    from sandtable.table import Snapshot, Table
    from sandtable.thing import Thing
    from sandtable.track import Track

__version__ = "0.1.0"

_HOMES = {
    "action": "Action ActionError AmbiguousAction IllegalAction InvalidAction Refusal",
    "board": "Board Link Space",
    "deck": "OrderedPile Pile deal draw kinds move pile pour put take",
    "dice": "Dice Roll ScriptedDice SeededDice",
    "errors": "GameError PluginError SandtableError",
    "event": "Event",
    "exporter": "Exported Exporter",
    "game": "Game GameInfo Outcome State defined_in read_data",
    "hooks": "hookimpl hookspec",
    "migrations": "Migration",
    "phase": "Decision Phase",
    "picture": "Counter Picture",
    "repl.commands": "Candidate Command fitting",
    "replay": "load",
    "scenario": "Scenario",
    "seat": "Bot Seat",
    "session": "Session new",
    "shell_command": "ShellCommand",
    "special_rule": "SpecialRule",
    "table": "Snapshot Table",
    "thing": "Thing",
    "track": "Track",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Action",
    "ActionError",
    "AmbiguousAction",
    "Board",
    "Bot",
    "Candidate",
    "Command",
    "Counter",
    "Decision",
    "Dice",
    "Event",
    "Exported",
    "Exporter",
    "Game",
    "GameError",
    "GameInfo",
    "IllegalAction",
    "InvalidAction",
    "Link",
    "Migration",
    "OrderedPile",
    "Outcome",
    "Phase",
    "Picture",
    "Pile",
    "PluginError",
    "Refusal",
    "Roll",
    "SandtableError",
    "Scenario",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "Session",
    "ShellCommand",
    "Snapshot",
    "Space",
    "SpecialRule",
    "State",
    "Table",
    "Thing",
    "Track",
    "__version__",
    "deal",
    "defined_in",
    "draw",
    "fitting",
    "hookimpl",
    "hookspec",
    "kinds",
    "load",
    "move",
    "new",
    "pile",
    "pour",
    "put",
    "read_data",
    "take",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'sandtable' has no attribute {name!r}")
    found = getattr(import_module(f"sandtable.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
