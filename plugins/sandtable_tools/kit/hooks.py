"""The hooks that the conformance kit calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from sandtable import hookspec

if TYPE_CHECKING:
    from sandtable import Action, Game, Scenario, Table
    from sandtable.tooling import Catalog

Findings: TypeAlias = Iterable[tuple[str, str]]
"""Findings, each the name of a check and a line."""


@hookspec
def conformance_checks(game: Game[Any]) -> Iterable[Callable[[Table[Any]], str | None]]:  # type: ignore[empty-body]
    """More checks for the conformance kit, each called at every decision of the kit's games.

    A check gets the table, and returns in one line what is wrong, or None; it must change nothing.
    """


@hookspec
def scenario_checks(scenario: Scenario, plugins: Catalog) -> Findings:  # type: ignore[empty-body]
    """The faults of a whole scenario.

    Called once for each scenario, after its games were played and nothing was found.
    """


@hookspec
def odds_claims(
    table: Table[Any], seat: str, action: Action, horizon: int | None, seed: int
) -> Mapping[str, Any]:
    """What `odds` says of an action, as in ``sandtable odds --json``; another seed, other samples."""
    raise NotImplementedError
