"""A word at the prompt, with all that is known of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct

from sandtable.base.former import FormerAttribute
from sandtable.base.words import check_names, match
from sandtable.prompt.outputs import CommandOutputs

if TYPE_CHECKING:
    from sandtable.prompt.console import Console
else:
    Console = object  # what `help(Command)` looks up

Kind: TypeAlias = Literal["looks", "works", "changes", "goes back", "leaves"]
"""What a word does to the game.

``looks`` tells at once what is so, so that a question mark at its end changes nothing; ``works`` writes
or takes its time, and leaves the position as it is; ``changes`` and ``goes back`` lead to another
position, after which something else may be legal; ``leaves`` ends the prompt.
"""


class Candidate(NamedTuple):
    """A word that can come next, how many typed letters it stands for, and a few words about it."""

    word: str
    replaces: int
    about: str


def fitting(words: Mapping[str, str], typed: str, replaces: int | None = None) -> list[Candidate]:
    """Those of some words that typed letters begin, or else may mean; each word says what it is.

    They stand for all that is typed, or for its last `replaces` letters.
    """
    begun = typed.lstrip()
    fits = [word for word in words if word.startswith(begun)] or match(begun, words)
    size = len(begun) if replaces is None else replaces
    return [Candidate(word, size, words[word]) for word in fits]


def nothing(console: Console, rest: str) -> Iterable[Candidate]:  # noqa: ARG001
    """What can come next after a word that takes nothing, or any text."""
    return ()


def no_more(console: Console, rest: str) -> str:  # noqa: ARG001
    """What a word would do of which there is no more to say than its help."""
    return ""


class Command(Struct, frozen=True):
    """A word at the prompt: all that is known of it.

    `run`, `complete` and `preview` are given the console and what was typed after the word. Each may
    raise a SandtableError that says in a line what is wrong.
    """

    usage: str
    """The word, and what it takes: ``log [N]``. A word that stands alone takes nothing."""
    help: str
    """What it does, in a few words."""
    run: Callable[[Console, str], CommandOutputs]
    """Does it. What it gives is shown as it comes: lines of text, or outputs.

    A function that yields a `Confirm` goes on when the next line agrees; else it raises `Declined`.
    A `Line` that it yields is done before it goes on.
    """
    complete: Callable[[Console, str], Iterable[Candidate]] = nothing
    """The words that what is typed can go on with."""
    preview: Callable[[Console, str], str] = no_more
    """What `run` would do, in a few words, or the error that it would raise; it changes nothing.

    It is asked at every key. Where it says nothing, `help` is shown.
    """
    kind: Kind = "works"
    """What it does to the game."""
    examples: Sequence[str] = ()
    """Whole lines that use it, which `help` shows."""
    aliases: Sequence[str] = ()
    """Other words for it, which are typed whole and not offered."""
    takes_text: bool = False
    """Whether all that follows is a text of one's own, kept as typed; nothing is offered there."""
    after_end: bool = False
    """Whether lines from a file or a pipe may still ask it when the game is over."""
    listed: bool = True
    """Whether ``?`` names it below what is legal."""

    def __post_init__(self) -> None:
        check_names("kind of command", [self.kind], get_args(Kind))
        if not all(isinstance(one, str) for one in (self.usage, self.help)):
            raise TypeError("usage and help of a command are texts")
        if any(isinstance(some, str) for some in (self.examples, self.aliases)):
            raise TypeError("examples and aliases of a command are several texts, each by itself")

    @property
    def word(self) -> str:
        """The word itself."""
        return self.usage.partition(" ")[0]

    @property
    def moves(self) -> bool:
        """Whether it may lead to another position."""
        return self.kind in ("changes", "goes back")

    told = FormerAttribute("effect")

    def effect(self, console: Console, rest: str) -> str:
        """What it would do, in a few words; its help where there is no more to say.

        Raises SandtableError, in the words of `run`, where that would refuse.
        """
        return self.preview(console, rest) or self.help
