"""A scenario: how a game starts, read from a file against that game's own types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sandtable.model.action import Action
from sandtable.model.game import Game
from sandtable.model.phase import Phase
from sandtable.model.scenario_file import ScenarioError, ScenarioFile, ScenarioInfo
from sandtable.model.special_rule import SpecialRule as SpecialRule
from sandtable.model.special_rule import misfits
from sandtable.text.errors import PluginError, SandtableError, UnknownName
from sandtable.text.faults import Fault, Key, Search
from sandtable.text.words import clipped, either, nearest, resolve, unknown

K = TypeVar("K", bound=Struct)


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario ready to be played.

    - `id`: ``game/name``.
    - `info`: the keys that are the same in every game.
    - `data`: the game's own Struct; None for a campaign.
    - `text`: the TOML file.
    - `rule_kinds`: the special rules that the file can name.
    - `bare`: whether no plugin brought the scenario.
    - `parts`: the scenarios of a campaign, in order.
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
    def own_parts(self) -> dict[str, str]:
        """The files of the parts that no plugin brought, by name."""
        return {part.id.partition("/")[2]: part.text for part in self.parts if part.bare}

    @property
    def hash(self) -> str:
        """blake2b of the file and of those of its bare parts, 32 hex digits."""
        whole = "".join((self.text, *self.own_parts.values()))
        return blake2b(whole.encode(), digest_size=16).hexdigest()

    def part(self, number: int) -> Scenario:
        """A part of a campaign, counted from 0; any other scenario is its own only part."""
        return self.parts[number] if self.parts else self

    def rules(self) -> list[SpecialRule]:
        """New special rules as the file asks for them."""
        tables = [(table, self.rule_kinds[table["name"]]) for table in self.info.rules]
        return [msgspec.convert(_tagged(table, kind), kind) for table, kind in tables]

    @cached_property
    def house(self) -> Any:
        """The game's Options with all defaults."""
        return self.game.Options()

    @cached_property
    def rules_in_force(self) -> tuple[type[SpecialRule], ...]:
        """The kinds of special rule that the file and its parts name, each once."""
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
    """All kinds by name; of equal names the last counts."""
    by_name = {kind.__struct_config__.tag: kind for group in kinds for kind in group}
    return tuple(by_name.values())


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

    `find` gives the parts of a campaign by id. Raises the first of the file's faults, by line:
    ScenarioError with the key that is wrong, what was expected and the nearest name, or PluginError
    if a plugin is at fault.
    """
    file = ScenarioFile.read(text, source or name)
    return Draft(file, game, rule_kinds or {}, find).scenario(name, bare=bare)


def scenario_faults(
    game: Game[Any],
    text: str,
    source: str,
    rule_kinds: Mapping[str, type[SpecialRule]],
    find: Find | None = None,
) -> Sequence[Fault]:
    """The faults for which `build` refuses a file of `game`, by line; it raises the first."""
    return Draft(ScenarioFile.read(text, source), game, rule_kinds, find).faults


@dataclass
class Draft:
    """A scenario's file with its game, or with the error that there is no such game.

    `rule_kinds` has the special rules of the game, and `find` gives the parts of a campaign.
    """

    file: ScenarioFile
    game: Game[Any] | SandtableError
    rule_kinds: Mapping[str, type[SpecialRule]] = field(default_factory=dict)
    find: Find | None = None
    _parts: list[Scenario] = field(default_factory=list, init=False)

    @cached_property
    def faults(self) -> Sequence[Fault]:
        """The faults of the file, each once, by line; `scenario` raises the first."""
        return self.file.by_line(self._search.found)

    @property
    def more_faults(self) -> int:
        """The number of faults beyond those in `faults`, which has as many as anybody reads."""
        return self._search.more

    def scenario(self, id: str, *, bare: bool = False) -> Scenario:
        """The scenario, ready to be played. Raises the first fault: ScenarioError or PluginError."""
        self.file.refuse(self.faults)
        if isinstance(self.game, SandtableError):
            raise self.game  # a fault already, if the file names a game
        info = self.file.info
        data = None if info.parts else msgspec.convert(self.file.tables, self.game.ScenarioData)
        return Scenario(self.game, id, info, data, self.file.text, self.rule_kinds, bare, self._parts)

    @cached_property
    def _search(self) -> Search:
        """A search through the file's description, game, data, parts and rules."""
        search, file = Search(), self.file
        file.look(search)
        if file.unreadable:
            return search
        if isinstance(self.game, SandtableError):
            if file.game:  # a file that names no game has that fault already
                search.say(("game",), str(self.game), cause=self.game)
            return search
        if file.game and file.game != self.game.id:
            search.say((), f"game is {file.game}, not {self.game.id}", ("game",))
        self._look_at_data(search, self.game)
        # What is not a list, or not a table in it, has that fault already.
        for key, look in (("parts", self._look_at_part), ("rules", self._look_at_rule)):
            items = file.own.get(key)
            for number, item in enumerate(items if isinstance(items, list) else []):
                look(search, item, (key, number))
        return search

    def _look_at_data(self, search: Search, game: Game[Any]) -> None:
        """Check the game's own keys; a campaign has none."""
        if not self.file.own.get("parts"):
            search.look(self.file.tables, game.ScenarioData, also=ScenarioInfo.__struct_fields__)
            return
        if not game.campaigns:
            search.say(("parts",), f"{game.id} has no campaigns")
        for key in self.file.tables:
            search.say((key,), 'a scenario with "parts" has no such key')

    def _look_at_part(self, search: Search, name: object, place: Key) -> None:
        """Check a part of a campaign; it is added if nothing is wrong with it."""
        if not isinstance(name, str) or isinstance(self.game, SandtableError):
            return
        try:
            if "/" in name or self.find is None:
                raise ScenarioError(
                    f"a part is the name of a scenario of {self.game.id}, not {clipped(name)}"
                )
            self._parts.append(self.find(f"{self.game.id}/{name}"))
        except SandtableError as error:
            search.say(("parts",), str(error), place, error)

    def _look_at_rule(self, search: Search, table: object, place: Key) -> None:
        """Check a special rule that the file names."""
        if not isinstance(table, dict):
            return
        name = table.get("name")
        if name is None:
            search.say(place, 'the key "name" is missing')
        elif not isinstance(name, str):
            problem = "the name of a special rule is a word"
            search.say(("rules",), problem, (*place, "name"))
        elif name not in self.rule_kinds:
            place = (*place, "name")
            search.add(lambda: Fault(("rules",), unknown("special rule", name, self.rule_kinds), place))
        else:
            try:
                kind = self.rule_kinds[name]
            except PluginError as error:
                search.say(("rules",), str(error), (*place, "name"), error)
                return
            _look_at_parameters(search, table, kind, place)


def _look_at_parameters(
    search: Search, table: Mapping[str, Any], kind: type[SpecialRule], place: Key
) -> None:
    """Check the class of a special rule, and its parameters in a file."""
    within = Search(search.room)
    for problem in misfits(kind):
        within.say((), problem, ("name",))
    within.look(_tagged(table, kind), kind)
    for key in table:
        if key in kind.keeps:
            within.say((), f'there is no key "{key}"; the rule itself sets that during play', (key,))
    for fault in within.found:
        key_in_file = (*place, *(fault.place or fault.key))
        search.say(("rules",), f"{table['name']}: {fault}", key_in_file)
    search.more += within.more


def _tagged(table: Mapping[str, Any], kind: type[SpecialRule]) -> dict[str, Any]:
    """A special rule's table with the name that its Struct uses."""
    return {**table, "name": str(kind.__struct_config__.tag)}


def read_options(game: Game[Any], settings: Mapping[str, Any]) -> Any:
    """The game's Options, some of them set by words (``--set NAME=VALUE``).

    Raises SandtableError with the house rule, what it takes, and the nearest one.
    """
    options = game.info.options
    values: dict[str, Any] = {}
    for typed, value in settings.items():
        if not options:
            raise UnknownName(f'no house rule "{clipped(typed)}"; {game.info.title} has none')
        name = resolve("house rule", typed, options)
        info = options[name]
        choices = info.values or ((True, False) if isinstance(info.default, bool) else ())
        values[name] = _setting(name, value, info.default, choices)
    return msgspec.convert(values, game.Options)


KINDS = {int: "a whole number", str: "a text"}
"""The values that a house rule without a list of values takes, by the type of its default."""


def _setting(name: str, given: object, default: object, choices: tuple[Any, ...]) -> Any:
    value = str(given).lower() if isinstance(given, bool) else str(given)
    plain = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    meant: Any = plain.get(value.lower(), value) if isinstance(default, bool) else value
    number = re.fullmatch(r"-?[0-9]{1,18}", value)
    if number and isinstance(default, int) and not isinstance(default, bool):
        meant = int(value)
    if type(meant) is not type(default) or (choices and meant not in choices):
        words = [str(choice).lower() for choice in choices]
        wanted = either(words) if words else KINDS[type(default)]
        close = nearest(value, words)
        hint = f'; did you mean "{close}"?' if close else ""
        raise SandtableError(f'{name} takes {wanted}, not "{clipped(value)}"{hint}')
    return meant
