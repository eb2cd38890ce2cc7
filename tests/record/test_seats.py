"""Saves of games in which not every seat of the game plays."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from tests.fixtures.forging import edited, sealed
from tests.fixtures.shelves import Shelf

import sandtable
from sandtable.record.resume import fork, resume
from sandtable.text.errors import SandtableError

SCENARIO = 'game = "bids"\ntitle = "Open"\nfewest_seats = 2\nshares = true\n'

BOTS = {"north": "random", "east": "random", "west": "none"}


@pytest.fixture
def played(shelf: Shelf, tmp_path: Path) -> Path:
    """The save of a game of two bots at a table for two or three."""
    shelf.bids()
    file = tmp_path / "open.toml"
    file.write_text(SCENARIO, "utf-8")
    path = tmp_path / "g.jsonl"
    with sandtable.new(str(file), seed=2, seats=BOTS, save=path) as session:
        assert [*session.play()]
    return path


def test_the_header_names_only_who_plays(played: Path) -> None:
    header = msgspec.json.decode(played.read_bytes().splitlines()[0])
    assert header["seats"] == {"north": "random", "east": "random"}


def test_the_save_is_read_again_with_the_same_seats_and_exact_returns(played: Path) -> None:
    session = sandtable.load(played)
    assert session.table.seats == session.scenario.seats == ("north", "east")
    assert session.outcome is not None
    recorded = msgspec.json.decode(played.read_bytes().splitlines()[-1])["outcome"]["returns"]
    assert recorded == {"north": "1/3", "east": "2/3"}
    assert session.outcome.returns == {"north": Fraction(1, 3), "east": Fraction(2, 3)}


def test_a_game_is_resumed_and_branched_with_the_same_seats(played: Path) -> None:
    lines = played.read_bytes().splitlines(keepends=True)
    played.write_bytes(b"".join(lines[:4]))
    with resume(played).session as session:
        assert session.seats == {"north": "random", "east": "random"}
        assert [*session.play()]
    branch = fork(played, 3, None, seats={"east": "human"})
    assert branch.table.seats == ("north", "east")
    assert branch.humans == ["east"]
    with pytest.raises(SandtableError, match="east is in play; only a new game can leave a seat"):
        fork(played, 3, None, seats={"east": "none"})


def test_a_save_for_seats_that_the_scenario_does_not_have_is_refused(played: Path) -> None:
    lines = played.read_bytes().splitlines(keepends=True)
    for seats, why in (
        (["north", "axis"], 'line 1: no seat "axis"; choose from north, east, west'),
        (["north"], "line 1: bids/open needs at least 2 players, not 1"),
    ):
        header = edited(lines[0], seats=dict.fromkeys(seats, "random"))
        played.write_bytes(b"".join(sealed([header, *lines[1:]])))
        with pytest.raises(SandtableError, match=why):
            sandtable.load(played)


def test_partners_see_what_each_of_them_chose_in_secret(shelf: Shelf, tmp_path: Path) -> None:
    shelf.bids()
    file = tmp_path / "teams.toml"
    file.write_text('game = "bids"\ntitle = "Teams"\nteams = [["east", "west"]]\n', "utf-8")
    session = sandtable.new(str(file), seed=1)
    for words in ("lay 1", "lay 2"):
        session.choose(words)
    north, east = session.log[1:]
    assert (east.shows("west"), east.shows("north"), north.shows("west")) == (True, False, False)
    texts = {seat: [event.text for event in session.seat(seat).log] for seat in session.seats}
    assert texts["west"] == ["North lays a number face down.", "East lays 2 face down."]
    assert texts["north"] == ["North lays 1 face down.", "East lays a number face down."]
    assert [event.text for event in east.seen_by("west")] == ["East lays 2 face down."]


def test_a_seat_stays_empty_only_where_the_scenario_allows_it() -> None:
    with pytest.raises(SandtableError, match="megiddo/1918 needs 2 players, not 1"):
        sandtable.new("megiddo/1918", seats={"turkish": "none"})
    with pytest.raises(SandtableError, match='no seat "turk"'):
        sandtable.new("megiddo/1918", seats={"turk": "none"})
