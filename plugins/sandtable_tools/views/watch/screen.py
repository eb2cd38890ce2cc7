"""Watches a save at a terminal: the full screen around a stepper."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from sandtable import styled
from sandtable_console import settings, takes_unicode, terminal, themes
from sandtable_pictures import Frame
from sandtable_tools.views.runs import merge_step, steps
from sandtable_tools.views.watch.rows import Row
from sandtable_tools.views.watch.stage import StepperStage
from sandtable_tools.views.watch.steps import Stepper

NAMES = {
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    Keys.ControlH: "backspace",
    Keys.SIGINT: "c-c",
}
"""Keys whose names in prompt_toolkit differ from those on the keyboard."""

ESCAPE_SECONDS = 0.05
"""How many seconds a terminal may take to send the rest of an escape sequence."""


def watch(frames: Iterable[Frame], title: str, to: int | None = None) -> None:
    """Show the steps of a save from line `to` on. Raises SandtableError if there is no such line."""
    Screen(Stepper([merge_step(step) for step in steps(frames)], title, to)).run()


class Screen:
    """Runs a stepper at a terminal: it reads keys, draws the screen, and keeps time."""

    def __init__(self, stepper: Stepper) -> None:
        self.stepper = stepper
        stepper.map.unicode = settings().map == "unicode" and takes_unicode()
        stepper.map.painted = themes.paints_background(settings().theme)
        self.stage = StepperStage(stepper)
        self._clock: asyncio.Task[None] | None = None
        bindings = KeyBindings()
        bindings.add(Keys.ControlZ)(lambda event: event.app.suspend_to_background())
        bindings.add(Keys.Any)(self._press)
        picture = FormattedTextControl(self._picture, show_cursor=False)
        self._application: Application[None] = Application(
            layout=Layout(Window(picture, always_hide_cursor=True)),
            key_bindings=bindings,
            full_screen=True,
            style=themes.style(settings().theme),
            color_depth=themes.color_depth(),
        )
        self._application.ttimeoutlen = ESCAPE_SECONDS

    def run(self) -> None:
        """Show the stepper until the viewer leaves or the terminal is gone."""
        with terminal.restore_modes(), suppress(EOFError):
            terminal.run(self._application)

    def _picture(self) -> StyleAndTextTuples:
        """Return the rows as styled text, without markup or escape sequences."""
        size = self._application.output.get_size()
        return fragments(self.stage.picture(max(size.columns, 1), max(size.rows, 1)))

    def _press(self, event: KeyPressEvent) -> None:
        pressed = event.key_sequence[0]
        if pressed.key == Keys.BracketedPaste:
            for char in pressed.data.strip() if self.stepper.asking else "":
                self.stepper.do(char)
        else:
            key = pressed.key
            self.stepper.do(NAMES.get(key, key.value) if isinstance(key, Keys) else key)
        if self.stepper.left:
            event.app.exit()
        # Restart the clock at the current speed, or stop it.
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if self.stepper.watching:
            self._clock = self._application.create_background_task(self._tick())

    async def _tick(self) -> None:
        while self.stepper.watching:
            await asyncio.sleep(1 / self.stepper.speed)
            self.stepper.tick()
            self._application.invalidate()


def fragments(rows: Iterable[Row]) -> StyleAndTextTuples:
    """Split rows into pieces, each with its style and the style of its role on the map."""
    parts: StyleAndTextTuples = []
    for row in rows:
        if row.new:
            for is_new, columns in groupby(range(len(row.text)), key=set(row.new).__contains__):
                first, *rest = columns
                text = styled.cut(row.text, first, first + len(rest) + 1)
                is_badge = is_new and any(
                    span.ground is None and span.role for span in styled.spans(text)
                )
                parts += themes.colour(
                    text, "bold underline" if is_badge else "bold" if is_new else row.style
                )
        else:
            parts += themes.colour(row.text, row.style)
        parts.append(("", "\n"))
    return parts[:-1]
