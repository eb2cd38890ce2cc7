"""The hook of the shell: readers of map files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sandtable import hookspec

if TYPE_CHECKING:
    from sandtable import Board


@hookspec
def map_readers() -> Mapping[str, Callable[[str, str], Board]]:  # type: ignore[empty-body]
    """Return readers of bare map files, each by a key that only its files have: ``picture``.

    Called when ``sandtable map FILE.toml`` previews a file with such a key. A reader gets the
    file's text and name, and returns the board. For a bad file it raises a SandtableError that names
    the file, the line and the key. It ignores unknown keys, because a game may add its own.
    """
