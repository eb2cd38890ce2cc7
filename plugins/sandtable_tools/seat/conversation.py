"""A game's conversation with a seat's program, which is told only what the seat may know."""

from __future__ import annotations

from itertools import takewhile
from operator import eq
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from sandtable import Action, Event, Game, InvalidAction, Range, SandtableError, Seat, Table
from sandtable.tooling import clip, rows_of
from sandtable_console import data, rulebook
from sandtable_tools.seat.messages import (
    MOST_SEED,
    PROTOCOL,
    AskMessage,
    BeginMessage,
    OverMessage,
    Request,
    RulesMessage,
    WhyMessage,
    read_request,
)

WIDTH = 80
"""Rules are wrapped at this many characters."""


class Channel(Protocol):
    """Sends lines to a program, and receives its lines."""

    def send(self, line: str, /) -> None:
        """Send a line."""

    def receive(self) -> bytes | str:
        """Return the next line. Raises an error if none comes."""
        ...


class Conversation:
    """A seat's part in one game: it asks its program for each choice.

    A choice that is refused `most_refused` times raises the error of the last refusal.
    """

    def __init__(self, game: Game[Any], channel: Channel, most_refused: int | None = None) -> None:
        self.game = game
        self.channel = channel
        self.most_refused = most_refused
        self.refusal = ""
        """Why the last choice was refused; empty if it was not."""
        self._told: list[Event] = []
        self._seat: Seat | None = None

    def ask(self, seat: Seat) -> Action:
        """Return the program's choice. Raises what the channel raises."""
        world = seat.imagine()
        if self._seat is None:
            self._send(self._begin(seat, world))
        self._seat = seat
        self._send(self._question(seat, world))
        refused, self.refusal = 0, ""
        while True:
            line = self.channel.receive()
            answer: Struct
            try:
                request = read_request(line)
                if request.do is not None:
                    return _choice(request.do, seat, world)
                answer = self._answer(request, world)
            except SandtableError as error:
                refused, self.refusal = refused + 1, str(error)
                if refused == self.most_refused:
                    raise
                typed = line if isinstance(line, str) else line.decode("utf-8", "replace")
                answer = data.refused(error, clip(typed.strip()), seat.name)
            self._send(answer)

    def end(self, seat: Seat | None = None) -> None:
        """If the game is over, tell the program the result for `seat`, or for the seat it played."""
        seat, self._seat = seat or self._seat, None
        if seat is None or (outcome := seat.outcome) is None:
            return
        since, events = self._news(seat)
        verdict, figures = self.game.info.outcome(outcome.name), self.game.figures(outcome.metrics)
        self._send(OverMessage(outcome.name, verdict, data.results(outcome), figures, since, events))

    def _send(self, message: Struct) -> None:
        self.channel.send(data.as_json(message))

    def _begin(self, seat: Seat, world: Table[Any]) -> BeginMessage:
        scenario, house = world.scenario, msgspec.to_builtins(world.house)
        seats = [*world.seats]
        return BeginMessage(PROTOCOL, self.game.id, scenario.id, scenario.title, seat.name, seats, house)

    def _question(self, seat: Seat, world: Table[Any]) -> AskMessage:
        decision, view = world.decision, seat.view
        since, events = self._news(seat)
        return AskMessage(
            seat.dice.roll(sides=MOST_SEED)[0],
            str(decision.__struct_config__.tag),
            decision.title,
            decision.rule,
            decision.ask(world),
            decision.part,
            since,
            events,
            view,
            self.game.status(view),
            self.game.figures(self.game.tracks(world, seat.name)),
            data.option_list(seat.options, world),
        )

    def _news(self, seat: Seat) -> tuple[int, list[dict[str, Any]]]:
        """Return how many of the events told to the program still hold, and the events since."""
        log, told = seat.log, self._told
        since = sum(takewhile(bool, map(eq, log, told)))
        self._told = log
        return since, data.event_data(log[since:])

    def _answer(self, request: Request, world: Table[Any]) -> WhyMessage | RulesMessage:
        """Answer a question about the game. Raises SandtableError."""
        if request.rules is not None:
            return RulesMessage(request.rules, rulebook.show(self.game.rules_text, request.rules, WIDTH))
        typed = request.why or ""
        try:
            action = world.read(typed)
        except SandtableError as error:
            no = data.refused(error, typed, None)
            return WhyMessage(no.thing, False, no.message, no.rule, no.fact, no.suggestions)
        decision = world.decision
        return WhyMessage(str(action), True, decision.describe(world, action), decision.rule)


def _choice(typed: int | str, seat: Seat, world: Table[Any]) -> Action:
    """Return the option that a number or words mean. Raises SandtableError."""
    if isinstance(typed, str):
        return world.read(typed)
    if words := [row.first for row in rows_of(seat.options) if isinstance(row, Range)]:
        raise InvalidAction(f'these options have no numbers; send words, as in "{words[0]}"')
    if not 1 <= typed <= len(seat.options):
        raise InvalidAction(f"no option {typed}; choose from 1 to {len(seat.options)}")
    return seat.options[typed - 1]
