"""The words that go back and on: `undo`, `redo`, `abort`, `rollback`, and `.`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.prompt.commands import Candidate, Command, fitting
from sandtable.prompt.lines import FORCE
from sandtable.prompt.outputs import Line, Told

if TYPE_CHECKING:
    from sandtable.prompt.console import Console
    from sandtable.record.session import Entry

OPENLY = {FORCE: "openly, also over a roll or a reveal"}


def _undo(console: Console, rest: str) -> Told:
    from sandtable.prompt import back  # noqa: PLC0415 (needed only when asked)

    return back.undo(console, rest)


def _openly_offered(_: Console, rest: str) -> Iterable[Candidate]:
    return fitting(OPENLY, rest)


def _undo_told(console: Console, rest: str) -> str:
    from sandtable.prompt import back  # noqa: PLC0415 (needed only when asked)

    what, openly = back.undone(console, rest)
    return f"takes back {what}{_openly(openly)}"


def _openly(openly: bool) -> str:
    return ", which the save will say" if openly else ""


def _redo(console: Console, rest: str) -> Told:
    from sandtable.prompt import back  # noqa: PLC0415 (needed only when asked)

    return back.redo(console, rest)


def _redo_offered(_: Console, rest: str) -> Iterable[Candidate]:
    return fitting({"all": "all that was taken back"}, rest)


def _redo_told(console: Console, rest: str) -> str:
    from sandtable.prompt import back  # noqa: PLC0415 (needed only when asked)

    most = back.redone(console, rest)
    return f"does again what was taken back{f', up to {most} actions' if most > 1 else ''}"


def _abort(console: Console, _: str) -> list[str]:
    session = console.session
    first = session.abort()
    lines = [f"taken back, to before: {_what(console, first)}"]
    if session.table.decision.part:
        lines.append(f"It goes back no further: before that came {session.past[-1].barrier}.")
    return lines


def _what(console: Console, entry: Entry) -> str:
    """What was taken back, as far as the viewer may know it."""
    return str(entry.action) if entry.shows(console.viewer) else "a secret choice"


def _rollback(console: Console, rest: str) -> Told:
    from sandtable.prompt import back  # noqa: PLC0415 (needed only when asked)

    return back.rollback(console, rest)


def _places(console: Console, rest: str) -> Iterable[Candidate]:
    from sandtable.prompt import past  # noqa: PLC0415 (needed only when asked)

    return fitting({**past.names(console), **past.marks(console), **OPENLY}, rest)


def _rollback_told(console: Console, rest: str) -> str:
    from sandtable.prompt import back  # noqa: PLC0415 (needed only when asked)

    found = back.back(console, rest)
    return f"back to {found.where}: takes back {found.what}{_openly(found.openly)}"


def _again(console: Console, _: str) -> Told:
    for chosen in console.again():
        console.stay(chosen)
        yield Line(chosen.text)


def _again_told(console: Console, _: str) -> str:
    return f"does again {'; '.join(one.text for one in console.again())}"


UNDO = Command(
    f"undo [{FORCE}]",
    "take back the last action",
    _undo,
    complete=_openly_offered,
    preview=_undo_told,
    kind="goes back",
    examples=(f"undo {FORCE}",),
)
REDO = Command(
    "redo [N|all]",
    "do it again, or N actions",
    _redo,
    complete=_redo_offered,
    preview=_redo_told,
    kind="goes back",
    examples=("redo 3", "redo all"),
)
ABORT = Command("abort", "back to before this sequence of choices", _abort, kind="goes back")
ROLLBACK = Command(
    f"rollback [TURN|line N|@BOOKMARK] [{FORCE}]",
    "back to the start of a turn",
    _rollback,
    complete=_places,
    preview=_rollback_told,
    kind="goes back",
    examples=(f"rollback 1 {FORCE}", "rollback line 2"),
)
AGAIN = Command(
    ".", "your last actions once more", _again, preview=_again_told, kind="changes", listed=False
)
