"""The conformance kit's checks and findings."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from sandtable import Scenario, number_of
from sandtable.tooling import Guard, printing


class Found(NamedTuple):
    """A check's name, the fault that it found, and the class, function or exception at fault."""

    check: str
    text: str
    at: object = None

    def finding(
        self,
        scenario: Scenario,
        seed: str = "",
        commands: Iterable[str] = (),
        house: str = "",
        players: str = "",
        otherwise: object = None,
    ) -> Finding:
        """Return the finding at a position; it blames `otherwise` if no code is known to be at fault."""
        place = place_of(self.at) or place_of(otherwise)
        error = self.at if isinstance(self.at, BaseException) else None
        trace = "".join(traceback.format_exception(error)) if error else ""
        way = seed, tuple(commands), house, players
        return Finding(self.check, scenario.id, self.text, *way, place, trace)


CHECKS: Mapping[str, str] = {
    "metadata": "a game and its scenarios have a full description; names are unique",
    "rules": "rules.md contains every section that phases, events and refusals cite",
    "frozen": "actions, phases and events cannot be changed",
    "plays": "each scenario is played, with each house rule, without an exception or a dead end",
    "options": "house rules are respected; legal actions are distinct, and listing them changes nothing",
    "words": "the words of every legal action mean that action; no verb is a word of the prompt",
    "refusals": "what is legal and what is refused never overlap, and every refusal cites a section",
    "pictures": "every position has a status, a board, tracks and pictures that fit the width",
    "lesson": "a lesson plays to its end, shows what it promises, and ends with its game",
    "items": "items are plain text, have unique names, and cite existing sections",
    "prints": "nothing is printed: a game reports everything by events",
    "save": "saving and loading preserve the state, the schedule and whole games, at every step",
    "views": "a view copies its lists and mappings: changing it does not change the state",
    "leaks": "what a seat cannot know never changes what it is shown",
    "secrets": "a choice that another seat cannot see is marked secret",
    "together": "simultaneous choices may be made in any order, and no seat sees another's",
    "readers": "at one keyboard, a line shows only what its reader may know",
    "luck": "all luck comes from the table's dice, and only when an action is done",
    "undo": "undo restores the position and its options",
    "same seed": "equal choices with equal seeds lead to equal games, in any process",
    "events": "every event has one line of text",
    "ends": "random games end, with a result for every seat",
    "scripted bot": "the game's own bot plays every seat to the end, the same each time, from its view",
    "searching bot": "the bot search, which plays imagined games, uses only what it may know",
}
"""Every check by its name; plugins may add more by the hook `conformance_checks`."""

NOT_GAMES = {
    *sys.stdlib_module_names,
    *("", "sandtable", "sandtable_batch", "sandtable_console", "sandtable_pictures", "sandtable_tools"),
}
"""Packages whose frames in a traceback are never a game's fault."""

MOST_COMMANDS = 100
"""The most commands, counted from the last, that a finding shows."""

MOST_CHARACTERS = 60
"""The most characters shown of a game's printed output."""


class Finding(NamedTuple):
    """A fault: the check that found it, where, and the commands that lead there.

    - `commands`: those that lead to the fault; the last one shows it.
    - `house`, `players`: the house rules that were set, and the seats that bots played.
    - `place`: the file and the line of the code at fault.
    - `trace`: the traceback of an exception.
    """

    check: str
    scenario: str
    text: str
    seed: str = ""
    commands: tuple[str, ...] = ()
    house: str = ""
    players: str = ""
    place: str = ""
    trace: str = ""

    @property
    def fault(self) -> str:
        """The fault and its place, without the position."""
        return f"{self.check}: {self.scenario}: {self.text}{f' [{self.place}]' * bool(self.place)}"

    def __str__(self) -> str:
        if not self.seed:
            return self.fault
        commands = "; ".join(self.commands[-MOST_COMMANDS:])
        if len(self.commands) > MOST_COMMANDS:
            commands = f"{number_of(len(self.commands), 'command')}, the last {commands}"
        settings = " ".join(filter(None, (self.house, self.players)))
        return f"{self.fault} (seed {self.seed}{f' with {settings}' * bool(settings)}: {commands})"

    @property
    def replay(self) -> str:
        """A shell command that plays up to the position; "" if there are too many commands."""
        if not self.seed or len(self.commands) > MOST_COMMANDS:
            return ""
        switches = [f"--set {rule}" for rule in self.house.split()]
        switches += [f"--seat {player}" for player in self.players.split()]
        play = " ".join(["sandtable play", quote(self.scenario), "--seed", quote(self.seed), *switches])
        typed = f"printf '%s\\n' {' '.join(map(quote, self.commands))} | " * bool(self.commands)
        return f"{typed}{play}"


def finding_lines(findings: Iterable[Finding], *, debug: bool = False) -> Iterator[str]:
    """Yield lines for each finding; equal findings of several seeds and scenarios share their lines.

    The second line plays up to the position, if that is possible. With `debug`, the traceback follows.
    """
    first: dict[tuple[str, str], Finding] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for finding in findings:
        first.setdefault((finding.check, finding.text), finding)
        counts[finding.check, finding.text] += 1
    for key, finding in first.items():
        more = counts[key] - 1
        fault = finding.fault if finding.replay else str(finding)
        yield f"{fault} (and {more} more like it)" if more else fault
        if finding.replay:
            yield f"  {finding.replay}"
        yield from (f"  {line}" for line in finding.trace.splitlines() * debug)


def attempt(check: str, find: Callable[[], Iterable[Found]]) -> list[Found]:
    """Return the faults found; an exception from the game or its bot is one of them."""
    try:
        with Guard():
            return list(find())
    except Exception as error:
        return [Found(check, describe_error(error), error)]


def place_of(at: object) -> str:
    """Return the file and the line of a class, a function or a game's exception, or ""."""
    if isinstance(at, BaseException):
        frames = [
            (frame.f_code.co_filename, line)
            for frame, line in traceback.walk_tb(at.__traceback__)
            if not _is_ours(frame.f_globals.get("__name__"))
        ]
        return (place_of(at.__cause__) if at.__cause__ else "") or (
            _place(*frames[-1]) if frames else ""
        )
    for code in getattr(at, "__mro__", [at.fget if isinstance(at, property) else at]):
        if not _is_ours(getattr(code, "__module__", None)):
            with suppress(OSError, TypeError):  # its source is not a file
                return _place(inspect.getsourcefile(code) or "", inspect.getsourcelines(code)[1])
    return ""


def _is_ours(module: str | None) -> bool:
    return (module or "").partition(".")[0] in NOT_GAMES


def _place(file: str, line: int) -> str:
    path = Path(file)
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}:{line}"


def describe_error(error: BaseException) -> str:
    """Return an error's class and its text, if it has one."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def check_printed(text: str) -> list[Found]:
    """Return a fault with the first line that a game printed, if it printed any.

    Printed text would overwrite the prompt and the map, and corrupt output that programs read.
    """
    if not text:
        return []
    line = printing.escape((text.strip().splitlines() or [""])[0])[:MOST_CHARACTERS]
    return [Found("prints", f'"{line}" is printed; it should be an event')]
