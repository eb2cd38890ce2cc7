"""The scrolling sink for a terminal: a line editor with completion and history."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from textwrap import shorten, wrap

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app_session, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.shortcuts import clear

from sandtable import number_of
from sandtable.tooling import printing
from sandtable_console import completion, keys, streams, terminal, themes
from sandtable_console.characters import takes_unicode
from sandtable_console.configuration import Settings
from sandtable_console.console import Console
from sandtable_console.glimpse import Glimpse
from sandtable_console.line_check import check
from sandtable_console.outputs import (
    Board,
    Confirm,
    News,
    Options,
    Output,
    Over,
    Question,
    Refused,
    Status,
    Text,
    Thinking,
)
from sandtable_console.page import NARROW, STATUS, Page, Part, cut_to_rows, last_position, picture
from sandtable_console.pager import Pace, Pager
from sandtable_console.sink import Refusals
from sandtable_console.waiting import Waiting

FORGET_SCROLLED = "\x1b[3J"
"""The XTerm control sequence that clears the scrollback."""

LEAST_MENU_ROWS = 2
"""The fewest rows below the line for completion and the preview."""

REMINDER_ROWS = 2
"""The rows that a map leaves free for a reminder of the lesson's step."""

POSITION_ROWS = 8
"""The rows reserved for the position, however much has happened."""

TITLE_ROWS = 1
"""The rows above a new game, for its title."""

LOG = "log"
"""The command that shows the rest of a new game's text."""

LINE_IGNORED = "That line was ignored: press only Enter."
"""The answer to a line typed before the next player confirms being alone."""

SETTLE_SECONDS = 0.2
"""How long a terminal must keep a new size before the position is redrawn, in seconds."""


class Outgrown(Exception):
    """The terminal has become large; the arguments are the half-typed text and the last note."""


class _WordCompleter(Completer):
    """Offers the words that may come next."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 (prompt_toolkit calls it by name)
    ) -> Iterable[Completion]:
        for candidate in completion.candidates(self.console, document.text_before_cursor):
            shown, about = printing.escape(candidate.word), printing.escape(candidate.about)
            yield Completion(candidate.word, -candidate.replaces, shown, about)


class Scroll:
    """A game at a terminal whose lines scroll up.

    If two humans play, the screen is cleared between their turns, and neither finds the other's lines in
    the scrollback, the history or the completion.
    """

    recent = 6
    outgrown: tuple[int, int] | None = None
    """The size from which `read` raises Outgrown; None for no limit."""

    def __init__(self, console: Console, settings: Settings) -> None:
        self.console = console
        self.session = console.session
        self.settings = settings
        self._kept_free = 0
        console.reader.numbers = True
        console.confirms = settings.confirm
        console.display.unicode = settings.map == "unicode" and takes_unicode()
        console.display.painted = themes.paints_background(settings.theme)
        self.pager = Pager(settings.theme, ascii=not console.display.unicode)
        self.page = Page(console, glimpse=Glimpse(console), rows_of=self.pager.height)
        self.pace = Pace(settings.pace, self.pager.flash)
        # With real dice, the player may be typing a bot's rolls.
        self.waiting = Waiting(bots=not self.session.header.typed_in, typed=keys.has_unread_input)
        self._position: dict[type[Output], Output] = {}
        self.refusals = Refusals(console, self._show_refusal)
        self._note = Part("note", [])
        self._above: list[Part] = []
        """The parts shown above the position since the last line."""
        self._answered = False
        """Whether anything has been shown below the position."""
        self._histories: dict[str | None, History] = {}
        self._seat: str | None = None
        self._resizing = False
        self._has_typed = False
        """Whether a line has been typed; from then on, only a command's output waits for a key."""
        self._pasted = False
        """Whether the line has several rows, which all run before anything waits for a key."""
        self._measure()
        self.pager.begin(TITLE_ROWS)
        keys.keep_typeahead()

    @property
    def stops(self) -> bool:
        """Whether an interrupt (Ctrl-C) stops only the current line, as it does if a human plays."""
        return bool(self.console.humans)

    def show(self, output: Output) -> None:  # noqa: C901, PLR0912 (a case for each)
        """Show an output. The parts of a position wait for the question; refusals follow it."""
        if not isinstance(output, Thinking) or output.share is None:
            self.waiting.end()
        if isinstance(output, News | Question | Over):
            self._hand_over()
        if self.console.left:
            return
        match output:
            case Thinking():
                self.waiting.begin(output)
            case Text(lines, tone):
                waits = not self._pasted and (tone != "note" or not self._fits(lines))
                self.pager.show(lines, tone, waits=waits)
                if tone == "note":
                    self._note = Part(tone, list(lines))
                else:
                    self._above.append(Part(tone, list(lines)))
                    self._answered = True
            case Confirm():
                pass  # `read` asks it
            case Refused():
                self.refusals.add(output, self._seat)
                if output.at_once:
                    self.refusals.show()
            case News(lines, seat):
                shown = self._last_lines(lines) if self._has_typed else self._opening_rows(lines)
                self._above.append(Part("news", shown))
                self.pager.show(shown, "news", waits=not self._has_typed)
                if seat is not None:
                    self._pause()
            case Board() | Status() | Options():
                self._position[type(output)] = output
            case Question():
                self._ask(output)
            case Over(lines):
                self._end(lines)
                self.pager.show(output.numbered if self.console.humans else [], waits=False)
                self.refusals.show()

    def lead(self, rows: int) -> None:
        """Keep rows free below the position for a guide's note."""
        self._kept_free = rows

    def _show_refusal(self, offered: Sequence[str], lines: Sequence[str]) -> None:
        """Show a refusal below the position, which left room for it; wait only if it is too long."""
        self._answered = True
        parts = [Part("options", list(offered)), Part("error", list(lines))]
        self.pager.show_parts(parts, waits=self.pager.height(parts) > self._rows())

    def _pause(self) -> None:
        """Pause so that the player can read what a bot did."""
        try:
            self.pace.wait()
        except KeyboardInterrupt:
            if not self.console.humans:
                raise
            self.pace.hurry()

    def _ask(self, question: Question) -> None:
        """Show the position, if it changed; otherwise the question is on the screen already."""
        position, self._position = self._position, {}
        if {Board, Status, Options} <= position.keys():  # all three, unless an interrupt came first
            self._measure()
            board, status, options = (position[kind] for kind in (Board, Status, Options))
            assert isinstance(board, Board)  # noqa: S101
            assert isinstance(status, Status)  # noqa: S101
            assert isinstance(options, Options)  # noqa: S101
            used = self.pager.used if self._has_typed or self._fits([""] * POSITION_ROWS) else 0
            used += self.pager.height([Part("error", self.refusals.lines)])
            parts = self.page.parts(board, status, options, question, self._rows_left(used))
            self.pager.show_parts([Part("", [""]), *parts], waits=not self._has_typed)
            self._answered = False
        self.refusals.show()

    def _end(self, review: Sequence[str]) -> None:
        """Show the review of a finished game, below the final position if both fit."""
        position = last_position(self._position)
        self._position = {}
        if self._has_typed and not self._fits([*position, *review]):
            position = []
            review = cut_to_rows(review, self._rows(), STATUS)
        self.pager.show([*position, *review], waits=not self._has_typed)

    def _rows(self) -> int:
        return (self.page.height or sys.maxsize) - 1

    def _rows_left(self, used: int) -> int:
        """Return how many rows the position leaves for the events."""
        rows, has_map = self._rows(), self.session.scenario.game.has_map
        kept = rows * 4 // 5 if has_map and self._has_typed else POSITION_ROWS
        return min(used, max(rows - kept, 0))

    def _fits(self, lines: Sequence[str]) -> bool:
        return self.pager.used + self.pager.height([Part("", list(lines))]) <= self._rows()

    def _last_lines(self, lines: Sequence[str]) -> list[str]:
        """Return as many of the last event lines as leave room for the position."""
        shown, most = list(lines), self._rows_left(self._rows()) - 1
        while self._has_typed and len(shown) > 1 and self.pager.height([Part("news", shown)]) > most:
            shown.pop(0)
        left_out = len(lines) - len(shown)
        first = f"({number_of(left_out, 'earlier line')}: log {len(lines)})"
        return [first, *shown] if left_out else shown

    def _opening_rows(self, lines: Sequence[str]) -> list[str]:
        """Return as many of the first rows of a new game's text as leave room for its map."""
        most = self.page.opening_rows(self.pager.used) if self.console.display.is_new else None
        return list(lines) if most is None else cut_to_rows(self.pager.rows_of(lines), most, LOG)

    def read(self) -> str | None:
        """Return the next line; None for Ctrl-D, without humans, or for Enter after the end."""
        self.waiting.end()
        self.console.typed_ahead = keys.has_unread_input()  # before a refusal shows its list
        self.refusals.show()
        try:
            while self.console.humans and not self.console.left:
                pending, left_out = self.console.pending, self.pager.skipped_rest
                self.pager.skipped_rest = False
                try:
                    line = self._answer(pending) if pending else self._read()
                except KeyboardInterrupt:
                    self.console.typed_ahead = False
                    continue
                self._measure()
                self._has_typed = True
                self._pasted = "\n" in line or (self._pasted and pending is not None)
                self._above = []
                if left_out and not line.strip():
                    continue  # Enter after the q that ended a page
                return line if line.strip() or pending or self.session.outcome is None else None
        except EOFError:
            pass
        finally:
            self._note = Part("note", [])
        return None

    def _answer(self, confirm: Confirm) -> str:
        """Return the answer to a question; Ctrl-D means no."""
        try:
            return _ask(confirm.question)
        except (KeyboardInterrupt, EOFError):
            return ""

    def _hand_over(self) -> None:
        """Clear the screen, and wait until the next human confirms being alone."""
        before, self._seat = self._seat, self.console.viewer
        if not self.console.display.hides_from(before):
            return
        if before is not None:
            clear()  # some terminals scroll the old screen away, so clear the scrollback next
            streams.send_control(sys.stdout, FORGET_SCROLLED)
        self.console.reader.list_moves(())
        self.page.forget()
        try:
            keys.drop_typeahead()
            *about, asks = self.console.display.handover().splitlines()
            print(*about, sep="\n", end="\n" * bool(about))
            while _ask(f"{asks} ").strip():
                keys.drop_typeahead()  # it was typed before the next human took over
                print(LINE_IGNORED)
        except (KeyboardInterrupt, EOFError):
            self.console.left = True
        self.pager.begin()

    def _read(self) -> str:
        seat = self.session.to_move
        if seat not in self._histories:
            # The history is kept between runs, unless two humans share the keyboard.
            several = len(self.console.humans) > 1
            self._histories[seat] = InMemoryHistory() if several else keys.load_history()
        prompt: PromptSession[str] = PromptSession(
            history=self._histories[seat],
            completer=_WordCompleter(self.console),
            complete_while_typing=True,
            reserve_space_for_menu=self._menu_rows,
            enable_suspend=True,
            vi_mode=self.settings.keys == "vi",
            style=self.pager.style,
            color_depth=self.pager.color_depth,
            bottom_toolbar=lambda: self._toolbar(prompt.default_buffer.document.text_before_cursor),
        )
        self._resizing = False
        prompt.app.before_render += self._follow_resize
        self.pager.begin()
        self.pace.begin()
        asks = FormattedText([("class:prompt", f"{printing.escape(seat or 'over')}>"), ("", " ")])
        return terminal.run(prompt.app, partial(prompt.prompt, asks))

    def _toolbar(self, text: str) -> FormattedText:
        """Return the preview of the half-typed line; for an empty one, how to get help."""
        checked = check(self.console, text)
        label = "not legal: " if checked.kind == "illegal" else ""
        told = label + checked.text if text else "? lists your options, help lists the commands"
        line = shorten(printing.escape(told), self.console.display.width - 1, placeholder="...")
        return FormattedText([(f"class:check.{checked.kind}", line)])

    def _follow_resize(self, app: Application[str]) -> None:
        """Redraw the position if the terminal's width changed, or let a larger sink take over."""
        size = app.output.get_size()
        if self.outgrown and size.columns >= self.outgrown[0] and size.rows >= self.outgrown[1]:
            if app.future and not app.future.done():
                app.exit(exception=Outgrown(app.current_buffer.text, self._note.lines))
        elif size.columns == self._columns:
            self._measure()
        elif not self._resizing:
            self._resizing = True
            app.create_background_task(self._redraw_when_settled(app))

    async def _redraw_when_settled(self, app: Application[str]) -> None:
        columns = None
        while columns != app.output.get_size().columns:
            columns = app.output.get_size().columns
            await asyncio.sleep(SETTLE_SECONDS)
        await run_in_terminal(self._redraw)
        self._resizing = False

    def _redraw(self) -> None:
        """Redraw the position for a new width, unless an answer is below it."""
        self._measure()
        self.page.forget()
        if self.session.outcome is None and not self._answered:
            self.pager.redraw(self._above, [*picture(self.console, self.page), self._note], self._rows())

    def _measure(self) -> None:
        size = get_app_session().output.get_size()
        self._columns = size.columns
        self.console.display.width = self.pager.width = max(size.columns, NARROW)
        self._menu_rows = max(LEAST_MENU_ROWS, size.rows // 8)
        self.page.height, self.page.kept_free = max(size.rows - self._menu_rows, 13), self._kept_free
        read = self.settings.pager and self.console.humans
        # Below the printed lines come the input line, the menu, and the preview.
        self.pager.rows = max(size.rows - self._menu_rows - 1, LEAST_MENU_ROWS) if read else None
        self.console.display.height = self.pager.rows and self.pager.rows - REMINDER_ROWS


def _ask(question: str) -> str:
    """Return the answer to a question, without adding it to the history."""
    asked: PromptSession[str] = PromptSession(history=InMemoryHistory())
    columns = get_app_session().output.get_size().columns
    # The space after the question leaves room for the answer.
    rows = wrap(
        printing.escape(question), max(columns - 1, 1), break_on_hyphens=False, subsequent_indent="  "
    )
    return terminal.run(asked.app, partial(asked.prompt, "\n".join(rows) + " "))
