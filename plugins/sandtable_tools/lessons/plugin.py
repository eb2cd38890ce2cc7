"""Lessons: guided first games. Their word is `learn`; the kit has each lesson done whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable import hookimpl

if TYPE_CHECKING:
    from sandtable import Scenario
    from sandtable.tooling import Catalog


@hookimpl
def scenario_checks(scenario: Scenario, plugins: Catalog) -> Iterator[tuple[str, str]]:
    """What is wrong with the lesson of a game, if it is played in this scenario."""
    from sandtable_tools.lessons.lesson_check import check  # noqa: PLC0415 (only the kit asks)

    return (("lesson", text) for text in check(scenario, plugins))
