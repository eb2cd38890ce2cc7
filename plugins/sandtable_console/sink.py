"""A sink: it shows the console's outputs, refusals below the position, and reads its lines."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple, Protocol, TextIO, TypeAlias

from sandtable import AmbiguousAction, SandtableError
from sandtable.tooling import clip, signals
from sandtable_console import waiting
from sandtable_console.configuration import Settings
from sandtable_console.console import Console
from sandtable_console.outputs import NextStep, Output, Refused, Text, step
from sandtable_console.reading import AmbiguousWord

STOPPED = "Stopped. If a bot decides, Enter lets it continue."


class Sink(Protocol):
    """Shows a console's outputs, and returns typed lines.

    Define all of these; any class that has them will do. Return its maker from the hook `sinks`. A
    sink calls the console, never the other way round. It may also have a `close` without arguments,
    which is called when the game is left, however that happens.

    >>> from sandtable_console import Text
    >>> class Printer:
    ...     stops, recent = False, 3
    ...     def show(self, output):
    ...         if isinstance(output, Text):
    ...             print(*output.lines)
    ...     def read(self): return input()
    ...     def lead(self, rows): pass
    >>> Printer().show(Text(["Saved."]))
    Saved.
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


class Guide(Sink, Protocol):
    """A sink on top of another one, with the console that it leads through.

    `remarks` come before it begins; `resumed` tells whether its game was begun before. Where nothing can
    wait, `ask`, and do what `take` returns for a line; a page wraps lines, and has a button for Enter.
    """

    console: Console
    on_a_page: bool
    remarks: list[str]
    resumed: bool

    def over(self, sink: Sink) -> Sink:
        """The guide on top of a sink."""
        ...

    def ask(self) -> None:
        """Show what comes before the next line."""

    def take(self, typed: str) -> str | None:
        """The line to do for a typed one; None if the guide answers it."""
        ...

    @property
    def next(self) -> NextStep | None:
        """The line that leads on, and what a button says for it; None if the player decides."""
        ...

    def keep(self) -> None:
        """Write down how far the player has come."""


def close_sink(sink: object) -> None:
    """Let a sink restore the terminal, if it has a `close`, however the game is left."""
    if closing := getattr(sink, "close", None):
        closing()


class SinkContext(NamedTuple):
    """The surroundings of a sink.

    - `settings`: those of the user.
    - `lines`: the input, for a sink that does not read the terminal itself.
    - `out`: the stream for output.
    - `source`: what messages call the input.
    - `typing`: whether a user types the lines, and so sees them already.
    - `keep_going`: whether a line that cannot be done does not end the game.
    - `plain`: whether maps are in words.
    """

    settings: Settings
    lines: Iterable[str]
    out: TextIO
    source: str = "input"
    typing: bool = False
    keep_going: bool = False
    plain: bool = False


class Refusals:
    """The refusals of a line, kept until a sink can show them.

    `show` gets the numbered list of what ambiguous words can mean, which is often empty, and the lines
    of the refusal.
    """

    def __init__(self, console: Console, show: Callable[[Sequence[str], Sequence[str]], object]) -> None:
        self._console = console
        self._show = show
        self._waiting: list[SandtableError] = []

    def add(self, refused: Refused, seat: str | None) -> None:
        """Keep a refusal; show it at once if `seat`, which typed the line, no longer reads.

        Raises the error if no human plays, who could read it, and the game is not over.
        """
        humans = self._console.humans
        if not humans and self._console.session.outcome is None:
            raise refused.error
        self._waiting.append(refused.error)
        if len(humans) > 1 and self._console.viewer != seat:
            self.show()

    @property
    def lines(self) -> list[str]:
        """The refusals that are kept, in lines, to make room for them."""
        return [line for error in self._waiting for line in (str(error), *error.details)]

    def show(self) -> None:
        """Show all refusals that are kept, in order."""
        waiting, self._waiting = self._waiting, []
        for error in waiting:
            offered = self._console.reader.offer(error)
            text = str(error)
            if len(offered) > 1 and isinstance(error, AmbiguousAction | AmbiguousWord):
                asked_by = error.asked_by if isinstance(error, AmbiguousAction) else ""
                purpose = f" for {asked_by.partition(' ')[0]}" if asked_by else ""
                text = f'"{clip(asked_by or error.typed)}" can mean any of these: pick a number{purpose}'
            self._show(offered, [text, *error.details])


Maker: TypeAlias = Callable[[Console, SinkContext], Sink]
"""Makes a sink for a console."""

GuideMaker: TypeAlias = Callable[[bool], Guide]
"""Makes the guide of a game: from the start, or where the player left it. Raises SandtableError."""


def play(console: Console, sink: Sink, *, resumed: bool = False) -> None:
    """Play a console's game at a sink, until a line leaves or there are no more lines."""
    waiting.watchers.append(show := lambda thinking: sink.show(thinking))
    try:
        _show(console.begin(sink.recent if resumed else None), console, sink)
        while _do_a_line(console, sink):
            pass
    finally:
        close_sink(sink)
        waiting.watchers.remove(show)


def _do_a_line(console: Console, sink: Sink) -> bool:
    """Read a line and do it; return whether to go on. Ctrl-C does not leave a sink that `stops`."""
    try:
        if console.left or (line := sink.read()) is None:
            return False
        _show(console.do(line), console, sink)
    except KeyboardInterrupt as stopped:
        if not (sink.stops and signals.sent(stopped)):
            raise
    return True


def _show(outputs: Generator[Output], console: Console, sink: Sink) -> None:
    """Show outputs as they come; an interrupt ends the thinking, or stops the line."""
    shown = stoppable(outputs, console, stops=sink.stops)
    interrupt: KeyboardInterrupt | None = None
    while (output := step(shown, interrupt)) is not None:
        interrupt = None
        try:
            sink.show(output)
        except KeyboardInterrupt as stopped:
            interrupt = stopped


def stoppable(outputs: Generator[Output], console: Console, *, stops: bool = True) -> Generator[Output]:
    """Outputs of a console; with `stops`, an interrupt that none of them takes ends the line.

    The position follows then.
    """
    interrupt: KeyboardInterrupt | None = None
    try:
        while (output := step(outputs, interrupt)) is not None:
            interrupt = None
            try:
                yield output
            except KeyboardInterrupt as stopped:
                interrupt = stopped
        return
    except KeyboardInterrupt as stopped:
        if not (stops and signals.sent(stopped)):
            raise
    finally:
        outputs.close()
    yield Text([STOPPED if console.bot_decides else "Stopped."])
    yield from console.position(changed=True)
