"""The keys of the screen, besides those that edit a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from sandtable_tools.screen.stage import KEYS, WITH_TEXT

if TYPE_CHECKING:
    from sandtable_tools.screen.full import Full

COLUMNS, ROWS = 6, 3
"""How far a key moves the map."""

WHEEL = 3
"""How many rows the wheel moves what is under it."""

ARROWS = {"left": (-COLUMNS, 0), "right": (COLUMNS, 0), "up": (0, -ROWS), "down": (0, ROWS)}


def bindings(full: Full) -> KeyBindings:  # noqa: C901 (a function for each key)
    """All of them, for a screen."""
    keys, stage = KeyBindings(), full.stage
    reading = Condition(lambda: stage.page is not None)
    covered = Condition(lambda: bool(stage.cover))

    def function_key(name: str, line: str) -> None:
        @keys.add(name.lower(), filter=~covered)
        def _(event: KeyPressEvent) -> None:
            text = event.app.current_buffer.text
            if not line:
                full.look_at_map()
            elif line.partition(" ")[0] in full.console.commands:
                full.keep(text)
                event.app.exit(result=f"{line} {text}".strip() if line in WITH_TEXT else line)

    def arrow(name: str) -> None:
        @keys.add(Keys.Escape, name, filter=~covered)
        def _(event: KeyPressEvent) -> None:  # noqa: ARG001
            full.scroll_map(*ARROWS[name])

    for name, _, line in KEYS:
        function_key(name, line)
    for name in ARROWS:
        arrow(name)

    @keys.add(Keys.ControlC)
    def _(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt, style="")

    @keys.add(Keys.SIGINT)
    def _(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt, style="")

    @keys.add(Keys.ControlD, filter=Condition(lambda: not full.terminal.buffer.text))
    def _(event: KeyPressEvent) -> None:
        event.app.exit(exception=EOFError, style="")

    @keys.add(Keys.ControlZ)
    def _(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    @keys.add(Keys.ControlL)
    def _(event: KeyPressEvent) -> None:
        event.app.renderer.clear()

    @keys.add(Keys.Escape)
    def _(event: KeyPressEvent) -> None:  # noqa: ARG001
        full.close_page()

    @keys.add(Keys.PageDown)
    def _(event: KeyPressEvent) -> None:  # noqa: ARG001
        full.turn_page(1)

    @keys.add(Keys.PageUp)
    def _(event: KeyPressEvent) -> None:  # noqa: ARG001
        full.turn_page(-1)

    @keys.add(Keys.Down, filter=reading)
    def _(event: KeyPressEvent) -> None:  # noqa: ARG001
        full.scroll_page(1)

    @keys.add(Keys.Up, filter=reading)
    def _(event: KeyPressEvent) -> None:  # noqa: ARG001
        full.scroll_page(-1)

    return keys


def use_mouse(full: Full, event: MouseEvent) -> None:
    """What the mouse does on the rows above the line."""
    place = event.position
    if event.event_type is MouseEventType.SCROLL_DOWN:
        full.roll(WHEEL, place.x, place.y)
    elif event.event_type is MouseEventType.SCROLL_UP:
        full.roll(-WHEEL, place.x, place.y)
    elif event.event_type is MouseEventType.MOUSE_UP:
        full.click(place.x, place.y)
