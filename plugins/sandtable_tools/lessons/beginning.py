"""Begins or continues a lesson: its game, its save, and the file that stores its step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sandtable import SandtableError, Session
from sandtable.tooling import Catalog, catalog, config, journal, resume
from sandtable_console import Console
from sandtable_shell import say
from sandtable_shell.saves import STEP, by_age, is_over, names_in, outcome_of
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.guide import Guide
from sandtable_tools.lessons.lesson import Lesson


class NoLesson(SandtableError):
    """A game has no lesson, or its lesson has no such chapter."""


def begin(id: str, again: bool = False, chapter: int | None = None, *, sync: bool = False) -> Guide:
    """Return the guide to a game's lesson, starting at a chapter or where the player left off.

    With `again` it starts over. Raises NoLesson.
    """
    installed = catalog()
    game = installed.game(id)
    lesson = lessons.lesson_of(game)
    if lesson is None:
        others = ", ".join(_games_with_lesson(installed)) or "none"
        raise NoLesson(f"{game.info.title} ({game.id}) has no lesson; these games do: {others}")
    number = _chapter(lesson, chapter)
    unfinished_save = None if again or number > 1 else newest_unfinished(id)
    session = _resume(unfinished_save, sync=sync) if unfinished_save else _new_session(lesson)
    session.journal.sync = sync
    guide = Guide(Console(session), lesson, _read_step(unfinished_save) if unfinished_save else 0)
    missing = [f"{line}. The lesson skips the steps that need it." for line in lesson.missing]
    guide.remarks, guide.resumed = [lesson.about, *missing], bool(unfinished_save) or number > 1
    if number > 1:
        guide.begin_at(number)
    return guide


def next_lesson(installed: Catalog) -> str | None:
    """Return the first game in the menu whose lesson is not done yet; None if all are done."""
    saves = config.saves_folder().glob("learn-*.jsonl")
    done = {names_in(path).game for path in saves if outcome_of(path)}
    return next((id for id in _games_with_lesson(installed) if id not in done), None)


def _games_with_lesson(installed: Catalog) -> Iterator[str]:
    return (id for id in installed.games.infos if lessons.lesson_of(installed.game(id)))


def newest_unfinished(id: str) -> Path | None:
    """Return the newest save of a game's lesson that is in progress."""
    saves = (path for path in by_age(config.saves_folder()) if path.stem.startswith(f"learn-{id}"))
    return next((path for path in saves if not is_over(path)), None)


def _chapter(lesson: Lesson, number: int | None) -> int:
    """Return a chapter's number, which the lesson must have; 1 if none is given."""
    if number is None:
        return 1
    if not 1 <= number <= len(lesson.chapters):
        chapters = ", ".join(f"{n} {title}" for n, title in enumerate(lesson.chapters, 1))
        raise NoLesson(f"no chapter {number}; the lesson has {chapters}")
    return number


def _resume(path: Path, *, sync: bool) -> Session:
    """Resume a lesson's game; if that fails, the error says how to start over."""
    try:
        return resume.resume(path, sync=sync).session
    except SandtableError as error:
        raise NoLesson(f"{error}; --again starts the lesson over") from error


def _read_step(save: Path) -> int:
    """Return the step kept next to a lesson's save, from 0; 0 if it cannot be read."""
    step_file = save.with_suffix(STEP)
    try:  # reading a pipe would never end
        return max(int(step_file.read_text(encoding="utf-8")), 0) if step_file.is_file() else 0
    except (OSError, ValueError):
        return 0


def _new_session(lesson: Lesson) -> Session:
    """Start a lesson's game, saved among the user's saves if possible."""
    session = lesson.begin()
    try:
        session.save(journal.free_path(str(config.saves_folder() / f"learn-{session.header.game}")))
    except SandtableError as error:
        session.journal.write_error = str(error)
        say(f"{error}; {journal.UNSAVED}")
    return session
