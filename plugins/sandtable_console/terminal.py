"""A terminal's modes, which are left as they were found, and its unread input."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from sandtable_console import handlers, streams

if TYPE_CHECKING:
    from prompt_toolkit.application import Application

R = TypeVar("R")

USUAL_MODES = "".join(
    f"\x1b[?{mode}" for mode in ("1047l", "7h", "1000l", "1003l", "1006l", "1015l", "2004l", "25h")
)
"""XTerm control sequences: normal screen, wrapped lines, no mouse, no bracketed paste, cursor shown.

Each has no effect if the terminal is in that mode already; 1049 would move the cursor.
"""

Modes = list[Any]
"""A terminal's modes, as `termios` returns them."""


@contextmanager
def restore_modes() -> Iterator[None]:
    """Restore the terminal's modes after the block, however it ends.

    Signals that end a program raise `signals.Ended` in the block, and wait while modes are restored.
    """
    descriptor = sys.stdin.fileno()
    found = switch_modes(descriptor)
    with handlers.end_in_order():
        try:
            yield
        finally:
            with handlers.ignore_signals(), suppress(OSError, ValueError):  # the terminal may be gone
                set_modes(descriptor, found)
                streams.send_control(sys.stdout, f"{USUAL_MODES}\x1b[0m" if found else "")


def run(app: Application[R], start: Callable[..., R] | None = None) -> R:
    """Run an application, or with `start` the prompt that it belongs to.

    The application handles Ctrl-C as a key. Before it shows anything, the key is ignored; once it has a
    result, the key raises Interrupted.
    """
    with handlers.hold_interrupts() as held:

        def press() -> None:
            if app.future and not app.future.done():
                held.pressed = False
                app.key_processor.send_sigint()

        def wake() -> None:
            if app.loop:  # it has one until it has a result
                app.loop.call_soon_threadsafe(press)

        def rearm() -> None:
            held.pressed, held.then = False, wake

        return (start or app.run)(pre_run=rearm, handle_sigint=False)


def switch_modes(
    descriptor: int, *, off: Iterable[str] = (), on: Iterable[str] = (), no_keys: Iterable[str] = ()
) -> Modes | None:
    """Switch local modes off and on, and disable keys, by their names in `termios`.

    Return the modes before the switch, or None without a terminal.
    """
    with suppress(Exception):  # only terminals on POSIX have modes
        termios = import_module("termios")
        before: Modes = termios.tcgetattr(descriptor)
        modes = [*before[:6], [*before[6]]]
        for name in off:
            modes[3] &= ~getattr(termios, name)
        for name in on:
            modes[3] |= getattr(termios, name)
        for name in no_keys:
            modes[6][getattr(termios, name)] = b"\0"
        if modes != before:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, modes)
        return before
    return None


def set_modes(descriptor: int, modes: Modes | None) -> None:
    """Restore the modes that `switch_modes` returned."""
    if modes is not None:
        with suppress(Exception):  # the terminal may be gone
            termios = import_module("termios")
            termios.tcsetattr(descriptor, termios.TCSADRAIN, modes)


def drop_typeahead(descriptor: int) -> None:
    """Discard a terminal's unread input; without a terminal, do nothing."""
    with suppress(Exception):  # only terminals on POSIX can
        termios = import_module("termios")
        termios.tcflush(descriptor, termios.TCIFLUSH)


def has_unread_input(descriptor: int) -> bool:
    """Return whether there is unread input; False if that is unknown."""
    try:
        return bool(select.select([descriptor], [], [], 0)[0])
    except (OSError, ValueError):
        return False
