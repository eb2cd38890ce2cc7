"""Changes values in the text of a TOML file, such as a scenario."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import tomli_w

from sandtable import SandtableError, number_of
from sandtable.tooling import no_such, toml_text

Key = tuple[str | int, ...]
"""A value's place: the names of tables, and indexes into lists, from 0."""

REMOVED = object()
"""Stands for the value of a key to remove."""

BLANK = "\0"
"""Stands for a space in a comment above a table, which tomlkit takes for indentation."""


def change(text: str, key: Key, value: Any) -> tuple[str, bool]:
    """Change, add or remove a value; return the new text and whether its comments survived.

    Raises SandtableError for a key that fits nowhere.
    """
    import tomlkit  # noqa: PLC0415 (slow to import)

    wanted: dict[str, Any] = toml_text.loads(text)
    whole = wanted.get(str(key[0])) if value is REMOVED and key[1:] == (0,) else None
    if isinstance(whole, list) and [*map(type, whole)] == [dict]:
        key = key[:1]  # the only [[table]] goes with its list
    _put(wanted, key, value)
    with suppress(Exception):  # tomlkit has bugs of several kinds, so its result is checked
        document = tomlkit.parse(text)
        end = _attach_comments(document)
        _put(document, key, value if value is REMOVED else tomlkit.value(inline(value)))
        new = tomlkit.dumps(document).replace(BLANK, " ") + end
        if _alike(toml_text.loads(new), wanted):
            return new, True
    return tomli_w.dumps(wanted), "#" not in text


def _attach_comments(table: Any, above: str = "") -> str:
    """Attach the lines above each key and header to it; return those at the end, above nothing."""
    from tomlkit.items import AoT, Comment, Null, Table, Whitespace  # noqa: PLC0415 (slow to import)

    body = (table.value if isinstance(table, Table) else table).body
    for at, (name, found) in enumerate(body):
        if isinstance(found, (Comment, Whitespace)):
            above, body[at] = above + found.as_string(), (name, Null())
            continue
        for item in found.body if isinstance(found, AoT) else [found]:
            if not (isinstance(item, Table) and item.is_super_table()):  # it has a line of its own
                item.trivia.indent, above = above.replace(" ", BLANK) + item.trivia.indent, ""
            above = _attach_comments(item, above) if isinstance(item, Table) else above
    return above


def _put(tables: dict[str, Any], key: Key, value: Any) -> None:
    """Put a value into a table, adding tables where needed; or remove it."""
    container: Any = tables
    for depth, part in enumerate(key):
        step: Any = part if isinstance(container, list) else str(part)
        *above, _ = full = [*map(str, key[: depth + 1])]
        if isinstance(container, list) and (isinstance(step, str) or step >= len(container)):
            places = f"{number_of(len(container), 'item')}, counted from 0" if container else "no items"
            raise SandtableError(f"{'.'.join(full)}: no such place, the list has {places}")
        if not isinstance(container, (list, dict)):
            full_key, outer_key = ".".join(map(str, key)), ".".join(above)
            raise SandtableError(f"{full_key}: {outer_key} is a value, not a table")
        if value is REMOVED and isinstance(container, dict) and step not in container:
            names = [".".join([*above, name]) for name in container]
            raise SandtableError(no_such("key", ".".join(full), names))
        if depth < len(key) - 1:
            container = (
                container[step] if isinstance(container, list) else container.setdefault(step, {})
            )
        elif value is REMOVED:
            if step == 0 and (items := getattr(container, "body", [])[:2])[1:]:  # the list's comment
                items[1].trivia.indent = items[0].trivia.indent
            del container[step]
        else:
            container[step] = value


def _alike(value: object, other: object) -> bool:
    """Return whether two TOML values are the same: nan equals nan, but 1 equals neither 1.0 nor true."""
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(_alike(value[name], other[name]) for name in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_alike, value, other))
    return repr(value) == repr(other)


def inline(value: Any) -> str:
    """Write a value as TOML on one line. Raises TypeError for what TOML cannot express."""
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{_quote(name)} = {inline(item)}" for name, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return tomli_w.dumps({"k": value}).removeprefix("k = ").removesuffix("\n")


def _quote(name: str | int) -> str:
    return tomli_w.dumps({str(name): 0}).removesuffix(" = 0\n")


def key_of(name: str) -> Key:
    """Return the key that a dotted name means; indexes into lists count from 0."""
    parts = name.split(".")
    return tuple(int(part) if part.isdecimal() and at else part for at, part in enumerate(parts))
