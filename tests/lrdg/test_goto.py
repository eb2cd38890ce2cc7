"""The word `goto`: several moves of LRDG 6.1.1, one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

import sandtable
from sandtable import ScriptedDice
from sandtable_console.completion import candidates
from sandtable_console.line_check import check
from sandtable_lrdg.goto import journey
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]


@pytest.fixture
def console(
    tmp_path: Path, scripted_dice: Callable[..., ScriptedDice]
) -> Generator[Consoles, None, None]:
    """The historical patrols of a mission at their base, after rolls for action points and others."""
    with ExitStack() as open_saves:

        def raiders(name: str, *dice: int) -> Typist:
            faces = scripted_dice(list(dice))
            session = sandtable.new(f"lrdg/{name}", dice=faces, save=tmp_path / "game.jsonl")
            open_saves.enter_context(session)
            typist = Typist(session).start()
            assert typist.say("historical").error is None
            return typist

        yield raiders


def moves(console: Typist) -> list[str]:
    """The choices of a session, in words."""
    return [str(entry.action) for entry in console.session.log if entry.action]


def places(console: Typist) -> list[str]:
    """The zones of the units."""
    return console.session.table.state.zones()


def test_it_moves_link_by_link_and_the_save_has_single_moves(console: Consoles, tmp_path: Path) -> None:
    """LRDG 6.1.1: 5 units go over a path for 5 AP, and are tested on sand with +1."""
    raiders = console("tobruk", 5, 5, 2, 2, 2)
    reply = raiders.say("goto jaghbub")
    assert places(raiders) == ["jaghbub"]
    assert moves(raiders)[1:] == ["move 1st sand-sea-east kufra", "move 1st jaghbub sand-sea-east"]
    assert reply.error is None
    assert not [line for line in reply.lines if "Stopped" in line]
    lines = (tmp_path / "game.jsonl").read_text().splitlines()
    done = [json.loads(line)["do"] for line in lines[1:] if "do" in json.loads(line)]
    assert [next(iter(step.values())) for step in done][1:] == ["move", "move"]


def test_the_risk_of_each_link_is_shown_before(console: Consoles) -> None:
    """LRDG 6.1.1: one die below 5, then two below 5 with an Axis unit at Jaghbub: below 4."""
    raiders = console("tobruk", 5, 5)
    before = raiders.session.table.position
    checked = check(raiders, "goto jaghbub")
    assert checked.kind == "command"
    told = journey(raiders.session.table, "jaghbub").text
    assert told == (
        "5 units of the 1st patrol, Kufra to Sand Sea East 5 AP, seen 33 %; Jaghbub 5 AP, seen 75 %; "
        "overall seen 83 %"
    )
    assert told.startswith(checked.text)
    assert raiders.session.table.position == before


def test_it_stops_where_somebody_is_seen(console: Consoles) -> None:
    """LRDG 6.1.1: a 5 with +1 is seen; the alarm rises, and the stack goes no further."""
    raiders = console("tobruk", 5, 5, 5)
    reply = raiders.say("goto jaghbub")
    assert places(raiders) == ["sand-sea-east"]
    assert "Stopped at Sand Sea East: seen, the alarm is 1." in reply.lines


def test_it_stops_where_the_action_points_end(console: Consoles) -> None:
    """LRDG 5.2: 3 and 2 make 7 AP, and each link costs 5."""
    raiders = console("tobruk", 3, 2, 1)
    reply = raiders.say("goto jaghbub")
    assert "Later: Jaghbub 5 AP, seen 75 %." in " ".join(reply.lines)
    assert reply.lines[-1] == "Stopped at Sand Sea East: the next link costs 5 AP."
    assert places(raiders) == ["sand-sea-east"]
    assert "it costs 5 action points" in str(raiders.say("goto jaghbub").error)


def test_it_asks_once_before_the_first_move(console: Consoles) -> None:
    """LRDG 6.1.1: each link is a move of its own, and all are asked about together."""
    raiders = console("tobruk", 5, 5)
    raiders.confirms = True
    raiders.say("goto jaghbub")
    assert raiders.pending is not None
    assert raiders.pending.question == "Go to Jaghbub? [y/N] "
    assert str(raiders.say("n").error) == '"goto jaghbub" was not done'
    assert places(raiders) == ["kufra"]


def test_of_several_stacks_it_must_be_said_which(console: Consoles) -> None:
    """LRDG 6.1.1: units in one zone move as a stack."""
    raiders = console("slonta", 1, 1, 1, 1, 1)
    error = str(raiders.say("goto jalo").error)
    assert error.startswith(
        'several stacks could go there; type "goto 1st jalo siwa", "goto 2nd jalo siwa"'
    )
    assert check(raiders, "goto 3rd jalo").text.startswith(
        "3 units of the 3rd patrol, Siwa to Sand Sea East 3 AP"
    )
    assert [candidate.word for candidate in candidates(raiders, "goto 3")] == ["3rd"]
    assert "mechili" in [candidate.word for candidate in candidates(raiders, "goto 3rd me")]


def test_go_is_never_short_for_goto_while_it_is_a_choice_of_its_own(console: Consoles) -> None:
    """LRDG 6.1.1: an order that ends the choice of units is not another order."""
    raiders = console("tobruk", 5, 5)
    raiders.say("detach 1st kufra")
    error = raiders.say("go jaghbub").error
    assert error is not None
    assert (str(error), error.details) == (
        "go jaghbub: add units first [rule 6.1.1]",
        ["abort takes back the whole choice."],
    )


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("goto", "goto needs a zone: goto ZONE, or goto PATROL ZONE FROM"),
        ("goto nowhere", 'no zone "nowhere"; choose from siwa'),
        ("goto kufra", "no other stack can move to Kufra; you have the 1st patrol at Kufra"),
        ("goto jalo mersa", "no such stack can move to Jalo; you have the 1st patrol at Kufra"),
    ],
)
def test_an_impossible_goal_is_refused_in_one_line(console: Consoles, line: str, error: str) -> None:
    """LRDG 6.1.1: a name that is no zone, or a zone without a way to it."""
    assert str(console("tobruk", 5, 5).say(line).error).startswith(error)


def test_outside_the_action_phase_and_in_other_games_it_is_not_there() -> None:
    """LRDG 5.2: patrols move while they act."""
    raiders = Typist(sandtable.new("lrdg/tobruk", seed=1)).start()
    assert str(raiders.say("goto jalo").error).startswith("goto gives an order")
    assert "goto" not in Typist(sandtable.new("megiddo/1918-even", seed=1)).commands


def test_a_way_that_is_too_dear_says_how_many_to_leave_behind(console: Consoles) -> None:
    """LRDG 5.2, 6.1.1: each of 5 units pays 1 on a path, and the patrol has 4."""
    error = str(console("tobruk", 1, 1).say("goto jaghbub").error)
    assert (
        "it costs 5 action points; leave 1 unit behind (detach 1st kufra), and it costs 4 "
        "(the 1st patrol has 4)" in error
    )


def test_the_first_question_says_how_to_go(console: Consoles) -> None:
    """LRDG 6.1.1: all units, some of them, or over several links."""
    raiders = console("tobruk", 5, 5, 1)
    assert "goto: more links" in raiders.display.question()
    raiders.say("move 1st sand-sea-east")
    assert "goto" not in raiders.display.question()


def test_where_no_move_is_offered_the_question_says_to_detach(console: Consoles) -> None:
    """LRDG 6.1.1: a detachment can pay where the whole stack cannot."""
    raiders = console("tobruk", 1, 1)
    assert not [option for option in raiders.session.options() if option.name() == "move"]
    assert "5 units at Kufra need 5 AP: detach 4, leave 1 behind." in raiders.display.question()
