"""Where a user's data and settings are."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sandtable.text.errors import SandtableError

NO_HOME = Path(os.devnull, "HOME-is-not-set")
"""The folder of data where no home folder is known: nothing is there, and nothing can be written."""


def home(kind: str = "data") -> Path:
    """The folder of all of a user's data, or ``config``; ``SANDTABLE_HOME`` moves both."""
    if moved := os.environ.get("SANDTABLE_HOME"):
        try:
            return Path(moved).expanduser()
        except RuntimeError as error:
            raise SandtableError(f"SANDTABLE_HOME is {moved}: no such user") from error
    import platformdirs  # noqa: PLC0415 (costs more than most commands need)

    find = platformdirs.user_data_dir if kind == "data" else platformdirs.user_config_dir
    with suppress(RuntimeError):
        if (folder := Path(find("sandtable", appauthor=False))).is_absolute():
            return folder
    return NO_HOME


def saves_folder() -> Path:
    """Where a game is saved when no file is named."""
    return home() / "saves"


def scenarios_folder() -> Path:
    """Where the user's own scenarios are, each a TOML file."""
    return home() / "scenarios"
