"""A plugin that is slow to load is named, and so is one that is loading when Ctrl-C is pressed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from sandtable.base import signals
from sandtable.base.words import visible
from sandtable.plugins.memory import loading
from sandtable.plugins.plugin import BUILT_IN, Plugin

SECONDS = 5.0
"""A stranger's plugin that takes longer to load than this is named on standard error."""


class LoadStopped(signals.Interrupted):
    """Ctrl-C came while a plugin was loading; the text names it."""


@contextmanager
def watched(plugin: Plugin) -> Iterator[None]:
    """Watch over the loading of a plugin. Raises LoadStopped for Ctrl-C."""
    if plugin.distribution == BUILT_IN:
        yield
        return
    way_out = f"plugins disable {plugin.distribution} or --no-plugins leaves it out"
    name = f"{plugin.kind} {plugin.name} ({plugin.source})"
    timer = Timer(SECONDS, _say, [f"{name} is still loading after {SECONDS:g} seconds; {way_out}"])
    timer.daemon = True
    timer.start()
    try:
        with loading(f"{name}; {way_out}"):
            yield
    except KeyboardInterrupt as error:
        if not signals.sent(error):
            raise
        raise LoadStopped(f"stopped while {name} was loading; {way_out}") from error
    finally:
        timer.cancel()


def _say(text: str) -> None:
    if sys.stderr:
        print(f"sandtable: {visible(text)}", file=sys.stderr, flush=True)
