"""`odds` at the prompt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable
from sandtable.record.replay import Replay
from sandtable_console.completion import candidates
from sandtable_tools.kit import Typist

SAVES = Path(__file__).parents[2] / "saves"


def raiders(line: int) -> Typist:
    """The raid on Barca after a line of a recorded game, played by a human."""
    run = Replay(SAVES / "lrdg-barca.jsonl")
    session = run.run(line)
    session.sit({"lrdg": "human"})
    return Typist(session, numbers=True)


def test_odds_are_shown_and_nothing_happens() -> None:
    console = raiders(17)
    position, story = console.session.table.position, len(console.session.log)
    lines = console.say("odds move 1st jalo").lines
    assert any("55.6 %  5/9" in line for line in lines)
    assert lines[-1] == "Exact, over 4 paths of luck."
    assert (console.session.table.position, len(console.session.log)) == (position, story)


def test_a_number_after_unclear_odds_asks_and_does_nothing() -> None:
    console = raiders(17)
    story = len(console.session.log)
    error = console.say("odds move").error
    assert error is not None
    rows = console.reader.offer(error)
    number = next(row.split()[0] for row in rows if "move 1st jalo" in row)
    assert any("55.6 %  5/9" in line for line in console.say(number).lines)
    assert len(console.session.log) == story


def test_one_thing_then_another() -> None:
    lines = raiders(14).say("odds end then all").lines
    assert "cannot be done: not now;" in " ".join(" ".join(lines).split())


def test_alone_it_says_how_it_is_used() -> None:
    assert raiders(17).say("odds").lines == [
        "odds ACTION [then ACTION] [--next] [--all]: type an action, or its number in the list"
    ]


def test_options_stand_anywhere_in_the_line() -> None:
    wanted = raiders(17).say("odds move 1st jalo --horizon 2").lines
    assert "The scripted player makes 2 more choices." in " ".join(" ".join(wanted).split())
    assert raiders(17).say("odds --horizon 2 move 1st jalo").lines == wanted
    assert raiders(17).say("odds move --horizon=2 1st jalo").lines == wanted
    sampled = raiders(17).say("odds move 1st jalo --most 2 --samples 30").lines
    assert sampled[-1].startswith("Sampled: 30 games;")
    whole = raiders(14).say("odds --next end --all").lines
    few = raiders(14).say("odds --next end").lines
    rows = [sum(" %  " in line and "expected" not in line for line in lines) for lines in (few, whole)]
    assert rows[0] < rows[1]


def test_a_wrong_option_is_one_line_with_the_nearest() -> None:
    console = raiders(17)
    assert str(console.say("odds end --horzon 3").error) == (
        'odds: no option "--horzon"; did you mean "--horizon"? (see sandtable odds --help)'
    )
    assert "whole number" in str(console.say("odds end --horizon 1_6").error)
    assert 'no option "--al"' in str(console.say("odds end --al").error)


def test_a_number_means_what_it_means_when_typed_alone() -> None:
    console = raiders(17)
    console.say("?")
    first, second = map(str, console.listed[:2])
    assert console.say("odds 1").lines == raiders(17).say(f"odds {first}").lines
    both = raiders(17).say(f"odds {first} then {second}").lines
    assert console.say("odds 1 then 2").lines == both
    assert str(console.say("odds 999").error) == str(console.say("999").error)
    assert len(console.listed) > 1


def test_stopping_it_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable_tools.odds.forecasts.forecast_in_steps", stopped)
    assert raiders(17).say("odds end").lines == ["Stopped before the odds were known."]


def test_an_illegal_action_is_refused_as_by_the_prompt() -> None:
    console = raiders(17)
    assert "fight is for After the combat turn" in str(console.say("odds fight").error)
    assert 'no action "fly"' in str(console.say("odds fly").error)


def test_odds_are_for_decisions_of_ones_own(console: Callable[..., Typist]) -> None:
    """Two bots play, or the other side decides, or nobody does."""
    watched = console(seats={"british": "scripted", "turkish": "scripted"})
    assert "the game is over" in str(watched.say("odds done").error)
    session = sandtable.new("megiddo/1918-even", seed=11, seats={"british": "scripted"})
    waiting = Typist(session)
    session.table.choose(session.table.read("done"))
    session.sit({"british": "human", "turkish": "scripted"})
    assert session.to_move == "turkish"
    reply = waiting.commands["odds"].run
    try:
        list(reply(waiting, "done"))
    except sandtable.SandtableError as error:
        assert str(error) == "odds are only for your own decisions; turkish decides now"
    else:
        raise AssertionError


def test_a_hidden_hand_stays_hidden(console: Callable[..., Typist]) -> None:
    """The same odds are shown whatever the other side really holds."""
    first = console().say("odds done").lines
    made = console()
    made.session.table = made.session.table.imagine("british", sandtable.SeededDice("other"))
    assert made.say("odds done").lines == first
    assert first[0].startswith("You lose the battle: ")


def test_words_are_completed_as_for_the_action(console: Callable[..., Typist]) -> None:
    made = console()

    def words(line: str) -> list[str]:
        return [candidate.word for candidate in candidates(made, line)]

    verbs = {option.name() for option in made.options}
    assert set(words("odds ")) == verbs
    assert words("odds disc") == ["discard"]
    assert [*words("odds discard "), "all"] == words("discard ")
    assert words("odds done then ") == []
    assert (
        words("odds done ")
        == words("odds done -")
        == ["--next", "--horizon", "--most", "--samples", "--all"]
    )
    assert words("odds --h") == words("odds done then --h") == ["--horizon"]
    assert words("odds --horizon 3 disc") == ["discard"]
    assert "odds" in words("od")


def test_a_change_that_an_event_names_is_not_shown_twice() -> None:
    table = Typist(sandtable.new("lawrence/aqaba", seed=1)).start()
    left = table.session.state.pounds - 2
    assert table.say("odds recruit 2").lines[1] == f"In any case: Pounds -2: {left} left."
