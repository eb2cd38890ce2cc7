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
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.plugins.plugin import Plugin

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
        """The switch that disables a plugin, and how to enable it; empty if it is enabled.

        Required plugins are always enabled.
        """
        who = self._off(plugin)
        return "" if who and plugin.required else who

    def _off(self, plugin: Plugin) -> str:
        if _named(plugin, self.disabled):
            name = next(name for name in self.disabled if meant(plugin, name))
            return f"by plugins disable {name} (plugins enable {name} brings it back)"
        if _named(plugin, self.denied):
            return f"by {DENY}"
        if self.allowed is None or plugin.built_in or _named(plugin, self.allowed):
            return ""
        return f"by {ALLOW}, which does not name it" if self.allowed else "by --no-plugins"

    def idle(self, plugins: Iterable[Plugin]) -> Iterator[str]:
        """A line for each name that matches no plugin."""
        installed = list(plugins)
        lists = ((ALLOW, self.allowed or ()), (DENY, self.denied), ("plugins disable", self.disabled))
        for who, names in lists:
            for name in names:
                if not any(meant(plugin, name) for plugin in installed):
                    yield f"{who} names {name}, which is not installed"


def meant(plugin: Plugin, name: str) -> bool:
    """Whether a name means a plugin, the plugin that it is a part of, its distribution, or both."""
    dist, colon, id = name.rpartition(":")
    ids = (plugin.id, plugin.name, *filter(None, [plugin.part_of]))
    if colon:
        return plain(dist) == plain(plugin.distribution) and id in ids
    return name in ids or plain(name) == plain(plugin.distribution)


def plain(distribution: str) -> str:
    """The normalized name of a distribution, as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _named(plugin: Plugin, names: Iterable[str]) -> bool:
    return any(meant(plugin, name) for name in names)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for word in text.split(",") if (name := word.strip()))
