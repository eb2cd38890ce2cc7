"""Asks the terminal for its background, once, before anything else reads its keys."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from contextlib import suppress
from functools import cache
from importlib import import_module

from sandtable_console import terminal

QUERY = b"\x1b]11;?\x1b\\\x1b[c"
"""XTerm's queries for the background and for device attributes; every terminal answers the second."""

COLOUR_ANSWER = re.compile(
    rb"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[^\x07\x1b]*(?:\x07|\x1b\\)"
)
ATTRIBUTES_ANSWER = re.compile(rb"\x1b\[\?[\d;]*c")
WHOLE_ANSWER = re.compile(b"(?:%b)?%b" % (COLOUR_ANSWER.pattern, ATTRIBUTES_ANSWER.pattern))

TIMEOUT, REMOTE_TIMEOUT = 0.2, 1.0
"""How long to wait for an answer, from a local terminal and over SSH."""

LIGHT_COLOURS = (7, *range(9, 16))
"""The light colours among the 16, as numbered in COLORFGBG."""


@cache
def background() -> str | None:
    """Return ``light`` or ``dark``, or None if neither the terminal nor COLORFGBG says which."""
    answer = b""
    with suppress(Exception):  # only terminals on POSIX can be asked
        if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            answer = _query_terminal(sys.stdin.fileno())
    if found := COLOUR_ANSWER.search(answer):
        red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
        return "light" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "dark"
    last = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return None if not last.isdecimal() else "light" if int(last) in LIGHT_COLOURS else "dark"


def _query_terminal(descriptor: int) -> bytes:
    """Return the terminal's answer; keys typed meanwhile are kept for the next line."""
    tty = import_module("tty")
    answer = b""
    limit = REMOTE_TIMEOUT if os.environ.get("SSH_CONNECTION") else TIMEOUT
    before = terminal.switch_modes(descriptor)
    try:
        tty.setraw(descriptor, import_module("termios").TCSANOW)
        os.write(sys.stdout.fileno(), QUERY)
        end = time.monotonic() + limit
        while (left := end - time.monotonic()) > 0 and not ATTRIBUTES_ANSWER.search(answer):
            if select.select([descriptor], [], [], left)[0]:
                answer += os.read(descriptor, 1024)
    finally:
        terminal.set_modes(descriptor, before)
        if not WHOLE_ANSWER.fullmatch(answer):
            # ruff: noqa: PLC0415 (slow to import, and seldom needed)
            from sandtable_console import late_answers

            late_answers.return_keys(answer)
    return answer
