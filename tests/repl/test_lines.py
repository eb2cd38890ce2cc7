"""Lines as they come: pasted, repeated, too long, with odd characters; spelled as people do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
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
    assert reply.lines[-1] == (
        'Line 51 of 100, "discard zebra", was not done; of the lines after it 49 were not done.'
    )
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
@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
