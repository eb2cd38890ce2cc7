"""Where a user's data and settings are."""

from __future__ import annotations

import os
from pathlib import Path

from sandtable.text.errors import SandtableError, UnknownName
from sandtable.text.words import nearest_to

NO_HOME = Path(os.devnull, "HOME-is-not-set")
"""The folder of data where no home folder is known: nothing is there, and nothing can be written."""


def home() -> Path:
    """The folder of all of a user's data; ``SANDTABLE_HOME`` moves it."""
    return _chosen_folder() or _default_folder("data")


def config_folder() -> Path:
    """The folder of the user's settings; ``SANDTABLE_HOME`` moves it together with the data."""
    return _chosen_folder() or _default_folder("config")


def _chosen_folder() -> Path | None:
    moved = os.environ.get("SANDTABLE_HOME")
    try:
        return Path(moved).expanduser() if moved else None
    except RuntimeError as error:
        raise SandtableError(f"SANDTABLE_HOME is {moved}: no such user") from error


def _default_folder(kind: str) -> Path:
    """Where this system keeps data or settings."""
    import platformdirs  # noqa: PLC0415 (costs more than most commands need)

    find = platformdirs.user_data_dir if kind == "data" else platformdirs.user_config_dir
    try:
        folder = Path(find("sandtable", appauthor=False))
    except RuntimeError:
        return NO_HOME
    return folder if folder.is_absolute() else NO_HOME


def saves_folder() -> Path:
    """Where a game is saved when no file is named."""
    return home() / "saves"


def scenarios_folder() -> Path:
    """Where the user's own scenarios are, each a TOML file."""
    return home() / "scenarios"


def find_save(typed: str) -> Path:
    """The path of a save, which may be typed as a path or as the name of one of the user's saves.

    Raises UnknownName, with the nearest name, if there is no such file.
    """
    try:
        for path in (Path(typed), saves_folder() / typed, saves_folder() / f"{typed}.jsonl"):
            if path.exists() and not path.is_file() and not path.is_dir():
                raise SandtableError(f"{typed}: not a file")  # a pipe may never end
            if path.exists():
                return path
        saves = [*Path(typed).parent.glob("*.jsonl"), *saves_folder().glob("*.jsonl")]
    except OSError as error:
        raise SandtableError(f"{typed[:80]}: {(error.strerror or 'no such save').lower()}") from error
    names = {path.stem: path.name for path in saves if path.name != Path(typed).name}
    close = names.get(nearest_to(Path(typed).stem, names) or "")
    hint = f'did you mean "{close}"?' if close else "sandtable saves lists yours"
    raise UnknownName(f"{typed}: no such save; {hint}")
