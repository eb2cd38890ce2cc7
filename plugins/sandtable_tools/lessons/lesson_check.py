"""The check of a game's lesson: every step is done."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import SandtableError, Scenario
from sandtable.tooling import Catalog, Console, catalog
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.lesson import Lesson, LessonError
from sandtable_tools.lessons.lesson_path import perform


def check(scenario: Scenario, plugins: Catalog | None) -> Iterator[str]:
    """The faults of the game's lesson, if the lesson uses this scenario."""
    installed = plugins or catalog()
    try:
        lesson = lessons.of(scenario.game, installed)
    except LessonError as error:
        yield str(error)
        return
    if lesson is None:
        return
    try:
        if lesson.head.scenario == scenario.id:
            yield from faults(lesson, installed)
        elif lesson.head.scenario not in installed.scenarios.ids:
            yield f'{lesson.source}: no scenario "{lesson.head.scenario}"'
    except LessonError as error:
        yield str(error)
    except SandtableError as error:
        yield f"{lesson.source}: {error}"


def faults(lesson: Lesson, plugins: Catalog | None = None) -> Iterator[str]:
    """Every step whose output differs from the lesson's, and a lesson that ends before its game.

    If commands are disabled, lists are shorter, and output is not compared.

    Raises SandtableError if a command cannot be done.
    """
    with lesson.begin(plugins) as session:
        for _, step, shown in perform(lesson, Console(session)):
            if not (lesson.missing or step.shows(shown)):
                output = " / ".join(line.strip() for line in shown)
                yield f'{lesson.source} line {step.line}: "{step.command}" shows {output}'
        if session.outcome is None:
            last = lesson.steps[-1].line
            yield f"{lesson.source} line {last}: the game is not over after the last step"
