"""The switches that disable plugins.

``SANDTABLE_PLUGINS`` names the only third-party plugins that are enabled. If it is empty, as with
``--no-plugins``, only built-in ones are enabled. ``SANDTABLE_DISABLE_PLUGINS`` names plugins to
disable, built-in ones too, as ``plugins disable`` does for good. A name is a distribution, an id, or
both as ``distribution:id``; commas separate several.

Required plugins stay enabled, whatever names them.

The user's own scenario files are data and bring no code: no switch is needed for them.
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
"""The variable that names the only third-party plugins that are enabled."""

DENY = "SANDTABLE_DISABLE_PLUGINS"
"""The variable that names the plugins to disable."""


class Switches(NamedTuple):
    """The names on each list; `allowed` is None if all plugins are allowed."""

    allowed: tuple[str, ...] | None = None
    denied: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()

    @classmethod
    def now(cls, disabled: Iterable[str]) -> Switches:
        """The switches of the environment, with the names that ``plugins disable`` has kept."""
        allowed = os.environ.get(ALLOW)
        denied = _names(os.environ.get(DENY, ""))
        return cls(None if allowed is None else _names(allowed), denied, tuple(disabled))

    def off(self, plugin: Plugin) -> str:
        """The switch that disables a plugin, and how to enable it; empty if it is enabled."""
        if name := next((name for name in self.disabled if meant(plugin, name)), ""):
            why = f"by plugins disable {name} (plugins enable {name} brings it back)"
        elif _named(plugin, self.denied):
            why = f"by {DENY}"
        elif self.allowed is None or plugin.built_in or _named(plugin, self.allowed):
            return ""
        else:
            why = f"by {ALLOW}, which does not name it" if self.allowed else "by --no-plugins"
        return "" if plugin.required else why  # which reads a file


def meant(plugin: Plugin, name: str) -> bool:
    """Whether a name means a plugin, the plugin that it is a part of, its distribution, or both."""
    dist, colon, id = name.rpartition(":")
    ids = (plugin.id, plugin.name, *filter(None, [plugin.part_of]))
    if colon:
        return normalize(dist) == normalize(plugin.distribution) and id in ids
    return name in ids or normalize(name) == normalize(plugin.distribution)


def _named(plugin: Plugin, names: Iterable[str]) -> bool:
    return any(meant(plugin, name) for name in names)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for word in text.split(",") if (name := word.strip()))


# The list that is kept.


def path() -> Path:
    """The path of ``plugins.toml``, in the user's folder."""
    return config.home() / "plugins.toml"


@dataclass
class Kept:
    """The names given to ``plugins disable``, and why a damaged file is ignored, in one line."""

    disabled: list[str] = field(default_factory=list)
    damage: str = ""

    @classmethod
    def read(cls) -> Kept:
        """Read ``plugins.toml``; no names if it is missing or damaged."""
        try:
            names = read_toml(path()).get("disabled", [])
            if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
                raise ValueError("disabled is not a list of names")
            return cls(names)
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        except OSError as error:
            why = (error.strerror or "cannot be read").lower()
        except ValueError as error:
            why = " ".join(str(error).split())
        return cls(damage=f"{path()} is damaged; its list of disabled plugins is ignored: {why}")


def normalize(distribution: str) -> str:
    """The normalized name of a distribution, as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()
