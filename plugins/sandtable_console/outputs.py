"""The typed outputs that the console yields for a line, and a sink shows.

A word at the prompt yields lines, and of these `Text`, `Confirm`, `Thinking`, `Lent` and `Line`.

>>> from sandtable_console import outputs
>>> def forget(console, rest):
...     yield outputs.Confirm("Forget every note?")  # goes on if the player agrees
...     yield outputs.Text(["Forgotten."], tone="note")
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar, cast, get_args

from msgspec import Struct

from sandtable import Action, Event, SandtableError, check_names, number_of

if TYPE_CHECKING:
    from sandtable_console.ending import Review

Tone: TypeAlias = Literal["reply", "note", "error"]
"""The kind of a text: the answer to a line, a remark outside the game (as in a lesson), or an error."""


class News(Struct, frozen=True):
    """The latest events, in lines. `seat` is the seat of the bot that acted; None for a human.

    `events` are those of which the lines tell, unless they were told before, as in a resumed game.
    """

    lines: Sequence[str]
    seat: str | None = None
    events: Sequence[Event] = ()


class Board(Struct, frozen=True):
    """The position as the viewer may know it, in the console's width."""

    lines: Sequence[str]


class Status(Struct, frozen=True):
    """The scores and resources, in one line."""

    text: str


class Options(Struct, frozen=True):
    """The viewer's legal actions; a bare number on the next line picks one, or is that of a range."""

    actions: Sequence[Action]


class Question(Struct, frozen=True):
    """The question of a decision, with its seat and rule. No output follows until the next line."""

    text: str


class Text(Struct, frozen=True):
    """Lines that answer a line, in a `tone`: a reply, a remark outside the game or an error."""

    lines: Sequence[str]
    tone: Tone = "reply"

    def __post_init__(self) -> None:
        if isinstance(self.lines, str) or not all(isinstance(line, str) for line in self.lines):
            raise TypeError("a Text takes several lines, each by itself")
        check_names("tone", [self.tone], get_args(Tone))


class Map(Text, frozen=True):
    """The map as an answer; a sink that always shows the map moves it instead.

    `near` is the space that it should show. With `zoom` -1 it is all of the map, small; with 1, large.
    """

    near: str = ""
    zoom: int = 0


class Confirm(Struct, frozen=True):
    """A question that the next line answers. ``y`` or ``yes`` agrees; any other line cancels."""

    question: str

    def __post_init__(self) -> None:
        if not isinstance(self.question, str):
            raise TypeError("a Confirm asks a text")


class Thinking(Struct, frozen=True):
    """A bot or the program thinks until the next output; `who` is the seat, if only one can choose.

    - `share`: the share that is done, from 0 to 1; None if it is unknown.
    - `games`: the number of games played so far.
    - `stop`: what an interrupt (Ctrl-C) does.
    """

    who: str = ""
    share: float | None = None
    games: int = 0
    stop: str = "stop"

    def progress_line(self, *, typed: bool) -> str:
        """The progress in a line, and how to stop it; with `typed`, also that what was typed is kept."""
        stops = f"(Ctrl-C: {self.stop}){'; words you typed are read next' * typed}"
        if self.share is None:
            return f"{self.who or 'another seat'} thinks {stops}"
        return f"thinking: {min(self.share, 1):4.0%}, {number_of(self.games, 'game')} {stops}"


class Lent(Struct, frozen=True):
    """The whole terminal is lent to other code, such as an editor, until the next output."""


class Refused(Struct, frozen=True):
    """An action or a command could not be done: its `error`. Everything before it stays done.

    With `at_once`, the line also does something else, which is shown below the refusal.
    """

    error: SandtableError
    at_once: bool = False


class NextStep(NamedTuple):
    """A line that can be typed when the game is over, and what it does; its number means the same."""

    line: str
    about: str


class Over(Struct, frozen=True):
    """The game is over: its review, also in lines, and what can be done next.

    The last position comes before it.
    """

    lines: Sequence[str]
    steps: Sequence[NextStep] = ()
    review: Review | None = None

    @property
    def numbered(self) -> list[str]:
        """The next steps in rows, each with its number, and how to choose."""
        rows = [f"{n:4}  {line}: {about}" for n, (line, about) in enumerate(self.steps, 1)]
        return [*rows, AT_END] if rows else []


Output: TypeAlias = (
    News | Board | Status | Options | Question | Text | Confirm | Thinking | Lent | Refused | Over
)


class Line(Struct, frozen=True):
    """A line that the console does for a word, as if it had been typed, before the word continues."""

    text: str

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError("a Line is a text")


FromWord: TypeAlias = Text | Confirm | Thinking | Lent | Line
"""The outputs that a word may yield besides plain lines; the console yields the others."""

CommandOutputs: TypeAlias = Iterable[FromWord | str]
"""The outputs of a word: texts, questions, progress and lines to do; a plain line is a text."""

T = TypeVar("T")

AT_END = "The game is over. Type a number; Enter leaves."
"""The question when a game is over."""


def step(outputs: Iterator[T], thrown: BaseException | None) -> T | None:
    """The next of some outputs, None after the last; `thrown`, if given, is raised in the generator."""
    try:
        if thrown is None:
            return next(outputs)
        if isinstance(outputs, Generator):
            return cast(T, outputs.throw(thrown))
    except StopIteration:
        return None
    raise thrown
