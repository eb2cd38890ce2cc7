"""A scenario: a TOML file that says how a game starts, read against that game's own types."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from sandtable.base.errors import PluginError, SandtableError
from sandtable.base.faults import Fault, Key, find_faults
from sandtable.base.toml_text import explain
from sandtable.base.words import resolve, unknown, visible
from sandtable.model.action import Action
from sandtable.model.game import Game
from sandtable.model.phase import Phase
from sandtable.model.special_rule import SpecialRule as SpecialRule
from sandtable.model.special_rule import misfits

K = TypeVar("K", bound=Struct)

MOST_BYTES = 1_000_000
"""A scenario file has at most this many bytes."""

MOST_NUMBER, MOST_ITEMS, MOST_PARTS = 10**18, 1_000, 100
"""A number in a scenario file is at most this large, a list and a campaign at most this long."""

MOST_DOTS = 50
"""A line of a scenario file has at most this many dots."""

MOST_MINUTES = 6_000
"""A scenario file announces games of at most this many minutes."""

Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
Difficulty = Annotated[Literal["easy", "medium", "hard"], Meta(title="difficulty")]


class ScenarioError(SandtableError):
    """A scenario file that can not be played: the file, the key, what was expected."""


class ScenarioInfo(Struct, frozen=True):
    """What a scenario file says of itself, known without the game's code.

    `game` is the id of the game. `title` is the scenario's name for people. `summary` is a line of
    what it is about. `rules` are tables with the `name` of a registered special rule and its
    parameters. A campaign names as `parts` the scenarios of the same game that it plays in order; it
    has no keys of the game's own. `minutes` is how long a game takes somebody who plays it for the
    first time after the lesson. `difficulty` is how hard it is to win; in a game for two, for the
    weaker side. Every other key of the file belongs to the game.
    """

    game: str
    title: str
    summary: str = ""
    rules: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_PARTS)] = ()
    parts: Annotated[tuple[str, ...], Meta(max_length=MOST_PARTS)] = ()
    minutes: Minutes | None = None
    difficulty: Difficulty | None = None


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
        asked = [(table, self.rule_kinds[table["name"]]) for table in self.info.rules]
        return [msgspec.convert(_tagged(table, kind), kind) for table, kind in asked]

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


Find = Callable[[str], Scenario]
"""Gives the scenario of an id, for the parts of a campaign."""


def _newest(*kinds: Sequence[type[K]]) -> tuple[type[K], ...]:
    """All kinds by their name, of equal names the last."""
    by_name = {kind.__struct_config__.tag: kind for group in kinds for kind in group}
    return tuple(by_name.values())


def read_file(path: Path) -> str:
    """The text of a scenario file; ScenarioError when it is not one that can be read."""
    try:
        if path.exists() and not path.is_file():
            raise ScenarioError(f"{path}: not a file")
        if path.stat().st_size > MOST_BYTES:
            raise ScenarioError(f"{path}: larger than {MOST_BYTES} bytes, not a scenario")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise ScenarioError(f"{path}: {reason}") from error


def split_scenario(text: str, source: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a scenario says of itself, and the tables that belong to its game, as they stand.

    `source` names the file in messages. Raises ScenarioError when it is no TOML.
    """
    if deep := next((n for n, line in enumerate(text.split("\n"), 1) if line.count(".") > MOST_DOTS), 0):
        # Python's reader takes longer than anybody waits for a key of that many parts.
        raise ScenarioError(f"{source}: a line with more than {MOST_DOTS} dots (at line {deep})")
    try:
        tables = tomllib.loads(text)
    except RecursionError as error:
        raise ScenarioError(f"{source}: nested too deep") from error
    except ValueError as error:
        raise ScenarioError(f"{source}: {explain(text, error)}") from error
    if excess := next(_too_much(tables), ""):
        raise ScenarioError(f"{source}: {excess}")
    return {key: tables.pop(key) for key in ScenarioInfo.__struct_fields__ if key in tables}, tables


def _too_much(tables: Mapping[str, Any]) -> Iterator[str]:
    """What no game has room for, whatever it is for, and what no terminal should be sent."""
    todo: list[tuple[str, Any]] = list(tables.items())
    while todo:
        key, value = todo.pop()
        if isinstance(value, dict):
            todo += [(f"{key}.{name}", item) for name, item in value.items()]
        elif isinstance(value, list) and len(value) <= MOST_ITEMS:
            todo += [(f"{key}[{place}]", item) for place, item in enumerate(value)]
        elif isinstance(value, list):
            yield f"{key}: a list of {len(value)}, at most {MOST_ITEMS} are read"
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            yield f"{key}: a number of at most {MOST_NUMBER} was expected"
        if not f"{key}{value if isinstance(value, str) else ''}".replace("\n", "").isprintable():
            yield f"{visible(key)}: a character that can not be shown"


def parse(text: str, source: str) -> tuple[ScenarioInfo, dict[str, Any]]:
    """What a scenario says of itself, and the tables that belong to its game.

    `source` names the file in messages. Raises ScenarioError.
    """
    own, tables = split_scenario(text, source)
    _refuse(find_faults(own, ScenarioInfo), source)
    return msgspec.convert(own, ScenarioInfo), tables


def build(
    game: Game[Any],
    name: str,
    text: str,
    rule_kinds: Mapping[str, type[SpecialRule]] | None = None,
    *,
    bare: bool = False,
    source: str = "",
    find: Find | None = None,
) -> Scenario:
    """A scenario of `game` from the text of its file, which messages call `source`.

    `find` gives the parts of a campaign by id. Raises the first of the file's faults: ScenarioError with
    the key that is wrong, what was expected and the nearest name, or the PluginError behind it.
    """
    source, kinds = source or name, rule_kinds or {}
    draft = Draft(game, *split_scenario(text, source), kinds, find)
    _refuse(draft.faults(), source)
    info = msgspec.convert(draft.own, ScenarioInfo)
    data = None if info.parts else msgspec.convert(draft.tables, game.ScenarioData)
    return Scenario(game, name, info, data, text, kinds, bare, draft.parts)


def _refuse(faults: Iterable[Fault], source: str) -> None:
    """Raise the first fault, if there is one: a PluginError behind it, else ScenarioError."""
    for fault in faults:
        if isinstance(fault.cause, PluginError):
            raise fault.cause
        raise ScenarioError(f"{source}: {fault}") from fault.cause


def scenario_faults(
    game: Game[Any],
    text: str,
    source: str,
    rule_kinds: Mapping[str, type[SpecialRule]],
    find: Find | None = None,
) -> Iterator[Fault]:
    """Every fault for which `build` refuses a file of `game`; ScenarioError when it is no TOML."""
    yield from Draft(game, *split_scenario(text, source), rule_kinds, find).faults()


@dataclass
class Draft:
    """A scenario's file as it stands: its `own` keys and the `tables` of its game, not yet looked at.

    `parts` are the scenarios that `faults` has found for those that the file names.
    """

    game: Game[Any]
    own: Mapping[str, Any]
    tables: Mapping[str, Any]
    rule_kinds: Mapping[str, type[SpecialRule]]
    find: Find | None
    parts: list[Scenario] = field(default_factory=list)

    def faults(self) -> Iterator[Fault]:
        """All that is wrong: with what the file says of itself, its data, its parts, its rules."""
        yield from find_faults(self.own, ScenarioInfo)
        if isinstance(id := self.own.get("game"), str) and id != self.game.id:
            yield Fault((), f"game is {id}, not {self.game.id}", ("game",))
        yield from self._data_faults()
        # What is not a list, or not a table in it, is told already.
        for key, faults in (("parts", self._part_faults), ("rules", self._rule_faults)):
            items = self.own.get(key)
            for number, item in enumerate(items if isinstance(items, list) else []):
                yield from faults(item, (key, number))

    def _data_faults(self) -> Iterator[Fault]:
        """What is wrong with the keys that are the game's own, of which a campaign has none."""
        if not self.own.get("parts"):
            known = ScenarioInfo.__struct_fields__
            yield from find_faults(self.tables, self.game.ScenarioData, also=known)
            return
        if not self.game.campaigns:
            yield Fault(("parts",), f"{self.game.id} has no campaigns")
        for key in self.tables:
            yield Fault((key,), 'a scenario with "parts" has no such key')

    def _part_faults(self, name: object, place: Key) -> Iterator[Fault]:
        """What is wrong with a part of a campaign, which is found if nothing is."""
        if not isinstance(name, str):
            return
        try:
            if "/" in name or self.find is None:
                raise ScenarioError(f"a part is the name of a scenario of {self.game.id}, not {name}")
            self.parts.append(self.find(f"{self.game.id}/{name}"))
        except SandtableError as error:
            yield Fault(("parts",), str(error), place, error)

    def _rule_faults(self, table: object, place: Key) -> Iterator[Fault]:
        """What is wrong with a special rule that the file asks for."""
        if not isinstance(table, dict):
            return
        name = table.get("name")
        if name is None:
            yield Fault(place, 'the key "name" is missing')
        elif not isinstance(name, str):
            yield Fault(("rules",), "the name of a special rule is a word", (*place, "name"))
        elif name not in self.rule_kinds:
            yield Fault(("rules",), unknown("special rule", name, self.rule_kinds), (*place, "name"))
        else:
            try:
                kind = self.rule_kinds[name]
            except PluginError as error:
                yield Fault(("rules",), str(error), (*place, "name"), error)
                return
            for fault in _parameter_faults(table, kind):
                where = (*place, *(fault.place or fault.key))
                yield Fault(("rules",), f"{name}: {fault}", where)


def _parameter_faults(table: Mapping[str, Any], kind: type[SpecialRule]) -> Iterator[Fault]:
    """What is wrong with the class of a special rule, and with the parameters of a file."""
    yield from (Fault((), said, ("name",)) for said in misfits(kind))
    yield from find_faults(_tagged(table, kind), kind)
    for key in table:
        if key in kind.keeps:
            yield Fault((), f'there is no key "{key}", the rule keeps that during play', (key,))


def _tagged(table: Mapping[str, Any], kind: type[SpecialRule]) -> dict[str, Any]:
    """A special rule's table with the name that its own Struct has."""
    return {**table, "name": str(kind.__struct_config__.tag)}


def read_options(game: Game[Any], settings: Mapping[str, Any]) -> Any:
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
