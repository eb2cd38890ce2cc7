"""Names that have moved: they still work until 1.0, and a DeprecationWarning says where they are.

The table below has the modules of the kernel. For what has moved to a tool, an entry point of the
group ``sandtable.former`` gives the new place: ``"sandtable.testing" = "PACKAGE"`` for a module, and
``outcomes = "MODULE:NAME"`` for a name of the public face.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType

GROUP = "sandtable.former"
"""The group of entry points for what has moved to a tool."""

ROOMS = {
    "base": "config errors faults locks progress signals toml_text words",
    "batch": "estimate playout",
    "drawing": "chart layout svg",
    "model": (
        "action board deck dice event game phase picture relations rule_search rulebook scenario seat"
        " special_rule table thing=item track"
    ),
    "plugins": "bots hooks shell_command",
    "record": (
        "difference=diff entry=log exporter going_on=resume journal migrations opening records replay"
        " saves scenes=frames session"
    ),
}
"""The modules that were in the kernel's root, by the room that they are in now; ``old=new`` where
the name changed too."""

MODULES = {
    **{
        f"sandtable.{name.partition('=')[0]}": f"sandtable.{room}.{name.rpartition('=')[2]}"
        for room in ROOMS
        for name in ROOMS[room].split()
    },
    "sandtable.cli": "sandtable.shell",
    "sandtable.repl": "sandtable.prompt",
}
"""Where a module of the kernel is now, together with everything below it."""

HERE = (*ROOMS, "__main__", "prompt", "settings", "shell", "tooling")
"""The modules in the kernel's package, whose names nobody else can use."""

PUBLIC = ("sandtable.chart", "sandtable.deck")
"""Modules that are public under their old names too."""

VERBS = ("deal", "draw", "kinds", "move", "pile", "pour", "put", "take")
"""The names from the module `deck` that `sandtable` had."""

FACE = {"Thing": "Item"}
"""The old names in `sandtable`, and the new ones."""


class FormerAttribute:
    """An attribute under its old name: it was renamed, or moved to a part of its object.

    With `copy`, each access gives a new list, as it did before.
    """

    def __init__(self, now: str, *, copy: bool = False) -> None:
        self._now = now
        self._copy = copy
        self._old = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._old = f"{owner.__name__}.{name}"

    def __get__(self, owner: object, kind: type | None = None) -> Any:
        if owner is None:
            return self
        _warn(self._old, f"{type(owner).__name__}.{self._now}", 3)
        value = attrgetter(self._now)(owner)
        return list(value) if self._copy else value

    def __set__(self, owner: object, value: object) -> None:
        _warn(self._old, f"{type(owner).__name__}.{self._now}", 3)
        part, _, name = self._now.rpartition(".")
        setattr(attrgetter(part)(owner) if part else owner, name, value)


def take_over(kind: type, names: Mapping[str, str]) -> None:
    """Make what a class defines under old names count under the new names."""
    for old, now in names.items():
        definer = next(cls for cls in kind.__mro__ if old in vars(cls) or now in vars(cls))
        if now not in vars(definer):
            _warn(f"{definer.__name__}.{old}", f"{kind.__name__}.{now}", 5)  # past ABCMeta
            setattr(kind, now, vars(definer)[old])


def name_of_sandtable(name: str) -> Any:
    """The object that `sandtable` once had under a name. Raises AttributeError if it never had it."""
    if name in VERBS:
        _warn(f"sandtable.{name}", f"sandtable.deck.{name}", 4)
        return getattr(import_module("sandtable.model.deck"), name)
    if name in FACE:
        _warn(f"sandtable.{name}", f"sandtable.{FACE[name]}", 4)
        return getattr(import_module("sandtable"), FACE[name])
    for home in (f"sandtable.{name}", name):
        if (value := _of_tools().get(home)) is not None:
            module, _, attribute = value.partition(":")
            _warn(f"sandtable.{name}", value.replace(":", "."), 4)
            try:
                imported = import_module(module)
            except ImportError as error:
                raise AttributeError(f"sandtable.{name} is {value} now: {error}") from error
            return getattr(imported, attribute) if attribute else imported
    raise AttributeError(f"module 'sandtable' has no attribute {name!r}")


def renamed(
    module: str, names: Mapping[str, str], home: str = "", level: int = 3
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module for names that have changed, or have moved to the module `home`.

    `level` is how many calls the use of the name is above the warning. Raises AttributeError for a
    name that the module never had.
    """

    def get(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        _warn(f"{module}.{name}", f"{home or module}.{names[name]}", level)
        return getattr(import_module(home or module), names[name])

    return get


def moved_to_parts(kind: str, parts: Mapping[str, str]) -> Callable[[Any, str], Any]:
    """The ``__getattr__`` of a class for attributes that have moved to its parts: ``loader.load``."""

    def get(owner: Any, name: str) -> Any:
        if name not in parts:
            raise AttributeError(f"{kind!r} object has no attribute {name!r}")
        _warn(f"{kind}.{name}", f"{kind}.{parts[name]}", 3)
        return attrgetter(parts[name])(owner)

    return get


class Finder:
    """Finds modules that have moved, before Python looks in the old place."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 (as Python calls it)
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        if not fullname.startswith("sandtable.") or (now := _now(fullname)) is None:
            return None
        from importlib.machinery import ModuleSpec  # noqa: PLC0415 (seldom needed)

        spec = _spec(now)
        if spec is None:
            return None
        package = spec.submodule_search_locations is not None
        loader: Any = _Forward(now)
        return ModuleSpec(fullname, loader, origin=spec.origin, is_package=package)


class _Forward:
    """Makes a module's old name mean the module under its new name."""

    def __init__(self, now: str) -> None:
        self._now = now

    def create_module(self, _: ModuleSpec) -> None:
        """None, so that Python makes an empty module to begin with."""

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ not in PUBLIC:
            _warn(module.__name__, _new_place(self._now), 3)
        sys.modules[module.__name__] = import_module(self._now)

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module, for ``python -m``."""
        _warn(fullname, _new_place(self._now), 3)
        spec = _spec(self._now)
        code: CodeType | None = spec.loader.get_code(self._now) if spec and spec.loader else None  # type: ignore[attr-defined]
        return code


def _now(fullname: str) -> str | None:
    """The new place of a module; None if it has not moved."""
    parts = fullname.split(".")
    if parts[1] in HERE:
        return None
    table = MODULES if f"sandtable.{parts[1]}" in MODULES else _of_tools()
    now = table.get(".".join(parts[:2]))
    return now and ".".join([now, *parts[2:]])


def _spec(name: str) -> ModuleSpec | None:
    from importlib.util import find_spec  # noqa: PLC0415 (slow to import, and seldom needed)

    return find_spec(name)


@cache
def _of_tools() -> dict[str, str]:
    """The names that have moved to a tool, and their new places."""
    from importlib.metadata import entry_points  # noqa: PLC0415 (slow to import)

    return {point.name: point.value for point in entry_points(group=GROUP)}


def _new_place(now: str) -> str:
    """Where to look for the names of an old module, since the rooms of the kernel are private."""
    return "sandtable or sandtable.tooling" if now.startswith("sandtable.") else now


def warn_former(old: str, now: str) -> None:
    """Warn the caller's caller of the new name."""
    _warn(old, now, 4)


def _warn(old: str, now: str, level: int) -> None:
    import warnings  # noqa: PLC0415 (likewise)

    warnings.warn(f"{old} is {now} now", DeprecationWarning, stacklevel=level)
