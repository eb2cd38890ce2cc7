"""The examination of plugins: the process that ``plugins doctor`` starts for each distribution.

``python -m sandtable_tools.kit.patient [--load-only] KEY...`` examines plugins one after another. It
writes JSON lines to standard output, a `Progress` each: one before each step, and one with each
verdict. What a plugin prints goes nowhere.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable import PluginError, SandtableError, ShellCommand, new
from sandtable.tooling import (
    BUILT_IN,
    Catalog,
    Known,
    Parser,
    Plugin,
    Word,
    about,
    in_a_line,
    plain,
    signals,
)

MOST_FINDINGS = 5
"""At most this many findings are told of a plugin."""

MOST_DECISIONS = 20
"""A bot makes this many decisions in each game, or fewer where the game ends."""

SMALL, FEW = "2", 4
"""A bot that takes a setting, such as a number of playouts, gets a small one and makes few decisions."""

SLOW = 5.0
"""A bot that takes longer than this for a decision, in seconds, is called slow. That is no fault."""


class Verdict(Struct, frozen=True, omit_defaults=True):
    """What was found of a plugin.

    `seconds` is how long it took to load, and `took` how long loading and examining it took. `examined`
    says that the conformance kit looked at it or its bots played; `findings` are its faults, and
    `notes` are what else there is to say.
    """

    state: str
    reason: str = ""
    seconds: float | None = None
    took: float | None = None
    examined: bool = False
    findings: list[str] = []
    notes: list[str] = []


class Progress(Struct, frozen=True, omit_defaults=True):
    """Where an examination is: the plugin's key and the stage, or the verdict at its end.

    `said` is the number of bytes on standard error before the examination of this plugin.
    """

    key: str
    stage: str = "its start"
    verdict: Verdict | None = None
    said: int = 0


Send = Callable[[Progress], None]


class _Chart:
    """Reports where the examination of one plugin is; each report counts as progress."""

    def __init__(self, one: Known, send: Send) -> None:
        self.one = one
        self._send = send
        self._report = Progress(one.key, said=_size(2))

    def at(self, stage: str) -> None:
        """Report what comes next."""
        self._report = replace(self._report, stage=stage)
        self.goes_on()

    def goes_on(self) -> None:
        """Report that the present stage makes progress."""
        self._send(self._report)

    def end(self, verdict: Verdict) -> None:
        """Report the verdict."""
        self._send(replace(self._report, verdict=verdict))

    @contextmanager
    def watch(self, plugin: Plugin) -> Iterator[None]:
        """Report which plugin is loaded, where that is not the one that is examined."""
        before = self._report.stage
        if plugin.key != self.one.key:
            self.at(f"loading {plugin.kind} {plugin.name} (which it needs)")
        try:
            yield
        finally:
            self.at(before)


def examine(keys: Sequence[str], send: Send, *, load_only: bool = False) -> None:
    """Examine plugins of one distribution one after another; `send` gets each report."""
    listed = {one.key: one for one in reversed(Catalog().everything)}
    catalogs: dict[str, Catalog] = {}
    for key in keys:
        if key not in listed:
            send(Progress(key, verdict=Verdict("broken", "it is no longer there")))
            continue
        alone = key if listed[key].kind == "plugin" and listed[key].distribution != BUILT_IN else ""
        if alone not in catalogs:
            catalogs[alone] = _with_hooks(listed[key])
        known = catalogs[alone]
        one = next(one for one in known.everything if one.key == key)
        chart = _Chart(one, send)
        chart.at("loading")
        known.loader.watch = chart.watch
        verdict = _loaded(known, one)
        if verdict.state == "ok" and not load_only:
            verdict = _examined(known, one, verdict, chart)
        chart.end(verdict)


def _with_hooks(one: Known) -> Catalog:
    """All plugins, with only those hooks that this one needs: others are examined by themselves."""
    known = Catalog()
    mates = {BUILT_IN} if one.kind == "plugin" else {BUILT_IN, one.distribution}
    known.plugins[:] = [
        other
        for other in known.plugins
        if other.kind != "plugin" or other.key == one.key or other.distribution in mates
    ]
    return known


def _loaded(known: Catalog, one: Known) -> Verdict:
    """Whether it loads, and how fast; a file is loaded when it is read as a scenario."""
    began = time.perf_counter()
    try:
        if isinstance(one, Plugin):
            _load(known, one)
        if one.kind == "scenario":
            known.scenario(one.name if one.usable else str(getattr(one, "path", one.name)))
    except BaseException as error:
        if signals.sent(error):
            raise
        mine = f"{one.kind} {one.name} is broken: "
        state = "incompatible" if one.state == "incompatible" else "broken"
        return Verdict(state, in_a_line(error).removeprefix(mine))
    return Verdict("ok", seconds=known.loader.seconds.get(one.key, time.perf_counter() - began))


def _load(known: Catalog, plugin: Plugin) -> None:
    if plugin.state == "broken" and not plugin.remembered:
        if not plugin.in_package:
            plugin.entry_point.load()  # what a module raises says more than the file that it lacks
        raise PluginError(plugin.reason)
    known.loader.load(plugin)


def _examined(known: Catalog, one: Known, verdict: Verdict, chart: _Chart) -> Verdict:
    """Have the conformance kit look at a scenario, and the bots of a plugin play."""
    if one.kind == "scenario":
        chart.at("the conformance kit")
        return replace(verdict, examined=True, findings=_findings(known, one, chart))
    if one.kind == "game" and (scenario := _scenario(known, one.id)):
        return _seated(verdict, *_play(known, scenario, "scripted", chart))
    if isinstance(one, Plugin) and one.kind == "command":
        chart.at("its arguments")
        return replace(verdict, examined=True, findings=_arguments(known.loader.load(one), one))
    if isinstance(one, Plugin) and one.kind == "plugin" and hasattr(known.loader.load(one), "bots"):
        return _seated(verdict, *_bots(known, one, chart))
    return verdict


def _seated(verdict: Verdict, faults: Sequence[str], notes: list[str]) -> Verdict:
    findings = [f"bots: {fault}" for fault in dict.fromkeys(faults)][:MOST_FINDINGS]
    return replace(verdict, examined=True, findings=findings, notes=notes)


def _findings(known: Catalog, one: Known, chart: _Chart) -> list[str]:
    from sandtable_tools.kit.glance import glance  # noqa: PLC0415 (not needed to load)

    try:
        found = glance(known.scenario(one.name), known, chart.goes_on)
    except Exception as error:
        return [f"plays: {in_a_line(error)}"]
    return [f"{finding.check}: {finding.text}" for finding in found[:MOST_FINDINGS]]


def _arguments(command: ShellCommand, plugin: Plugin) -> list[str]:
    """What goes wrong while a command says what it takes, and that is shown."""
    try:
        parser = Parser()
        parser.command(Word(plugin.id, ""), command, tuple)
        parser.format_help()
    except Exception as error:
        return [f"arguments: {in_a_line(error)}"]
    return []


# Bots.


def _bots(known: Catalog, plugin: Plugin, chart: _Chart) -> tuple[list[str], list[str]]:
    """The faults of the bots that a plugin brings, and which are slow: each begins a game."""
    faults: list[str] = []
    notes: list[str] = []
    for id in _games(known, plugin):
        chart.at(f"asking it for the bots of {id}")
        with suppress(PluginError):  # a game that does not load is named in its own place
            for name in known.bots.brought_by(plugin, known.game(id)):
                if scenario := _scenario(known, id):
                    more_faults, more_notes = _play(known, scenario, name, chart)
                    faults += more_faults
                    notes += more_notes
    return [line for line in known.troubles if line.startswith(plugin.key)] + faults, notes


def _games(known: Catalog, plugin: Plugin) -> list[str]:
    """The games that it may be meant for: the built-in, its own, and those that it requires."""
    mates = {BUILT_IN, plain(plugin.distribution), *about.requires(plugin.distribution)}
    return [one.id for one in known.plugins if one.id in known.games.infos and _brings(one, mates)]


def _brings(one: Plugin, distributions: set[str]) -> bool:
    return one.kind == "game" and one.usable and plain(one.distribution) in distributions


def _scenario(known: Catalog, game: str) -> str | None:
    """A scenario of a game that loads and is no campaign; first those that came with the game."""
    whose = {(one.kind, one.name): one.distribution for one in known.plugins if one.usable}
    ids = [id for id in known.scenarios.ids if id.startswith(f"{game}/")]
    for id in sorted(ids, key=lambda id: whose.get(("scenario", id)) != whose["game", game]):
        with suppress(Exception):  # one that does not load is named in its own place
            if not known.scenario(id).parts:
                return id
    return None


def _play(known: Catalog, scenario: str, bot: str, chart: _Chart) -> tuple[list[str], list[str]]:
    """What goes wrong while a bot sits in every seat for some decisions, and whether it is slow."""
    chart.at(f"a game of {scenario} by the bot {bot}")
    try:
        slowest = _slowest_decision(known, scenario, bot, chart)
    except Exception as error:
        return [f"{scenario}: {in_a_line(error)}"], []
    slow = f"the bot {bot} is slow: {slowest:.1f} s for a decision of {scenario}"
    return [], [slow] * (slowest > SLOW)


def _slowest_decision(known: Catalog, scenario: str, bot: str, chart: _Chart) -> float:
    """Let a bot sit in every seat for some decisions; how many seconds the slowest one took."""
    game = known.game(scenario.partition("/")[0])
    known.bots.make(game, bot)
    player, decisions = bot, MOST_DECISIONS
    with suppress(SandtableError):
        player, decisions = known.bots.meant(game, f"{bot}:{SMALL}"), FEW
    session = new(scenario, seed=1, seats=dict.fromkeys(game.seats, player), plugins=known)
    slowest, before = 0.0, time.perf_counter()
    for _ in session.play(decisions):
        chart.goes_on()
        slowest, before = max(slowest, time.perf_counter() - before), time.perf_counter()
    return slowest


# The process.


def main(words: Sequence[str]) -> None:
    """Examine plugins, and write the reports to what was standard output."""
    reports = os.dup(1)  # no process that a plugin starts has it
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)

    def send(report: Progress) -> None:
        os.write(reports, msgspec.json.encode(report) + b"\n")

    keys = [word for word in words if word != "--load-only"]
    with signals.interruptible():
        examine(keys, send, load_only="--load-only" in words)


def _size(file: int) -> int:
    """How many bytes stand in an open file; 0 for what is none."""
    with suppress(OSError):
        return os.fstat(file).st_size
    return 0


if __name__ == "__main__":
    main(sys.argv[1:])
    os._exit(0)  # threads that a plugin has left behind do not hold it up
