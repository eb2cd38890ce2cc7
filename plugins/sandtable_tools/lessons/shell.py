"""``learn``: a guided first game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sandtable import SandtableError, Session, ShellCommand, sentence
from sandtable.tooling import Catalog, catalog, config, journal, resume, write_whole
from sandtable_console import Console
from sandtable_shell import GAME, STEP, Parser, Source, add_input, by_age, completers, is_over, say
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.guide import Guide
from sandtable_tools.lessons.lesson import Lesson


class NoLesson(SandtableError):
    """A game has no lesson, or its lesson has no such chapter."""


def learn(arguments: argparse.Namespace) -> int:
    """Guide through a game's lesson; without a game, list the lessons."""
    installed = catalog()
    if arguments.game is None:
        for line in _listing(installed):
            say(line)
        return 0
    game = installed.game(installed.names.game(arguments.game))
    lesson = lessons.of(game)
    if lesson is None:
        have = ", ".join(id for id in installed.games.infos if lessons.of(installed.game(id)))
        raise NoLesson(f"{game.info.title} ({game.id}) has no lesson; these have: {have or 'no game'}")
    chapter = _chapter(lesson, arguments.chapter)
    unfinished = None
    if not arguments.again and chapter == 1:
        saves = (path for path in by_age(config.saves_folder()) if path.stem.startswith(_stem(lesson)))
        unfinished = next((path for path in saves if not is_over(path)), None)
    session = _new_session(lesson) if unfinished is None else _resume(unfinished, sync=arguments.sync)
    session.journal.sync = arguments.sync
    say(lesson.about)
    for line in lesson.missing:
        say(f"{line}. The lesson leaves its steps out.")
    if unfinished is not None:
        say(f"The lesson continues where you left it, in {unfinished} (--again starts over).")
    start = 0 if unfinished is None else _read_step(unfinished)
    console = Console(session)
    guide = Guide(console, lesson, start)
    if chapter > 1:
        guide.begin_at(chapter)
    try:
        with Source(arguments) as source:
            resumed = unfinished is not None or chapter > 1
            return source.play(session, resumed=resumed, console=console, over=guide.over)
    finally:
        _keep_step(session, guide.step)


def _listing(installed: Catalog) -> Iterator[str]:
    """The lessons, and the games without one."""
    no_lesson = []
    for id in installed.games.infos:
        game = installed.game(id)
        lesson = lessons.of(game)
        if lesson is None:
            no_lesson.append(id)
        else:
            yield f"{id:<12}{sentence(game.info.title)} {lesson.about}"
    yield "sandtable learn GAME begins a lesson, or continues it."
    if no_lesson:
        yield f"No lesson: {', '.join(no_lesson)}"


def _chapter(lesson: Lesson, number: int | None) -> int:
    """The number of a chapter; 1 if none is given."""
    if number is None:
        return 1
    if not 1 <= number <= len(lesson.chapters):
        chapters = ", ".join(f"{n} {title}" for n, title in enumerate(lesson.chapters, 1))
        raise NoLesson(f"no chapter {number}; the lesson has {chapters}")
    return number


def _stem(lesson: Lesson) -> str:
    return f"learn-{lesson.head.scenario.partition('/')[0]}"


def _resume(path: Path, *, sync: bool) -> Session:
    """The game of an unfinished lesson; if it cannot be resumed, the error says how to start over."""
    try:
        return resume.resume(path, sync=sync).session
    except SandtableError as error:
        raise NoLesson(f"{error}; --again starts the lesson over") from error


def _keep_step(session: Session, step: int) -> None:
    """Write the current step next to a lesson's save, which lacks the steps that only look things up."""
    if (save := session.journal.path) is None:
        return
    step_file = save.with_suffix(STEP)
    with suppress(OSError):
        if session.outcome is None:
            write_whole(step_file, f"{step}\n")
        else:
            step_file.unlink(missing_ok=True)


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
        session.save(journal.free_path(str(config.saves_folder() / _stem(lesson))))
    except SandtableError as error:
        session.journal.write_error = str(error)
        say(f"{error}; {journal.UNSAVED}")
    return session


def _arguments(parser: Parser) -> None:
    what = f"{GAME}; default: list the lessons"
    parser.add_argument("game", nargs="?", metavar="GAME", help=what, completer=completers.games)
    parser.add_argument("--again", action="store_true", help="start over instead of continuing")
    parser.add_argument("--chapter", type=int, metavar="N", help="start over at chapter N")
    add_input(parser)


LEARN = ShellCommand(
    summary="a guided first game, in about twenty minutes",
    group="play",
    run=learn,
    arguments=_arguments,
    examples=("sandtable learn", "sandtable learn megiddo --chapter 3"),
)
