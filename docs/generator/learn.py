"""The pages on lessons: each step with its complete output, as an annotated transcript."""

from __future__ import annotations

from collections.abc import Iterator

from generator import games, markdown
from sandtable.text.words import sentence
from sandtable_console.console import Console
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.lesson import Lesson
from sandtable_tools.lessons.lesson_path import perform

INTRODUCTION = """\
This is the lesson of `sandtable learn {game}`: a whole game in {steps} steps, about {minutes} minutes.
Play it, or read it here with everything that the program shows. [Learn a
game](../play/start.md) says how to leave a lesson and continue it later."""


def pages() -> dict[str, str]:
    """Return the text of every lesson's page, by file name."""
    by_game = {game: lessons.lesson_of(game) for game in games.built_in_games()}
    return {
        f"lesson-{game.id}.md": _page(game.id, game.info.title, lesson)
        for game, lesson in by_game.items()
        if lesson
    }


def _page(id: str, title: str, lesson: Lesson) -> str:
    minutes = lesson.head.minutes
    opening = INTRODUCTION.format(game=id, steps=len(lesson.steps), minutes=minutes)
    return markdown.page(f"{sentence(title)} {lesson.title}", opening, *_parts(lesson), lesson.closing)


def _parts(lesson: Lesson) -> Iterator[str]:
    chapter = ""
    for _, step, shown in perform(lesson, Console(lesson.begin())):
        if step.chapter != chapter:
            yield f"## {step.chapter}"
            chapter = step.chapter
        yield step.prose
        yield markdown.code("\n".join([f"> {step.command}", *shown]), "text")
        if step.otherwise:
            names = {lessons.ANY: "Any other choice"}
            rows = (f"- {names.get(words, f'`{words}`')}: {why}" for words, why in step.otherwise)
            yield "\n".join(["Otherwise:", "", *rows])
