"""The words `hint` and `coach` at the prompt."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.plain_text import PlainTextOutput

import sandtable
from sandtable_console import sink
from sandtable_console.configuration import Settings
from sandtable_console.scroll import Scroll
from sandtable_tools.advice import worlds
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]

QUICK = Settings(theme="none", pace="none", pager=False)


def watched(session: sandtable.Session) -> None:
    """Play a session at a terminal."""
    console = Typist(session)
    sink.play(console, Scroll(console, QUICK))


def game(console: Typist, hints: bool) -> list[bytes]:
    """The lines of a short game, with or without hints."""
    for line in ("discard dysentery", "done", "commit british-infantry"):
        if hints:
            assert console.say("hint 12").error is None
        assert console.say(line).error is None
    return console.session.journal.lines


def test_hints_leave_no_trace_in_the_save_and_the_luck(console: Consoles) -> None:
    assert game(console(), hints=True) == game(console(), hints=False)


def test_a_hint_names_what_can_be_done(console: Consoles) -> None:
    table = console()
    reply = table.say("hint 100")
    assert reply.lines[0].startswith("The best ")
    assert any("that scripted players finished from here:" in line for line in reply.lines)
    assert any("discard dysentery" in line for line in reply.lines)
    assert reply.lines[-1] == "Type a number to make that whole move."


def test_a_number_after_a_hint_does_the_move_of_that_line(console: Consoles) -> None:
    table = console()
    table.say("hint 80")
    moves = [list(map(str, move)) for move in table.reader.moves]
    assert table.say("2").error is None
    mine = [str(entry.action) for entry in table.session.log if entry.seat == "british"]
    assert mine[: len(moves[1])] == moves[1]


def test_a_line_of_a_hint_without_a_number_has_none(console: Consoles) -> None:
    table = console()
    table.picture()
    lines = table.say("hint 80").lines
    last = max(int(line[:3]) for line in lines if line[:3].strip().isdecimal())
    assert last == len(table.listed)
    assert "the last list has 1 to" in str(table.say(str(last + 1)).error)


def test_the_list_of_options_counts_again_when_it_is_shown(console: Consoles) -> None:
    table = console()
    table.say("hint 80")
    table.say("?")
    assert list(table.listed) == list(table.options)


def test_a_hint_shows_nothing_of_the_other_hand(console: Consoles) -> None:
    table = console(seats={})
    british = "\n".join(table.say("hint 40").lines)
    assert not any(card in british for card in table.session.state.sides["turkish"].hand)


def test_a_wrong_time_is_shown_with_what_was_expected(console: Consoles) -> None:
    for line in ("hint soon", "hint 0", "coach -3"):
        assert "takes a number of games (300) or of seconds (2s), not" in str(console().say(line).error)


def test_nobody_gets_hints_for_a_bot(console: Consoles) -> None:
    table = console()
    table.session.sit({"british": "human", "turkish": "human"})
    table.say("done")
    assert table.session.to_move == "turkish"
    table.session.sit({"turkish": "scripted"})
    table.session.play = lambda _=None: iter(())  # type: ignore[method-assign]
    assert "only for your own decisions" in str(table.say("hint 5").error)


def test_the_coach_waits_while_cards_are_hidden(console: Consoles) -> None:
    table = console()
    table.say("discard dysentery")
    assert "hides things" in str(table.say("coach 5").error)


def test_ctrl_c_shows_what_is_known_so_far(console: Consoles, monkeypatch: pytest.MonkeyPatch) -> None:
    left = iter(range(25))
    playing = worlds.play_on

    def interrupted(*arguments: object) -> object:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return playing(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(worlds, "play_on", interrupted)
    monkeypatch.setattr("sandtable_tools.advice.crew.cores", lambda: 1)
    table = console()
    assert any(line.startswith("Stopped after ") for line in table.say("hint 40").lines)
    assert table.say("hint 500").lines == ["Stopped before there was any result."]


def test_the_coach_looks_back_when_the_game_is_over(console: Consoles) -> None:
    table = console()
    while table.session.outcome is None:
        table.say(str(table.options[-1]))
    del table.session.history.done[:-6]
    assert "the game is over" in str(table.say("hint 5").error)
    reply = table.say("coach 30")
    assert reply.error is None
    assert reply.lines[0].startswith("At the start the British had a ")


def test_the_prompt_stays_for_the_coach(capsys: pytest.CaptureFixture[str]) -> None:
    session = sandtable.new("lrdg/benghazi-road", seed=4)
    output = PlainTextOutput(sys.stdout)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        pipe.send_text("historical\rgive-up\ryes\rcoach 8\r\r")
        watched(session)
    out = capsys.readouterr().out
    assert out.index("coach: say what your choices and your luck") < out.index("The raiders ended with ")


def test_a_script_may_ask_the_coach_when_the_game_is_over(run) -> None:
    ran = run("play", "lrdg/benghazi-road", "--seed", 4, typed="historical\ngive-up\nyes\ncoach 8\nmove")
    assert (ran.status, ran.err) == (0, "")
    assert "> coach 8\nThe raiders ended with " in ran.out
    assert "> move" not in ran.out


def test_where_nobody_plays_no_prompt_stays() -> None:
    session = sandtable.new("lrdg/benghazi-road", seed=4, seats={"lrdg": "scripted"})
    watched(session)
    assert session.outcome is not None
