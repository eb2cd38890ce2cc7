"""The word `report` at the prompt: the game so far as an after-action report."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import ActionError, Exported
from sandtable.tooling import Console, Replay, format_of, write_file
from sandtable_tools.views.report import markdown
from sandtable_tools.views.report_text import as_text


def report(console: Console, file: str) -> Iterator[str]:
    """Print a report of the game, as far as the viewer may know it, or write it to a file.

    Raises ActionError without a save, and SandtableError for a file that cannot be written.
    """
    session = console.session
    path = session.journal.path
    if path is None or session.journal.write_error:
        raise ActionError("this game is not saved, so there is nothing to report")
    format = format_of(file, "report") if file else None
    exported = Exported.of_replay(Replay(path), console.viewer, None)
    if format is None:
        yield from as_text(markdown(exported))
        return
    exporter, _ = format
    write_file(file, exporter.make(exported))
    yield f"written to {file}"
