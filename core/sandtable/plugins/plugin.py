"""An installed plugin, usually an entry point of a distribution, and its state."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.model.game import NOT_SHOWN, Game
from sandtable.model.special_rule import SpecialRule, rule_faults
from sandtable.text.errors import PluginError
from sandtable.text.printing import escape
from sandtable.text.toml_text import read_toml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

GROUPS = {
    "sandtable.games": "game",
    "sandtable.scenarios": "scenario",
    "sandtable.rules": "rule",
    "sandtable.plugins": "plugin",
    "sandtable.commands": "command",
}
"""The entry-point groups, and the kind of plugin in each."""

BUILT_IN = "sandtable"
"""Our own distribution, whose plugins take precedence over others with the same id."""

PACKAGE_FILE = "plugin.toml"
"""A file in a package; ``required = true`` in it means that the program needs its plugins."""

MARK = "hookimpl"
"""The decorator of each hook that a plugin implements."""


@dataclass(kw_only=True)
class ListItem:
    """An item in the list of plugins, with its state.

    `state` is ``installed`` (no fault known), ``disabled``, ``broken``, ``incompatible`` or
    ``duplicate``; `reason` says why it is not usable.
    """

    kind: str
    id: str
    distribution: str
    version: str = ""
    state: str = "installed"
    reason: str = ""

    @property
    def usable(self) -> bool:
        """Whether it may be loaded."""
        return self.state == "installed"

    @property
    def key(self) -> str:
        """A key that no other plugin has."""
        return f"{self.kind} {self.id} ({self.distribution})"

    @property
    def built_in(self) -> bool:
        """Whether it comes with the program."""
        return self.distribution == BUILT_IN

    @property
    def source(self) -> str:
        """Where it comes from, with its version."""
        return f"{self.distribution} {self.version}".strip()

    @property
    def name(self) -> str:
        """Its id as people write it: ``game/name`` for a scenario, ``plugins doctor`` for a command."""
        if self.kind == "command":
            return self.id.replace(".", " ")
        return self.id.replace(".", "/", 1) if self.kind == "scenario" else self.id

    @property
    def problem(self) -> str:
        """The plugin's fault, in one line."""
        return f"{self.kind} {self.name} is {self.state}: {self.reason}"

    @property
    def refusal(self) -> PluginError:
        """The error to raise if it is needed but unusable."""
        return PluginError(self.problem)

    @property
    def row(self) -> dict[str, Any]:
        """The facts about it that lists show."""
        keys = ("kind", "id", "distribution", "version", "state", "reason")
        return {key: getattr(self, key) for key in keys}

    def mark(self, state: str, reason: str) -> None:
        """Set its state and the reason, in one line that a terminal can show."""
        self.state, self.reason = state, escape(" ".join(reason.split()))


@dataclass(kw_only=True)
class Plugin(ListItem):
    """An entry point and its state.

    An entry point that names the module `plugin` of a package represents the whole package. The
    distribution's other entry points in that package are its parts; `part_of` is the whole's id.
    """

    entry_point: EntryPoint
    part_of: str = ""

    @property
    def stamp(self) -> dict[str, str]:
        """The facts about the plugin that a save keeps."""
        return {"id": self.id, "distribution": self.distribution, "version": self.version}

    @cached_property
    def module(self) -> str:
        """The name of the module that its entry point names."""
        return self.entry_point.value.partition(":")[0].strip()

    @cached_property
    def required(self) -> bool:
        """Whether it cannot be disabled because it is built in and its package's file says so."""
        try:
            return self.built_in and bool(read_toml(self.file(PACKAGE_FILE)).get("required"))
        except (PluginError, OSError, ValueError):
            return False

    def file(self, name: str) -> Traversable:
        """Find a file of its package without importing it. Raises PluginError if there is none.

        The file may be in the package that the entry point names, or in one around it.
        """
        for path in self._possible_paths(self.module.split(".")[1:], name):
            if path.is_file():
                return path
        raise PluginError(f"there is no {name} in {self.module}")

    @property
    def code(self) -> Traversable:
        """The file of its entry point's module. Raises PluginError if there is none."""
        _, *inner = self.module.split(".")
        if not inner:
            origin = self._top.origin
            return Path(origin) if origin and origin.endswith(".py") else self.file("__init__.py")
        module = next(self._possible_paths(inner[:-1], f"{inner[-1]}.py"))
        return module if module.is_file() else next(self._possible_paths(inner, "__init__.py"))

    def _possible_paths(self, rest: list[str], name: str) -> Iterator[Traversable]:
        """Yield the paths where a file of the package may be, the innermost first."""
        places = self._top.submodule_search_locations
        if not places:
            raise PluginError(f"{self.id}: {self._top.name} is a module, not a package with a {name}")
        folder: Traversable = Path(places[0])
        if archive := getattr(self._top.loader, "archive", ""):
            import zipfile  # noqa: PLC0415 (seldom needed)

            folder = zipfile.Path(archive, f"{Path(places[0]).relative_to(archive).as_posix()}/")
        for depth in range(len(rest), -1, -1):
            yield folder.joinpath(*rest[:depth], name)

    @property
    def in_package(self) -> bool:
        """Whether its module is a package or in a package. Raises PluginError if there is no module."""
        return bool(self._top.submodule_search_locations)

    @property
    def _top(self) -> ModuleSpec:
        """The top-level package or module around its module, found without importing it."""
        top = self.module.partition(".")[0]
        try:
            spec = find_spec(top) if top else None
        except (ImportError, ValueError) as error:
            raise PluginError(f"{self.id}: {error}") from error
        if spec is None:
            raise PluginError(f"{self.id}: its package {top} does not exist")
        return spec

    @property
    def hooks(self) -> list[str]:
        """The hooks marked with `hookimpl` in its source, if the source can be read."""
        try:
            text = self.code.read_bytes()
            tree = ast.parse(text) if MARK.encode() in text else ast.Module([], [])
        except (PluginError, OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return []
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        marked = (node for node in functions if any(MARK in ast.dump(d) for d in node.decorator_list))
        return sorted({node.name for node in marked})


def check_kind(plugin: Plugin, loaded: Any) -> Any:
    """Return an entry point's object if it is of the right kind; a game's class is instantiated.

    Raises TypeError for another kind, PluginError for a special rule whose methods do not fit.
    """
    if plugin.kind == "game":
        loaded = loaded()
        if not isinstance(loaded, Game):
            raise TypeError(f"{plugin.entry_point.value} is not a Game")
        if not loaded.is_shown:
            raise PluginError(NOT_SHOWN)
    elif plugin.kind == "command":
        from sandtable import ShellCommand  # noqa: PLC0415 (the shell has it)

        if not isinstance(loaded, ShellCommand):
            raise TypeError(f"{plugin.entry_point.value} is not a ShellCommand")
        if not all(isinstance(text, str) for text in (loaded.summary, loaded.group, loaded.more)):
            raise TypeError(f"a text of {plugin.entry_point.value} is not a str")
    elif plugin.kind == "rule":
        if not (isinstance(loaded, type) and issubclass(loaded, SpecialRule)):
            raise TypeError(f"{plugin.entry_point.value} is not a SpecialRule")
        if faults := "; ".join(rule_faults(loaded)):
            raise PluginError(faults)
    return loaded
