"""The check of a half-typed line: it agrees with the effect of Enter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import sandtable
from sandtable.model.action import AmbiguousAction, IllegalAction, InvalidAction
from sandtable.record.records import HUMAN
from sandtable.record.replay import Replay
from sandtable_console.completion import candidates
from sandtable_console.line_check import Check, check
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]
SAVES = Path(__file__).parents[2] / "saves"

WIDE = ("lrdg-slonta", "lawrence-campaign", "megiddo-1918-even")
"""A recorded game of each game, with decisions of many options."""


@cache
def widest_line(name: str) -> int:
    """The line of a recorded game after which there are the most options."""
    run = Replay(SAVES / f"{name}.jsonl")
    return max((len(run.session.table.options), entry.n) for entry in run.steps())[1]


@cache
def widest(name: str) -> Typist:
    session = Replay(SAVES / f"{name}.jsonl").run(widest_line(name))
    session.seat_players(dict.fromkeys(session.seats, HUMAN))
    table = Typist(session, numbers=True)
    table.picture()
    return table


def typed(table: Typist) -> Iterator[str]:
    """Every beginning of some lines, right and wrong ones."""
    options = list(map(str, table.options))
    names = sorted(table.session.scenario.game.names(table.session.table))
    verb = options[0].split()[0]
    lines = [options[0], options[len(options) // 2], options[-1], options[0].replace("-", "").upper()]
    lines += [
        f"{verb} {names[0]} {names[-1]}",
        f"{verb} zzz yyy xxx",
        "qwertz uiop",
        "rules low profile",
    ]
    lines += [f"{word} {names[0]}" for word in ("show", "odds", "why", "?")]
    lines += ["history 2", "rollback 1 --force", "undo --force", "redo all", ".", f"{options[0]}?"]
    lines += ["a b c d e f g", f"{verb} 1 2 3 4 5"]
    lines += [f"status; {options[-1]}", f"{options[0]}; {options[0]}", "12 3", "note a; b", "why not"]
    for line in lines:
        for end in range(len(line) + 1):
            yield line[:end]


@pytest.mark.parametrize("name", WIDE)
def test_a_check_changes_nothing(name: str) -> None:
    table = widest(name)
    before = (
        table.session.table.position,
        len(table.session.journal.lines),
        table.listed,
        dict(table.refused),
    )
    for line in typed(table):
        check(table, line)
    after = (
        table.session.table.position,
        len(table.session.journal.lines),
        table.listed,
        dict(table.refused),
    )
    assert after == before


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", WIDE)
def test_valid_lines_are_done_by_enter_and_all_others_refused(name: str, step: int) -> None:
    """Each beginning is also entered, and its effect is taken back."""
    run = Replay(SAVES / f"{name}.jsonl").run(widest_line(name))
    run.seat_players(dict.fromkeys(run.seats, HUMAN))
    table = Typist(run, numbers=True)
    kinds = set[str]()
    for line in list(dict.fromkeys(typed(table)))[::step]:
        table.picture()
        (kind, text), past = check(table, line), len(table.session.history.done)
        if kind in ("command", "empty") or "each if still legal" in text:
            continue  # the second of several actions may be the choice of another seat, unknown yet
        reply = table.say(line)
        kinds.add(kind)
        assert (reply.error is None) == (kind == "valid"), (line, kind, reply.error)
        if isinstance(reply.error, IllegalAction):
            assert kind == "illegal"
        if isinstance(reply.error, AmbiguousAction):
            assert kind in ("incomplete", "ambiguous")
        if len(table.session.history.done) > past:
            table.session.rollback(table.session.history.done[past].entry.n - 1, force=True)
    assert "valid" in kinds
    assert len(kinds) > 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Check("empty")),
        ("  ", Check("empty")),
        ("discard engineer", Check("valid", "infantry 1")),
        ("disc eng", Check("valid", "discard engineer: infantry 1")),
        ("DISCARD Supply Trains", Check("valid", "discard supply-trains: supply 1")),
        ("done", Check("valid", "draw as many new cards; discards can return later")),
        ("d", Check("ambiguous", "can mean discard, done")),
        ("s", Check("ambiguous", "can mean status, show, save")),
        ("log", Check("command", "show the last N lines of events")),
        ("log 3", Check("command", "shows the last 3 lines of events")),
        ("log 1", Check("command", "shows the last 1 line of events")),
        ("note done; done", Check("command", "add a note to the save; @NAME sets a bookmark")),
        ("discard engineer; done", Check("empty")),
        ("undo; done", Check("illegal", "nothing to undo yet")),
        (
            "note @x; undo; done",
            Check("command", "add a note to the save; @NAME sets a bookmark"),
        ),
        ("show x", Check("unknown", 'no item "x"; show without a name lists all')),
        ("show engineer", Check("command", "Engineer, card: infantry 1, British")),
        ("log abc", Check("unknown", 'log takes a number of lines, not "abc"')),
        ("history 99", Check("unknown", 'the history has no "99"; there is only round 1')),
        ("history 1", Check("command", "shows everything that happened in Round 1")),
        ("rollback @x", Check("unknown", 'no bookmark "x"')),
        ("rollback", Check("unknown", "nothing to roll back yet")),
        ("hint 20s", Check("command", "thinks: 20 seconds")),
        ("rules zzz", Check("unknown", 'no section has "zzz"; rules contents lists all')),
        ("rules 2", Check("command", "2  Reserve")),
        ("odds done", Check("command", "what done can lead to")),
        ("why done", Check("command", "done is legal")),
        ("done?", Check("command", "lists done")),
        ("quit ?", Check("command", "explains quit")),
        ("redo", Check("illegal", "nothing to redo; redo repeats what undo has just taken back")),
        (".", Check("illegal", "nothing to repeat yet; . repeats the actions of your last line")),
        ("status; done", Check("valid", "draw as many new cards; discards can return later")),
        ("done now", Check("unknown", 'done takes no arguments; leave out "now"')),
        (
            "log 3; zzz; done",
            Check("unknown", 'no action "zzz"; choose from discard, done (? lists the legal actions)'),
        ),
        (
            "commit roads",
            Check(
                "illegal",
                "commit is for Order of Battle [rule 3], not Reserve [rule 2]: type discard or done",
            ),
        ),
        (
            "commit",
            Check(
                "illegal",
                "commit is for Order of Battle [rule 3], not Reserve [rule 2]: type discard or done",
            ),
        ),
    ],
)
def test_a_line_is_shown_in_a_few_words(console: Consoles, line: str, expected: Check) -> None:
    assert check(console(), line) == expected


def test_the_next_words_are_listed(console: Consoles) -> None:
    assert check(console(), "discard").kind == "incomplete"
    text = check(console(), "discard ").text
    assert text.startswith("then british-infantry, engineer, ")
    assert text.endswith("and 1 more")


def test_numbers_mean_places_in_the_list_last_shown(console: Consoles) -> None:
    table = console()
    assert check(table, "1").kind == "unknown"
    table.picture()
    second = table.listed[1]
    assert check(table, "2") == Check("valid", f"{second}: {table.display.describe(second)}")


@pytest.mark.parametrize(
    "line",
    [
        *(
            "show x",
            "log abc",
            "history 99",
            "rollback @x",
            "hint 5x",
            "coach 5x",
            "odds zork",
            "odds d",
        ),
        *("rules zzz", "undo", "undo now", "redo 5", "rollback -1", "? zork", "help zork", "quit now"),
    ],
)
def test_the_refusal_of_a_word_is_shown_in_advance(console: Consoles, line: str) -> None:
    table = console()
    checked, error = check(table, line), table.say(line).error
    assert checked.kind not in ("valid", "command")
    assert error is not None
    if not isinstance(error, AmbiguousAction):
        assert checked.text == str(error)


def test_a_dot_says_what_it_would_do(console: Consoles) -> None:
    table = console()
    table.say("discard roads")
    assert check(table, ".") == Check("command", "repeats discard roads")
    assert table.say(".").error is None
    refusal = "discard roads: you can discard only cards from your hand (Roads is not in it) [rule 2]"
    assert check(table, ".").kind == "illegal"
    assert str(table.say(".").error) == refusal


def test_of_several_numbers_it_says_how_many_actions_they_are(console: Consoles) -> None:
    table = console()
    table.picture()
    assert check(table, "1 1 1").text.startswith("3 actions, each if still legal: discard ")


def test_completion_check_and_enter_agree_about_what_an_exact_name_begins() -> None:
    """`siwa` is a zone too far away; `siwa-track` alone is legal, and never replaces it silently."""
    table = Typist(sandtable.new("lrdg/slonta", seed=4))
    table.say("historical")
    assert [candidate.word for candidate in candidates(table, "mo 1 siwa")] == ["siwa-track"]
    checked, error = check(table, "mo 1 siwa"), table.say("mo 1 siwa").error
    assert checked.kind == "illegal"
    assert checked.text.endswith("Legal: move 1st siwa-track siwa")
    assert isinstance(error, IllegalAction)
    assert error.details == ["Legal: move 1st siwa-track siwa."]
    assert table.say("mo 1 siwa-").error is None


def test_nothing_is_valid_while_a_bot_decides(console: Consoles) -> None:
    table = console()
    table.session.choose("done")
    assert check(table, "discard engineer").kind == "illegal"
    assert check(table, "status").kind == "command"


@pytest.mark.parametrize("line", ["\0", "\udcff", "x" * 5000, "a b c d e f g h i j k l m n o p"])
def test_odd_input_is_unknown(console: Consoles, line: str) -> None:
    assert check(console(), line).kind in ("unknown", "ambiguous")


@pytest.mark.parametrize(
    ("scenario", "line", "expected"),
    [
        ("lawrence/damascus", "d r", 'done takes no arguments; leave out "r"'),
        ("lawrence/damascus", "re s", 'pounds is a number, not "s"'),
        ("lrdg/slonta", "d o", '"d" can mean depart, detach, decline, drop, done'),
        ("lrdg/slonta", "s c", '"s" can mean scout, send, stack'),
    ],
)
def test_two_letters_are_refused_as_they_are_and_not_for_a_verb_that_begins_so(
    scenario: str, line: str, expected: str
) -> None:
    """The error does not offer drop, rest, done or scout either, which contain the two letters."""
    with pytest.raises(InvalidAction) as caught:
        sandtable.new(scenario, seed=1).table.read(line)
    assert str(caught.value) == expected
