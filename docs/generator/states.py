"""The page of a game's state: what special rules, and bots that search, find on the table."""

from __future__ import annotations

import sys
from typing import Any

from msgspec import Struct

from generator import games, markdown
from generator.source import Member, alias_of, class_node, doc, members, names_in
from sandtable import Game, State

INTRODUCTION = """\
`table.state` of this game, for special rules and for bots that search on a copy of the table:

```python
{state} = table.state
```

[The contract of a game](game-contract.md) describes a `Table` and its dice. If a method changes
something, use it instead of the field. These classes may change in the next version."""

GIVEN = """\
## What the points of special rules are given

[Scenario files](scenario-{game}.md#points-of-special-rules) describes the points. Their signatures
use these names:"""


def page(game: Game[Any]) -> str:
    """The page of one game."""
    first = game.State
    kinds = [first, *(one for one in _states(first) if one is not first)]
    kinds += [one for kind in kinds for one in _named(kind, game) if one not in kinds]
    kinds = list(dict.fromkeys(kinds))
    parts = [_kind(kind) for kind in kinds]
    introduction = INTRODUCTION.format(state=f"state: {first.__name__}")
    return markdown.page(f"The state of {game.info.title}", introduction, *parts, *_given(game, kinds))


def _states(main: type[State]) -> list[type[Struct]]:
    """Every public State of the module that a game's state lives in, as they stand in it."""
    things = vars(sys.modules[main.__module__]).values()
    found = [one for one in things if isinstance(one, type) and issubclass(one, State)]
    return [one for one in found if one.__module__ == main.__module__]


def _kind(kind: type[Any]) -> str:
    found = members(kind)
    fields = [one for one in found if one.name in kind.__struct_fields__]
    rest = [markdown.member(one) for one in found if one not in fields]
    where = f"`{kind.__module__}.{kind.__name__}`"
    parts = [f"## {kind.__name__}", markdown.prose(doc(kind)), f"From {where}:", _fields(fields)]
    return "\n\n".join(filter(None, [*parts, *rest]))


def _fields(fields: list[Member]) -> str:
    return markdown.code("\n".join(one.declared for one in fields))


def _given(game: Game[Any], shown: list[type[Any]]) -> list[str]:
    """What else stands in the signatures of a game's points: short names, and other Structs."""
    base = games.points(game)
    if base is None:
        return []
    files = [str(sys.modules[kind.__module__].__file__) for kind in (base, game.State)]
    used = sorted(names_in(class_node(base)))
    short = [(name, alias_of(file, name)) for name in used for file in files]
    rows = [(markdown.word(name), markdown.word(value)) for name, value in short if value]
    more = [one for one in _named(base, game) if one not in shown]
    table = markdown.table(("name", "what it is"), rows)
    return [GIVEN.format(game=game.id), table, *map(_kind, more)]


def _named(kind: type[Any], game: Game[Any]) -> list[type[Struct]]:
    """The Structs of the game that stand in the annotations of a class."""
    things = [
        vars(sys.modules[kind.__module__]).get(name) for name in sorted(names_in(class_node(kind)))
    ]
    structs = [one for one in things if isinstance(one, type) and issubclass(one, Struct)]
    return [one for one in structs if one.__module__.startswith(games.package(game))]
