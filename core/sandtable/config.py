"""Where a user's data and settings are."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """The folder of all of a user's data; ``SANDTABLE_HOME`` moves it."""
    moved = os.environ.get("SANDTABLE_HOME")
    if moved:
        return Path(moved).expanduser()
    import platformdirs  # noqa: PLC0415 (costs more than most commands need)

    return Path(platformdirs.user_data_dir("sandtable", appauthor=False))


def saves_folder() -> Path:
    """Where games are saved that name no file."""
    return home() / "saves"
