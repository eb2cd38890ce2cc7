"""The commands that go back and forward: `undo`, `redo`, `abort`, `rollback` and `.`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable import ActionError, LogEntry, Simultaneous, UnknownName, number_of
from sandtable.tooling import clip, resolve, undo
from sandtable_console import turns
from sandtable_console.commands import Command, suggest
from sandtable_console.lines import FORCE
from sandtable_console.outputs import CommandOutputs, Confirm, Line
from sandtable_pictures import phrase

if TYPE_CHECKING:
    from sandtable_console.console import Console

IN_THE_SAVE = ", and the save records it"
TAKE_BACK_PAST = 'Take back "{}", past {}? The save will record it. [y/N] '


def _seat_to_undo(console: Console) -> str | None:
    """Return the seat whose actions are undone, or None if several humans share the prompt.

    The simultaneous choices of other seats are never undone.
    """
    session = console.session
    together = session.outcome is None and isinstance(session.table.decision, Simultaneous)
    return console.viewer if together or len(console.humans) == 1 else None


def _action(console: Console, entry: LogEntry, viewer: str | None) -> str:
    """Return an action in words, or "a secret choice" if the viewer may not know it."""
    game, view, action = console.session.scenario.game, console.session.view(viewer), entry.action
    return phrase.spelled(action, game, view) if action and entry.shows(viewer) else "a secret choice"


# undo


def _to_undo(console: Console, rest: str) -> tuple[LogEntry, str | None]:
    """Return the first action to undo, and the barrier to cross. Raises ActionError or UndoRefused."""
    if rest not in ("", FORCE):
        raise ActionError(f'undo takes no arguments; leave out "{clip(rest)}"')
    steps = console.session.history.last_steps(_seat_to_undo(console))
    barrier = undo.last_barrier(steps)
    if barrier and not (rest or console.confirms):
        raise undo.BarrierCrossed("undo", barrier)
    return steps[0].entry, barrier


def _undo(console: Console, rest: str) -> CommandOutputs:
    first, barrier = _to_undo(console, rest)
    action = _action(console, first, console.viewer)  # undoing may change the viewer
    if barrier:
        yield Confirm(TAKE_BACK_PAST.format(action, barrier))
    console.session.undo(force=bool(barrier), seat=_seat_to_undo(console))
    yield f"Undone: {action}"


def _undo_preview(console: Console, rest: str) -> str:
    first, barrier = _to_undo(console, rest)
    return f"takes back {_action(console, first, console.viewer)}{IN_THE_SAVE * bool(barrier)}"


# redo


def _to_redo(console: Console, rest: str) -> int:
    """Return the largest number of actions to redo. Raises ActionError or UndoRefused."""
    if rest not in ("", "all") and not (rest.isdecimal() and int(rest[:6]) > 0):
        raise ActionError(f'redo takes a number or all, not "{clip(rest)}"')
    console.reader.check_may_choose()
    most = len(console.session.history.undone)
    if not most:
        raise undo.UndoRefused("nothing to redo; redo repeats what undo has just taken back")
    return most if rest == "all" else min(int(rest[:6] or 1), most)


def _redo(console: Console, rest: str) -> list[str]:
    """Redo undone actions, and the bot actions after them, while the same seat decides."""
    most, session = _to_redo(console, rest), console.session
    viewer, seat, last = console.viewer, session.to_move, session.journal.n
    first = session.redo()
    done = 1
    while done < most and session.history.undone and session.to_move == seat:
        session.redo()
        done += 1
    shown = [entry for entry in session.log if entry.n > last and entry.action and entry.shows(viewer)]
    return [f"Redone: {number_of(len(shown), 'action') if rest else _action(console, first, viewer)}"]


def _redo_preview(console: Console, rest: str) -> str:
    most = _to_redo(console, rest)
    return f"redoes what was taken back{f', up to {most} actions' if most > 1 else ''}"


def _abort(console: Console, _: str) -> list[str]:
    session, viewer = console.session, console.viewer
    several = " and everything after it" if len(session.history.sequence()) > 1 else ""
    lines = [f"Undone: {_action(console, session.abort(), viewer)}{several}"]
    if session.table.decision.part:
        barrier = session.history.done[-1].barrier
        lines.append(f"abort goes no further back than {barrier}.")
    return lines


# rollback


class Rollback(NamedTuple):
    """What `rollback` undoes, in words: all actions after line `n`; and the barrier crossed, if any."""

    where: str
    n: int
    what: str
    barrier: str | None


def _to_roll_back(console: Console, rest: str) -> Rollback:
    """Return the rollback that typed words mean.

    Raises UndoRefused, UnknownName, AmbiguousName or ActionError.
    """
    words = [word for word in rest.split() if word != FORCE]
    force = len(words) < len(rest.split())
    where, n = place(console, " ".join(words))
    try:
        steps = console.session.history.steps_after(n, _seat_to_undo(console))
    except undo.UndoRefused:
        raise undo.UndoRefused(f"nothing to take back after {where}") from None
    visible = [step.entry for step in steps if step.entry.shows(console.viewer)]
    undone, barrier = number_of(len(visible), "action"), undo.last_barrier(steps)
    if barrier and not (force or console.confirms):
        forced = f"rollback {' '.join([*words, FORCE])}"
        raise undo.UndoRefused(
            f'that takes back {undone}, past {barrier}; type "{forced}", and the save records it'
        )
    return Rollback(where, n, undone, barrier)


def place(console: Console, typed: str) -> tuple[str, int]:
    """Return the place that typed words mean, in words, and the number of the line before it."""
    if typed.startswith("@"):
        marks = turns.bookmarks(console)
        name = resolve("bookmark", typed[1:], marks)
        return f"@{name}", marks[name].n
    word, _, number = typed.partition(" ")
    if word == "line":
        return _line(console, number.strip())
    all_turns = turns.turns(console)
    turn = all_turns[turns.indices(all_turns, typed)[-1]] if typed else turns.current_turn(all_turns)
    # A turn without actions begins with its first line.
    start = turn.actions[0].n - 1 if turn.actions else turn.entries[0].n
    return f"the start of {turn.name or 'the game'}", start


def _line(console: Console, number: str) -> tuple[str, int]:
    lines = {str(shown): n for n, shown in turns.line_numbers(console).items()}
    if number.lstrip("0") not in lines:
        *_, last = lines
        choices = f"choose from 1 to {last}" if lines.keys() > {last} else f"there is only line {last}"
        raise UnknownName(f'no line "{clip(number)}"; {choices}')
    return f"line {number.lstrip('0')}", lines[number.lstrip("0")]


def _rollback(console: Console, rest: str) -> CommandOutputs:
    target = _to_roll_back(console, rest)
    if target.barrier:
        yield Confirm(TAKE_BACK_PAST.format(target.what, target.barrier))
    console.session.rollback(target.n, force=bool(target.barrier), seat=_seat_to_undo(console))
    several = len(console.session.history.undone) > 1
    redo = "redo repeats the first, and redo all repeats them all" if several else "redo repeats it"
    yield f"Back to {target.where}: {target.what} undone; {redo}"


def _rollback_preview(console: Console, rest: str) -> str:
    target = _to_roll_back(console, rest)
    return f"back to {target.where}: takes back {target.what}{IN_THE_SAVE * bool(target.barrier)}"


def _repeat(console: Console, _: str) -> CommandOutputs:
    for chosen in console.last_choices():
        console.check_repeatable(chosen)
        yield Line(chosen.text)


UNDO = Command(
    f"undo [{FORCE}]",
    "take back the last action; past a roll or a reveal, the save records it",
    _undo,
    preview=_undo_preview,
    kind="goes back",
)
REDO = Command(
    "redo [N|all]",
    "repeat the last action that was taken back, or N of them, or all",
    _redo,
    complete=lambda _, rest: suggest({"all": "everything that was taken back"}, rest),
    preview=_redo_preview,
    kind="goes back",
    examples=("redo 3", "redo all"),
)
ABORT = Command(
    "abort",
    "take back every part of the current choice",
    _abort,
    kind="goes back",
)
ROLLBACK = Command(
    f"rollback [TURN|line N|@BOOKMARK] [{FORCE}]",
    "go back to the start of a turn, a line of the save or a bookmark; past a roll, the save records it",
    _rollback,
    complete=lambda console, rest: suggest(turns.names(console) | turns.bookmark_notes(console), rest),
    preview=_rollback_preview,
    kind="goes back",
    examples=("rollback 1", "rollback line 2"),
)
AGAIN = Command(
    ".",
    "repeat the actions of your last line",
    _repeat,
    preview=lambda console, _: f"repeats {'; '.join(chosen.text for chosen in console.last_choices())}",
    kind="changes",
    listed=False,
)
