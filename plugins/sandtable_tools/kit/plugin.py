"""The author's kit: conformance, scenario check, scaffolds, doctor; and the hook that it adds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.hooks import hookimpl, hookspec

if TYPE_CHECKING:
    from sandtable.plugins import Catalog
    from sandtable.scenario import Scenario


class KitHooks:
    """The hooks that the kit calls."""

    @hookspec
    def scenario_checks(  # type: ignore[empty-body]
        self, scenario: Scenario, plugins: Catalog
    ) -> Iterable[tuple[str, str]]:
        """What is wrong with a whole scenario: each finding is the name of a check, and a line.

        Asked once a scenario, when its games have been played and nothing was found.
        """


@hookimpl
def add_hooks() -> type:
    """The kit's own."""
    return KitHooks
