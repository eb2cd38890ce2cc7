"""How fast the moves of bots are told at a terminal."""

from __future__ import annotations

from typing import Protocol

from sandtable.prompt import keys

HURRY = "-- any key: all at once --"

STEP = "-- Enter: the next move, q: all at once --"


class Shows(Protocol):
    """What can show a line for a while: a pager, a screen."""

    def transient(self, text: str, seconds: float | None) -> str:
        """Show a line until a key is pressed or the seconds are over; the key."""
        ...


class Pace:
    """Waits after a bot's move, until a player hurries it; `begin` is called when he is asked again.

    `pause` is in seconds, or ``none``, or ``step`` for one that waits for a key.
    """

    def __init__(self, pause: float | str, pager: Shows) -> None:
        self.pause = None if pause == "step" else 0.0 if pause == "none" else float(pause)
        self.pager = pager
        self._hurried = False

    def begin(self) -> None:
        """Take the time again."""
        self._hurried = False

    def hurry(self) -> None:
        """Tell the rest at once."""
        self._hurried = True

    def wait(self) -> None:
        """Give a player the time to read; a key, and what was typed ahead, end that.

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
