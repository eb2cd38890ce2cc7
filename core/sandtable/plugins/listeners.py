"""The hooks, which pluggy calls: each implementation stands behind a guard of its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from types import ModuleType
from typing import Any, NamedTuple

import pluggy

from sandtable.base import signals
from sandtable.base.errors import PluginError
from sandtable.base.words import unknown
from sandtable.plugins.hooks import PROJECT, Hooks
from sandtable.plugins.plugin import BUILT_IN
from sandtable.plugins.troubles import in_a_line, show

UNWATCHED = nullcontext()

END = object()
"""What comes of a wrapper that yields nothing."""

YIELDS = "a wrapper must yield exactly once"
"""What is said of a wrapper that yields never or again."""


COPIES: Mapping[type[Any], Callable[[Any], Any]] = {Mapping: dict, Sequence: list, Iterable: list}
"""What makes a plain copy of an answer, which raises nothing when it is looked at."""


class Answer(NamedTuple):
    """What a plugin answers to a hook, with the plugin's key. A wrapper gets a list of these.

    What a wrapper adds to the list without a key counts as an answer of its own plugin.
    """

    key: str
    value: Any

    @property
    def built_in(self) -> bool:
        """Whether the plugin came with the program."""
        return self.key.endswith(f"({BUILT_IN})")


class Guarded:
    """The hook implementations of a plugin, each behind a guard; `hooks` must be specified."""

    def __init__(self) -> None:
        self.hooks: list[str] = []


class Manager(pluggy.PluginManager):
    """pluggy's manager; whatever is registered goes through a `guard`, which is given its key, too."""

    def __init__(self, guard: Callable[[Any, str], Guarded]) -> None:
        super().__init__(PROJECT)
        self._guard = guard
        self.add_hookspecs(Hooks)

    def register(self, plugin: Any, name: str | None = None) -> str | None:
        key = name or self.get_canonical_name(plugin)
        return super().register(self._guard(plugin, key), key)

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> pluggy.HookimplOpts | None:
        """As pluggy does, but most names of a module are seen at once to be no hook."""
        if name.startswith("__"):
            return None
        if isinstance(plugin, ModuleType) and not inspect.isroutine(vars(plugin).get(name)):
            return None
        return super().parse_hookimpl_opts(plugin, name)


class Listeners:
    """Who hears which hook; `troubles` says in a line each who failed.

    pluggy calls the hooks, so that the order, `firstresult` and wrappers mean what it documents. One
    implementation that raised would stop the others. So each is guarded: it then answers None, and its
    plugin is named, and unregistered after the call.

    `specified_elsewhere` says whether a plugin that is not registered adds a hook of some name; it may
    register that plugin.
    """

    def __init__(
        self,
        troubles: list[str],
        specified_elsewhere: Callable[[str], bool] = lambda _hook: False,
    ) -> None:
        self.troubles = troubles
        self._specified_elsewhere = specified_elsewhere
        self.manager = Manager(self._behind_guards)
        self.watch: Callable[[str, str], AbstractContextManager[None]] = lambda _key, _hook: UNWATCHED
        """Stands around each call of an implementation: given the key of its plugin, and the hook."""
        self._calls = 0
        """How many calls of hooks are going on, one within another."""
        self._failed: set[str] = set()
        """The plugins that failed in a call which is still going on."""
        self._registered: list[Any] = []
        self._added: list[type] = []

    def register(self, listener: Any, key: str) -> None:
        """Let something hear the hooks that it implements, once.

        Raises PluginError for a hook that there is not, with the nearest, and PluginValidationError for
        an argument that a hook does not have.
        """
        if any(listener is other for other in self._registered):
            return
        self.manager.register(listener, key)
        try:
            self._specify(getattr(self.manager.get_plugin(key), "hooks", ()))
        except BaseException:
            self._unregister(key)
            raise
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
                guarded.hooks += [] if options.get("optionalhook") else [hook]
        return guarded

    def _specify(self, hooks: Sequence[str]) -> None:
        """Add the hooks that a plugin brings. PluginError for one that it implements and nobody has."""
        if "add_hooks" in hooks:
            for _, more in self.ask("add_hooks", type):
                if more not in self._added:
                    self._added.append(more)
                    self.manager.add_hookspecs(more)
        for hook in hooks:
            if hook not in self._specified and not self._specified_elsewhere(hook):
                raise PluginError(unknown("hook", hook, self._specified))

    @property
    def _specified(self) -> list[str]:
        callers = vars(self.manager.hook).items()
        return [name for name, caller in callers if not name.startswith("_") and caller.has_spec()]

    def _guarded(
        self, function: Callable[..., Any], key: str, hook: str, options: pluggy.HookimplOpts
    ) -> Callable[..., Any]:
        """An implementation that says who answers, and that never raises what is its own fault."""

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
                    around = function(*given, **named)
                    if next(around, END) is END:
                        raise RuntimeError(YIELDS)
            except BaseException as error:
                self._failed_in(key, hook, error)
                return (yield)
            answers = yield
            try:
                with self.watch(key, hook):
                    changed = _finished(around, answers)
                return _with_keys(changed, answers, key)
            except BaseException as error:
                self._failed_in(key, hook, error)
                return answers

        return wrapper if options["wrapper"] else answer

    def _failed_in(self, key: str, where: str, error: BaseException) -> None:
        """Name a plugin that failed in a call, once, and have it unregistered after the call."""
        if signals.sent(error):
            raise error
        if key not in self._failed:
            self._failed.add(key)
            self._name_failure(key, where, error)

    def _name_failure(self, key: str, where: str, error: BaseException) -> None:
        self.troubles.append(f"{key} failed in {where}: {in_a_line(error)}")
        show(error)

    def ask(self, hook: str, kind: type[Any], **arguments: Any) -> list[Answer]:
        """What each answers to a hook, after its key, in pluggy's order.

        Who fails or answers otherwise is left out.
        """
        self._calls += 1
        try:
            result = getattr(self.manager.hook, hook)(**arguments)  # a list, or the first result
            answers = result if isinstance(result, list) else [] if result is None else [result]
            return [taken for answer in answers if (taken := self._taken(answer, hook, kind))]
        finally:
            self._calls -= 1
            if not self._calls:
                while self._failed:
                    self._unregister(self._failed.pop())

    def _taken(self, answer: Answer, hook: str, kind: type[Any]) -> Answer | None:
        """An answer of the right kind, with all that is in it: a generator runs only here."""
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
        """Hear no more of a plugin that failed, and name it."""
        self._unregister(key)
        self._name_failure(key, where, error)

    def _unregister(self, key: str) -> None:
        if self.manager.has_plugin(key):
            self.manager.unregister(name=key)


def _finished(around: Generator[Any, Any, Any], answers: Any) -> Any:
    """What a wrapper returns when it is given the answers."""
    try:
        around.send(answers)
    except StopIteration as done:
        return done.value
    around.close()
    raise RuntimeError(YIELDS)


def _with_keys(changed: Any, answers: Any, key: str) -> Any:
    """What a wrapper made of the answers, or of the first result; its own have the key of its plugin."""
    if isinstance(answers, list):
        if not isinstance(changed, list):
            raise TypeError(f"{changed!r} is no list of answers")
        return [one if isinstance(one, Answer) else Answer(key, one) for one in changed]
    return changed if changed is None or isinstance(changed, Answer) else Answer(key, changed)
