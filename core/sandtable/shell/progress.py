"""How far something is that takes long, told in one line on standard error."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

from sandtable.batch.results import percent
from sandtable.prompt import waiting

CELLS = 30
"""How many characters wide a full bar is."""


class Advance(Protocol):
    """Hears how many games were just finished, and how wide the widest interval is to each side."""

    def __call__(self, done: int, half: float | None = None, /) -> None: ...


@contextmanager
def bar(games: int, done: int = 0, until: float | None = None) -> Iterator[Advance | None]:
    """A progress bar for `games` games, of which some are `done` already; None where none can be shown.

    With `until` nobody knows how many it will be: games are counted, and the present width is told.
    """
    if not (games and waiting.can_show()):
        yield None
        return
    before, began = done, time.monotonic()

    def share() -> str:
        filled = "#" * (CELLS * done // games)
        left = (time.monotonic() - began) * (games - done) / max(done - before, 1)
        rest = f", {timedelta(seconds=round(left))} left" if before < done < games else ""
        return f"{done / games:4.0%} [{filled:-<{CELLS}}] of {games} games{rest}"

    def count(half: float | None, until: float) -> str:
        known = f", known to within {percent(half)}" if half else ""
        return f"{done} games{known} (until {percent(until)})"

    with at_work() as show:

        def advance(more: int, half: float | None = None, /) -> None:
            nonlocal done
            done += more
            show(share() if until is None else count(half, until))

        advance(0)
        yield advance


@contextmanager
def at_work(*, shown: bool = True) -> Iterator[Callable[[str], None]]:
    """One line on standard error, written anew with each text; at the end it is empty.

    Nothing is written where it could not be seen, nor when it is not `shown`.
    """
    if not (shown and waiting.can_show()):
        yield lambda _: None
        return
    last = ""

    def show(text: str) -> None:
        nonlocal last
        if text != last:
            waiting.put(text)
            last = text

    try:
        yield show
    finally:
        show("")
