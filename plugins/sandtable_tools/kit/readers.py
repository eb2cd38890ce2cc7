"""Plays all mixes of humans and bots at a keyboard; checks that readers see only what they may know."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from itertools import islice, product
from unittest.mock import patch

from msgspec import to_builtins

from sandtable import HUMAN, Scenario, SeededDice, Session
from sandtable.tooling import Catalog, read_seed, records
from sandtable_console import Console, SinkContext, sinks
from sandtable_console.configuration import Settings
from sandtable_console.sink import play
from sandtable_tools.kit.contract import describe_view
from sandtable_tools.kit.findings import Finding, Found, attempt
from sandtable_tools.kit.position_checks import random_option

BOT = "scripted"
"""The bot that plays the other seats."""

MOST_LINES, MOST_IN_SHORT = 24, 8
"""The most lines typed in a game, in a full and in a quick examination."""

LOOK_EVERY = 4
"""One in this many lines is a word that only looks; the rest are actions."""

RULES_WORD = "rules"
"""The word that shows the rules, whose examples everyone may read."""

COLUMNS = "100"
"""The width of the printed lines."""

MOST_MIXES = 32
"""The most mixes of humans and bots that are tried."""


def find(
    scenario: Scenario, seed: str, plugins: Catalog, games: int, *, quick: bool
) -> Iterator[Finding]:
    """Yield each game's first fault, in some games of each mix with a human."""
    problems = plugins.problems.take()  # the console would print and forget them
    most, names = MOST_IN_SHORT if quick else MOST_LINES, scenario.seats
    mixes = islice(product((HUMAN, BOT), repeat=len(names)), min(2 ** len(names) - 1, MOST_MIXES))
    for mix, number in product(mixes, range(1, games + 1)):
        seats = dict(zip(names, mix, strict=True))
        found = list(Keyboard(scenario, f"{seed}/{number}", seats, plugins).findings(most))
        plugins.problems[:] = problems
        yield from found


class Keyboard:
    """A game at a console with the plain sink: random lines are typed and the output is read.

    `reader` is the human who sat down last: a bot reads nothing. `learned` lists the texts that each
    seat could have seen so far (for None, all texts), with the code that wrote them.
    """

    def __init__(
        self, scenario: Scenario, seed: str, seats: Mapping[str, str], plugins: Catalog
    ) -> None:
        header = records.Header(
            game=scenario.game.id,
            scenario=scenario.id,
            seats=dict(seats),
            seed=read_seed(seed),
            options=to_builtins(scenario.house),
            rules_version=scenario.game.info.rules_version,
            plugins=[],
        )
        self.session = Session(scenario, header, plugins)
        self.console = Console(self.session)
        self.luck = SeededDice(f"{seed} keyboard")
        self.out = StringIO()
        humans = self.session.humans
        self.reader = humans[0] if {*humans} <= {*scenario.team(humans[0])} else None
        self.learned: dict[str | None, dict[str, object]] = {seat: {} for seat in (None, *seats)}
        self.faults: list[Found] = []
        self.asked: list[Found] = []
        self._events = self._typed = self._read = 0

    def findings(self, most: int) -> Iterator[Finding]:
        """Play up to `most` lines; return the first fault."""
        context = SinkContext(Settings(), self._lines(most), self.out, typing=True, keep_going=True)

        def find() -> list[Found]:
            play(self.console, sinks.make_sink("plain", self.console, context))
            self._look()
            return []

        with redirect_stdout(StringIO()), patch.dict(os.environ, COLUMNS=COLUMNS):
            self.faults += attempt("readers", find)
        session = self.session
        seats = " ".join(f"{seat}={bot}" for seat, bot in session.seats.items() if bot != HUMAN)
        actions = (entry for entry in session.log if entry.action and entry.seat in session.humans)
        commands = [str(entry.action) for entry in actions]
        for fault in (*self.faults, *self.asked)[:1]:
            yield fault.finding(session.scenario, str(session.header.seed), commands, players=seats)

    def _lines(self, most: int) -> Iterator[str]:
        while self._look() and self._typed < most and self.session.outcome is None:
            display = self.console.display
            if self.out.getvalue().endswith(f"{display.handover()}\n"):
                if display.viewer in self.session.humans:
                    self.reader = display.viewer
                else:
                    text = f'{display.viewer}, a bot, is asked to read: "{display.handover()}"'
                    self.asked.append(Found("readers", text))
                yield ""
            elif self.asked:  # the bot's output has been read
                return
            elif self.console.pending:
                yield "yes"
            else:
                self._typed += 1
                yield self._line()

    def _line(self) -> str:
        commands = self.console.commands.items()
        looks = [word for word, command in commands if command.kind == "looks" and word != RULES_WORD]
        if self._typed % LOOK_EVERY == 0:
            return self.luck.pick(looks)
        return str(random_option(self.session.options(), self.luck))

    def _look(self) -> bool:
        """Read the new output; return whether it has no fault."""
        shown = " ".join(self.out.getvalue()[self._read :].split())
        self._read = self.out.tell()
        self._learn()
        open_to_all = self.session.outcome is not None and len(self.session.humans) > 1
        if self.reader is not None and not open_to_all:
            self.faults += islice(self._secrets(shown, self.reader), 1)
        return not self.faults

    def _secrets(self, shown: str, reader: str) -> Iterator[Found]:
        """Yield the texts shown to the reader that it may not know."""
        known = " ".join(self.learned[reader])
        for text, at in (pair for texts in self.learned.values() for pair in texts.items()):
            if text not in known and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", shown):
                yield Found("readers", f'{reader} reads "{text}", which it may not know', at)

    def _learn(self) -> None:
        session, table = self.session, self.session.table
        game, entries = session.scenario.game, session.log[self._events :]
        self._events = len(session.log)
        for seat, texts in self.learned.items():
            seen: list[tuple[str, object]] = []
            for mate in session.scenario.team(seat) if seat else (None,):
                view = table.view(mate)
                items, relations = describe_view(game, view)
                lines = [*game.board(view, self.console.width), game.status(view), *relations]
                lines += [line for item in items for line in (str(item), *item.about)]
                seen += [(line, type(game).view) for line in lines]
            seen += [(event.text, type(event)) for entry in entries for event in entry.seen_by(seat)]
            texts |= {line: at for text, at in seen if (line := " ".join(text.split()))}
