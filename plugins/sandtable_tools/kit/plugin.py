"""The author's kit: conformance, scenario check, scaffolds, doctor; and the hook that it adds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from sandtable import hookimpl, hookspec

if TYPE_CHECKING:
    from sandtable import Scenario
    from sandtable.tooling import Catalog


Findings: TypeAlias = Iterable[tuple[str, str]]
"""Each the name of a check, and a line."""


class KitHooks:
    """The hooks that the kit calls."""

    @hookspec
    def scenario_checks(self, scenario: Scenario, plugins: Catalog) -> Findings:  # type: ignore[empty-body]
        """What is wrong with a whole scenario.

        Asked once a scenario, when its games have been played and nothing was found.
        """


@hookimpl
def add_hooks() -> type:
    """The kit's own."""
    return KitHooks
