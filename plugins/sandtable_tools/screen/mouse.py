"""The mouse: the wheel scrolls or zooms, a click shows an item, and a second click types its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from sandtable import SandtableError
from sandtable_console import items

if TYPE_CHECKING:
    from sandtable_tools.screen.full import FullScreen

WHEEL_ROWS = 3
"""The rows that one step of the wheel scrolls."""

MOST_LINES = 4
"""The maximum lines of details that a click shows."""


class Mouse:
    """The mouse above the input line."""

    def __init__(self, full: FullScreen) -> None:
        self.full = full
        self.stage = full.stage
        self._clicked = ""
        """The name of the item clicked last."""

    def use(self, event: MouseEvent) -> None:
        """Handle a turn of the wheel or a click."""
        x, y = event.position.x, event.position.y
        turns = {MouseEventType.SCROLL_DOWN: 1, MouseEventType.SCROLL_UP: -1}
        if way := turns.get(event.event_type):
            page = self.stage.page
            if page is not None:
                page.scroll(way * WHEEL_ROWS)
            elif self.stage.picture.contains(x, y):
                if self.full.session.scenario.game.has_map:
                    self.stage.map.zoom_by(-way)
                else:
                    self.full.scroll_map(0, way * WHEEL_ROWS)
        elif event.event_type is MouseEventType.MOUSE_UP:
            self._click(x, y)

    def _click(self, x: int, y: int) -> None:
        """Show details of the item in a cell; at a second click, type its name."""
        name = self._name_at(x, y)
        if not name:
            return
        if name == self._clicked and self.stage.message:
            buffer = self.full.terminal.buffer
            gap = "" if not buffer.text or buffer.text.endswith(" ") else " "
            buffer.insert_text(f"{gap}{name} ")
            return
        self._clicked = name
        console = self.full.console
        display = console.display
        width, display.width = display.width, self.full.terminal.size()[0]
        try:
            shown = console.commands["show"].run(console, name)
            lines = [line for line in shown if isinstance(line, str)]
        except (SandtableError, KeyError):
            return
        finally:
            display.width = width
        self.stage.message = [("reply", line) for line in lines[:MOST_LINES]]

    def _name_at(self, x: int, y: int) -> str:
        """Return the name of the space in a cell of the map, or of the item named in a row."""
        stage, area = self.stage, self.stage.picture
        if stage.alone:
            return ""
        if self.full.session.scenario.game.has_map and area.contains(x, y):
            return stage.map.space_at(x - area.x, y - area.y)
        line = "".join(text for _, text in stage.drawn[y])
        names = {}
        for item in items(self.full.console):
            for called in filter(None, (item.title, item.name)):
                for place in re.finditer(re.escape(called), line, re.IGNORECASE):
                    if place.start() <= x < place.end():
                        names[len(called)] = item.name
        return names[max(names)] if names else ""
