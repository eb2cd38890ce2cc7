"""What a half-typed command line can go on with, drawn from the parser."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sandtable.cli import values
from sandtable.cli.parser import Parser, build_parser
from sandtable.cli.values import Offer
from sandtable.words import resolve


@dataclass
class _Place:
    """Where a line has come to: its last command, what was given, an option that waits for a value."""

    parser: Parser
    given: dict[str, list[str]] = field(default_factory=dict)
    waits: argparse.Action | None = None
    past: int = 0
    """How many positional arguments there were."""

    def read(self, word: str) -> None:
        """Go on by a whole word; SandtableError for a command that is none."""
        if self.waits:
            self._give(self.waits, word)
            self.waits = None
        elif word.startswith("-"):
            name, equals, value = word.partition("=")
            action = self.option(name)
            if equals and action:
                self._give(action, value)
            elif action and action.nargs != 0:
                self.waits = action
            elif action:
                self._give(action, "")
        elif self.parser.below:
            self.parser = self.parser.below[resolve("command", word, self.parser.below)]
        else:
            if action := self.next():
                self._give(action, word)
            self.past += 1

    def _give(self, action: argparse.Action, value: str) -> None:
        self.given.setdefault(action.dest, []).append(value)

    def option(self, name: str) -> argparse.Action | None:
        """The option that a word means, or the unambiguous beginning of one."""
        known = self.parser._option_string_actions
        found = [name] if name in known else [one for one in known if one.startswith(name)]
        return known[found[0]] if len(found) == 1 else None

    def next(self) -> argparse.Action | None:
        """The positional argument that comes next."""
        actions = self.parser._get_positional_actions()
        if self.past < len(actions):
            return actions[self.past]
        return actions[-1] if actions and actions[-1].nargs in ("*", "+") else None


def offers(line: str) -> tuple[str, list[Offer], bool]:
    """The word that is half typed, what it can become, and whether files fit there as well.

    Case does not count. `line` is a command line up to the cursor, the program's name first.
    SandtableError when there is no such command.
    """
    _, *words, typed = parted(line)
    place = _Place(build_parser())
    for word in words:
        place.read(word)
    lead, action = "", place.waits
    if not action and typed.startswith("--") and "=" in typed:
        name = typed.partition("=")[0]
        lead, action = f"{name}=", place.option(name)
    found, files = _found(place, action, typed)
    whole = (Offer(lead + one.word, one.help) for one in found)
    begun = typed.lower()
    return typed, [one for one in whole if one.word[: len(typed)].lower() == begun], files


def _found(place: _Place, action: argparse.Action | None, typed: str) -> tuple[Iterable[Offer], bool]:
    if action:
        return values.of(action, place.given)
    if typed.startswith("-"):
        return _options(place), False
    if place.parser.below:
        return [Offer(name, one.description or "") for name, one in place.parser.below.items()], False
    following = place.next()
    found, files = values.of(following, place.given) if following else ((), False)
    return found or (() if typed or files else _options(place)), files


def _options(place: _Place) -> Iterator[Offer]:
    """The long options, but for those that are given already and count once."""
    for action in place.parser._actions:
        again = isinstance(action, argparse._AppendAction) or action.dest not in place.given
        if again and action.help != argparse.SUPPRESS and action.option_strings:
            yield Offer(action.option_strings[-1], action.help or "")


MARK = "\ue000"
"""Stands at the cursor while a line is parted."""


def parted(line: str) -> list[str]:
    """The words of a line, the last up to the cursor; a quote may be open there."""
    for close in ("", '"', "'"):
        try:
            words = shlex.split(line + MARK + close)
        except ValueError:
            continue
        return [word.removesuffix(MARK) for word in words] if len(words) > 1 else [*words, ""]
    return ["", ""]
