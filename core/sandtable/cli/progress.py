"""How far something is that takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(games: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on standard error, when that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 (slow to import)
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("games", total=games)
        yield lambda done: shown.update(task, advance=done)
