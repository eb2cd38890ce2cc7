"""The outputs that the console yields for a line and a sink shows.

A command yields plain lines of text, and any of `Text`, `Confirm`, `Thinking`, `Lent` and `Line`.

>>> from sandtable_console import outputs
>>> def forget(console, rest):
...     yield outputs.Confirm("Forget every note?")  # continues if the player agrees
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
"""The kind of a text: an answer, a remark from outside the game (as in a lesson), or an error."""


class News(Struct, frozen=True):
    """The latest events, as lines. `seat` is that of the bot that acted, or None for a human.

    `events` are the events themselves; none if the lines repeat old events, as in a resumed game.
    """

    lines: Sequence[str]
    seat: str | None = None
    events: Sequence[Event] = ()


class Board(Struct, frozen=True):
    """The position as far as the viewer may know it, wrapped to the console's width."""

    lines: Sequence[str]


class Status(Struct, frozen=True):
    """The scores and resources, on one line."""

    text: str


class Options(Struct, frozen=True):
    """The viewer's legal actions; a bare number on the next line picks one, or is one of a range."""

    actions: Sequence[Action]


class Question(Struct, frozen=True):
    """A decision's question, with its seat and rule. No output follows until the next line."""

    text: str


class Text(Struct, frozen=True):
    """Lines of text in a `tone`: a reply, a remark from outside the game, or an error."""

    lines: Sequence[str]
    tone: Tone = "reply"

    def __post_init__(self) -> None:
        if isinstance(self.lines, str) or not all(isinstance(line, str) for line in self.lines):
            raise TypeError("a Text takes a list of lines, each a string")
        check_names("tone", [self.tone], get_args(Tone))


class Map(Text, frozen=True):
    """The map as an answer; a sink that always shows the map moves it instead.

    `near` is the space to show. A `zoom` of -1 means the whole map, small; 1 means enlarged.
    """

    near: str = ""
    zoom: int = 0


class Confirm(Struct, frozen=True):
    """A question for the next line: ``y`` or ``yes`` agrees, and any other line cancels."""

    question: str

    def __post_init__(self) -> None:
        if not isinstance(self.question, str):
            raise TypeError("the question of a Confirm must be a string")


class Thinking(Struct, frozen=True):
    """A bot or the program is thinking until the next output; `who` is the seat, if only one can choose.

    - `share`: the share done, from 0 to 1; None if unknown.
    - `games`: the number of games played so far.
    - `stop`: a word for the effect of an interrupt (Ctrl-C).
    """

    who: str = ""
    share: float | None = None
    games: int = 0
    stop: str = "stop"

    def progress_line(self, *, typed: bool) -> str:
        """Return the progress and how to stop it; if something was `typed`, say that it is kept."""
        stops = f"(Ctrl-C: {self.stop}){'; what you type is read next' * typed}"
        if self.share is None:
            return f"{self.who or 'another seat'} is thinking {stops}"
        return f"thinking: {min(self.share, 1):4.0%}, {number_of(self.games, 'game')} {stops}"


class Lent(Struct, frozen=True):
    """The whole terminal is lent to other code, such as an editor, until the next output."""


class Refused(Struct, frozen=True):
    """An action or command failed, with its `error`. Everything before it stays done.

    With `at_once`, show the refusal now, before the other outputs of the same line.
    """

    error: SandtableError
    at_once: bool = False


class NextStep(NamedTuple):
    """A line that can be typed, or picked by number, when the game is over, and what it does."""

    line: str
    about: str


class Over(Struct, frozen=True):
    """The game is over: its review, also as lines, and what the player can do next.

    The final position comes before it.
    """

    lines: Sequence[str]
    steps: Sequence[NextStep] = ()
    review: Review | None = None

    @property
    def numbered(self) -> list[str]:
        """The next steps, one per row with its number, and how to choose."""
        rows = [f"{n:4}  {line}: {about}" for n, (line, about) in enumerate(self.steps, 1)]
        return [*rows, AT_END] if rows else []


Output: TypeAlias = (
    News | Board | Status | Options | Question | Text | Confirm | Thinking | Lent | Refused | Over
)


class Line(Struct, frozen=True):
    """A line that the console runs for a command, as if it were typed, before the command continues."""

    text: str

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError("the text of a Line must be a string")


FromWord: TypeAlias = Text | Confirm | Thinking | Lent | Line
"""The outputs that a command may yield besides plain lines; only the console yields the others."""

CommandOutputs: TypeAlias = Iterable[FromWord | str]
"""A command's outputs: texts, questions, progress, and lines to run; a plain string is a text."""

T = TypeVar("T")

AT_END = "The game is over. Type a number; Enter leaves."
"""The question at the end of a game."""


def step(outputs: Iterator[T], thrown: BaseException | None) -> T | None:
    """Return the next output, or None after the last; raise `thrown`, if given, in the generator."""
    try:
        if thrown is None:
            return next(outputs)
        if isinstance(outputs, Generator):
            return cast(T, outputs.throw(thrown))
    except StopIteration:
        return None
    raise thrown
