"""Real dice and cards: asked for, checked, recorded, and replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import pytest

import sandtable
from sandtable import GameError
from sandtable.record.records import Divergence
from sandtable.record.replay import Replay
from sandtable.record.resume import fork
from sandtable.text.errors import SandtableError
from sandtable_console.real_dice import AskedDice, AskedRoll, question_text, read_answer

CARDS = ("allenby", "british-cavalry", "british-infantry", "british-infantry")


@pytest.fixture
def typed() -> str:
    """The cards that the dice of seed 3 would have dealt, as a player types them."""
    session = sandtable.new("megiddo/1918", seed=3)
    drawn = [card for event in session.log[0].events for card in getattr(event, "cards", ())]
    return "".join(f"{card}\n" for card in drawn)


def test_a_face_is_a_number_on_the_die() -> None:
    question = AskedRoll("dice", 6, (), "6.1", "Discretion test")
    assert question_text(question) == "Discretion test [rule 6.1]: what does 1d6 show? "
    assert [read_answer(question, face) for face in ("1", " 6 ")] == [1, 6]
    for wrong in ("0", "7", "", "six", "-1", "9" * 5000):
        with pytest.raises(SandtableError, match="a number from 1 to 6, not"):
            read_answer(question, wrong)


def test_a_card_is_one_that_can_come() -> None:
    question = AskedRoll("british", 4, CARDS)
    assert read_answer(question, "british-inf") == 3
    assert read_answer(question, "all") == 1
    with pytest.raises(SandtableError, match='did you mean "allenby"'):
        read_answer(question, "alenby")
    with pytest.raises(SandtableError, match="can mean"):
        read_answer(question, "british")


def test_a_game_with_real_cards_is_recorded_and_replays(run, typed: str, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    played = run("play", "megiddo/1918", "--dice", "ask", "--save", path, typed=typed + "done\n")
    assert played.status == 0, played.err
    assert "what is drawn for british?" in played.out
    assert json.loads(path.read_bytes().splitlines()[0])["generator"] == "real/1"
    assert run("replay", path, "--verify").status == 0
    resumed = run("resume", path, typed="done\ndone\n")
    assert resumed.status == 0, resumed.err
    assert run("replay", path, "--verify").status == 0
    branch = fork(path, 2, tmp_path / "b.jsonl")
    branch.close()
    assert run("replay", tmp_path / "b.jsonl", "--verify").status == 0


def test_luck_that_was_typed_in_is_shown_wherever_the_save_is(run, typed: str, tmp_path: Path) -> None:
    """Any face could be typed, so such a game must not pass for one that its seed decided."""
    path = tmp_path / "real.jsonl"
    words = ("play", "megiddo/1918", "--dice", "ask", "--seed", "4711", "--save", path)
    assert run(*words, typed=typed).status == 0
    assert run("check", path).out.startswith(f"{path}: same, luck typed in, ")
    assert run("replay", path, "--verify").out.startswith(f"{path}: verified, luck typed in, ")
    assert "(megiddo/1918), luck typed in\n" in run("replay", path).out
    assert "(megiddo/1918), luck typed in\n" in run("replay", path, "--as", "turkish").out
    assert ", luck typed in" in run("saves", path).out
    (listed,) = json.loads(run("saves", path, "--json").out)
    assert listed["typed_in"] is True
    header = json.loads(run("replay", path, "--json").out.splitlines()[0])
    assert header["typed_in"] is True
    branch = tmp_path / "branch.jsonl"
    fork(path, 1, branch).close()
    assert ", luck typed in" in run("check", branch).out
    for options in ((), ("--json",), ("--verify",)):
        assert "4711" not in run("replay", path, *options).out


def test_a_changed_card_is_named(run, typed: str, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    run("play", "megiddo/1918", "--dice", "ask", "--save", path, typed=typed + "done\n")
    lines = path.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    for rolls in (header["rolls"][1:], [["british", 43, 99], *header["rolls"][1:]]):
        changed = json.dumps({**header, "rolls": rolls}, separators=(",", ":")).encode()
        path.write_bytes(b"".join([changed + b"\n", *lines[1:]]))
        with pytest.raises(Divergence, match="line 1"):
            Replay(path)


def test_a_wrong_card_stops_a_script_and_is_asked_again_otherwise(
    run, typed: str, tmp_path: Path
) -> None:
    path = tmp_path / "g.jsonl"
    words = ("play", "megiddo/1918", "--dice", "ask", "--save", path)
    stopped = run(*words, typed="alenby\n" + typed)
    assert stopped.status == 2
    assert 'no card "alenby"; did you mean "allenby"?' in stopped.err
    assert not path.exists()
    assert run(*words, "--keep-going", typed="alenby\n" + typed).status == 0


def test_an_input_that_ends_in_a_roll_loses_nothing(run, typed: str, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    run("play", "megiddo/1918", "--dice", "ask", "--save", path, typed=typed)
    first = typed.splitlines()[0]
    script = f"discard {first}\ndone\ndone\n"
    ran = run("resume", path, typed=script)
    assert ran.status == 2
    assert "ends where a roll is needed" in ran.err
    assert run("replay", path, "--verify").status == 0
    assert path.read_bytes().count(b"\n") == 3


def test_input_that_ends_at_a_roll_ends_the_game_for_now(run, tmp_path: Path) -> None:
    words = ("play", "lrdg/benghazi-road", "--dice", "ask", "--keep-going", "--save")
    done = run(*words, tmp_path / "g.jsonl", typed="historical\n")
    assert done.status == 0
    assert done.out.count("ends where a roll is needed") == 1
    assert "Saved in" in done.out


class Asking:
    rule: ClassVar[str] = "6.1"
    title: ClassVar[str] = "Discretion"


def test_a_player_is_asked_what_real_dice_showed() -> None:
    questions: list[AskedRoll] = []
    source = AskedDice(lambda question: questions.append(question) or 2)  # type: ignore[func-returns-value]
    source.asker = Asking()
    assert source.roll(2) == [2, 2]
    assert source.pick(["fox", "fox", "hen"], "cards") == "fox"
    assert [roll.record for roll in source.rolls] == [("dice", 6, 2), ("dice", 6, 2), ("cards", 3, 1)]
    assert questions[1:] == [
        AskedRoll("dice", 6, (), "6.1", "Discretion"),
        AskedRoll("cards", 3, ("fox", "fox", "hen"), "6.1", "Discretion"),
    ]


@pytest.mark.parametrize("value", [0, 7, -1])
def test_an_impossible_face_of_real_dice_is_refused(value: int) -> None:
    source = AskedDice(lambda _: value)
    with pytest.raises(GameError, match=f"{value} was rolled where 1 to 6"):
        source.roll()
    with pytest.raises(GameError, match=f"{value} was rolled where 1 to 2"):
        source.pick("ab")
    assert source.rolls == []


def test_real_dice_pick_nothing_from_an_empty_bag() -> None:
    source = AskedDice(lambda _: 1 // 0)
    with pytest.raises(GameError, match="bag"):
        source.pick([])
    assert source.rolls == []


def test_real_dice_pick_by_weight() -> None:
    real = AskedDice(lambda roll: roll.things.index("sun") + 1)
    assert real.pick({"rain": 3, "sun": 1}) == "sun"
    assert real.rolls[0].record == ("dice", 4, 4)
