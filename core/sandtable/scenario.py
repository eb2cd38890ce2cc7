"""A scenario: a TOML file that says how a game starts, read against that game's own types."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

from sandtable.action import Action
from sandtable.errors import SandtableError
from sandtable.game import Game
from sandtable.phase import Phase
from sandtable.words import camel_slug, nearest, resolve, unknown

K = TypeVar("K", bound=Struct)

MOST_BYTES = 1_000_000
"""The largest scenario file that is read."""


class ScenarioError(SandtableError):
    """A scenario file that can not be played: the file, the key, what was expected."""


class SpecialRule(
    Struct, tag=camel_slug, tag_field="name", omit_defaults=True, forbid_unknown_fields=True
):
    """A rule that a scenario adds to its game.

    Its fields are its parameters in the TOML and its own data during play; it is part of
    the position. The game calls its methods at the points that the game documents. A rule
    may bring `phases` and `actions` of its own.
    """

    phases: ClassVar[tuple[type[Phase[Any]], ...]] = ()
    actions: ClassVar[tuple[type[Action], ...]] = ()


class ScenarioInfo(Struct, frozen=True):
    """What a scenario file says of itself, known without the game's code.

    Every other key of the file belongs to the game. `rules` are tables with the `name` of a
    registered special rule and its parameters. A campaign names as `parts` the scenarios of the
    same game that it plays in order; it has no keys of the game's own.
    """

    game: str
    title: str
    summary: str = ""
    rules: tuple[dict[str, Any], ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario ready to be played.

    `id` is ``game/name``; `data` the game's own Struct; `rules` fresh special rules are made
    from for each table; `text` the TOML file itself, `bare` when no plugin brought it. A campaign
    has no data, but `parts` that have.
    """

    game: Game[Any]
    id: str
    info: ScenarioInfo
    data: Any
    text: str
    rule_kinds: Mapping[str, type[SpecialRule]] = field(default_factory=dict)
    bare: bool = False
    parts: Sequence[Scenario] = ()

    @property
    def title(self) -> str:
        """The scenario's name for people."""
        return self.info.title

    @property
    def hash(self) -> str:
        """blake2b of the file, 32 hex digits."""
        return blake2b(self.text.encode(), digest_size=16).hexdigest()

    def part(self, number: int) -> Scenario:
        """A part of a campaign, counted from 0; a scenario that is none is its own only part."""
        return self.parts[number] if self.parts else self

    def rules(self) -> list[SpecialRule]:
        """New special rules as the file asks for them."""
        return [_special_rule(self.id, table, self.rule_kinds) for table in self.info.rules]

    @cached_property
    def house(self) -> Any:
        """The game's Options when nobody has set any."""
        return self.game.Options()

    @cached_property
    def rules_in_force(self) -> tuple[type[SpecialRule], ...]:
        """The kinds of special rule that the file and its parts ask for, each once."""
        own = [type(rule) for rule in self.rules()]
        return tuple(
            dict.fromkeys([*own, *(kind for part in self.parts for kind in part.rules_in_force)])
        )

    @cached_property
    def phases(self) -> tuple[type[Phase[Any]], ...]:
        """Every kind of phase that can be scheduled; a rule's replaces one of the same name."""
        return _newest(self.game.phases, *(kind.phases for kind in self.rules_in_force))

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """Every kind of action that can be chosen; a rule's replaces one of the same name."""
        return _newest(self.game.actions, *(kind.actions for kind in self.rules_in_force))

    @cached_property
    def verbs(self) -> Mapping[str, type[Action]]:
        """The kinds of action by verb."""
        return {kind.name(): kind for kind in self.actions}


def _newest(*kinds: Sequence[type[K]]) -> tuple[type[K], ...]:
    """All kinds by their name, of equal names the last."""
    found = {kind.__struct_config__.tag: kind for some in kinds for kind in some}
    return tuple(found.values())


def read_file(path: Path) -> str:
    """The text of a scenario file; ScenarioError when it is not one that can be read."""
    try:
        if path.exists() and not path.is_file():
            raise ScenarioError(f"{path}: not a file")
        if path.stat().st_size > MOST_BYTES:
            raise ScenarioError(f"{path}: larger than {MOST_BYTES} bytes, not a scenario")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise ScenarioError(f"{path}: {reason}") from error


def parse(text: str, source: str) -> tuple[ScenarioInfo, dict[str, Any]]:
    """What a scenario says of itself, and the tables that belong to its game.

    `source` names the file in messages. Raises ScenarioError.
    """
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScenarioError(f"{source}: {error}") from error
    own = {key: tables.pop(key) for key in ScenarioInfo.__struct_fields__ if key in tables}
    return _convert(own, ScenarioInfo, source), tables


def build(
    game: Game[Any],
    name: str,
    text: str,
    rule_kinds: Mapping[str, type[SpecialRule]] | None = None,
    *,
    bare: bool = False,
    source: str = "",
    find: Callable[[str], Scenario] | None = None,
) -> Scenario:
    """A scenario of `game` from the text of its file, which messages call `source`.

    `find` gives the parts of a campaign by id. Raises ScenarioError with the key that is wrong,
    what was expected and the nearest name.
    """
    source = source or name
    info, tables = parse(text, source)
    if info.game != game.id:
        raise ScenarioError(f"{source}: game is {info.game}, not {game.id}")
    parts = _parts(info, tables, game, source, find) if info.parts else ()
    data = None if parts else _convert(tables, game.ScenarioData, source)
    scenario = Scenario(game, name, info, data, text, rule_kinds or {}, bare, parts)
    for table in info.rules:
        _special_rule(source, table, scenario.rule_kinds)
    return scenario


def _parts(
    info: ScenarioInfo,
    tables: Mapping[str, Any],
    game: Game[Any],
    source: str,
    find: Callable[[str], Scenario] | None,
) -> Sequence[Scenario]:
    """The scenarios of a campaign; none of them may be a campaign itself."""
    if tables:
        raise ScenarioError(f'{source}: {next(iter(tables))}: a scenario with "parts" has no such key')
    found = []
    for name in info.parts:
        if "/" in name or find is None:
            raise ScenarioError(
                f"{source}: parts: a part is the name of a scenario of {game.id}, not {name}"
            )
        try:
            found.append(find(f"{game.id}/{name}"))
        except SandtableError as error:
            raise ScenarioError(f"{source}: parts: {error}") from error
    return found


def _special_rule(
    source: str, table: Mapping[str, Any], kinds: Mapping[str, type[SpecialRule]]
) -> SpecialRule:
    name = table.get("name", "")
    if not isinstance(name, str):
        raise ScenarioError(f"{source}: rules: the name of a special rule is a word")
    if name not in kinds:
        raise ScenarioError(f"{source}: rules: {unknown('special rule', name, kinds)}")
    fields = {key: value for key, value in table.items() if key != "name"}
    kind = kinds[name]
    tagged = {**fields, "name": str(kind.__struct_config__.tag)}
    rule: SpecialRule = _convert(tagged, kind, f"{source}: rules: {name}")
    return rule


def _convert(tables: Mapping[str, Any], kind: type[Any], source: str) -> Any:
    try:
        return msgspec.convert(tables, kind)
    except (ValueError, OverflowError, RecursionError) as error:
        raise ScenarioError(f"{source}: {_plain(str(error), kind)}") from error


def _plain(message: str, kind: type[Any]) -> str:
    """A message of msgspec with the key first, and the nearest key for a mistyped one."""
    found = re.fullmatch(r"(.*?)(?: - at `(?:key in )?\$\.?(.*)`)?", message, re.DOTALL)
    text, key = found.groups() if found else (message, None)
    mistyped = re.search(r"unknown field `(.*)`", text)
    close = nearest(mistyped[1], _fields(kind).keys() - {mistyped[1]}) if mistyped else None
    other = re.search(r"Invalid enum value '(.*)'", text)
    last = re.sub(r"\[.*", "", (key or "").rpartition(".")[2])
    choices = _fields(kind).get(last, []) if other else []
    if other and choices:
        text = unknown("such value", other[1], choices)
    for theirs, ours in _WORDING.items():
        text = re.sub(theirs, ours, text)
    hint = f'; did you mean "{close}"?' if close else ""
    return f"{key}: {text}{hint}" if key else f"{text}{hint}"


_WORDING = {
    r"Object contains unknown field `(.*)`": r'there is no key "\1"',
    r"Object missing required field `(.*)`": r'the key "\1" is missing',
    r"Expected `(.*?)`, got `(.*?)`": r"\1 was expected, not \2",
    r"Expected `(.*?)` ([<>]=) (-?\d+)": r"\1 \2 \3 was expected",
    r"Expected `(.*?)`": r"\1 was expected",
}


def _fields(kind: Any) -> dict[str, list[str]]:
    """Every key of a Struct and of the Structs within it, with the words that it can be."""
    fields: dict[str, list[str]] = {}
    seen: set[Any] = set()
    todo = [kind]
    while todo:
        one = todo.pop()
        todo.extend(getattr(one, "__args__", ()))
        if isinstance(one, type) and issubclass(one, Struct) and one not in seen:
            seen.add(one)
            for item in msgspec.structs.fields(one):
                fields[item.name] = [word for word in _words(item.type) if isinstance(word, str)]
                todo.append(item.type)
    return fields


def _words(kind: Any) -> list[Any]:
    """The values of a Literal, also of one that may be left out."""
    inner = getattr(kind, "__args__", ())
    return [word for one in inner for word in (_words(one) if hasattr(one, "__args__") else [one])]


def options(game: Game[Any], settings: Mapping[str, Any]) -> Any:
    """The game's Options with some set by words (``--set NAME=VALUE``).

    Raises SandtableError naming the option, what it takes, and the nearest one.
    """
    known = game.info.options
    values: dict[str, Any] = {}
    for typed, value in settings.items():
        name = resolve("option", typed, known)
        info = known[name]
        choices = info.values or ((True, False) if isinstance(info.default, bool) else ())
        values[name] = _setting(name, value, info.default, choices)
    return msgspec.convert(values, game.Options)


def _setting(name: str, given: object, default: object, choices: tuple[Any, ...]) -> Any:
    value = str(given).lower() if isinstance(given, bool) else str(given)
    plain = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    found: Any = plain.get(value.lower(), value) if isinstance(default, bool) else value
    number = re.fullmatch(r"-?[0-9]{1,18}", value)
    if number and isinstance(default, int) and not isinstance(default, bool):
        found = int(value)
    if type(found) is not type(default) or (choices and found not in choices):
        wanted = ", ".join(str(choice).lower() for choice in choices) or type(default).__name__
        raise SandtableError(f"option {name} takes {wanted}, not {value!r}")
    return found
