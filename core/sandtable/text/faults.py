"""Finds the faults in plain data that should have a given type, each with its key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from sandtable.text.words import clip, nearest_to, no_such

Key = tuple[str | int, ...]
"""The path to a value: names of tables, and indexes in lists from 0: ``("patrols", 0, "units")``."""


class Fault(Struct, frozen=True):
    """A fault: the key that the message names, what is wrong, and the key to look up in the file.

    `cause` is the error behind it, if any; `line` is its line in the file, once it has been looked up.
    """

    key: Key
    text: str
    place: Key = ()
    cause: Exception | None = None
    line: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message

    @property
    def message(self) -> str:
        """The key, and what is wrong with its value."""
        return f"{write_key(self.key)}: {self.text}" if self.key else self.text


def one_of(kind: str, names: Iterable[str]) -> Any:
    """Return a type for names that must be among `names`, for fields in a scenario's Structs.

    `kind` says what the names are (``zone``), for error messages.
    """
    return Annotated[Literal[tuple(names)], Meta(title=kind)]


def write_key(key: Key) -> str:
    """Write a key as text: ``patrols[0].units``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{clip(part)}" for part in key)
    return "".join(parts).removeprefix(".")


def find_faults(
    value: object, kind: Any, key: Key = (), others: Iterable[str] = (), place: Key = ()
) -> Iterator[Fault]:
    """Yield every fault in a value that should have the type `kind`, which msgspec must support.

    `others` are keys of other tables that a mistyped key may mean. If a Struct's keys are right, the
    ValueError of its own `__post_init__` counts too. It carries one text or several, each of which may
    begin with a key (``count: ...``).
    """
    try:
        msgspec.convert(value, kind)
        return
    except RecursionError:
        yield Fault(key, "nested too deep", place)
        return
    except (ValueError, OverflowError) as error:
        messages = getattr(error.__cause__, "args", ()) or (str(error),)
    fault = None
    for fault in _faults_within(value, _strip_type(kind), key, others):
        yield fault
    if not fault:
        yield from (_in_words(str(message), value, kind, key, place) for message in messages)


def _faults_within(value: object, kind: Any, key: Key, others: Iterable[str]) -> Iterator[Fault]:
    """Yield the faults in the parts of a value."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(value, Mapping) and _struct_of(kind):
        yield from _faults_of_fields(value, kind, key, others)
    elif isinstance(value, Mapping) and isinstance(origin, type) and issubclass(origin, Mapping):
        for name, item in value.items():
            yield from find_faults(name, inner[0], key, place=(*key, name))
            yield from find_faults(item, inner[1], (*key, name))
    elif isinstance(value, list) and inner and origin in (tuple, list, Sequence):
        kinds = repeat(inner[0]) if origin is not tuple or inner[-1] is ... else inner
        for number, (item, item_kind) in enumerate(zip(value, kinds, strict=False)):
            yield from find_faults(item, item_kind, (*key, number))


def _struct_of(kind: Any) -> Any:
    """Return the Struct class behind a type, without type arguments; None if there is none."""
    bare = get_origin(kind) or kind
    return bare if isinstance(bare, type) and issubclass(bare, Struct) else None


def _faults_of_fields(
    value: Mapping[Any, Any], kind: Any, key: Key, others: Iterable[str]
) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    config, meant = _struct_of(kind).__struct_config__, set()
    for name, item in value.items():
        if name in fields:
            yield from find_faults(item, fields[name].type, (*key, name))
        elif config.forbid_unknown_fields and name != config.tag_field:
            close = nearest_to(str(name), [*fields, *others])
            meant.add(close)
            hint = f'; did you mean "{close}"?' if close else ""
            yield Fault(key, f'there is no key "{clip(str(name))}"{hint}', (*key, name))
    for name, field in fields.items():
        if field.required and name not in value and name not in meant:
            yield Fault(key, f'the key "{name}" is missing')


def _strip_type(kind: Any) -> Any:
    """Return a type without annotations and, if it is optional, without None."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    others = [other for other in get_args(kind) if other is not type(None)]
    return _strip_type(others[0]) if get_origin(kind) in _UNIONS and len(others) == 1 else kind


_UNIONS = (Union, type(int | str))


def _in_words(message: str, value: object, kind: Any, key: Key, place: Key) -> Fault:
    """Turn a message of msgspec into a fault: what was expected, and what was found."""
    bare = _strip_type(kind)
    if isinstance(value, str) and get_origin(bare) is Literal:
        metas = (meta for part in (kind, *get_args(kind)) for meta in getattr(part, "__metadata__", ()))
        noun = next((meta.title for meta in metas if isinstance(meta, Meta)), None) or "such value"
        return Fault(key, no_such(noun, value, map(str, get_args(bare))), place)
    text = _reword(_PLACE.sub("", message))
    if isinstance(value, Mapping) and (struct := _struct_of(bare)):
        begin, colon, rest = text.partition(": ")
        name, *inner = begin.split(".")
        if colon and name in struct.__struct_fields__:
            return Fault((*key, name, *inner), rest, place)
    expected = text.partition(" was expected")
    if expected[1] and isinstance(value, (str, int, float)):
        quoted = f'"{clip(value)}"' if isinstance(value, str) else clip(str(value).lower())
        shown = len(str(value)) if expected[0].endswith(" characters") else quoted
        text = f"{expected[0]} was expected, not {shown}"
    elif len(key) == 1 and text == "a list was expected, not a table":
        item = _strip_type((*get_args(bare), str)[0])
        text += f": write [[{key[0]}]]" if _struct_of(item) or get_origin(item) is dict else ""
    return Fault(key, text, place)


def decoding_fault(error: Exception) -> str:
    """Put a fault in JSON or in its data into our words: ``verb: there is no "mvoe"``."""
    message = str(error)
    place = _PLACE.search(message)
    key = place[1].removeprefix("$").removeprefix(".") if place else ""
    text = _reword(_PLACE.sub("", message))
    return f"{clip(key)}: {text}" if key else text


_PLACE = re.compile(r" - at `([^`]*)`( in `[^`]*`)?$")


def _reword(text: str) -> str:
    """Put a message of msgspec into our words, without its place."""
    for theirs, ours in _WORDING.items():
        text = re.sub(theirs, ours, text)
    return re.sub(
        "`([^`]*)`",
        lambda types: " or ".join(_KINDS.get(name, name) for name in types[1].split(" | ")),
        text,
    )


_WORDING = {
    r"Invalid (?:enum )?value '?(.*?)'?$": r'there is no "\1"',
    "Object missing required field `(.*)`": r'the key "\1" is missing',
    "Object contains unknown field `(.*)`": r'there is no key "\1"',
    r"JSON is malformed: .*\(byte (\d+)\)": r"not JSON at byte \1",
    "Input data was truncated": "not JSON: it ends too early",
    r" \| null": "",
    "Expected (.*?)(, got .*|$)": r"\1 was expected\2",
    ", got ": ", not ",
    "(?: of length)? >= ": " of at least ",
    "(?: of length)? <= ": " of at most ",
    r"(`str` of at \w+ \d+)": r"\1 characters",
    " of length ": " of ",
}

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
