"""Seats that do not play, partners, and returns that are fractions, on the command line."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.shelves import Shelf

from sandtable.tooling import catalog
from sandtable_shell import asking, completers

OPEN = "fewest_seats = 2\nshares = true\nrounds = 3\n"
TEAMS = 'teams = [["east", "west"]]\n'
SOLO = 'seats = ["west"]\n'


@pytest.fixture
def written(shelf: Shelf, tmp_path: Path) -> Callable[[str], Path]:
    """Writes a scenario of the game of bids, which knows three seats; its path."""
    shelf.bids()

    def write(keys: str) -> Path:
        path = tmp_path / "ours.toml"
        path.write_text(f'game = "bids"\ntitle = "Ours"\n{keys}', "utf-8")
        return path

    return write


def test_a_seat_stays_empty_in_a_game_its_save_and_its_replay(
    run: Any, written: Callable[[str], Path], tmp_path: Path
) -> None:
    save = tmp_path / "g.jsonl"
    seats = ("--seat", "north=none", "--seat", "east=scripted", "--seat", "west=scripted")
    played = run("play", written(OPEN), "--seed", 4, *seats, "--save", save)
    assert played.status == 0
    assert "orth" not in played.out
    assert run("replay", save, "--verify").status == 0
    assert "orth" not in run("replay", save).out
    last = json.loads(run("replay", save, "--json").out.splitlines()[-1])
    assert last["outcome"]["returns"] == {"east": "1/3", "west": "2/3"}
    refused = run("replay", save, "--as", "north").err
    assert '--as: no seat "north"; choose from east, west' in refused


def test_too_few_players_are_refused_in_one_line(run: Any, written: Callable[[str], Path]) -> None:
    seats = ("--seat", "north=none", "--seat", "east=none")
    for command in ("play", "simulate"):
        refused = run(command, written(OPEN), *seats)
        assert refused.status == 2
        assert "--seat: bids/ours needs at least 2 players, not 1 (see" in refused.err
    refused = run("play", "megiddo/1918", "--seat", "turkish=none")
    assert "--seat: megiddo/1918 needs 2 players, not 1 (see" in refused.err


def test_a_resumed_game_cannot_leave_a_seat_empty(
    run: Any, written: Callable[[str], Path], tmp_path: Path
) -> None:
    save = tmp_path / "g.jsonl"
    run("play", written(OPEN), "--seat", "north=scripted", "--save", save, typed="")
    refused = run("resume", save, "--seat", "north=none")
    assert refused.status == 2
    assert refused.err == ("sandtable: north is in play; only a new game can leave a seat empty\n")


def test_a_batch_counts_only_who_plays(run: Any, written: Callable[[str], Path]) -> None:
    words = ("simulate", written(OPEN), "--games", 4, "--seat", "north=none")
    assert "north" not in run(*words).out
    document = json.loads(run(*words, "--json").out)
    assert document["seats"] == {"east": "scripted", "west": "scripted"}
    assert document["intervals"]["wins"].keys() == {"east", "west"}
    assert sum(document["metrics"].values()) <= 1


def test_partners_win_together(run: Any, written: Callable[[str], Path]) -> None:
    words = ("simulate", written(TEAMS), "--games", 30, "--seed", 1)
    wins = json.loads(run(*words, "--json").out)["intervals"]["wins"]
    assert wins.keys() == {"north", "east+west"}
    assert wins["east+west"]["value"] > wins["north"]["value"] > 0
    assert "won by east+west" in run(*words).out


def test_one_seat_of_several_is_a_solitaire(run: Any, written: Callable[[str], Path]) -> None:
    played = run("play", written(SOLO), typed="lay 3\nlay 2\nlay 6\n")
    assert played.status == 0
    assert "West: " not in played.out
    assert "east" not in played.out.lower()


def test_who_may_play_is_listed(run: Any, written: Callable[[str], Path], home: Path) -> None:
    folder = home / "scenarios"
    folder.mkdir(parents=True)
    written(OPEN).rename(folder / "open.toml")
    written(SOLO).rename(folder / "solo.toml")
    listed = run("list", "bids").out
    assert "Ours, for 2 to 3 players" in listed
    assert "Ours, for 1 player" in listed
    rows = {
        row["name"]: row
        for row in json.loads(run("list", "bids", "--json").out)["games"][0]["scenarios"]
    }
    assert rows["solo"]["seats"] == ["west"]
    assert rows["open"]["fewest_seats"] == 2


def test_the_seats_that_play_are_completed_and_asked(
    run: Any, written: Callable[[str], Path], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "scenarios"
    folder.mkdir(parents=True)
    written(OPEN).rename(folder / "open.toml")
    written(SOLO).rename(folder / "solo.toml")
    words = completers.players(parsed_args=Namespace(scenario="bids/solo"))
    assert words.keys() == {f"west={player}" for player in ("human", "scripted", "random", "search")}
    assert "north=none" in completers.players(parsed_args=Namespace(scenario="bids/open"))
    asked: list[tuple[str, bool]] = []

    def ask_player(seat: str, players: Sequence[str], default: str) -> str:
        asked.append((seat, "none" in players))
        return "none" if "none" in players else default

    monkeypatch.setattr(asking, "ask_player", ask_player)
    assert asking.ask_seats(catalog(), "bids/solo", {}) == ["west=human"]
    assert asking.ask_seats(catalog(), "bids/open", {}) == ["north=none", "east=human", "west=scripted"]
    assert asked[1:] == [("north", True), ("east", False), ("west", False)]
