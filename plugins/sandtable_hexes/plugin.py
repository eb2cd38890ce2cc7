"""The hooks of hexes: how a bare map file is previewed, and what is odd in one."""

# ruff: noqa: PLC0415 (slow to import, and this is loaded at every start)

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sandtable import Board, Scenario, hookimpl


@hookimpl
def map_readers() -> Mapping[str, Callable[[str, str], Board]]:
    """The reader of maps of hexes."""
    from sandtable_hexes import preview

    return dict.fromkeys(("picture", "terrain"), preview.read)


@hookimpl
def scenario_checks(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """The faults of maps of hexes that can be read, for the conformance kit."""
    from sandtable_hexes import map_checks

    return map_checks.find_faults(scenario)
