"""Special rules: classes whose methods a game calls at certain points, and their errors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, TypeVar

from msgspec import NODEFAULT, Struct, structs

from sandtable.model.action import Action
from sandtable.model.phase import Phase
from sandtable.text.errors import ErrorInWords
from sandtable.text.guard import Guard, in_a_line
from sandtable.text.words import camel_slug, describe, no_such

T = TypeVar("T")

_SIMILAR = 0.75
"""A method name at least this similar to that of a point (0 to 1) counts as mistyped."""

_NOUNS = {int: "a number", str: "a text", bool: "True or False"}


class SpecialRule(
    Struct, tag=camel_slug, tag_field="name", omit_defaults=True, forbid_unknown_fields=True
):
    """A rule that a scenario adds to its game; it is part of the position.

    Derive from the game's base class, in its module ``special_rules``, and define the methods that you
    need. Each is a point at which the game calls its rules. The fields are the parameters in the
    scenario's file, and the rule's own data. (A game derives its base class from this one, with a method
    for each point, and calls the rules with `ask_rules`.)

    >>> from sandtable import SpecialRule
    >>> class Sandstorm(SpecialRule):
    ...     keeps = ("blown",)
    ...     turn: int
    ...     blown: bool = False
    ...     def turn_begins(self, table):
    ...         self.blown = table.state.turn == self.turn
    >>> Sandstorm(turn=3)
    Sandstorm(turn=3, blown=False)

    - `keeps`: the fields that are the rule's own data. Each needs a default, and no file may set it.
    - `phases`, `actions`: the kinds that it adds to the game.
    """

    phases: ClassVar[tuple[type[Phase[Any]], ...]] = ()
    actions: ClassVar[tuple[type[Action], ...]] = ()
    keeps: ClassVar[tuple[str, ...]] = ()


class RuleFault(ErrorInWords):
    """A special rule failed when it was called; the text names its class, the point and the error."""

    def __init__(self, rule: type[Any], point: str, problem: str) -> None:
        super().__init__(f"{rule.__name__}.{point}: {problem}")
        self.rule = rule


# Calling rules.


def ask_rules(rules: Iterable[Any], point: str, kind: type[T], *given: Any, **named: Any) -> list[T]:
    """Call each rule at a point; return their answers, in order.

    Raises RuleFault for a rule that fails there or answers with something other than `kind`.
    """
    return [_check_kind(rule, point, kind, _answer(rule, point, given, named)) for rule in rules]


def gather_from_rules(
    rules: Iterable[Any], point: str, kind: type[T], *given: Any, **named: Any
) -> list[T]:
    """Call each rule at a point where it may give several answers of a `kind`; return all of them.

    Raises RuleFault like `ask_rules`.
    """
    gathered: list[T] = []
    for rule in rules:
        answer = _answer(rule, point, given, named)
        if isinstance(answer, str) or not hasattr(answer, "__iter__"):
            raise RuleFault(type(rule), point, f"a list was expected, not {describe(answer)}")
        try:
            items = list(answer)  # a generator runs only now
        except BaseException as error:
            _blame(rule, point, error)
            raise
        gathered += [_check_kind(rule, point, kind, item) for item in items]
    return gathered


def call_rules(rules: Iterable[Any], point: str, *given: Any) -> None:
    """Call each rule at a point that expects no answer. Raises RuleFault for a rule that fails."""
    for rule in rules:
        _answer(rule, point, given, {})


def _answer(rule: Any, point: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a rule at a point; return its answer, of any kind."""
    try:
        return getattr(rule, point)(*given, **named)
    except BaseException as error:
        _blame(rule, point, error)
        raise


def _blame(rule: Any, point: str, error: BaseException) -> None:
    """Raise RuleFault for an error in a rule, unless the error comes from a rule that it called."""
    if not isinstance(error, RuleFault):
        Guard(lambda error: RuleFault(type(rule), point, in_a_line(error))).take(error)


def _check_kind(rule: Any, point: str, kind: type[T], answer: Any) -> T:
    if isinstance(answer, kind):
        return answer
    noun = _NOUNS.get(kind, kind.__name__)
    raise RuleFault(type(rule), point, f"{noun} was expected, not {describe(answer)}")


# Mistakes in the class of a rule.


def rule_faults(kind: type[SpecialRule]) -> Iterator[str]:
    """Yield the faults in a special rule's class that can be found without calling it.

    A game's points are the public methods of its base class, which derives from SpecialRule directly.
    The faults are methods whose names are almost those of points, points that take other arguments, and
    names in `keeps` that are not fields with defaults.
    """
    from difflib import get_close_matches  # noqa: PLC0415 (slow to import, and rarely needed)

    base = next(cls for cls in reversed(kind.__mro__) if SpecialRule in cls.__bases__)
    points = {name: point for name, point in vars(base).items() if _public_method(name, point)}
    for name in dir(kind) if points and kind is not base else ():
        if name in points:
            yield from _fault_of_method(name, inspect.getattr_static(kind, name), points[name])
        elif _public_method(name, getattr(kind, name)) and get_close_matches(name, points, 1, _SIMILAR):
            yield no_such("point", name, points)
    fields = {field.name: field.default is not NODEFAULT for field in structs.fields(kind)}
    for name in kind.keeps:
        if name not in fields:
            yield f"keeps: {no_such('field', name, fields)}"
        elif not fields[name]:
            yield f"keeps: {name} has no default"


def _public_method(name: str, thing: Any) -> bool:
    return not name.startswith("_") and inspect.isfunction(thing)


def _fault_of_method(name: str, own: Any, point: Callable[..., Any]) -> Iterator[str]:
    """Yield the fault, if any, of a rule's attribute that is named like a point."""
    if not inspect.isfunction(own):
        yield f"{name} must be a method that the game calls"
        return
    wanted, takes = inspect.signature(point), inspect.signature(own)
    expected = wanted.parameters.values()
    by_position = [part.name for part in expected if part.kind is part.POSITIONAL_OR_KEYWORD]
    by_name = {part.name: None for part in expected if part.kind is part.KEYWORD_ONLY}
    try:
        takes.bind(*by_position, **by_name)
    except TypeError:
        yield f"{name} takes {_drop_annotations(takes)}; {_drop_annotations(wanted)} was expected"


def _drop_annotations(signature: inspect.Signature) -> str:
    """Return a signature's parameters without annotations."""
    empty = signature.empty
    bare = [parameter.replace(annotation=empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=empty))
