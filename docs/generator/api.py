"""Turns public names into sections of Markdown: signatures, docstrings, fields and methods."""

from __future__ import annotations

import builtins
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from inspect import isroutine
from pathlib import Path
from pkgutil import resolve_name
from textwrap import fill, indent
from types import ModuleType
from typing import Any, NamedTuple

from generator import markdown
from generator.source import Member, bases, constructor, definitions, doc, members
from sandtable.model.tagged import Tagged

FACES = (
    "sandtable",
    "sandtable.tooling",
    "sandtable_batch",
    "sandtable_hexes",
    "sandtable_pictures",
    "sandtable_console",
    "sandtable_shell",
)
"""The packages and modules that have public names."""

KIT = "sandtable_tools.kit"
"""The package for tests, which has its own page."""

WIDTH = 88
"""The longest signature on one line; a longer one has a line for each argument."""

LONGEST_VALUE = 400
"""The longest value of a constant that is shown."""

ITEM = re.compile(r"^- ((?:`+\w+`+(?:, | and )?)+):", re.MULTILINE)
"""The beginning of an item in a docstring: the names of fields."""


class Shown(NamedTuple):
    """A name that a page shows under a heading of this level.

    `full` is its name in the module that defines it. For a class, `only` limits which members are shown.
    """

    title: str
    full: str
    level: int = 3
    only: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The anchor that code hosts give its heading."""
        return self.title.lower().replace(".", "")


@cache
def public_names(face: str) -> dict[str, str]:
    """Return the full names of a face's public names, in the order of its stub."""
    stub = Path(str(import_module(face).__file__)).with_suffix(".pyi").read_text(encoding="utf-8")
    lines = re.findall(r"^from (\S+) import (\S+) as (\S+)$", stub, re.MULTILINE)
    return {name: f"{module}.{attribute}" for module, attribute, name in lines}


def full_name(name: str) -> str:
    """Return the full name of a public name of a face."""
    module, _, attribute = name.rpartition(".")
    if attribute in (public_names(module) if module in (*FACES, KIT) else {}):
        return public_names(module)[attribute]
    return f"{full_name(module)}.{attribute}" if module else attribute


def is_module(full: str) -> bool:
    """Return whether a full name names a module."""
    return isinstance(resolve_name(full), ModuleType)


def names_in_module(module: str, level: int) -> list[Shown]:
    """Return the functions and classes that a public module defines, in order."""
    owner, prefix = import_module(module), module.rpartition(".")[2]
    return [
        Shown(f"{prefix}.{name}", f"{module}.{name}", level)
        for name, thing in definitions(str(owner.__file__)).items()
        if not isinstance(thing, Member) or isroutine(getattr(owner, name))
    ]


def section(shown: Shown, links: Mapping[str, str]) -> str:
    """Return the section of a name. `links` holds the addresses of names that docstrings mention."""
    module, _, name = shown.full.rpartition(".")
    thing = definitions(str(import_module(module).__file__))[name]
    others = {other: address for other, address in links.items() if other != name}
    if isinstance(thing, Member):
        parts = [markdown.code(_declaration(thing)), add_links(thing.doc, others)]
    else:
        parts = [*_class(getattr(import_module(module), name), shown.only, others)]
    return "\n\n".join([f"{'#' * shown.level} {shown.title}", *filter(None, parts)])


def add_links(docstring: str, links: Mapping[str, str]) -> str:
    """Turn a docstring into Markdown, linking the first mention of each name to its section."""
    seen: set[str] = set()

    def link(found: re.Match[str]) -> str:
        name = found[1]
        if name in seen or name not in links:
            return found[0]
        seen.add(name)
        return f"[`{name}`]({links[name]})"

    return markdown.prose(re.sub(r"(?<![`\[])`(\w+)`(?!`)", link, markdown.with_code(docstring)))


def _class(kind: type[Any], only: Collection[str], links: Mapping[str, str]) -> Iterator[str]:
    docstring, shown = doc(kind), [member for member in members(kind) if _is_shown(member, kind)]
    shown += members(Tagged) if Tagged in kind.__bases__ else []
    if only:
        yield add_links(docstring, links)
        yield methods_list([member for member in shown if member.name in only], links)
        return
    fields = [member for member in shown if member.arguments is None and not member.mark]
    text, left = _with_declarations(docstring, fields)
    described = left != fields or any(field.doc for field in fields)
    base, made = ", ".join(filter(_is_known, bases(kind))), constructor(kind)
    head = f"class {kind.__name__}" + (f"({base})" if base else "")
    if fields and not described:
        yield markdown.code("\n".join([f"{head}:", *(f"    {field.declared}" for field in fields)]))
    elif base or made:
        lines = [head] if base else []
        yield markdown.code("\n".join([*lines, *([_declaration(made)] if made else [])]))
    yield add_links(text, links)
    if described:
        yield "\n".join(_field(field, links) for field in left)
    if methods := [member for member in shown if member not in fields]:
        yield "Methods:" if described else ""
        yield methods_list(methods, links)


def _is_known(base: str) -> bool:
    """Return whether a base is public or comes from Python itself."""
    name = base.partition("[")[0]
    return hasattr(builtins, name) or any(name in public_names(face) for face in FACES)


def _is_shown(member: Member, kind: type[Any]) -> bool:
    """Return whether a member adds anything to the member of a base class."""
    return bool(member.doc) or not any(hasattr(base, member.name) for base in kind.__mro__[1:])


def _with_declarations(docstring: str, fields: list[Member]) -> tuple[str, list[Member]]:
    """Add declarations to a docstring's items about fields; return it and the fields without items."""
    by_name = {field.name: field for field in fields}
    seen: set[str] = set()

    def declare(found: re.Match[str]) -> str:
        names = re.findall(r"\w+", found[1].replace(" and ", " "))
        if not {*names} <= {*by_name}:
            return found[0]
        seen.update(names)
        return f"- {', '.join(f'``{by_name[name].declared}``' for name in names)}:"

    text = ITEM.sub(declare, docstring)
    for before, field in zip([None, *fields], fields, strict=False):
        if seen and field.name not in seen and not field.doc:
            text = _with_item(text, before, field)
            seen.add(field.name)
    return text, [field for field in fields if field.name not in seen]


def _with_item(text: str, before: Member | None, field: Member) -> str:
    """Add an item for a field to a docstring, after the previous field's or before all items."""
    item = f"- ``{field.declared}``"
    if before:
        place = re.compile(rf"^- .*``{re.escape(before.declared)}``.*(?:\n  .*)*", re.MULTILINE)
        return place.sub(lambda found: f"{found[0]}\n{item}", text, count=1)
    return re.sub(r"^- ``", f"{item}\n- ``", text, count=1, flags=re.MULTILINE)


def _field(field: Member, links: Mapping[str, str]) -> str:
    """Return the item for a field."""
    about = _indent_rest(add_links(field.doc, links))
    return f"- {markdown.word(field.declared)}" + (f": {about}" if about else "")


def methods_list(methods: Iterable[Member], links: Mapping[str, str]) -> str:
    """Return an item for each method, with its signature and its docstring."""
    items = []
    for member in methods:
        mark = f" ({member.mark})" if member.mark else ""
        if len(member.declared) <= WIDTH:
            declared = f"{markdown.word(member.declared)}{mark}"
        else:
            declared = f"{markdown.word(member.name)}{mark}\n\n" + markdown.code(_declaration(member))
        about = _indent_rest(add_links(member.doc, links))
        items.append(f"- {_indent_rest(declared)}\n\n  {about}".rstrip())
    return "\n\n".join(items)


def _indent_rest(text: str) -> str:
    """Indent a text's lines after the first, so that they belong to a list item."""
    return indent(text, "  ").lstrip()


def _declaration(member: Member) -> str:
    """Return a signature or a constant as code, in lines that fit the page."""
    if member.arguments is None:
        declared = member.declared if len(member.declared) <= LONGEST_VALUE else member.name
        return fill(declared, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    if len(member.declared) <= WIDTH:
        return member.declared
    arguments = "".join(f"    {argument},\n" for argument in member.arguments)
    return f"{member.name}(\n{arguments}){member.returns}"
