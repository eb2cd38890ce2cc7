"""The sink that fills the terminal: outputs change its stage, and lines are typed below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, islice
from operator import ge
from time import monotonic

from prompt_toolkit.history import History, InMemoryHistory

from sandtable import Event
from sandtable_console import (
    Console,
    Pace,
    Refusals,
    SinkContext,
    keys,
    nearby,
    outputs,
    takes_unicode,
    themes,
)
from sandtable_pictures import window
from sandtable_tools.screen.ending import End
from sandtable_tools.screen.events import Events
from sandtable_tools.screen.fight import LEAST_SIZE, Fight
from sandtable_tools.screen.keys import bindings
from sandtable_tools.screen.mouse import Mouse
from sandtable_tools.screen.rows import ALL_ROWS, LEAST_WIDTH, ScrollingText, row
from sandtable_tools.screen.stage import KEYS, Stage
from sandtable_tools.screen.terminal import Terminal

SHORT_ANSWER = 2
"""An answer of more lines than this gets a pane; a shorter one appears above the input line."""

ALL_KEY = "a"
"""The key that plays all strikes of a fight."""

REDRAW_INTERVAL = 0.1
"""The minimum interval between redraws while a bot is thinking, in seconds."""


class FullScreen:
    """A game on the whole screen of a terminal, which is restored at the end."""

    recent = 30

    def __init__(self, console: Console, context: SinkContext) -> None:
        settings = context.settings
        self.console = console
        self.session = console.session
        console.reader.numbers = True
        console.confirms = settings.confirm
        console.display.unicode = settings.map == "unicode" and takes_unicode()
        console.display.painted = themes.paints_background(settings.theme)
        self.stage = Stage(console)
        self.terminal = Terminal(
            self.stage,
            bindings(self),
            Mouse(self).use,
            themes.style(settings.theme),
            vi=settings.keys == "vi",
        )
        self.pace = Pace(settings.pace, self.flash)
        self._typed = ""
        """A half-typed line, kept while a key does something else."""
        self._asked_by = ""
        """The line being answered."""
        self._answer: list[str] = []
        """The answer so far."""
        self._fights: dict[Sequence[str], Fight] = {}
        self.refusals = Refusals(console, self._show_refusal)
        self._listed: object = None
        """The last list shown before the current line was typed."""
        self._drawn_at = 0.0
        self._seat: str | None = None
        self._events: dict[Sequence[str], Events] = {(): self.stage.events}
        self._histories: dict[str | None, History] = {}
        self._led = False
        self._noted: list[str] = []
        self._done = 0
        """The number of actions that led to the position last shown."""
        self._measure()

    @property
    def stops(self) -> bool:
        """Whether an interrupt (Ctrl-C) stops only the current line, as it does if a human plays."""
        return bool(self.console.humans)

    def close(self) -> None:
        """Restore the terminal."""
        self.terminal.close()

    def lead(self, rows: int) -> None:  # noqa: ARG002 (a note has a pane of its own)
        """Let a guide lead the player: from now on, an empty line takes the guide's next step."""
        self._led = True

    # Showing outputs.

    def show(self, output: outputs.Output) -> None:  # noqa: C901, PLR0912 (a case for each)
        """Add an output to the picture, which is drawn when a line is read or a bot is thinking."""
        if isinstance(output, outputs.Question | outputs.Over | outputs.Confirm):
            self.stage.waits_for = ""
        if isinstance(output, outputs.News | outputs.Board | outputs.Question | outputs.Over):
            self._hand_over()
        if self.console.left:
            return
        self._drop_undone()
        stage = self.stage
        match output:
            case outputs.Thinking():
                self._think(output)
            case outputs.Map(lines, near=near, zoom=zoom):
                self._show_map(lines, near, zoom)
            case outputs.Text(lines, "note"):
                self._note(lines)
            case outputs.Text(lines, tone):
                self._show_answer(lines, tone)
            case outputs.Confirm(question):
                stage.confirm = question.removesuffix("[y/N] ")  # the prompt says so
            case outputs.Lent():
                self.terminal.lend()
            case outputs.Refused():
                self.refusals.add(output, self._seat)
                if output.at_once:
                    self.refusals.show()
            case outputs.News(lines, seat, events):
                if seat is not None and not self.console.humans:
                    stage.events.begin()
                stage.events.add(lines)
                if not events:
                    stage.events.begin()  # they are old news in a resumed game
                if not self._play_fight(events) and seat is not None:
                    self._pause()
            case outputs.Board():
                stage.choices.forget()
            case outputs.Status(text):
                stage.status = text
            case outputs.Options(actions):
                stage.actions = actions
                self._number_options()
            case outputs.Question(text):
                stage.question = text
                stage.end = None  # the end may have been undone
                moves = self.console.reader.moves
                if not moves or moves is self._listed:
                    self._number_options()  # the line did not show a list of its own
                self.refusals.show()
            case outputs.Over():
                self._end(output)

    def _drop_undone(self) -> None:
        """Drop the events of actions that were taken back."""
        done_before, self._done = self._done, len(self.session.history.done)
        if self._done < done_before:
            for fight in self._fights.values():
                fight.forget()
            entries = (entry for entry in self.session.log if entry.undo is None)
            self.stage.events.replace(
                [line for entry in entries for line in self.console.display.entry_lines(entry)]
            )

    def _think(self, thinking: outputs.Thinking) -> None:
        if thinking.share is None:
            title = self.session.scenario.game.info.seat_title(thinking.who)
            self.stage.waits_for = f"Waiting for {title or 'others'}."
            if not self.console.humans:  # no question updates it between two bots
                self.stage.status = self.console.display.status()
        now = monotonic()
        if now - self._drawn_at < REDRAW_INTERVAL or self.session.header.typed_in:
            return
        self._draw_with(thinking.progress_line(typed=keys.has_unread_input()))

    def _draw_with(self, progress: str) -> None:
        """Draw the picture with `progress` in place of the question."""
        self.stage.progress = progress
        try:
            self.terminal.draw()
        finally:
            self.stage.progress = ""
            self._drawn_at = monotonic()

    def _pause(self) -> None:
        """Pause so that the player can read what a bot did."""
        try:
            self.pace.wait()
        except KeyboardInterrupt:
            if not self.console.humans:
                raise
            self.pace.hurry()

    def _play_fight(self, events: Sequence[Event]) -> bool:
        """Play out the fight among the events, if any; return whether there was one."""
        fight = self._fights.get(self.console.display.team) or Fight(self.console)
        self._fights[self.console.display.team] = fight
        fought, is_new = fight.follow(events), fight.is_new_position()
        if not (fought and is_new and all(map(ge, self.terminal.room(), LEAST_SIZE))):
            fight.skip()
            return False
        waits = self.pace.waits and (self.console.humans or not self.pace.pause)
        try:
            while not self.pace.is_hurried and fight.step():
                self.stage.alone = fight.rows
                if (key := self._key_at_strike(fight.key_prompt, waits=bool(waits))) == ALL_KEY:
                    fight.skip(but=1)
                elif key and key not in keys.MORE_KEYS:
                    break
        except (EOFError, KeyboardInterrupt) as stopped:
            if isinstance(stopped, KeyboardInterrupt) and not self.console.humans:
                raise
            self.pace.hurry()
        finally:
            self.stage.alone, self.terminal.prompt = None, ""
            fight.skip()
        return True

    def _key_at_strike(self, asks: str, *, waits: bool) -> str:
        """Return the key that continues or begins a line (not a number), or "" after the pause."""
        size, self.terminal.prompt = None, asks
        while True:
            if size != (size := self.terminal.size()):
                self.terminal.draw()  # the size has changed
            key = keys.wait_for_key(REDRAW_INTERVAL if waits else self.pace.pause, self.terminal.draw)
            if key in (ALL_KEY, *keys.MORE_KEYS) or not (key or waits) or keys.skips_rest(key):
                return key
            if key.isdigit():
                self.terminal.prompt = f'"{key}" picks nothing here. {asks}'
                self.terminal.draw()
            elif keys.begins_line(key) and keys.has_unread_input():
                keys.give_back(key)
                return key

    def flash(self, text: str, seconds: float | None) -> str:
        """Show a line until a key is pressed or the time is up; return the key."""
        self._draw_with(text)
        return keys.wait_for_key(seconds, self.terminal.draw)

    def _note(self, lines: Sequence[str]) -> None:
        rows, before = list(dropwhile(lambda line: not line.strip(), lines)), self._noted
        self.stage.note = ScrollingText("lesson", rows, "note") if rows else None
        if (
            self.stage.note
            and before[1:]
            and not self._asked_by
            and rows[: len(before) - 1] == before[:-1]
        ):
            self.stage.note.first = len(rows)  # only the added end is new, so show it
        self._noted = rows

    def _show_answer(self, lines: Sequence[str], tone: str) -> None:
        """Show an answer: a short one above the input line, a longer one in a pane."""
        if tone == "error":
            self.stage.message += [("error", line) for line in lines]
            return
        self._answer += lines
        refused = [part for part in self.stage.message if part[0] == "error"]
        answer = list(islice((line for line in self._answer if line.strip()), SHORT_ANSWER + 1))
        width, _ = self.terminal.size()
        if len(answer) <= SHORT_ANSWER and all(len(line) < width for line in answer):
            self.stage.message = [*refused, *(("reply", line) for line in answer)]
            self.stage.page = None
        else:
            self.stage.message = refused
            title = self._asked_by or next(
                (line[2:] for line in answer if line.startswith("> ")), "answer"
            )
            head = next((word.capitalize() for _, word, line in KEYS if line == title), title)
            self.stage.page = ScrollingText(title, self._answer, head=head)
            self.stage.page.first = ALL_ROWS if title.startswith("log") else 0

    def _show_map(self, lines: Sequence[str], near: str, zoom: int) -> None:
        """Move the map on the screen; if it already shows what was asked, show its legend."""
        self.stage.page, self.stage.message = None, []
        if near:
            self.stage.map.show_space(near)
        elif zoom == self.stage.map.zoom == 0:
            self.stage.message = [("", line) for line in lines[getattr(lines, "rows", 0) :]]
        else:
            self.stage.map.zoom_by(zoom - self.stage.map.zoom)

    def _show_refusal(self, offered: Sequence[str], lines: Sequence[str]) -> None:
        _, height = self.terminal.room()
        if len(offered) > self.stage.most_options(height) and not nearby.has_all_numbers(self.console):
            self.stage.page = ScrollingText(self._asked_by, offered)
        else:
            self.stage.choices.offered = offered
        self.stage.message += [("error", line) for line in lines]

    def _number_options(self) -> None:
        """Let numbers pick from the options, even before they are drawn."""
        if self.stage.actions:
            self.stage.choices.number_options(self.stage.actions)
            self.stage.above("", *self.terminal.room())

    def _end(self, over: outputs.Over) -> None:
        """Show the end of the game: the board stays, with the result and the next steps."""
        self.stage.actions, self.stage.question = (), outputs.AT_END
        self.stage.choices.forget()
        self.stage.end = End(over)
        self.stage.message = [part for part in self.stage.message if not part[1].startswith("> ")]
        keys.drop_typeahead()  # typed-ahead lines were meant for the game
        self.refusals.show()

    # Reading lines.

    def read(self) -> str | None:
        """Return the next line; None for Ctrl-D, for Enter after the end, and while only bots play."""
        self.refusals.show()
        if self._led and self.stage.note is None:
            self._note(self._noted)  # it stays when the player leaves the lesson's path, and at its end
        try:
            while (self.console.humans or self.session.outcome) and not self.console.left:
                pending = self.console.pending
                try:
                    line = self._read(pending)
                except KeyboardInterrupt:
                    if pending:
                        return ""
                    self.close_page()
                    continue
                if pending or line.strip():
                    return self._begin_line(line)
                # An empty line first scrolls a lesson's text, or closes an answer.
                note = self.stage.note
                if self._led and note is not None and note.turn():
                    continue
                if self.session.outcome is not None and self.stage.page is None:
                    return None
                if self._led or self.stage.page is None:
                    return self._begin_line(line)
                self.close_page()
        except EOFError:
            return "" if self.console.pending else None
        return None

    def _begin_line(self, line: str) -> str:
        """Begin a line: count earlier outputs as seen, and collect the answer to this line."""
        stage = self.stage
        first, more, _ = line.strip().partition("\n")
        self._asked_by = self.console.reader.numbered_word(first) + " ..." * bool(more)
        self._answer = []
        self._listed = self.console.reader.moves
        stage.message, stage.note, stage.confirm = [], None, ""
        stage.is_large = False
        if not self.console.typed_ahead:
            stage.page = None  # unless the player has not seen it yet
        stage.choices.offered = ()
        if self._led or line.strip():
            stage.events.begin()
        self.pace.begin()
        self._measure()
        self.terminal.prompt = ""
        if self.session.header.typed_in:
            self.terminal.move_below()  # real dice are typed line by line
        return line

    def _read(self, asked: outputs.Confirm | None) -> str:
        seat = self.session.to_move
        self._measure()
        self.pace.begin()
        self.console.typed_ahead = keys.has_unread_input()
        if asked:
            return self.terminal.read("y or n>")
        text, self._typed = self._typed, ""
        if seat not in self._histories:
            # The history is kept between runs, unless two humans share the keyboard.
            shared = len(self.console.humans) > 1
            self._histories[seat] = InMemoryHistory() if shared else keys.load_history()
        return self.terminal.read(f"{seat or 'over'}>", self._histories[seat], text)

    def keep(self, text: str) -> None:
        """Keep a half-typed line for the next read."""
        self._typed = text

    def _hand_over(self) -> None:
        """Hide the screen until the next human confirms being alone."""
        before, self._seat = self._seat, self.console.viewer
        if not self.console.display.hides_from(before):
            return
        stage = self.stage
        stage.page = stage.note = None
        stage.message, stage.question, stage.status, stage.actions = [], "", "", ()
        stage.choices.forget()
        self.console.reader.list_moves(())
        stage.events = self._events.setdefault(self.console.display.team, Events())
        asks = self.console.display.handover().splitlines()
        stage.alone = lambda _, rows: [[]] * (rows // 2) + [row(f"  {a}", "question") for a in asks]
        self._typed = ""
        try:
            keys.drop_typeahead()
            while self.terminal.read("").strip():
                keys.drop_typeahead()  # it was typed before the next human took over
                asks = [f"That line was ignored. {self.console.display.handover().splitlines()[-1]}"]
        except (KeyboardInterrupt, EOFError):
            self.console.left = True
        stage.alone = None

    def _measure(self) -> None:
        width, _ = self.terminal.size()
        pane = width - 2 if self.stage.end is None else window.panes(width)[0]
        self.console.display.width = max(min(pane, 100), LEAST_WIDTH)

    # Actions of the keys.

    def close_page(self) -> None:
        """Close the answer, or else the messages above the line."""
        stage = self.stage
        stage.is_large = False
        if self.terminal.buffer.text.startswith("odds "):  # F6 begins it
            self.terminal.buffer.reset()
        if stage.page is not None:
            stage.page = None
        else:
            stage.message, stage.choices.offered = [], ()
        self._number_options()

    def turn_page(self, way: int) -> None:
        """Scroll an answer or a lesson's text by a page, or else zoom the map or scroll the board."""
        stage = self.stage
        if page := stage.page or stage.note:
            page.scroll(way * max(page.height - 1, 1))
        elif self.session.scenario.game.has_map:
            stage.map.zoom_by(-way)
        else:
            self.scroll_map(0, way * max(stage.picture.height - 2, 1))

    def scroll_map(self, columns: int, rows: int) -> None:
        """Move the enlarged map, or scroll the board of a game without a map."""
        self.stage.map.scroll(columns, rows)
        self.stage.board_top += rows

    def look_at_map(self) -> None:
        """Switch the map between its pane and the whole screen."""
        stage = self.stage
        stage.is_large = stage.page is not None or not stage.is_large
        stage.page = None
        self._number_options()
