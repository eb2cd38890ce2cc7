"""The words `hint` and `coach` at the prompt."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.plain_text import PlainTextOutput

import sandtable
from sandtable_batch.estimate import Estimate
from sandtable_console import sink
from sandtable_console.configuration import Settings
from sandtable_console.outputs import Lent, Text
from sandtable_console.scroll import Scroll
from sandtable_tools.advice import coach, hints, worlds
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.review import Moment, Review
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


def known(console: Typist, monkeypatch: pytest.MonkeyPatch) -> hints.Hint:
    """A hint that names the second option, whatever is played."""
    session = console.session
    move, usual = ((option,) for option in session.options()[1::-1])
    share = Estimate(0.6, 0.5, 0.7, 100)
    against = hints.Comparison(usual, (share, share), (share, share))
    found = hints.Hint("british", "", "better", move, usual, against)

    def press(*_: object) -> Iterator[object]:
        yield from ()
        return found

    monkeypatch.setattr(hints.Study, "press", press)
    return found


def test_a_hint_says_that_nothing_is_clear_yet(console: Consoles) -> None:
    (line,) = [" ".join(console().say("hint 100").lines)]
    assert line.startswith("No clear best yet; the scripted player would choose: discard ")
    assert re.search(r" Ask again to play more games\.$", line)


def test_asked_again_a_hint_knows_more_and_tells_it_without_thinking(
    console: Consoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = console()
    first, second = table.say("hint 400 more").lines, table.say("hint 400 more").lines
    assert games(second) > games(first) > 0
    monkeypatch.setattr(hints.Study, "press", None)
    assert table.say("hint more").lines == second
    monkeypatch.undo()
    table.say("discard dysentery")
    assert games(table.say("hint 200 more").lines) < games(second)  # the position is another one


def games(lines: Sequence[str]) -> int:
    """The most games that a hint shows of a move."""
    return max((int(found) for found in re.findall(r" in ([0-9]+) games", " ".join(lines))), default=0)


def test_1_does_what_a_hint_names(console: Consoles, monkeypatch: pytest.MonkeyPatch) -> None:
    table = console()
    table.picture()
    found = known(table, monkeypatch)
    assert table.say("hint").lines[-1] == "Type 1 to make that move."
    assert table.say("1").error is None
    mine = [entry.action for entry in table.session.log if entry.seat == "british"]
    assert tuple(mine[:1]) == found.move


def test_without_a_best_a_number_keeps_its_option(console: Consoles) -> None:
    table = console()
    table.say("?")
    before = list(table.listed)
    table.say("hint 20")
    assert list(table.listed) == before


def test_more_shows_the_figures(console: Consoles) -> None:
    few, many = (console().say(f"hint 120{every}").lines for every in ("", " more"))
    assert len(few) <= 3
    assert len(many) > len(few) + 2


def test_the_list_of_options_counts_again_when_it_is_shown(
    console: Consoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = console()
    known(table, monkeypatch)
    table.say("hint")
    table.say("?")
    assert list(table.listed) == list(table.options)


def test_a_hint_shows_nothing_of_the_other_hand(console: Consoles) -> None:
    table = console(seats={})
    british = "\n".join(table.say("hint 40").lines)
    assert not any(card in british for card in table.session.state.sides["turkish"].hand)


def test_a_wrong_time_is_shown_with_what_was_expected(console: Consoles) -> None:
    for line in ("hint soon", "coach -3", "hint 5s 5s"):
        assert "takes a number of games (300) or of seconds (2s), not" in str(console().say(line).error)


def test_nobody_gets_hints_for_a_bot(console: Consoles) -> None:
    table = console()
    table.session.seat_players({"british": "human", "turkish": "human"})
    table.say("done")
    assert table.session.to_move == "turkish"
    table.session.seat_players({"turkish": "scripted"})
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
    for line in ("hint 40", "hint 500"):
        assert table.say(line).lines[0].startswith("No clear best yet; ")


def test_the_coach_looks_back_when_the_game_is_over(console: Consoles) -> None:
    table = console()
    while table.session.outcome is None:
        table.say(str(table.options[-1]))
    del table.session.history.done[:-6]
    assert "the game is over" in str(table.say("hint 5").error)
    reply = table.say("coach 30")
    assert reply.error is None
    assert " ".join(reply.lines).startswith(("The British won. ", "The British lost. "))


def test_a_letter_plays_on_from_a_moment_that_the_coach_named(
    console: Consoles, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table, typed = console(), list[Sequence[str]]()
    table.session.save(tmp_path / "game.jsonl")
    while table.session.outcome is None:
        table.say(str(table.options[-1]))
    assert str(table.say("coach a").error) == "no moment a to go back to; type coach first"
    found = coach.review(table.session, "british", Budget(playouts=60))
    moment = Moment(found.moves[-1], "blunder", Estimate(-1, -1, -1, 60))
    monkeypatch.setattr(coach, "review_in_steps", lambda *_: review_of(found._replace(moments=[moment])))
    assert table.say("coach").lines[-1].startswith("coach a plays on from just before a ")
    assert str(table.say("coach b").error).endswith("the coach named only a")
    assert str(table.say("coach a").error) == "coach a needs a saved game and a terminal"
    table.confirms = True
    monkeypatch.setattr("sandtable_shell.main", typed.append)
    reply = table.say("coach a")
    assert [type(output) for output in reply.outputs[:2]] == [Lent, Text]
    before = moment.assessed.played.n - 1
    assert typed == [["replay", f"--to={before}", "--play", "--", str(tmp_path / "game.jsonl")]]
    table.session.close()


def review_of(found: Review) -> Iterator[object]:
    yield from ()
    return found


def test_coach_more_shows_the_figures_without_thinking_again(
    console: Consoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = console()
    while table.session.outcome is None:
        table.say(str(table.options[-1]))
    del table.session.history.done[:-6]
    few = table.say("coach 60").lines
    monkeypatch.setattr(coach, "review_in_steps", None)
    more = table.say("coach more").lines
    assert more[: len(few)] == few
    assert any(line.startswith("luck: ") for line in more)


def test_the_prompt_stays_for_the_coach(capsys: pytest.CaptureFixture[str]) -> None:
    session = sandtable.new("lrdg/benghazi-road", seed=4)
    output = PlainTextOutput(sys.stdout)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        pipe.send_text("historical\rgive-up\ryes\rcoach 8\r\r")
        watched(session)
    out = capsys.readouterr().out
    assert out.index("coach: find what decided the game") < out.index("The raiders ended with 0")


def test_a_script_may_ask_the_coach_when_the_game_is_over(run) -> None:
    ran = run("play", "lrdg/benghazi-road", "--seed", 4, typed="historical\ngive-up\nyes\ncoach 8\nmove")
    assert (ran.status, ran.err) == (0, "")
    assert "> coach 8\nThe raiders ended with 0" in ran.out
    assert "> move" not in ran.out


def test_where_nobody_plays_no_prompt_stays() -> None:
    session = sandtable.new("lrdg/benghazi-road", seed=4, seats={"lrdg": "scripted"})
    watched(session)
    assert session.outcome is not None
