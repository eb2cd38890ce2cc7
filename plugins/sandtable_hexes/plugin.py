"""Implements hooks: reading a map file without its game, and checking maps."""

# ruff: noqa: PLC0415 (slow to import, and this is loaded at every start)

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sandtable import Board, Scenario, hookimpl


@hookimpl
def map_readers() -> Mapping[str, Callable[[str, str], Board]]:
    """Return the reader of hex maps, by the keys that every such map has."""
    from sandtable_hexes import preview

    return dict.fromkeys(("picture", "terrain"), preview.read)


@hookimpl
def scenario_checks(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Yield the faults of a scenario's hex maps, for the conformance kit."""
    from sandtable_hexes import map_checks

    return map_checks.find_faults(scenario)
