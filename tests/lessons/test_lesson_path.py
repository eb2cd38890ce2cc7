"""The lesson's own path: small choices in any order, other spellings, and the point of resuming."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from learner import Learner

from sandtable.plugins.catalog import catalog
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons import lesson_path
from sandtable_tools.lessons.lesson import Lesson

Run = Callable[..., Any]

UNITS = ("t1-a", "t1-b", "sas-1", "sas-2", "sas-3")


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    found = lessons.lesson_of(catalog().game("lrdg"))
    assert found is not None
    return found


def typed(lesson: Lesson, steps: int | None = None) -> str:
    """The lines that do the first steps of a lesson, or all, and leave."""
    return "\n".join([*(step.command for step in lesson.steps[:steps]), "quit\n"])


def at_step(lesson: Lesson, command: str) -> Learner:
    """A lesson done up to the step that asks for a command."""
    console = Learner(lesson)
    step = next(n for n, step in enumerate(lesson.steps) if step.command.startswith(command))
    while console.step < step:
        assert console.say(console.suggested).error is None
    return console


@pytest.mark.parametrize("order", [*permutations(UNITS)][1::17])
def test_units_may_be_added_in_any_order_and_the_lesson_goes_on(
    lesson: Lesson, order: tuple[str, ...]
) -> None:
    console = at_step(lesson, "add ")
    step = console.step
    for number, unit in enumerate(order, 1):
        assert console.say(f"add {unit}").error is None
        assert (console.step, console.astray) == (step + (number == len(UNITS)), False)
    for _ in range(3):
        console.say(console.suggested)
    assert console.astray is False
    assert lesson_path.current_place(console.session) == console.path.before[console.step]


def test_enter_tells_what_is_left_when_another_unit_came_first(lesson: Lesson) -> None:
    console = at_step(lesson, "add ")
    console.say("add sas 1")
    console.say("")
    assert console.step_or_reminder()[-1] == "  > add t1-a; add t1-b; add sas-2; add sas-3"
    console.say(console.suggested)
    assert (console.astray, console.current) == (False, lesson.steps[console.step])
    assert console.suggested == "go siwa-track"


def test_a_unit_that_the_lesson_leaves_at_home_leaves_its_path(lesson: Lesson) -> None:
    console = at_step(lesson, "add ")
    console.say("add sas-4")
    assert not console.astray
    console.say("add sas-4")
    assert console.astray
    console.say("back")
    assert console.suggested == "add t1-a t1-b sas-1 sas-2 sas-3"


@pytest.mark.parametrize(
    ("command", "typed"),
    [("odds move", "odds move 1st siwa track"), ("rules 5.3.1", "Rules 5.3.1"), ("log", "LOG 12")],
)
def test_other_ways_to_look_at_the_same_thing_go_on(lesson: Lesson, command: str, typed: str) -> None:
    console = at_step(lesson, command)
    before = console.step
    console.say(typed)
    assert console.step == before + 1


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8])
def test_a_lesson_is_taken_up_at_the_step_where_it_was_left(
    run: Run, lesson: Lesson, steps: int
) -> None:
    left = run("learn", "lrdg", typed=typed(lesson, steps))
    again = run("learn", "lrdg")
    assert f"Lesson, step {steps + 1} of " in left.out
    assert again.out.count("Lesson, step ") == 1
    assert f"Lesson, step {steps + 1} of " in again.out


@pytest.mark.parametrize(("written", "step"), [("", 4), ("-3", 4), ("x", 4), ("999\n", 5)])
def test_a_step_that_cannot_be_read_or_is_not_there_does_no_harm(
    run: Run, home: Path, lesson: Lesson, written: str, step: int
) -> None:
    run("learn", "lrdg", typed=typed(lesson, 4))
    (home / "saves" / "learn-lrdg.step").write_text(written)
    assert f"Lesson, step {step} of " in run("learn", "lrdg").out


def test_a_pipe_in_the_place_of_the_step_does_no_harm(run: Run, home: Path, lesson: Lesson) -> None:
    run("learn", "lrdg", typed=typed(lesson, 4))
    (home / "saves" / "learn-lrdg.step").unlink()
    os.mkfifo(home / "saves" / "learn-lrdg.step")
    assert "Lesson, step 4 of " in run("learn", "lrdg").out


def test_nothing_is_left_beside_the_save_of_a_lesson_that_is_over(
    run: Run, home: Path, lesson: Lesson
) -> None:
    run("learn", "lrdg", typed=typed(lesson))
    assert [path.name for path in (home / "saves").iterdir()] == ["learn-lrdg.jsonl"]
