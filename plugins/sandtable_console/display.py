"""The viewer's part of a session at a prompt: the news, the position, the legal actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, cast

from sandtable import Action, Event, LogEntry, Range, Session, Simultaneous, listing, slug
from sandtable.tooling import rows_of, wording

if TYPE_CHECKING:
    from sandtable import chart

LINEAR = 50
"""A board for screen readers has at most this many columns, so that nothing is side by side."""

MOMENT = 2
"""A headline of at least this worth, good or bad, is a moment: it is shown so that it is not missed."""


class Display:
    """The part of a session that a viewer at a prompt may know.

    `width` is the width for text and pictures, in columns. A page has `height` rows; None is no limit.
    With `plain`, maps are in words, for screen readers; with `unicode`, they are drawn in Braille and
    blocks, and `painted` says that they bring a paper of their own.
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
        """The line of the save at which a seat was first asked a kind of question."""

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return self.session.humans

    @property
    def viewer(self) -> str | None:
        """The seat that reads the text: always a human's, or None for all, as in a game of bots.

        It is the only human's seat, else the one that decides. While a bot decides, it is that of the
        human who chose last, or at first the first one. When a game of several humans is over, all read.
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
        """The seats that may know what is shown: the viewer's and its partners'; empty if all read."""
        viewer = (self.viewer,) if self.viewer else ()
        # Partners who choose at the same time must not know of each other's choice.
        return viewer if self.together or not viewer else self.session.scenario.team(*viewer)

    @property
    def together(self) -> Simultaneous[Any] | None:
        """The decision if several seats choose at the same time."""
        decision = None if self.session.outcome is not None else self.session.table.decision
        return decision if isinstance(decision, Simultaneous) else None

    def hides_from(self, before: str | None) -> bool:
        """Whether the viewer must not see what another seat has read, or None, nobody yet."""
        several = before is not None or len(set(map(self.session.scenario.team, self.humans))) > 1
        return several and self.viewer is not None and before not in self.team

    @property
    def options(self) -> Sequence[Action]:
        """The viewer's legal actions; a `Range` is one of them."""
        decides = self.viewer in (None, self.session.to_move)
        return cast("Sequence[Action]", rows_of(self.session.options())) if decides else ()

    @property
    def counted(self) -> list[str]:
        """The words before the number of each range of options (``bid``): a bare number follows them."""
        rows: Sequence[Action | Range] = self.options
        return [*dict.fromkeys(" ".join(row.words[:-1]) for row in rows if isinstance(row, Range))]

    @property
    def aliases(self) -> dict[str, str]:
        """The words that may be typed for ids, each with the word of its id."""
        return {slug(name): slug(id) for name, id in self.names.aliases}

    @property
    def names(self) -> wording.Names:
        """The names that may be typed for ids; a typed word then means any id that begins so."""
        aliases = self.session.scenario.game.aliases(self.session.table)
        return wording.Names(aliases=(*aliases.items(),))

    def told(self, words: Action | Range | Iterable[str]) -> str:
        """The words of an action, each id with its name, if it has one: ``move 1st 0402 Old Mill``."""
        return wording.tell(words.words if isinstance(words, Action | Range) else words, self.names)

    def titles(self, words: Iterable[str], more: str) -> str:
        """The names of the ids among some words, and what `more` is said of them."""
        names = (self.told([word]).partition(" ")[2] for word in words)
        return ", ".join(filter(None, (*(name for name in names if name not in more), more)))

    def fresh(self) -> list[LogEntry]:
        """The lines of the save since the viewer's last news; they then count as seen."""
        # After a game of two humans, both see what either has not seen.
        seen_by_either = max(self._shown_to.values(), default=0) if self.viewer is None else 0
        last_shown = self._shown_to.get(self.viewer, seen_by_either)
        self._shown_to |= dict.fromkeys(self.team or (None,), self.session.journal.n)
        fresh = [*takewhile(lambda entry: entry.n > last_shown, reversed(self.session.log))]
        return fresh[::-1]

    def news(self) -> list[str]:
        """The events since the viewer's last news, in lines; they then count as seen."""
        return [line for entry in self.fresh() for line in self.entry_lines(entry)]

    def hand_over(self) -> str:
        """The question to the next human and any partners who read too, before anything is shown.

        Before the first, all learn how to play against a bot instead.
        """
        names = listing([seat.capitalize() for seat in self.team if seat in self.humans])
        asks = f"{names}: press Enter when only you can see this."
        bots, seats = self.session.scenario.game.info.bots, [*self.session.seats]
        if not (self.is_new and bots and self.humans == seats):
            return asks
        return f"All are human. For a bot, leave (Ctrl-D) and add --seat {seats[-1]}={bots[0]}.\n{asks}"

    def entry_lines(self, entry: LogEntry) -> list[str]:
        """The events of a line of the save, in lines, as far as the viewer may know them."""
        if entry.undo is not None:
            return ["Taken back openly."]
        if entry.note is not None:
            return [f"note: {entry.note}"] if entry.shows(self.viewer) else []
        return [self._line_of(event) for event in entry.seen_by(self.viewer)]

    def _line_of(self, event: Event) -> str:
        """The text of an event, as good or bad news if it is a hit or a headline of its viewer.

        A headline of worth is a moment: it has a badge, and where there is Unicode a sign.
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
        """The last lines of events; all events then count as seen."""
        recent = [line for entry in self.session.log for line in self.entry_lines(entry)]
        self.news()
        return recent[len(recent) - min(lines, len(recent)) :]

    @property
    def is_new(self) -> bool:
        """Whether the game has only been set up."""
        return len(self.session.log) == 1 and self.session.outcome is None

    def opening(self) -> list[str]:
        """The stakes of a game, else the summary of the scenario; empty if the game itself says so."""
        info = self.session.scenario.info
        reported = " ".join(event.text for event in self.session.log[0].seen_by(self.viewer))
        text = info.at_stake or info.summary
        return [text] if text and text not in reported else []

    def describe(self, action: Action | Range) -> str:
        """The effect of an option, in a few words from the game."""
        table = self.session.table
        return table.decision.describe(table, action.first if isinstance(action, Range) else action)

    def cost(self, action: Action | Range) -> str:
        """The cost of an option, as short as possible."""
        table = self.session.table
        return table.decision.cost(table, action.first if isinstance(action, Range) else action)

    def risk(self, action: Action | Range) -> str:
        """What can go wrong with an option, and how likely, as short as possible."""
        table = self.session.table
        return table.decision.risk(table, action.first if isinstance(action, Range) else action)

    def copies(self, action: Action | Range) -> int:
        """The number of equal items that an option stands for."""
        table = self.session.table
        return 1 if isinstance(action, Range) else table.decision.copies(table, action)

    def about(self, action: Action | Range) -> str:
        """The cost, the risk and the effect of an option, in a few words from the game."""
        does = self.describe(action)
        more = [text for text in (self.cost(action), self.risk(action)) if text not in does]
        return ", ".join([*more, does] if does else more)

    def asks(self) -> str:
        """The question of the decision, with its seat if there are several; a new one with its rule."""
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
        """The scores and resources, in one line."""
        return self.session.scenario.game.status(self.session.view(self.viewer))

    def board(self, height: int | None = None) -> list[str]:
        """The position in lines, at most `height` if the game can."""
        width = min(self.width, LINEAR) if self.plain else self.width
        view = self.session.view(self.viewer)
        return list(self.session.scenario.game.board(view, width, height))

    def map(self, near: str = "") -> list[str]:
        """The map as the viewer may know it; the board of a game without one; a space in words."""
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
        """The map in `width` columns, by default those of the display, and `rows` rows.

        Without `rows`, the map has its true proportions. `options` has the numbers of options that
        lead to each space. With `near`, only the part around a space or a point is shown, larger.
        For a game without a map, it is empty.
        """
        from sandtable import chart  # noqa: PLC0415 (slow to import, and not every game has maps)

        look = chart.Look(self.unicode, self.painted, rows, options, near)
        with chart.shown(look):
            lines = self.session.scenario.game.map(self.session.view(self.viewer), width or self.width)
        return lines if isinstance(lines, chart.MapLines) else chart.MapLines(lines, len(lines))
