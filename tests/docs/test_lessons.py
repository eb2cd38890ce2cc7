"""The lessons of the games: each is played whole and prints its own output."""

from __future__ import annotations

import re

import pytest

from sandtable.plugins.catalog import catalog
from sandtable_console import rulebook
from sandtable_console.words.looking import CONTENTS
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.lesson import Lesson
from sandtable_tools.lessons.lesson_path import faults

GAMES = tuple(catalog().games.infos)


def lesson_of(game: str) -> Lesson:
    found = lessons.lesson_of(catalog().game(game))
    assert found is not None, f"{game} has no lesson"
    return found


def prose(lesson: Lesson) -> str:
    return "\n\n".join([*(step.prose for step in lesson.steps), lesson.closing])


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_shows_what_it_says_up_to_the_end_of_its_game(game: str) -> None:
    assert list(faults(lesson_of(game))) == []


def test_differences_from_a_lesson_are_noticed() -> None:
    lesson = lesson_of("lrdg")
    seen = next(place for place, step in enumerate(lesson.steps) if "SEEN" in step.expected)
    wrong = lesson.steps[seen]._replace(expected=lesson.steps[seen].expected.replace("SEEN", "unseen"))
    found = list(faults(lesson._replace(steps=[*lesson.steps[:seen], wrong])))
    assert "SEEN at Mersa: discretion test 5 4, +2 each: 7 6" in " ".join(found)
    assert found[-1].endswith("the game is not over after the last step")


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_some_twenty_minutes_long_and_never_long_winded(game: str) -> None:
    lesson = lesson_of(game)
    assert 25 <= len(lesson.steps) <= 60
    assert 4 <= len(lesson.chapters) <= 8
    assert [step.command for step in lesson.steps if not step.prose] == []
    for step in lesson.steps:
        assert len(lessons.plain_lines(step.prose, 76)) <= 12, f"line {step.line}"


@pytest.mark.parametrize("game", GAMES)
def test_the_sections_and_scenarios_that_a_lesson_names_are_there(game: str) -> None:
    known = {section.id for section in rulebook.sections(catalog().game(game).rules_text)}
    text = prose(lesson_of(game))
    named = re.findall(r"`rules ([\w.-]+)`", text) + re.findall(r"\b(?:MEG|LOA|LRDG)-[A-Z]+\d+", text)
    assert named
    assert set(named) - {CONTENTS} <= known
    for id in re.findall(r"`sandtable play (\S+?)[` ]", text):
        assert id in catalog().scenarios.ids
