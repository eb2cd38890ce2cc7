"""A scenario: how a game starts, read from a file and checked against the game's types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import chain, islice
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

from sandtable.model.action import Action
from sandtable.model.game import Game
from sandtable.model.phase import Phase
from sandtable.model.scenario_file import ScenarioError, ScenarioFile, ScenarioInfo
from sandtable.model.special_rule import SpecialRule as SpecialRule
from sandtable.text.errors import PluginError, SandtableError, UnknownName
from sandtable.text.faults import Fault, Key, find_faults
from sandtable.text.words import clip, either, nearest_to, no_such, number_of, resolve

K = TypeVar("K", bound=Struct)


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario ready to be played.

    - `id`: ``game/name``.
    - `info`: the keys that are the same in every game.
    - `data`: the game's own Struct; None for a campaign.
    - `text`: the TOML file.
    - `rule_kinds`: the special rules that the file may name.
    - `bare`: whether it is a file that no plugin provides.
    - `parts`: the scenarios of a campaign, in order.
    - `EMPTY`: the name of the player of an empty seat.
    """

    game: Game[Any]
    id: str
    info: ScenarioInfo
    data: Any
    text: str
    rule_kinds: Mapping[str, type[SpecialRule]] = field(default_factory=dict)
    bare: bool = False
    parts: Sequence[Scenario] = ()
    EMPTY: ClassVar[str] = "none"

    @property
    def title(self) -> str:
        """The scenario's name as people write it."""
        return self.info.title

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play, in the file's order or, by default, the game's."""
        return self.info.seats or self.game.seats

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The teams, as tuples of seats; a seat that the file puts in no team is a team of its own."""
        return tuple(dict.fromkeys(map(self.team, self.seats)))

    def team(self, seat: str) -> tuple[str, ...]:
        """Return a seat and its partners, which know what it knows."""
        named = next((team for team in self.info.teams if seat in team), (seat,))
        return tuple(name for name in named if name in self.seats)

    def seated(self, players: Mapping[str, str]) -> Scenario:
        """Return the scenario without the seats whose player is EMPTY.

        Raises UnknownName for a seat that does not play, SandtableError if too few would play.
        """
        for seat in players:
            if seat not in self.seats:
                raise UnknownName(no_such("seat", seat, self.seats))
        seats = tuple(seat for seat in self.seats if players.get(seat) != self.EMPTY)
        if seats == self.seats:
            return self
        if len(seats) < (fewest := self.info.fewest_seats or len(self.seats)):
            needs = "at least " * (fewest < len(self.seats)) + number_of(fewest, "player")
            raise SandtableError(f"{self.id} needs {needs}, not {len(seats)}")
        return replace(self, info=msgspec.structs.replace(self.info, seats=seats))

    @property
    def own_parts(self) -> dict[str, str]:
        """The texts of the parts that no plugin provides, by name."""
        return {part.id.partition("/")[2]: part.text for part in self.parts if part.bare}

    @property
    def hash(self) -> str:
        """The blake2b of the file and of the bare parts' files, 32 hex digits."""
        whole = "".join((self.text, *self.own_parts.values()))
        return blake2b(whole.encode(), digest_size=16).hexdigest()

    def part(self, number: int) -> Scenario:
        """Return part `number` of a campaign, from 0; any other scenario is its own only part."""
        return self.parts[number] if self.parts else self

    def rules(self) -> list[SpecialRule]:
        """Return new special rules with the parameters that the file gives."""
        tables = [(table, self.rule_kinds[table["name"]]) for table in self.info.rules]
        return [msgspec.convert(_add_tag(table, kind), kind) for table, kind in tables]

    @cached_property
    def house(self) -> Any:
        """The game's Options, all at their defaults."""
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
        """Every kind of phase; a special rule's kind replaces the game's of the same name."""
        return _last_of_each_name(self.game.phases, *(kind.phases for kind in self.rules_in_force))

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """Every kind of action; a special rule's kind replaces the game's of the same name."""
        return _last_of_each_name(self.game.actions, *(kind.actions for kind in self.rules_in_force))

    @cached_property
    def verbs(self) -> Mapping[str, type[Action]]:
        """The kinds of action, by verb."""
        return {kind.name(): kind for kind in self.actions}


FindScenario = Callable[[str], Scenario]
"""A function that returns the scenario of an id, for the parts of a campaign."""


def _last_of_each_name(*kinds: Sequence[type[K]]) -> tuple[type[K], ...]:
    """Return the kinds, one for each name; if several share a name, the last counts."""
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
    find: FindScenario | None = None,
) -> Scenario:
    """Build a scenario of `game` from the text of its file, which messages call `source`.

    `find` returns the parts of a campaign by id. Raises the file's first fault, by line: ScenarioError,
    which names the key, what was expected and the nearest name, or PluginError if a plugin is at fault.
    """
    file = ScenarioFile.read(text, source or name)
    return Draft(file, game, rule_kinds or {}, find).scenario(name, bare=bare)


MOST_FAULTS = 100
"""The most faults looked for in a file, since finding the nearest right name takes time."""


@dataclass
class Draft:
    """A scenario's file with its game, or with the error that says why there is none.

    `rule_kinds` holds the game's special rules, and `find` returns the parts of a campaign.
    """

    file: ScenarioFile
    game: Game[Any] | SandtableError
    rule_kinds: Mapping[str, type[SpecialRule]] = field(default_factory=dict)
    find: FindScenario | None = None
    _parts: list[Scenario] = field(default_factory=list, init=False)

    @cached_property
    def faults(self) -> Sequence[Fault]:
        """The first MOST_FAULTS faults in the file, each once, by line; `scenario` raises the first."""
        return self.file.by_line(dict.fromkeys(islice(self._find_faults(), MOST_FAULTS)))

    def scenario(self, id: str, *, bare: bool = False) -> Scenario:
        """Return the scenario. Raises its first fault, as ScenarioError or PluginError."""
        self.file.refuse(self.faults)
        if isinstance(self.game, SandtableError):
            raise self.game  # a fault already, if the file names a game
        info = self.file.info
        data = None if info.parts else msgspec.convert(self.file.tables, self.game.ScenarioData)
        return Scenario(self.game, id, info, data, self.file.text, self.rule_kinds, bare, self._parts)

    def _find_faults(self) -> Iterator[Fault]:
        """Yield the faults of the file's description, game, data, parts and rules."""
        file, game = self.file, self.game
        yield from (description := list(file.find_faults()))
        if file.unreadable:
            return
        if isinstance(game, SandtableError):
            if file.game:  # a file that names no game has that fault already
                yield Fault(("game",), str(game), cause=game)
            return
        if file.game and file.game != game.id:
            yield Fault((), f"the game is {file.game}, not {game.id}", ("game",))
        if not file.own.get("parts"):
            yield from find_faults(file.tables, game.ScenarioData, others=ScenarioInfo.__struct_fields__)
        else:
            if not game.campaigns:
                yield Fault(("parts",), f"{game.id} has no campaigns")
            yield from (Fault((key,), 'a scenario with "parts" has no such key') for key in file.tables)
        # What is not a list, or not a table in it, has that fault already.
        for key, faults_of in (("parts", self._faults_of_part), ("rules", self._faults_of_rule)):
            items = file.own.get(key)
            for number, item in enumerate(items if isinstance(items, list) else ()):
                yield from faults_of(item, (key, number))
        if not description:
            yield from self._faults_of_seats(file.info, game.seats)

    def _faults_of_seats(self, info: ScenarioInfo, known: Sequence[str]) -> Iterator[Fault]:
        """Yield the faults of the seats that the file names; `known` are the game's seats."""
        seats, partners = info.seats or known, [seat for team in info.teams for seat in team]
        for key, named, right in (("seats", info.seats, known), ("teams", partners, seats)):
            for number, seat in enumerate(named):
                if seat not in right:
                    yield Fault((key,), no_such("seat", seat, right))
                elif seat in named[:number]:
                    yield Fault((key,), f"names {seat} twice")
        if (info.fewest_seats or 1) > len(seats):
            yield Fault(("fewest_seats",), f"at most {len(seats)}, the number of seats that play")

    def _faults_of_part(self, name: object, place: Key) -> Iterator[Fault]:
        """Yield the faults of a part of a campaign; add the part if there are none."""
        if not isinstance(name, str) or isinstance(self.game, SandtableError):
            return
        try:
            if "/" in name or self.find is None:
                raise ScenarioError(
                    f"a part is the name of a scenario of {self.game.id}, not {clip(name)}"
                )
            self._parts.append(self.find(f"{self.game.id}/{name}"))
        except SandtableError as error:
            yield Fault(("parts",), str(error), place, error)

    def _faults_of_rule(self, table: object, place: Key) -> Iterator[Fault]:
        """Yield the faults of a special rule in the file: of its name, class and parameters."""
        if not isinstance(table, dict):
            return
        name = table.get("name")
        if name is None:
            yield Fault(place, 'the key "name" is missing')
        elif not isinstance(name, str):
            yield Fault(("rules",), "the name of a special rule must be a text", (*place, "name"))
        elif name not in self.rule_kinds:
            yield Fault(("rules",), no_such("special rule", name, self.rule_kinds), (*place, "name"))
        else:
            try:
                kind = self.rule_kinds[name]
            except PluginError as error:
                yield Fault(("rules",), str(error), (*place, "name"), error)
                return
            kept = (key for key in table if key in kind.keeps)
            during_play = "; the rule sets it during play"
            found = chain(
                find_faults(_add_tag(table, kind), kind),
                (Fault((), f'there is no key "{key}"{during_play}', (key,)) for key in kept),
            )
            for fault in found:
                yield Fault(("rules",), f"{name}: {fault}", (*place, *(fault.place or fault.key)))


def _add_tag(table: Mapping[str, Any], kind: type[SpecialRule]) -> dict[str, Any]:
    """Return a special rule's table with the tag of its Struct in place of its name."""
    return {**table, "name": str(kind.__struct_config__.tag)}


def read_options(game: Game[Any], settings: Mapping[str, Any]) -> Any:
    """Return the game's Options with some of them set as typed (``--set NAME=VALUE``).

    Raises SandtableError, which names the house rule, what it takes, and the nearest right one.
    """
    options = game.info.options
    values: dict[str, Any] = {}
    for typed, value in settings.items():
        if not options:
            raise UnknownName(f'no house rule "{clip(typed)}"; {game.info.title} has none')
        name = resolve("house rule", typed, options)
        info = options[name]
        choices = info.values or ((True, False) if isinstance(info.default, bool) else ())
        values[name] = _read_setting(name, value, info.default, choices)
    return msgspec.convert(values, game.Options)


def _read_setting(name: str, given: object, default: object, choices: tuple[Any, ...]) -> Any:
    value = str(given).lower() if isinstance(given, bool) else str(given)
    plain = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    meant: Any = plain.get(value.lower(), value) if isinstance(default, bool) else value
    number = re.fullmatch(r"-?[0-9]{1,18}", value)
    if number and isinstance(default, int) and not isinstance(default, bool):
        meant = int(value)
    if type(meant) is not type(default) or (choices and meant not in choices):
        words = [str(choice).lower() for choice in choices]
        wanted = either(words or ["a whole number" if isinstance(default, int) else "a text"])
        close = nearest_to(value, words)
        hint = f'; did you mean "{close}"?' if close else ""
        raise SandtableError(f'{name} takes {wanted}, not "{clip(value)}"{hint}')
    return meant
