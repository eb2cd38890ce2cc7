"""Examines a distribution's plugins, in a process that ``plugins doctor`` starts.

``python -m sandtable_tools.kit.doctor_process SECONDS [--load-only] KEY...`` writes `Diagnoses` as JSON
lines before each step, and an empty line at each sign of life; the last report counts. Plugins' own
output is discarded. After SECONDS without progress, Python's faulthandler ends the process, and standard
error tells where it was.
"""

from __future__ import annotations

import faulthandler
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from sandtable import PluginError, SandtableError, ShellCommand, new
from sandtable.tooling import BUILT_IN, Catalog, Guard, ListItem, Plugin, in_a_line, switches
from sandtable_console import handlers
from sandtable_shell import Parser, every_plugin, offered_hooks
from sandtable_tools.kit.plugin_checks import GIVES_WAY, hook_remarks, remarks_in_play

MOST_FINDINGS = 5
"""The most findings listed for a plugin."""

MOST_DECISIONS = 20
"""The most decisions of a bot in each game."""

SMALL_SETTING, FEW_DECISIONS = "2", 4
"""The setting given to a bot that takes one, and the most decisions it then makes."""

SLOW_SECONDS = 5.0
"""A bot that needs more seconds for a decision is called slow, which is no fault."""


class Diagnosis(Struct):
    """The findings about a plugin.

    - `took`: the seconds to load and examine it.
    - `examined`: whether the conformance kit examined it, or its bots played.
    - `findings`: its faults.
    - `notes`: remarks.
    """

    state: str = "ok"
    reason: str = ""
    took: float | None = None
    examined: bool = False
    findings: list[str] = []
    notes: list[str] = []


class Diagnoses(Struct):
    """The diagnoses so far, by key, and the next plugin's key and stage."""

    done: dict[str, Diagnosis] = {}
    key: str = ""
    stage: str = "its start"


class Examiner:
    """Examines plugins, calling `send` with each report and `sign_of_life` at each sign of life."""

    def __init__(self, send: Callable[[Diagnoses], None], sign_of_life: Callable[[], None]) -> None:
        self.report = Diagnoses()
        self.sign_of_life = sign_of_life
        self.offered = offered_hooks.find(Catalog())
        self._send = send

    def report_stage(self, stage: str) -> None:
        """Report the current plugin's next stage."""
        self.report.stage = stage
        self._send(self.report)
        self.sign_of_life()

    def examine(self, keys: Sequence[str], *, load_only: bool = False) -> None:
        """Examine a distribution's plugins, one after another."""
        catalogs: dict[str, Catalog] = {}
        for self.report.key in keys:
            key, began = self.report.key, time.perf_counter()
            third_party = key.startswith("plugin ") and not key.endswith(f"({BUILT_IN})")
            only = key if third_party else ""
            if only not in catalogs:
                catalogs[only] = _with_hooks(key)
            installed = catalogs[only]
            self.report_stage("loading")
            plugin = next(plugin for plugin in every_plugin(installed) if plugin.key == key)
            diagnosis = _diagnose_load(installed, plugin)
            if diagnosis.state == "ok" and not load_only:
                self._examine_in_depth(installed, plugin, diagnosis)
            diagnosis.took = time.perf_counter() - began
            self.report.done[key] = diagnosis
        self.report_stage("its end")

    def _examine_in_depth(self, installed: Catalog, plugin: ListItem, diagnosis: Diagnosis) -> None:
        """Examine a scenario with the conformance kit, and let the plugin's bots play."""
        faults, diagnosis.notes = hook_remarks(installed, plugin.key, self.offered)
        found: list[str] | None = None
        if plugin.kind == "scenario":
            self.report_stage("the conformance kit")
            found = self._scenario_faults(installed, plugin)
        elif not isinstance(plugin, Plugin):
            pass
        elif plugin.kind == "game" and (scenario := _scenario(installed, plugin.id)):
            found = self._in_play(installed, plugin, scenario, diagnosis.notes)
            found += self._try_bot(installed, scenario, "scripted", diagnosis.notes)
        elif plugin.kind == "command":
            self.report_stage("its arguments")
            found = _argument_faults(installed.loader.load(plugin), plugin)
        elif plugin.kind == "plugin":
            if hasattr(installed.loader.load(plugin), "bots"):
                found = self._try_bots(installed, plugin, diagnosis.notes)
            scenarios = (
                [] if plugin.built_in else [_scenario(installed, id) for id in _games(installed, plugin)]
            )
            if scenarios and hasattr(installed.loader.load(plugin), "prompt_commands"):
                self._try_words(installed, plugin, diagnosis.notes)
            for scenario in filter(None, scenarios):
                found = [*(found or ()), *self._in_play(installed, plugin, scenario, diagnosis.notes)]
        diagnosis.examined = found is not None
        diagnosis.findings = list(dict.fromkeys([*faults, *(found or ())]))[:MOST_FINDINGS]

    def _scenario_faults(self, installed: Catalog, plugin: ListItem) -> list[str]:
        from sandtable_tools.kit.examination import smoke_test  # noqa: PLC0415 (not needed to load)

        try:
            with Guard():
                findings = smoke_test(installed.scenario(plugin.name), installed, self.sign_of_life)
        except Exception as error:
            return [f"plays: {in_a_line(error)}"]
        places = (f" [{finding.place}]" * bool(finding.place) for finding in findings)
        return [f"{one.check}: {one.text}{place}" for one, place in zip(findings, places, strict=True)]

    def _in_play(self, installed: Catalog, plugin: Plugin, scenario: str, notes: list[str]) -> list[str]:
        """Return the faults of hooks and verbs in play; add notes on words that give way."""
        self.report_stage(f"a game of {scenario} at a prompt")
        taken, remarks = list[str](), list[str]()
        with suppress(Exception), Guard():  # a failing game is reported elsewhere
            taken, remarks = remarks_in_play(installed, scenario, self.sign_of_life)
        lines = [line for line in remarks if line.startswith(plugin.key)]
        notes += (line.partition(": ")[2] for line in lines if GIVES_WAY in line)
        faults = [f"words: {text}" for text in taken if plugin.kind == "game"]
        failed = (line for line in lines if GIVES_WAY not in line)
        return faults + [f"hooks: {line.removeprefix(f'{plugin.key} failed in ')}" for line in failed]

    def _try_words(self, installed: Catalog, plugin: Plugin, notes: list[str]) -> None:
        """Add notes on a plugin's words that give way to actions of any game."""
        others = installed.games.infos.keys() - {*_games(installed, plugin)}
        for scenario in filter(None, [_scenario(installed, id) for id in sorted(others)]):
            self.report_stage(f"a game of {scenario} at a prompt")
            with suppress(Exception), Guard():  # as above
                lines = remarks_in_play(installed, scenario, self.sign_of_life, 0)[1]
                about = (line for line in lines if line.startswith(plugin.key) and GIVES_WAY in line)
                notes += (line.partition(": ")[2] for line in about)

    def _try_bots(self, installed: Catalog, plugin: Plugin, notes: list[str]) -> list[str]:
        """Return the faults of a plugin's bots, each of which begins a game."""
        faults: list[str] = []
        for id in _games(installed, plugin):
            self.report_stage(f"asking it for the bots of {id}")
            with suppress(PluginError):  # a game that does not load is reported elsewhere
                game, bots = installed.game(id), installed.bots
                for name in bots.names(game):
                    own = bots.makers(game)[name][1] == plugin.key
                    if own and (scenario := _scenario(installed, id)):
                        faults += self._try_bot(installed, scenario, name, notes)
        failed = (line for line in installed.problems if line.startswith(plugin.key))
        return [*(f"bots: {line}" for line in failed), *faults]

    def _try_bot(self, installed: Catalog, scenario: str, bot: str, notes: list[str]) -> list[str]:
        """Return the fault of a bot that plays every seat for some decisions; note it if slow."""
        self.report_stage(f"a game of {scenario} by the bot {bot}")
        game, slowest = installed.game(scenario.partition("/")[0]), 0.0
        try:
            with Guard():
                installed.bots.make(game, bot)
                player, decisions = bot, MOST_DECISIONS
                with suppress(SandtableError):
                    player = installed.bots.resolve(game, f"{bot}:{SMALL_SETTING}")
                    decisions = FEW_DECISIONS
                players = dict.fromkeys(installed.scenario(scenario).seats, player)
                session = new(scenario, seed=1, seats=players, plugins=installed)
                began = time.perf_counter()
                for _ in session.play(decisions):
                    self.sign_of_life()
                    slowest = max(slowest, time.perf_counter() - began)
                    began = time.perf_counter()
        except Exception as error:
            return [f"bots: {scenario}: {in_a_line(error)}"]
        if slowest > SLOW_SECONDS:
            notes.append(f"the bot {bot} is slow: {slowest:.1f} s for a decision of {scenario}")
        return []


def _with_hooks(key: str) -> Catalog:
    """Return all plugins, with only the hooks that this one needs; others are examined separately."""
    installed = Catalog()
    kind, distribution = key.partition(" ")[0], key.rpartition("(")[2].removesuffix(")")
    siblings = {BUILT_IN} if kind == "plugin" else {BUILT_IN, distribution}
    installed.plugins[:] = [
        other
        for other in installed.plugins
        if other.kind != "plugin" or other.key == key or other.distribution in siblings
    ]
    return installed


def _diagnose_load(installed: Catalog, plugin: ListItem) -> Diagnosis:
    try:
        with Guard():
            if isinstance(plugin, Plugin):
                if plugin.state == "broken" and not plugin.in_package:
                    plugin.entry_point.load()  # a module's own error tells more than its missing file
                installed.loader.load(plugin)
            if plugin.kind == "scenario":
                path = str(getattr(plugin, "path", plugin.name))
                installed.scenario(plugin.name if plugin.usable else path)
    except Exception as error:
        reason = in_a_line(error).removeprefix(f"{plugin.kind} {plugin.name} is {plugin.state}: ")
        return Diagnosis("incompatible" if plugin.state == "incompatible" else "broken", reason)
    return Diagnosis()


def _argument_faults(command: ShellCommand, plugin: Plugin) -> list[str]:
    try:
        with Guard():
            parser = Parser()
            parser.command(plugin.id, command, tuple)
            parser.format_help()
    except Exception as error:
        return [f"arguments: {in_a_line(error)}"]
    return []


def _games(installed: Catalog, plugin: Plugin) -> list[str]:
    """Return the games that a plugin may be for: built-in, its own, or required by it."""
    dist = plugin.entry_point.dist
    required = [re.match(r"[\w.-]+", needed) for needed in (dist and dist.requires) or ()]
    siblings = {
        BUILT_IN,
        switches.normalize(plugin.distribution),
        *(switches.normalize(name[0]) for name in required if name),
    }
    games = (game for game in installed.plugins if game.kind == "game" and game.usable)
    return [
        game.id
        for game in games
        if game.id in installed.games.infos and switches.normalize(game.distribution) in siblings
    ]


def _scenario(installed: Catalog, game: str) -> str | None:
    """Return a scenario of a game that loads and is no campaign, preferably the game's own."""
    owners = {
        (plugin.kind, plugin.name): plugin.distribution for plugin in installed.plugins if plugin.usable
    }
    ids = [id for id in installed.scenarios.ids if id.startswith(f"{game}/")]
    for id in sorted(ids, key=lambda id: owners.get(("scenario", id)) != owners["game", game]):
        with suppress(Exception), Guard():  # a scenario that does not load is reported elsewhere
            if not installed.scenario(id).parts:
                return id
    return None


def main(words: Sequence[str]) -> None:
    """Examine plugins, and write the reports to the original standard output."""
    reports = os.dup(1)  # plugins' child processes do not inherit it
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    seconds, *keys = (word for word in words if word != "--load-only")

    def send(report: Diagnoses) -> None:
        os.write(reports, msgspec.json.encode(report) + b"\n")

    def sign_of_life() -> None:
        os.write(reports, b"\n")  # shows the waiting doctor that this process makes progress
        faulthandler.dump_traceback_later(float(seconds), exit=True, file=2)

    with handlers.interruptible():
        Examiner(send, sign_of_life).examine(keys, load_only="--load-only" in words)


if __name__ == "__main__":
    main(sys.argv[1:])
    os._exit(0)  # do not wait for threads that a plugin left behind
