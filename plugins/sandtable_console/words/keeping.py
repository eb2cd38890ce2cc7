"""The commands for the save: `note`, `save`, `link`, `quit`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sandtable import ActionError
from sandtable.tooling import clip, link
from sandtable_console import turns
from sandtable_console.commands import Command, suggest
from sandtable_console.outputs import CommandOutputs, Confirm
from sandtable_console.words import undo

if TYPE_CHECKING:
    from sandtable_console.console import Console


LEAVE = Confirm("Leave the game? It is saved. [y/N] ")

UNSAVED = Confirm("The game could not be saved and will be lost. Leave anyway? [y/N] ")


def _note(console: Console, rest: str) -> list[str]:
    if not rest.strip(" @"):
        raise ActionError("note takes a text, or a bookmark such as @raid")
    console.session.note(rest, console.viewer)
    return console.display.news()


def _save(console: Console, rest: str) -> list[str]:
    session = console.session
    path = session.journal.path
    if not rest:
        return [f"saved in {path}" if path else "not saved yet: type save and a name"]
    name = Path(rest if rest.endswith(".jsonl") else f"{rest}.jsonl")
    target = path.parent / name if path and name == Path(name.name) else name
    return [f"saved in {session.save(target)}"]


def _link(console: Console, rest: str) -> CommandOutputs:
    lines = console.session.journal.lines
    n = undo.place(console, rest)[1] if rest else len(lines)
    yield link.link_of(console.session, n)
    yield from link.remarks(lines[:n])


def _link_preview(console: Console, rest: str) -> str:
    return f"makes a link to the game up to {undo.place(console, rest)[0]}" if rest else ""


def _quit(console: Console, _: str) -> CommandOutputs:
    if console.session.journal.write_error:
        yield UNSAVED
    elif console.typed == "q":  # probably meant for a page that has just ended
        yield LEAVE
    console.left = True


NOTE = Command(
    "note TEXT",
    "add a note to the save; @NAME sets a bookmark",
    _note,
    examples=("note why I went south", "note @raid before the raid"),
    takes_text=True,
)
SAVE = Command(
    "save [NAME]",
    "show where the game is saved; with NAME, save a copy",
    _save,
    preview=lambda _, rest: f"saves a copy as {clip(rest)}" if rest else "",
    examples=("save before-the-raid",),
)
LINK = Command(
    "link [TURN|line N|@BOOKMARK]",
    "make a link to the game, or to the game up to a turn, a line or a bookmark",
    _link,
    complete=lambda console, rest: suggest(turns.names(console) | turns.bookmark_notes(console), rest),
    preview=_link_preview,
    kind="looks",
    examples=("link", "link 1"),
    after_end=True,
)
QUIT = Command("quit", "leave the game; it is saved", _quit, kind="leaves", aliases=("exit",))
