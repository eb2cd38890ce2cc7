"""A typed line and its effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable import Event, Headline, styled
from sandtable.model.action import ActionError, AmbiguousAction
from sandtable.record.undo import UndoRefused
from sandtable_console.outputs import Question
from sandtable_console.page import Page, picture
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]


def test_a_prefix_of_an_action_does_it(console: Consoles) -> None:
    table = console()
    reply = table.say("disc dys")
    assert reply.error is None
    assert table.session.state.sides["british"].aside == ["dysentery"]


def test_several_commands_are_done_in_order_until_one_fails(console: Consoles) -> None:
    table = console()
    reply = table.say("discard dysentery; discard nonsense; discard engineer")
    assert str(reply.error).startswith('no card "nonsense"; choose from british-infantry')
    assert table.session.state.sides["british"].aside == ["dysentery"]


def test_a_line_goes_on_after_the_bots_have_played(console: Consoles) -> None:
    table = console()
    assert table.say("done; commit british-infantry; status").error is None
    assert table.session.to_move == "british"


def test_a_line_never_plays_for_the_next_human(console: Consoles) -> None:
    table = console(seats={})
    reply = table.say("done; done")
    assert '"done" was not done: Turkish' in str(reply.error)
    assert table.session.to_move == "turkish"


def test_a_number_means_a_place_in_the_list_last_shown(console: Consoles) -> None:
    table = console()
    table.picture()
    third = table.options[2]
    table.say("3")
    assert table.session.log[-1].action == third
    table.reader.list_moves(())
    assert "no longer counts" in str(table.say("3").error)
    table.say("?")
    assert table.say("1").error is None


def test_several_numbers_pick_from_the_one_list_that_was_shown(console: Consoles) -> None:
    table = console()
    table.picture()
    wanted = [table.options[place - 1] for place in (3, 1, 6)]
    assert table.say("3 1 6").error is None
    assert [entry.action for entry in table.session.log[1:]] == wanted


@pytest.mark.parametrize("seats", [{}, {"turkish": "scripted"}])
def test_numbers_of_one_list_never_run_into_the_next_choice(
    console: Consoles, seats: dict[str, str]
) -> None:
    """A number too many ends neither the next human's turn nor one's own next phase."""
    table = console(seats=seats)
    table.picture()
    done = len(table.options)
    reply = table.say(f"{done} {done}")
    assert '"done" was not done' in str(reply.error)
    mine = [entry for entry in table.session.log if entry.action and entry.seat == "british"]
    assert [str(entry.action) for entry in mine] == ["done"]
    if not seats:
        assert table.session.to_move == "turkish"


def test_a_number_may_stand_for_the_last_word(console: Consoles) -> None:
    table = console()
    table.picture()
    wanted = table.options[6]
    assert table.say("disc 7").error is None
    assert table.session.log[-1].action == wanted


def test_a_name_may_be_typed_as_its_words(console: Consoles) -> None:
    table = console()
    assert table.say("discard Supply Trains").error is None
    assert table.session.state.sides["british"].aside == ["supply-trains"]


def test_a_legal_action_is_found_by_any_word(console: Consoles) -> None:
    assert [line.split()[1:3] for line in console().reader.choices("british-inf")] == [
        ["discard", "british-infantry"]
    ]


def test_a_command_that_takes_nothing_says_so(console: Consoles) -> None:
    assert "quit takes no arguments" in str(console().say("quit now").error)
    table = console()
    table.say("exit")
    assert table.left


def test_a_forced_undo_is_shown_to_both(console: Consoles) -> None:
    table = console(seats={})
    table.say("done")
    news = table.say("undo --force").news
    assert table.session.to_move == "british"
    assert news[-1] == "Taken back; the save records it."


@pytest.mark.parametrize("line", ["status; 1", "99", "0", "1 99", "9" * 4000])
def test_a_number_out_of_place_is_refused(console: Consoles, line: str) -> None:
    table = console()
    table.picture()
    before = table.session.table.position
    assert table.say(line).error is not None
    assert table.session.table.position == before


def test_numbers_mean_nothing_in_scripts(console: Consoles) -> None:
    table = console(numbers=False)
    table.say("?")
    assert "use words" in str(table.say("1").error)


def test_an_ambiguous_prefix_offers_a_numbered_choice(console: Consoles) -> None:
    table = console(seed=3)
    reply = table.say("discard british")
    assert isinstance(reply.error, AmbiguousAction)
    assert table.reader.offer(reply.error)[0].startswith("   1  discard british-")
    wanted = reply.error.choices[0]
    table.say("1")
    assert table.session.log[-1].action == wanted


def test_a_script_learns_what_its_options_do(console: Consoles) -> None:
    table = console(numbers=False)
    rows = table.say("? discard").lines
    assert "  discard british-infantry              infantry 6" in rows
    assert "  discard roads x2                      supply 1" in rows


def test_commands_and_verbs_share_one_pool(console: Consoles) -> None:
    table = console()
    assert str(table.say("s").error) == '"s" can mean status, show, save'
    table.say("done")
    reply = table.say("s")
    assert str(reply.error) == '"s" can mean status, show, save'
    assert '"d" can mean' not in str(table.say("log").error)


def test_a_verb_of_the_game_comes_before_a_word_of_the_prompt(console: Consoles) -> None:
    table = console()
    table.say("done")
    assert table.reader.meanings_of("c") == ["commit"]
    assert table.reader.meanings_of("co") == ["commit"]


def test_a_short_verb_does_not_win_by_being_complete(console: Consoles) -> None:
    table = console()
    assert isinstance(table.say("d").error, AmbiguousAction)
    assert table.say("do").error is None


def test_ambiguous_commands_are_offered_by_number(console: Consoles) -> None:
    table = console()
    table.picture()
    reply = table.say("s")
    assert table.reader.offer(reply.error) == ["   1  status", "   2  show", "   3  save"]
    before = table.session.table.position
    assert any("BRITISH" in line for line in table.say("1").lines)
    assert table.session.table.position == before
    assert "no longer counts" in str(table.say("1").error)


def test_an_exact_word_beats_a_prefix(console: Consoles) -> None:
    assert console().say("?").error is None
    assert console().say("log 3").error is None


def test_an_illegal_command_says_the_rule_and_changes_nothing(console: Consoles) -> None:
    table = console()
    before = table.session.table.position
    reply = table.say("commit dysentery")
    assert isinstance(reply.error, ActionError)
    assert (
        str(reply.error)
        == "commit is for Order of Battle [rule 3], not Reserve [rule 2]: type discard or done"
    )
    assert table.session.table.position == before


def test_the_question_mark_lists_what_is_legal_with_what_it_does(console: Consoles) -> None:
    table = console()
    lines = table.say("?").lines
    assert any("discard british-infantry" in line and "infantry 6" in line for line in lines)
    assert not any("Discard up to" in line for line in [*lines, *table.say("status").lines])
    assert table.say("? done").lines[0].split()[:4] == ["1", "done", "draw", "as"]
    assert "no legal action begins" in str(table.say("? zebra").error)
    assert str(table.say("? attack").error) == (
        "attack is for Air Strike [rule 4], Cavalry Exploitation [rule 5], Artillery [rule 6], "
        "Machine Guns [rule 7], not Reserve [rule 2]: type discard or done"
    )


def test_log_counts_lines(console: Consoles) -> None:
    table = console()
    assert len(table.say("log 2").lines) == 2
    assert table.say("log 0").lines == []
    assert table.say("log").lines[0] == "Round 1."
    assert "log takes a number" in str(table.say("log x").error)


def test_rules_shows_the_rule_in_force_or_another(console: Consoles) -> None:
    table = console()
    assert table.say("rules").lines[0].startswith("2  Reserve")
    assert table.say("rules MEG-R4").lines[0].startswith("MEG-R4")
    assert "no section" in str(table.say("rules zzz").error)


def test_undo_redo_and_abort(console: Consoles) -> None:
    table = console()
    start = table.session.table.position
    table.say("discard dysentery; discard engineer")
    table.say("undo")
    assert table.say("redo").lines == ["Redone: discard Engineer"]
    table.say("abort")
    assert table.session.table.position == start
    table.say("done")
    assert isinstance(table.say("undo").error, UndoRefused)
    assert table.say("undo --force").error is None


def test_a_note_is_kept_whole(console: Consoles) -> None:
    table = console()
    table.say("note mind; the gap")
    assert table.session.log[-1].note == "mind; the gap"


def test_save_writes_a_copy(
    console: Consoles, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    table = console()
    assert table.say("save first").lines == ["saved in first.jsonl"]
    assert "already exists" in str(table.say("save first").error)
    assert table.say("save").lines == ["saved in first.jsonl"]
    table.session.close()


def test_quit_leaves(console: Consoles) -> None:
    table = console()
    assert table.say("quit; done").outputs == []
    assert table.left


@pytest.mark.parametrize("line", ["", "   ", ";", ";;;", " ; "])
def test_nothing_typed_does_nothing(console: Consoles, line: str) -> None:
    table = console()
    table.picture()
    before, reply = table.session.table.position, table.say(line)
    assert [type(output) for output in reply.outputs] == [Question]
    assert table.session.table.position == before


@pytest.mark.parametrize("scenario", ["lawrence/aqaba", "lrdg/slonta"])
def test_the_questions_of_a_solitaire_speak_to_the_player(scenario: str) -> None:
    table = Typist(sandtable.new(scenario, seed=5))
    (seat,) = table.session.seats
    questions = []
    while table.session.outcome is None and len(questions) < 60:
        questions.append(table.display.question())
        table.session.choose(table.options[len(questions) % len(table.options)])
    assert len(set(questions)) > 5
    assert [
        line for line in questions if line.lower().startswith(f"{seat}:") or line[:1].islower()
    ] == []


def test_a_solitaire_asks_in_the_imperative_with_the_numbers_that_matter() -> None:
    table = Typist(sandtable.new("lawrence/aqaba", seed=3))
    pounds = table.session.state.pounds
    assert (
        table.display.question()
        == f"Buy units and gear at Yenbo ({pounds} Pounds); done begins the mission. [rule LOA-C1]"
    )


def test_the_questions_of_a_duel_name_who_decides(console: Consoles) -> None:
    table = console(seats={})
    assert table.display.question().startswith("British: ")
    table.say("done; done; done")
    assert table.display.question().startswith("Turkish: ")


def test_everything_of_the_other_side_stays_hidden(console: Consoles) -> None:
    table = console()
    shown = [*table.picture(), *table.display.news(), *table.say("?").lines, *table.say("log 99").lines]
    hidden = table.session.state.sides["turkish"].hand
    assert len(hidden) > 5
    assert len(shown) > 20
    names = [name for name in hidden if any(name in line for line in shown)]
    assert names == []


def test_each_human_learns_what_happened_since_their_own_choice(console: Consoles) -> None:
    table = console(seats={})
    assert "The British draw 9 cards." in table.display.news()
    table.say("discard dysentery; done")
    news = table.say(f"{table.session.options()[0]}; done").news
    assert any(line.startswith("The British draw 1 card: ") for line in news)
    assert "The Turks draw 1 card." in table.say("log").lines


@pytest.mark.parametrize(("width", "height"), [(60, 24), (80, 20), (100, 26), (200, 56)])
def test_all_that_a_choice_needs_fits_the_screen(console: Consoles, width: int, height: int) -> None:
    """A bot plays; every British choice fits the rows of a terminal, less four for completion."""
    table = console(width=width)
    page = Page(table, height)
    bot = table.session.scenario.game.scripted_bot()
    while table.session.outcome is None:
        rows = ["", *(row for part in picture(table, page) for row in part.lines)]
        assert max(map(len, rows)) <= width
        assert len(rows) < height, "\n".join(rows)
        assert table.display.question().endswith(rows[-1].strip() or "?")
        table.say(str(bot.choose(table.session.seat("british"))))


def test_a_bot_that_was_stopped_goes_on_with_the_next_line(console: Consoles) -> None:
    """For example, because a roll for it was left without an answer."""
    table = console()
    scripted = table.session.scenario.game.scripted_bot()
    stops = iter([True])

    class Stopped:
        def choose(self, seat: sandtable.Seat) -> sandtable.Action:
            if next(stops, False):
                raise KeyError("left")
            return scripted.choose(seat)

    table.session.bots["turkish"] = Stopped()
    assert "failed as turkish" in str(table.say("done").error)
    assert table.session.to_move == "turkish"
    assert table.say("").error is None
    assert table.session.to_move == "british"


def test_a_line_typed_while_a_bot_decided_is_not_done(console: Consoles) -> None:
    class Failing:
        def choose(self, seat: sandtable.Seat) -> sandtable.Action:
            raise KeyError("left")

    table = console()
    table.session.bots["turkish"] = Failing()
    table.say("done")
    table.typed_ahead = True
    assert str(table.say("done").error) == '"done" was typed while a bot chose, so it was not done'
    assert "failed as turkish" in str(table.say("done").error)


def test_when_a_bot_fails_the_player_can_go_back_or_leave(console: Consoles) -> None:
    class Failing:
        def choose(self, seat: sandtable.Seat) -> sandtable.Action:
            raise KeyError("left")

    table = console()
    table.session.bots["turkish"] = Failing()
    for line in ("done", "discard engineer"):
        assert "failed as turkish" in str(table.say(line).error)
    assert table.say("status").error is None
    assert table.say("undo --force").error is None
    assert table.session.to_move == "british"
    assert "failed as turkish" in str(table.say("done").error)
    assert table.say("quit").error is None
    assert table.left


@pytest.mark.parametrize("scenario", ["lawrence/aqaba", "lrdg/el-alamein", "megiddo/1918"])
def test_describe_stands_in_the_list_of_options_without_a_terminal_too(
    run: Callable[..., Any], scenario: str
) -> None:
    session = sandtable.new(scenario, seed=3)
    decision = session.table.decision
    texts = {str(option): decision.describe(session.table, option) for option in session.options()}
    assert any(texts.values())
    printed = run("play", scenario, "--seed", "3", typed="?\n").out
    words = " ".join(printed.split())
    for option, text in texts.items():
        assert " ".join(text.split()) in words, option


def only_one() -> sandtable.Session:
    """A game at a choice with a single option."""
    for seed in range(100):
        session, chance = sandtable.new("lawrence/aqaba", seed=seed), sandtable.SeededDice(seed)
        while session.outcome is None and len(session.options()) > 1:
            session.choose(chance.pick(session.options()))
        if session.outcome is None:
            return session
    raise AssertionError("there is always a choice")


def test_enter_does_the_only_thing_there_is_once_it_was_shown() -> None:
    table = Typist(only_one(), numbers=True)
    only, before = table.options[0], table.session.journal.n
    assert table.say("").lines == []
    assert table.session.journal.n == before
    assert f" Enter: {only}" in table.picture()
    assert table.say("").error is None
    assert table.session.log[-1].action == only


def test_an_empty_line_of_a_script_does_nothing() -> None:
    table = Typist(only_one())
    table.picture()
    before = table.session.journal.n
    table.say("")
    assert table.session.journal.n == before


def test_an_action_with_a_number_for_a_word_comes_before_the_list() -> None:
    with sandtable.new("lawrence/aqaba", seed=21) as session:
        console = Typist(session, numbers=True)
        console.picture()
        place = [str(option) for option in console.listed].index("recruit 2") + 1
        assert place != 2
        assert console.reader.meaning("recruit 2").moves == [(session.table.read("recruit 2"),)]
        assert console.reader.meaning(str(place)).moves == [(session.table.read("recruit 2"),)]


def test_an_open_headline_has_no_sign(console: Consoles, monkeypatch: pytest.MonkeyPatch) -> None:
    for begins, roles in ((True, set()), (False, {"bad"})):
        headline = Headline("A fight", worth=-1, open=begins)
        monkeypatch.setattr(Event, "headline", lambda *_, now=headline: now)
        news = console().say("discard dysentery; done").news
        assert {span.role for line in news for span in styled.spans(line)} == roles


@pytest.mark.parametrize("text", ["", "  ", "@", " @ "])
def test_a_note_without_a_text_is_refused_in_one_line(console: Consoles, text: str) -> None:
    table = console()
    reply = table.say(f"note {text}")
    assert str(reply.error) == "note takes a text, or a bookmark such as @raid"
    assert [entry.note for entry in table.session.log if entry.note is not None] == []
