"""Runs the program at a terminal in a page: the page sends keys and shows the output.

Used by page/terminal-worker.js, where the browser lets Python wait for its page.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from importlib import import_module
from typing import Any, Protocol, cast

from prompt_toolkit.application import application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input.base import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from sandtable import SandtableError
from sandtable.tooling import signals
from sandtable_console import Console, Sink, SinkContext, background, outputs, sinks

KEY_INTERVAL = 0.05
"""While the program thinks, keys are read at this interval, in seconds."""


class Page(Protocol):
    """What the worker does for the program; `Terminal` waits for the promises."""

    def write(self, text: str) -> object: ...

    def tick(self) -> object:
        """Return a promise that resolves once the waiting messages have been taken."""

    def keep(self) -> object:
        """Return a promise that resolves once the player's files are stored."""

    def hold(self, save: str) -> object:
        """Return a promise that tells whether this tab may write a save."""


class PageInput(Input):
    """The keys typed on a page; `called` is told when there are more."""

    def __init__(self) -> None:
        self._keys: list[KeyPress] = []
        self._parser = Vt100Parser(self._keys.append)
        self._called: Callable[[], object] | None = None

    def feed(self, text: str) -> None:
        """Take what the page's terminal sends, except Ctrl-Z, as there is no shell to go back to."""
        self._parser.feed(text.replace("\x1a", ""))
        if self._called:
            self._called()

    def take_interrupt(self) -> bool:
        """Return whether Ctrl-C was pressed; discard it and the keys before it."""
        for place, press in enumerate(self._keys):
            if press.key == Keys.ControlC:
                del self._keys[: place + 1]
                return True
        return False

    @property
    def closed(self) -> bool:
        return False

    def fileno(self) -> int:
        return -1  # there is no file, so nothing has modes to switch

    def typeahead_hash(self) -> str:
        return "page"

    def read_keys(self) -> list[KeyPress]:
        keys = [*self._keys]
        self._keys.clear()
        return keys

    def flush_keys(self) -> list[KeyPress]:
        self._parser.flush()
        return self.read_keys()

    def raw_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    cooked_mode = raw_mode

    @contextmanager
    def _call(self, called: Callable[[], object] | None) -> Iterator[None]:
        before, self._called = self._called, called
        if called and self._keys:
            called()
        try:
            yield
        finally:
            self._called = before

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        return self._call(input_ready_callback)

    def detach(self) -> AbstractContextManager[None]:
        return self._call(None)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class Terminal:
    """A page's terminal: `run` runs a command, while the page sends keys and sizes.

    `wait` is how Python waits for a promise of its page.
    """

    def __init__(self, page: Page, wait: Callable[[object], Any] | None = None) -> None:
        self.page = page
        self._wait = wait or import_module("pyodide.ffi").run_sync
        self._resized: Callable[[], object] = bool
        self._looked = 0.0
        self.typed = PageInput()

    encoding = "utf-8"

    def write(self, text: str) -> int:
        """Show what the program writes."""
        self.page.write(text)
        return len(text)

    def flush(self) -> None:
        """Do nothing: everything is written at once."""

    def fileno(self) -> int:
        """Return the file descriptor of standard output, which is this terminal too."""
        return 1

    def feed(self, text: str) -> None:
        """Take keys from the page."""
        self.typed.feed(text)

    def resize(self, columns: int, rows: int) -> None:
        """Take the terminal's new size, which Python then looks up here."""
        os.environ |= {"COLUMNS": str(columns), "LINES": str(rows)}
        self._resized()

    def run(self, words: Sequence[str], theme: str) -> int:
        """Run a command to its end; return its exit status."""
        from sandtable_shell import main  # noqa: PLC0415 (once it cannot find the terminal's own ways)

        self._take_over(theme)
        out = Vt100_Output(
            cast(Any, self),
            lambda: Size(rows=int(os.environ["LINES"]), columns=int(os.environ["COLUMNS"])),
            term="xterm-256color",
            default_color_depth=ColorDepth.TRUE_COLOR,
            enable_cpr=False,
        )
        with create_app_session(input=self.typed, output=out):
            try:
                return main([*words])
            except SystemExit as ended:
                return int(ended.code or 0)
            finally:
                self._wait(self.page.keep())

    def _take_over(self, theme: str) -> None:
        """Replace what a browser lacks: signals, a terminal to ask, and input from threads."""
        loop = import_module("pyodide.webloop").WebLoop
        loop.add_signal_handler = loop.remove_signal_handler = lambda *_: True
        loop.slow_callback_duration = 0.1
        cast(Any, application).attach_winch_signal_handler = self._tell_size
        cast(Any, background).background = partial(str, theme)
        make = sinks.make_sink
        cast(Any, sinks).make_sink = lambda *context: self._seat(make, *context)

    @contextmanager
    def _tell_size(self, handler: Callable[[], object]) -> Iterator[None]:
        before, self._resized = self._resized, handler
        try:
            yield
        finally:
            self._resized = before

    def _seat(
        self, make: Callable[..., Sink], name: str, console: Console, context: SinkContext
    ) -> Sink:
        """Return the sink of a game that no other tab has open."""
        path = console.session.journal.path
        if path and not self._wait(self.page.hold(path.name)):
            raise SandtableError(f"{path.name} is open in another tab")
        return cast(Sink, _KeyWatchingSink(make(name, console, context), self))

    def look(self) -> None:
        """Take keys from the page while the program thinks. Ctrl-C raises Interrupted."""
        if (now := time.monotonic()) - self._looked > KEY_INTERVAL:
            self._looked = now
            self._wait(self.page.tick())
            if self.typed.take_interrupt():
                raise signals.Interrupted


class _KeyWatchingSink:
    """A sink that takes keys at each step of thinking, and keeps the files at each line."""

    def __init__(self, sink: Sink, terminal: Terminal) -> None:
        self._sink = sink
        self._terminal = terminal

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sink, name)

    def show(self, output: outputs.Output) -> None:
        """Show an output."""
        self._sink.show(output)
        if isinstance(output, outputs.Thinking):
            self._terminal.look()

    def read(self) -> str | None:
        """Return the next line."""
        self._terminal.page.keep()
        return self._sink.read()
