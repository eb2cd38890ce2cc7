"""Beginning a lesson, or continuing it: its game, its save, and the step next to that."""

from __future__ import annotations

from pathlib import Path

from sandtable import SandtableError, Session
from sandtable.tooling import catalog, config, journal, resume
from sandtable_console import Console
from sandtable_shell import say
from sandtable_shell.saves import STEP, by_age, is_over
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.guide import Guide
from sandtable_tools.lessons.lesson import Lesson


class NoLesson(SandtableError):
    """A game has no lesson, or its lesson has no such chapter."""


def begin(id: str, again: bool = False, chapter: int | None = None, *, sync: bool = False) -> Guide:
    """The guide of a game's lesson: from a chapter, or where it was left unless it begins `again`.

    Raises NoLesson.
    """
    installed = catalog()
    game = installed.game(id)
    lesson = lessons.of(game)
    if lesson is None:
        have = ", ".join(id for id in installed.games.infos if lessons.of(installed.game(id)))
        raise NoLesson(f"{game.info.title} ({game.id}) has no lesson; these have: {have or 'no game'}")
    number = _chapter(lesson, chapter)
    left = None if again or number > 1 else unfinished(id)
    session = _new_session(lesson) if left is None else _resume(left, sync=sync)
    session.journal.sync = sync
    guide = Guide(Console(session), lesson, 0 if left is None else _read_step(left))
    missing = [f"{line}. The lesson leaves its steps out." for line in lesson.missing]
    guide.remarks, guide.resumed = [lesson.about, *missing], left is not None or number > 1
    if number > 1:
        guide.begin_at(number)
    return guide


def unfinished(id: str) -> Path | None:
    """The last save of a game's lesson that is not over."""
    saves = (path for path in by_age(config.saves_folder()) if path.stem.startswith(f"learn-{id}"))
    return next((path for path in saves if not is_over(path)), None)


def _chapter(lesson: Lesson, number: int | None) -> int:
    """The number of a chapter; 1 if none is given."""
    if number is None:
        return 1
    if not 1 <= number <= len(lesson.chapters):
        chapters = ", ".join(f"{n} {title}" for n, title in enumerate(lesson.chapters, 1))
        raise NoLesson(f"no chapter {number}; the lesson has {chapters}")
    return number


def _resume(path: Path, *, sync: bool) -> Session:
    """The game of an unfinished lesson; if it cannot be resumed, the error says how to start over."""
    try:
        return resume.resume(path, sync=sync).session
    except SandtableError as error:
        raise NoLesson(f"{error}; --again starts the lesson over") from error


def _read_step(save: Path) -> int:
    """The step next to a lesson's save, from 0; 0 if it cannot be read."""
    step_file = save.with_suffix(STEP)
    try:  # a pipe would never end
        return max(int(step_file.read_text(encoding="utf-8")), 0) if step_file.is_file() else 0
    except (OSError, ValueError):
        return 0


def _new_session(lesson: Lesson) -> Session:
    """A new game of a lesson, saved among the user's saves if possible."""
    session = lesson.begin()
    try:
        session.save(journal.free_path(str(config.saves_folder() / f"learn-{session.header.game}")))
    except SandtableError as error:
        session.journal.write_error = str(error)
        say(f"{error}; {journal.UNSAVED}")
    return session
