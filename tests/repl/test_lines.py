"""Lines as they come: pasted, repeated, too long, with odd characters; spelled as people do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.action import AmbiguousAction
from sandtable.repl.console import Console

Consoles = Callable[..., Console]


def actions(table: Console) -> list[str]:
    return [str(one.entry.action) for one in table.session.past]


def test_a_paste_is_done_row_by_row(console: Consoles) -> None:
    table = console()
    reply = table.do(
        "discard engineer\n\n# a comment\r\n  discard dysentery; log 1\nnote mind; the gap\ndone\n"
    )
    assert reply.error is None
    mine = [str(one.entry.action) for one in table.session.past if one.entry.seat == "british"]
    assert mine == ["discard engineer", "discard dysentery", "done"]
    assert "mind; the gap" in [entry.note for entry in table.session.story]


def test_a_paste_stops_at_the_first_row_that_can_not_be_done_and_says_so(console: Consoles) -> None:
    table = console()
    rows = ["discard engineer", *["status"] * 49, "discard zebra", *["discard dysentery"] * 49]
    reply = table.do("\n".join(rows))
    assert str(reply.error).startswith('no card "zebra"')
    assert reply.error is not None
    assert reply.error.details == [
        'Line 51 of 100, "discard zebra", was not done; of the lines after it 49 were not done.'
    ]
    assert actions(table) == ["discard engineer"]


def test_a_paste_never_plays_for_the_next_human(console: Consoles) -> None:
    table = console(seats={})
    reply = table.do("done\ndone\ndone")
    assert '"done" was not done: Turkish' in str(reply.error)
    assert actions(table) == ["done"]


def test_a_number_counts_in_the_first_row_of_a_paste_only(console: Consoles) -> None:
    table = console()
    table.picture()
    assert table.do("1\n1").error is not None
    assert len(actions(table)) == 1


def test_a_comment_is_no_empty_line(stones: Console) -> None:
    """Enter alone does the only thing there is; a comment does nothing."""
    while len(stones.options) > 1 and stones.session.outcome is None:
        stones.session.choose(stones.options[-1])
    if stones.session.outcome is None:
        stones.picture()
    before = actions(stones)
    assert stones.do("# nothing") == ([], None, False)
    assert stones.do("# a\n# b\n") == ([], None, False)
    assert actions(stones) == before


def test_quit_ends_a_paste(console: Consoles) -> None:
    table = console()
    assert table.do("discard engineer\nquit\ndiscard dysentery").quit
    assert actions(table) == ["discard engineer"]


@pytest.mark.parametrize(
    "line", ["\0", "disc\x1bard engineer", "discard \udcff", "note a\0b", "save \0"]
)
def test_characters_that_nobody_types_are_named_and_nothing_is_done(
    console: Consoles, line: str
) -> None:
    table = console()
    before = len(table.session.journal.lines)
    error = str(table.do(line).error)
    assert error.startswith("the line has a character that no command has")
    assert error.isprintable()
    assert len(table.session.journal.lines) == before


@pytest.mark.parametrize("line", ["x" * 100_000, "discard " * 50_000, ";" * 9000, "9 " * 5000])
def test_a_line_that_is_too_long_is_refused_in_a_short_one(console: Consoles, line: str) -> None:
    table = console()
    error = str(table.do(line).error)
    assert "2000 are the most" in error
    assert len(error) < 100


def test_a_long_note_is_kept(console: Consoles) -> None:
    table = console()
    assert table.do("note " + "so it goes; " * 500).error is None
    assert len(table.session.story[-1].note or "") > 5000


@given(text=st.text(st.characters(), max_size=60))
def test_any_text_gets_an_answer_in_one_line(console: Consoles, text: str) -> None:
    """`save` writes a file, which is tried elsewhere."""
    if "sa" in text.lower():
        return
    error = console().do(text).error
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
    assert table.do(line).error is None
    assert actions(table) == ["discard british-infantry"]


def test_what_is_illegal_is_not_taken_for_something_near(console: Consoles) -> None:
    """A whole name without its hyphens still means that card, though it is not in the hand."""
    table = console()
    assert "is not in it" in str(table.do("discard britishcavalry").error)
    assert actions(table) == []


def test_a_verb_of_two_words_may_be_typed_apart() -> None:
    table = Console(sandtable.new("lrdg/slonta", seed=4))
    bot = table.session.scenario.game.scripted()
    while table.session.table.decision.title != "Actions of the LRDG":
        table.do(str(bot.choose(table.session.seat("lrdg"))))
    assert table.do("low profile 1st").error is None
    assert actions(table)[-1] == "low-profile 1st"
    assert table.do("give up").error is None
    assert table.session.table.decision.title == "Giving up"


def test_a_dot_does_the_last_actions_again_in_words(stones: Console) -> None:
    assert "nothing yet to do again" in str(stones.do(".").error)
    stones.picture()
    stones.do(str(list(map(str, stones.shown)).index("lift north") + 1))
    first = actions(stones)
    assert first == ["lift north"]
    assert stones.do("log 1").error is None
    assert stones.do(".").error is None
    assert actions(stones) == first * 2
    assert ". takes nothing" in str(stones.do(". 3").error)


def test_a_dot_repeats_the_whole_line_also_after_one_that_failed(stones: Console) -> None:
    stones.do("lift north; lift south-east")
    assert "nothing yet to do again" in str(stones.do(".").error)
    assert stones.do("lift south; lift south").error is None
    assert stones.session.to_move == "red"
    stones.do("lift nowhere")
    assert stones.do(".").error is None
    assert actions(stones)[-2:] == ["lift north", "lift south-east"]


def test_a_dot_that_is_not_legal_any_more_says_which_action(console: Consoles) -> None:
    table = console()
    table.do("discard engineer")
    assert str(table.do(".").error).startswith("discard engineer: only cards from your hand")


def test_a_verb_alone_asks_what_it_is_done_to(stones: Console) -> None:
    """That nothing but one stone could be lifted must be no surprise."""
    for line in ("lift north; lift north", "lift north; done"):
        stones.do(line)
    lifts = [option for option in stones.options if option.name() == "lift"]
    assert list(map(str, lifts)) == ["lift south-east"]
    before = actions(stones)
    reply = stones.do("lift")
    assert isinstance(reply.error, AmbiguousAction)
    assert str(reply.error) == '"lift" is not all of it; there is only "lift south-east"'
    assert actions(stones) == before
    assert stones.offer(reply.error)[0].startswith("   1  lift south-east")
    assert stones.do("1").error is None
    assert actions(stones)[-1] == "lift south-east"


def test_abort_says_where_it_stops() -> None:
    table = Console(sandtable.new("lawrence/aqaba", seed=0))
    chance = sandtable.SeededDice(0)
    said: set[str] = set()
    while table.session.outcome is None and len(said) < 2:
        if table.session.table.decision.part:
            taken = len(actions(table))
            lines = table.do("abort").lines
            said |= set(lines[1:]) | {"taken back" for line in lines if line.startswith("taken back")}
            for _ in range(taken - len(actions(table))):
                table.do("redo")
        table.session.choose(chance.pick(table.session.options()))
    assert said == {"taken back", "It goes back no further: before that came a roll or a draw."}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("disc zebra", 'no card "zebra"; there is british-infantry, '),
        ("discard supply-trians", 'no card "supply-trians"; did you mean "supply-trains"?'),
        ("zebra", 'no action "zebra"; there is discard, done (? lists what can be done)'),
        ("commit", "commit is chosen in Order of Battle [rule 3]; now is Reserve [rule 2]"),
        ("show zebra", 'no thing "zebra"'),
        ("rules zebra", 'no section has "zebra"'),
        ("history zebra", 'no turn "zebra"; there is round 1 to round 1'),
    ],
)
def test_what_is_wrong_names_what_was_expected(console: Consoles, line: str, said: str) -> None:
    error = str(console().do(line).error)
    assert error.startswith(said)
    assert "amman" not in error  # nothing of another kind


def test_a_verb_that_takes_one_thing_takes_several(console: Consoles) -> None:
    table = console()
    assert table.do("disc dys engineer").error is None
    assert [str(entry.action) for entry in table.session.story[1:]] == [
        "discard dysentery",
        "discard engineer",
    ]
    before = table.session.journal.n
    assert 'no card "nonsense"' in str(table.do("disc roads nonsense").error)
    assert table.session.journal.n == before


def test_numbers_may_be_parted_by_semicolons(console: Consoles) -> None:
    table = console()
    table.picture()
    assert table.do("1; 2").error is None
    assert len(table.session.story) == 3


def test_numbers_before_words_all_pick_from_the_list_that_was_shown(console: Consoles) -> None:
    table = console()
    table.picture()
    wanted = [*map(str, table.shown[:2]), "done"]
    assert table.do("1; 2; done").error is None
    assert [str(entry.action) for entry in table.session.story[1:4]] == wanted


def test_what_is_left_out_after_an_error_is_named(console: Consoles) -> None:
    reply = console().do("disc dys; disc nonsense; disc engineer; done")
    assert reply.error is not None
    assert reply.error.details == ["Not done, for what came before it: disc engineer; done."]


def test_the_lines_of_a_paste_are_counted_as_they_were_pasted(console: Consoles) -> None:
    reply = console().do("\n# a comment\n\nstatus\n\ndisc zebra\n\ndone\n")
    assert reply.error is not None
    assert reply.error.details == [
        'Line 6 of 8, "disc zebra", was not done; of the lines after it 1 were not done.'
    ]


def lrdg() -> Console:
    """Slonta at the first actions of the LRDG."""
    table = Console(sandtable.new("lrdg/slonta", seed=4), numbers=True)
    table.do("historical")
    assert table.session.table.decision.title == "Actions of the LRDG"
    return table


@pytest.mark.parametrize(
    "line",
    ["end ?", "end?", "give-up?", "low-profile 1st ?", "move 1st kufra?", "?end", "?? end", "end ??"],
)
def test_a_question_mark_at_an_end_asks_and_does_nothing(line: str) -> None:
    table = lrdg()
    before = table.session.table.position
    reply = table.do(line)
    assert reply.error is None
    assert reply.lines == table.do(f"? {line.strip('? ')}").lines
    assert table.session.table.position == before


@pytest.mark.parametrize("line", ["undo?", "undo --force ?", "quit?", "redo ?", "rollback line 1?"])
def test_a_question_mark_after_a_word_of_the_table_tells_of_it(line: str) -> None:
    table = lrdg()
    reply = table.do(line)
    assert reply.error is None
    assert not reply.quit
    assert reply.lines[0].split()[0] == line.split()[0].strip("?")
    assert actions(table) == ["historical"]


def test_what_only_asks_may_have_a_question_mark_and_a_note_keeps_it() -> None:
    table = lrdg()
    for line in ("map", "show jalo", "rules 6.1.1", "why move 1st kufra", "status"):
        assert table.do(f"{line}?").lines == table.do(f"{line} ?").lines == table.do(line).lines
    table.do("note what now?")
    assert table.session.story[-1].note == "what now?"


@pytest.mark.parametrize(
    "line", ["end -", "end,", '"end"', "-end", "end.", "- end", "end --force", "(end)", "undo,", "quit!"]
)
def test_a_word_with_a_mark_is_refused(line: str) -> None:
    table = lrdg()
    error = str(table.do(line).error)
    assert " takes no mark: " in error
    assert actions(table) == ["historical"]
    assert not table.left


def test_a_word_may_be_typed_up_to_its_hyphen(console: Consoles) -> None:
    table = console()
    assert table.do("discard hms-; discard british-").error is None
    assert len(actions(table)) == 2


def test_a_dot_never_crosses_into_another_decision(console: Consoles) -> None:
    """`done` in one phase must not end the next one."""
    table = console()
    table.do("done")
    before = actions(table)
    said = str(table.do(".").error)
    assert said.startswith('"done" was chosen in Reserve, and is not repeated here: British: Commit ')
    assert actions(table) == before
    table = console()
    table.do("discard engineer; discard dysentery; done")
    assert "was chosen in Reserve" in str(table.do(".").error)


def test_a_dot_means_the_line_before(console: Consoles) -> None:
    table = console()
    table.do("discard roads")
    assert table.do("discard engineer; undo; .").error is None
    assert actions(table) == ["discard roads", "discard roads"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rollback -1", 'no turn "-1"'),
        ("buy 3 bedouin", 'buy: "3" is no unit now; there is '),
        ("buy hq-1 bedouin", 'buy: "hq-1" is no unit now; there is '),
    ],
)
def test_a_number_is_not_taken_for_another(line: str, said: str) -> None:
    table = lrdg()
    if line.startswith("buy"):
        table.do("undo --force")
    if "hq" in line:
        table.do("buy hq-1 1st")
    assert str(table.do(line).error).startswith(said)


def test_the_first_word_that_is_wrong_is_named() -> None:
    table = Console(sandtable.new("megiddo/1918-even", seed=11, seats={"turkish": "scripted"}))
    table.bots()
    chance = sandtable.SeededDice(2)
    while not any(option.name() == "attack" for option in table.options):
        table.session.choose(chance.pick(table.session.options()))
        table.bots()
    other = next(option.words[2] for option in table.options if option.name() == "attack")
    error = str(table.do(f"attack {other}").error)
    assert error.startswith(f'attack: "{other}" is no ')


def test_redo_all_does_again_what_a_rollback_took_back() -> None:
    table = lrdg()
    table.do("low-profile 1st; low-profile 2nd; low-profile 3rd")
    there, done = table.session.table.position, actions(table)
    said = "3 actions taken back; redo does the first again, redo all does all"
    assert said in table.do("rollback line 2 --force").lines[0]
    assert not any(entry.forced for entry in table.session.story)
    assert table.do("redo all").lines == ["done again: 3 actions"]
    assert (table.session.table.position, actions(table)) == (there, done)
    table.do("rollback line 2")
    assert table.do("redo 2").lines == ["done again: 2 actions"]
    assert actions(table) == done[:-1]
    for wrong in ("0", "-1", "x", "1 2"):
        assert "redo takes nothing, a number or all" in str(table.do(f"redo {wrong}").error)


def test_redo_all_never_plays_for_the_next_human(console: Consoles) -> None:
    table = console(seats={})
    table.do("done")
    table.do("done")
    table.session.rollback(1, force=True)
    assert table.do("redo all").error is None
    assert actions(table) == ["done"]


def test_what_is_not_easily_mended_is_asked_for_where_it_is_done() -> None:
    table = lrdg()
    asked: list[str] = []
    table.ask = lambda question: bool(asked.append(question))  # it always says no
    table.do("low-profile 1st; undo --force")
    assert not asked, "a free undo is not asked for"
    assert actions(table) == ["historical"]
    assert str(table.do("rollback @nosuch --force").error) == 'no bookmark "nosuch"'
    assert not asked
    for line in (
        "status\nundo --force\nend",
        "rollback --force",
        "low-profile 1st; rollback line 1 --force",
    ):
        assert '--force" was not done' in str(table.do(line).error)
    assert table.do("q").error is not None
    assert len(asked) == 4
    assert table.do("quit").quit
