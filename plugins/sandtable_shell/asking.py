"""Asks at a terminal which scenario to play, and who plays: by number, name or arrow keys."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from sandtable import HUMAN, SandtableError, Scenario
from sandtable.tooling import Catalog, match, printing, resolve
from sandtable_console import background, put, settings, terminal
from sandtable_shell import front
from sandtable_shell.output import Line, at_terminal, paint, say, show

Names = Sequence[Mapping[str, str]]
"""Groups of names that may be typed, with their meanings; earlier groups take precedence."""

Read = Callable[[str], str]
"""Returns the meaning of what is typed. Raises SandtableError with help."""

LEAVE_ANSWER = "q"
"""The answer that leaves a question."""

HELP = "type a number, a name or its beginning; Enter takes the one in brackets; q leaves"

ROWS_BELOW = 3
"""The rows that a list with arrow keys leaves for the question and an error."""


class Row(NamedTuple):
    """A row of a list, and the answer it stands for; "" if it cannot be chosen."""

    line: Line
    meaning: str = ""


def can_ask(arguments: argparse.Namespace) -> bool:
    """Tell whether there is a user at a terminal to ask."""
    from_file = getattr(arguments, "input", None) is not None
    return not from_file and all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


@contextmanager
def allow_leaving() -> Iterator[None]:
    """Let the user leave a question in this block by Ctrl-D, Ctrl-C or ``q``."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        print()


def ask(rows: Sequence[Row], default: str, names: Names = (), shown: str = "") -> str:
    """Ask until the answer is a number or a name with one meaning; Enter alone gives the default.

    `shown` is a shorter form of the default.

    If the terminal can, arrow keys move through the rows. Raises EOFError if the user leaves.
    """
    numbered_rows = [row.meaning for row in rows if row.meaning]

    def read(typed: str) -> str:
        typed = typed.strip()
        return (
            LEAVE_ANSWER
            if typed in (LEAVE_ANSWER, "quit")
            else pick(typed, numbered_rows, names)
            if typed
            else default
        )

    fits = len(rows) + ROWS_BELOW <= shutil.get_terminal_size().lines
    use_keys = fits and sys.stdin.isatty() and at_terminal() and settings().screen != "scroll"
    ways = "Number, name or arrow keys" if use_keys else "Number or name"
    question = printing.escape(f"{ways} [{shown or default}], q leaves: ")
    answer = (_ask_with_keys if use_keys else _ask_by_lines)(rows, question, read)
    if answer == LEAVE_ANSWER:
        raise EOFError
    return answer


def _ask_by_lines(rows: Sequence[Row], question: str, read: Read) -> str:
    for row in rows:
        show(row.line)
    while True:
        try:
            return read(input(question))
        except SandtableError as error:
            say(str(error))


def _ask_with_keys(rows: Sequence[Row], question: str, read: Read) -> str:
    """Ask with arrow keys, which type the rows' numbers; a typed answer marks its row.

    Print the rows first, because the library that reads keys is slow to import.
    """
    theme: str = settings().theme
    theme = background.background() or theme if theme == "auto" else theme
    numbered_rows = [row.meaning for row in rows if row.meaning]

    def meaning(typed: str) -> str:
        try:
            return read(typed)
        except SandtableError:
            return ""

    def shown(typed: str) -> str:
        chosen = meaning(typed) or None
        return "\n".join(_styled_row(row, theme, row.meaning == chosen) for row in rows)

    put(shown(""), is_control=True)
    # ruff: noqa: PLC0415
    from prompt_toolkit import PromptSession
    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import ANSI
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.validation import ValidationError, Validator

    class Readable(Validator):
        def validate(self, document: Document) -> None:
            try:
                read(document.text)
            except SandtableError as error:
                raise ValidationError(len(document.text), str(error)) from error

    keys = KeyBindings()

    def go(by: int, event: KeyPressEvent) -> None:
        chosen = meaning(event.current_buffer.text)
        at = numbered_rows.index(chosen) + by if chosen in numbered_rows else 0
        event.current_buffer.document = Document(str(at % len(numbered_rows) + 1))

    keys.add("down")(partial(go, 1))
    keys.add("up")(partial(go, -1))
    session: PromptSession[str] = PromptSession(
        lambda: ANSI(f"{shown(session.default_buffer.text)}\n{question}"),
        key_bindings=keys,
        validator=Readable(),
        validate_while_typing=False,
        reserve_space_for_menu=0,
    )
    session.output.cursor_up(len(rows))
    return read(terminal.run(session.app, session.prompt))


def _styled_row(row: Row, theme: str, chosen: bool) -> str:
    if not chosen:
        return paint(row.line, theme)
    text = printing.escape(">" + "".join(text for _, text in row.line)[1:])
    return text if theme == "none" else f"\x1b[7m{text} \x1b[0m"


def pick(typed: str, numbered_rows: Sequence[str], names: Names = ()) -> str:
    """Return the meaning of a number, a name or its beginning. Raises SandtableError with help."""
    number = int(typed) if typed.isdecimal() and len(typed) < 6 else 0
    if 1 <= number <= len(numbered_rows):
        return numbered_rows[number - 1]
    groups = names or [{name: name for name in numbered_rows}]
    for group in groups:
        fits = match(typed, group)
        if len(fits) == 1:
            return group[fits[0]]
    if typed == "?":
        raise SandtableError(HELP)
    if number or typed == "0":
        raise SandtableError(f"type a number from 1 to {len(numbered_rows)}, not {typed}")
    everything = {name: meaning for group in groups for name, meaning in group.items()}
    return everything[resolve("choice", typed, everything)]


def by_short_name(ids: Sequence[str]) -> dict[str, str]:
    """Return scenarios by the part of their id after the game, if it is unique."""
    tails = [id.partition("/")[2] for id in ids]
    return {tail: id for tail, id in zip(tails, ids, strict=True) if tails.count(tail) == 1}


def numbered_rows(title: str, choices: Sequence[front.Choice]) -> list[Row]:
    """Return a title and numbered rows below it, with summaries if there is room."""
    left = iter(choices)
    width, lines = shutil.get_terminal_size()
    table = front.table(choices, width, 1, room=lines - ROWS_BELOW - 3)
    rows = (Row(line, next(left).words if line[0][0] == "number" else "") for line in table)
    return [Row([]), Row([("title", title)]), *rows, Row([])]


def ask_scenario(installed: Catalog, game: str) -> str:
    """Ask for one of a game's scenarios; its first scenario is the default."""
    ids = installed.scenarios.of(game)
    title = f"{installed.games.infos[game].title}: which scenario?"
    rows = numbered_rows(title, front.scenarios(installed, game))
    return ask(rows, ids[0], [by_short_name(ids), {id: id for id in ids}])


def ask_seats(installed: Catalog, id: str, given: Mapping[str, str]) -> list[str]:
    """Ask who plays each seat that is not given; by default, the user plays one and bots play the rest.

    Seats may stay empty as far as the scenario allows. Return ``SEAT=PLAYER`` texts.
    """
    info, file = installed.games.infos[id.partition("/")[0]], front.scenario_info(installed, id)
    names = file.seats or info.seats
    empty_left = len(names) - (file.fewest_seats or len(names)) - [*given.values()].count(Scenario.EMPTY)
    bots = front.bots(installed, info.id)
    chosen: dict[str, str] = {}
    for seat in (name for name in names if name not in given):
        seated = {*chosen.values()} - {Scenario.EMPTY}
        default = info.bots[0] if seated or HUMAN in given.values() else HUMAN
        empty = {Scenario.EMPTY: "The seat stays empty."} if empty_left > 0 else {}
        chosen[seat] = ask_player(info.seat_title(seat), {**bots, **empty}, default)
        empty_left -= chosen[seat] == Scenario.EMPTY
    return [f"{seat}={player}" for seat, player in chosen.items()]


def ask_player(seat: str, bots: Mapping[str, str], default: str) -> str:
    """Ask who plays the seat with this title: the user, or one of the bots, shown with descriptions."""
    players = {HUMAN: "You.", **bots}.items()
    choices = [front.Choice(player, "", "", about) for player, about in players]
    return ask(numbered_rows(f"Who plays {seat}?", choices), default)
