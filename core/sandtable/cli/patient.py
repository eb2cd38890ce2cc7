"""One plugin, loaded and examined: what ``plugins doctor`` starts a process for.

``python -m sandtable.cli.patient KEY FILE [--load-only]`` writes its verdict into a file, for what a
plugin prints is its own matter. Before each stage it writes what it is about to do.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.errors import PluginError, SandtableError
from sandtable.plugins import Catalog, Known, Plugin, catalog

MOST_FINDINGS = 5


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


def main(words: list[str]) -> int:
    """Examine one plugin; 0 when a verdict was written."""
    key, into, *more = words
    known = catalog()
    one = next((one for one in known.everything if one.key == key), None)
    if one is None:
        _write(into, Verdict("broken", "it is no longer there"))
        return 0
    _write(into, Verdict(stage="loading"))
    verdict = _loaded(known, one)
    if verdict.state == "ok" and one.kind == "scenario" and not more:
        _write(into, replace(verdict, state="", stage="the conformance kit"))
        verdict = replace(verdict, examined=True, findings=_findings(known, one))
    _write(into, verdict)
    return 0


def _loaded(known: Catalog, one: Known) -> Verdict:
    """Whether it loads, and how fast; a file is loaded when it is read as a scenario."""
    began = time.perf_counter()
    try:
        if isinstance(one, Plugin):
            _load(known, one)
        if one.kind == "scenario":
            known.scenario(one.name if one.usable else str(getattr(one, "path", one.name)))
    except Exception as error:
        mine = f"{one.kind} {one.name} is broken: "
        said = str(error) if isinstance(error, SandtableError) else f"{type(error).__name__}: {error}"
        state = "incompatible" if one.state == "incompatible" else "broken"
        return Verdict(state, " ".join(said.removeprefix(mine).split()))
    return Verdict("ok", seconds=known.seconds.get(one.key, time.perf_counter() - began))


def _load(known: Catalog, plugin: Plugin) -> None:
    if plugin.state == "broken" and not plugin.remembered:
        raise PluginError(plugin.reason)
    known.load(plugin)


def _findings(known: Catalog, one: Known) -> list[str]:
    from sandtable.testing import examine  # noqa: PLC0415 (not needed to load)

    scenario = known.scenario(one.name)
    found = examine(scenario, games=1, most=MOST_FINDINGS, plugins=known, quick=True)
    return [f"{finding.check}: {finding.text}" for finding in found]


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
