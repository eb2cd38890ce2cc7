"""What the conformance kit looks for, and what it finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sandtable.tooling import visible

Found = tuple[str, str]
"""The name of a check, and what it found wrong."""

CHECKS: Mapping[str, str] = {
    "metadata": "a game and its scenarios say what they are; names are given once",
    "rules": "every section that phases, events and refusals cite stands in rules.md",
    "plays": "each scenario is played, with each house rule, without an exception or a dead end",
    "options": "house rules are told; legal actions are distinct, and listing them changes nothing",
    "words": "the words of every legal action read back as that action",
    "refusals": "what is legal and what is refused never overlap, and every refusal cites a section",
    "pictures": "status, board, tracks and pictures can be drawn of every position, within their width",
    "lesson": "a game's lesson can be done whole, shows what it says, and ends with its game",
    "items": "what can be asked about by name is plain text, each name once, and cites what there is",
    "prints": "nothing is printed: what there is to say of a game are its events",
    "save": "state, schedule and whole games survive saving and loading, at each step",
    "leaks": "what a seat cannot know changes nothing that it sees and is told",
    "secrets": "a choice that another seat cannot see is marked secret",
    "luck": "only the table's dice are asked for luck, and only when something is done",
    "undo": "going back restores the position and its options",
    "same seed": "the same choices with the same seed lead to the same game, in any process",
    "events": "every event is told in one line",
    "ends": "random games end, with a result for every seat",
    "scripted bot": "the game's own bot plays every seat to the end, always alike, by what it may know",
    "searching bot": "the bot search, which plays on in imagined worlds, chooses by what it may know",
}
"""Every check by its name; plugins may bring more (the hook `conformance_checks`)."""

MOST_COMMANDS = 100
"""At most this many commands, the last ones, stand in the line of a finding."""

MOST_CHARACTERS = 60
"""At most this many characters of what a game prints are shown."""


class Finding(NamedTuple):
    """Something wrong: the check that found it, where, and the commands that lead there.

    The commands end with the one at which it shows; `house` are the house rules that were set.
    ``sandtable play SCENARIO --seed SEED --set HOUSE`` takes them.
    """

    check: str
    scenario: str
    text: str
    seed: str = ""
    commands: tuple[str, ...] = ()
    house: str = ""

    def __str__(self) -> str:
        how = f" ({self._reproduction})" if self.seed else ""
        return f"{self.check}: {self.scenario}: {self.text}{how}"

    @property
    def _reproduction(self) -> str:
        """What shows it again: the seed, the house rules, the commands."""
        last = self.commands[-MOST_COMMANDS:]
        before = f"{len(self.commands)} commands, the last " if last != self.commands else ""
        house = f" with {self.house}" if self.house else ""
        return f"seed {self.seed}{house}: {before}{'; '.join(last)}"


def finding_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each finding; equal ones of several seeds and scenarios share one."""
    first: dict[tuple[str, str], Finding] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for finding in findings:
        first.setdefault((finding.check, finding.text), finding)
        counts[finding.check, finding.text] += 1
    for key, finding in first.items():
        more = counts[key] - 1
        yield f"{finding} (and {more} more like it)" if more else str(finding)


def raised(error: BaseException) -> str:
    """The kind of an error and what it says, if it can."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def printed(text: str) -> list[Found]:
    """What is wrong with text on standard output, if there is any: its first line.

    It would go over the prompt, the map, and output that programs read.
    """
    if not text:
        return []
    line = visible((text.strip().splitlines() or [""])[0])[:MOST_CHARACTERS]
    return [("prints", f'"{line}" is printed; what there is to tell is an event')]
