"""The words that write into the save or leave it: `note`, `save`, `quit`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sandtable import ActionError
from sandtable.tooling import clip
from sandtable_console.commands import Command
from sandtable_console.outputs import CommandOutputs, Confirm

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
QUIT = Command("quit", "leave the game, which is saved", _quit, kind="leaves", aliases=("exit",))
