"""The file of the settings, read and changed; what a user wrote in it stays."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.base import config
from sandtable.base.errors import SandtableError
from sandtable.base.words import unknown, visible
from sandtable.settings.known import KNOWN, Settings

MOST_BYTES = 100_000
"""The largest file that is read."""

MARK = "\ufeff"
"""The byte order mark, with which some editors begin a file."""


class Kept(NamedTuple):
    """What a file says: its text, the `values` that are right by key, and a line for each fault.

    `mark` is the byte order mark, where the file begins with one; `opened` is false for a file that
    is there and can not be read at all.
    """

    path: Path
    text: str = ""
    values: dict[str, Any] = {}
    faults: tuple[str, ...] = ()
    mark: str = ""
    opened: bool = True

    @property
    def settings(self) -> Settings:
        """All settings, with defaults for what is not there or not right."""
        return msgspec.convert(self.values, Settings)


def path() -> Path:
    """Where the settings are."""
    return config.config_folder() / "config.toml"


@lru_cache(maxsize=1)
def read_once(file: Path) -> Settings:
    """The settings of a file; what is wrong in it is said on standard error."""
    kept = read(file)
    if kept.faults and sys.stderr:
        first, *others = kept.faults
        more = f", {len(others)} more to mend" if others else ""
        print(f"sandtable: {first} (the default counts{more})", file=sys.stderr)
    return kept.settings


def read(file: Path, called: Path | None = None) -> Kept:
    """What a file says, nothing where there is none; its faults may call it by another name."""
    name = called or file
    try:
        with file.open("rb") as there:
            data = there.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return Kept(name)
    except OSError as error:
        why = (error.strerror or "can not be read").lower()
        return Kept(name, faults=(f"{name}: {why}",), opened=False)
    if len(data) > MOST_BYTES:
        return Kept(name, faults=(f"{name}: larger than settings ever are",))
    try:
        return _judged(data.decode(), name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Kept(name, faults=(f"{name}, line {line}: not UTF-8 text",))


def _judged(text: str, file: Path) -> Kept:
    """What a text says."""
    if text.startswith(MARK):
        return _judged(text.removeprefix(MARK), file)._replace(mark=MARK)
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return Kept(file, text, faults=(_broken(text, file, error),))
    said = {key: _fault(key, value) for key, value in tables.items()}
    faults = tuple(f"{file}{_line(text, key)}: {why}" for key, why in said.items() if why)
    return Kept(file, text, {key: tables[key] for key, why in said.items() if not why}, faults)


def _fault(key: str, value: object) -> str:
    if key not in KNOWN:
        return visible(unknown("setting", key[:80], KNOWN))
    why = KNOWN[key].fault(value)
    return f"{key}: {why}" if why else ""


def _line(text: str, key: str) -> str:
    from sandtable.base import toml_text  # noqa: PLC0415 (only needed for a file that is wrong)

    line = toml_text.line_of(text, (key,))
    return f", line {line}" if line else ""


def _broken(text: str, file: Path, error: Exception) -> str:
    """What is said of a text that is no TOML."""
    from sandtable.base import toml_text  # noqa: PLC0415 (only needed for a file that is wrong)

    said = toml_text.explain(text, error)
    found = re.search(r" \(at line (\d+)(?:, column \d+)?\)| \(at end of document\)", said)
    line = (found[1] if found else None) or len(text.splitlines())
    what = said.replace(found[0], "") if found else said
    return f"{file}, line {line}: {visible(what[:1].lower() + what[1:])}"


def change(key: str, value: Any) -> Path:
    """Set one setting; SandtableError when the file is wrong, which stays as it is.

    So it does where no other way is found than to lose its comments.
    """
    from sandtable.base import toml_text  # noqa: PLC0415 (it brings what writes TOML)

    kept = _right()
    text, comments = toml_text.changed(kept.text, (key,), value)
    _replace(kept, key, text if comments else None)
    return kept.path


def reset(key: str) -> bool:
    """Take a setting out of the file; whether it was there. Raises as `change` does."""
    from sandtable.base import toml_text  # noqa: PLC0415 (only needed here)

    kept = _right()
    if key not in kept.values:
        return False
    _replace(kept, key, toml_text.removed(kept.text, key))
    return True


def _replace(kept: Kept, key: str, text: str | None) -> None:
    """Write a text in which one setting has changed; None where there is none that keeps all else."""
    if text is None:
        raise SandtableError(
            f"{kept.path}: {key} can not be changed without the loss of comments; "
            "nothing is changed, but config edit can"
        )
    write(f"{kept.mark}{text}".encode())


def _right() -> Kept:
    """The file, when nothing is wrong in it."""
    kept = read(path())
    if kept.faults:
        mend = ", and config edit mends it" if kept.opened else ""
        raise SandtableError(f"{kept.faults[0]}; nothing is changed{mend}")
    return kept


def write(text: bytes) -> None:
    """Put a text in the place of the file, the whole at once; SandtableError when that can not be."""
    file = path()
    new = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file = file.resolve()  # a link stays one
        new = file.with_name(f".config-{os.getpid()}.toml")
        new.write_bytes(text)
        if file.exists():
            shutil.copymode(file, new)
        new.replace(file)
    except OSError as error:
        raise SandtableError(f"{file} can not be written: {str(error.strerror).lower()}") from error
    finally:
        with suppress(OSError):
            if new:
                new.unlink(missing_ok=True)
    read_once.cache_clear()
