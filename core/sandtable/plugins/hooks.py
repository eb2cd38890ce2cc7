"""Hooks: how a package asks all plugins, and how a plugin answers.

A hook is a function marked with `hookspec`, in the package that calls it: ``plugins.ask(HOOK, KIND,
**ARGUMENTS)`` gives the answers. A plugin answers with a function of the same name, marked with
`hookimpl`. A plugin is what an entry point of the groups ``sandtable.games``, ``sandtable.scenarios`` or
``sandtable.plugins`` names: a game, a package of scenarios, or any module. pluggy calls the hooks, so
``tryfirst``, ``trylast`` and ``wrapper`` mean what its documentation says. A hook that raises is
reported once with its plugin's name, and the game continues without that plugin.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence, Set
from functools import wraps
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy

from sandtable.text.errors import PluginError
from sandtable.text.guard import Guard, in_a_line, show
from sandtable.text.words import describe

if TYPE_CHECKING:
    from sandtable.model.game import Game
    from sandtable.model.seat import Bot

PROJECT = "sandtable"

hookspec = pluggy.HookspecMarker(PROJECT)
"""Mark a function as a hook that plugins may implement."""
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Mark a function or method as a plugin's answer to the hook of its name."""


@hookspec
def bots(game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:  # type: ignore[empty-body]
    """Bots for a game, by name; each value makes a bot for one seat when it is called.

    Called when players are named on the command line, in a menu or in a save. If several bots have
    one name, the game's own ``scripted`` counts, else a built-in one, else the first; the others
    are named and left out. Each value is a class or a function without arguments. If it can be
    called with a text, the bot takes a setting after a colon: ``search:300``. With an attribute
    `runs_programs` that is true, it is made only for a user who has named it, and never for a save.
    """


# How they are called.

END = object()
"""The answer of a wrapper that yields nothing."""

YIELDS = "a wrapper must yield exactly once"
"""The error for a wrapper that yields never or twice."""

COPIES: Mapping[type[Any], Callable[[Any], Any]] = {Mapping: dict, Sequence: list, Iterable: list}
"""By kind, the function that makes a plain copy of an answer, which raises nothing when read."""


class Answer(NamedTuple):
    """The answer of a plugin to a hook, with the plugin's key. A wrapper gets a list of these.

    A value without a key that a wrapper adds to the list counts as the answer of its own plugin.
    """

    key: str
    value: Any

    @property
    def built_in(self) -> bool:
        """Whether the plugin came with the program."""
        return self.key.endswith("(sandtable)")


class _Guarded:
    """The hook implementations of a plugin, each behind a guard."""

    def __dir__(self) -> list[str]:
        return [*vars(self)]  # pluggy examines every name, which is slow


def _is_marked(value: object) -> bool:
    kinds = (FunctionType, MethodType, classmethod, staticmethod)
    return isinstance(value, kinds) and hasattr(value, f"{PROJECT}_impl")


class Listeners:
    """The implementations of hooks, by plugin; `problems` has a line for each failure.

    Each implementation has a guard, since one that raises would stop the others.
    """

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        self.manager = pluggy.PluginManager(PROJECT)
        self._registered: list[Any] = []
        self._arguments: dict[str, Set[str]] = {}
        """The arguments of each hook that was called."""

    def register(self, listener: Any, key: str) -> None:
        """Register an object for the hooks that it implements, once."""
        if any(listener is other for other in self._registered):
            return
        guarded = _Guarded()
        spaces = [getattr(listener, "__dict__", {}), *map(vars, type(listener).__mro__)]
        for name in dict.fromkeys(name for space in spaces for name in space if _is_marked(space[name])):
            if options := self.manager.parse_hookimpl_opts(listener, name):
                if options.get("hookwrapper"):
                    raise PluginError(f"{name}: use wrapper=True instead of hookwrapper=True")
                hook, function = options.get("specname") or name, getattr(listener, name)
                called = self._arguments.get(hook)  # of a hook that has been called before
                if called and (unknown := inspect.signature(function).parameters.keys() - called):
                    self._registered.append(listener)
                    self.leave_out(key, hook, _no_argument(unknown))
                    return
                make = _guard_wrapper if options["wrapper"] else _guard_answer
                setattr(guarded, name, make(function, key, self.guard(key, hook)))
        self._registered.append(listener)
        self.manager.register(guarded, key)

    def guard(self, key: str, where: str) -> Guard:
        """A guard that names the plugin of that key and leaves it out, if it is not left out already."""

        def report(error: BaseException) -> None:
            if self.manager.has_plugin(key):
                self.leave_out(key, where, error)

        return Guard(report)

    def leave_out(self, key: str, where: str, error: BaseException) -> None:
        """Unregister a plugin that failed, and name it."""
        if self.manager.has_plugin(key):
            self.manager.unregister(name=key)
        self.problems.append(f"{key} failed in {where}: {in_a_line(error)}")
        show(error)

    def ask(self, hook: Callable[..., Any], kind: type[Any], **arguments: Any) -> list[Answer]:
        """The answers to a hook, each with its key, in pluggy's order.

        A plugin that fails, or answers with another kind, is left out.
        """
        self._specify(hook)
        result = getattr(self.manager.hook, hook.__name__)(**arguments)  # a list, or the first result
        copy, answers = COPIES.get(kind), []
        for key, value in result if isinstance(result, list) else [] if result is None else [result]:
            with self.guard(key, hook.__name__):
                if not isinstance(value, kind):
                    raise TypeError(f"{describe(value)} is not a {kind.__name__}")
                answers.append(Answer(key, copy(value) if copy else value))  # a generator runs here
        return answers

    def _specify(self, hook: Callable[..., Any]) -> None:
        """Make a hook known to pluggy when it is first called; the first hook of a name counts.

        A plugin that expects an argument that the hook does not have is named and left out.
        """
        name = hook.__name__
        caller: pluggy.HookCaller | None = getattr(self.manager.hook, name, None)
        if caller and caller.has_spec():
            return
        arguments = self._arguments[name] = inspect.signature(hook).parameters.keys()
        for implementation in caller.get_hookimpls() if caller else ():
            if unknown := {*implementation.argnames} - arguments:
                self.leave_out(implementation.plugin_name, name, _no_argument(unknown))
        self.manager.add_hookspecs(type("Hook", (), {name: staticmethod(hook)}))


def _no_argument(unknown: Iterable[str]) -> PluginError:
    return PluginError(f"the hook has no argument {min(unknown)}")


def _guard_answer(function: Callable[..., Any], key: str, guard: Guard) -> Callable[..., Any]:
    """An implementation that puts its plugin's key on its answer, and never raises its faults."""

    @wraps(function)
    def answer(*given: Any, **named: Any) -> Answer | None:
        value = None
        with guard:
            value = function(*given, **named)
        return None if value is None else Answer(key, value)

    return answer


def _guard_wrapper(function: Callable[..., Any], key: str, guard: Guard) -> Callable[..., Any]:
    """A wrapper that leaves the answers alone if it fails."""

    @wraps(function)
    def wrapper(*given: Any, **named: Any) -> Generator[None, Any, Any]:
        begun: Generator[Any, Any, Any] | None = None
        with guard:
            steps = function(*given, **named)
            if next(steps, END) is END:
                raise RuntimeError(YIELDS)
            begun = steps
        answers = yield
        if begun is not None:
            with guard:
                try:
                    begun.send(answers)
                except StopIteration as done:
                    return _with_keys(done.value, answers, key)
                begun.close()
                raise RuntimeError(YIELDS)
        return answers

    return wrapper


def _with_keys(changed: Any, answers: Any, key: str) -> Any:
    """The answers, or the first result, as a wrapper left them; those that it added get `key`."""
    if isinstance(answers, list):
        if not isinstance(changed, list):
            raise TypeError(f"{describe(changed)} is not a list of answers")
        return [answer if isinstance(answer, Answer) else Answer(key, answer) for answer in changed]
    return changed if changed is None or isinstance(changed, Answer) else Answer(key, changed)
