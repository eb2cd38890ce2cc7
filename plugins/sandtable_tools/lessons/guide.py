"""A lesson's sink: on top of another sink, it shows each step and waits until it is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from textwrap import wrap

from sandtable import HUMAN, Action, ActionError, Command
from sandtable.tooling import write_whole
from sandtable_console import CommandOutputs, Console, Sink, close_sink, outputs
from sandtable_shell.saves import STEP
from sandtable_tools.lessons import lesson_path
from sandtable_tools.lessons.lesson import Lesson, LessonStep, plain_lines

MOST_WIDTH = 76
"""The most columns for a line of prose."""

MOST_EVENTS = 5
"""The most events shown of a skipped chapter."""

BEGIN = "Press Enter to begin."

TYPE_THIS = "Type this, or press Enter to do it:"
PRESS_BUTTON = "Press the button, or type this:"
DECIDE = "You decide. Type your choice; ? lists them all."
LESSON_WOULD = "The lesson would type this. Type it, or your own choice:"
TYPE_AGAIN = "To do it anyway, type it again."
LEFT_PATH = "You have left the lesson's path. Play on as you like; back returns to it."
OFF_PATH = "You are off the lesson's path; back returns to it."
BACK_ON_PATH = "You are back on the lesson's path."

ASK, GO_BACK = "What would the lesson do?", "Back to the lesson's path"
"""The buttons for a step that is a decision, and for a player off the path."""


class Guide:
    """Guides the player through a lesson, step by step; the sink `below` shows it and reads lines.

    The position that the player has reached decides which step comes next. So any spelling will do,
    small choices may come in any order, and after an undo the lesson continues from there. It begins at
    the step `start` (from 0) if that fits the position.
    """

    def __init__(self, console: Console, lesson: Lesson, start: int = 0) -> None:
        self.console = console
        self.session = console.session
        self.lesson = lesson
        self.path = lesson_path.path_of(lesson, self.session.plugins)
        self.below: Sink | None = None
        self.on_a_page, self.resumed = False, False
        self.remarks: list[str] = []
        self.astray = False
        """Whether the game has left the lesson's path."""
        self.step = min(start, len(lesson.steps))
        """The next step, counted from 0; at the end, the number of steps."""
        self._last_place: lesson_path.Place | None = None
        """The position at the last check; None before the lesson begins."""
        self._only_looks = False
        """Whether the line only looks something up, and the step asks for that."""
        self._remaining: list[Action] = []
        """The choices that the next step still needs."""
        self._revealed = False
        """Whether Enter has asked for the lesson's choice in a decision."""
        self._warned: tuple[int, str] | None = None
        """The step and the line that the lesson advised against; if typed again, the line is done."""
        self._notes: list[str] = []
        """Remarks to show above the step."""
        self._tell_step = True
        """Whether to show the whole step, not a reminder, before the next line is read."""
        is_new = not self.step and not self.session.history.done
        self._story = lesson.steps[0].prose.partition("\n\n")[0] if is_new and lesson.steps else ""
        """The story and goal that open a lesson; empty once shown."""
        self._opening: list[outputs.Output] | None = None
        """Outputs of the game's start, held back while the story is shown; None afterwards."""
        self._skipped_news: list[str] | None = None
        """The events of a chapter that is being skipped; else None."""
        console.commands |= {command.word: command for command in self._own_words()}
        for seat, player in self.session.seats.items():
            if player != HUMAN:
                bot = self.session.plugins.bots.make(self.session.scenario.game, player)
                self.session.bots[seat] = lesson_path.Follower(bot, self.session, self.path)

    @property
    def stops(self) -> bool:
        """Whether an interrupt stops only the current line."""
        return self.below is not None and self.below.stops

    @property
    def recent(self) -> int:
        """How many earlier events may be shown when a lesson is resumed."""
        return self.below.recent if self.below else 0

    def over(self, sink: Sink) -> Guide:
        """Put the guide on top of a sink."""
        self.below = sink
        if self._story:
            self._opening = []
        sink.lead(0)
        return self

    def lead(self, rows: int) -> None:
        """Ask the sink below to keep rows free."""
        if self.below is not None:
            self.below.lead(rows)

    def close(self) -> None:
        """Close the sink below."""
        close_sink(self.below)

    @property
    def next(self) -> outputs.NextStep | None:
        """The line that continues the lesson, with its button's label; None at a decision or the end."""
        if self.console.pending:
            return None
        if self._opening is not None:
            return outputs.NextStep("", "Begin")
        if self.astray:
            return outputs.NextStep("back", GO_BACK)
        if (step := self.current) is None:
            return None
        hidden = step.otherwise and not self._revealed
        return outputs.NextStep("", ASK) if hidden else outputs.NextStep(self.suggested, self.suggested)

    def keep(self) -> None:
        """Write the step next to the save, which does not record steps that only look things up."""
        if (save := self.session.journal.path) is None:
            return
        step_file = save.with_suffix(STEP)
        with suppress(OSError):
            if self.session.outcome is None:
                write_whole(step_file, f"{self.step}\n")
            else:
                step_file.unlink(missing_ok=True)

    def begin_at(self, chapter: int) -> None:
        """Play the chapters before this one (from 1) without showing them."""
        self._story, self._opening = "", None
        self._show_all(self.console.begin())
        for _ in range(chapter - 1):
            self._show_all(self.console.do("skip"))

    def _show_all(self, shown: Iterable[outputs.Output]) -> None:
        for output in shown:
            self.show(output)

    def show(self, output: outputs.Output) -> None:
        """Show an output; if it shows a position, first find the step for that position."""
        if self._opening is not None and not isinstance(output, outputs.Refused):
            # the lesson itself introduces the game
            self._opening += [] if isinstance(output, outputs.Text) else [output]
            return
        if isinstance(output, outputs.Refused):
            self._only_looks = False
        if isinstance(output, outputs.Board | outputs.Question | outputs.Over):
            self._find_step()
        skipped = outputs.News | outputs.Text | outputs.Thinking
        if self._skipped_news is not None and isinstance(output, skipped):
            self._skipped_news += output.lines if isinstance(output, outputs.News) else ()
            return
        if self.below is None:
            return
        if isinstance(output, outputs.Board):
            self.below.lead(1 + len(list(self._step_lines())) if self._tell_step else 0)
        self.below.show(output)

    def read(self) -> str | None:
        """Show the step, and read a line; an empty line does the step, unless the step is a decision."""
        line: str | None = None
        while line is None and self.below is not None:
            self.ask()
            if (typed := self.below.read()) is None:
                return None
            line = self.take(typed)
        return line

    def ask(self) -> None:
        """Show the step before the next line is read; at a terminal, the lesson's story comes first."""
        if self.console.pending or self.below is None:
            return
        if self._opening is not None:
            typing = self.console.reader.numbers
            story = ["", *self._wrap(self._story), *["", BEGIN] * (typing and not self.on_a_page)]
            self.below.show(outputs.Text(story, "note"))
            if typing:
                return
            self._release()
        if lines := self.step_or_reminder():
            self.below.show(outputs.Text(lines, "note"))

    def take(self, typed: str) -> str | None:
        """Return the line to run when the player types one; None if the lesson explains instead."""
        if self.console.pending:
            return typed
        if self._opening is not None:
            self._release()
            if not typed.strip():
                return None
        return self.answer(typed)

    def _release(self) -> None:
        """Show what was held back while the story was shown."""
        opening, self._opening = self._opening or [], None
        self._show_all(opening)

    def answer(self, line: str) -> str | None:
        """Return the line to run for a typed one; Enter does the step, unless the player decides."""
        step = self.current
        if step and not line.strip():
            if step.otherwise:
                self._revealed = self._tell_step = True
                return None
            line = self.suggested
            self.show(outputs.Text([f"> {line}"]))
        if step and (self.step, line) != self._warned and (reason := self._reason(step, line)):
            self._warned, self._notes = (self.step, line), [*self._wrap(f"{reason} {TYPE_AGAIN}"), ""]
            return None
        self.expect(line)
        return line

    def _reason(self, step: LessonStep, line: str) -> str:
        """Return the lesson's reason against a line's choices; empty if it has none."""
        left = [*self._remaining] if step.otherwise else []
        for choice in lesson_path.choices(self.console, line):
            reason = step.reason(str(choice)) if left and choice != left[0] else ""
            if reason and not (choice in left and reason == step.reason("")):
                return reason
            if choice in left:
                left.remove(choice)
        return ""

    def expect(self, line: str) -> None:
        """Note whether the next line only looks up what the step asks for."""
        looking = lesson_path.looking_commands(self.console, line) if self.current else []
        expected = lesson_path.looking_commands(self.console, self.suggested)
        self._only_looks = bool(looking) and looking == expected

    def _find_step(self) -> None:
        """Find the position's step, or go to the next after a step that only looks something up."""
        place, began = lesson_path.current_place(self.session), self._last_place is None
        if place != self._last_place or self._only_looks:
            self._last_place = place
            self._follow_position(self.step + self._only_looks)
        self._only_looks = False
        if began:
            self._notes, self._tell_step = [], True

    @property
    def current(self) -> LessonStep | None:
        """The next step; None at the end and off the path."""
        at_end = self.step == len(self.lesson.steps)
        return None if at_end or self.astray else self.lesson.steps[self.step]

    def step_or_reminder(self) -> list[str]:
        """Return the lines above the prompt: the step, or a reminder of it."""
        step = self.current
        asks = "you decide; Enter explains" if step and step.otherwise else f"> {self.suggested}"
        reminder = [f"Lesson: {asks}"] if step else []
        lines = [*self._notes, *(self._step_lines() if self._tell_step else reminder)]
        self._notes, self._tell_step, self._story = [], False, ""
        return ["", *lines] if lines else []

    @property
    def suggested(self) -> str:
        """The line that does the next step, or what is left of it."""
        if (step := self.current) is None:
            return ""
        is_whole = (
            not self._remaining or lesson_path.current_place(self.session) == self.path.before[self.step]
        )
        return step.command if is_whole else "; ".join(map(str, self._remaining))

    def _follow_position(self, near: int) -> None:
        """Find the position's step; remark if the player has left the path or is back on it."""
        found = lesson_path.locate(self.path, self.session, near)
        if (found is None) != self.astray:
            self._notes = [LEFT_PATH if found is None else BACK_ON_PATH]
            self._tell_step = found is not None
        self.astray = found is None
        if found is not None:
            self._tell_step |= found[0] != self.step
            self._revealed &= found[0] == self.step
            self.step, self._remaining = found

    def _step_lines(self) -> Iterator[str]:
        """Yield the lines of the whole next step."""
        if self.astray:
            yield OFF_PATH
            return
        if (step := self.current) is None:
            yield from self._wrap(self.lesson.closing)
            return
        chapter = f": {step.chapter}" if step.chapter else ""
        yield f"Lesson, step {self.step + 1} of {len(self.lesson.steps)}{chapter}"
        yield ""
        if prose := step.prose.removeprefix(self._story).strip():
            yield from [*self._wrap(prose), ""]
        yield (
            LESSON_WOULD
            if self._revealed
            else DECIDE
            if step.otherwise
            else PRESS_BUTTON
            if self.on_a_page
            else TYPE_THIS
        )
        if self._revealed or not step.otherwise:
            yield f"  > {self.suggested}"

    def _wrap(self, prose: str) -> list[str]:
        return plain_lines(prose, 9_999 if self.on_a_page else min(self.console.width, MOST_WIDTH))

    def _own_words(self) -> Iterator[Command]:
        """Yield the commands that a lesson adds to the prompt."""
        yield Command("lesson", "show the lesson's current step again", self._repeat_step)
        back, skip = self._preview_back, self._preview_skip
        back_again = "back to the lesson's path"
        yield Command("back", back_again, self._back, preview=back, kind="goes back", after_end=True)
        yield Command(
            "skip", "skip to the lesson's next chapter", self._skip, preview=skip, kind="changes"
        )

    def _repeat_step(self, _console: Console, _rest: str) -> CommandOutputs:
        self._tell_step = True
        return ()

    def _preview_back(self, _console: Console, _rest: str) -> str:
        if not self.astray:
            raise ActionError("you have not left the lesson's path")
        return ""

    def _back(self, console: Console, rest: str) -> CommandOutputs:
        """Undo everything since the player left the path."""
        self._preview_back(console, rest)
        seat = console.viewer if len(console.humans) == 1 else None
        while lesson_path.locate(self.path, self.session, self.step) is None:
            self.session.undo(force=True, seat=seat)
        console.display.news()
        return ()

    def _preview_skip(self, _console: Console, _rest: str) -> str:
        self._skippable_step()
        return ""

    def _skippable_step(self) -> LessonStep:
        """Return the current step. Raises ActionError if there is none to skip."""
        if (step := self.current) is None:
            off_path = "you are off the lesson's path; back returns to it"
            raise ActionError(f"nothing to skip: {off_path if self.astray else 'the lesson is over'}")
        return step

    def _skip(self, console: Console, _rest: str) -> CommandOutputs:
        """Play the rest of a chapter as the lesson would; tell the choices made and the events."""
        chapter, before = self._skippable_step().chapter, len(self.session.history.done)
        step, self._skipped_news = self.current, []
        try:
            while step is not None and step.chapter == chapter:
                if not (only_looks := bool(lesson_path.looking_commands(console, step.command))):
                    yield outputs.Line(self.suggested)
                self._follow_position(self.step + only_looks)
                step = self.current
            happened = [*self._skipped_news, *console.display.news()]
        finally:
            self._skipped_news = None
        chosen: dict[str, list[str]] = {}
        for entry in (past.entry for past in self.session.history.done[before:]):
            if entry.action and self.session.seats[entry.seat or ""] == HUMAN:
                verb, _, rest = str(entry.action).partition(" ")
                chosen.setdefault(verb, []).append(rest)
        choices = "; ".join(f"{verb} {', '.join(rest)}".strip(" ,") for verb, rest in chosen.items())
        summary = f"Done for you: {choices or 'nothing'}."
        yield from wrap(summary, console.display.width, subsequent_indent="  ")
        yield from happened[-MOST_EVENTS:]
