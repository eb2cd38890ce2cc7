"""The author's kit: conformance, scenario check, scaffolds, doctor; and the hook that it adds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from sandtable import hookimpl, hookspec

if TYPE_CHECKING:
    from sandtable import Scenario
    from sandtable.tooling import Catalog


Findings: TypeAlias = Iterable[tuple[str, str]]
"""Findings, each the name of a check and a line."""


class KitHooks:
    """The hooks that the kit calls."""

    @hookspec
    def scenario_checks(self, scenario: Scenario, plugins: Catalog) -> Findings:  # type: ignore[empty-body]
        """The faults of a whole scenario.

        Called once for each scenario, after its games were played and nothing was found.
        """


@hookimpl
def add_hooks() -> type:
    """Add the kit's own hooks."""
    return KitHooks
