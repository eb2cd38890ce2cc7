"""The folders of a user's data and settings."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sandtable.text.errors import SandtableError

NO_HOME = Path(os.devnull, "HOME-is-not-set")
"""Stands for the home folder if none is known: it contains nothing and cannot be written."""


def home(kind: str = "data") -> Path:
    """Return the folder of the data or, for ``config``, the settings; ``SANDTABLE_HOME`` moves both."""
    if override := os.environ.get("SANDTABLE_HOME"):
        try:
            return Path(override).expanduser()
        except RuntimeError as error:
            raise SandtableError(f"SANDTABLE_HOME is {override}, but there is no such user") from error
    import platformdirs  # noqa: PLC0415 (costs more than most commands need)

    find = platformdirs.user_data_dir if kind == "data" else platformdirs.user_config_dir
    with suppress(RuntimeError):
        if (folder := Path(find("sandtable", appauthor=False))).is_absolute():
            return folder
    return NO_HOME


def saves_folder() -> Path:
    """Return the folder in which games are saved unless a file is named."""
    return home() / "saves"


def scenarios_folder() -> Path:
    """Return the folder of the user's own scenarios, TOML files."""
    return home() / "scenarios"
