"""A sink: it shows the console's outputs, and reads its lines."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple, Protocol, TextIO, TypeAlias

from sandtable.text import signals
from sandtable_console.console import Console
from sandtable_console.outputs import Output, Text
from sandtable_console.settings import Settings

STOPPED = "Stopped. If a bot decides, it continues with your next line."


class Sink(Protocol):
    """Shows a console's outputs, and returns typed lines.

    It calls the console, never the other way round. If it has a `close` without arguments, that is
    called when the game is left, however that happens.
    """

    def show(self, output: Output) -> None:
        """Show an output. A SandtableError that it raises ends the game, which is saved."""

    def read(self) -> str | None:
        """The next line for the console; None to leave."""

    @property
    def stops(self) -> bool:
        """Whether an interrupt (Ctrl-C) stops only the current line, and does not leave the game."""
        ...

    @property
    def recent(self) -> int:
        """At most this many earlier lines of events are shown when a game is resumed."""
        ...

    def lead(self, rows: int) -> None:
        """A guide leads the player: keep rows free below the position for its notes.

        From then on, empty lines are read too.
        """


def close_sink(sink: object) -> None:
    """Let a sink restore the terminal, if it has a `close`, however the game is left."""
    if closing := getattr(sink, "close", None):
        closing()


class SinkContext(NamedTuple):
    """The surroundings of a sink: settings, the lines of input, and the stream for output.

    `source` names the lines in messages. With `typing`, a user types them and sees them already. With
    `keep_going`, a line that cannot be done does not end the game. With `plain`, maps are in words.
    """

    settings: Settings
    lines: Iterable[str]
    out: TextIO
    source: str = "input"
    typing: bool = False
    keep_going: bool = False
    plain: bool = False


Maker: TypeAlias = Callable[[Console, SinkContext], Sink]
"""Makes a sink for a console."""


def play(console: Console, sink: Sink, *, resumed: bool = False) -> None:
    """Play a console's game at a sink, until a line leaves or there are no more lines."""
    try:
        _show(console.begin(sink.recent if resumed else None), console, sink)
        while not console.left and (line := sink.read()) is not None:
            _show(console.do(line), console, sink)
    finally:
        close_sink(sink)


def _show(outputs: Generator[Output], console: Console, sink: Sink) -> None:
    """Show outputs as they come; an interrupt ends the thinking, or stops the line."""
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
