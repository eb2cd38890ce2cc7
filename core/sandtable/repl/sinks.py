"""The sinks that there are: ours, which come by the hook `sinks` as those of a plugin do."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from sandtable import signals
from sandtable.errors import SandtableError
from sandtable.hooks import hookimpl
from sandtable.repl.console import Console
from sandtable.repl.sink import Ground, Maker, Sink
from sandtable.words import resolve

OWN = "the table"
"""The name under which our own sinks are registered for their hook."""


@hookimpl
def sinks() -> Mapping[str, Maker]:
    """Ours: `scroll` at a terminal, `plain` everywhere else."""
    return {"scroll": _scroll, "plain": _plain}


def _scroll(console: Console, ground: Ground) -> Sink:
    from sandtable.repl.scroll import Scroll  # noqa: PLC0415 (slow to import)

    return Scroll(console, ground.settings)


def _plain(console: Console, ground: Ground) -> Sink:
    from sandtable.repl.plain import Plain  # noqa: PLC0415 (only needed without a terminal)

    return Plain(console, ground)


def made(name: str, console: Console, ground: Ground) -> Sink:
    """The sink of a name, ours or a plugin's; `scroll` where a plugin's can not be made.

    Raises UnknownName with the nearest name.
    """
    plugins = console.session.plugins
    plugins.listen(sys.modules[__name__], OWN)
    makers: dict[str, tuple[str, Maker]] = {}
    for key, brought in sorted(plugins.ask("sinks", Mapping), key=lambda answer: answer.key != OWN):
        for one, maker in brought.items():
            makers.setdefault(one, (key, maker))
    key, maker = makers[resolve("screen", name, makers)]
    if key == OWN:
        return maker(console, ground)
    try:
        return maker(console, ground)
    except SandtableError:
        raise
    except BaseException as error:
        if signals.sent(error):
            raise
        plugins.leave_out(key, f"its screen {name}", error)
        return _scroll(console, ground)
