"""The keys of the screen, other than those that edit a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys

from sandtable_tools.screen.rows import ALL_ROWS
from sandtable_tools.screen.stage import KEYS

if TYPE_CHECKING:
    from sandtable_tools.screen.full import FullScreen

COLUMNS, ROWS = 6, 3
"""The columns or rows that a key moves the map."""

Handler: TypeAlias = Callable[[KeyPressEvent], object]

ARROWS = {"left": (-COLUMNS, 0), "right": (COLUMNS, 0), "up": (0, -ROWS), "down": (0, ROWS)}


def bindings(full: FullScreen) -> KeyBindings:
    """Return the key bindings of a screen."""
    keys, stage = KeyBindings(), full.stage
    reading = Condition(lambda: stage.page is not None)
    open_to_all = Condition(lambda: stage.alone is None)
    asked = Condition(lambda: full.console.pending is not None)
    empty = Condition(lambda: not full.terminal.buffer.text)
    for name, _, line in KEYS:
        keys.add(name.lower(), filter=open_to_all)(_do_line(full, line))
    for name, (columns, rows) in ARROWS.items():
        keys.add(Keys.Escape, name, filter=open_to_all)(_change_view(full.scroll_map, columns, rows))
    for key, step in (("+", 1), ("=", 1), ("-", -1)):
        keys.add(Keys.Escape, key, filter=open_to_all)(_change_view(stage.map.zoom_by, step))
    for key in (Keys.ControlC, Keys.SIGINT):
        keys.add(key)(_leave_with(KeyboardInterrupt))
    keys.add(Keys.BracketedPaste)(_paste(full))
    keys.add(Keys.Vt100MouseEvent)(_guard_report())
    keys.add(Keys.ControlD, filter=empty)(_leave_with(EOFError))
    keys.add(Keys.ControlZ)(lambda event: event.app.suspend_to_background())
    keys.add(Keys.ControlL)(lambda event: event.app.renderer.clear())
    keys.add(Keys.Escape)(_change_view(full.close_page))
    keys.add(Keys.Escape, filter=asked)(lambda event: event.app.exit(result=""))
    for key, way in ((Keys.PageDown, 1), (Keys.PageUp, -1)):
        keys.add(key)(_change_view(full.turn_page, way))
    for key, way in ((Keys.Down, 1), (Keys.Up, -1), (Keys.End, ALL_ROWS), (Keys.Home, -ALL_ROWS)):
        on = reading if abs(way) < ALL_ROWS else reading & empty
        keys.add(key, filter=on)(_change_view(lambda n: stage.page and stage.page.scroll(n), way))
    return keys


def _guard_report() -> Handler:
    """Handle mouse reports, ignoring any that a bad connection has cut short."""
    (report, *_) = load_mouse_bindings().get_bindings_for_keys((Keys.Vt100MouseEvent,))

    def handle(event: KeyPressEvent) -> object:
        try:
            return report.handler(event)
        except (ValueError, IndexError, KeyError):
            return NotImplemented

    return handle


def _paste(full: FullScreen) -> Handler:
    """Handle a paste: run its complete rows, and keep the rest for the next line."""

    def handle(event: KeyPressEvent) -> None:
        text = event.data.replace("\r\n", "\n").replace("\r", "\n")
        rows, newline, rest = text.rpartition("\n")
        event.current_buffer.insert_text(rows if newline else rest)
        if newline:
            full.keep(rest)
            event.current_buffer.validate_and_handle()

    return handle


def _do_line(full: FullScreen, line: str) -> Handler:
    """Handle a key that runs a line and keeps a half-typed one; without a line, show the map.

    If the line ends in a space, it is only begun, and the player types the rest. Pressing the key again
    closes the answer.
    """

    def handle(event: KeyPressEvent) -> None:
        text, page = event.app.current_buffer.text, full.stage.page
        if not line:
            full.look_at_map()
        elif line.endswith(" "):
            if full.stage.can_run(line):
                event.app.current_buffer.document = Document(
                    line + text.removeprefix(line[:-1]).lstrip()
                )
        elif page is not None and page.title == line:
            full.close_page()
        elif full.stage.can_run(line):
            full.keep(text)
            event.app.exit(result=f"{line} {text}".strip() if line == "?" else line)

    return handle


def _change_view(function: Callable[..., object], *arguments: int) -> Handler:

    def handle(event: KeyPressEvent) -> None:  # noqa: ARG001 (prompt_toolkit gives it)
        function(*arguments)

    return handle


def _leave_with(error: type[BaseException]) -> Handler:
    """Handle a key that makes reading a line raise an error."""

    def handle(event: KeyPressEvent) -> None:
        event.app.exit(exception=error, style="")

    return handle
