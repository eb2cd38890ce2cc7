"""Completes a half-typed line with words that the viewer may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sandtable import Action, Range
from sandtable.tooling import rows_of, wording
from sandtable_console import lines
from sandtable_console.commands import Candidate, suggest
from sandtable_console.several import completions

if TYPE_CHECKING:
    from sandtable_console.console import Console

MOST_JOINED = 3
"""The most separate words as which a name may be typed."""


def candidates(console: Console, line: str) -> Sequence[Candidate]:
    """Return the words that may follow the text before the cursor, each once.

    After a command, these are its arguments; otherwise the words of legal actions, and the commands.
    """
    line = lines.strip_prompt(line)
    text = lines.SEPARATORS.split(line)[-1].lstrip()
    if len(text) > lines.MOST_CHARACTERS or console.reader.takes_text(line):
        return []
    word, space, rest = text.partition(" ")
    if not space:
        offered = {
            name: command.help for name, command in console.commands.items() if name != lines.QUESTION
        }
        return action_words(console, text, offered)
    meant = console.reader.meanings_of(word)
    if len(meant) == 1 and (command := console.commands.get(meant[0])):
        return list(command.complete(console, rest))
    actions, typed = action_words(console, text), rest.split()
    is_first = not typed or (len(typed) == 1 and not text.endswith(" "))
    if actions and not is_first:
        return actions
    # A verb may take several objects, and is then done with each.
    *head, begun = text.split(" ")
    offered = dict(completions(console.reader, [word for word in head if word]))
    return [*actions, *(suggest(offered, begun) if offered else [])]


def action_words(console: Console, text: str, more: Mapping[str, str] | None = None) -> list[Candidate]:
    """Return the next words of options; the last words typed may be parts of one name.

    The first word may also be one of `more`, which maps each to a description.
    """
    typed = text.split()
    begun = typed.pop() if typed and not text.endswith(" ") else ""
    for joining in range(min(MOST_JOINED, max(len(typed), 1))):
        head, tail = typed[: len(typed) - joining], [*typed[len(typed) - joining :], begun]
        about = _next_words(console, head) | (dict(more) if more and not head else {})
        if fits := suggest(about, "-".join(tail), replaces=len(" ".join(tail))):
            return fits
    return []


def _next_words(console: Console, typed: Sequence[str]) -> dict[str, str]:
    """Return the words that may follow, and what each would do if only one action fits."""
    names = console.display.names
    alive = rows_of(wording.find(typed, console.options, names)) if typed else console.options
    place, by_word = len(typed), dict[str, list[Action | Range]]()
    for option in alive:
        words = option.words
        following = words[place : place + 1]
        if isinstance(option, Range) and len(words) == place + 1:
            following = (str(option.numbers[0]), str(option.last))
        for word in following:
            by_word.setdefault(word, []).append(option)

    def about(options: Sequence[Action | Range]) -> str:
        first = options[0]
        help = (first.first if isinstance(first, Range) else first).help
        is_all = len(first.words) == place + 1
        return console.display.about(first) if is_all or (len(options) == 1 and place) else help

    told = {word: about(options) for word, options in by_word.items()}
    named = {name: id for name, id in console.display.aliases.items() if typed and id in told}
    by_id = {id: console.display.titles([id], told[id]) for id in named.values()}
    return told | by_id | {name: ", ".join(filter(None, (id, told[id]))) for name, id in named.items()}
