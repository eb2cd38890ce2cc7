"""The words `undo`, `redo` and `rollback`: what each would do, and doing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sandtable.base.errors import UnknownName
from sandtable.base.words import clipped, resolve
from sandtable.model.action import ActionError
from sandtable.prompt.lines import FORCE
from sandtable.prompt.outputs import Confirm, Told
from sandtable.prompt.past import Turn, bookmarks, counted, numbers, places, turns
from sandtable.record.entry import Entry
from sandtable.record.session import Past, UndoRefused

if TYPE_CHECKING:
    from sandtable.prompt.console import Console

HIDDEN = "a secret choice"

OPENLY = Confirm("This is written into the save, for all to see. Do it? [y/N] ")
"""What is asked before something is taken back openly."""


class Back(NamedTuple):
    """A way back that may be gone: where to, in words, the line after which all is taken back, and what.

    `openly` says that it crosses what undo stops at.
    """

    where: str
    n: int
    what: str
    openly: bool


def back(console: Console, rest: str) -> Back:
    """Where `rollback` would go back to.

    Raises UndoRefused, UnknownName, AmbiguousName or ActionError.
    """
    words = [word for word in rest.split() if word != FORCE]
    force = len(words) < len(rest.split())
    where, n = _target(console, " ".join(words))
    reach = _reach(console.session.past, n, _own(console))
    if not reach:
        raise UndoRefused(f"nothing was done after {where} that could be taken back")
    what, barrier = counted(_known(console, reach)), _barrier(reach)
    if barrier and not force:
        again = f"rollback {' '.join([*words, FORCE])}"
        raise UndoRefused(
            f'it would take back {what}, and {barrier} came in between; "{again}" does so openly'
        )
    return Back(where, n, what, openly=barrier is not None)


def rollback(console: Console, rest: str) -> Told:
    """Go back to the start of a turn, to a line, or to a bookmark, as far as undo may."""
    found = back(console, rest)
    if found.openly:
        yield OPENLY
    console.session.rollback(found.n, force=found.openly, seat=_own(console))
    some = len(console.session.coming) > 1
    redo = "redo does the first again, redo all does all" if some else "redo does it again"
    yield f"back to {found.where}: {found.what} taken back; {redo}"


def undone(console: Console, rest: str) -> tuple[str, bool]:
    """What `undo` would take back, in words, and whether openly. Raises ActionError or UndoRefused."""
    if rest not in ("", FORCE):
        raise ActionError(f'undo takes nothing or {FORCE}, not "{clipped(rest)}"')
    past, own = console.session.past, _own(console)
    mine = [place for place, one in enumerate(past) if own in (None, one.entry.seat)]
    if not mine:
        raise UndoRefused("there is nothing to undo")
    reach = past[mine[-1] :]
    barrier = _barrier(reach)
    if barrier and not rest:
        raise UndoRefused(f"undo stops at {barrier}; undo {FORCE} takes it back openly")
    return _action(console, reach[0].entry), barrier is not None


def undo(console: Console, rest: str) -> Told:
    """Take back the viewer's last action, with what came after it."""
    what, openly = undone(console, rest)
    if openly:
        yield OPENLY
    console.session.undo(force=openly, seat=_own(console))
    yield f"taken back: {what}"


def redone(console: Console, rest: str) -> int:
    """How many actions `redo` would do again at most. Raises ActionError or UndoRefused."""
    if rest not in ("", "all") and not (rest.isdecimal() and int(rest[:6]) > 0):
        raise ActionError(f'redo takes nothing, a number or all, not "{clipped(rest)}"')
    console.reader.may_choose()
    coming = len(console.session.coming)
    if not coming:
        raise UndoRefused("there is nothing to redo")
    return coming if rest == "all" else min(int(rest[:6] or 1), coming)


def redo(console: Console, rest: str) -> list[str]:
    """Do again what was taken back, while it is for the same to decide, with what bots had done then."""
    most, session = redone(console, rest), console.session
    viewer, seat, last = console.viewer, session.to_move, session.journal.n
    first = session.redo()
    done = 1
    while done < most and session.coming and session.to_move == seat:
        session.redo()
        done += 1
    if not rest:
        return [f"done again: {first.action if first.shows(viewer) else HIDDEN}"]
    fresh = [one for one in session.story if one.n > last and one.action and one.shows(viewer)]
    return [f"done again: {counted(fresh)}"]


def _own(console: Console) -> str | None:
    """The seat whose actions are taken back; None where several are at the prompt."""
    return console.viewer if len(console.humans) == 1 else None


def _barrier(reach: Sequence[Past]) -> str | None:
    return next((one.barrier for one in reversed(reach) if one.barrier), None)


def _known(console: Console, reach: Sequence[Past]) -> list[Entry]:
    return [one.entry for one in reach if one.entry.shows(console.viewer)]


def _action(console: Console, entry: Entry) -> str:
    return str(entry.action) if entry.shows(console.viewer) else HIDDEN


def _target(console: Console, typed: str) -> tuple[str, int]:
    """Where words lead back to, in words, and the line after which all is taken back."""
    there = turns(console)
    if typed.startswith("@"):
        marks = bookmarks(console)
        name = resolve("bookmark", typed[1:], marks)
        return f"@{name}", marks[name].n
    word, _, number = typed.partition(" ")
    if word == "line":
        return _line(console, number.strip())
    turn = there[places(there, typed)[-1]] if typed else _current(there)
    # A turn in which nobody has acted yet began with the last line before it.
    start = turn.actions[0].n - 1 if turn.actions else turn.entries[0].n
    return f"the start of {turn.name or 'the game'}", start


def _line(console: Console, number: str) -> tuple[str, int]:
    lines = {str(shown): n for n, shown in numbers(console).items()}
    if number.lstrip("0") not in lines:
        *_, last = lines
        raise UnknownName(f'no line "{clipped(number)}"; there are 1 to {last}')
    return f"line {number.lstrip('0')}", lines[number.lstrip("0")]


def _current(there: Sequence[Turn]) -> Turn:
    """The turn that was last acted in."""
    for turn in reversed(there):
        if turn.actions:
            return turn
    raise ActionError("nothing has been done that could be taken back")


def _reach(past: Sequence[Past], n: int, seat: str | None) -> list[Past]:
    """What would be taken back: all after line `n`, from the first of `seat` on."""
    later = [one for one in past if one.entry.n > n]
    first = next((k for k, one in enumerate(later) if seat in (None, one.entry.seat)), len(later))
    return later[first:]
