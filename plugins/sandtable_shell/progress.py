"""Shows the progress of a long task, on one line on standard error."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

from sandtable import number_of
from sandtable_batch import percent
from sandtable_console import waiting

BAR_WIDTH = 30
"""The width of a full bar, in characters."""


class Advance(Protocol):
    """A callback for progress: games just finished, and the half-width of the widest interval."""

    def __call__(self, done: int, half_width: float | None = None, /) -> None: ...


@contextmanager
def progress_bar(games: int, done: int = 0, until: float | None = None) -> Iterator[Advance | None]:
    """Show a progress bar for `games` games, `done` of them already played; None if it cannot be shown.

    With `until` the total is unknown: the bar shows the count and the current half-width.
    """
    if not (games and waiting.can_show()):
        yield None
        return
    done_before, began = done, time.monotonic()

    def share() -> str:
        filled = "#" * (BAR_WIDTH * done // games)
        seconds = (time.monotonic() - began) * (games - done) / max(done - done_before, 1)
        remaining = f", {timedelta(seconds=round(seconds))} left" if done_before < done < games else ""
        return f"{done / games:4.0%} [{filled:-<{BAR_WIDTH}}] of {number_of(games, 'game')}{remaining}"

    def count(half_width: float | None, until: float) -> str:
        precision = f", known to within {percent(half_width)}" if half_width else ""
        return f"{number_of(done, 'game')}{precision} (until {percent(until)})"

    with status_line() as show:

        def advance(more: int, half_width: float | None = None, /) -> None:
            nonlocal done
            done += more
            show(share() if until is None else count(half_width, until))

        advance(0)
        yield advance


@contextmanager
def status_line(*, shown: bool = True) -> Iterator[Callable[[str], None]]:
    """Show one line on standard error, rewritten for each text and erased at the end.

    Write nothing if standard error cannot show it, or if `shown` is false.
    """
    if not (shown and waiting.can_show()):
        yield lambda _: None
        return
    last = ""

    def show(text: str) -> None:
        nonlocal last
        if text != last:
            waiting.rewrite(text)
            last = text

    try:
        yield show
    finally:
        show("")
