"""What a user has settled once for all games: ``config.toml`` in the user's folder."""

from __future__ import annotations

import os

from msgspec.structs import replace

from sandtable.settings import file
from sandtable.settings.known import KNOWN, Setting, Settings

__all__ = ["KNOWN", "Setting", "Settings", "in_force", "settings"]


def settings() -> Settings:
    """The settings that count here and now; the file is read once in a process.

    A fault of the file is reported on standard error, once, and the default counts in its place.
    """
    return in_force(file.read_once(file.path()))


def in_force(settings: Settings) -> Settings:
    """Settings as they count in this environment: NO_COLOR, when not empty, makes `theme` none."""
    return replace(settings, theme="none") if os.environ.get("NO_COLOR") else settings
