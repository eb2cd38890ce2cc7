"""The check of a game's lesson: it is done whole."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import SandtableError, Scenario
from sandtable.tooling import Catalog, Console, catalog
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.lesson import Lesson, LessonError
from sandtable_tools.lessons.lesson_path import perform


def check(scenario: Scenario, plugins: Catalog | None) -> Iterator[str]:
    """What is wrong with the lesson of a scenario's game, if it is played in this scenario."""
    known = plugins or catalog()
    try:
        lesson = lessons.of(scenario.game, known)
    except LessonError as error:
        yield str(error)
        return
    if lesson is None:
        return
    try:
        if lesson.head.scenario == scenario.id:
            yield from faults(lesson, known)
        elif lesson.head.scenario not in known.scenarios.ids:
            yield f'{lesson.source}: there is no scenario "{lesson.head.scenario}"'
    except LessonError as error:
        yield str(error)
    except SandtableError as error:
        yield f"{lesson.source}: {error}"


def faults(lesson: Lesson, plugins: Catalog | None = None) -> Iterator[str]:
    """Every step of a lesson that shows something else than it says, and an end that is none.

    Where words are disabled, lists of words are shorter, and what is shown is not compared.

    Raises SandtableError where a command can not be done.
    """
    with lesson.begin(plugins) as session:
        for _, step, shown in perform(lesson, Console(session)):
            if not (lesson.missing or step.shows(shown)):
                output = " / ".join(line.strip() for line in shown)
                yield f'{lesson.source} line {step.line}: "{step.command}" shows {output}'
        if session.outcome is None:
            last = lesson.steps[-1].line
            yield f"{lesson.source} line {last}: the game is not over with the last step"
