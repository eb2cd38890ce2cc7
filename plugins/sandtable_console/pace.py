"""The pace at which a terminal shows the moves of bots."""

from __future__ import annotations

from typing import Protocol

from sandtable_console import keys

HURRY = "-- any key: all at once --"

STEP = "-- Enter: the next move, q: all at once --"


class Shows(Protocol):
    """Anything that can show a line for a while: a pager or a screen."""

    def transient(self, text: str, seconds: float | None) -> str:
        """Show a line until a key is pressed or the seconds are over; return the key."""
        ...


class Pace:
    """Waits after each move of a bot, unless the player skips that; `begin` starts it again.

    `pause` is in seconds, or ``none``, or ``step`` to wait for a key.
    """

    def __init__(self, pause: float | str, pager: Shows) -> None:
        self.pause = None if pause == "step" else 0.0 if pause == "none" else float(pause)
        self.pager = pager
        self._hurried = False

    def begin(self) -> None:
        """Start again to wait after moves."""
        self._hurried = False

    def hurry(self) -> None:
        """Show the rest at once."""
        self._hurried = True

    def wait(self) -> None:
        """Give the player time to read; a key, or something typed ahead, ends that.

        Raises KeyboardInterrupt for Ctrl-C.
        """
        if self._hurried or self.pause == 0:
            return
        if keys.waiting():
            self._hurried = True
            return
        try:
            key = self.pager.transient(STEP if self.pause is None else HURRY, self.pause)
        except EOFError:
            key = keys.ENOUGH[-1]
        if not keys.leaves_out(key) and keys.begins_a_line(key):
            keys.give_back(key)
        self._hurried = bool(key) and (self.pause is not None or key not in keys.ON)
