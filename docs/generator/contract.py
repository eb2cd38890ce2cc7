"""The page of the contract: every class of the public face that an author derives from or uses."""

from __future__ import annotations

from typing import Any

from generator import markdown
from generator.source import Member, doc, members
from sandtable import (
    Action,
    Bot,
    Counter,
    Decision,
    Dice,
    Event,
    Game,
    GameInfo,
    Item,
    Outcome,
    Phase,
    Picture,
    Presentation,
    Refusal,
    Scenario,
    Seat,
    Session,
    SpecialRule,
    State,
    Table,
)

GROUPS: dict[str, tuple[type[Any], ...]] = {
    "What a game brings": (Game, State, Phase, Decision, Action, Refusal, Event, SpecialRule, Outcome),
    "What is shown": (Presentation, Picture, Counter, Item),
    "What plays": (Bot, Seat),
    "What a game is given": (Table, Dice, Scenario, GameInfo),
    "What a program uses": (Session,),
}

INTRODUCTION = """\
Every class here is imported from `sandtable`. What is abstract must be filled in; what begins with
an underscore belongs to the core. How they work together is told in
[architecture](../architecture.md)."""


def page() -> str:
    """The page."""
    parts = [part for title, kinds in GROUPS.items() for part in (f"## {title}", *map(_class, kinds))]
    return markdown.page("The contract of a game", INTRODUCTION, *parts)


def _class(kind: type[Any]) -> str:
    found = members(kind)
    fields = [one for one in found if one.declared.startswith(f"{one.name}:")]
    parts = [f"### {kind.__name__}", markdown.prose(doc(kind)), _attributes(fields)]
    return "\n\n".join(
        filter(None, [*parts, *(markdown.member(one) for one in found if one not in fields)])
    )


def _attributes(fields: list[Member]) -> str:
    """Attributes with their types, as they are declared."""
    told = [f"# {markdown.line(one.doc)}\n{one.declared}" if one.doc else one.declared for one in fields]
    return markdown.code("\n".join(told)) if told else ""
