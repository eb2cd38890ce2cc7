"""``sandtable hint`` and ``sandtable coach``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SAVES = Path(__file__).parents[2] / "saves"
DUEL, RAID = SAVES / "megiddo-1918-even.jsonl", SAVES / "lrdg-tobruk.jsonl"


def test_a_hint_is_asked_for_at_a_line(run) -> None:
    ran = run("hint", RAID, "--to", 5, "--time", 20)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("No clear best yet; ")
    every = run("hint", RAID, "--to", 5, "--time", 20, "--all")
    assert "  tried in fewer than 20 games: " in every.out
    assert " --time " in " ".join(ran.out.split())


def test_a_hint_for_a_game_that_is_over_says_what_to_do(run) -> None:
    ran = run("hint", RAID)
    assert ran.status == 2
    assert "the game is over (--to N asks at an earlier line)" in ran.err


def test_a_hint_in_json_has_every_move(run) -> None:
    found = json.loads(run("hint", DUEL, "--to", 3, "--time", 30, "--json").out)
    moves = [move["words"] for move in found["moves"]] + found["untried"]
    assert len(moves) == len(set(moves)) > 4
    assert all("; ".join(move["actions"]) == move["words"] for move in found["moves"])
    assert found["verdict"] == "early"
    assert found["playouts"] <= min(30, sum(move["playouts"] for move in found["moves"]))


@pytest.fixture
def short_game(run, tmp_path: Path) -> Path:
    """A short game, so that its analysis is quick."""
    path = tmp_path / "short.jsonl"
    run("replay", RAID, "--to", 4, "--play", "--save", path, "--seat", "lrdg=human")
    return path


def test_the_coach_takes_a_game_apart_without_a_rest(run, short_game: Path) -> None:
    found = json.loads(run("coach", short_game, "--time", 10, "--json").out)
    parts = sum(choice["value"] for choice in found["choices"].values()) + found["luck"]["value"]
    parts += found["together"]["value"]
    assert found["result"]["value"] - found["expected"]["value"] == pytest.approx(parts)
    moments = sum((move["choice"] or {"value": 0})["value"] for move in found["moves"])
    assert moments == pytest.approx(sum(choice["value"] for choice in found["choices"].values()))


def test_the_coach_speaks_in_lines(run, short_game: Path) -> None:
    ran = run("coach", short_game, "--time", 10)
    assert (ran.status, ran.err) == (0, "")
    assert "Too few games to judge choices and luck" in ran.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["coach", DUEL, "--as", "britsh", "--time", "5"], 'did you mean "british"'),
        (["coach", DUEL, "--time", "soon"], "coach: --time takes a number of games"),
        (["hint", DUEL, "--time", "1e9s"], "hint: --time takes a number of games"),
        (["hint", "nowhere.jsonl"], "no such save"),
        (["hint", DUEL, "--to", "3", "--jobs", "0"], "hint: --jobs takes 1 or more, not 0"),
    ],
)
def test_bad_words_get_one_line(run, words: list[str], expected: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert expected in ran.err
    assert ran.err.count("\n") == 1


def test_the_coach_waits_while_a_save_hides_things(run, tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    run("replay", DUEL, "--to", 9, "--play", "--save", path, "--seat", "british=human")
    ran = run("coach", path, "--time", 5)
    assert (ran.status, ran.out) == (2, "")
    assert "hides things" in ran.err


def test_the_coach_keeps_its_account_beside_the_save(run, short_game: Path) -> None:
    assert run("coach", short_game, "--time", 20).status == 0
    file = short_game.with_name("short.coach.json")
    kept = json.loads(file.read_bytes())
    assert list(kept["seats"]) == ["lrdg"]
    assert kept["digest"] == json.loads(short_game.read_bytes().splitlines()[-1])["digest"]
    assert kept["seats"]["lrdg"]["curve"][0]["n"] == 2
    before = file.read_bytes()
    run("coach", short_game, "--time", 10)  # shows less, and does not replace it
    assert file.read_bytes() == before
    run(
        "replay",
        RAID,
        "--to",
        3,
        "--play",
        "--save",
        short_game.with_name("a.jsonl"),
        "--seat",
        "lrdg=human",
    )
    short_game.write_bytes(short_game.with_name("a.jsonl").read_bytes())
    run("coach", short_game, "--time", 10)  # now the game is a different one
    assert json.loads(file.read_bytes())["digest"] != kept["digest"]


def test_the_account_is_never_written_through_a_link(run, short_game: Path, tmp_path: Path) -> None:
    other, link = tmp_path / "letter.txt", short_game.with_name("short.coach.json")
    other.write_text("dear", encoding="utf-8")
    link.symlink_to(other)
    assert run("coach", short_game, "--time", 10).status == 0
    assert other.read_text(encoding="utf-8") == "dear"
    assert link.is_file()
    assert not link.is_symlink()


def test_an_account_that_cannot_be_written_is_said_in_one_line(run, short_game: Path) -> None:
    short_game.with_name("short.coach.json").mkdir()
    ran = run("coach", short_game, "--time", 10)
    assert (ran.status, ran.err.count("\n")) == (0, 1)
    assert "short.coach.json cannot be written" in ran.err
    assert "Too few games to judge choices and luck" in ran.out
