"""The checks of the conformance kit, and its findings."""

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
    """The name of a check, the fault that it found, and the class, function or exception at fault."""

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
        """Return the finding at a position; `otherwise` is at fault if this does not say what is."""
        place = place_of(self.at) or place_of(otherwise)
        error = self.at if isinstance(self.at, BaseException) else None
        trace = "".join(traceback.format_exception(error)) if error else ""
        way = seed, tuple(commands), house, players
        return Finding(self.check, scenario.id, self.text, *way, place, trace)


CHECKS: Mapping[str, str] = {
    "metadata": "a game and its scenarios describe themselves; names are unique",
    "rules": "rules.md has every section that phases, events and refusals cite",
    "frozen": "actions, phases and events cannot be changed",
    "plays": "each scenario is played, with each house rule, without an exception or a dead end",
    "options": "house rules are respected; legal actions are distinct, and listing them changes nothing",
    "words": "the words of every legal action read back as that action; no verb is a word of the prompt",
    "refusals": "what is legal and what is refused never overlap, and every refusal cites a section",
    "pictures": "every position has a status, board, tracks and pictures, within their width",
    "lesson": "a game's lesson can be played to its end, shows what it says, and ends with its game",
    "items": "items are plain text, have unique names, and cite existing sections",
    "prints": "nothing is printed: whatever a game has to say is an event",
    "save": "state, schedule and whole games survive saving and loading, at each step",
    "views": "a view has lists and mappings of its own: changing it leaves the state as it is",
    "leaks": "what a seat cannot know changes nothing that it sees or hears of",
    "secrets": "a choice that another seat cannot see is marked secret",
    "together": "seats that choose at the same time do so in any order, and none sees another's choice",
    "readers": "at one keyboard, whoever else plays, a line shows only what its reader may know",
    "luck": "all luck comes from the table's dice, and only when something is done",
    "undo": "undo restores the position and its options",
    "same seed": "the same choices with the same seed lead to the same game, in any process",
    "events": "every event has a text, of one line",
    "ends": "random games end, with a result for every seat",
    "scripted bot": "the game's own bot plays every seat to the end, always alike, by its view",
    "searching bot": "the bot search, which plays on in imagined worlds, uses only what it may know",
}
"""Every check by its name; plugins may bring more (the hook `conformance_checks`)."""

NO_GAMES = {
    *sys.stdlib_module_names,
    *("", "sandtable", "sandtable_batch", "sandtable_console", "sandtable_pictures", "sandtable_tools"),
}
"""The packages whose frames in a traceback are no fault of a game."""

MOST_COMMANDS = 100
"""At most this many commands, the last ones, are shown in a finding."""

MOST_CHARACTERS = 60
"""At most this many characters of what a game prints are shown."""


class Finding(NamedTuple):
    """A fault: the check that found it, where, and the commands that lead there.

    - `commands`: the last one shows it.
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
        also = " ".join(filter(None, (self.house, self.players)))
        return f"{self.fault} (seed {self.seed}{f' with {also}' * bool(also)}: {commands})"

    @property
    def replay(self) -> str:
        """A line for a shell that plays up to the position; empty if there are too many commands."""
        if not self.seed or len(self.commands) > MOST_COMMANDS:
            return ""
        switches = [f"--set {rule}" for rule in self.house.split()]
        switches += [f"--seat {player}" for player in self.players.split()]
        play = " ".join(["sandtable play", quote(self.scenario), "--seed", quote(self.seed), *switches])
        typed = f"printf '%s\\n' {' '.join(map(quote, self.commands))} | " * bool(self.commands)
        return f"{typed}{play}"


def finding_lines(findings: Iterable[Finding], *, debug: bool = False) -> Iterator[str]:
    """Lines for each finding; equal findings of several seeds and scenarios share them.

    The second line plays up to the position, if it can. With `debug` the traceback follows.
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
    """Return the faults that are found; an exception is one too, since the game or its bot raised it."""
    try:
        with Guard():
            return list(find())
    except Exception as error:
        return [Found(check, describe_error(error), error)]


def place_of(at: object) -> str:
    """Return the file and the line of a class or function, or where a game raised an exception; or ""."""
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
            with suppress(OSError, TypeError):  # it was not read from a file
                return _place(inspect.getsourcefile(code) or "", inspect.getsourcelines(code)[1])
    return ""


def _is_ours(module: str | None) -> bool:
    return (module or "").partition(".")[0] in NO_GAMES


def _place(file: str, line: int) -> str:
    path = Path(file)
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}:{line}"


def describe_error(error: BaseException) -> str:
    """Return the class of an error and its text, if it has one."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def check_printed(text: str) -> list[Found]:
    """Return the fault of printing to standard output, with the first printed line, if there is any.

    Printed text would overwrite the prompt and the map, and spoil output that programs read.
    """
    if not text:
        return []
    line = printing.escape((text.strip().splitlines() or [""])[0])[:MOST_CHARACTERS]
    return [Found("prints", f'"{line}" is printed; it should be an event')]
