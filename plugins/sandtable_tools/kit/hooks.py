"""The conformance kit's hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from sandtable import hookspec

if TYPE_CHECKING:
    from sandtable import Action, Game, Scenario, Table
    from sandtable.tooling import Catalog

Findings: TypeAlias = Iterable[tuple[str, str]]
"""Findings, each a check's name and a line of text."""


@hookspec
def conformance_checks(game: Game[Any]) -> Iterable[Callable[[Table[Any]], str | None]]:  # type: ignore[empty-body]
    """Return more checks for the conformance kit, to be called at every decision of its games.

    A check takes the table, and returns a line about a fault, or None. It must change nothing.
    """


@hookspec
def scenario_checks(scenario: Scenario, plugins: Catalog) -> Findings:  # type: ignore[empty-body]
    """Return the faults of a whole scenario.

    Called once for each scenario, after its games have shown no fault.
    """


@hookspec
def odds_claims(
    table: Table[Any], seat: str, action: Action, horizon: int | None, seed: int
) -> Mapping[str, Any]:
    """Return what ``sandtable odds --json`` claims about an action; another seed takes other samples."""
    raise NotImplementedError
