"""One plugin, loaded and examined: what ``plugins doctor`` starts a process for.

``python -m sandtable.cli.patient KEY FILE [--load-only]`` writes its verdict into a file, for what a
plugin prints is its own matter. Before each stage it writes what it is about to do.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.errors import PluginError
from sandtable.plugins import BUILT_IN, Catalog, Known, Plugin, about, catalog
from sandtable.plugins.listeners import in_a_line
from sandtable.plugins.switches import plain
from sandtable.session import new

MOST_FINDINGS = 5

MOST_SECONDS = 2.0
"""So long a bot plays each game; one that takes more is not at fault."""


class Verdict(Struct, frozen=True, omit_defaults=True):
    """What was found of a plugin: its state, or for none the `stage` that was reached.

    `seconds` is how long it took to load; `examined` says that the conformance kit was asked, and
    `findings` are what it found.
    """

    state: str = ""
    reason: str = ""
    stage: str = ""
    seconds: float | None = None
    examined: bool = False
    findings: list[str] = []

    def ended(self, reason: str) -> Verdict:
        """The verdict of one that did not live to tell its own."""
        return replace(self, state="broken", reason=reason)


class _Chart:
    """Where an examination is, written down before each stage."""

    def __init__(self, one: Known, into: str) -> None:
        self.one = one
        self.into = into
        self.verdict = Verdict()

    def at(self, stage: str) -> None:
        """Write down what comes next."""
        self.verdict = replace(self.verdict, stage=stage)
        _write(self.into, replace(self.verdict, state=""))

    @contextmanager
    def watch(self, plugin: Plugin) -> Iterator[None]:
        """Write down which plugin is loaded where that is another than the patient."""
        before = self.verdict.stage
        if plugin.key != self.one.key:
            self.at(f"loading {plugin.kind} {plugin.name} (which it needs)")
        yield
        self.at(before)


def main(words: list[str]) -> int:
    """Examine one plugin; 0 when a verdict was written."""
    key, into, *more = words
    known = catalog()
    one = next((one for one in known.everything if one.key == key), None)
    if one is None:
        _write(into, Verdict("broken", "it is no longer there"))
        return 0
    chart = _Chart(one, into)
    chart.at("loading")
    _part(known, one)
    known.watch = chart.watch
    chart.verdict = _loaded(known, one)
    if chart.verdict.state == "ok" and not more:
        _examine(known, one, chart)
    _write(into, chart.verdict)
    return 0


def _part(known: Catalog, one: Known) -> None:
    """Take away the hooks that a patient does not need: who hangs in one is examined by himself."""
    mates = {BUILT_IN} if one.kind == "plugin" else {BUILT_IN, one.distribution}
    known.plugins[:] = [
        other
        for other in known.plugins
        if other.kind != "plugin" or other.key == one.key or other.distribution in mates
    ]


def _loaded(known: Catalog, one: Known) -> Verdict:
    """Whether it loads, and how fast; a file is loaded when it is read as a scenario."""
    began = time.perf_counter()
    try:
        if isinstance(one, Plugin):
            _load(known, one)
        if one.kind == "scenario":
            known.scenario(one.name if one.usable else str(getattr(one, "path", one.name)))
    except KeyboardInterrupt:
        return Verdict("broken", "it raises KeyboardInterrupt during loading")
    except Exception as error:
        mine = f"{one.kind} {one.name} is broken: "
        state = "incompatible" if one.state == "incompatible" else "broken"
        return Verdict(state, in_a_line(error).removeprefix(mine))
    return Verdict("ok", seconds=known.seconds.get(one.key, time.perf_counter() - began))


def _load(known: Catalog, plugin: Plugin) -> None:
    if plugin.state == "broken" and not plugin.remembered:
        raise PluginError(plugin.reason)
    known.load(plugin)


def _examine(known: Catalog, one: Known, chart: _Chart) -> None:
    """Have a scenario looked at by the conformance kit, and the bots of a plugin play."""
    if one.kind == "scenario":
        chart.at("the conformance kit")
        found = _findings(known, one)
        chart.verdict = replace(chart.verdict, examined=True, findings=found)
    elif isinstance(one, Plugin) and one.kind == "plugin" and hasattr(known.load(one), "bots"):
        found = _bots(known, one, chart)[:MOST_FINDINGS]
        chart.verdict = replace(chart.verdict, examined=True, findings=found)


def _findings(known: Catalog, one: Known) -> list[str]:
    from sandtable.testing import examine  # noqa: PLC0415 (not needed to load)

    scenario = known.scenario(one.name)
    found = examine(scenario, games=1, most=MOST_FINDINGS, plugins=known, quick=True)
    return [f"{finding.check}: {finding.text}" for finding in found]


# Bots.


def _bots(known: Catalog, plugin: Plugin, chart: _Chart) -> list[str]:
    """What is wrong with the bots that a plugin brings: each plays a game of its own, or begins it."""
    found = []
    for id in _games(known, plugin):
        chart.at(f"asking it for the bots of {id}")
        with suppress(PluginError):  # a game that does not load is named in its own place
            for name in known.bots_by(plugin, known.game(id)):
                chart.at(f"a game of {id} by its bot {name}")
                found += _played(known, id, name)
    told = [line for line in known.troubles if line.startswith(plugin.key)]
    return [f"bots: {line}" for line in dict.fromkeys([*told, *found])]


def _games(known: Catalog, plugin: Plugin) -> list[str]:
    """The games that it may be meant for: the built-in, its own, and those that it requires."""
    mates = {BUILT_IN, plain(plugin.distribution), *about.requires(plugin.distribution)}
    return [one.id for one in known.plugins if one.id in known.infos and _brings(one, mates)]


def _brings(one: Plugin, distributions: set[str]) -> bool:
    return one.kind == "game" and one.usable and plain(one.distribution) in distributions


def _played(known: Catalog, game: str, bot: str) -> list[str]:
    """What went wrong while a bot sat in every seat, for a game or for some seconds."""
    ids = [id for id in known.scenario_ids if id.startswith(f"{game}/")]
    single = [id for id in ids if not known.scenario_info(id).parts]
    if not single:
        return []
    until = time.monotonic() + MOST_SECONDS
    try:
        players = dict.fromkeys(known.infos[game].seats, bot)
        for _ in new(single[0], seed=1, seats=players, plugins=known).play():
            if time.monotonic() > until:
                break
    except (Exception, KeyboardInterrupt) as error:
        return [f"{single[0]}: {in_a_line(error)}"]
    return []


def _write(into: str, verdict: Verdict) -> None:
    """Write it at once and whole, for the process may be ended at any moment."""
    path = Path(into)
    new = path.with_suffix(".new")
    new.write_bytes(msgspec.json.encode(verdict))
    new.replace(path)


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(status)  # threads that a plugin has left behind do not hold it up
