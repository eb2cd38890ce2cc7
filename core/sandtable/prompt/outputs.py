"""What the console yields for a line: typed outputs, which a sink shows."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias, TypeVar, cast, get_args

from msgspec import Struct

from sandtable.base.errors import SandtableError
from sandtable.base.words import check_names
from sandtable.model.action import Action

Tone: TypeAlias = Literal["reply", "note", "error"]
"""What a text is: the answer to a line, a word beside the game as in a lesson, or a trouble."""


class News(Struct, frozen=True):
    """What has happened, a line each; `seat` is the bot that did it, None where a human did."""

    lines: Sequence[str]
    seat: str | None = None


class Board(Struct, frozen=True):
    """The position as its viewer may know it, in the console's width."""

    lines: Sequence[str]


class Status(Struct, frozen=True):
    """The scores and the means, in one line."""

    text: str


class Options(Struct, frozen=True):
    """All that the viewer can choose now; a bare number on the next line means a place in it."""

    actions: Sequence[Action]


class Question(Struct, frozen=True):
    """Who decides what, and by which rule. Nothing comes after it until the next line."""

    text: str


class Text(Struct, frozen=True):
    """Lines that answer what was asked."""

    lines: Sequence[str]
    tone: Tone = "reply"

    def __post_init__(self) -> None:
        if isinstance(self.lines, str) or not all(isinstance(line, str) for line in self.lines):
            raise TypeError("a Text takes several lines, each by itself")
        check_names("tone", [self.tone], get_args(Tone))


class Map(Text, frozen=True):
    """The map as an answer; a sink that shows the map anyway moves it instead.

    `near` is the space around which it was asked for; `whole` says that all of it is to be seen at once.
    """

    near: str = ""
    whole: bool = False


class Confirm(Struct, frozen=True):
    """A question that the next line answers. ``y`` or ``yes`` agrees; any other line cancels."""

    question: str

    def __post_init__(self) -> None:
        if not isinstance(self.question, str):
            raise TypeError("a Confirm asks a text")


class Thinking(Struct, frozen=True):
    """Somebody thinks until the next output comes: a bot, whose seat is `who`, or the program.

    `share` is how much is done, of 1, in `games`; None where nobody can tell. `stop` says what an
    interrupt (Ctrl-C) means.
    """

    who: str = ""
    share: float | None = None
    games: int = 0
    stop: str = "stop"


class Lent(Struct, frozen=True):
    """The terminal is lent to somebody who fills it, as an editor does, until the next output comes."""


class Refused(Struct, frozen=True):
    """What could not be done. What was done before it stays done."""

    error: SandtableError


class Over(Struct, frozen=True):
    """The game is over: the last position, the outcome with its figures, and a look back.

    `ways_on` says what can be asked now, each way with the number that asks it on the next line.
    """

    lines: Sequence[str]
    ways_on: Sequence[str] = ()


Output: TypeAlias = (
    News | Board | Status | Options | Question | Text | Confirm | Thinking | Lent | Refused | Over
)


class Line(Struct, frozen=True):
    """A line that a word has the console do before the word goes on, as if it had been typed."""

    text: str

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError("a Line is a text")


FromWord: TypeAlias = Text | Confirm | Thinking | Lent | Line
"""What a word may yield beside plain lines; the rest is the console's to tell."""

CommandOutputs: TypeAlias = Iterable[FromWord | str]
"""What a word tells: texts and questions, how far it is, lines to be done; a plain line is a text."""

T = TypeVar("T")


def step(outputs: Iterator[T], thrown: BaseException | None) -> T | None:
    """The next of some outputs, None after the last; `thrown` is raised where they stand, if given."""
    try:
        if thrown is None:
            return next(outputs)
        if isinstance(outputs, Generator):
            return cast(T, outputs.throw(thrown))
    except StopIteration:
        return None
    raise thrown
