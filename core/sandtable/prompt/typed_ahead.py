"""What was typed ahead at a terminal, and was not meant for who reads on."""

from __future__ import annotations

import select
from contextlib import suppress
from importlib import import_module


def forget(descriptor: int) -> None:
    """Have a terminal forget what it has not handed over yet; nothing happens elsewhere."""
    with suppress(Exception):  # only a terminal on POSIX has such a thing
        termios = import_module("termios")
        termios.tcflush(descriptor, termios.TCIFLUSH)


def waiting(descriptor: int) -> bool:
    """Whether something was typed that nobody has read yet; nobody knows where one can not look."""
    try:
        return bool(select.select([descriptor], [], [], 0)[0])
    except (OSError, ValueError):
        return False
