"""The path of a lesson through its game: which positions it leads through, and what it shows there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from sandtable import Action, Bot, SandtableError, Seat, Session, Snapshot, slug
from sandtable.tooling import HUMAN, Catalog, Console, LogEntry, Meaning, catalog, commands, outputs
from sandtable_tools.lessons.lesson import Lesson, LessonError, LessonStep

Place: TypeAlias = tuple[bytes, tuple[tuple[str, int], ...]]
"""A position and how far the dice have come: from equal ones, equal actions lead to equal ones."""


class LessonPath(NamedTuple):
    """Where a lesson leads: the place before each step, and last the one at its end.

    `chosen` is what whoever decides does at each place on it, `rest` what is left of a step for
    whoever learns, at each place within it.
    """

    before: list[Place]
    chosen: dict[Place, Action]
    rest: list[dict[Place, list[Action]]]

    def find(self, place: Place, near: int) -> int | None:
        """The step in which a place lies: `near` or the next after it, else the last before it."""
        steps = len(self.rest)
        for step in chain(range(near, steps + 1), range(near - 1, -1, -1)):
            if self.before[step] == place or (step < steps and place in self.rest[step]):
                return step
        return None


def here(session: Session) -> Place:
    """Where a game stands."""
    return place(session.table.snapshot())


def place(snapshot: Snapshot) -> Place:
    """The place that a snapshot was taken at."""
    dice = ((stream, count) for stream, count in snapshot.dice.items() if count)
    return snapshot.position, tuple(sorted(dice))


def reordered(path: LessonPath, session: Session, near: int) -> tuple[int, list[Action]] | None:
    """The step of a place that small choices in another order led to, and what is left of the step.

    None where it is none: where something else was chosen, or a choice was done with.
    """
    done: list[Action] = []
    for past in reversed(session.history.done):
        if session.outcome is not None or not session.table.decision.part or past.entry.rolls:
            return None
        if past.entry.action is None or session.seats[past.entry.seat or ""] != HUMAN:
            return None
        done.append(past.entry.action)
        at = place(past.before)
        if (found := path.find(at, near)) is not None:
            return _step_after(path, found, at, done)
    return None


def _step_after(
    path: LessonPath, step: int, at: Place, done: list[Action]
) -> tuple[int, list[Action]] | None:
    """The step that is reached from a place when all of `done` belongs to the next ones."""
    while done and step < len(path.rest):
        wanted = list(path.rest[step].get(at, ()))
        left = [action for action in wanted if action not in done]
        if left and not all(action in wanted for action in done):
            return None
        if left:
            return step, left
        done = [action for action in done if action not in wanted]
        step += 1
        at = path.before[step]
    return None if done else (step, [])


def looking_commands(console: Console, line: str) -> list[tuple[str, str]]:
    """The commands of a line that only looks around, with what follows each; none when it does more."""
    try:
        meant = [
            console.reader.meaning(part) for part in commands(line, console.reader.takes_text) if part
        ]
    except SandtableError:
        return []
    looking = [
        (one.command.word, _normal_form(console, one))
        for one in meant
        if one.command and not one.command.moves
    ]
    return looking if len(looking) == len(meant) else []


def _normal_form(console: Console, meant: Meaning) -> str:
    """What follows a command, the same for all ways to say it: ``T1/A`` and ``t1-a``."""
    with suppress(SandtableError):
        return str(console.session.table.read(meant.rest))
    return slug(meant.rest)


def perform(
    lesson: Lesson, console: Console, *, looking: bool = True
) -> Iterator[tuple[int, LessonStep, list[str]]]:
    """Do a lesson at a console; each step with its number and what it shows.

    Without `looking` the steps that only look around are passed over. Raises LessonError at the
    first command that can not be done.
    """
    for output in console.begin():
        if isinstance(output, outputs.Refused):
            raise output.error
    for number, step in enumerate(lesson.steps):
        if looking_commands(console, step.command) and not looking:
            yield number, step, []
            continue
        before = here(console.session)
        shown: list[str] = []
        for output in console.do(step.command):
            if isinstance(output, outputs.Refused):
                raise LessonError(lesson.source, step.line, str(output.error))
            if isinstance(output, outputs.Text | outputs.News):
                shown += output.lines
        changed = here(console.session) != before
        yield number, step, [*shown, *([console.display.asks()] if changed else [])]


def path_of(lesson: Lesson, plugins: Catalog | None = None) -> LessonPath:
    """The path of a lesson, found by doing it once, unseen. Raises LessonError."""
    session = lesson.begin(_WithoutListeners(plugins or catalog()))
    console = Console(session)
    for _ in console.begin():
        pass
    path = LessonPath([here(session)], {}, [])
    for _ in perform(lesson, console, looking=False):
        _add_step(path, session)
    return path


def _add_step(path: LessonPath, session: Session) -> None:
    """Put what the last step did onto the path."""
    path.rest.append({})
    own: list[Action] = []
    for at, entry in _done_since(path.before[-1], session):
        assert entry.action is not None  # noqa: S101
        path.chosen[at] = entry.action
        if session.seats[entry.seat or ""] == HUMAN:
            own = [entry.action, *own]
            path.rest[-1][at] = own
    path.before.append(here(session))


def _done_since(start: Place, session: Session) -> list[tuple[Place, LogEntry]]:
    """What was done since a place, the last first; nothing when it was gone back from."""
    done: list[tuple[Place, LogEntry]] = []
    if start == here(session):
        return done
    for past in reversed(session.history.done):
        done.append((place(past.before), past.entry))
        if done[-1][0] == start:
            return done
    return []


class _WithoutListeners(Catalog):
    """The plugins of an installation, of which none hears what is only tried out."""

    def __init__(self, known: Catalog) -> None:
        vars(self).update(vars(known))

    def notify(self, hook: str, **arguments: Any) -> None:
        """Tell nobody."""


class Follower:
    """A bot that does on a lesson's path what it did there, so that luck of its own changes nothing."""

    def __init__(self, bot: Bot, session: Session, path: LessonPath) -> None:
        self._bot, self._session, self._path = bot, session, path

    def choose(self, seat: Seat) -> Action:
        """What was chosen here on the path, elsewhere what the bot chooses."""
        known = self._path.chosen.get(here(self._session))
        return known if known in seat.options else self._bot.choose(seat)  # type: ignore[return-value]
