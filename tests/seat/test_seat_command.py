"""`sandtable seat`: a program plays a seat on standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable

EVEN = "megiddo/1918-even"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "s.jsonl"


def messages(ran: Any) -> list[dict[str, Any]]:
    assert ran.status == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def test_the_end_of_input_leaves_the_game_saved_and_it_goes_on_from_there(run, save: Path) -> None:
    new = messages(run("seat", EVEN, "british", "--seed", 3, "--save", save, "--json", typed="1\n"))
    assert [message["type"] for message in new] == ["begin", "ask", "ask"]
    assert run("replay", save, "--verify").status == 0
    resumed = messages(run("seat", save, "brit", typed='"done"\n\n{"do": 1}\n'))
    assert resumed[1]["options"] == new[-1]["options"]
    assert resumed[1]["view"] == new[-1]["view"]
    assert resumed[1]["since"] == 0
    with sandtable.load(save) as session:
        assert [entry.seat for entry in session.log if entry.action].count("turkish") > 0
        assert session.seats == {"british": "human", "turkish": "scripted"}


def test_a_game_that_is_over_says_how_it_ended(run, save: Path) -> None:
    played = messages(run("seat", EVEN, "turkish", "--seed", 1, "--save", save, typed="1\n" * 500))
    over = played[-1]
    assert (over["type"], over["returns"].keys()) == ("over", {"british", "turkish"})
    assert sandtable.load(save).outcome
    again = messages(run("seat", save, "turkish"))
    assert [message["type"] for message in again] == ["over"]
    assert again[0]["outcome"] == over["outcome"]


def test_bad_input_is_refused_in_one_line_and_the_game_goes_on(run, save: Path) -> None:
    typed = "bogus\n{}\n[\n\0\n1\n"
    got = messages(run("seat", EVEN, "british", "--seed", 3, "--save", save, typed=typed))
    kinds = [message["type"] for message in got]
    assert kinds == ["begin", "ask", "refused", "refused", "refused", "refused", "ask"]


WRONG = {
    ("seat", EVEN, "german"): 'no seat "german"',
    ("seat", EVEN, "british", "--seat", "turkish=human"): "bots play the other seats",
    ("seat", EVEN, "british", "--seat", "british=scripted"): "leave out --seat british=scripted",
    ("seat", "missing.jsonl", "british"): "missing.jsonl",
    ("seat", "megido/1918", "british"): "megiddo",
    ("seat", EVEN, "british", "--seat", "turkish=skripted"): 'did you mean "scripted"',
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_use_is_one_line(run, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert WRONG[words] in ran.err


def test_options_of_a_new_game_are_refused_for_a_save(run, save: Path) -> None:
    messages(run("seat", EVEN, "british", "--save", save))
    ran = run("seat", save, "british", "--seed", 3)
    assert (ran.status, f"--seed is for a new game; {save} is a save" in ran.err) == (2, True)


def test_a_program_drives_it_through_pipes(home: Path) -> None:
    """Each line comes as soon as it is written: nothing waits in a buffer."""
    command = [sys.executable, "-m", "sandtable", "seat", EVEN, "british", "--seed", "3", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as seat:
        assert seat.stdin
        assert seat.stdout
        read = iter(seat.stdout)
        assert json.loads(next(read))["type"] == "begin"
        for _ in range(3):
            ask = json.loads(next(read))
            seat.stdin.write(f"{ask['options'][-1]['number']}\n")
            seat.stdin.flush()
        seat.stdin.close()
        list(read)
    assert seat.returncode == 0
