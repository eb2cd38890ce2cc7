"""What the program of a seat is told, and how its answers are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable import Event, Random, Seat, SeededDice, Table
from sandtable_tools.seat.conversation import Conversation
from sandtable_tools.seat.messages import PROTOCOL, SentMessage

read = msgspec.json.Decoder(SentMessage).decode


class Program:
    """A program that answers with the given lines, and keeps what it is sent."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.lines: list[str] = []

    def send(self, line: str) -> None:
        self.lines.append(line)

    def receive(self) -> str:
        return self.answers.pop(0)

    @property
    def got(self) -> list[Any]:
        return [read(line) for line in self.lines]


def asked(session: sandtable.Session, *answers: str) -> tuple[Program, Any]:
    """A program that has been asked for the choice of the seat to move, and its choice."""
    program = Program(*answers)
    conversation = Conversation(session.scenario.game, program)
    return program, conversation.ask(session.seat(session.to_move or ""))


@pytest.fixture
def session() -> sandtable.Session:
    return sandtable.new("megiddo/1918", seed=3)


def test_a_program_is_told_the_game_then_asked_with_all_that_its_seat_knows(session) -> None:
    program, action = asked(session, "1")
    begin, ask = program.got
    assert (begin.protocol, begin.scenario, begin.seat) == (PROTOCOL, "megiddo/1918", "british")
    assert ask.view == msgspec.json.decode(msgspec.json.encode(session.view("british")))
    assert [event["text"] for event in ask.events] == [
        event.text for event in session.seat("british").log
    ]
    assert [option.words for option in ask.options] == [str(option) for option in session.options()]
    assert (ask.title, ask.rule, ask.tracks["turkish-casualties"]) == ("Reserve", "2", 0)
    assert action == session.options()[0]


@pytest.mark.parametrize(
    "answer", ['"discard engl"', '{"do": "discard engineer"}', '{"do": 3}', "3", '"disc engineer"']
)
def test_an_answer_is_a_number_or_words_in_json(answer: str) -> None:
    session = sandtable.new("megiddo/1918-even", seed=11)
    number = [str(option) for option in session.options()].index("discard engineer") + 1
    assert (
        str(asked(session, answer.replace("3", str(number)).replace("engl", "eng"))[1])
        == "discard engineer"
    )


REFUSED = {
    "nonsense": "send {",
    "": "send {",
    "[1]": "send {",
    "{}": "send {",
    '{"do": 1, "why": "done"}': "send {",
    '{"move": 1}': "send {",
    '{"rules": "99.9"}': 'no section "99.9"',
    "0": "no option 0; choose from 1 to 9",
    "99999999999999999999999": "no option 9999",
    "1.5": "send {",
    '"discard"': '"discard" can mean',
    '"commit anzac"': "",
    "[" * 100_000: "send {",
}


@pytest.mark.parametrize("answer", REFUSED)
def test_bad_input_gets_one_refusal_and_nothing_is_lost(session, answer: str) -> None:
    before = session.table.position
    program, action = asked(session, answer, "1")
    refusal = program.got[-1]
    assert type(refusal).__name__ == "RefusedData"
    assert REFUSED[answer] in refusal.message
    assert len(refusal.thing) < 200
    assert (action, session.table.position) == (session.options()[0], before)


def test_why_and_rules_are_answered_as_often_as_they_are_asked(session) -> None:
    answers = ['{"why": "commit allenby"}', '{"why": "done"}', '{"rules": "3"}', '{"rules": ""}', "1"]
    program, _ = asked(session, *answers)
    illegal, legal, section, headings = program.got[2:]
    assert (illegal.legal, legal.legal, legal.thing, legal.rule) == (False, True, "done", "2")
    assert section.lines[0].startswith("3  Order of Battle")
    assert len(headings.lines) > 5


def test_an_action_that_is_not_legal_is_refused_with_its_rule() -> None:
    session = sandtable.new("lrdg/benghazi-road", seed=3)
    refused = next(
        action
        for action in session.table.decision.candidates(session.table)
        if session.table.refusal(action)
    )
    program, _ = asked(session, f'{{"why": "{refused}"}}', f'"{refused}"', "1")
    why, refusal = program.got[2:]
    assert (why.thing, why.legal, why.rule != "") == (str(refused), False, True)
    assert (refusal.thing, refusal.reason, refusal.rule) == (str(refused), "illegal", why.rule)


def test_only_new_events_are_told_and_an_undo_is_seen_by_their_number(session) -> None:
    program = Program("1", "1", "1", "1")
    conversation = Conversation(session.scenario.game, program)
    for _ in range(3):
        session.choose(conversation.ask(session.seat("british")))
    session.undo()
    conversation.ask(session.seat("british"))
    asks = [message for message in program.got if type(message).__name__ == "AskMessage"]
    told: list[str] = []
    for ask in asks:
        told = told[: ask.since] + [event["text"] for event in ask.events]
    assert told == [event.text for event in session.seat("british").log]
    assert asks[1].since == len(asks[0].events)


def test_the_end_is_told_with_the_return_of_each_seat() -> None:
    session = sandtable.new("megiddo/1918-even", seed=1, seats={"turkish": "scripted"})
    program = Program(*["1"] * 999)
    conversation = Conversation(session.scenario.game, program)
    while session.outcome is None:
        for _ in session.play():
            pass
        if session.outcome is None:
            session.choose(conversation.ask(session.seat("british")))
    conversation.end()
    over = program.got[-1]
    assert (over.outcome, over.returns) == (session.outcome.name, session.outcome.returns)
    assert over.events[-1]["text"] == session.seat("british").log[-1].text


GAMES = ("megiddo/1918-even", "lrdg/slonta", "bids", "market")


@pytest.mark.parametrize("name", GAMES)
def test_a_program_is_told_the_same_whatever_is_hidden_from_its_seat(
    name: str, bids: Any, market: Any
) -> None:
    """The position is dealt again as the seat may imagine it; every line that is sent is the same."""
    toys = {"bids": bids, "market": market}
    scenario = toys[name].scenario() if name in toys else sandtable.new(name, seed=1).scenario
    events: list[Event] = []
    table: Table[Any] = Table.new(scenario, SeededDice(1), None, events)
    hidden = 0
    for turn in range(60):
        if table.outcome is not None:
            break
        seat = table.decision.seat
        other = table.imagine(seat, SeededDice(turn))
        hidden += other.position != table.position
        lines = [_lines(version, seat, events, turn) for version in (table, other)]
        assert lines[0] == lines[1]
        table.choose(Random().choose(Seat(table, seat, SeededDice(f"bot {turn}"), lambda: events)))
    assert bool(hidden) == (len(scenario.game.seats) > 1)


def _lines(table: Table[Any], seat: str, events: Iterable[Event], turn: int) -> list[str]:
    first = table.options[0]
    program = Program('{"why": "done"}', '"nonsense"', f'"{first}"')
    Conversation(table.game, program).ask(Seat(table, seat, SeededDice(turn), lambda: events))
    return program.lines


BIDS = {'"bid 1200"': 1200, '{"do": 37}': None, '"bid 0"': None, '"bid 1000001"': None, "2": None}


@pytest.mark.parametrize("answer", BIDS)
@pytest.mark.parametrize("seat", ["east", "west"])
def test_a_range_is_one_option_with_bounds(market: Any, seat: str, answer: str) -> None:
    """The other seat may have chosen already: each is asked for its own choice."""
    table = market.table()
    if seat == "west":
        table.choose(market.Bid(555_555))
    program = Program(answer, '"pass"')
    action = Conversation(table.game, program).ask(Seat(table, seat, SeededDice(1), tuple))
    (bid, done), refused = program.got[1].options, program.got[2:]
    assert (bid.words, bid.number, bid.first, bid.last) == ("bid 1..1000000", None, 1, 1_000_000)
    assert (done.words, done.number, done.first) == ("pass", None, None)
    assert len(refused) == (BIDS[answer] is None)
    assert str(action) == (f"bid {BIDS[answer]}" if BIDS[answer] else "pass")
    assert "555555" not in "".join(program.lines)


def test_no_line_has_the_seed(session) -> None:
    session = sandtable.new("megiddo/1918", seed="open-sesame")
    program, _ = asked(session, "1")
    assert "sesame" not in "".join(program.lines)


def test_words_that_fit_every_number_suggest_ranges(market: Any) -> None:
    table = market.table()
    program = Program('"a"', '"bid"', '"pass"')
    Conversation(table.game, program).ask(Seat(table, "east", SeededDice(1), tuple))
    assert all(len(refused.suggestions) <= 2 for refused in program.got[2:])
