"""A word at the prompt, with its usage, help, effects and completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct

from sandtable import check_names
from sandtable.tooling import match
from sandtable_console.outputs import CommandOutputs

if TYPE_CHECKING:
    from sandtable_console.console import Console
else:
    Console = object  # what `help(Command)` looks up

Kind: TypeAlias = Literal["looks", "works", "changes", "goes back", "leaves"]
"""The effect of a word on the game.

- ``looks``: answers at once; a question mark after it makes no difference.
- ``works``: writes or takes time, but does not change the position.
- ``changes``, ``goes back``: leads to another position, with other legal actions.
- ``leaves``: ends the prompt.
"""


class Candidate(NamedTuple):
    """A word that can come next, how many typed letters it replaces, and a few words about it."""

    word: str
    replaces: int
    about: str


def suggest(words: Mapping[str, str], typed: str, replaces: int | None = None) -> list[Candidate]:
    """The words that begin with the typed letters, else those that the letters can mean.

    `words` has a few words about each. A candidate replaces everything typed, or its last `replaces`
    letters.
    """
    begun = typed.lstrip()
    fits = [word for word in words if word.startswith(begun)] or match(begun, words)
    size = len(begun) if replaces is None else replaces
    return [Candidate(word, size, words[word]) for word in fits]


def on_use(module: str, name: str) -> Callable[..., Any]:
    """A function whose module, which is slow to import, is imported only when it is called."""
    return lambda *given: getattr(import_module(module), name)(*given)


def suggest_nothing(console: Console, rest: str) -> Iterable[Candidate]:  # noqa: ARG001
    """The completion of a word that takes no argument, or any text."""
    return ()


def no_more(console: Console, rest: str) -> str:  # noqa: ARG001
    """The preview of a word whose help says everything."""
    return ""


class Command(Struct, frozen=True):
    """A word at the prompt.

    Give `usage`, `help` and `run`, and return it from the hook `prompt_commands`. `run`, `complete` and
    `preview` get the console and the text after the word. Each may raise a SandtableError that says in
    one line what is wrong.

    >>> from sandtable import Command
    >>> def count(console, rest):
    ...     return [f"{len(console.options)} actions are legal now."]
    >>> COUNT = Command("count", "how many actions are legal", count, kind="looks")

    - `usage`: the word and its arguments: ``log [N]``. Only a word: no argument.
    - `help`: the effect of the word, in a few words.
    - `run`: does it, and gives its lines of text and its outputs, which are shown at once. After a
      `Confirm` it continues if the next line agrees; otherwise `Declined` is raised in it. A `Line` is
      done before it continues.
    - `complete`: the words that can come next.
    - `preview`: the effect of `run` in a few words, or the error that it would raise. It is called at
      every key and changes nothing. If it is empty, `help` is shown.
    - `kind`: the effect on the game, a `Kind`.
    - `examples`: whole lines that use it, for `help`.
    - `aliases`: other words for it, which must be typed in full and are not offered.
    - `takes_text`: whether everything after it is free text, kept as typed; nothing is offered there.
    - `after_end`: whether lines from a file or a pipe may still use it when the game is over.
    - `listed`: whether ``?`` names it below the legal actions.
    - `third_party`: whether all other words come first in abbreviations; the console sets this.
    """

    usage: str
    help: str
    run: Callable[[Console, str], CommandOutputs]
    complete: Callable[[Console, str], Iterable[Candidate]] = suggest_nothing
    preview: Callable[[Console, str], str] = no_more
    kind: Kind = "works"
    examples: Sequence[str] = ()
    aliases: Sequence[str] = ()
    takes_text: bool = False
    after_end: bool = False
    listed: bool = True
    third_party: bool = False

    def __post_init__(self) -> None:
        check_names("kind of command", [self.kind], get_args(Kind))
        if not all(isinstance(text, str) for text in (self.usage, self.help)):
            raise TypeError("usage and help of a command are texts")
        if any(isinstance(some, str) for some in (self.examples, self.aliases)):
            raise TypeError("examples and aliases of a command are several texts, each by itself")

    @property
    def word(self) -> str:
        """The word, without its arguments."""
        return self.usage.partition(" ")[0]

    @property
    def moves(self) -> bool:
        """Whether it may lead to another position."""
        return self.kind in ("changes", "goes back")

    def effect(self, console: Console, rest: str) -> str:
        """The effect of the whole line, in a few words; its help if there is no more to say.

        Raises the SandtableError that `run` would raise.
        """
        return self.preview(console, rest) or self.help
