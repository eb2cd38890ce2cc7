"""The page on a game's state, which special rules and searching bots read."""

from __future__ import annotations

import sys
from typing import Any

from msgspec import Struct

from generator import games, markdown
from generator.api import methods_list
from generator.source import Member, alias_of, class_node, doc, members, names_in
from sandtable import Game, State

INTRODUCTION = """\
This is `table.state`, for special rules and for bots that search on a copy of the table:

```python
{state} = table.state
```

[The contract of a game](../reference/game-contract.md) describes `Table` and its dice. If a class
has a method that changes a field, call it. These classes may change in the next version."""

GIVEN = """\
## The arguments of special rules' points

[Scenario files](scenario-{game}.md#points-of-special-rules) describes the points. Their signatures use
these names:"""


def page(game: Game[Any]) -> str:
    """Return the page on one game."""
    first = game.State
    kinds = [first, *(kind_found for kind_found in _states(first) if kind_found is not first)]
    kinds += [
        kind_found for kind in kinds for kind_found in _structs_of(kind, game) if kind_found not in kinds
    ]
    kinds = list(dict.fromkeys(kinds))
    parts = [_kind(kind) for kind in kinds]
    introduction = INTRODUCTION.format(state=f"state: {first.__name__}")
    return markdown.page(f"The state of {game.info.title}", introduction, *parts, *_others(game, kinds))


def _states(main: type[State]) -> list[type[Struct]]:
    """Return the public States in the module of a game's state, in order."""
    things = vars(sys.modules[main.__module__]).values()
    states = [kind for kind in things if isinstance(kind, type) and issubclass(kind, State)]
    return [kind for kind in states if kind.__module__ == main.__module__]


def _kind(kind: type[Any]) -> str:
    all_members = members(kind)
    fields = [member for member in all_members if member.name in kind.__struct_fields__]
    methods = methods_list([member for member in all_members if member not in fields], {})
    path = f"`{kind.__module__}.{kind.__name__}`"
    parts = [f"## {kind.__name__}", markdown.prose(doc(kind)), f"From {path}:", _fields(fields)]
    return "\n\n".join(filter(None, [*parts, methods]))


def _fields(fields: list[Member]) -> str:
    return markdown.code("\n".join(field.declared for field in fields))


def _others(game: Game[Any], shown: list[type[Any]]) -> list[str]:
    """Return the other types in the signatures of a game's points: aliases and more Structs."""
    base = games.points(game)
    if base is None:
        return []
    files = [str(sys.modules[kind.__module__].__file__) for kind in (base, game.State)]
    used = sorted(names_in(class_node(base)))
    short = [(name, alias_of(file, name)) for name in used for file in files]
    rows = [(markdown.word(name), markdown.word(value)) for name, value in short if value]
    more = [kind for kind in _structs_of(base, game) if kind not in shown]
    table = markdown.table(("name", "what it is"), rows)
    return [GIVEN.format(game=game.id), table, *map(_kind, more)]


def _structs_of(kind: type[Any], game: Game[Any]) -> list[type[Struct]]:
    """Return the game's Structs in the annotations of a class."""
    things = [
        vars(sys.modules[kind.__module__]).get(name) for name in sorted(names_in(class_node(kind)))
    ]
    structs = [struct for struct in things if isinstance(struct, type) and issubclass(struct, Struct)]
    return [struct for struct in structs if struct.__module__.startswith(games.package(game))]
