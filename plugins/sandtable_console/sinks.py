"""All sinks, built-in and from plugins, collected through one hook."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from shutil import get_terminal_size
from typing import Any, TypeVar, cast

from sandtable import SandtableError, UnknownName, hookimpl, listing
from sandtable.tooling import Catalog, Guard, catalog, resolve
from sandtable_console import hooks
from sandtable_console.commands import import_on_call
from sandtable_console.console import Console
from sandtable_console.outputs import News, Output, Text
from sandtable_console.sink import Guide, GuideMaker, Maker, Sink, SinkContext, close_sink

T = TypeVar("T")

AUTO = "auto"
"""The default of the setting `screen`: fill a large terminal."""

FULL = "full"
"""The sink that fills the terminal, which a tool provides."""

LARGE = (80, 20)
"""The columns and rows from which a terminal is large."""

NAME = "the table"
"""The name under which the built-in sinks are registered."""


@hookimpl
def sinks() -> Mapping[str, Maker]:
    """Return the built-in sinks: `scroll` for terminals, `plain` without one, `json` for programs."""
    plain = import_on_call("sandtable_console.plain", "Plain")
    programs = import_on_call("sandtable_console.json_lines", "JsonLines")
    return {"scroll": _make_scroll, "plain": plain, "json": programs}


def _make_scroll(console: Console, context: SinkContext) -> Sink:
    from sandtable_console.scroll import Scroll  # noqa: PLC0415 (slow to import)

    return Scroll(console, context.settings)


def all_makers(plugins: Catalog) -> dict[str, tuple[str, Maker]]:
    """Return all sinks by name, each with its plugin's key and its maker."""
    plugins.listeners.register(sys.modules[__name__], NAME)
    makers: dict[str, tuple[str, Maker]] = {}
    for key, brought in sorted(plugins.ask(hooks.sinks, Mapping), key=lambda answer: answer.key != NAME):
        for name, maker in brought.items():
            makers.setdefault(name, (key, maker))
    return makers


def guide_of(game: str, *, again: bool = False) -> Guide:
    """Return a game's guide, from the start or where the player left off. Raises UnknownName."""
    makers: dict[str, GuideMaker] = {}
    for _, brought in catalog().ask(hooks.guides, Mapping):
        makers = {**brought, **makers}
    if game not in makers:
        raise UnknownName(f"{game} has no lesson; these games do: {listing([*makers]) or 'none'}")
    return makers[game](again)


def make_sink(name: str, console: Console, context: SinkContext) -> Sink:
    """Make a sink by name; if there is none, make `scroll` and report the problem.

    With real dice, which are typed line by line, AUTO also means `scroll`.
    """
    plugins = console.session.plugins
    makers = all_makers(plugins)
    if name == AUTO:
        size = get_terminal_size()
        fills = FULL in makers and not console.session.header.typed_in
        if fills and (size.columns < LARGE[0] or size.lines < LARGE[1]):
            return cast(Sink, _GrowingSink(console, context))
        name = FULL if fills else "scroll"
    try:
        key, maker = makers[resolve("screen", name, makers)]
    except SandtableError as error:
        plugins.problems.append(f"{error}; the screen scroll is used instead")
        return _make_scroll(console, context)
    return maker(console, context) if key == NAME else _GuardedSink(key, name, maker, console, context)


class _GrowingSink:
    """The sink `scroll`, until the terminal becomes large and the full screen takes over."""

    def __init__(self, console: Console, context: SinkContext) -> None:
        self._console = console
        self._context = context
        scroll = cast(Any, _make_scroll(console, context))
        scroll.outgrown = LARGE
        self._sink: Any = scroll

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sink, name)

    def read(self) -> str | None:
        """Return the next line."""
        from sandtable_console import keys  # noqa: PLC0415 (slow to import)
        from sandtable_console.scroll import Outgrown  # noqa: PLC0415 (likewise)

        try:
            return _read_line(self._sink)
        except Outgrown as outgrown:
            typed, note = outgrown.args
        kept_free, self._sink = self._sink.page.kept_free, make_sink(FULL, self._console, self._context)
        if kept_free:
            self._sink.lead(kept_free)
        self._sink.show(News(self._console.display.catch_up(self._sink.recent)))
        for output in (*self._console.position(), Text(note, "note")):
            self._sink.show(output)
        for key in reversed(typed):
            keys.give_back(key)
        return _read_line(self._sink)


class _GuardedSink:
    """A plugin's sink; if it fails, the plugin is named and `scroll` takes over."""

    def __init__(
        self, key: str, name: str, maker: Maker, console: Console, context: SinkContext
    ) -> None:
        self._key = key
        self._name = name
        self._console = console
        self._context = context
        self._sink: Sink | None = None
        self._sink = self._ask(lambda sink: sink or maker(console, context))
        self._ask(lambda sink: (sink.show, sink.read, sink.lead, sink.stops, sink.recent))

    def _ask(self, ask: Callable[[Any], T]) -> T:
        """Return the sink's answer, or that of `scroll` after the first failure."""

        def failure(error: BaseException) -> SandtableError | None:
            if isinstance(error, SandtableError):
                return error
            listeners = self._console.session.plugins.listeners
            listeners.leave_out(self._key, f"its screen {self._name}", error)
            return None

        with Guard(failure):
            return ask(self._sink)
        with Guard(lambda _: None):  # it has failed already
            close_sink(self._sink)
        self._sink = _make_scroll(self._console, self._context)
        for output in self._console.position():
            self._sink.show(output)
        return ask(self._sink)

    def show(self, output: Output) -> None:
        """Show an output."""
        self._ask(lambda sink: sink.show(output))

    def read(self) -> str | None:
        """Return the next line."""
        return self._ask(_read_line)

    def close(self) -> None:
        """Let the sink, if there is one, restore the terminal."""
        if self._sink is not None:
            self._ask(close_sink)

    @property
    def stops(self) -> bool:
        """Whether an interrupt stops only the current line."""
        return bool(self._ask(lambda sink: sink.stops))

    @property
    def recent(self) -> int:
        """The number of earlier lines of events to show when a game is resumed."""
        return self._ask(lambda sink: int(sink.recent))

    def lead(self, rows: int) -> None:
        """Keep rows free below the position for a guide's note."""
        self._ask(lambda sink: sink.lead(rows))


def _read_line(sink: Sink) -> str | None:
    line = sink.read()
    if not isinstance(line, str | None):
        raise TypeError(f"a sink must read a string or None, not {line!r}")
    return line
