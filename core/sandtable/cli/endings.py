"""Signals that end a game in play: it is left as by quitting, and the terminal given back."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDINGS = ("SIGTERM", "SIGHUP")
"""To be ended by somebody, and a terminal that was closed."""


@contextmanager
def orderly() -> Iterator[None]:
    """Have the signals raise SystemExit meanwhile, with the status that shells expect."""
    numbers = [getattr(signal, name) for name in ENDINGS if hasattr(signal, name)]
    before = {number: signal.signal(number, _leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    sys.exit(128 + number)
