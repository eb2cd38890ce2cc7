"""The process that ``plugins doctor`` starts for each distribution: it examines plugins.

``python -m sandtable_tools.kit.doctor_process [--load-only] KEY...`` examines plugins one after
another. It writes JSON lines to standard output, a `StageReport` each: one before each step, and one
with each diagnosis. The output of plugins is discarded.
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
    every_plugin,
    in_a_line,
    plain,
    signals,
)

MOST_FINDINGS = 5
"""At most this many findings are listed for a plugin."""

MOST_DECISIONS = 20
"""A bot makes at most this many decisions in each game."""

SMALL_SETTING, FEW_DECISIONS = "2", 4
"""The setting of a bot that takes one, and the most decisions that it makes."""

SLOW_SECONDS = 5.0
"""A bot that takes more seconds than this for a decision is called slow, which is not a fault."""


class Diagnosis(Struct, frozen=True, omit_defaults=True):
    """The findings about a plugin.

    - `seconds`: how long it took to load.
    - `took`: how long loading and examining it took.
    - `examined`: whether the conformance kit examined it, or its bots played.
    - `findings`: its faults.
    - `notes`: remarks.
    """

    state: str
    reason: str = ""
    seconds: float | None = None
    took: float | None = None
    examined: bool = False
    findings: list[str] = []
    notes: list[str] = []


class StageReport(Struct, frozen=True, omit_defaults=True):
    """The state of an examination: the plugin's key and the stage, or the diagnosis at its end.

    `errors_size` is how many bytes standard error had before the examination of this plugin.
    """

    key: str
    stage: str = "its start"
    diagnosis: Diagnosis | None = None
    errors_size: int = 0


Send = Callable[[StageReport], None]


class _Reporter:
    """Reports the stage of one plugin's examination; each report counts as progress."""

    def __init__(self, plugin: Known, send: Send) -> None:
        self.plugin = plugin
        self._send = send
        self._report = StageReport(plugin.key, errors_size=_size(2))

    def at(self, stage: str) -> None:
        """Report the next stage."""
        self._report = replace(self._report, stage=stage)
        self.goes_on()

    def goes_on(self) -> None:
        """Report that the current stage has made progress."""
        self._send(self._report)

    def end(self, diagnosis: Diagnosis) -> None:
        """Report the diagnosis."""
        self._send(replace(self._report, diagnosis=diagnosis))

    @contextmanager
    def watch(self, plugin: Plugin) -> Iterator[None]:
        """Report which plugin is loaded, if it is not the one being examined."""
        outer_stage = self._report.stage
        if plugin.key != self.plugin.key:
            self.at(f"loading {plugin.kind} {plugin.name} (which it needs)")
        try:
            yield
        finally:
            self.at(outer_stage)


def examine(keys: Sequence[str], send: Send, *, load_only: bool = False) -> None:
    """Examine the plugins of one distribution one after another; `send` gets each report."""
    listed = {plugin.key: plugin for plugin in reversed(every_plugin(Catalog()))}
    catalogs: dict[str, Catalog] = {}
    for key in keys:
        if key not in listed:
            send(StageReport(key, diagnosis=Diagnosis("broken", "it no longer exists")))
            continue
        alone = key if listed[key].kind == "plugin" and listed[key].distribution != BUILT_IN else ""
        if alone not in catalogs:
            catalogs[alone] = _with_hooks(listed[key])
        installed = catalogs[alone]
        plugin = next(plugin for plugin in every_plugin(installed) if plugin.key == key)
        reporter = _Reporter(plugin, send)
        reporter.at("loading")
        installed.loader.watch = reporter.watch
        diagnosis = _loaded(installed, plugin)
        if diagnosis.state == "ok" and not load_only:
            diagnosis = _examined(installed, plugin, diagnosis, reporter)
        reporter.end(diagnosis)


def _with_hooks(plugin: Known) -> Catalog:
    """All plugins, with only the hooks that this one needs: others are examined by themselves."""
    installed = Catalog()
    mates = {BUILT_IN} if plugin.kind == "plugin" else {BUILT_IN, plugin.distribution}
    installed.plugins[:] = [
        other
        for other in installed.plugins
        if other.kind != "plugin" or other.key == plugin.key or other.distribution in mates
    ]
    return installed


def _loaded(installed: Catalog, plugin: Known) -> Diagnosis:
    """Whether a plugin loads, and how fast; a file counts as loaded once it is read as a scenario."""
    began = time.perf_counter()
    try:
        if isinstance(plugin, Plugin):
            _load(installed, plugin)
        if plugin.kind == "scenario":
            installed.scenario(
                plugin.name if plugin.usable else str(getattr(plugin, "path", plugin.name))
            )
    except BaseException as error:
        if signals.sent(error):
            raise
        prefix = f"{plugin.kind} {plugin.name} is broken: "
        state = "incompatible" if plugin.state == "incompatible" else "broken"
        return Diagnosis(state, in_a_line(error).removeprefix(prefix))
    return Diagnosis("ok", seconds=installed.loader.seconds.get(plugin.key, time.perf_counter() - began))


def _load(installed: Catalog, plugin: Plugin) -> None:
    if plugin.state == "broken" and not plugin.remembered:
        if not plugin.in_package:
            plugin.entry_point.load()  # a module's own error says more than its missing file
        raise PluginError(plugin.reason)
    installed.loader.load(plugin)


def _examined(installed: Catalog, plugin: Known, diagnosis: Diagnosis, reporter: _Reporter) -> Diagnosis:
    """Examine a scenario with the conformance kit, and let the bots of a plugin play."""

    def of_bots(faults: Sequence[str], notes: list[str]) -> Diagnosis:
        findings = [f"bots: {fault}" for fault in dict.fromkeys(faults)][:MOST_FINDINGS]
        return replace(diagnosis, examined=True, findings=findings, notes=notes)

    if plugin.kind == "scenario":
        reporter.at("the conformance kit")
        return replace(diagnosis, examined=True, findings=_scenario_faults(installed, plugin, reporter))
    if plugin.kind == "game" and (scenario := _scenario(installed, plugin.id)):
        return of_bots(*_try_bot(installed, scenario, "scripted", reporter))
    if isinstance(plugin, Plugin) and plugin.kind == "command":
        reporter.at("its arguments")
        return replace(
            diagnosis, examined=True, findings=_argument_faults(installed.loader.load(plugin), plugin)
        )
    if (
        isinstance(plugin, Plugin)
        and plugin.kind == "plugin"
        and hasattr(installed.loader.load(plugin), "bots")
    ):
        return of_bots(*_try_bots(installed, plugin, reporter))
    return diagnosis


def _scenario_faults(installed: Catalog, plugin: Known, reporter: _Reporter) -> list[str]:
    from sandtable_tools.kit.examination import smoke_test  # noqa: PLC0415 (not needed to load)

    try:
        with signals.tamed():
            findings = smoke_test(installed.scenario(plugin.name), installed, reporter.goes_on)
    except Exception as error:
        return [f"plays: {in_a_line(error)}"]
    return [f"{finding.check}: {finding.text}" for finding in findings[:MOST_FINDINGS]]


def _argument_faults(command: ShellCommand, plugin: Plugin) -> list[str]:
    """The fault of a command whose arguments or help fail."""
    try:
        with signals.tamed():
            parser = Parser()
            parser.command(Word(plugin.id, ""), command, tuple)
            parser.format_help()
    except Exception as error:
        return [f"arguments: {in_a_line(error)}"]
    return []


# Bots.


def _try_bots(installed: Catalog, plugin: Plugin, reporter: _Reporter) -> tuple[list[str], list[str]]:
    """The faults of the bots that a plugin brings, and which are slow: each begins a game."""
    faults: list[str] = []
    notes: list[str] = []
    for id in _games(installed, plugin):
        reporter.at(f"asking it for the bots of {id}")
        with suppress(PluginError):  # a game that does not load is reported by itself
            for name in installed.bots.brought_by(plugin, installed.game(id)):
                if scenario := _scenario(installed, id):
                    more_faults, more_notes = _try_bot(installed, scenario, name, reporter)
                    faults += more_faults
                    notes += more_notes
    return [line for line in installed.problems if line.startswith(plugin.key)] + faults, notes


def _games(installed: Catalog, plugin: Plugin) -> list[str]:
    """The games that a plugin may be for: built-in ones, its own, and those that it requires."""
    mates = {BUILT_IN, plain(plugin.distribution), *about.requires(plugin.distribution)}
    games = (game for game in installed.plugins if game.kind == "game" and game.usable)
    return [
        game.id
        for game in games
        if game.id in installed.games.infos and plain(game.distribution) in mates
    ]


def _scenario(installed: Catalog, game: str) -> str | None:
    """A scenario of a game that loads and is not a campaign; those of the game's distribution first."""
    owners = {
        (plugin.kind, plugin.name): plugin.distribution for plugin in installed.plugins if plugin.usable
    }
    ids = [id for id in installed.scenarios.ids if id.startswith(f"{game}/")]
    for id in sorted(ids, key=lambda id: owners.get(("scenario", id)) != owners["game", game]):
        with suppress(Exception), signals.tamed():  # one that does not load is reported by itself
            if not installed.scenario(id).parts:
                return id
    return None


def _try_bot(
    installed: Catalog, scenario: str, bot: str, reporter: _Reporter
) -> tuple[list[str], list[str]]:
    """The faults of a bot that plays every seat for some decisions, and a note if it is slow."""
    reporter.at(f"a game of {scenario} by the bot {bot}")
    try:
        with signals.tamed():
            slowest = _slowest_decision(installed, scenario, bot, reporter)
    except Exception as error:
        return [f"{scenario}: {in_a_line(error)}"], []
    slow = f"the bot {bot} is slow: {slowest:.1f} s for a decision of {scenario}"
    return [], [slow] * (slowest > SLOW_SECONDS)


def _slowest_decision(installed: Catalog, scenario: str, bot: str, reporter: _Reporter) -> float:
    """Let a bot play every seat for some decisions; return the seconds of the slowest one."""
    game = installed.game(scenario.partition("/")[0])
    installed.bots.make(game, bot)
    player, decisions = bot, MOST_DECISIONS
    with suppress(SandtableError):
        player, decisions = installed.bots.meant(game, f"{bot}:{SMALL_SETTING}"), FEW_DECISIONS
    session = new(scenario, seed=1, seats=dict.fromkeys(game.seats, player), plugins=installed)
    slowest, began = 0.0, time.perf_counter()
    for _ in session.play(decisions):
        reporter.goes_on()
        slowest, began = max(slowest, time.perf_counter() - began), time.perf_counter()
    return slowest


# The process.


def main(words: Sequence[str]) -> None:
    """Examine plugins, and write the reports to the original standard output."""
    reports = os.dup(1)  # processes that a plugin starts do not inherit it
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)

    def send(report: StageReport) -> None:
        os.write(reports, msgspec.json.encode(report) + b"\n")

    keys = [word for word in words if word != "--load-only"]
    with signals.interruptible():
        examine(keys, send, load_only="--load-only" in words)


def _size(file: int) -> int:
    """The size of an open file in bytes; 0 if it is not a file."""
    with suppress(OSError):
        return os.fstat(file).st_size
    return 0


if __name__ == "__main__":
    main(sys.argv[1:])
    os._exit(0)  # threads that a plugin left behind must not delay it
