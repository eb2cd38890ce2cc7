"""How far something is that takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from sandtable.prompt import waiting


class Heard(Protocol):
    """Hears how many games were just finished, and how wide the widest interval is to each side."""

    def __call__(self, done: int, half: float | None = None, /) -> None: ...


@contextmanager
def bar(games: int, done: int = 0, until: float | None = None) -> Iterator[Heard | None]:
    """A progress bar on standard error, when that is a terminal; some games are done already.

    With `until` nobody knows how many it will be: games are counted, and the present width is told.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 (slow to import)
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    from sandtable.batch.results import percent  # noqa: PLC0415 (likewise)

    counted = TextColumn("{task.completed} games{task.fields[width]}")
    columns = (
        Progress.get_default_columns()
        if until is None
        else (SpinnerColumn(), counted, TimeElapsedColumn())
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("games", total=None if until else games, completed=done, width="")

        def heard(more: int, half: float | None = None, /) -> None:
            wished = f" ({percent(until)} is wished)" if until else ""
            now = f", known to {percent(half)} each way{wished}" if half else ""
            shown.update(task, advance=more, width=now)

        yield heard


@contextmanager
def at_work(*, shown: bool = True) -> Iterator[Callable[[str], None]]:
    """One line on standard error, written anew with each text, when that is a terminal.

    Nothing is written elsewhere, nor when it is not `shown`. At the end the line is empty.
    """
    if not (shown and sys.stderr and sys.stderr.isatty()):
        yield lambda _: None
        return

    last = ""

    def put(text: str) -> None:
        nonlocal last
        if text != last:
            waiting.put(text)
            last = text

    try:
        yield put
    finally:
        put("")
