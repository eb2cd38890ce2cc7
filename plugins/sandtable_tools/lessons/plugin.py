"""Lessons: the command `learn`, the guides of pages, and the kit's check of every step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from sandtable import PluginError, hookimpl

if TYPE_CHECKING:
    from sandtable import Scenario
    from sandtable.tooling import Catalog
    from sandtable_console.sink import GuideMaker


@hookimpl
def scenario_checks(scenario: Scenario, plugins: Catalog) -> Iterator[tuple[str, str]]:
    """Return the faults in the game's lesson, if it plays this scenario."""
    from sandtable_tools.lessons.lesson_path import check  # noqa: PLC0415 (only the kit asks)

    return (("lesson", text) for text in check(scenario, plugins))


@hookimpl
def guides() -> Mapping[str, GuideMaker]:
    """Return a guide for each game with a lesson."""
    from sandtable.tooling import catalog  # noqa: PLC0415 (only a page asks)
    from sandtable_tools.lessons import beginning  # noqa: PLC0415 (likewise)
    from sandtable_tools.lessons.lesson import FILE  # noqa: PLC0415 (likewise)

    makers: dict[str, GuideMaker] = {}
    for plugin in catalog().inventory.usable("game"):
        with suppress(PluginError):
            plugin.file(FILE)
            makers[plugin.id] = partial(beginning.begin, plugin.id)
    return makers
