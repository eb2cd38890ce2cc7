"""Terminal input: single keys between two lines, and the history of typed lines."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from prompt_toolkit.application import get_app_session
from prompt_toolkit.history import FileHistory, History
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from sandtable.tooling import config, signals
from sandtable_console import handlers, terminal

SKIP_KEYS = ("q", "Q", Keys.Escape.value)
"""The keys that skip the rest of a text."""

MORE_KEYS = (Keys.ControlM.value, Keys.ControlJ.value, " ", Keys.PageDown.value, Keys.Down.value)
"""The keys that show more of a text."""


def wait_for_key(seconds: float | None = None, again: Callable[[], object] = str) -> str:
    """Return the key pressed within `seconds` (None: no limit), or "" if there is none.

    Anything typed after it is kept for the next line. Ctrl-Z suspends the program as usual, and
    `again` is called when the program continues.

    Raises Interrupted for Ctrl-C, and EOFError for Ctrl-D and at the end of input.
    """
    while True:
        with handlers.hold_interrupts() as held:
            key = asyncio.run(_read_key(seconds, held))
        if key != Keys.ControlZ.value or not hasattr(signal, "SIGTSTP"):
            return key
        os.kill(0, signal.SIGTSTP)
        again()


async def _read_key(seconds: float | None, held: handlers.HeldInterrupts) -> str:
    """Return the key pressed, or "" if there is none in time or if Ctrl-C was `held`."""
    source = get_app_session().input
    typed = get_typeahead(source)
    ready = asyncio.Event()
    held.then = partial(asyncio.get_running_loop().call_soon_threadsafe, ready.set)
    try:
        with source.raw_mode(), source.attach(ready.set), suppress(TimeoutError):
            while not typed and not source.closed and not held.pressed:
                await asyncio.wait_for(ready.wait(), seconds)
                ready.clear()
                typed += [*source.read_keys(), *source.flush_keys()]
    finally:
        held.then = bool  # the event loop is about to end
    if held.pressed or not (typed or source.closed):
        store_typeahead(source, typed)
        return ""
    if not typed:
        raise EOFError
    first, *rest = typed
    store_typeahead(source, rest)
    if first.key == Keys.ControlC:
        raise signals.Interrupted
    if first.key == Keys.ControlD:
        raise EOFError
    return str(getattr(first.key, "value", first.key))


def give_back(key: str) -> None:
    """Keep a key for the next line, before anything typed after it."""
    source = get_app_session().input
    store_typeahead(source, [KeyPress(key, key), *get_typeahead(source)])


def drop_typeahead() -> None:
    """Drop everything typed ahead, since it was meant for an earlier question."""
    source = get_app_session().input
    get_typeahead(source)
    terminal.drop_typeahead(source.fileno())


def keep_typeahead() -> None:
    """Make Ctrl-C keep what was typed ahead, until the terminal's modes are restored."""
    with suppress(OSError, NotImplementedError):  # the input may not be a file
        terminal.switch_modes(get_app_session().input.fileno(), on=["NOFLSH"])


def begins_line(key: str) -> bool:
    """Return whether a key begins a line instead of answering a page break or a pause."""
    return len(key) == 1 and key.isprintable() and key != " "


def skips_rest(key: str) -> bool:
    """Return whether a key skips the rest: it is in `SKIP_KEYS` and does not begin a line.

    It begins a line (``quit``) if more was typed after it. An Enter right after it belongs to the key
    and is dropped.
    """
    if key not in SKIP_KEYS:
        return False
    source = get_app_session().input
    following = get_typeahead(source) if begins_line(key) else []
    enter = bool(following) and following[0].key in (Keys.ControlM, Keys.ControlJ)
    store_typeahead(source, following[enter:])
    return enter or not following


def has_typeahead() -> bool:
    """Return whether something was typed ahead, as in a paste of many lines."""
    source = get_app_session().input
    typed = get_typeahead(source)
    store_typeahead(source, typed)
    return bool(typed)


def has_unread_input() -> bool:
    """Return whether there is unread input, even if the terminal still holds it."""
    source = get_app_session().input
    return has_typeahead() or (not source.closed and terminal.has_unread_input(source.fileno()))


class _KeptHistory(FileHistory):
    """The history of typed lines in a file; if the file cannot be used, only in memory."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def load_history_strings(self) -> Iterable[str]:
        with suppress(OSError):
            return super().load_history_strings() if self.path.is_file() else ()
        return ()

    def store_string(self, string: str) -> None:
        with suppress(OSError):
            if self.path.is_file() or not self.path.exists():  # a pipe would wait for a reader
                super().store_string(string)


def load_history() -> History:
    """Return the history of typed lines, kept between runs if possible, or else only in memory."""
    with suppress(OSError):
        config.home().mkdir(parents=True, exist_ok=True)
    return _KeptHistory(config.home() / "history")
