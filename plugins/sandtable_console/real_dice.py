"""Asks the player what real dice and cards show, and reads the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from sandtable import ActionError, Dice, GameError, SandtableError, listing
from sandtable.tooling import STREAM, printing, resolve
from sandtable_console import terminal

T = TypeVar("T")


class AskedRoll(NamedTuple):
    """A roll that a player is asked about: a face from 1 to `sides`, or one of the `things`."""

    stream: str
    sides: int
    things: tuple[str, ...] = ()
    rule: str = ""
    words: str = ""


class AskedDice(Dice):
    """Real dice and cards: a player is asked what each roll showed.

    `ask` returns a number from 1 to `sides`; anything else is a GameError. A real roll cannot be
    undone, so `mark` and `rewind` do nothing.
    """

    def __init__(self, ask: Callable[[AskedRoll], int]) -> None:
        super().__init__()
        self._ask = ask

    def _value(self, stream: str, sides: int) -> int:
        return self._answer(stream, sides, ())

    def _answer(self, stream: str, sides: int, things: tuple[str, ...]) -> int:
        rule, words = (self.asker.rule, self.asker.title) if self.asker else ("", "")
        value = self._ask(AskedRoll(stream, sides, things, rule, words))
        if not 1 <= value <= sides:
            raise GameError(f"{value} was rolled where 1 to {sides} was asked for")
        return value

    def pick(self, bag: Sequence[T] | Mapping[T, int], stream: str = STREAM) -> T:
        """Pick as `Dice.pick` does; the question's `things` names what is in the bag."""
        bag = self.bag(bag)
        if not bag:
            return super().pick(bag, stream)
        item = bag[self._answer(stream, len(bag), tuple(map(str, bag))) - 1]
        self._keep(stream, len(bag), bag.index(item) + 1, str(item))
        return item


class NotRolled(SandtableError):
    """A roll was not answered, so the action that asked for it is undone."""


def question_text(question: AskedRoll) -> str:
    """Return the question about a roll, in one line."""
    what = f"what does 1d{question.sides} show?"
    if question.things:
        drawn = question.stream != STREAM
        things = listing(list(dict.fromkeys(question.things)))
        what = f"what is drawn for {question.stream}?" if drawn else f"chosen at random from {things}?"
    return f"{question.words} [rule {question.rule}]: {what} "


def read_answer(question: AskedRoll, typed: str) -> int:
    """Return the number from 1 to `sides` that a typed face or name means.

    Raises a SandtableError that says what was expected.
    """
    text = typed.strip()
    if question.things:
        return question.things.index(resolve("card", text, dict.fromkeys(question.things))) + 1
    if text.isdecimal() and len(text) < 6 and 1 <= int(text) <= question.sides:
        return int(text)
    raise ActionError(f'1d{question.sides} shows a number from 1 to {question.sides}, not "{text}"')


def asked_dice(
    read: Callable[[str], str], tell: Callable[[str], object], *, again: bool = True
) -> AskedDice:
    """Return dice that ask with `read`, which returns the typed line, until the answer is valid.

    `tell` is called with the error of a wrong answer; without `again`, the error is raised instead.
    """

    def ask(question: AskedRoll) -> int:
        while True:
            try:
                return read_answer(question, read(question_text(question)))
            except SandtableError as error:
                if not again or isinstance(error, NotRolled):
                    raise
                tell(str(error))

    return AskedDice(ask)


def read_line(question: str) -> str:
    """Ask for one line; Ctrl-C clears it, and Ctrl-D raises NotRolled, so that nothing happens."""
    from prompt_toolkit import PromptSession  # noqa: PLC0415 (slow to import)
    from prompt_toolkit.history import InMemoryHistory  # noqa: PLC0415

    session: PromptSession[str] = PromptSession(history=InMemoryHistory())
    while True:
        try:
            return terminal.run(session.app, partial(session.prompt, printing.escape(question)))
        except KeyboardInterrupt:
            continue
        except EOFError:
            raise NotRolled("the roll was not answered, so nothing was done") from None
