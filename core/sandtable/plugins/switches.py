"""The switches that enable and disable plugins.

If ``SANDTABLE_PLUGINS`` is set, only the third-party plugins that it names are enabled. If it is empty,
as with ``--no-plugins``, no third-party plugin is. ``SANDTABLE_DISABLE_PLUGINS`` names plugins to
disable, including built-in ones; ``plugins disable`` does the same permanently. A name is a
distribution, an id, or both (``distribution:id``); separate several names with commas.

Required plugins are always enabled.

The user's own scenario files contain no code, so they need no switch.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sandtable.plugins.plugin import Plugin
from sandtable.text import config
from sandtable.text.toml_text import read_toml

ALLOW = "SANDTABLE_PLUGINS"
"""The variable that names the only third-party plugins to enable."""

DENY = "SANDTABLE_DISABLE_PLUGINS"
"""The variable that names the plugins to disable."""


class Switches(NamedTuple):
    """The names of enabled and disabled plugins; `allowed` is None if all may be enabled."""

    allowed: tuple[str, ...] | None = None
    denied: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()

    @classmethod
    def now(cls, disabled: Iterable[str]) -> Switches:
        """Return the switches from the environment, with the names given to ``plugins disable``."""
        allowed = os.environ.get(ALLOW)
        denied = _split_names(os.environ.get(DENY, ""))
        return cls(None if allowed is None else _split_names(allowed), denied, tuple(disabled))

    def why_disabled(self, plugin: Plugin) -> str:
        """Return what disables a plugin, and how to enable it; empty if it is enabled."""
        if name := next((name for name in self.disabled if means(plugin, name)), ""):
            why = f"by plugins disable {name} (plugins enable {name} brings it back)"
        elif _is_named(plugin, self.denied):
            why = f"by {DENY}"
        elif self.allowed is None or plugin.built_in or _is_named(plugin, self.allowed):
            return ""
        else:
            why = f"by {ALLOW}, which does not name it" if self.allowed else "by --no-plugins"
        return "" if plugin.required else why  # reads a file, so it comes last


def means(plugin: Plugin, name: str) -> bool:
    """Return whether a name means a plugin: its id, package or distribution, or ``DISTRIBUTION:ID``."""
    dist, colon, id = name.rpartition(":")
    ids = (plugin.id, plugin.name, *filter(None, [plugin.part_of]))
    if colon:
        return normalize(dist) == normalize(plugin.distribution) and id in ids
    return name in ids or normalize(name) == normalize(plugin.distribution)


def _is_named(plugin: Plugin, names: Iterable[str]) -> bool:
    return any(means(plugin, name) for name in names)


def _split_names(text: str) -> tuple[str, ...]:
    return tuple(name for word in text.split(",") if (name := word.strip()))


# The list of names given to ``plugins disable``.


def path() -> Path:
    """Return the path of ``plugins.toml`` in the user's folder."""
    return config.home() / "plugins.toml"


@dataclass
class DisabledNames:
    """The names given to ``plugins disable`` or, if their file is damaged, a line that says why."""

    disabled: list[str] = field(default_factory=list)
    damage: str = ""

    @classmethod
    def read(cls) -> DisabledNames:
        """Read ``plugins.toml``; no names if it is missing or damaged."""
        try:
            names = read_toml(path()).get("disabled", [])
            if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
                raise ValueError("disabled must be a list of names")
            return cls(names)
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        except OSError as error:
            why = (error.strerror or "cannot be read").lower()
        except ValueError as error:
            why = " ".join(str(error).split())
        return cls(damage=f"{path()} is damaged; its list of disabled plugins is ignored: {why}")


def normalize(distribution: str) -> str:
    """Return a distribution's name in the form that package indexes compare."""
    return re.sub(r"[-_.]+", "-", distribution).lower()
