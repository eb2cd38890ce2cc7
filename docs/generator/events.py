"""The page on a game's events: the JSON name of each, its fields, its rule, who may see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

from generator import markdown
from generator.games import modules
from generator.source import doc, members
from generator.types import plain
from sandtable import Event, Game, subclasses_in

INTRODUCTION = """\
Whatever happens is an event in the log, and `sandtable replay --json` ([JSON](json.md)) prints it:

```json
{{"event": "{name}", "text": "...", "rule": "{rule}"}}
```

`text` is the line in the log, `rule` a section of the rules, and `event` the name below; the event's
own fields follow. This page gives the rule if it is always the same. Undo stops at events that
reveal something. Every seat sees the whole event unless its section says otherwise."""


def page(game: Game[Any]) -> str:
    """Return the page on one game."""
    events = subclasses_in(modules(game), Event)
    parts = [_event(kind, game.info.cite) for kind in events]
    first = next(kind for kind in events if kind.rule)
    introduction = INTRODUCTION.format(name=first.name(), rule=first.rule)
    return markdown.page(f"Events of {game.info.title}", introduction, *parts)


def _event(kind: type[Event], cite: str) -> str:
    """Return the section of an event: its fields, with their types in words."""
    hints = get_type_hints(kind, include_extras=True)
    rows = [(markdown.word(name), plain(hints[name])) for name in kind.__struct_fields__]
    facts = " ".join(_facts(kind, cite))
    parts = [f"## {kind.name()}", markdown.prose(doc(kind)), facts]
    return "\n\n".join(filter(None, [*parts, markdown.table(("field", "type"), rows)]))


def _facts(kind: type[Event], cite: str) -> Iterator[str]:
    """Yield its rule if it is always the same, whether it reveals, and who may not see all of it."""
    if kind.rule:
        yield f"Rule {kind.rule if kind.rule.startswith(cite) else f'{cite} {kind.rule}'}."
    if kind.reveals:
        yield "A reveal."
    if kind.seen_by is not Event.seen_by:
        docstring = next((member.doc for member in members(kind) if member.name == "seen_by"), "")
        yield docstring or "Some seats may see only part of it."
