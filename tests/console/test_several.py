"""Several objects on one line: all of them, all but some, by number, by count, and half done."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable_console.completion import candidates
from sandtable_console.line_check import check
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]


@pytest.fixture
def laying(console: Consoles) -> Typist:
    """The British Order of Battle, with two Roads and two Supply Trains in hand."""
    table = console()
    table.say("done")
    table.picture()
    return table


def chosen(console: Typist) -> list[str]:
    """The committed cards, in order."""
    actions = [str(entry.action) for entry in console.session.log if entry.action]
    return [action.removeprefix("commit ") for action in actions if action.startswith("commit")]


def test_a_list_counts_equal_things(laying: Typist) -> None:
    assert "5 Roads x2" in " ".join(laying.picture())
    assert any(
        line.split()[:4] == ["5", "commit", "roads", "x2"] for line in laying.say("? commit").lines
    )


def test_a_count_does_a_thing_so_often(laying: Typist) -> None:
    laying.say("commit roads x2 engineer")
    assert chosen(laying) == ["roads", "roads", "engineer"]


def test_a_count_of_none_is_refused(laying: Typist) -> None:
    assert "x1 to x99" in str(laying.say("commit roads x0").error)
    assert chosen(laying) == []


def test_all_takes_equal_things_as_often_as_there_are(laying: Typist) -> None:
    assert laying.say("commit all").error is None
    assert sorted(chosen(laying)) == [
        *("british-infantry", "engineer", "hms-druid-hms-forester", "new-zealand-mounted-division"),
        *("roads", "roads", "supply-trains", "supply-trains"),
    ]


@pytest.mark.parametrize("line", ["commit all but roads engineer", "comm ALL but 5 2"])
def test_all_but_leaves_out(laying: Typist, line: str) -> None:
    assert laying.say(line).error is None
    assert "roads" not in chosen(laying)
    assert "engineer" not in chosen(laying)
    assert len(chosen(laying)) == 5


@pytest.mark.parametrize("line", ["commit roads and engineer", "commit roads, engineer"])
def test_things_may_have_commas_and_the_word_and(laying: Typist, line: str) -> None:
    assert laying.say(line).error is None
    assert chosen(laying) == ["roads", "engineer"]


def test_exceptions_may_have_the_word_and(laying: Typist) -> None:
    laying.say("commit all but roads, engineer and supply-trains")
    assert sorted({*chosen(laying)}) == [
        "british-infantry",
        "hms-druid-hms-forester",
        "new-zealand-mounted-division",
    ]


def test_all_is_a_sequence_of_single_actions_in_the_save(laying: Typist) -> None:
    laying.say("commit all but roads")
    assert all(len(line.split()) == 1 for line in chosen(laying))
    assert str(laying.session.log[-1].action) == "commit supply-trains"


def test_all_but_a_few_that_is_too_much_by_one_says_how_many(console: Consoles) -> None:
    table = console()
    table.say("?")
    error = table.say("discard all but 1 2 3").error
    assert error is not None
    assert "not all 6" in str(error), error
    assert error.details == ["Name at most 5 of them."]


def test_all_that_is_too_much_is_not_begun(console: Consoles) -> None:
    table = console()
    error = table.say("discard all").error
    assert "not all 9 can be done: after 5 of them" in str(error)
    assert "you can discard at most 5 cards" in str(error)
    assert error is not None
    assert error.details == ["Name at most 5 of them."]
    assert [entry for entry in table.session.log if entry.action] == []


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("commit all but", "commit all but needs names to leave out"),
        ("commit all roads", 'takes "but" and names to leave out, not "roads"'),
        ("commit all but zebra", 'no card "zebra"'),
        ("and", 'no action "and"'),
    ],
)
def test_all_that_says_nothing_is_refused(laying: Typist, line: str, error: str) -> None:
    assert error in str(laying.say(line).error)
    assert chosen(laying) == []


def test_all_is_not_for_choices_that_are_done_at_once(stones: Typist) -> None:
    stones.start()
    assert "play takes one name here" in str(stones.say("play all").error)
    assert len(stones.session.history.done) == 0


def test_all_may_end_the_choice_with_a_roll(stones: Typist) -> None:
    stones.start()
    assert stones.say("lift all").error is None
    assert [str(step.entry.action) for step in stones.session.history.done] == [
        "lift north",
        "lift south-east",
    ]


def test_numbers_stand_after_their_verb(laying: Typist) -> None:
    laying.say("commit 5 1 x1 2")
    assert chosen(laying) == ["roads", "british-infantry", "engineer"]


def test_a_script_names_things_for_numbers_shift(laying: Typist) -> None:
    laying.reader.numbers = False
    assert "commit 1 2" in " ".join(laying.say("commit 1 2").error.details)  # type: ignore[union-attr]
    assert chosen(laying) == []


def test_a_line_that_means_nothing_half_way_is_not_begun(laying: Typist) -> None:
    error = laying.say("commit roads zebra engineer").error
    assert error is not None
    assert 'None of "commit roads zebra engineer" was done.' in error.details
    assert chosen(laying) == []


def test_a_line_that_fails_half_way_names_what_was_not_done(laying: Typist) -> None:
    error = laying.say("commit engineer roads x3 british-infantry").error
    assert error is not None
    assert error.details[-1] == (
        "Done: commit engineer, commit roads, commit roads."
        " Not done: commit roads, commit british-infantry."
    )
    assert chosen(laying) == ["engineer", "roads", "roads"]


def test_the_check_says_what_all_would_do(laying: Typist) -> None:
    checked = check(laying, "commit all but roads")
    assert checked.kind == "valid"
    assert checked.text.startswith("6 actions")
    assert check(laying, "commit all but").kind == "incomplete"


def test_completion_offers_all_but_and_what_is_left(laying: Typist) -> None:
    words = {line: [candidate.word for candidate in candidates(laying, line)] for line in LINES}
    assert words["commit "][-1] == "all"
    assert words["commit al"] == ["all"]
    assert words["commit all "] == ["but"]
    assert words["commit all but r"] == ["roads"]
    assert words["commit roads e"] == ["engineer"]


LINES = ("commit ", "commit al", "commit all ", "commit all but r", "commit roads e")
