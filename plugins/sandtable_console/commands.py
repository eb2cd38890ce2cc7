"""A command of the prompt, with its usage, help, effect and completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct

from sandtable import check_names
from sandtable.tooling import match
from sandtable_console.outputs import CommandOutputs
from sandtable_console.short import cut_clauses

if TYPE_CHECKING:
    from sandtable_console.console import Console
else:
    Console = object  # what `help(Command)` looks up

Kind: TypeAlias = Literal["looks", "works", "changes", "goes back", "leaves"]
"""How a command affects the game.

- ``looks``: only answers, at once, with or without a question mark.
- ``works``: writes something or takes time, but leaves the position unchanged.
- ``changes``, ``goes back``: reaches another position, with other legal actions.
- ``leaves``: ends the prompt.
"""


class Candidate(NamedTuple):
    """A word to offer next, the number of typed letters it replaces, and a short description."""

    word: str
    replaces: int
    about: str


def suggest(words: Mapping[str, str], typed: str, replaces: int | None = None) -> list[Candidate]:
    """Return the words that begin with the typed letters, or else those that the letters may mean.

    `words` maps each word to a short description. A candidate replaces all the typed letters, or only
    the last `replaces` of them.
    """
    begun = typed.lstrip()
    fits = [word for word in words if word.startswith(begun)] or match(begun, words)
    size = len(begun) if replaces is None else replaces
    return [Candidate(word, size, words[word]) for word in fits]


def import_on_call(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports its module, which is slow to load, only when it is called."""
    return lambda *given: getattr(import_module(module), name)(*given)


def suggest_nothing(console: Console, rest: str) -> Iterable[Candidate]:  # noqa: ARG001
    """Offer nothing, for a command that takes no arguments or free text."""
    return ()


def preview_nothing(console: Console, rest: str) -> str:  # noqa: ARG001
    """Return no preview, for a command that its help describes fully."""
    return ""


class Command(Struct, frozen=True):
    """A command of the prompt.

    Give it a `usage`, a `help` and a `run`, and return it from the hook `prompt_commands`. `run`,
    `complete` and `preview` take the console and the text after the word. Each may raise a
    SandtableError that says in one line what is wrong.

    >>> from sandtable import Command
    >>> def count(console, rest):
    ...     return [f"{len(console.options)} actions are legal now."]
    >>> COUNT = Command("count", "count the legal actions", count, kind="looks")

    - `usage`: the word and its arguments: ``log [N]``. A word by itself takes no arguments.
    - `help`: what the command does, in a phrase.
    - `run`: runs the command and yields lines of text and outputs, each shown at once. After a
      `Confirm`, it continues if the next line agrees; otherwise `Declined` is raised in it. After a
      `Line`, it continues when that line is done.
    - `complete`: returns the words to offer next.
    - `preview`: returns what `run` would do, in a phrase, or raises the error that `run` would raise. It
      runs at every key and changes nothing. If it returns nothing, `help` is shown.
    - `kind`: how the command affects the game, a `Kind`.
    - `examples`: whole lines that use it, for `help`.
    - `aliases`: other words for it, which must be typed in full and are never offered.
    - `takes_text`: whether everything after it is free text, kept as typed and never completed.
    - `after_end`: whether a file or a pipe may still use it when the game is over.
    - `listed`: whether ``?`` names it below the legal actions.
    - `third_party`: whether its abbreviations give way to all other words; the console sets this.
    """

    usage: str
    help: str
    run: Callable[[Console, str], CommandOutputs]
    complete: Callable[[Console, str], Iterable[Candidate]] = suggest_nothing
    preview: Callable[[Console, str], str] = preview_nothing
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
            raise TypeError("the usage and help of a command must be strings")
        if any(isinstance(some, str) for some in (self.examples, self.aliases)):
            raise TypeError("the examples and aliases of a command must be lists of strings")

    @property
    def word(self) -> str:
        """The word, without its arguments."""
        return self.usage.partition(" ")[0]

    @property
    def moves(self) -> bool:
        """Whether the command may change the position."""
        return self.kind in ("changes", "goes back")

    def effect(self, console: Console, rest: str) -> str:
        """Return what the whole line would do, in a phrase: its preview, or its help cut to the width.

        Raises the SandtableError that `run` would raise.
        """
        return self.preview(console, rest) or cut_clauses(self.help, console.width - 2)
