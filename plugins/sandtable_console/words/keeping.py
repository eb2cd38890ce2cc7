"""The words that write into the save, share it or leave it: `note`, `save`, `link`, `quit`."""

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

UNSAVED = Confirm("The game could not be saved, and will be lost. Leave it? [y/N] ")


def _note(console: Console, rest: str) -> list[str]:
    if not rest.strip(" @"):
        raise ActionError("note takes a text, or a bookmark such as @raid")
    console.session.note(rest, console.viewer)
    return console.display.news()


def _save(console: Console, rest: str) -> list[str]:
    session = console.session
    path = session.journal.path
    if not rest:
        return [f"saved in {path}" if path else "not saved yet; save NAME writes it"]
    name = Path(rest if rest.endswith(".jsonl") else f"{rest}.jsonl")
    target = path.parent / name if path and name == Path(name.name) else name
    return [f"saved in {session.save(target)}"]


def _link(console: Console, rest: str) -> CommandOutputs:
    lines = console.session.journal.lines
    n = undo.place(console, rest)[1] if rest else len(lines)
    yield link.link_of(console.session, n)
    yield from link.remarks(lines[:n])


def _link_preview(console: Console, rest: str) -> str:
    return f"the game up to {undo.place(console, rest)[0]} as a link" if rest else ""


def _quit(console: Console, _: str) -> CommandOutputs:
    if console.session.journal.write_error:
        yield UNSAVED
    elif console.typed == "q":  # probably meant for a page that has just ended
        yield LEAVE
    console.left = True


NOTE = Command(
    "note TEXT",
    "write a note into the save; with @NAME, set a bookmark",
    _note,
    examples=("note why I went south", "note @raid before the raid"),
    takes_text=True,
)
SAVE = Command(
    "save [NAME]",
    "say where the game is saved; with NAME, write a copy under that name",
    _save,
    preview=lambda _, rest: f"writes a copy to {clip(rest)}" if rest else "",
    examples=("save before-the-raid",),
)
LINK = Command(
    "link [TURN|line N|@BOOKMARK]",
    "the game as a link, to send to someone; or the game up to a turn, a line or a bookmark",
    _link,
    complete=lambda console, rest: suggest(turns.names(console) | turns.marks(console), rest),
    preview=_link_preview,
    kind="looks",
    examples=("link", "link 1"),
    after_end=True,
)
QUIT = Command("quit", "leave the game, which is saved", _quit, kind="leaves", aliases=("exit",))
