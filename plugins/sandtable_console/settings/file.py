"""Read and change the settings file; what a change does not touch stays as the user wrote it."""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.text import config
from sandtable.text.errors import SandtableError
from sandtable.text.shown import visible
from sandtable.text.words import number_of, unknown
from sandtable_console.settings.known import KNOWN, Settings

MOST_BYTES = 100_000
"""At most this many bytes are read; a larger file is a fault."""

BYTE_ORDER_MARK = "\ufeff"
"""The byte order mark, with which some editors begin a file."""


class SettingsFile(NamedTuple):
    """The contents of a settings file.

    - `text`: its text.
    - `values`: the valid values, by key.
    - `faults`: a line for each fault.
    - `mark`: the byte order mark, if the file begins with one.
    - `readable`: false for a file that exists and cannot be read.
    """

    path: Path
    text: str = ""
    values: dict[str, Any] = {}
    faults: tuple[str, ...] = ()
    mark: str = ""
    readable: bool = True

    @property
    def settings(self) -> Settings:
        """All settings, with defaults for those that are missing or wrong."""
        return msgspec.convert(self.values, Settings)


def path() -> Path:
    """The path of the settings file."""
    return config.config_folder() / "config.toml"


@lru_cache(maxsize=1)
def read_once(file: Path) -> Settings:
    """The settings of a file; its faults are reported on standard error."""
    contents = read(file)
    if contents.faults and sys.stderr:
        first, *others = contents.faults
        more = f"; {number_of(len(others), 'more fault')}" if others else ""
        print(f"sandtable: {first} (the default is used{more})", file=sys.stderr)
    return contents.settings


def read(file: Path, called: Path | None = None) -> SettingsFile:
    """The contents of a file, which may be missing. The faults show `called`, if given, as its path."""
    name = called or file
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return SettingsFile(name)
    except OSError as error:
        why = (error.strerror or "cannot be read").lower()
        return SettingsFile(name, faults=(f"{name}: {why}",), readable=False)
    if len(data) > MOST_BYTES:
        return SettingsFile(name, faults=(f"{name}: too large for a settings file",))
    try:
        return _parse(data.decode(), name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return SettingsFile(name, faults=(f"{name}, line {line}: not UTF-8 text",))


def _parse(text: str, file: Path) -> SettingsFile:
    if text.startswith(BYTE_ORDER_MARK):
        return _parse(text.removeprefix(BYTE_ORDER_MARK), file)._replace(mark=BYTE_ORDER_MARK)
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return SettingsFile(file, text, faults=(_no_toml(text, file, error),))
    wrong = {key: why for key, value in tables.items() if (why := _fault(key, value))}
    faults = tuple(f"{file}{_line(text, key)}: {why}" for key, why in wrong.items())
    return SettingsFile(file, text, {key: tables[key] for key in tables if key not in wrong}, faults)


def _fault(key: str, value: object) -> str:
    """The fault of a key and its value; empty if there is none."""
    if key not in KNOWN:
        return visible(unknown("setting", key[:80], KNOWN))
    return KNOWN[key].fault(value)


def _line(text: str, key: str) -> str:
    """The line of a key, as part of a message."""
    from sandtable.text import toml_text  # noqa: PLC0415 (only needed for a file that is wrong)

    line = toml_text.line_of(text, (key,))
    return f", line {line}" if line else ""


def _no_toml(text: str, file: Path, error: Exception) -> str:
    """The fault of a text that is not TOML."""
    from sandtable.text import toml_text  # noqa: PLC0415 (only needed for a file that is wrong)

    line, why = toml_text.explain(text, error)
    return f"{file}, line {line}: {visible(why)}"


def change(key: str, value: Any) -> Path:
    """Set one setting; return the file's path.

    Raises SandtableError, and changes nothing, if the file has faults or would lose its comments.
    """
    from sandtable.text import toml_text  # noqa: PLC0415 (it brings what writes TOML)

    contents = _without_faults()
    text, comments = toml_text.changed(contents.text, (key,), value)
    _write_changed(contents, key, text if comments else None)
    return contents.path


def reset(key: str) -> bool:
    """Remove a setting from the file; return whether it was there. Raises the same as `change`."""
    from sandtable.text import toml_text  # noqa: PLC0415 (only needed here)

    contents = _without_faults()
    if key not in contents.values:
        return False
    _write_changed(contents, key, toml_text.removed(contents.text, key))
    return True


def _without_faults() -> SettingsFile:
    """The contents of the file. Raises SandtableError if it has faults."""
    contents = read(path())
    if contents.faults:
        mend = ", config edit opens it" if contents.readable else ""
        raise SandtableError(f"{contents.faults[0]}; nothing is changed{mend}")
    return contents


def _write_changed(contents: SettingsFile, key: str, text: str | None) -> None:
    """Write the text with one setting changed. Raises SandtableError if its comments would be lost."""
    if text is None:
        raise SandtableError(
            f"{contents.path}: {key} cannot be changed without losing comments; "
            "nothing is changed, but config edit can"
        )
    write(f"{contents.mark}{text}".encode())


def write(text: bytes) -> None:
    """Replace the file with a text in one step. Raises SandtableError if that is impossible."""
    file = path()
    new = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file = file.resolve()  # a link stays a link
        new = file.with_name(f".config-{os.getpid()}.toml")
        new.write_bytes(text)
        if file.exists():
            shutil.copymode(file, new)
        new.replace(file)
    except OSError as error:
        raise SandtableError(f"{file} cannot be written: {str(error.strerror).lower()}") from error
    finally:
        with suppress(OSError):
            if new:
                new.unlink(missing_ok=True)
    read_once.cache_clear()
