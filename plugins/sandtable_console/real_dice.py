"""Real dice and cards: the questions to the player, and the meaning of a typed answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sandtable import ActionError, AskedDice, SandtableError, listing
from sandtable.tooling import STREAM, AskedRoll, printing, resolve
from sandtable_console import terminal


class NotRolled(SandtableError):
    """A roll was left without an answer; the action that asked is undone."""


def asks(question: AskedRoll) -> str:
    """The question in a line."""
    what = f"1d{question.sides} shows?"
    if question.things:
        drawn = question.stream != STREAM
        things = listing(list(dict.fromkeys(question.things)))
        what = f"which comes for {question.stream}?" if drawn else f"which, at random, of {things}?"
    return f"{question.words} [rule {question.rule}]: {what} "


def answer(question: AskedRoll, typed: str) -> int:
    """The number from 1 to `sides` that a typed face or name means.

    Raises SandtableError, which says what was expected.
    """
    text = typed.strip()
    if question.things:
        return question.things.index(resolve("card", text, dict.fromkeys(question.things))) + 1
    if text.isdecimal() and len(text) < 6 and 1 <= int(text) <= question.sides:
        return int(text)
    raise ActionError(
        f'"{text}" is not a roll of 1d{question.sides}: 1 to {question.sides} was expected'
    )


def asked_dice(
    read: Callable[[str], str], tell: Callable[[str], object], *, again: bool = True
) -> AskedDice:
    """Dice that ask with `read` (which returns the typed line) until the answer is valid.

    `tell` gets the error of a wrong answer, before the next question; without `again`, it is raised.
    """

    def ask(question: AskedRoll) -> int:
        while True:
            try:
                return answer(question, read(asks(question)))
            except SandtableError as error:
                if not again or isinstance(error, NotRolled):
                    raise
                tell(str(error))

    return AskedDice(ask)


def read_line(question: str) -> str:
    """Ask for one line; Ctrl-C clears it, and Ctrl-D raises NotRolled, so that nothing is done."""
    from prompt_toolkit import PromptSession  # noqa: PLC0415 (slow to import)
    from prompt_toolkit.history import InMemoryHistory  # noqa: PLC0415

    session: PromptSession[str] = PromptSession(history=InMemoryHistory())
    while True:
        try:
            return terminal.run(session.app, partial(session.prompt, printing.escape(question)))
        except KeyboardInterrupt:
            continue
        except EOFError:
            raise NotRolled("a roll was left without an answer, so nothing was done") from None
