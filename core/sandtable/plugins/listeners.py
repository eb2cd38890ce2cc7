"""The hooks, called by pluggy: each implementation runs behind its own guard."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from types import ModuleType
from typing import Any, NamedTuple

import pluggy

from sandtable.plugins.hooks import PROJECT
from sandtable.plugins.plugin import BUILT_IN
from sandtable.plugins.problems import in_a_line, show
from sandtable.text import signals
from sandtable.text.errors import PluginError

UNWATCHED = nullcontext()

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
        return self.key.endswith(f"({BUILT_IN})")


class Guarded:
    """The hook implementations of a plugin, each behind a guard."""


class Manager(pluggy.PluginManager):
    """pluggy's manager; everything registered goes through a `guard`, which also gets its key."""

    def __init__(self, guard: Callable[[Any, str], Guarded]) -> None:
        super().__init__(PROJECT)
        self._guard = guard

    def register(self, plugin: Any, name: str | None = None) -> str | None:
        key = name or self.get_canonical_name(plugin)
        return super().register(self._guard(plugin, key), key)

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> pluggy.HookimplOpts | None:
        """The same as in pluggy, except that most names of a module are skipped at once."""
        if name.startswith("__"):
            return None
        if isinstance(plugin, ModuleType) and not inspect.isroutine(vars(plugin).get(name)):
            return None
        return super().parse_hookimpl_opts(plugin, name)


class Listeners:
    """The implementations of hooks, by plugin; `problems` has a line for each failure.

    pluggy calls the hooks, so the order, `firstresult` and wrappers mean what it documents. Each
    implementation has a guard, since one that raises would stop the others: after a fault the answer is
    None, and the plugin is named, and unregistered after the call.
    """

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        self.manager = Manager(self._behind_guards)
        self.watch: Callable[[str, str], AbstractContextManager[None]] = lambda _key, _hook: UNWATCHED
        """Wraps each call of an implementation; gets the key of its plugin, and the hook."""
        self._calls = 0
        """The number of nested calls of hooks."""
        self._failed: set[str] = set()
        """The plugins that failed during the current call."""
        self._registered: list[Any] = []

    def register(self, listener: Any, key: str) -> None:
        """Register an object for the hooks that it implements, once.

        Raises PluginValidationError for an argument that a hook does not have.
        """
        if any(listener is other for other in self._registered):
            return
        self.manager.register(listener, key)
        self._registered.append(listener)

    def _behind_guards(self, listener: Any, key: str) -> Guarded:
        guarded = Guarded()
        for name in dir(listener):
            if options := self.manager.parse_hookimpl_opts(listener, name):
                hook = options.get("specname") or name
                if options.get("hookwrapper"):
                    raise PluginError(
                        f"{name} is marked hookwrapper=True, which is not supported; use wrapper=True"
                    )
                setattr(guarded, name, self._guarded(getattr(listener, name), key, hook, options))
        return guarded

    def _specify(self, hook: Callable[..., Any]) -> None:
        """Make a hook known to pluggy when it is first called; the first hook of a name counts.

        A plugin that expects an argument that the hook does not have is named and left out.
        """
        name = hook.__name__
        caller: pluggy.HookCaller | None = getattr(self.manager.hook, name, None)
        if caller and caller.has_spec():
            return
        arguments = inspect.signature(hook).parameters
        for implementation in caller.get_hookimpls() if caller else ():
            if unknown := [name for name in implementation.argnames if name not in arguments]:
                error = PluginError(f"the hook has no argument {unknown[0]}")
                self.leave_out(implementation.plugin_name, name, error)
        self.manager.add_hookspecs(type("Hook", (), {name: staticmethod(hook)}))

    def _guarded(
        self, function: Callable[..., Any], key: str, hook: str, options: pluggy.HookimplOpts
    ) -> Callable[..., Any]:
        """An implementation that puts its plugin's key on its answer, and never raises its faults."""

        @wraps(function)
        def answer(*given: Any, **named: Any) -> Answer | None:
            try:
                with self.watch(key, hook):
                    value = function(*given, **named)
            except BaseException as error:
                self._failed_in(key, hook, error)
                return None
            return None if value is None else Answer(key, value)

        @wraps(function)
        def wrapper(*given: Any, **named: Any) -> Generator[None, Any, Any]:
            try:
                with self.watch(key, hook):
                    steps = function(*given, **named)
                    if next(steps, END) is END:
                        raise RuntimeError(YIELDS)
            except BaseException as error:
                self._failed_in(key, hook, error)
                return (yield)
            answers = yield
            try:
                with self.watch(key, hook):
                    changed = _finished(steps, answers)
                return _with_keys(changed, answers, key)
            except BaseException as error:
                self._failed_in(key, hook, error)
                return answers

        return wrapper if options["wrapper"] else answer

    def _failed_in(self, key: str, where: str, error: BaseException) -> None:
        """Name a plugin that failed in a call, once, and mark it to be unregistered after the call."""
        if signals.sent(error):
            raise error
        if key not in self._failed:
            self._failed.add(key)
            self._name_failure(key, where, error)

    def _name_failure(self, key: str, where: str, error: BaseException) -> None:
        self.problems.append(f"{key} failed in {where}: {in_a_line(error)}")
        show(error)

    def ask(self, hook: Callable[..., Any], kind: type[Any], **arguments: Any) -> list[Answer]:
        """The answers to a hook, each with its key, in pluggy's order.

        A plugin that fails, or answers with another kind, is left out.
        """
        self._specify(hook)
        name = hook.__name__
        self._calls += 1
        try:
            result = getattr(self.manager.hook, name)(**arguments)  # a list, or the first result
            answers = result if isinstance(result, list) else [] if result is None else [result]
            return [copied for answer in answers if (copied := self._taken(answer, name, kind))]
        finally:
            self._calls -= 1
            if not self._calls:
                while self._failed:
                    self._unregister(self._failed.pop())

    def _taken(self, answer: Answer, hook: str, kind: type[Any]) -> Answer | None:
        """A copy of an answer of the right kind; a generator runs here, to give all its items."""
        try:
            if not isinstance(answer.value, kind):
                raise TypeError(f"{answer.value!r} is no {kind.__name__}")
            copy = COPIES.get(kind)
            with self.watch(answer.key, hook):
                return Answer(answer.key, copy(answer.value)) if copy else answer
        except BaseException as error:
            self._failed_in(answer.key, hook, error)
            return None

    def leave_out(self, key: str, where: str, error: BaseException) -> None:
        """Unregister a plugin that failed, and name it."""
        self._unregister(key)
        self._name_failure(key, where, error)

    def _unregister(self, key: str) -> None:
        if self.manager.has_plugin(key):
            self.manager.unregister(name=key)


def _finished(around: Generator[Any, Any, Any], answers: Any) -> Any:
    """The return value of a wrapper once it has the answers."""
    try:
        around.send(answers)
    except StopIteration as done:
        return done.value
    around.close()
    raise RuntimeError(YIELDS)


def _with_keys(changed: Any, answers: Any, key: str) -> Any:
    """The answers, or the first result, as a wrapper left them; those that it added get `key`."""
    if isinstance(answers, list):
        if not isinstance(changed, list):
            raise TypeError(f"{changed!r} is no list of answers")
        return [answer if isinstance(answer, Answer) else Answer(key, answer) for answer in changed]
    return changed if changed is None or isinstance(changed, Answer) else Answer(key, changed)
