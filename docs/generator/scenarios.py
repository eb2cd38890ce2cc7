"""The page on a game's scenario files: every table and key, the special rules and their points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill
from typing import Any, get_args, get_type_hints

from msgspec import Struct, structs

from generator import games, markdown
from generator.source import doc, members
from generator.types import default, plain, word_for_names
from sandtable import Game, SpecialRule
from sandtable.model.scenario_file import ScenarioInfo

INTRODUCTION = """\
A scenario is a TOML file:

```sh
sandtable scenario export {game}/NAME > mine.toml    # writes one to start from
sandtable scenario check mine.toml                   # says what is wrong or odd in it
sandtable play mine.toml
```"""


def page(game: Game[Any]) -> str:
    """Return the page on one game."""
    parts = [
        INTRODUCTION.format(game=game.id),
        f"## Every file\n\n{_about(ScenarioInfo)}{_keys(ScenarioInfo)}",
        *_tables(game),
        _names(game),
        *_rules(game),
    ]
    return markdown.page(f"Scenario files of {game.info.title}", *parts)


def _tables(game: Game[Any]) -> Iterator[str]:
    """Yield the file's own keys, then a section for every kind of table in it."""
    heads: dict[type[Struct], list[str]] = {game.ScenarioData: ["The keys of this game"]}
    for kind, head in inner_tables(game.ScenarioData):
        heads.setdefault(kind, []).append(markdown.word(head))
    for kind, heads_of_kind in heads.items():
        yield f"## {', '.join(heads_of_kind)}\n\n{_about(kind)}{_keys(kind)}"


def inner_tables(kind: type[Struct], above: str = "") -> Iterator[tuple[type[Struct], str]]:
    """Yield every table inside a Struct's table: its Struct, and its header in TOML: ``[[axis]]``."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        inner = _struct(hint)
        if inner:
            yield inner, _head(hint, f"{above}{name}")
            yield from inner_tables(inner, f"{above}{name}.")


def _struct(hint: Any) -> type[Struct] | None:
    """Return the Struct of a type, or of a list's items."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint
    return next((found for argument in get_args(hint) if (found := _struct(argument))), None)


def _head(hint: Any, name: str) -> str:
    return f"[{name}]" if isinstance(hint, type) else f"[[{name}]]"


def _keys(kind: type[Any], doing: str = "") -> str:
    hints = get_type_hints(kind, include_extras=True)
    rows = [
        (
            markdown.word(field.encode_name),
            _takes(field.name, hints[field.name]),
            default(field),
            meaning(kind, field.name),
        )
        for field in structs.fields(kind)
        if field.name not in getattr(kind, "keeps", ())
    ]
    return markdown.table(("key", "what it takes", "default", "what it means"), rows) or doing


def _takes(name: str, hint: Any) -> str:
    if _struct(hint) is None:
        return plain(hint)
    return f"{'table' if isinstance(hint, type) else 'tables'} {markdown.word(_head(hint, name))}"


def meaning(kind: type[Any], name: str) -> str:
    """Return a field's meaning: the string below it, or the docstring's clauses about it alone."""
    for base in kind.__mro__:
        if not issubclass(base, Struct) or base.__module__ == "msgspec":
            continue
        if below := next(
            (member.doc for member in members(base) if member.name == name and member.doc), ""
        ):
            return markdown.line(below)
        if clauses := [clause for names, clause in _clauses(base) if names == {name}]:
            text = " ".join(clauses).rstrip(";:. ")
            text = re.sub(rf"^`{name}` (is|are|has|says|names) (?=[\w`])", _without_subject, text)
            return f"{text[:1].upper()}{text[1:]}."
    return ""


def _without_subject(begun: re.Match[str]) -> str:
    """Return how a cell begins, given that its row already names the subject."""
    return {"is": "", "are": "", "has": "", "says": "Says ", "names": "Names "}[begun[1]]


def _about(kind: type[Any]) -> str:
    """Return the docstring's clauses except those about a single field, which the table shows."""
    clauses = [clause for names, clause in _clauses(kind) if len(names) != 1]
    text = " ".join(clauses)
    return f"{fill(re.sub(r'[;:]$', '.', text), 100)}\n\n" if text else ""


def _clauses(kind: type[Any]) -> Iterator[tuple[set[str], str]]:
    """Yield a docstring's clauses, each with the fields that it is about.

    A clause that names no field is about the fields named earlier in its sentence.
    """
    fields = {field.name for field in structs.fields(kind)}
    for sentence in re.split(r"(?<=\.)\s+", markdown.line(doc(kind))):
        names: set[str] = set()
        for clause in re.split(r"(?<=[:;])\s+", sentence):
            names = {word for word in re.findall(r"`(\w+)`", clause) if word in fields} or names
            yield names, clause


def _names(game: Game[Any]) -> str:
    """Return the names that a file may use, in groups."""
    kinds = [game.ScenarioData, *(kind for kind, _ in inner_tables(game.ScenarioData))]
    hints = [get_type_hints(kind, include_extras=True) for kind in (*kinds, *games.rules(game).values())]
    names_by_title = dict(
        pair for hint in hints for field_hint in hint.values() for pair in _allowed_names(field_hint)
    )
    rows = [f"- {title}: {markdown.words(names)}" for title, names in names_by_title.items()]
    return "\n".join(["## Names", "", *rows]) if rows else ""


def _allowed_names(hint: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the names that a type allows, with a word for what they name."""
    if title := word_for_names(hint):
        yield title, get_args(get_args(hint)[0])
        return
    for argument in get_args(hint):
        yield from _allowed_names(argument)


def _rules(game: Game[Any]) -> Iterator[str]:
    base, rules = games.points(game), games.rules(game)
    if base is None:
        yield "## Special rules\n\nThis game has no points for special rules."
        return
    yield "## Special rules\n\nWrite a table `[[rules]]` for each, with its `name` and its parameters."
    for name, rule in rules.items():
        yield f"### {name}\n\n{_about(rule)}" + _keys(rule, "It has no parameters.")
    yield _points(base)


def _points(base: type[SpecialRule]) -> str:
    path = f"{base.__module__}.{base.__name__}"
    parts = [f"## Points of special rules\n\n{markdown.prose(doc(base))}"]
    parts.append(f"A plugin's rule derives from `{path}` and defines the methods that it needs:")
    parts += [
        "\n\n".join(
            (
                f"### {member.name}",
                markdown.code(f"def {member.declared}: ..."),
                markdown.prose(member.doc),
            )
        )
        for member in members(base)
    ]
    return "\n\n".join(parts)
