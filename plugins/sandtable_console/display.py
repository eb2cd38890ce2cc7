"""What a viewer at a prompt may see of a session: the news, the position, the legal actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, cast

from sandtable import Action, Event, LogEntry, Range, Session, Simultaneous, listing, slug
from sandtable.tooling import rows_of, wording

if TYPE_CHECKING:
    from sandtable import chart

LINEAR = 50
"""The width of boards for screen readers, too narrow to put things side by side."""

MOMENT = 2
"""Headlines of at least this worth, good or bad, are moments, which get a badge."""


class Display:
    """The part of a session that a viewer at a prompt may see.

    Text and pictures are `width` columns wide; a screen has `height` rows, or None for no limit. With
    `plain`, maps are in words, for screen readers. With `unicode`, they are drawn in Braille and block
    characters. `painted` maps have a background colour of their own.
    """

    def __init__(self, session: Session, width: int = 80) -> None:
        self.session = session
        self.width = width
        self.height: int | None = None
        self.plain = False
        self.unicode = False
        self.painted = False
        self._shown_to: dict[str | None, int] = {}
        self._met: dict[tuple[str, type], int] = {}
        """The line of the save at which each seat was first asked each kind of question."""

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return self.session.humans

    @property
    def viewer(self) -> str | None:
        """The human seat that reads the text, or None if everybody may, as in a game between bots.

        With one human, it is that human's seat. With several, it is the one that decides, or while a bot
        decides, the one that chose last (at first, the first). When their game is over, it is None.
        """
        humans, session = self.humans, self.session
        if len(humans) < 2:
            return next(iter(humans), None)
        if session.outcome is not None or session.to_move in humans:
            return session.to_move
        chosen = (entry.seat for entry in reversed(session.log) if entry.action is not None)
        return next((seat for seat in chosen if seat in humans), humans[0])

    @property
    def team(self) -> Sequence[str]:
        """The seats that may see what is shown: the viewer's and its partners'; () if everybody may."""
        viewer = (self.viewer,) if self.viewer else ()
        # Partners who choose at the same time must not know of each other's choice.
        return viewer if self.simultaneous or not viewer else self.session.scenario.team(*viewer)

    @property
    def simultaneous(self) -> Simultaneous[Any] | None:
        """The decision, if several seats choose at the same time."""
        decision = None if self.session.outcome is not None else self.session.table.decision
        return decision if isinstance(decision, Simultaneous) else None

    def hides_from(self, before: str | None) -> bool:
        """Return whether the viewer must not see what the seat `before` (None: nobody yet) has read."""
        several = before is not None or len(set(map(self.session.scenario.team, self.humans))) > 1
        return several and self.viewer is not None and before not in self.team

    @property
    def options(self) -> Sequence[Action]:
        """The viewer's legal actions; a `Range` is one of them."""
        decides = self.viewer in (None, self.session.to_move)
        return cast("Sequence[Action]", rows_of(self.session.options())) if decides else ()

    @property
    def range_heads(self) -> list[str]:
        """The words before the number of each range (``bid``), which may be left out before a number."""
        rows: Sequence[Action | Range] = self.options
        return [*dict.fromkeys(" ".join(row.words[:-1]) for row in rows if isinstance(row, Range))]

    @property
    def aliases(self) -> dict[str, str]:
        """The names that may be typed for ids, each with its id, as words."""
        return {slug(name): slug(id) for name, id in self.names.aliases}

    @property
    def names(self) -> wording.Names:
        """The names that may be typed for ids."""
        aliases = self.session.scenario.game.aliases(self.session.table)
        return wording.Names(aliases=(*aliases.items(),))

    def in_words(self, words: Action | Range | Iterable[str]) -> str:
        """Return an action in words, with a name after each id: ``move 1st 0402 Old Mill``."""
        return wording.spell_out(words.words if isinstance(words, Action | Range) else words, self.names)

    def titles(self, words: Iterable[str], more: str) -> str:
        """Return the names of the ids among some words, except those in `more`, followed by `more`."""
        names = (self.in_words([word]).partition(" ")[2] for word in words)
        return ", ".join(filter(None, (*(name for name in names if name not in more), more)))

    def unseen_entries(self) -> list[LogEntry]:
        """Return the save's lines since the viewer's last news, and mark them as seen."""
        # After a game of two humans, both see what either has not seen.
        seen_by_either = max(self._shown_to.values(), default=0) if self.viewer is None else 0
        last_shown = self._shown_to.get(self.viewer, seen_by_either)
        self._shown_to |= dict.fromkeys(self.team or (None,), self.session.journal.n)
        fresh = [*takewhile(lambda entry: entry.n > last_shown, reversed(self.session.log))]
        return fresh[::-1]

    def news(self) -> list[str]:
        """Return the events since the viewer's last news as text, and mark them as seen."""
        return [line for entry in self.unseen_entries() for line in self.entry_lines(entry)]

    def handover(self) -> str:
        """Return the text that asks the next human, and partners at the prompt, to confirm being alone.

        At first, it also says how to play against a bot instead.
        """
        names = listing([seat.capitalize() for seat in self.team if seat in self.humans])
        asks = f"{names}: press Enter when only you can see this."
        bots, seats = self.session.scenario.game.info.bots, [*self.session.seats]
        if not (self.is_new and bots and self.humans == seats):
            return asks
        return f"No bot plays. To add one, leave (Ctrl-D) and use --seat {seats[-1]}={bots[0]}.\n{asks}"

    def entry_lines(self, entry: LogEntry) -> list[str]:
        """Return the events of a line of the save as text, as far as the viewer may know them."""
        if entry.undo is not None:
            return ["Taken back; the save records it."]
        if entry.note is not None:
            return [f"note: {entry.note}"] if entry.shows(self.viewer) else []
        return [self._line_of(event) for event in entry.seen_by(self.viewer)]

    def _line_of(self, event: Event) -> str:
        """Return the text of an event, styled as good or bad news if it is a hit or a headline.

        A headline of great worth gets a badge and, in Unicode, a sign.
        """
        headline = event.headline(self.viewer) if self.viewer else None
        worth = headline.worth if headline and not headline.open else 0
        if not worth and self.viewer and (strike := event.strike) and strike.hit and strike.faces:
            worth = 1 if strike.by in self.team else -1
        if not worth:
            return event.text
        from sandtable import styled  # noqa: PLC0415 (slow to import, and not every event is news)

        if abs(worth) < MOMENT:
            return styled.line_of((event.text, "good" if worth > 0 else "bad"))
        sign = ("▲ " if worth > 0 else "▼ ") * self.unicode
        return styled.line_of((f"{sign}{event.text}", "target-badge" if worth > 0 else "enemy-badge"))

    def catch_up(self, lines: int) -> list[str]:
        """Return the last lines of events, and mark all events as seen."""
        recent = [line for entry in self.session.log for line in self.entry_lines(entry)]
        self.news()
        return recent[len(recent) - min(lines, len(recent)) :]

    @property
    def is_new(self) -> bool:
        """Whether the game has been set up but not begun."""
        return len(self.session.log) == 1 and self.session.outcome is None

    def opening(self) -> list[str]:
        """Return the scenario's stakes, or else its summary; [] if the first events say the same."""
        info = self.session.scenario.info
        reported = " ".join(event.text for event in self.session.log[0].seen_by(self.viewer))
        text = info.at_stake or info.summary
        return [text] if text and text not in reported else []

    def describe(self, action: Action | Range) -> str:
        """Return what an option does, in a phrase from the game."""
        table = self.session.table
        return table.decision.describe(table, action.first if isinstance(action, Range) else action)

    def cost(self, action: Action | Range) -> str:
        """Return what an option costs, as briefly as possible."""
        table = self.session.table
        return table.decision.cost(table, action.first if isinstance(action, Range) else action)

    def risk(self, action: Action | Range) -> str:
        """Return what can go wrong with an option, and how likely it is, as briefly as possible."""
        table = self.session.table
        return table.decision.risk(table, action.first if isinstance(action, Range) else action)

    def copies(self, action: Action | Range) -> int:
        """Return the number of identical items that an option stands for."""
        table = self.session.table
        return 1 if isinstance(action, Range) else table.decision.copies(table, action)

    def about(self, action: Action | Range) -> str:
        """Return the cost, risk and effect of an option, in a phrase."""
        does = self.describe(action)
        more = [text for text in (self.cost(action), self.risk(action)) if text not in does]
        return ", ".join([*more, does] if does else more)

    def question(self) -> str:
        """Return the decision's question, with its seat if there are several and its rule if new."""
        session = self.session
        if session.to_move is None:
            return f"The game is over: {session.scenario.game.verdict(session.table)}."
        decision = session.table.decision
        line = session.journal.n
        new = self._met.setdefault((decision.seat, type(decision)), line) == line
        question = f"{decision.ask(session.table)}{f' [rule {decision.rule}]' * new}"
        if len(session.scenario.seats) > 1:
            return f"{decision.seat.capitalize()}: {question}"
        return f"{question[:1].upper()}{question[1:]}"

    def status(self) -> str:
        """Return the scores and resources, on one line."""
        return self.session.scenario.game.status(self.session.view(self.viewer))

    def board(self, height: int | None = None) -> list[str]:
        """Return the position as text, in at most `height` lines if the game can."""
        width = min(self.width, LINEAR) if self.plain else self.width
        view = self.session.view(self.viewer)
        return list(self.session.scenario.game.board(view, width, height))

    def map(self, near: str = "") -> list[str]:
        """Return the map that the viewer may see, or else the board; with `near`, describe a space."""
        if not self.plain and not near:
            return self.whole_map() or self.board()
        from sandtable_pictures import in_words  # noqa: PLC0415 (seldom needed)

        game, view = self.session.scenario.game, self.session.view(self.viewer)
        return in_words(game, view, min(self.width, LINEAR), near)

    def whole_map(
        self,
        width: int | None = None,
        rows: int | None = None,
        *,
        options: Mapping[str, Sequence[int]] = {},
        near: str | tuple[float, float] | None = None,
    ) -> chart.MapLines:
        """Draw the map in `width` columns, by default those of the display, and `rows` rows.

        Without `rows`, the map has its true proportions. `options` maps each space to the numbers of the
        options that lead to it. With `near`, only the part around a space or a point is shown, enlarged.
        A game without a map gives no lines.
        """
        from sandtable import chart  # noqa: PLC0415 (slow to import, and not every game has maps)

        look = chart.Look(self.unicode, self.painted, rows, options, near)
        with chart.with_look(look):
            lines = self.session.scenario.game.map(self.session.view(self.viewer), width or self.width)
        return lines if isinstance(lines, chart.MapLines) else chart.MapLines(lines, len(lines))
