"""Which plugins are switched off, and by whom.

``SANDTABLE_PLUGINS`` names the only ones that are on beside the built-in; empty, which is what
``--no-plugins`` means, it leaves the built-in ones alone. ``SANDTABLE_DISABLE_PLUGINS`` names some
that are off, built-in ones too, and so does what ``plugins disable`` has kept. A name is that of
a distribution, an id, or both as ``distribution:id``; commas part several.

The words of the command line that the kernel has stay on, whoever names them.

The user's own scenario files are data and bring no code: no switch is needed for them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.plugins.plugin import Plugin

ALLOW = "SANDTABLE_PLUGINS"
"""The variable that names the only plugins of strangers that are on."""

DENY = "SANDTABLE_DISABLE_PLUGINS"
"""The variable that names plugins that are off."""


class Switches(NamedTuple):
    """The names on each list; `allowed` is None when all plugins are."""

    allowed: tuple[str, ...] | None = None
    denied: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()

    @classmethod
    def now(cls, disabled: Iterable[str]) -> Switches:
        """Those of the environment, with the names that ``plugins disable`` has kept."""
        allowed = os.environ.get(ALLOW)
        denied = _names(os.environ.get(DENY, ""))
        return cls(None if allowed is None else _names(allowed), denied, tuple(disabled))

    def off(self, plugin: Plugin) -> str:
        """Who has switched a plugin off, and how it is switched on; empty when it is on.

        The words of the kernel are always on.
        """
        if plugin.in_kernel:
            return ""
        if _named(plugin, self.disabled):
            name = next(name for name in self.disabled if meant(plugin, name))
            return f"by plugins disable {name} (plugins enable {name} brings it back)"
        if _named(plugin, self.denied):
            return f"by {DENY}"
        if self.allowed is None or plugin.built_in or _named(plugin, self.allowed):
            return ""
        return f"by {ALLOW}, which does not name it" if self.allowed else "by --no-plugins"

    def idle(self, plugins: Iterable[Plugin]) -> Iterator[str]:
        """A line for each name that fits no plugin."""
        installed = list(plugins)
        lists = ((ALLOW, self.allowed or ()), (DENY, self.denied), ("plugins disable", self.disabled))
        for who, names in lists:
            for name in names:
                if not any(meant(plugin, name) for plugin in installed):
                    yield f"{who} names {name}, which is not installed"


def meant(plugin: Plugin, name: str) -> bool:
    """Whether a name is that of a plugin or of what it is a part of, of its distribution, or of both."""
    dist, colon, id = name.rpartition(":")
    ids = (plugin.id, plugin.name, *filter(None, [plugin.part_of]))
    if colon:
        return plain(dist) == plain(plugin.distribution) and id in ids
    return name in ids or plain(name) == plain(plugin.distribution)


def plain(distribution: str) -> str:
    """A distribution's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _named(plugin: Plugin, names: Iterable[str]) -> bool:
    return any(meant(plugin, name) for name in names)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for word in text.split(",") if (name := word.strip()))
