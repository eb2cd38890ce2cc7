"""Actions of the right kinds that no decision lists, to check that each is refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, get_args, get_type_hints

from msgspec.structs import replace

from sandtable import Action, SeededDice, Table

MOST_OF_A_KIND = 5
"""At most this many actions of each kind are made, before known and equal ones are left out."""


def illegal_actions(table: Table[Any], known: Mapping[Action, None], luck: SeededDice) -> list[Action]:
    """Some actions of the kinds that the decision takes, and that are not among the known ones.

    Some are made from any of the game's names; some are known actions with one word changed.
    """
    names = list(table.game.names(table)) or [""]
    actions = []
    for kind in table.decision.takes:
        known_of_kind = [action for action in known if type(action) is kind]
        for number in range(MOST_OF_A_KIND):
            if known_of_kind and number % 2:
                actions.append(_with_another_value(luck.pick(known_of_kind), names, luck))
            else:
                actions.append(kind(*(_any_value(hint, names, luck) for hint in _hints(kind).values())))
    return [action for action in dict.fromkeys(actions) if action not in known]


def _with_another_value(action: Action, names: list[str], luck: SeededDice) -> Action:
    """An action with another value in one of its fields."""
    hints = _hints(type(action))
    if not hints:
        return action
    field = luck.pick(list(hints))
    return replace(action, **{field: _any_value(hints[field], names, luck)})


def _any_value(hint: Any, names: list[str], luck: SeededDice) -> Any:
    """A value for a field: a name, a small number, a member of an Enum, or None if allowed."""
    kinds = get_args(hint) or (hint,)
    kind = luck.pick(kinds)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return luck.pick(list(kind))
    if kind is int:
        return luck.roll()[0] - 1
    return None if kind is type(None) else luck.pick(names)


@lru_cache(maxsize=512)
def _hints(kind: type[Action]) -> dict[str, Any]:
    """The type of each field."""
    hints = get_type_hints(kind)
    return {field: hints[field] for field in kind.__struct_fields__}
