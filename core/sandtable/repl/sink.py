"""A sink: where the console's outputs are shown, and its lines come from."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import NamedTuple, Protocol, TextIO, TypeAlias

from sandtable import signals
from sandtable.errors import SandtableError
from sandtable.hooks import hookimpl
from sandtable.repl.console import Console
from sandtable.repl.outputs import Output, Text
from sandtable.settings import Settings
from sandtable.words import resolve

OWN = "the table"
"""The name under which our own sinks are registered for their hook."""

STOPPED = "Stopped. Where a bot decides, it goes on with your next line."


class Sink(Protocol):
    """Shows a console's outputs, and gives the lines that are typed.

    It calls the console, never the other way round.
    """

    def show(self, output: Output) -> None:
        """Show an output. What it raises ends the game, which is saved."""

    def read(self) -> str | None:
        """The next line for the console; None when nobody wants to go on."""

    @property
    def stops(self) -> bool:
        """Whether an interrupt (Ctrl-C) only stops what is being done, and does not leave the game."""
        ...

    @property
    def recent(self) -> int:
        """So many lines of what happened are told when a game is resumed."""
        ...

    kept_free: int
    """Rows below the position that are kept free for a note."""
    takes_empty: bool
    """Whether an empty line is given to the console in any case."""


class Ground(NamedTuple):
    """What a sink may stand on: settings, lines that come in, and where text goes out.

    `source` names the lines in messages. `typing` says that somebody types them and sees them
    already; `keep_going` that a line which can not be done does not end it; `plain` that maps are told
    in words.
    """

    settings: Settings
    lines: Iterable[str]
    out: TextIO
    source: str = "input"
    typing: bool = False
    keep_going: bool = False
    plain: bool = False


Maker: TypeAlias = Callable[[Console, Ground], Sink]
"""Makes a sink for a console."""


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


def play(console: Console, sink: Sink, *, resumed: bool = False) -> None:
    """Play a console's game at a sink, until a line leaves it or there are no more lines."""
    _show(console.begin(sink.recent if resumed else None), console, sink)
    while not console.left and (line := sink.read()) is not None:
        _show(console.do(line), console, sink)


def _show(outputs: Generator[Output], console: Console, sink: Sink) -> None:
    """Show outputs as they come; an interrupt ends the thinking, or else stops the line."""
    interrupt: KeyboardInterrupt | None = None
    try:
        while True:
            output = outputs.throw(interrupt) if interrupt else next(outputs)
            interrupt = None
            try:
                sink.show(output)
            except KeyboardInterrupt as stopped:
                interrupt = stopped
    except StopIteration:
        return
    except KeyboardInterrupt:
        if not sink.stops:
            raise
    finally:
        outputs.close()
    sink.show(Text([STOPPED]))
    for output in console.position(changed=True):
        sink.show(output)


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
