"""Playing at a real terminal: a line editor with completion and history around the console."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from textwrap import shorten

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app_session, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.shortcuts import clear

from sandtable import config
from sandtable.dice import REAL
from sandtable.repl import completion, doubts, keys, waiting
from sandtable.repl.characters import takes_unicode
from sandtable.repl.check import check
from sandtable.repl.console import Console, Reply
from sandtable.repl.pace import Pace
from sandtable.repl.pager import Pager
from sandtable.repl.real_dice import NotRolled
from sandtable.repl.sight import NARROW, OVER, Part
from sandtable.session import Entry, Session
from sandtable.settings import Settings
from sandtable.words import visible

FORGET_SCROLLED = "\x1b[3J"
"""What makes a terminal forget the lines that have scrolled away (XTerm's control sequence)."""

RECENT = 6
"""At most this many lines of what happened are shown when a game is resumed."""

MENU_ROWS = 2
"""Rows at least that are kept free below the line, for what could come next and what it would do."""

OPENING = 2
"""How many rows stand above a game when it begins: the command, and what it says first."""

STOPPED = "Stopped. Where a bot decides, it goes on with your next line."

SETTLED = 0.2
"""Seconds that a terminal must keep its new size before the position is drawn anew."""


class _Options(Completer):
    """Offers what the console's options can go on with."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 (prompt_toolkit calls it by name)
    ) -> Iterable[Completion]:
        for found in completion.candidates(self.console, document.text_before_cursor):
            yield Completion(found.word, -found.replaces, display_meta=found.about)


class Terminal:
    """A game at a terminal; `play` returns when it is left, or was over and has been looked back at.

    With two humans the screen is cleared between them, and neither finds the other's lines in
    the scroll-back, the history or the completion.
    """

    def __init__(
        self,
        session: Session,
        settings: Settings,
        *,
        resumed: bool = False,
        console: Console | None = None,
    ) -> None:
        self.session = session
        self.settings = settings
        self.console = console or Console(session)
        self.console.numbers = True
        self.console.watched = True
        self.console.fine = self.settings.map == "unicode" and takes_unicode()
        self.console.after_bot = self._told
        if session.header.generator != REAL:  # a bot's roll is asked for while it is waited for
            self.console.patience = waiting.patience
        if self.settings.confirm:
            self.console.ask = self._agrees
        self.pager = Pager(self.settings.theme, ascii=not self.console.fine)
        self.pace = Pace(self.settings.pace, self.pager)
        self._resumed = resumed
        self._histories: dict[str | None, History] = {}
        self._seat: str | None = None
        self._resizing = False
        self._measure()

    def play(self) -> None:
        """Ask and do until the player leaves; Ctrl-D does, and an empty line when the game is over."""
        self.pager.begin(OPENING)
        with suppress(EOFError):
            self._bots()
            self._turn(fresh=True)
            while self.console.humans and not self.console.left:
                self.pager.show(self.console.before(), "note")
                try:
                    line = self._read()
                except KeyboardInterrupt:
                    continue
                if not line.strip() and self.session.outcome is not None:
                    return
                self._do(line)

    def _bots(self) -> None:
        """Let the bots play; who plays with them may stop one that thinks for long."""
        try:
            self.console.bots()
        except KeyboardInterrupt:
            if not self.console.humans:
                raise
            self.pager.show([STOPPED])

    def _agrees(self, question: str) -> bool:
        """Whether a player, asked once more, still wants it."""
        try:
            return doubts.is_yes(self._answer(question))
        except (KeyboardInterrupt, EOFError):
            return False

    def _answer(self, question: str) -> str:
        asked: PromptSession[str] = PromptSession(history=InMemoryHistory())
        return asked.prompt(question)

    def _do(self, line: str) -> None:
        before, seat = self.session.table.position, self.session.to_move
        stands_for = self.console.stands_for(line)
        if stands_for != line:
            self.pager.show([f"> {stands_for}"])
        try:
            reply = self.console.do(stands_for)
        except KeyboardInterrupt:
            reply = Reply([STOPPED])
        self.pager.show(reply.lines)
        self._troubles()
        changed = self.session.table.position != before
        # What was typed is for the eyes of its seat: told before another takes over, else last.
        leaving = len(self.console.humans) > 1 and self.session.to_move != seat
        if changed and not leaving:
            self._turn(fresh=False)
        if reply.error:
            self.pager.show(self.console.offer(reply.error), "options")
            self.pager.show([*reply.error.details, str(reply.error)], "error")
        if changed and leaving:
            self._turn(fresh=False)

    def _told(self, entry: Entry) -> None:  # noqa: ARG002
        """Tell what a bot did, and give time to read it."""
        if news := self.console.news():
            self.pager.show(news, "news")
            try:
                self.pace.wait()
            except KeyboardInterrupt:
                if not self.console.humans:
                    raise
                self.pace.hurry()

    def _turn(self, *, fresh: bool) -> None:
        """Hand over when it is another human's decision, tell the news, and show the position."""
        self._measure()
        if len(self.console.humans) > 1 and self.session.to_move not in (self._seat, None):
            self._hand_over(fresh=fresh)
            if self.console.left:
                return
        self._seat = self.session.to_move
        self.pager.show(self.console.catch_up(RECENT) if self._resumed else self.console.news(), "news")
        self._resumed = False
        self._troubles()
        if self.session.outcome is None:
            self._picture()
        else:
            self.pager.show(self.console.ending())
            self.pager.show([OVER] if self.console.humans else [], "question")

    def _troubles(self) -> None:
        """Name the plugins that have failed, once."""
        self.pager.show(self.session.plugins.troubles, "error")
        self.session.plugins.troubles.clear()

    def _picture(self) -> None:
        self.pager.show_parts([Part("", [""]), *self.console.parts()])

    def _hand_over(self, *, fresh: bool) -> None:
        if not fresh:
            clear()  # some terminals scroll the old screen away here, so it is forgotten after
            print(FORGET_SCROLLED, end="", flush=True)
        self.console.shown = ()
        self.console.show_whole()
        seat = (self.session.to_move or "").capitalize()
        try:
            keys.forget()
            while self._answer(f"{seat}: press Enter when only you can see this. ").strip():
                keys.forget()  # lines that were meant for another
        except (KeyboardInterrupt, EOFError):
            self.console.left = True
        self.pager.begin()

    def _read(self) -> str:
        seat = self.session.to_move
        prompt: PromptSession[str] = PromptSession(
            history=self._history(seat),
            completer=_Options(self.console),
            complete_while_typing=True,
            reserve_space_for_menu=self._menu_rows,
            enable_suspend=True,
            vi_mode=self.settings.keys == "vi",
            style=self.pager.style,
            bottom_toolbar=lambda: self._toolbar(prompt.default_buffer.document.text_before_cursor),
        )
        self._resizing = False
        prompt.app.before_render += self._resized
        self.pager.begin()
        self.pace.begin()
        return prompt.prompt(FormattedText([("class:prompt", f"{seat or 'over'}>"), ("", " ")]))

    def _toolbar(self, text: str) -> FormattedText:
        """What the half-typed line would do."""
        found = check(self.console, text)
        label = "not legal: " if found.kind == "illegal" else ""
        line = shorten(visible(label + found.text), self.console.width - 1, placeholder="...")
        return FormattedText([(f"class:check.{found.kind}", line)])

    def _resized(self, app: Application[str]) -> None:
        """Draw the position anew where the terminal has become wider or narrower."""
        size = app.output.get_size()
        if size.columns == self._columns:
            self._measure()
        elif not self._resizing:
            self._resizing = True
            app.create_background_task(self._draw_anew(app))

    async def _draw_anew(self, app: Application[str]) -> None:
        columns = None
        while columns != app.output.get_size().columns:
            columns = app.output.get_size().columns
            await asyncio.sleep(SETTLED)
        await run_in_terminal(self._redraw)
        self._resizing = False

    def _redraw(self) -> None:
        self._measure()
        self.console.show_whole()
        if self.session.outcome is None:
            parts = self.console.parts()
            self.pager.redraw([*parts, Part("note", self.console.before())])

    def _history(self, seat: str | None) -> History:
        """What was typed before: kept between runs, but never for two at one keyboard."""
        if seat not in self._histories:
            self._histories[seat] = InMemoryHistory() if len(self.console.humans) > 1 else _kept()
        return self._histories[seat]

    def _measure(self) -> None:
        size = get_app_session().output.get_size()
        self._columns = size.columns
        self.console.width = self.pager.width = max(size.columns, NARROW)
        self._menu_rows = max(MENU_ROWS, size.rows // 8)
        self.console.height = max(size.rows - self._menu_rows - 1, 12)
        read = self.settings.pager and self.console.humans
        # Below what is printed come the line, the menu, and what the line would do.
        self.pager.rows = max(size.rows - self._menu_rows - 1, MENU_ROWS) if read else None


def _kept() -> History:
    try:
        config.home().mkdir(parents=True, exist_ok=True)
        path = config.home() / "history"
        path.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))


def read_line(question: str) -> str:
    """Ask for one line; Ctrl-C begins it anew, Ctrl-D raises NotRolled, so that nothing is done."""
    session: PromptSession[str] = PromptSession(history=InMemoryHistory())
    while True:
        try:
            return session.prompt(question)
        except KeyboardInterrupt:
            continue
        except EOFError:
            raise NotRolled("a roll was left without an answer, so nothing was done") from None
