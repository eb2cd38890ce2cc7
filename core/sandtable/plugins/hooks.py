"""Hooks: how a package calls all plugins, and how a plugin answers.

A hook is a function marked with `hookspec` in the package that calls it: ``plugins.ask(HOOK, KIND,
**ARGUMENTS)`` returns the answers. A plugin answers with a function of the same name, marked with
`hookimpl`. A plugin here is a game, a package of scenarios or any module that an entry point of the
groups ``sandtable.games``, ``sandtable.scenarios`` or ``sandtable.plugins`` names. pluggy calls the
hooks; its documentation explains ``tryfirst``, ``trylast`` and ``wrapper``. A hook that raises is
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
from sandtable.text.guard import Guard, in_a_line, print_traceback_if_debug
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

    Called when players are named on the command line, in a menu or in a save. If several bots share a
    name, the game's own ``scripted`` wins, then a built-in bot, then the first; the others are reported
    and left out. Each value is a class or a function without arguments. If it accepts a text, the bot
    takes a setting after a colon: ``search:300``. If its attribute `runs_programs` is true, the bot is
    made only if the user has named it, never on the word of a save.
    """


# How hooks are called.

NO_YIELD = object()
"""The answer of a wrapper that does not yield."""

YIELD_ERROR = "a wrapper must yield exactly once"
"""The error for a wrapper that does not yield, or yields twice."""

PLAIN_COPIES: Mapping[type[Any], Callable[[Any], Any]] = {Mapping: dict, Sequence: list, Iterable: list}
"""For a kind of answer, how to make a plain copy that is safe to read."""


class Answer(NamedTuple):
    """A plugin's answer to a hook, with the plugin's key. A wrapper receives a list of these.

    A plain value that a wrapper adds to the list counts as an answer of the wrapper's plugin.
    """

    key: str
    value: Any

    @property
    def built_in(self) -> bool:
        """Whether the plugin comes with the program."""
        return self.key.endswith("(sandtable)")


class _GuardedHooks:
    """A plugin's hook implementations, each behind a guard."""

    def __dir__(self) -> list[str]:
        return [*vars(self)]  # pluggy examines every name, which is slow


def _is_marked(value: object) -> bool:
    kinds = (FunctionType, MethodType, classmethod, staticmethod)
    return isinstance(value, kinds) and hasattr(value, f"{PROJECT}_impl")


class Listeners:
    """The hook implementations of all plugins; `problems` collects a line for each failure.

    Each implementation runs behind a guard, since one that raises would stop the others.
    """

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        self.manager = pluggy.PluginManager(PROJECT)
        self._registered: list[Any] = []
        self._arguments: dict[str, Set[str]] = {}
        """The arguments of each hook called so far."""

    def register(self, listener: Any, key: str) -> None:
        """Register an object for the hooks that it implements, once."""
        if any(listener is other for other in self._registered):
            return
        guarded = _GuardedHooks()
        spaces = [getattr(listener, "__dict__", {}), *map(vars, type(listener).__mro__)]
        for name in dict.fromkeys(name for space in spaces for name in space if _is_marked(space[name])):
            if options := self.manager.parse_hookimpl_opts(listener, name):
                if options.get("hookwrapper"):
                    raise PluginError(f"{name}: use wrapper=True instead of hookwrapper=True")
                hook, function = options.get("specname") or name, getattr(listener, name)
                called = self._arguments.get(hook)  # a hook that was called before
                if called and (unknown := inspect.signature(function).parameters.keys() - called):
                    self._registered.append(listener)
                    self.leave_out(key, hook, _no_argument(unknown))
                    return
                make = _guard_wrapper if options["wrapper"] else _guard_answer
                setattr(guarded, name, make(function, key, self.guard(key, hook)))
        self._registered.append(listener)
        self.manager.register(guarded, key)

    def guard(self, key: str, where: str) -> Guard:
        """Return a guard that reports the plugin with this key and leaves it out, once."""

        def report(error: BaseException) -> None:
            if self.manager.has_plugin(key):
                self.leave_out(key, where, error)

        return Guard(report)

    def leave_out(self, key: str, where: str, error: BaseException) -> None:
        """Unregister a plugin that failed, and report it."""
        if self.manager.has_plugin(key):
            self.manager.unregister(name=key)
        self.problems.append(f"{key} failed in {where}: {in_a_line(error)}")
        print_traceback_if_debug(error)

    def ask(self, hook: Callable[..., Any], kind: type[Any], **arguments: Any) -> list[Answer]:
        """Call a hook; return the answers, each with its plugin's key, in pluggy's order.

        A plugin that fails, or whose answer is not a `kind`, is left out.
        """
        self._specify(hook)
        result = getattr(self.manager.hook, hook.__name__)(**arguments)  # a list, or the first result
        copy, answers = PLAIN_COPIES.get(kind), []
        for key, value in result if isinstance(result, list) else [] if result is None else [result]:
            with self.guard(key, hook.__name__):
                if not isinstance(value, kind):
                    raise TypeError(f"{describe(value)} is not a {kind.__name__}")
                answers.append(Answer(key, copy(value) if copy else value))  # a generator runs here
        return answers

    def _specify(self, hook: Callable[..., Any]) -> None:
        """Register a hook with pluggy at its first call; if hooks share a name, the first counts.

        A plugin that expects an argument that the hook lacks is reported and left out.
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
    """Wrap an implementation so that its answer carries its plugin's key and its faults are caught."""

    @wraps(function)
    def answer(*given: Any, **named: Any) -> Answer | None:
        value = None
        with guard:
            value = function(*given, **named)
        return None if value is None else Answer(key, value)

    return answer


def _guard_wrapper(function: Callable[..., Any], key: str, guard: Guard) -> Callable[..., Any]:
    """Guard a hook wrapper: if it fails, the answers stay unchanged."""

    @wraps(function)
    def wrapper(*given: Any, **named: Any) -> Generator[None, Any, Any]:
        begun: Generator[Any, Any, Any] | None = None
        with guard:
            steps = function(*given, **named)
            if next(steps, NO_YIELD) is NO_YIELD:
                raise RuntimeError(YIELD_ERROR)
            begun = steps
        answers = yield
        if begun is not None:
            with guard:
                try:
                    begun.send(answers)
                except StopIteration as done:
                    return _with_keys(done.value, answers, key)
                begun.close()
                raise RuntimeError(YIELD_ERROR)
        return answers

    return wrapper


def _with_keys(changed: Any, answers: Any, key: str) -> Any:
    """Return the answers (or the first result) that a wrapper returned; answers it added get `key`."""
    if isinstance(answers, list):
        if not isinstance(changed, list):
            raise TypeError(f"{describe(changed)} is not a list of answers")
        return [answer if isinstance(answer, Answer) else Answer(key, answer) for answer in changed]
    return changed if changed is None or isinstance(changed, Answer) else Answer(key, changed)
