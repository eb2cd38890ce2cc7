"""Typed lines of all kinds: pasted, repeated, too long, with odd characters, in people's spelling."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.model.action import AmbiguousAction
from sandtable_console.completion import candidates
from sandtable_console.line_check import check
from sandtable_console.outputs import Confirm, Thinking
from sandtable_tools.kit import Reply, Typist

Consoles = Callable[..., Typist]


def actions(table: Typist) -> list[str]:
    return [str(step.entry.action) for step in table.session.history.done]


def test_a_paste_is_done_row_by_row(console: Consoles) -> None:
    table = console()
    reply = table.say(
        "discard engineer\n\n# a comment\r\n  discard dysentery; log 1\nnote mind; the gap\ndone\n"
    )
    assert reply.error is None
    mine = [
        str(step.entry.action) for step in table.session.history.done if step.entry.seat == "british"
    ]
    assert mine == ["discard engineer", "discard dysentery", "done"]
    assert "mind; the gap" in [entry.note for entry in table.session.log]


@pytest.mark.parametrize(
    "line",
    [
        "> discard engineer; discard dysentery",
        "british> discard engineer\nbritish> discard dysentery\n> \n>\n",
        "  discard engineer\uff1bdiscard dysentery",
        "\uff44iscard\u3000engineer \uff1b discard dysentery",
        ">discard engineer\nsub-seat>discard dysentery",
    ],
)
def test_a_line_pasted_with_its_prompt_or_typed_in_full_width_is_read(
    console: Consoles, line: str
) -> None:
    table = console()
    assert table.say(line).error is None
    assert actions(table) == ["discard engineer", "discard dysentery"]


def test_a_note_keeps_what_looks_like_a_prompt_or_is_in_full_width(console: Consoles) -> None:
    table = console()
    table.say("> note a > b \uff1b c; d")
    assert table.session.log[-1].note == "a > b \uff1b c; d"


def test_completion_goes_on_after_a_prompt_and_a_full_width_sign(console: Consoles) -> None:
    table = console()
    for line in ("> disc", "british> disc", "status\uff1bdisc"):
        assert [candidate.word for candidate in candidates(table, line)] == ["discard"], line
        assert check(table, line).kind != "unknown"


def test_a_paste_stops_at_the_first_row_that_cannot_be_done_and_says_so(console: Consoles) -> None:
    table = console()
    rows = ["discard engineer", *["status"] * 49, "discard zebra", *["discard dysentery"] * 49]
    reply = table.say("\n".join(rows))
    assert str(reply.error).startswith('no card "zebra"')
    assert reply.error is not None
    assert reply.error.details == [
        'Line 51 of 100, "discard zebra", was not done, nor the 49 lines after it.'
    ]
    assert actions(table) == ["discard engineer"]


def test_a_paste_never_plays_for_the_next_human(console: Consoles) -> None:
    table = console(seats={})
    reply = table.say("done\ndone\ndone")
    assert '"done" was not done: Turkish' in str(reply.error)
    assert actions(table) == ["done"]


def test_a_number_counts_in_the_first_row_of_a_paste_only(console: Consoles) -> None:
    table = console()
    table.picture()
    assert table.say("1\n1").error is not None
    assert len(actions(table)) == 1


def test_a_comment_is_no_empty_line(stones: Typist) -> None:
    """Enter alone does the only legal action; a comment does nothing."""
    while len(stones.options) > 1 and stones.session.outcome is None:
        stones.session.choose(stones.options[-1])
    if stones.session.outcome is None:
        stones.picture()
    before = actions(stones)
    for comment in ("# nothing", "# a\n# b\n"):
        reply = stones.say(comment)
        assert (reply.lines, reply.error) == ([], None)
    assert actions(stones) == before


def test_quit_ends_a_paste(console: Consoles) -> None:
    table = console()
    assert table.say("discard engineer\nquit\ndiscard dysentery").error is None
    assert table.left
    assert actions(table) == ["discard engineer"]


@pytest.mark.parametrize(
    "line", ["\0", "disc\x1bard engineer", "discard \udcff", "note a\0b", "save \0"]
)
def test_characters_that_nobody_types_are_named_and_nothing_is_done(
    console: Consoles, line: str
) -> None:
    table = console()
    before = len(table.session.journal.lines)
    error = str(table.say(line).error)
    assert error.startswith("a line cannot have the character")
    assert error.isprintable()
    assert len(table.session.journal.lines) == before


@pytest.mark.parametrize("line", ["x" * 100_000, "discard " * 50_000, ";" * 9000, "9 " * 5000])
def test_a_line_that_is_too_long_is_refused_in_a_short_one(console: Consoles, line: str) -> None:
    table = console()
    error = str(table.say(line).error)
    assert "a line takes at most 2000 characters" in error
    assert len(error) < 100


def test_a_long_note_is_kept(console: Consoles) -> None:
    table = console()
    assert table.say("note " + "so it goes; " * 500).error is None
    assert len(table.session.log[-1].note or "") > 5000


@given(text=st.text(st.characters(), max_size=60))
def test_any_text_gets_an_answer_in_one_line(console: Consoles, text: str) -> None:
    """`save` is left out, since it writes a file; another test has it."""
    if "sa" in text.lower():
        return
    error = console().say(text).error
    assert error is None or "\n" not in str(error)


@pytest.mark.parametrize(
    "line",
    [
        "DISCARD BRITISH-INFANTRY",
        "discard british infantry",
        "discard britishinfantry",
        "disc britishinf",
        "discard infantry",
        "discard bri-inf",
        "discard  brítish-infantrý",
        "dis\tbritish",
    ],
)
def test_a_name_may_be_spelled_as_people_do(console: Consoles, line: str) -> None:
    table = console()
    assert table.say(line).error is None
    assert actions(table) == ["discard british-infantry"]


def test_an_illegal_name_is_not_taken_for_a_similar_one(console: Consoles) -> None:
    """A whole name without its hyphens still means that card, even if it is not in the hand."""
    table = console()
    assert "is not in it" in str(table.say("discard britishcavalry").error)
    assert actions(table) == []


def test_a_verb_of_two_words_may_be_typed_apart() -> None:
    table = Typist(sandtable.new("lrdg/slonta", seed=4))
    bot = table.session.scenario.game.scripted_bot()
    while table.session.table.decision.title != "Actions of the LRDG":
        table.say(str(bot.choose(table.session.seat("lrdg"))))
    assert table.say("low profile 1st").error is None
    assert actions(table)[-1] == "low-profile 1st"
    assert table.say("give up").error is None
    assert table.session.table.decision.title == "Giving up"


def test_a_dot_does_the_last_actions_again_in_words(stones: Typist) -> None:
    assert "nothing to repeat yet" in str(stones.say(".").error)
    stones.picture()
    stones.say(str(list(map(str, stones.listed)).index("lift north") + 1))
    first = actions(stones)
    assert first == ["lift north"]
    assert stones.say("log 1").error is None
    assert stones.say(".").error is None
    assert actions(stones) == first * 2
    assert ". takes no arguments" in str(stones.say(". 3").error)


def test_a_dot_repeats_the_whole_line_also_after_one_that_failed(stones: Typist) -> None:
    stones.say("lift north; lift south-east")
    assert "nothing to repeat yet" in str(stones.say(".").error)
    assert stones.say("lift south; lift south").error is None
    assert stones.session.to_move == "red"
    stones.say("lift nowhere")
    assert stones.say(".").error is None
    assert actions(stones)[-2:] == ["lift north", "lift south-east"]


def test_a_dot_that_is_not_legal_any_more_says_which_action(console: Consoles) -> None:
    table = console()
    table.say("discard engineer")
    assert str(table.say(".").error).startswith(
        "discard engineer: you can discard only cards from your hand"
    )


def test_a_verb_with_one_legal_object_needs_no_object(stones: Typist) -> None:
    for line in ("lift north; lift north", "lift north; done"):
        stones.say(line)
    lifts = [option for option in stones.options if option.name() == "lift"]
    assert list(map(str, lifts)) == ["lift south-east"]
    assert check(stones, "lift").kind == "valid"
    assert check(stones, "lift").text.startswith("lift south-east")
    assert stones.say("lift").error is None
    assert actions(stones)[-1] == "lift south-east"


def test_a_verb_with_several_legal_objects_asks_for_one(stones: Typist) -> None:
    before = actions(stones)
    reply = stones.say("lift")
    assert isinstance(reply.error, AmbiguousAction)
    assert actions(stones) == before
    assert stones.reader.offer(reply.error)[0].startswith("   1  lift north")


def test_a_refusal_names_only_verbs_that_are_legal_now() -> None:
    table = Typist(sandtable.new("lawrence/aqaba", seed=3))
    lines = ("buy bedouin", "done", "buy demolition law; buy machineguns billi", "move umm-lejj", "rest")
    for line in lines:
        assert table.say(line).error is None
    assert {option.name() for option in table.options} == {"fight"}
    assert str(table.say("fire").error).endswith("[rule LOA-C6], not After the round: type fight")


def test_abort_says_where_it_stops() -> None:
    table = Typist(sandtable.new("lawrence/aqaba", seed=0))
    chance = sandtable.SeededDice(0)
    answers: set[str] = set()
    while table.session.outcome is None and len(answers) < 2:
        if table.session.table.decision.part:
            taken = len(actions(table))
            lines = table.say("abort").lines
            answers |= set(lines[1:]) | {"Undone" for line in lines if line.startswith("Undone")}
            for _ in range(taken - len(actions(table))):
                table.say("redo")
        table.session.choose(chance.pick(table.session.options()))
    assert answers == {"Undone", "abort goes no further back than a roll or a draw."}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("disc zebra", 'no card "zebra"; choose from british-infantry, '),
        ("discard supply-trians", 'no card "supply-trians"; did you mean "supply-trains"?'),
        ("zebra", 'no action "zebra"; choose from discard, done (? lists the legal actions)'),
        (
            "commit",
            "commit is for Order of Battle [rule 3], not Reserve [rule 2]: type discard or done",
        ),
        ("show zebra", 'no item "zebra"'),
        ("rules zebra", 'no section has "zebra"'),
        ("history zebra", 'the history has no "zebra"; there is only round 1'),
    ],
)
def test_an_error_names_the_expected_word(console: Consoles, line: str, expected: str) -> None:
    error = str(console().say(line).error)
    assert error.startswith(expected)
    assert "amman" not in error  # nothing of another kind


def test_a_verb_that_takes_one_thing_takes_several(console: Consoles) -> None:
    table = console()
    assert table.say("disc dys engineer").error is None
    assert [str(entry.action) for entry in table.session.log[1:]] == [
        "discard dysentery",
        "discard engineer",
    ]
    before = table.session.journal.n
    assert 'no card "nonsense"' in str(table.say("disc roads nonsense").error)
    assert table.session.journal.n == before


def test_numbers_may_be_parted_by_semicolons(console: Consoles) -> None:
    table = console()
    table.picture()
    assert table.say("1; 2").error is None
    assert len(table.session.log) == 3


def test_numbers_before_words_all_pick_from_the_list_that_was_shown(console: Consoles) -> None:
    table = console()
    table.picture()
    wanted = [*map(str, table.listed[:2]), "done"]
    assert table.say("1; 2; done").error is None
    assert [str(entry.action) for entry in table.session.log[1:4]] == wanted


def test_commands_left_out_after_an_error_are_named(console: Consoles) -> None:
    reply = console().say("disc dys; disc nonsense; disc engineer; done")
    assert reply.error is not None
    assert reply.error.details == ["Not done: disc nonsense; disc engineer; done."]


def test_the_lines_of_a_paste_are_counted_as_they_were_pasted(console: Consoles) -> None:
    reply = console().say("\n# a comment\n\nstatus\n\ndisc zebra\n\ndone\n")
    assert reply.error is not None
    assert reply.error.details == ['Line 6 of 8, "disc zebra", was not done, nor the line after it.']


def lrdg() -> Typist:
    """Slonta at the first actions of the LRDG."""
    table = Typist(sandtable.new("lrdg/slonta", seed=4), numbers=True)
    table.say("historical")
    assert table.session.table.decision.title == "Actions of the LRDG"
    return table


@pytest.mark.parametrize(
    "line",
    ["end ?", "end?", "give-up?", "low-profile 1st ?", "move 1st kufra?", "?end", "?? end", "end ??"],
)
def test_a_question_mark_at_an_end_asks_and_does_nothing(line: str) -> None:
    table = lrdg()
    before = table.session.table.position
    reply = table.say(line)
    assert reply.error is None
    assert reply.lines == table.say(f"? {line.strip('? ')}").lines
    assert table.session.table.position == before


@pytest.mark.parametrize("line", ["undo?", "undo --force ?", "quit?", "redo ?", "rollback line 1?"])
def test_a_question_mark_after_a_word_of_the_table_describes_it(line: str) -> None:
    table = lrdg()
    reply = table.say(line)
    assert reply.error is None
    assert not table.left
    assert reply.lines[0].split()[0] == line.split()[0].strip("?")
    assert actions(table) == ["historical"]


def test_a_word_that_looks_may_have_a_question_mark_and_a_note_keeps_it() -> None:
    table = lrdg()
    for line in ("map", "show jalo", "rules 6.1.1", "why move 1st kufra", "status"):
        assert table.say(f"{line}?").lines == table.say(f"{line} ?").lines == table.say(line).lines
    table.say("note what now?")
    assert table.session.log[-1].note == "what now?"


@pytest.mark.parametrize(
    "line", ["end -", "end,", '"end"', "-end", "end.", "- end", "end --force", "(end)", "undo,", "quit!"]
)
def test_a_word_with_a_mark_is_refused(line: str) -> None:
    table = lrdg()
    error = str(table.say(line).error)
    assert "leave out the punctuation in " in error
    assert actions(table) == ["historical"]
    assert not table.left


def test_a_word_may_be_typed_up_to_its_hyphen(console: Consoles) -> None:
    table = console()
    assert table.say("discard hms-; discard british-").error is None
    assert len(actions(table)) == 2


def test_a_dot_never_crosses_into_another_decision(console: Consoles) -> None:
    """`done` in one phase must not end the next one."""
    table = console()
    table.say("done")
    before = actions(table)
    error = str(table.say(".").error)
    assert error.startswith('"done" was chosen in Reserve and cannot be repeated here: British: Commit ')
    assert actions(table) == before
    table = console()
    table.say("discard engineer; discard dysentery; done")
    assert "was chosen in Reserve" in str(table.say(".").error)


def test_a_dot_means_the_line_before(console: Consoles) -> None:
    table = console()
    table.say("discard roads")
    assert table.say("discard engineer; undo; .").error is None
    assert actions(table) == ["discard roads", "discard roads"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("rollback -1", 'the history has no "-1"'),
        ("buy 3 bedouin", 'buy: unit "3" is not possible now; choose from '),
        ("buy hq-1 bedouin", 'buy: unit "hq-1" is not possible now; choose from '),
    ],
)
def test_a_number_is_not_taken_for_another(line: str, expected: str) -> None:
    table = lrdg()
    if line.startswith("buy"):
        table.say("undo --force")
    if "hq" in line:
        table.say("buy hq-1 1st")
    assert str(table.say(line).error).startswith(expected)


def test_the_first_word_that_is_wrong_is_named() -> None:
    table = Typist(sandtable.new("megiddo/1918-even", seed=11, seats={"turkish": "scripted"}))
    table.start()
    chance = sandtable.SeededDice(2)
    while not any(option.name() == "attack" for option in table.options):
        table.session.choose(chance.pick(table.session.options()))
        table.start()
    other = next(option.words[2] for option in table.options if option.name() == "attack")
    error = str(table.say(f"attack {other}").error)
    assert re.match(rf'attack: \w+ "{other}" is not possible now; choose from', error)


def test_redo_all_does_again_what_a_rollback_took_back() -> None:
    table = lrdg()
    table.say("low-profile 1st; low-profile 2nd; low-profile 3rd")
    position, done = table.session.table.position, actions(table)
    answer = "3 actions undone; redo repeats the first, and redo all repeats them all"
    assert answer in table.say("rollback line 2 --force").lines[0]
    assert not any(entry.forced for entry in table.session.log)
    assert table.say("redo all").lines == ["Redone: 3 actions"]
    assert (table.session.table.position, actions(table)) == (position, done)
    table.say("rollback line 2")
    assert table.say("redo 2").lines == ["Redone: 2 actions"]
    assert actions(table) == done[:-1]
    for wrong in ("0", "-1", "x", "1 2"):
        assert "redo takes a number or all" in str(table.say(f"redo {wrong}").error)


def test_redo_all_never_plays_for_the_next_human(console: Consoles) -> None:
    table = console(seats={})
    table.say("done")
    table.say("done")
    table.session.rollback(1, force=True)
    assert table.say("redo all").error is None
    assert actions(table) == ["done"]


@pytest.fixture
def asking() -> Typist:
    """A game whose decision needs a confirmation."""
    table = lrdg()
    table.confirms = True
    return table


def questions(reply: Reply) -> list[str]:
    return [output.question for output in reply.outputs if isinstance(output, Confirm)]


def test_an_action_that_is_easily_mended_needs_no_confirmation(asking: Typist) -> None:
    assert questions(asking.say("low-profile 1st; undo --force")) == []
    assert actions(asking) == ["historical"]
    reply = asking.say("rollback @nosuch --force")
    assert (str(reply.error), questions(reply)) == ('no bookmark "nosuch"', [])


@pytest.mark.parametrize(
    "line", ["undo", "undo --force", "rollback", "low-profile 1st; rollback line 1", "q"]
)
@pytest.mark.parametrize("answer", ["n", "", "No"])
def test_an_action_that_is_not_easily_mended_waits_for_an_answer(
    asking: Typist, line: str, answer: str
) -> None:
    reply = asking.say(line)
    assert len(questions(reply)) == 1
    assert asking.left is False
    before = actions(asking)
    assert str(asking.say(answer).error) == f'"{line.rpartition("; ")[2]}" was not done'
    assert actions(asking) == before
    assert asking.say("status").error is None, "nothing is pending any more"


def test_past_a_roll_a_player_is_asked_whether_to_take_it_back_openly(asking: Typist) -> None:
    (question,) = questions(asking.say("undo"))
    past = "past a roll or a draw? The save will record it."
    assert question == f'Take back "historical", {past} [y/N] '
    assert asking.say("y").lines[0] == "Undone: historical"
    assert [entry.forced for entry in asking.session.log if entry.undo is not None] == [True]
    for line in ("help", "help undo", "help rollback", "help hint", "help coach", "help odds"):
        assert not [row for row in asking.say(line).lines if "--" in row]


def test_a_yes_goes_on_with_all_of_the_line(asking: Typist) -> None:
    asking.say("low-profile 1st")
    assert questions(asking.say("rollback line 1; status"))
    reply = asking.say("YES")
    assert reply.lines[0].startswith("Back to line 1")
    assert len(reply.lines) > 2
    assert actions(asking) == []


def test_any_other_line_cancels_what_is_pending_and_is_done(asking: Typist) -> None:
    asking.say("undo --force")
    reply = asking.say("low-profile 1st")
    assert str(reply.error) == '"undo --force" was not done'
    assert actions(asking) == ["historical", "low-profile 1st"]


def test_a_paste_waits_for_the_answer_and_then_goes_on(asking: Typist) -> None:
    reply = asking.say("undo --force\nlog 1\nstatus")
    assert len(questions(reply)) == 1
    assert reply.lines == []
    assert len(asking.say("y").lines) > 2
    assert actions(asking) == []


def test_of_a_paste_that_is_not_wanted_the_rest_is_not_done(asking: Typist) -> None:
    asking.say("undo --force\nend\nstatus")
    reply = asking.say("log 1\nstatus")
    assert reply.error is not None
    (*_, detail) = reply.error.details
    assert 'Line 1 of 3, "undo --force", was not done, nor the 2 lines after it' in detail
    assert len(reply.lines) > 2
    assert actions(asking) == ["historical"]


def test_a_closed_line_leaves_all_or_nothing(asking: Typist) -> None:
    """A sink may close the outputs of a line while a bot thinks."""
    position = asking.session.table.position
    outputs = asking.do("hint 500")
    assert isinstance(next(outputs), Thinking)
    outputs.close()
    assert asking.session.table.position == position
    assert asking.say("end").error is None


def test_nobody_is_asked_where_no_answer_could_come() -> None:
    table = lrdg()
    assert questions(table.say("undo --force")) == []
    assert actions(table) == []
    assert table.say("quit").error is None
    assert table.left


def test_a_wrong_number_is_the_one_that_is_named_with_the_true_reason() -> None:
    table = Typist(sandtable.new("lawrence/aqaba", seed=3), numbers=True).start()
    listed = [str(option) for option in table.listed]
    wrong = str(listed.index("recruit 1") + 1)
    assert str(table.say(f"buy 1 {wrong}").error).startswith(
        f'"{wrong}" is "recruit 1" in the last list'
    )
    assert str(table.say("buy 1 99").error) == f'"99": the last list has 1 to {len(listed)}'
    assert table.say("buy 1 5").error is None
    table.reader.list_moves(())
    assert "no longer counts" in str(table.say("buy 1").error)


def test_names_to_leave_out_take_no_count(console: Callable[..., Typist]) -> None:
    error = console().say("discard all but french-detachment x2").error
    assert str(error) == '"x2": discard all but takes names without a count'
