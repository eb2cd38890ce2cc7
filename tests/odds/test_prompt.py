"""`odds` at the prompt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable
from sandtable.record.replay import Replay
from sandtable_console.completion import candidates
from sandtable_tools.kit import Typist
from sandtable_tools.odds.prompt import read_plan

SAVES = Path(__file__).parents[2] / "saves"


def raiders(line: int) -> Typist:
    """The raid on Barca after a line of a recorded game, played by a human."""
    run = Replay(SAVES / "lrdg-barca.jsonl")
    session = run.run(line)
    session.seat_players({"lrdg": "human"})
    return Typist(session, numbers=True)


def plan_of(console: Typist, words: str) -> list[str]:
    return [*map(str, read_plan(console, words.split()))]


def test_odds_are_shown_and_nothing_happens() -> None:
    console = raiders(17)
    position, story = console.session.table.position, len(console.session.log)
    (line,) = console.say("odds move 1st jalo").lines
    assert line == "You are seen at Jalo: 56 %. Alarm +0.6 on average."
    lines = console.say("odds move 1st jalo more").lines
    assert lines[0] == line
    assert any("55.6 %  5/9" in line for line in lines)
    assert lines[-1] == "Exact: the odds cover 4 paths of luck."
    assert (console.session.table.position, len(console.session.log)) == (position, story)


def test_a_number_after_unclear_odds_asks_and_does_nothing() -> None:
    console = raiders(17)
    story = len(console.session.log)
    error = console.say("odds move").error
    assert error is not None
    rows = console.reader.offer(error)
    number = next(row.split()[0] for row in rows if "move 1st jalo" in row)
    assert console.say(number).lines[0].startswith("You are seen at Jalo: 56 %.")
    assert len(console.session.log) == story


def test_one_thing_then_another() -> None:
    lines = raiders(14).say("odds end then all").lines
    assert "cannot be done: not now;" in " ".join(" ".join(lines).split())


def test_alone_it_lists_what_can_be_asked_with_the_numbers() -> None:
    console = raiders(17)
    first, *rows = console.say("odds").lines
    assert first == "Type odds, then an action or its number. Nothing is played:"
    number, move = next(row.split()[:2] for row in rows if "move" in row and "jalo" in row)
    assert move == "move"
    assert console.say(f"odds {number}").lines == raiders(17).say("odds move 1st jalo").lines
    assert "odds 1 next" in " ".join(rows[-2:])


def test_next_and_more_follow_the_actions() -> None:
    near, far = raiders(14).say("odds end next more").lines, raiders(14).say("odds end more").lines
    assert near != far
    assert raiders(14).say("odds end more next").lines == near
    assert len(raiders(14).say("odds end next").lines) < len(near)
    assert 'no action "more"' in str(raiders(14).say("odds more").error)


def test_a_number_means_what_it_means_when_typed_alone() -> None:
    console = raiders(17)
    console.say("?")
    first, second = map(str, console.listed[:2])
    assert console.say("odds 1").lines == raiders(17).say(f"odds {first}").lines
    both = raiders(17).say(f"odds {first} then {second}").lines
    assert console.say("odds 1 then 2").lines == both
    assert str(console.say("odds 999").error) == str(console.say("999").error)
    assert len(console.listed) > 1


@pytest.mark.parametrize(
    ("lists", "singly"),
    [
        ("roads x2 engineer", ["roads", "roads", "engineer"]),
        ("5 engineer", ["roads", "engineer"]),
        ("all but roads british-infantry hms new engineer", ["supply-trains", "supply-trains"]),
    ],
)
def test_lists_mean_what_they_mean_when_typed_alone(
    console: Callable[..., Typist], lists: str, singly: list[str]
) -> None:
    laying = console()
    laying.say("done")
    laying.say("?")
    assert plan_of(laying, f"commit {lists} then done") == [*(f"commit {one}" for one in singly), "done"]


def test_all_is_read_before_names_and_without_what_is_planned(console: Callable[..., Typist]) -> None:
    laying = console()
    laying.say("done")
    both = plan_of(laying, "commit roads then commit all")
    assert sorted(both) == sorted(plan_of(laying, "commit all"))
    assert both.count("commit roads") == 2
    assert plan_of(laying, "commit engineer then commit roads supply-trains")[1:] == [
        "commit roads",
        "commit supply-trains",
    ]


def test_all_of_a_later_choice_is_not_known_yet(console: Callable[..., Typist]) -> None:
    made = console()
    assert plan_of(made, "done then commit roads engineer")[1:] == ["commit roads", "commit engineer"]
    assert "commit is for Order of Battle" in str(made.say("odds done then commit all").error)


def test_what_the_seat_cannot_do_is_refused_and_not_sampled(console: Callable[..., Typist]) -> None:
    laying = console()
    laying.say("done")
    error = laying.say("odds commit engineer then commit engineer then done").error
    assert "engineer: you can commit only cards from your hand" in str(error)


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
    session.seat_players({"british": "human", "turkish": "scripted"})
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
    assert words("odds done then ") == ["next", "more"]
    assert words("odds done ") == ["then", "next", "more"]
    assert words("odds done m") == ["more"]
    assert "odds" in words("od")


def test_a_change_that_an_event_names_is_not_shown_twice() -> None:
    table = Typist(sandtable.new("lawrence/aqaba", seed=1)).start()
    left = table.session.state.pounds - 2
    assert table.say("odds recruit 2 more").lines[1] == f"Certain: Pounds -2: {left} left."


def test_done_is_suggested_only_where_it_ends_the_choice(console: Callable[..., Typist]) -> None:
    assert "then done" not in "\n".join(raiders(17).say("odds give-up").lines)
    laying = console()
    laying.say("done")
    suggestion = "If you choose no more: odds commit engineer then done"
    assert laying.say("odds commit engineer").lines[-1] == suggestion
