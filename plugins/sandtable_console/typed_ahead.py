"""Lines that were typed ahead at a terminal, and are not meant for the next question."""

from __future__ import annotations

import select
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module


def forget(descriptor: int) -> None:
    """Discard what a terminal has not delivered yet; without a terminal, do nothing."""
    with suppress(Exception):  # only terminals on POSIX can
        termios = import_module("termios")
        termios.tcflush(descriptor, termios.TCIFLUSH)


def waiting(descriptor: int) -> bool:
    """Whether something was typed that is not read yet; false if that is unknown."""
    try:
        return bool(select.select([descriptor], [], [], 0)[0])
    except (OSError, ValueError):
        return False


def keep(descriptor: int) -> Callable[[], object]:
    """Let a terminal keep at Ctrl-C what it has not delivered yet; return the call that ends this."""
    with suppress(Exception):  # only terminals on POSIX can
        termios = import_module("termios")
        before = termios.tcgetattr(descriptor)
        keeping = [*before]
        keeping[3] |= termios.NOFLSH
        termios.tcsetattr(descriptor, termios.TCSADRAIN, keeping)
        return lambda: termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    return lambda: None
