"""Lessons: guided first games, with the command `learn`; the kit does every step of each lesson."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable import hookimpl

if TYPE_CHECKING:
    from sandtable import Scenario
    from sandtable.tooling import Catalog


@hookimpl
def scenario_checks(scenario: Scenario, plugins: Catalog) -> Iterator[tuple[str, str]]:
    """The faults of the game's lesson, if the lesson uses this scenario."""
    from sandtable_tools.lessons.lesson_path import check  # noqa: PLC0415 (only the kit asks)

    return (("lesson", text) for text in check(scenario, plugins))
