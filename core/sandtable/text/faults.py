"""The faults of plain data that should have a given type, each with its key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from sandtable.text.words import clipped, nearest, unknown

Key = tuple[str | int, ...]
"""Where a value stands: ``("patrols", 0, "units")``."""

MOST_FAULTS = 100
"""At most this many faults are described, each with the nearest right name; the others are counted."""


class Fault(Struct, frozen=True):
    """One fault: the key that the message names, what is wrong, and the key where it is in the file.

    `cause` is the error behind it, if there is one; `line` is its line in the file, once looked up.
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
        """The key, and what is wrong with it."""
        return f"{dotted(self.key)}: {self.text}" if self.key else self.text


def one_of(kind: str, names: Iterable[str]) -> Any:
    """The type of a name that must be one of `names`, for the fields of a scenario's Structs.

    `kind` says in an error message what the names are (``zone``).
    """
    return Annotated[Literal[tuple(names)], Meta(title=kind)]


def dotted(key: Key) -> str:
    """A key as text: ``patrols[0].units``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{clipped(part)}" for part in key)
    return "".join(parts).removeprefix(".")


def find_faults(value: object, kind: Any, key: Key = (), also: Iterable[str] = ()) -> Iterator[Fault]:
    """The first faults of a value that should have the type `kind`, which msgspec can convert to.

    `also` are further keys that a mistyped key of the value may mean.
    """
    search = Search()
    search.look(value, kind, key, also)
    yield from search.found


class Search:
    """Looks for faults.

    - `found`: the first `most` faults, each once.
    - `more`: the number of the others; a list or table with any fault counts as one. Describing them
      all, each with the nearest right name, would take longer than anybody waits.
    """

    def __init__(self, most: int = MOST_FAULTS) -> None:
        self.found: dict[Fault, None] = {}
        self.more = 0
        self._most = most
        self._seen = 0

    @property
    def room(self) -> int:
        """The number of faults that will still be described."""
        return self._most - len(self.found)

    def say(self, key: Key, text: str, place: Key = (), cause: Exception | None = None) -> None:
        """Add a fault with a finished text."""
        self.add(partial(Fault, key, text, place, cause))

    def add(self, describe: Callable[[], Fault]) -> None:
        """Add a fault; `describe` is called only if it is one of the first."""
        self._seen += 1
        if self.room:
            self.found[describe()] = None
        else:
            self.more += 1

    def look(
        self, value: object, kind: Any, key: Key = (), also: Iterable[str] = (), place: Key = ()
    ) -> None:
        """Add every fault of a value that should have the type `kind`, under its key.

        `also` are further keys that a mistyped key of the value may mean. When all keys of a Struct
        are right, the ValueError of its own `__post_init__` counts too. It holds one text or
        several, and each may begin with a key (``count: ...``).
        """
        try:
            msgspec.convert(value, kind)
        except RecursionError:
            self.say(key, "nested too deep", place)
        except (ValueError, OverflowError) as error:
            if not self.room:
                self.more += 1
                return
            before = self._seen
            self._look_within(value, _bare(kind), key, also)
            messages = getattr(error.__cause__, "args", ()) or (str(error),)
            for message in messages if self._seen == before else ():
                self.add(partial(_in_words, str(message), value, kind, key, place))

    def _look_within(self, value: object, kind: Any, key: Key, also: Iterable[str]) -> None:
        """Look at the parts of a value."""
        origin, inner = get_origin(kind), get_args(kind)
        if isinstance(value, Mapping):
            if isinstance(kind, type) and issubclass(kind, Struct):
                self._look_at_fields(value, kind, key, also)
            elif origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
                self._look_at_items(value, inner, key)
        elif isinstance(value, list) and inner and origin in (tuple, list, Sequence):
            kinds = repeat(inner[0]) if origin is not tuple or inner[-1] is ... else inner
            for number, (item, item_kind) in enumerate(zip(value, kinds, strict=False)):
                self.look(item, item_kind, (*key, number))

    def _look_at_fields(
        self, value: Mapping[Any, Any], kind: type[Struct], key: Key, also: Iterable[str]
    ) -> None:
        config = kind.__struct_config__
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        mistyped = set()
        for name, item in value.items():
            if name in fields:
                self.look(item, fields[name].type, (*key, name))
            elif config.forbid_unknown_fields and name != config.tag_field:
                close = nearest(str(name), [*fields, *also]) if self.room else None
                mistyped.add(close)
                self.add(partial(_no_key, str(name), close, key))
        for name, field in fields.items():
            if field.required and name not in value and name not in mistyped:
                self.say(key, f'the key "{name}" is missing')

    def _look_at_items(self, value: Mapping[Any, Any], kinds: tuple[Any, ...], key: Key) -> None:
        name_kind, kind = kinds or (Any, Any)
        for name, item in value.items():
            self.look(name, name_kind, key, place=(*key, name))
            self.look(item, kind, (*key, name))


def _bare(kind: Any) -> Any:
    """A type without its annotations; for an optional type, the type without None."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    others = [other for other in get_args(kind) if other is not type(None)]
    if get_origin(kind) in _UNIONS and len(others) == 1:
        return _bare(others[0])
    return kind


_UNIONS = (Union, type(int | str))


def _no_key(name: str, close: str | None, key: Key) -> Fault:
    hint = f'; did you mean "{close}"?' if close else ""
    return Fault(key, f'there is no key "{clipped(name)}"{hint}', (*key, name))


def _in_words(message: str, value: object, kind: Any, key: Key, place: Key) -> Fault:
    """The fault that a message of msgspec describes, in our words."""
    text = _PLACE.sub("", message)
    bare = _bare(kind)
    if isinstance(value, str) and get_origin(bare) is Literal:
        return Fault(key, unknown(_noun(kind), value, map(str, get_args(bare))), place)
    if isinstance(bare, type) and issubclass(bare, Struct) and isinstance(value, Mapping):
        name, colon, rest = text.partition(": ")
        if colon and name in bare.__struct_fields__:
            return Fault((*key, name), rest, place)
    return Fault(key, _with_value(_ours(text), value), place)


def _with_value(text: str, value: object) -> str:
    """The end of a message about a type with the value in place of its kind: ``not "many"``.

    A message about the length of a text gets the length instead.
    """
    expected = _EXPECTED.fullmatch(text)
    if not expected or not isinstance(value, (str, int, float)):
        return text
    if isinstance(value, str):
        shown = str(len(value)) if " characters " in text else f'"{clipped(value)}"'
    else:
        shown = clipped(str(value).lower())
    return f"{expected[1]}, not {shown}"


def decoding_fault(error: Exception) -> str:
    """The fault of JSON or of the data in it, in our words: ``verb: there is no "mvoe"``."""
    message = str(error)
    place = _PLACE.search(message)
    key = place[1].removeprefix("$").removeprefix(".") if place else ""
    text = _ours(_PLACE.sub("", message))
    named = f"a value in {key.removesuffix('[...]')}" if key.endswith("[...]") else key
    return f"{clipped(named)}: {text}" if key else text


def _ours(text: str) -> str:
    """A message of msgspec without its place, in our words."""
    for theirs, ours in _WORDING.items():
        text = re.sub(theirs, ours, text)
    return re.sub("`([^`]*)`", _types_in_words, text)


_EXPECTED = re.compile(r"(.* was expected)(, not .*)?")
_PLACE = re.compile(r" - at `([^`]*)`( in `[^`]*`)?$")


def _types_in_words(types: re.Match[str]) -> str:
    """The types in a message of msgspec, as people name them."""
    names = [name for name in types[1].split(" | ") if name != "null"]
    return " or ".join(_KINDS.get(name, name) for name in names) or "nothing"


def _noun(kind: Any) -> str:
    """The noun for the values of a Literal: the title of its annotation."""
    metas = (meta for part in (kind, *get_args(kind)) for meta in getattr(part, "__metadata__", ()))
    titles = (meta.title for meta in metas if isinstance(meta, Meta))
    return next(filter(None, titles), "such value")


_WORDING = {
    r"Invalid (?:enum )?value '?(.*?)'?$": r'there is no "\1"',
    r"Object missing required field `(.*)`": r'the key "\1" is missing',
    r"Object contains unknown field `(.*)`": r'there is no key "\1"',
    r"JSON is malformed: .*\(byte (\d+)\)": r"not JSON at byte \1",
    r"Input data was truncated": "not JSON: it ends too early",
    r"Expected (`.*?`), got (`.*?`)": r"\1 was expected, not \2",
    r"Expected (`.*?`) >= (-?\d+)": r"\1 of at least \2 was expected",
    r"Expected (`.*?`) <= (-?\d+)": r"\1 of at most \2 was expected",
    r"Expected `str` of length <= (\d+)": r"a text of at most \1 characters was expected",
    r"Expected `str` of length >= (\d+)": r"a text of at least \1 characters was expected",
    r"Expected (`.*?`) of length >= (\d+)": r"\1 of at least \2 was expected",
    r"Expected (`.*?`) of length <= (\d+)": r"\1 of at most \2 was expected",
    r"Expected (`.*?`) of length (\d+), got (\d+)": r"\1 of \2 was expected, not of \3",
    r"Expected (`.*?`) of length (\d+)": r"\1 of \2 was expected",
    r"Expected (`.*?`)": r"\1 was expected",
}

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
