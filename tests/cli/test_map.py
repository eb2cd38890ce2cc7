"""``map``: a scenario's start or a save's end as a picture, for those who may see it."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest

from sandtable.plugins import catalog

Megiddo: Any = type(catalog().game("megiddo"))


@pytest.fixture
def mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Megiddo with a map: the seats whose hand the view shows, the round, and the width."""

    def lines(self: object, view: Any, width: int = 100, height: int | None = None) -> list[str]:
        known = [seat for seat, side in view.sides.items() if side.hand is not None]
        return [f"seen by {' '.join(known)}", f"{len(view.sides)} sides in {width} columns"]

    monkeypatch.setattr(Megiddo, "map", lines)


def played(run: Any, path: Path, **seats: str) -> Path:
    words = [word for seat, player in seats.items() for word in ("--seat", f"{seat}={player}")]
    assert run("play", "megiddo/1918-even", "--seed", 7, *words, "--save", path, typed="").status == 0
    return path


def test_a_game_without_a_map_is_told_in_one_line_with_status_2(run) -> None:
    ran = run("map", "megiddo/1918")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "sandtable: Megiddo 1918 has no map\n"


@pytest.mark.usefixtures("mapped")
def test_a_scenarios_start_is_seen_by_the_first_seat(run) -> None:
    ran = run("map", "meg/1918-e")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "seen by british\n2 sides in 100 columns\n"


@pytest.mark.usefixtures("mapped")
def test_a_save_is_seen_by_its_only_human_or_the_seat_that_is_named(run, tmp_path: Path) -> None:
    path = played(run, tmp_path / "g.jsonl", british="scripted")
    before = path.read_bytes()
    assert run("map", path).out.startswith("seen by turkish\n")
    assert run("map", path, "--as", "brit").out.startswith("seen by british\n")
    assert path.read_bytes() == before


@pytest.mark.usefixtures("mapped")
def test_nothing_is_saved_by_looking(run, home: Path) -> None:
    assert run("map", "megiddo/1918").status == 0
    assert not list(home.rglob("*.jsonl"))


@pytest.mark.usefixtures("mapped")
@pytest.mark.parametrize(("columns", "expected"), [(72, 72), (300, 140)])
def test_a_map_is_as_wide_as_the_terminal_up_to_140(
    run, monkeypatch: pytest.MonkeyPatch, columns: int, expected: int
) -> None:
    size = os.terminal_size((columns, 40))
    monkeypatch.setattr("sandtable.cli.maps.shutil.get_terminal_size", lambda: size)
    assert "100 columns" in run("map", "megiddo/1918").out
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", screen)
    assert run("map", "megiddo/1918").status == 0
    assert f"in {expected} columns" in screen.getvalue()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("megido/1918", 'did you mean "megiddo"'),
        ("megiddo/1981", 'did you mean "1918"'),
        ("nothing", 'no scenario "nothing"'),
        ("gone.jsonl", "gone.jsonl: no such save"),
        ("mine", 'did you mean "mines.jsonl"'),
        ("gone.toml", "gone.toml"),
    ],
)
def test_a_bad_name_gets_one_line_with_the_nearest(run, home: Path, typed: str, said: str) -> None:
    (home / "saves").mkdir(parents=True)
    (home / "saves" / "mines.jsonl").touch()
    ran = run("map", typed)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("mapped")
def test_a_seat_that_is_not_there_gets_the_nearest(run) -> None:
    ran = run("map", "megiddo/1918", "--as", "turk1sh")
    assert ran.status == 2
    assert 'did you mean "turkish"' in ran.err


def test_map_is_a_command_that_may_be_shortened(run) -> None:
    assert run("ma", "megiddo/1918").err == run("map", "megiddo/1918").err
