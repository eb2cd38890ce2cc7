"""Small TOML files that describe a plugin or keep a list, read with care for what else they may be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

MOST_BYTES = 20_000
"""A file has at most this many bytes: tomllib takes ever longer for a key of many parts."""


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a small file. Raises OSError, or ValueError for anything that cannot be read.

    Something that is not a file, such as a pipe, is not opened, since it may never end.
    """
    import tomllib  # noqa: PLC0415 (not needed for --version)

    if path.exists() and not path.is_file():
        raise ValueError("not a file")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"larger than {MOST_BYTES:,} bytes")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8 text") from error
    except RecursionError as error:
        raise ValueError("nested too deep") from error
