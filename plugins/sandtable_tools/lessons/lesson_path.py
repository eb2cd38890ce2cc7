"""A lesson's path through its game, and the check that each step shows what the lesson says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from sandtable import (
    HUMAN,
    Action,
    Bot,
    LogEntry,
    SandtableError,
    Scenario,
    Seat,
    Session,
    Snapshot,
    slug,
)
from sandtable.tooling import Catalog, catalog
from sandtable_console import Console, Meaning, lines, outputs
from sandtable_tools.lessons.lesson import ANY, FILE, Lesson, LessonError, LessonStep, lesson_of

Place: TypeAlias = tuple[bytes, tuple[tuple[str, int], ...]]
"""A position and its dice counters: from equal places, the same actions lead to the same place."""


class LessonPath(NamedTuple):
    """A lesson's places, and the choice at each.

    - `before`: the place before each step, then the place at the end.
    - `chosen`: what the seat to move chooses at each place.
    - `rest`: for each step, the choices that the learner still has to make at each place within it.
    """

    before: list[Place]
    chosen: dict[Place, Action]
    rest: list[dict[Place, list[Action]]]

    def find(self, place: Place, near: int) -> int | None:
        """Return the step at a place: the first from `near` on, else the last before it."""
        steps = len(self.rest)
        for step in chain(range(near, steps + 1), range(near - 1, -1, -1)):
            if self.before[step] == place or (step < steps and place in self.rest[step]):
                return step
        return None


def current_place(session: Session) -> Place:
    """Return the place where a game is now."""
    return place_of(session.table.snapshot())


def place_of(snapshot: Snapshot) -> Place:
    """Return the place of a snapshot."""
    dice = ((stream, count) for stream, count in snapshot.dice.items() if count)
    return snapshot.position, tuple(sorted(dice))


def locate(path: LessonPath, session: Session, near: int) -> tuple[int, list[Action]] | None:
    """Return the current step and the choices it still needs; None off the path.

    Small choices may come in any order.
    """
    place_now, done = current_place(session), list[Action]()
    for past in reversed(session.history.done):
        if path.find(place_now, near) is not None:
            break
        if session.outcome is not None or not session.table.decision.part or past.entry.rolls:
            return None
        if past.entry.action is None or session.seats[past.entry.seat or ""] != HUMAN:
            return None
        done.append(past.entry.action)
        place_now = place_of(past.before)
    step = path.find(place_now, near)
    while step is not None and step < len(path.rest):
        expected = path.rest[step].get(place_now, [])
        left = [action for action in expected if action not in done]
        if left or (not done and step >= near):
            return (step, left) if all(action in expected for action in done) else None
        done = [action for action in done if action not in expected]
        step += 1
        place_now = path.before[step]
    return None if step is None or done else (step, [])


def looking_commands(console: Console, line: str) -> list[tuple[str, str]]:
    """Return the commands and arguments of a line that only looks things up; none for any other line."""
    try:
        meanings = list(_meanings(console, line))
    except SandtableError:
        return []
    looking = [
        (meaning.command.word, _normal_form(console, meaning))
        for meaning in meanings
        if meaning.command and not meaning.command.moves
    ]
    return looking if len(looking) == len(meanings) else []


def choices(console: Console, line: str) -> Iterator[Action]:
    """Yield the choices in a line, up to the first part that cannot be read yet."""
    with suppress(SandtableError):
        for meaning in _meanings(console, line):
            yield from chain.from_iterable(meaning.moves)


def _meanings(console: Console, line: str) -> Iterator[Meaning]:
    return map(console.reader.meaning, filter(None, lines.commands_of(line, console.reader.takes_text)))


def _normal_form(console: Console, meant: Meaning) -> str:
    """Return a command's argument in one form for all spellings: ``T1/A`` and ``t1-a``."""
    with suppress(SandtableError):
        return str(console.session.table.read(meant.rest))
    return slug(meant.rest)


def perform(
    lesson: Lesson, console: Console, *, looking: bool = True
) -> Iterator[tuple[int, LessonStep, list[str]]]:
    """Play a lesson at a console; yield each step with its number and its output.

    Without `looking`, steps that only look things up are skipped. Raises LessonError for a command that
    cannot be carried out, and for a reason against something that is not a choice.
    """
    for output in console.begin():
        if isinstance(output, outputs.Refused):
            raise output.error
    for number, step in enumerate(lesson.steps):
        if looking_commands(console, step.command) and not looking:
            yield number, step, []
            continue
        before = current_place(console.session)
        takes = console.session.table.decision.takes if step.otherwise else ()
        known = [ANY, *map(str, console.options), *(kind.name() for kind in takes)]
        for words, _ in step.otherwise:
            if not any(f"{choice} ".startswith(f"{words} ") for choice in known):
                raise LessonError(lesson.source, step.line, f'no choice begins with "{words}"')
        shown: list[str] = []
        for output in console.do(step.command):
            if isinstance(output, outputs.Refused):
                raise LessonError(lesson.source, step.line, str(output.error))
            if isinstance(output, outputs.Text | outputs.News):
                shown += output.lines
        changed = current_place(console.session) != before
        yield number, step, [*shown, *([console.display.question()] if changed else [])]


def path_of(lesson: Lesson, plugins: Catalog | None = None) -> LessonPath:
    """Find a lesson's path by playing it once without showing it. Raises LessonError."""
    session = lesson.begin(_WithoutListeners(plugins or catalog()))
    console = Console(session)
    for _ in console.begin():
        pass
    path = LessonPath([current_place(session)], {}, [])
    for _ in perform(lesson, console, looking=False):
        path.rest.append({})
        remaining: list[Action] = []
        for place, entry in _entries_since(path.before[-1], session):
            assert entry.action is not None  # noqa: S101
            path.chosen[place] = entry.action
            if session.seats[entry.seat or ""] == HUMAN:
                remaining = [entry.action, *remaining]
                path.rest[-1][place] = remaining
        path.before.append(current_place(session))
    return path


def _entries_since(start: Place, session: Session) -> list[tuple[Place, LogEntry]]:
    """Return the log since a place, newest first; empty if the game has gone back past the place."""
    done: list[tuple[Place, LogEntry]] = []
    if start == current_place(session):
        return done
    for past in reversed(session.history.done):
        done.append((place_of(past.before), past.entry))
        if done[-1][0] == start:
            return done
    return []


def check(scenario: Scenario, plugins: Catalog | None) -> Iterator[str]:
    """Yield the faults in the game's lesson, if it plays this scenario."""
    installed = plugins or catalog()
    try:
        lesson = lesson_of(scenario.game, installed)
        if lesson and lesson.head.scenario == scenario.id:
            yield from faults(lesson, installed)
        elif lesson and lesson.head.scenario not in installed.scenarios.ids:
            yield f'{lesson.source}: no scenario "{lesson.head.scenario}"'
    except LessonError as error:
        yield str(error)
    except SandtableError as error:
        yield f"{scenario.game.id}/{FILE}: {error}"


def faults(lesson: Lesson, plugins: Catalog | None = None) -> Iterator[str]:
    """Yield each step whose output differs from the lesson, and a lesson that ends too early.

    While commands are disabled, lists are shorter, so output is not compared. Raises SandtableError if a
    command cannot be carried out.
    """
    with lesson.begin(plugins) as session:
        for _, step, shown in perform(lesson, Console(session)):
            if not (lesson.missing or step.shows(shown)):
                output = " / ".join(line.strip() for line in shown)
                yield f'{lesson.source} line {step.line}: "{step.command}" shows {output}'
        if session.outcome is None:
            last = lesson.steps[-1].line
            yield f"{lesson.source} line {last}: the game is not over after the last step"


class _WithoutListeners(Catalog):
    """The installed plugins; none is notified while a lesson is only tried."""

    def __init__(self, installed: Catalog) -> None:
        vars(self).update(vars(installed))

    def notify(self, hook: Callable[..., Any], **arguments: Any) -> None:
        """Do nothing."""


class Follower:
    """A bot that repeats the recorded choices while the game is on a lesson's path."""

    def __init__(self, bot: Bot, session: Session, path: LessonPath) -> None:
        self._bot, self._session, self._path = bot, session, path

    def choose(self, seat: Seat) -> Action:
        """Return the recorded choice on the path; off it, the bot's own."""
        recorded = self._path.chosen.get(current_place(self._session))
        return recorded if recorded in seat.options else self._bot.choose(seat)  # type: ignore[return-value]
