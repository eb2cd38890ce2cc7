"""Sinks: they show the console's outputs, with refusals below the position, and read lines."""

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

STOPPED = "Stopped. Press Enter to let the bot continue."


class Sink(Protocol):
    """Shows a console's outputs and returns typed lines.

    Any class that defines all of these will do; return its maker from the hook `sinks`. A sink calls
    the console, never the other way round. It may also define `close()`, which is called when the game
    is left, for whatever reason.

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
        """Show an output. A SandtableError raised here ends the game, which stays saved."""

    def read(self) -> str | None:
        """Return the next line for the console, or None to leave."""

    @property
    def stops(self) -> bool:
        """Whether an interrupt (Ctrl-C) stops only the current line instead of leaving the game."""
        ...

    @property
    def recent(self) -> int:
        """The number of earlier lines of events to show when a game is resumed."""
        ...

    def lead(self, rows: int) -> None:
        """Let a guide lead the player: keep `rows` free below the position for its notes.

        From then on, return empty lines too.
        """


class Guide(Sink, Protocol):
    """A sink around another sink, such as a lesson, and the console that it leads the player through.

    Show `remarks` before it begins; `resumed` says whether its game was begun before. A caller that
    cannot wait for lines calls `ask`, then `take` with each typed line. A page sets `on_a_page`: it
    wraps lines itself and has a button for Enter.
    """

    console: Console
    on_a_page: bool
    remarks: list[str]
    resumed: bool

    def over(self, sink: Sink) -> Sink:
        """Return the guide as a sink around another sink."""
        ...

    def ask(self) -> None:
        """Show what the guide says before the next line."""

    def take(self, typed: str) -> str | None:
        """Return the line to run for a typed one, or None if the guide answers it."""
        ...

    @property
    def next(self) -> NextStep | None:
        """The line that continues, and its button's label; None if the player must choose."""
        ...

    def keep(self) -> None:
        """Save how far the player has come."""


def close_sink(sink: object) -> None:
    """Call a sink's `close`, if it has one, to restore the terminal."""
    if closing := getattr(sink, "close", None):
        closing()


class SinkContext(NamedTuple):
    """The settings and streams of a sink.

    - `settings`: the user's settings.
    - `lines`: the input, for a sink that does not read the terminal itself.
    - `out`: the stream for output.
    - `source`: the name of the input in messages.
    - `typing`: whether a user types the lines, so that they need no echo.
    - `keep_going`: whether the game continues after a line that fails.
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

    `show` takes two lists: the numbered meanings of ambiguous words, which is often empty, and the
    lines of the refusal.
    """

    def __init__(self, console: Console, show: Callable[[Sequence[str], Sequence[str]], object]) -> None:
        self._console = console
        self._show = show
        self._waiting: list[SandtableError] = []

    def add(self, refused: Refused, seat: str | None) -> None:
        """Keep a refusal; show it at once if `seat`, which typed the line, no longer reads the screen.

        Raises the error if only bots play and the game is not over.
        """
        humans = self._console.humans
        if not humans and self._console.session.outcome is None:
            raise refused.error
        self._waiting.append(refused.error)
        if len(humans) > 1 and self._console.viewer != seat:
            self.show()

    @property
    def lines(self) -> list[str]:
        """The lines of the refusals still to be shown."""
        return [line for error in self._waiting for line in (str(error), *error.details)]

    def show(self) -> None:
        """Show the kept refusals, in order."""
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
"""Makes a game's guide: from the start, or where the player left off. Raises SandtableError."""


def play(console: Console, sink: Sink, *, resumed: bool = False) -> None:
    """Play a console's game at a sink until a line leaves it or there are no more lines."""
    waiting.watchers.append(show := lambda thinking: sink.show(thinking))
    try:
        _show(console.begin(sink.recent if resumed else None), console, sink)
        while _do_a_line(console, sink):
            pass
    finally:
        close_sink(sink)
        waiting.watchers.remove(show)


def _do_a_line(console: Console, sink: Sink) -> bool:
    """Read and run a line; return whether to continue. Ctrl-C does not leave a sink that `stops`."""
    try:
        if console.left or (line := sink.read()) is None:
            return False
        _show(console.do(line), console, sink)
    except KeyboardInterrupt as stopped:
        if not (sink.stops and signals.is_signal(stopped)):
            raise
    return True


def _show(outputs: Generator[Output], console: Console, sink: Sink) -> None:
    """Show outputs as they come; an interrupt ends the thinking or stops the line."""
    shown = stoppable(outputs, console, stops=sink.stops)
    interrupt: KeyboardInterrupt | None = None
    while (output := step(shown, interrupt)) is not None:
        interrupt = None
        try:
            sink.show(output)
        except KeyboardInterrupt as stopped:
            interrupt = stopped


def stoppable(outputs: Generator[Output], console: Console, *, stops: bool = True) -> Generator[Output]:
    """Yield a console's outputs; with `stops`, an interrupt that no command handles ends the line.

    The position is then shown.
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
        if not (stops and signals.is_signal(stopped)):
            raise
    finally:
        outputs.close()
    yield Text([STOPPED if console.bot_decides else "Stopped."])
    yield from console.position(changed=True)
