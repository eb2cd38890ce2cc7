"""A sink: where the console's outputs are shown, and its lines come from."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple, Protocol, TextIO, TypeAlias

from sandtable.base import signals
from sandtable.base.former import renamed
from sandtable.prompt.console import Console
from sandtable.prompt.outputs import Output, Text
from sandtable.settings import Settings

STOPPED = "Stopped. Where a bot decides, it goes on with your next line."


class Sink(Protocol):
    """Shows a console's outputs, and gives the lines that are typed.

    It calls the console, never the other way round. One that has a `close` without arguments is told
    when the game is left, however that comes about.
    """

    def show(self, output: Output) -> None:
        """Show an output. A SandtableError that it raises ends the game, which is saved."""

    def read(self) -> str | None:
        """The next line for the console; None when nobody wants to go on."""

    @property
    def stops(self) -> bool:
        """Whether an interrupt (Ctrl-C) only stops what is being done, and does not leave the game."""
        ...

    @property
    def recent(self) -> int:
        """At most this many lines of the past are told when a game is resumed."""
        ...

    def lead(self, rows: int) -> None:
        """Somebody leads the player: keep rows free below the position for a note.

        From then on empty lines are read as well.
        """


def close_sink(sink: object) -> None:
    """Have a sink leave the terminal as it found it, however the game is left, if it can."""
    if closing := getattr(sink, "close", None):
        closing()


class SinkContext(NamedTuple):
    """What a sink is given: settings, lines that come in, and where text goes out.

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


__getattr__ = renamed(__name__, {"Ground": "SinkContext"})

Maker: TypeAlias = Callable[[Console, SinkContext], Sink]
"""Makes a sink for a console."""


def play(console: Console, sink: Sink, *, resumed: bool = False) -> None:
    """Play a console's game at a sink, until a line leaves it or there are no more lines."""
    try:
        _show(console.begin(sink.recent if resumed else None), console, sink)
        while not console.left and (line := sink.read()) is not None:
            _show(console.do(line), console, sink)
    finally:
        close_sink(sink)


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
    except KeyboardInterrupt as stopped:
        if not (sink.stops and signals.sent(stopped)):
            raise
    finally:
        outputs.close()
    sink.show(Text([STOPPED]))
    for output in console.position(changed=True):
        sink.show(output)
