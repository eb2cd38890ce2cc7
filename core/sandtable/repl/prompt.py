"""Playing at a real terminal: a line editor with completion and history around the console."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from textwrap import fill

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.shortcuts import clear

from sandtable import config
from sandtable.repl import completion
from sandtable.repl.commands import OVER
from sandtable.repl.console import Console
from sandtable.repl.real_dice import NotRolled
from sandtable.session import Session
from sandtable.words import visible

FORGET_SCROLLED = "\x1b[3J"
"""What makes a terminal forget the lines that have scrolled away (XTerm's control sequence)."""


RECENT = 6
"""So many lines of what happened are shown when a game is resumed."""


MENU_ROWS = 4
"""Rows kept free below the line for what could come next."""


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

    def __init__(self, session: Session, *, resumed: bool = False) -> None:
        self.session = session
        self._resumed = resumed
        self.console = Console(session, numbers=True)
        self.console.watched = True
        self._histories: dict[str | None, History] = {}
        self._seat: str | None = None
        self._measure()

    def play(self) -> None:
        """Ask and do until the player leaves; Ctrl-D does, and an empty line when the game is over."""
        self.console.bots()
        self._turn(fresh=True)
        while self.console.humans and not self.console.left:
            try:
                line = self._read()
            except KeyboardInterrupt:
                continue
            except EOFError:
                return
            if not line.strip() and self.session.outcome is not None:
                return
            self._do(line)

    def _do(self, line: str) -> None:
        before, seat = self.session.table.position, self.session.to_move
        reply = self.console.do(line)
        self._show(reply.lines)
        changed = self.session.table.position != before
        # What was typed is for the eyes of its seat: told before another takes over, else last.
        leaving = len(self.console.humans) > 1 and self.session.to_move != seat
        if changed and not leaving:
            self._turn(fresh=False)
        if reply.error:
            self._show([*self.console.offer(reply.error), str(reply.error)])
        if changed and leaving:
            self._turn(fresh=False)

    def _turn(self, *, fresh: bool) -> None:
        """Hand over when it is another human's decision, tell the news, and show the position."""
        self._measure()
        if len(self.console.humans) > 1 and self.session.to_move not in (self._seat, None):
            self._hand_over(fresh=fresh)
        self._seat = self.session.to_move
        self._show(self.console.catch_up(RECENT) if self._resumed else self.console.news())
        self._resumed = False
        self._show(self.session.plugins.troubles)
        self.session.plugins.troubles.clear()
        if self.session.outcome is None:
            self._show(self.console.picture())
        elif self.console.humans:
            self._show([OVER])

    def _hand_over(self, *, fresh: bool) -> None:
        if not fresh:
            clear()  # some terminals scroll the old screen away here, so it is forgotten after
            print(FORGET_SCROLLED, end="", flush=True)
        self.console.shown = ()
        waiting: PromptSession[str] = PromptSession(history=InMemoryHistory())
        seat = (self.session.to_move or "").capitalize()
        try:
            waiting.prompt(f"{seat}: press Enter when only you can see this. ")
        except (KeyboardInterrupt, EOFError):
            self.console.left = True

    def _read(self) -> str:
        seat = self.session.to_move
        prompt: PromptSession[str] = PromptSession(
            history=self._history(seat),
            completer=_Options(self.console),
            complete_while_typing=True,
            reserve_space_for_menu=MENU_ROWS,
            enable_suspend=True,
        )
        return prompt.prompt(f"{seat or 'over'}> ")

    def _history(self, seat: str | None) -> History:
        """What was typed before: kept between runs, but never for two at one keyboard."""
        if seat not in self._histories:
            self._histories[seat] = InMemoryHistory() if len(self.console.humans) > 1 else _kept()
        return self._histories[seat]

    def _measure(self) -> None:
        size = shutil.get_terminal_size()
        self.console.width, self.console.height = max(size.columns, 40), max(size.lines - MENU_ROWS, 12)

    def _show(self, lines: Iterable[str]) -> None:
        width = self.console.width
        for line in map(visible, lines):
            print(line if len(line) <= width else fill(line, width, subsequent_indent="  "))


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
