"""The terminal of a stage: it takes keys and the mouse, and shows the picture."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from io import StringIO
from typing import Any

from prompt_toolkit.application import Application, get_app_session
from prompt_toolkit.application.current import get_app, set_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import (
    BufferControl,
    Container,
    Dimension,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.layout.screen import Screen, WritePosition
from prompt_toolkit.mouse_events import MouseEvent
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.renderer import Renderer
from prompt_toolkit.styles import Attrs, Style

from sandtable.tooling import printing
from sandtable_console import terminal, themes
from sandtable_tools.screen.rows import Row
from sandtable_tools.screen.stage import Stage

ESCAPE_SECONDS = 0.05
"""How long to wait for the rest of a key's escape sequence, in seconds."""

SEQUENCE_SECONDS = 0.3
"""How long Escape waits for another key, which would make it Alt, in seconds."""

BELOW = 1
"""The number of rows below the input line."""


def _code(attributes: Attrs, depth: ColorDepth) -> str:
    """Return the control sequence that prompt_toolkit writes for a style's attributes."""
    written = StringIO()
    output = Vt100_Output(written, lambda: Size(1, 1))
    output.set_attributes(attributes, depth)
    output.flush()
    return written.getvalue()


class HeldRenderer(Renderer):
    """A renderer that keeps its screen between two lines, until `release` restores the terminal.

    This avoids flicker, and the picture stays while a bot is thinking.
    """

    held = True
    codes: dict[str, str]
    """The control sequence of each style, cached because making one is slow."""
    pictures: Sequence[RowsControl] = ()
    """The rows above and below the input line; prompt_toolkit draws only the line itself."""

    def reset(self, _scroll: bool = False, leave_alternate_screen: bool = True) -> None:
        if self._in_alternate_screen and leave_alternate_screen and not self.held:
            self.output.enable_autowrap()  # rows are drawn with it off
        if not (self.held and leave_alternate_screen and self._in_alternate_screen):
            super().reset(_scroll, leave_alternate_screen)

    def render(self, app: Application[Any], layout: Layout, is_done: bool = False) -> None:
        if self.held and (is_done or app.is_done):
            return  # prompt_toolkit would draw a typed-ahead line on a screen of no rows
        anew = self._last_screen is None or self._last_size != self.output.get_size()
        super().render(app, layout, is_done)
        changed = [
            (picture.top + place, cells)
            for picture in self.pictures
            for place, cells in enumerate(picture.drawn)
            if anew or picture.before[place : place + 1] != [cells]
        ]
        if changed and self._attrs_for_style is not None:
            self._write(changed, app.color_depth, self._attrs_for_style)

    def _write(
        self, rows: Iterable[tuple[int, Row]], depth: ColorDepth, attributes: Mapping[str, Attrs]
    ) -> None:
        """Write whole rows and put the cursor back."""
        output = self.output
        output.hide_cursor()
        output.disable_autowrap()
        at_once, codes = isinstance(output, Vt100_Output), self.codes  # writing cell by cell is slow
        for y, cells in rows:
            output.cursor_goto(y + 1, 1)
            if at_once:
                for style in {style for style, _ in cells} - codes.keys():
                    codes[style] = _code(attributes[style], depth)
                row = [codes[style] + text.replace("\x1b", "?") for style, text in cells]
                output.write_raw("".join(row))
                continue
            for style, text in cells:
                output.set_attributes(attributes[style], depth)
                output.write(text)
        output.reset_attributes()
        self._last_style = None
        output.cursor_goto(self._cursor_pos.y + 1, self._cursor_pos.x + 1)
        output.show_cursor()
        output.flush()

    def request_absolute_cursor_position(self) -> None:
        """Do nothing, since the renderer uses the whole screen."""
        self._min_available_height = self.output.get_size().rows

    def erase(self, leave_alternate_screen: bool = True) -> None:
        """Leave the screen to another program, as after Ctrl-Z."""
        was_held, self.held = self.held, self.held and not leave_alternate_screen
        super().erase(leave_alternate_screen)
        self.held = was_held

    def clear(self) -> None:
        """Rewrite every cell of this screen; the normal screen stays unchanged."""
        if self._in_alternate_screen:
            self.reset(leave_alternate_screen=False)
            self.output.erase_screen()
            self.output.cursor_goto(0, 0)
            self.output.flush()
            self.request_absolute_cursor_position()

    def release(self) -> None:
        """Restore the terminal until the next picture."""
        self.held = False
        self.reset()
        self.held = True


class RowsControl(Container):
    """Full-width rows drawn by a function, which may handle the mouse.

    The renderer writes only rows that differ from those drawn `before`; the first is row `top`.
    """

    def __init__(
        self,
        rows: Callable[[int, int], list[Row]],
        mouse: Callable[[MouseEvent], None] | None = None,
        height: int | None = None,
    ) -> None:
        self.rows = rows
        self.mouse = mouse
        self.height = height
        self.top = 0
        self.before: list[Row] = []
        self.drawn: list[Row] = []

    def reset(self) -> None:
        """Do nothing, since nothing here depends on the line."""

    def preferred_width(self, max_available_width: int) -> Dimension:  # noqa: ARG002
        return Dimension()

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:  # noqa: ARG002
        return Dimension.exact(self.height) if self.height is not None else Dimension()

    def get_children(self) -> list[Container]:
        return []

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,  # noqa: ARG002
        erase_bg: bool,  # noqa: ARG002
        z_index: int | None,  # noqa: ARG002
    ) -> None:
        top, width, height = write_position.ypos, write_position.width, write_position.height
        screen.height, screen.width = max(screen.height, top + height), max(screen.width, width)
        self.top, self.before, self.drawn = top, self.drawn, self.rows(width, height)[:height]
        if self.mouse is not None:
            for y in range(top, top + height):  # whole rows, since setting cell by cell is slow
                mouse_handlers.mouse_handlers[y] = defaultdict(lambda: self._use_mouse)

    def _use_mouse(self, event: MouseEvent) -> None:
        if self.mouse is not None:
            self.mouse(event)


class _Entry(Buffer):
    """The input line, which loads its history only while a line is read."""

    def load_history_if_not_yet_loaded(self) -> None:
        if get_app().is_running:
            super().load_history_if_not_yet_loaded()


class _Words(Completer):
    """Offers the words that may come next."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 (prompt_toolkit calls it by name)
    ) -> Iterable[Completion]:
        for candidate in self.stage.choices.words(document.text_before_cursor):
            yield Completion(candidate.word, -candidate.replaces)


class _Application(Application[str]):
    """An application whose errors end the line instead of filling the screen with a traceback."""

    def _handle_exception(self, loop: AbstractEventLoop, context: dict[str, Any]) -> None:  # noqa: ARG002
        if self.future is not None and not self.future.done():
            self.exit(exception=context.get("exception") or RuntimeError(str(context["message"])))


class Terminal:
    """The screen from its first picture until it is closed; it also reads lines."""

    def __init__(
        self,
        stage: Stage,
        keys: KeyBindings,
        mouse: Callable[[MouseEvent], None],
        style: Style,
        *,
        vi: bool = False,
    ) -> None:
        self.stage = stage
        self.prompt = ""
        self.buffer = _Entry(completer=_Words(stage), multiline=False, accept_handler=self._accept)
        self._kept: list[Any] | None = None
        self._written_on = False
        """Whether other code has written on the screen since the last picture."""
        prompt = BeforeInput(lambda: [("class:prompt", printing.escape(self.prompt)), ("", " ")])
        entry = BufferControl(self.buffer, input_processors=[prompt])
        above, below = RowsControl(self._above, mouse), RowsControl(self._below, height=BELOW)
        self._line = Window(entry, height=1)
        body = HSplit([above, self._line, below])
        self.app = _Application(
            Layout(body, entry),
            style=style,
            color_depth=themes.color_depth(),
            key_bindings=keys,
            full_screen=True,
            mouse_support=True,
            editing_mode=EditingMode.VI if vi else EditingMode.EMACS,
        )
        self.app.ttimeoutlen = ESCAPE_SECONDS
        self.app.timeoutlen = SEQUENCE_SECONDS
        self.renderer = HeldRenderer(style, self.app.output, full_screen=True, mouse_support=True)
        self.renderer.pictures, self.renderer.codes = (above, below), {}
        self.app.renderer = self.renderer

    def _text(self) -> str:
        return self.buffer.document.text_before_cursor

    def _above(self, width: int, height: int) -> list[Row]:
        return self.stage.above(self._text(), width, height)

    def _below(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        return self.stage.below(self._text(), width)

    def _accept(self, buffer: Buffer) -> bool:
        self.app.exit(result=buffer.text)
        return False

    def read(self, prompt: str, history: History | None = None, text: str = "") -> str:
        """Read a line, which starts as `text`.

        Raises KeyboardInterrupt for Ctrl-C, and EOFError for Ctrl-D and at the end of input.
        """
        self.prompt = prompt
        self.buffer.history = history or InMemoryHistory()
        self.buffer.reset(Document(text))
        self._clear_if_written_on()
        try:
            return terminal.run(self.app)
        finally:
            self._silence_keys()  # or keys typed before the next picture would be echoed

    def draw(self) -> None:
        """Draw the current picture, while no line is read."""
        self._silence_keys()
        self._clear_if_written_on()
        with set_app(self.app):
            self.renderer.render(self.app, self.app.layout)

    def move_below(self) -> None:
        """Let other code write and ask below the last line, until the next picture."""
        self._written_on = True
        self._restore_keys()
        self.app.output.write_raw("\r\n")
        self.app.output.flush()

    def lend(self) -> None:
        """Restore the terminal for other code, until the next picture."""
        self.renderer.release()
        self._restore_keys()

    def _clear_if_written_on(self) -> None:
        self._line.horizontal_scroll = 0  # an earlier, long line may have scrolled it
        if self._written_on:
            self._written_on = False
            self.renderer.clear()

    def size(self) -> tuple[int, int]:
        """Return the columns and rows of the terminal."""
        size = self.app.output.get_size()
        return size.columns, size.rows

    def room(self) -> tuple[int, int]:
        """Return the columns and rows above the input line."""
        width, height = self.size()
        return width, max(height - 1 - BELOW, 1)

    def close(self) -> None:
        """Restore the terminal, unless it is gone."""
        with suppress(OSError, ValueError):
            self.renderer.release()
        self._restore_keys()

    def _restore_keys(self) -> None:
        terminal.set_modes(get_app_session().input.fileno(), self._kept)
        self._kept = None

    def _silence_keys(self) -> None:
        """Make the terminal keep keys for the next line without echo; Ctrl-C still interrupts."""
        if self._kept is None:
            self._kept = terminal.switch_modes(
                get_app_session().input.fileno(),
                off=["ECHO", "ICANON"],
                on=["NOFLSH"],  # or Ctrl-C would drop what was typed ahead
                no_keys=["VSUSP"],
            )
