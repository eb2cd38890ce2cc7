"""Reports a fault of the program or a plugin: a line for the player, and a text to send."""

from __future__ import annotations

import platform
import traceback
from importlib.metadata import version

from sandtable import SandtableError
from sandtable.tooling import catalog, in_a_line
from sandtable_console import Console


def fault(error: BaseException, console: Console | None, doing: str) -> dict[str, str]:
    """Return a ``fault`` line and its ``report``: what was done, in which game, and where it failed."""
    try:
        line = catalog().loader.blame(error)
    except SandtableError:
        line = in_a_line(error)
    rows = [
        f"Sandtable {version('sandtable')}, Python {platform.python_version()} {platform.machine()}",
        f"Doing: {doing}",
    ]
    if console:
        header = console.session.header
        rows.append(f"Game: {header.scenario}, seed {header.seed}, line {console.session.journal.n}")
    return {"fault": line, "report": "\n".join([*rows, *traceback.format_exception(error)])}
