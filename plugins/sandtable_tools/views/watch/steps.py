"""Steps through the frames of a save, key by key; needs no terminal."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from sandtable import SandtableError, UnknownName
from sandtable.tooling import match, nearest_to, no_such, resolve
from sandtable_console import with_words
from sandtable_pictures import Frame
from sandtable_tools.views.watch.frame_map import FrameMap
from sandtable_tools.views.watch.rows import Pane

ANY_WIDTH = 80
"""The width at which a map is drawn only to find out whether there is one."""

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The speeds of automatic play, in frames a second."""

MOST_LETTERS = 60
"""The most typed characters that are kept."""

Kind = Literal["line", "turn", "bookmark"]
"""The kinds of places that a viewer can name."""


class Places:
    """The indices of frames, from 0; a line without a frame is shown by the next frame.

    `turn_starts` are the frames at which a turn begins, `marks` those with a note or a bookmark.
    """

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.frames = frames
        self.last = len(frames) - 1
        turns = ["", *(frame.turn for frame in frames)]
        self.turn_starts = [k for k, frame in enumerate(frames) if not k or frame.turn != turns[k]]
        self.marks = [k for k, frame in enumerate(frames) if frame.note]
        self._lines = [frame.n for frame in frames]
        self._bookmarks = {frame.bookmark: k for k, frame in enumerate(frames) if frame.bookmark}
        self._turns = list(dict.fromkeys(filter(None, (turn.lower() for turn in turns))))

    def names(self, kind: Kind) -> Sequence[str]:
        """Return the names of all lines, turns or bookmarks; turns in lower case."""
        return {
            "line": list(map(str, self._lines)),
            "turn": self._turns,
            "bookmark": list(self._bookmarks),
        }[kind]

    def matches(self, kind: Kind, typed: str) -> Sequence[str]:
        """Return the names that typed words can mean, or all names for no words."""
        names = self.names(kind)
        if not typed.strip("@ "):
            return names
        return with_words(typed, names) if kind == "turn" else match(typed.removeprefix("@"), names)

    def line(self, typed: str) -> int:
        """Return the index of a line, by its number. Raises UnknownName."""
        number = int(typed) if typed.isdecimal() and len(typed) < MOST_LETTERS else 0
        if 1 <= number <= self._lines[-1]:
            return bisect_left(self._lines, number)
        raise UnknownName(f'no line "{typed}"; choose from 1 to {self.frames[-1].n}')

    def bookmark(self, typed: str) -> int:
        """Return the index of the last bookmark with a name. Raises UnknownName and AmbiguousName."""
        return self._bookmarks[resolve("bookmark", typed.removeprefix("@"), self._bookmarks)]

    def turn(self, typed: str) -> list[int]:
        """Return the indices where a turn of this name begins, at least one. Raises UnknownName.

        A campaign has a turn 3 in every mission, and an undo can begin a turn again.
        """
        names = with_words(typed, self._turns)
        if not names:
            parts = dict.fromkeys(part for turn in self._turns for part in turn.split(", "))
            if nearest_to(typed, parts):
                raise UnknownName(no_such("turn", typed, parts))
            raise UnknownName(f'no turn "{typed}"; choose from {self._turns[0]} to {self._turns[-1]}')
        return [place for place in self.turn_starts if self.frames[place].turn.lower() in names]


class Stepper:
    """A place in the frames of a save, and what each key does there.

    `place` counts from 0; `to` is the line to start at. While `watching`, the save plays by itself: call
    `tick` `speed` times a second. `left` is set when the viewer leaves. The code that draws the panes
    fills them. Raises SandtableError if there is no frame, or no line `to`.
    """

    def __init__(self, frames: Sequence[Frame], title: str = "", to: int | None = None) -> None:
        if not frames:
            raise SandtableError("there is no line to watch")
        self.frames, self.title = frames, title
        self.places = Places(frames)
        self.place = 0 if to is None else self.places.line(str(to))
        self.speed = 1.0
        self.watching = self.helping = self.left = False
        self.asking: Kind | None = None
        self.typed = self.answer = ""
        self.board, self.events, self.help = Pane(), Pane(), Pane()
        self.map = FrameMap(frames)
        self.has_map = bool(frames[0].drawer and frames[0].drawer.map(ANY_WIDTH))
        self.hides_map = False
        """Whether the viewer asked for the list of units in place of the map."""
        self.beside = False
        """Whether the list of units is next to the map."""

    @property
    def frame(self) -> Frame:
        """The current frame."""
        return self.frames[self.place]

    def do(self, key: str) -> str:
        """Do what a character or a named key means (``left``); return a line for the viewer."""
        self.answer = ""
        if self.asking and key not in LEAVING_KEYS:
            self._type(key)
        elif self.helping and key not in LEAVING_KEYS | SCROLLING_KEYS:
            self.helping = False
        elif key in BY_KEY:
            BY_KEY[key].run(self)
            if self.asking == "line":
                self._type(key)  # the number's first digit
        else:
            self.answer = f"{key} does nothing here; ? lists the keys"
        return self.answer

    def tick(self) -> None:
        """Go to the next frame, if the save is playing and the viewer is not typing or reading help."""
        if not self.watching or self.asking or self.helping:
            return
        self.answer = ""
        self._show(min(self.place + 1, self.places.last))
        if self.place == self.places.last:
            self.watching, self.answer = False, "This is the last line."

    # Moving through the save.

    def go(self, place: int) -> None:
        """Go to a place, if it exists, and stop automatic play."""
        self.watching = False
        if 0 <= place < len(self.frames):
            self._show(place)
        else:
            self.answer = f"This is the {'first' if place < 0 else 'last'} line."

    def _show(self, place: int) -> None:
        self.place = place
        self.events.first = 0

    def leap(self, places: Sequence[int], what: str, *, forward: bool) -> None:
        """Go to the next of some places, or the previous one."""
        after = [place for place in places if place > self.place]
        before = [place for place in places if place < self.place]
        self.watching = False
        if after if forward else before:
            self.go(after[0] if forward else before[-1])
        else:
            self.answer = f"There is no {what} {'after' if forward else 'before'} this line."

    def leap_turn(self, *, forward: bool) -> None:
        """Go to the start of the next turn, or back to the start of this one or the one before."""
        if self.places.names("turn"):
            self.leap(self.places.turn_starts, "other turn", forward=forward)
        else:
            self.answer = NO_SUCH_PLACES.format("turn")

    def leap_mark(self, *, forward: bool) -> None:
        """Go to the next or the previous bookmark or note."""
        self.leap(self.places.marks, "bookmark or note", forward=forward)

    # Typing a place to go to.

    def ask(self, kind: Kind) -> None:
        """Ask for a ``line``, a ``turn`` or a ``bookmark``, unless the save has none."""
        self.watching = False
        if self.places.names(kind):
            self.asking, self.typed = kind, ""
        else:
            self.answer = NO_SUCH_PLACES.format(kind)

    def _type(self, key: str) -> None:
        if key == "enter":
            self._find()
        elif key == "escape" or (key == "backspace" and not self.typed):
            self.asking = None
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif len(key) == 1 and key.isprintable():
            self.typed = (self.typed + key)[:MOST_LETTERS]

    def _find(self) -> None:
        """Go to the place that was typed, or answer why that fails."""
        find = {"line": self.places.line, "turn": self._turn, "bookmark": self.places.bookmark}
        kind, typed, self.asking = self.asking or "line", self.typed.strip(), None
        try:
            if typed:
                self.go(find[kind](typed))
        except SandtableError as error:
            self.answer = str(error)

    def _turn(self, typed: str) -> int:
        """Return the next start of that turn; after the last one, the first."""
        places = self.places.turn(typed)
        place = next((place for place in places if place > self.place), places[0])
        if len(places) > 1:
            number = f"{places.index(place) + 1} of {len(places)}"
            self.answer = f'{number} that match "{typed}"; ask again for the next'
        return place

    # Scrolling, automatic play, help.

    def scroll(self, by: int, *, pages: bool = False) -> None:
        """Scroll down through the events and then the board, or up again."""
        panes = [self.help] if self.helping else [self.events]
        if not self.helping:
            panes += [self.board] * (self.beside or not self.shows_map)
        for pane in panes if by > 0 else reversed(panes):
            if pane.move(by * max(pane.height - 1, 1) if pages else by):
                return
        self.answer = f"There is nothing more {'below' if by > 0 else 'above'}."

    @property
    def shows_map(self) -> bool:
        """Whether the map is on the screen."""
        return self.has_map and not self.hides_map

    def list_units(self) -> None:
        """Show the list of units instead of the map, or the map again."""
        if self.has_map:
            self.hides_map = not self.hides_map
        else:
            self.answer = "This game has no map; its board is shown."

    def watch(self) -> None:
        """Start or stop automatic play."""
        if not self.watching and self.place == self.places.last:
            self.answer = "This is the last line; g goes to the first."
        else:
            self.watching = not self.watching

    def change_speed(self, by: int) -> None:
        """Take the next speed, or with -1 the previous one."""
        place = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
        self.answer = f"{self.speed:g} lines a second{'' if self.watching else ' (w starts)'}"

    def show_help(self) -> None:
        """Show the help for the keys."""
        self.helping, self.help.first = True, 0

    def leave(self) -> None:
        """End watching."""
        self.left = True


class Binding(NamedTuple):
    """Keys that do the same thing: their names, the text that shows them, a description, a function."""

    names: Sequence[str]
    shown: str
    about: str
    run: Callable[[Stepper], None]


NO_SUCH_PLACES = "This save has no {}s."
"""The answer when a save has no place of the kind asked for."""

KEYS = (
    Binding(
        (" ", "right", "n", "enter"), "space n right Enter", "next line", lambda s: s.go(s.place + 1)
    ),
    Binding(
        ("p", "left", "backspace"), "p left Backspace", "previous line", lambda s: s.go(s.place - 1)
    ),
    Binding(("g", "home"), "g Home", "first line", lambda s: s.go(0)),
    Binding(("G", "end"), "G End", "last line", lambda s: s.go(s.places.last)),
    Binding("123456789", "12 Enter", "line 12", lambda s: s.ask("line")),
    Binding("]", "]", "start of the next turn", lambda s: s.leap_turn(forward=True)),
    Binding(
        "[",
        "[",
        "start of this turn, or of the one before",
        lambda s: s.leap_turn(forward=False),
    ),
    Binding("t/", "t /", "a turn, by name or number", lambda s: s.ask("turn")),
    Binding("b}", "b }", "next bookmark or note", lambda s: s.leap_mark(forward=True)),
    Binding("B{", "B {", "previous bookmark or note", lambda s: s.leap_mark(forward=False)),
    Binding("@", "@", "a bookmark, by the start of its name", lambda s: s.ask("bookmark")),
    Binding("w", "w", "play automatically, or stop", Stepper.watch),
    Binding("+=", "+ -", "faster, slower", lambda s: s.change_speed(1)),
    Binding("-_", "", "", lambda s: s.change_speed(-1)),
    Binding(
        ("j", "down"),
        "j down",
        "scroll down: first the events, then the board",
        lambda s: s.scroll(1),
    ),
    Binding(("k", "up"), "k up", "scroll up", lambda s: s.scroll(-1)),
    Binding(("pagedown",), "PageDown PageUp", "scroll by a page", lambda s: s.scroll(1, pages=True)),
    Binding(("pageup",), "", "", lambda s: s.scroll(-1, pages=True)),
    Binding("u", "u", "show the list of units, or the map again", Stepper.list_units),
    Binding("?h", "? h", "this help", Stepper.show_help),
    Binding(("q", "escape", "c-c", "c-d"), "q Esc Ctrl-C", "leave", Stepper.leave),
)
"""All keys."""

BY_KEY = {name: key for key in KEYS for name in key.names}
LEAVING_KEYS = {"c-c", "c-d"}
"""Keys that leave even while the viewer types or reads."""

SCROLLING_KEYS = {"j", "k", "down", "up", "pagedown", "pageup"}
"""Keys that do not close the help."""
