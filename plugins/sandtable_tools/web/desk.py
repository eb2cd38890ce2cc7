"""Plays games for a page: a line goes in, and its outputs come out one by one as JSON.

Nothing here waits: the page calls `step` until it is asked for a line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from sandtable import SandtableError, Session, new
from sandtable.tooling import resume, signals
from sandtable_console import Console, Sink, data, outputs, sink
from sandtable_console.sink import Guide
from sandtable_console.sinks import guide_of
from sandtable_console.waiting import watchers
from sandtable_shell import find_save
from sandtable_shell.saves import STEP, is_over, names_in, save_somewhere, store_turn
from sandtable_tools.web import kept
from sandtable_tools.web.asked import PageQuestions
from sandtable_tools.web.drawn import Drawer

FEWEST_COLUMNS, MOST_COLUMNS = 30, 78
"""The columns of text on a wide page; it is narrower on a narrow page."""

LINK_CONTINUES = "The linked game continues here, in a save of your own."
LESSON_CONTINUES = "The lesson continues where you left it."


class NoTable(SandtableError):
    """Raised for a line or a question without a game, or while another player looks at the page."""


class Desk:
    """A console, and the sink for its outputs, for one page; `tell` sends an output while a bot thinks.

    `call` begins a game, takes a line, or answers a question; then `step` returns the outputs. When the
    reader changes, a `curtain` comes first, and outputs wait until a line or `show` lifts it.
    """

    stops, recent = True, 8

    def __init__(self, tell: Callable[[str], object] | None = None) -> None:
        self._tell = tell
        self._width = MOST_COLUMNS
        self._console: Console | None = None
        self._guide: Guide | None = None
        self._sink: Sink = self
        self._form: data.DataConverter | None = None
        self._drawer = Drawer()
        self._steps: Generator[outputs.Output] | None = None
        """The outputs of the line that are still to come."""
        self._began = False
        """Whether the line has shown anything yet; only then can it be stopped."""
        self._stop: signals.Interrupted | None = None
        self._ready: deque[str] = deque()
        """The outputs that the page can take now."""
        self._behind: list[str] | None = None
        """The outputs behind the curtain; None if there is no curtain."""
        self._reader: str | None = None
        self._remarks: Sequence[str] = ()
        self._unsaved: str | None = None
        """Why the game is not saved, as last told to the page."""
        self._faulty = False
        """Whether the position is to be shown after a fault."""

    # Calls.

    def call(self, name: str, given: Iterable[Any] = ()) -> str:
        """Carry out a page's call; return an ``answer``, a reason (``refused``) or a ``fault``."""
        plays: dict[str, Callable[..., object]] = {
            "start": self.start,
            "open": self.open,
            "open_link": self.open_link,
            "learn": self.learn,
            "line": self.line,
            "show": self.show_again,
            "leave": self.leave,
            "columns": self.columns,
        }
        try:
            do = plays.get(name) or PageQuestions(self.console_now).find(name)
            if name == "remove_save" and self.save in given:
                raise NoTable("leave this game before you remove it")
            answer: Mapping[str, Any] = {"answer": do(*given)}
        except SandtableError as error:
            details = [*map(kept.cut_path, error.details)]
            answer = {"refused": kept.cut_path(str(error)), "details": details}
        except Exception as error:  # the page goes on
            answer = _fault(error, self._console, name)
        return msgspec.json.encode(answer).decode()

    def console_now(self, *, always: bool = False) -> Console:
        """Return the game's console; with `always`, even behind the curtain. Raises NoTable."""
        if self._console is None:
            raise NoTable("no game is open here")
        if self._behind is not None and not always:
            raise NoTable("another player is looking at the page now")
        return self._console

    # Games.

    def start(self, words: Mapping[str, Any]) -> str:
        """Begin a game of a scenario, with `seed`, `seats`, `options`; return the name of its save."""
        seed, house = words.get("seed") or None, words.get("options") or {}
        return self._begin(new(words["scenario"], seed, words.get("seats"), house), secret=seed is None)

    def _begin(self, session: Session, *, secret: bool) -> str:
        """Save a new game as the terminal does, hiding a new seed from two players, and begin play."""
        hidden = secret and len(session.humans) > 1
        save_somewhere(session, "hot-seat" if hidden else str(session.header.seed))
        return self._sit(Console(session))

    def open(self, name: str, *before: str) -> str:
        """Show the remarks `before`, and continue a save; an unfinished lesson gets its guide."""
        path = kept.find(name)
        self.leave()
        game = names_in(path).game
        if path.with_suffix(STEP).exists() and not is_over(path):
            with suppress(SandtableError):
                return self.learn(game, path=path)
        session, remarks = resume.resume(path)
        if session.header.typed_in:
            session.close()
            raise NoTable("this game uses real dice: continue it at a terminal")
        return self._sit(Console(session), resumed=True, remarks=[*before, *map(kept.cut_path, remarks)])

    def open_link(self, text: str) -> str:
        """Continue the game of a link, which becomes a save here."""
        self.leave()
        return self.open(find_save(text, keep=True).name, LINK_CONTINUES)

    def learn(self, game: str, again: bool = False, path: Path | None = None) -> str:
        """Begin a lesson, or continue it; with `path`, only if that is its save."""
        self.leave()
        guide = guide_of(game, again=again)
        guide.on_a_page = True
        if path is not None and guide.console.session.journal.path != path:
            guide.console.session.close()
            raise NoTable(f"{path.name} is not the unfinished lesson")
        remarks = [*guide.remarks, *[LESSON_CONTINUES] * guide.resumed]
        return self._sit(guide.console, guide, resumed=guide.resumed, remarks=remarks)

    def _sit(
        self,
        console: Console,
        guide: Guide | None = None,
        *,
        resumed: bool = False,
        remarks: Sequence[str] = (),
    ) -> str:
        """Put a console on the desk and begin its game; return the name of its save."""
        self.leave()
        console.reader.numbers = console.confirms = console.display.plain = True
        console.width = self._width
        self._console, self._guide, self._form = console, guide, data.DataConverter(console)
        self._sink = guide.over(self) if guide else self
        self._reader, self._unsaved = None, None
        self._drawer.forget()
        begin = msgspec.to_builtins(self._form.begin())
        self._put({**begin, "saved": self.save, "lesson": guide is not None})
        self._remarks = remarks
        if guide:
            self._remark()
        self._do(console.begin(self.recent if resumed else None))
        return self.save

    def _remark(self) -> None:
        """Show the remarks: before a lesson, but after a save's position, so that they are seen."""
        remarks, self._remarks = self._remarks, ()
        if remarks:
            self.show(outputs.Text(remarks, "note"))

    def leave(self) -> None:
        """Close the game, and clear the desk."""
        if self._console is not None:
            self._console.session.close()
        self._console = self._guide = self._form = self._steps = self._behind = None
        self._sink = self
        self._ready.clear()

    def columns(self, count: int) -> None:
        """Wrap text at this many columns from now on, the width of the page."""
        self._width = min(max(count, FEWEST_COLUMNS), MOST_COLUMNS)
        if self._console is not None:
            self._console.width = self._width

    @property
    def save(self) -> str:
        """The name of the save on the desk, or ""."""
        path = self._console and self._console.session.journal.path
        return path.name if path else ""

    # Lines.

    def line(self, text: str) -> None:
        """Run a line; a line that lifts the curtain does nothing else."""
        if self._behind is not None:
            self._lift_curtain()
            return
        console = self.console_now()
        typed = self._guide.take(text) if self._guide else text
        self._do((output for output in list[outputs.Output]()) if typed is None else console.do(typed))

    def show_again(self) -> None:
        """Lift the curtain; without one, show the whole position again."""
        if self._behind is not None:
            self._lift_curtain()
            return
        self._drawer.forget()
        self._do(self.console_now().position())

    def _lift_curtain(self) -> None:
        behind, self._behind = self._behind or [], None
        self._ready.extend(behind)

    def _do(self, line: Generator[outputs.Output]) -> None:
        assert self._console  # noqa: S101
        self._steps, self._began = sink.stoppable(line, self._console), False

    def stop(self) -> None:
        """Stop the line before its next output, as Ctrl-C would."""
        if self._steps is not None:
            self._stop = signals.Interrupted()

    def step(self) -> str | None:
        """Return the next output or fault as JSON; None when the page must ask for a line."""
        watchers.append(self._watch)
        try:
            while not self._ready and self._steps is not None and self._behind is None:
                self._advance()
            self._faulty = self._faulty and self._steps is not None
        except BaseException as error:  # the page goes on
            return self._fault(error)
        finally:
            watchers.remove(self._watch)
        return self._ready.popleft() if self._ready else None

    def _advance(self) -> None:
        """Run the line up to its next output; at its end, ask for another line."""
        assert self._steps  # noqa: S101
        thrown = self._stop if self._began else None
        if thrown:
            self._stop = None
        output = outputs.step(self._steps, thrown)
        self._began = True
        if output is not None:
            self._sink.show(output)
        else:
            self._steps = self._stop = None
            self._ask()

    def _ask(self) -> None:
        """Ask for the next line, after what a guide says; or continue with another game, or leave."""
        console = self.console_now(always=True)
        session = console.session
        if (error := session.journal.write_error) != self._unsaved:
            self._unsaved = error
            self.show(outputs.Text([kept.cut_path(f"not saved: {error}")], "error"))
        self._remark()
        if path := session.journal.path:
            store_turn(path, session.scenario.game.turn(session.view(console.viewer)))
        if self._guide:
            self._guide.keep()
        if console.left and (game := console.next_game):
            house = session.header.options
            following = new(game.scenario, game.seed, game.seats, house)
            self._begin(following, secret=game.seed is None)
        elif console.left:
            self.leave()
            self._put({"type": "left", "reader": None, "next": None})
        elif self._guide:
            self._guide.ask()
            if (step := self._guide.next) and self._form:
                chosen = (action for action in console.options if str(action) == step.line)
                about = "".join(map(self._form.sentence, chosen)) or step.about
                self._put({"type": "lesson", **step._asdict(), "about": about})

    def _fault(self, error: BaseException) -> str:
        """Return a fault as JSON; the position follows it, unless that fails too."""
        self._steps = self._stop = None
        if self._console and not self._faulty:
            self._faulty = True
            self._do(self._console.position())
        told = _fault(error, self._console, self._console.typed if self._console else "")
        return msgspec.json.encode(told).decode()

    def _watch(self, thinking: outputs.Thinking) -> None:
        """Tell how far a bot is, while it thinks."""
        if self._tell and self._form and self._behind is None:
            self._tell(data.as_json(self._form.of(thinking)))

    # The sink.

    def show(self, output: outputs.Output) -> None:
        """Queue an output for the page, or hold it back behind the curtain."""
        assert self._console  # noqa: S101
        assert self._form  # noqa: S101
        if not isinstance(output, outputs.Text | outputs.Refused | outputs.Confirm | outputs.Thinking):
            self._hand_over(self._console)
        told = self._form.of(output)
        if isinstance(told, data.BoardData):
            told = self._drawer.board(told, self._form.pictures)
        (self._ready if self._behind is None else self._behind).append(data.as_json(told))

    def _hand_over(self, console: Console) -> None:
        """Draw the curtain if another player reads from now on."""
        before, self._reader = self._reader, console.viewer
        if not console.display.hides_from(before):
            return
        console.reader.list_moves(())
        self._drawer.forget()
        info, reader = console.session.scenario.game.info, console.viewer or ""
        self._put({"type": "curtain", "reader": reader, "title": info.seat_title(reader)})
        self._behind = []

    def _put(self, told: Mapping[str, Any]) -> None:
        self._ready.append(msgspec.json.encode(told).decode())

    def lead(self, rows: int) -> None:
        """Do nothing: a page has room for a note."""

    def read(self) -> NoReturn:
        """Never called: the page calls `line`."""
        raise NotImplementedError


def _fault(error: BaseException, console: Console | None, doing: str) -> dict[str, str]:
    from sandtable_tools.web.faults import fault  # noqa: PLC0415 (seldom needed)

    return fault(error, console, doing)
