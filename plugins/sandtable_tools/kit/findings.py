"""The checks of the conformance kit, and its findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sandtable import number_of
from sandtable.tooling import printing

Found = tuple[str, str]
"""The name of a check, and the fault that it found."""

CHECKS: Mapping[str, str] = {
    "metadata": "a game and its scenarios describe themselves; names are unique",
    "rules": "rules.md has every section that phases, events and refusals cite",
    "plays": "each scenario is played, with each house rule, without an exception or a dead end",
    "options": "house rules are respected; legal actions are distinct, and listing them changes nothing",
    "words": "the words of every legal action read back as that action; no verb is a word of the prompt",
    "refusals": "what is legal and what is refused never overlap, and every refusal cites a section",
    "pictures": "every position has a status, board, tracks and pictures, within their width",
    "lesson": "a game's lesson can be played to its end, shows what it says, and ends with its game",
    "items": "items are plain text, have unique names, and cite existing sections",
    "prints": "nothing is printed: whatever a game has to say is an event",
    "save": "state, schedule and whole games survive saving and loading, at each step",
    "leaks": "what a seat cannot know changes nothing that it sees or hears of",
    "secrets": "a choice that another seat cannot see is marked secret",
    "luck": "all luck comes from the table's dice, and only when something is done",
    "undo": "undo restores the position and its options",
    "same seed": "the same choices with the same seed lead to the same game, in any process",
    "events": "the text of every event is one line",
    "ends": "random games end, with a result for every seat",
    "scripted bot": "the game's own bot plays every seat to the end, always alike, by its view",
    "searching bot": "the bot search, which plays on in imagined worlds, uses only what it may know",
}
"""Every check by its name; plugins may bring more (the hook `conformance_checks`)."""

MOST_COMMANDS = 100
"""At most this many commands, the last ones, are shown in a finding."""

MOST_CHARACTERS = 60
"""At most this many characters of what a game prints are shown."""


class Finding(NamedTuple):
    """A fault: the check that found it, where, and the commands that lead there.

    The last of the `commands` is the one that shows it; `house` has the house rules that were set.
    ``sandtable play SCENARIO --seed SEED --set HOUSE`` takes both.
    """

    check: str
    scenario: str
    text: str
    seed: str = ""
    commands: tuple[str, ...] = ()
    house: str = ""

    def __str__(self) -> str:
        fault = f"{self.check}: {self.scenario}: {self.text}"
        if not self.seed:
            return fault
        commands = "; ".join(self.commands[-MOST_COMMANDS:])
        if len(self.commands) > MOST_COMMANDS:
            commands = f"{number_of(len(self.commands), 'command')}, the last {commands}"
        house = f" with {self.house}" if self.house else ""
        return f"{fault} (seed {self.seed}{house}: {commands})"


def finding_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each finding; equal findings of several seeds and scenarios share a line."""
    first: dict[tuple[str, str], Finding] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for finding in findings:
        first.setdefault((finding.check, finding.text), finding)
        counts[finding.check, finding.text] += 1
    for key, finding in first.items():
        more = counts[key] - 1
        yield f"{finding} (and {more} more like it)" if more else str(finding)


def describe_error(error: BaseException) -> str:
    """The class of an error and its text, if it has one."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def check_printed(text: str) -> list[Found]:
    """The fault of printing to standard output, with the first printed line, if there is any.

    Printed text would overwrite the prompt and the map, and spoil output that programs read.
    """
    if not text:
        return []
    line = printing.escape((text.strip().splitlines() or [""])[0])[:MOST_CHARACTERS]
    return [("prints", f'"{line}" is printed; it should be an event')]
