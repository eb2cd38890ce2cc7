"""What could come next on a half-typed line: pure, from the options alone."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.action import find
from sandtable.repl import odds_words
from sandtable.repl.console import Console
from sandtable.words import match


class Candidate(NamedTuple):
    """A word that fits, how many typed letters it stands for, and a few words about it."""

    word: str
    replaces: int
    about: str


def candidates(console: Console, line: str) -> list[Candidate]:
    """The next words that the text before the cursor can go on with, each once."""
    text = line.rpartition(";")[2].lstrip()
    typed = text.split()
    begun = typed.pop() if typed and not text.endswith(" ") else ""
    if asked := typed[:1] == ["odds"]:
        typed = odds_words.others(typed[1:])
    if asked and begun.startswith("-"):
        return _options(begun)
    if asked and "then" in typed:
        return []  # what will be legal is not known yet
    alive = find(typed, console.options) if typed else console.options
    place = len(typed)
    about: dict[str, str] = {}
    for option in alive:
        words = option.words
        if len(words) > place:
            last = len(words) == place + 1
            text_about = console.describe(option) if last else option.help
            about.setdefault(words[place], text_about)
    if not typed and not asked:
        about |= {name: command.help for name, command in console.commands.items() if name != "?"}
    if typed and asked and not about and not begun:
        return _options("")
    fits = match(begun, about) if begun else list(about)
    if begun in about:
        fits = [name for name in about if name.startswith(begun)]
    return [Candidate(word, len(begun), about[word]) for word in fits]


def _options(begun: str) -> list[Candidate]:
    """What `odds` takes beside an action."""
    every = odds_words.OPTIONS.items()
    return [Candidate(name, len(begun), about) for name, about in every if name.startswith(begun)]
