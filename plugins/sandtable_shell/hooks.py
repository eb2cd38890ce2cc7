"""The hook of the shell: readers of map files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sandtable import hookspec

if TYPE_CHECKING:
    from sandtable import Board


@hookspec
def map_readers() -> Mapping[str, Callable[[str, str], Board]]:  # type: ignore[empty-body]
    """Readers of bare map files, by the keys that only such a file has: ``picture``.

    Called when ``sandtable map FILE.toml`` previews a file with such a key. A reader gets the text and
    the name of the file, and makes the board. If the file is wrong, it raises a SandtableError, which
    names the file, the line and the key. It ignores keys that it does not know: a game may have its own.
    """
