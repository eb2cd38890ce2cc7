"""Watching a plugin load: one that is slow, is stopped by Ctrl-C, or ends the program is named."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import IO

from sandtable.plugins.plugin import Plugin
from sandtable.text import config, signals
from sandtable.text.locks import lock
from sandtable.text.shown import visible

SLOW_SECONDS = 5.0
"""A third-party plugin that takes longer than this to load is named on standard error."""

MARK = "loading-"
"""The prefix of a file that says which plugin a process is loading."""


class LoadStopped(signals.Interrupted):
    """Ctrl-C came while a plugin was loading; the text names it."""


@contextmanager
def watched(plugin: Plugin) -> Iterator[None]:
    """Watch the loading of a plugin. Raises LoadStopped for Ctrl-C."""
    if plugin.built_in:
        yield
        return
    way_out = f"plugins disable {plugin.distribution} or --no-plugins leaves it out"
    name = f"{plugin.kind} {plugin.name} ({plugin.source})"
    slow = f"{name} is still loading after {SLOW_SECONDS:g} seconds; {way_out}"
    timer = Timer(SLOW_SECONDS, _warn, [slow])
    timer.daemon = True
    timer.start()
    try:
        with marked(f"{name}; {way_out}"):
            yield
    except KeyboardInterrupt as error:
        if not signals.sent(error):
            raise
        raise LoadStopped(f"stopped while {name} was loading; {way_out}") from error
    finally:
        timer.cancel()


def _warn(text: str) -> None:
    if sys.stderr:
        print(f"sandtable: {visible(text)}", file=sys.stderr, flush=True)


@contextmanager
def marked(text: str) -> Iterator[None]:
    """Keep a locked file with a text while the block runs; it stays if the process dies.

    A folder that is not writable gets no file.
    """
    file = config.home() / f"{MARK}{os.getpid()}"
    with ExitStack() as stack:
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            locked = stack.enter_context(file.open("ab", buffering=0))
            lock(locked)
            locked.truncate(0)
            locked.write(text.encode())
            stack.callback(_remove, file, locked)
        yield


def _remove(file: Path, held: IO[bytes]) -> None:
    """Remove a locked file; Windows cannot remove an open one."""
    with suppress(OSError):
        held.truncate(0)  # so that it names no plugin once its lock is gone
        held.close()
        file.unlink(missing_ok=True)


def unfinished() -> Iterator[str]:
    """The plugins that were loading when their process died; each is returned once."""
    for file in sorted(config.home().glob(f"{MARK}*")):
        with suppress(OSError):
            with file.open("rb") as held:
                lock(held)  # raises while the process is still loading
                name = held.read().decode("utf-8", "replace")
            file.unlink()
            if name:
                yield name
