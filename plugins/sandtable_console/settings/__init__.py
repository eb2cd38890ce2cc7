"""The user's choices for all games: ``config.toml`` in the user's folder."""

from __future__ import annotations

import os

from msgspec.structs import replace

from sandtable_console.settings import file
from sandtable_console.settings.known import KNOWN, Setting, Settings

__all__ = ["KNOWN", "Setting", "Settings", "in_force", "settings"]


def settings() -> Settings:
    """The settings in force; each process reads the file once.

    A fault in the file is reported on standard error, once, and the default is used instead.
    """
    return in_force(file.read_once(file.path()))


def in_force(settings: Settings) -> Settings:
    """The settings in this environment: NO_COLOR, if not empty, sets `theme` to none."""
    return replace(settings, theme="none") if os.environ.get("NO_COLOR") else settings
