"""When an action that is not legal now can be chosen: the decisions of the game that offer it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sandtable.model.action import InvalidAction
from sandtable.model.phase import Decision
from sandtable.text.words import either, match

if TYPE_CHECKING:
    from sandtable.model.action import Action
    from sandtable.model.table import Table


class NotNow(InvalidAction):
    """Words that begin with an action of another decision."""


MOST = 3
"""At most this many decisions that take an action are named; the others are counted."""

MOST_VERBS = 4
"""The legal verbs of the current decision are named if it has at most this many verbs."""


def when_chosen(table: Table[Any], text: str) -> str:
    """When the action that a text begins with can be chosen; "" for now, and for no action."""
    kind = _kind(table, text)
    if kind is None or table.outcome is not None or issubclass(kind, table.decision.takes):
        return ""
    places = list(
        dict.fromkeys(f"{decision.title} [rule {decision.rule}]" for decision in taking(table, kind))
    )
    if not places:
        return f"{kind.name()} is never chosen in this scenario"
    shown = places[:MOST] + [f"{len(places) - MOST} more"] * (len(places) > MOST)
    now = table.decision
    legal = {option.name() for option in table.options}
    verbs = [taken.name() for taken in now.takes if taken.name() in legal]
    choose = f": {either(verbs)}" if len(now.takes) <= MOST_VERBS else ""
    return f"{kind.name()} belongs to {either(shown)}; now it is {now.title} [rule {now.rule}]{choose}"


def taking(table: Table[Any], kind: type[Action]) -> Iterable[type[Decision[Any]]]:
    """The decisions of the game that offer an action of a kind."""
    for phase in table.scenario.phases:
        if issubclass(phase, Decision) and kind in phase.takes:
            yield phase


def _kind(table: Table[Any], text: str) -> type[Action] | None:
    """The kind of action that a text begins with; the verb may be typed as several words."""
    verbs, words = table.scenario.verbs, text.split()
    for typed in ("-".join(words[:2]), *words[:1]):
        if len(verbs_meant := match(typed, verbs)) == 1:
            return verbs[verbs_meant[0]]
    return None
