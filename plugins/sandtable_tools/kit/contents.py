"""Lists all that can occur in a game (phases, actions, events, ...), and records what has occurred."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import msgspec

from sandtable import Action, Event, Refusal, Scenario, SeededDice, SpecialRule, Table
from sandtable_tools.kit.position_checks import illegal_actions, refusal_of, samples_of

PHASES, ACTIONS, EVENTS, RULES, REFUSALS = "phases", "actions", "events", "rules", "refusals"


class Contents(msgspec.Struct, frozen=True):
    """All ids by kind, special rules by class, and a pattern for each refusal's text."""

    ids: dict[str, frozenset[str]]
    rules: dict[type[SpecialRule], str]
    refusals: dict[str, re.Pattern[str]]


def contents_of(scenarios: Sequence[Scenario], rule_kinds: Mapping[str, type[SpecialRule]]) -> Contents:
    """Return all that can occur in a game, from its classes, its code and `Game.contents`."""
    game = scenarios[0].game
    rules = {rule_kinds[name]: name for name in rule_kinds}
    phases = [*game.phases, *(phase for rule in rules for phase in rule.phases)]
    actions = [*game.actions, *(action for rule in rules for action in rule.actions)]
    modules = _modules(type(game), rules)
    events = [
        kind for kind in _subclasses(Event) if kind.__module__ in {module.__name__ for module in modules}
    ]
    refusals = {words: pattern for module in modules for words, pattern in _refusals(module)}
    ids_by_kind: dict[str, set[str]] = {
        PHASES: {kind.__name__ for kind in _leaves(phases)},
        ACTIONS: {kind.name() for kind in _leaves(actions)},
        EVENTS: {kind.__name__ for kind in _leaves(events)},
        RULES: set(rules.values()),
        REFUSALS: set(refusals),
    }
    for part in (part for scenario in scenarios for part in scenario.parts or [scenario]):
        for kind, ids in game.contents(part).items():
            ids_by_kind.setdefault(kind, set()).update(ids)
    return Contents({kind: frozenset(ids) for kind, ids in ids_by_kind.items()}, rules, refusals)


def _modules(game: type[Any], rules: Iterable[type[Any]]) -> list[ModuleType]:
    package = sys.modules[game.__module__].__package__ or game.__module__
    rule_modules = {rule.__module__ for rule in rules}
    return [
        module
        for name, module in sorted(sys.modules.items())
        if name == package or name.startswith(f"{package}.") or name in rule_modules
    ]


def _subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for below in kind.__subclasses__():
        yield below
        yield from _subclasses(below)


def _leaves(kinds: Iterable[type[Any]]) -> list[type[Any]]:
    """Return the classes without subclasses, because base classes do not occur in play."""
    all_kinds = list(dict.fromkeys(kinds))
    bases = {base for kind in all_kinds for base in kind.__mro__[1:]}
    return [kind for kind in all_kinds if kind not in bases]


def _refusals(module: ModuleType) -> Iterator[tuple[str, re.Pattern[str]]]:
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError):  # a package without code of its own
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
            parts = _fixed_parts(node.args[1]) if node.func.id == Refusal.__name__ else []
            if any(parts):
                words = "...".join(parts)
                yield words, re.compile(".*".join(map(re.escape, parts)), re.DOTALL)


def _fixed_parts(text: ast.expr) -> list[str]:
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return [text.value]
    parts = [""]
    for value in text.values if isinstance(text, ast.JoinedStr) else ():
        if isinstance(value, ast.Constant):
            parts[-1] += str(value.value)
        else:
            parts.append("")
    return parts


class Witness:
    """Records what occurs at a table."""

    def __init__(self, wanted: Contents) -> None:
        self.wanted = wanted
        self._left = {kind: set(ids) for kind, ids in wanted.ids.items()}
        self._times_done: Counter[str] = Counter()
        self._refused: set[str] = set()
        self._luck = SeededDice("refusals")

    @property
    def seen(self) -> dict[str, list[str]]:
        """The ids that occurred, by kind."""
        return {kind: sorted(ids - self._left[kind]) for kind, ids in self.wanted.ids.items()}

    @property
    def never(self) -> dict[str, list[str]]:
        """The ids that never occurred, by kind."""
        return {kind: sorted(ids) for kind, ids in self._left.items()}

    @property
    def missing(self) -> int:
        """The number of ids that never occurred."""
        return sum(map(len, self._left.values()))

    def dice(self, seed: str) -> SeededDice:
        """Return dice for a table whose phases are recorded."""
        return _ListeningDice(seed, self)

    def is_new(self, action: Action) -> bool:
        """Tell whether an action, or anything that it names, has never occurred."""
        return action.name() in self._left[ACTIONS] or any(
            word in ids for ids in self._own_contents for word in action.words[1:]
        )

    def times_done(self, action: Action) -> int:
        """Return how often an action was done."""
        return self._times_done[str(action)]

    def note(self, table: Table[Any], events: Iterable[Event]) -> None:
        """Record the events, the special rules in force, and the current refusals."""
        for event in events:
            self._left[EVENTS].discard(type(event).__name__)
            self._note_named(event)
        for rule in table.rules:
            self._left[RULES].discard(self.wanted.rules.get(type(rule), ""))
        if table.outcome is None and self._left[REFUSALS]:
            decision = table.decision
            candidates = dict.fromkeys(samples_of(decision.candidates(table)))
            for action in (*candidates, *illegal_actions(table, candidates, self._luck)):
                refusal = refusal_of(table, action)
                if refusal and refusal.text not in self._refused:
                    self._refused.add(refusal.text)
                    patterns, missing = self.wanted.refusals, self._left[REFUSALS]
                    missing -= {words for words in missing if patterns[words].fullmatch(refusal.text)}

    def note_phase(self, phase: object) -> None:
        """Record a phase that runs, or a decision that is made."""
        self._left[PHASES].discard(type(phase).__name__)

    def note_action(self, action: Action) -> None:
        """Record an action."""
        self._times_done[str(action)] += 1
        self._left[ACTIONS].discard(action.name())
        self._note_named(action)

    @property
    def _own_contents(self) -> list[set[str]]:
        core = (PHASES, ACTIONS, EVENTS, RULES, REFUSALS)
        return [ids for kind, ids in self._left.items() if kind not in core]

    def _note_named(self, named: Action | Event) -> None:
        missing = self._own_contents
        for word in _texts(msgspec.to_builtins(named)) if any(missing) else ():
            for ids in missing:
                ids.discard(word)


class _ListeningDice(SeededDice):
    """Dice that the table tells which phase runs, and that report it to the witness."""

    def __init__(self, seed: str, witness: Witness) -> None:
        self._witness = witness
        super().__init__(seed)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "asker" and value is not None:
            self._witness.note_phase(value)


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)
