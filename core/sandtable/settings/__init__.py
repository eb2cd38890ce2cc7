"""What a user has settled once for all games: ``config.toml`` in the user's folder."""

from __future__ import annotations

import os

from msgspec.structs import replace

from sandtable.settings import file
from sandtable.settings.known import KNOWN, Setting, Settings

__all__ = ["KNOWN", "Setting", "Settings", "in_force", "settings"]


def settings() -> Settings:
    """The settings that count here and now; the file is read once in a process.

    What is wrong in the file is said on standard error, once, and counts as if it were not there.
    """
    return in_force(file.read_once(file.path()))


def in_force(kept: Settings) -> Settings:
    """Settings as they count in this environment: NO_COLOR, when not empty, makes `theme` none."""
    return replace(kept, theme="none") if os.environ.get("NO_COLOR") else kept
