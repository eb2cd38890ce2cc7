"""What could come next on a half-typed line: pure, and from what the viewer may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sandtable.action import Action, find
from sandtable.repl import lines, odds_words, offered
from sandtable.repl.console import Console
from sandtable.words import match

MOST_JOINED = 3
"""A name may be typed as at most this many words."""


class Candidate(NamedTuple):
    """A word that fits, how many typed letters it stands for, and a few words about it."""

    word: str
    replaces: int
    about: str


def candidates(console: Console, line: str) -> list[Candidate]:
    """The next words that the text before the cursor can go on with, each once.

    After a command these are the words that it takes, else what is legal now, and the commands.
    """
    text = line.rpartition(";")[2].lstrip()
    if len(text) > lines.MOST or lines.is_note(line):
        return []
    word, space, rest = text.partition(" ")
    name = _command(console, word) if space else ""
    if name == "odds":
        return _odds(console, rest)
    if name in ("?", "why"):
        return _actions(console, rest) or _fitting(offered.after(console, name), rest.lstrip())
    if name:
        return _fitting(offered.after(console, name), rest.lstrip())
    more = {} if space else {name: one.help for name, one in console.commands.items() if name != "?"}
    return _actions(console, text, more)


def _command(console: Console, word: str) -> str:
    """The command that a word means by itself, "" for none or several."""
    verbs = dict.fromkeys(option.name() for option in console.options)
    meant = match(word, [*console.commands, *verbs])
    return meant[0] if len(meant) == 1 and meant[0] in console.commands else ""


def _actions(console: Console, text: str, more: Mapping[str, str] | None = None) -> list[Candidate]:
    """The words that options go on with; those typed last may be parts of one name."""
    typed = text.split()
    begun = typed.pop() if typed and not text.endswith(" ") else ""
    for joining in range(min(MOST_JOINED, max(len(typed), 1))):
        head, tail = typed[: len(typed) - joining], [*typed[len(typed) - joining :], begun]
        about = _next(console, head) | (dict(more) if more and not head else {})
        if found := _fitting(about, "-".join(tail), replaces=len(" ".join(tail))):
            return found
    return []


def _next(console: Console, typed: Sequence[str]) -> dict[str, str]:
    """The words that can stand after typed ones, with what is told of them."""
    alive: Sequence[Action] = find(typed, console.options) if typed else console.options
    place, about = len(typed), dict[str, str]()
    for option in alive:
        words = option.words
        if len(words) > place and words[place] not in about:
            last = len(words) == place + 1
            about[words[place]] = console.about(option) if last else option.help
    return about


def _fitting(about: Mapping[str, str], begun: str, replaces: int | None = None) -> list[Candidate]:
    """Those of the words that typed letters begin, or else may mean."""
    fits = [word for word in about if word.startswith(begun)] or match(begun, about)
    size = len(begun) if replaces is None else replaces
    return [Candidate(word, size, about[word]) for word in fits]


def _odds(console: Console, rest: str) -> list[Candidate]:
    """The actions whose odds can be asked for, and the options of `odds`."""
    words = rest.split()
    begun = words.pop() if words and not rest.endswith(" ") else ""
    typed = odds_words.others(words)
    if begun.startswith("-"):
        return list(_options(begun))
    if "then" in typed:
        return []  # what will be legal is not known yet
    found = _actions(console, " ".join([*typed, begun]))
    return found if found or begun or not typed else list(_options(""))


def _options(begun: str) -> Iterator[Candidate]:
    """What `odds` takes beside an action."""
    for name, about in odds_words.OPTIONS.items():
        if name.startswith(begun):
            yield Candidate(name, len(begun), about)
