"""The page of a game's scenario files: every table and key, the special rules and their points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill
from typing import Any, get_args, get_type_hints

from msgspec import Struct, structs

from generator import games, markdown
from generator.source import doc, members
from generator.types import default, named, plain
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
    """The page of one game."""
    parts = [
        INTRODUCTION.format(game=game.id),
        f"## Every file\n\n{_about(ScenarioInfo)}{_keys(ScenarioInfo)}",
        *_tables(game),
        _names(game),
        *_rules(game),
    ]
    return markdown.page(f"Scenario files of {game.info.title}", *parts)


def _tables(game: Game[Any]) -> Iterator[str]:
    """The keys of the file itself, then a section for every kind of table in it."""
    heads: dict[type[Struct], list[str]] = {game.ScenarioData: ["The keys of this game"]}
    for kind, head in inner_tables(game.ScenarioData):
        heads.setdefault(kind, []).append(markdown.word(head))
    for kind, where in heads.items():
        yield f"## {', '.join(where)}\n\n{_about(kind)}{_keys(kind)}"


def inner_tables(kind: type[Struct], above: str = "") -> Iterator[tuple[type[Struct], str]]:
    """Every table below one, with its Struct and its head in TOML: ``[british]``, ``[[axis]]``."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        inner = _struct(hint)
        if inner:
            yield inner, _head(hint, f"{above}{name}")
            yield from inner_tables(inner, f"{above}{name}.")


def _struct(hint: Any) -> type[Struct] | None:
    """The Struct that a type is, or is a list of."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint
    return next((found for one in get_args(hint) if (found := _struct(one))), None)


def _head(hint: Any, name: str) -> str:
    return f"[{name}]" if isinstance(hint, type) else f"[[{name}]]"


def _keys(kind: type[Any], doing: str = "") -> str:
    hints = get_type_hints(kind, include_extras=True)
    rows = [
        (
            markdown.word(one.encode_name),
            _takes(one.name, hints[one.name]),
            default(one),
            meaning(kind, one.name),
        )
        for one in structs.fields(kind)
        if one.name not in getattr(kind, "keeps", ())
    ]
    return markdown.table(("key", "what it takes", "default", "what it means"), rows) or doing


def _takes(name: str, hint: Any) -> str:
    if _struct(hint) is None:
        return plain(hint)
    return f"{'table' if isinstance(hint, type) else 'tables'} {markdown.word(_head(hint, name))}"


def meaning(kind: type[Any], name: str) -> str:
    """What a field means: the string below it, or what the docstring says of it alone."""
    for base in kind.__mro__:
        if not issubclass(base, Struct) or base.__module__ == "msgspec":
            continue
        if below := next((one.doc for one in members(base) if one.name == name and one.doc), ""):
            return markdown.line(below)
        if clauses := [clause for names, clause in _clauses(base) if names == {name}]:
            text = " ".join(clauses).rstrip(";:. ")
            text = re.sub(rf"^`{name}` (is|are|has|says|names) (?=\w)", _without_subject, text)
            return f"{text[:1].upper()}{text[1:]}."
    return ""


def _without_subject(begun: re.Match[str]) -> str:
    """The beginning of a cell, whose row names the subject already."""
    return {"is": "", "are": "", "has": "", "says": "Says ", "names": "Names "}[begun[1]]


def _about(kind: type[Any]) -> str:
    """What the docstring says beside its fields, as a paragraph: the table has what it says of one."""
    clauses = [clause for names, clause in _clauses(kind) if len(names) != 1]
    text = " ".join(clauses)
    return f"{fill(re.sub(r'[;:]$', '.', text), 100)}\n\n" if text else ""


def _clauses(kind: type[Any]) -> Iterator[tuple[set[str], str]]:
    """The clauses of a docstring, each with the fields that it is about.

    A clause that names no field is about those before it in its sentence.
    """
    fields = {one.name for one in structs.fields(kind)}
    for sentence in re.split(r"(?<=\.)\s+", markdown.line(doc(kind))):
        names: set[str] = set()
        for clause in re.split(r"(?<=[:;])\s+", sentence):
            names = {word for word in re.findall(r"`(\w+)`", clause) if word in fields} or names
            yield names, clause


def _names(game: Game[Any]) -> str:
    """The names that a file may use, by what they are."""
    kinds = [game.ScenarioData, *(kind for kind, _ in inner_tables(game.ScenarioData))]
    hints = [get_type_hints(kind, include_extras=True) for kind in (*kinds, *games.rules(game).values())]
    there = dict(found for hint in hints for one in hint.values() for found in _named(one))
    rows = [f"- {title}: {markdown.words(names)}" for title, names in there.items()]
    return "\n".join(["## Names", "", *rows]) if rows else ""


def _named(hint: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a type allows by name, with the names."""
    if title := named(hint):
        yield title, get_args(get_args(hint)[0])
        return
    for one in get_args(hint):
        yield from _named(one)


def _rules(game: Game[Any]) -> Iterator[str]:
    base, rules = games.points(game), games.rules(game)
    if base is None:
        yield "## Special rules\n\nNo special rule can change this game."
        return
    yield "## Special rules\n\nEach is a table `[[rules]]` with its `name` and its parameters."
    for name, rule in rules.items():
        yield f"### {name}\n\n{markdown.prose(doc(rule))}\n\n" + _keys(rule, "It has no parameters.")
    yield _points(base)


def _points(base: type[SpecialRule]) -> str:
    where = f"{base.__module__}.{base.__name__}"
    parts = [f"## Points of special rules\n\n{markdown.prose(doc(base))}"]
    parts.append(f"A rule of a plugin derives from `{where}` and fills in what it needs:")
    parts += [
        f"### {one.name}\n\n{markdown.code(f'def {one.declared}: ...')}\n\n{markdown.prose(one.doc)}"
        for one in members(base)
    ]
    return "\n\n".join(parts)
