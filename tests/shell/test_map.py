"""``map``: a scenario's start or a save's end as a picture, for a seat that may see it."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sandtable.plugins.catalog import catalog

SAVES = Path(__file__).parents[2] / "saves"

Megiddo: Any = type(catalog().game("megiddo"))


@pytest.fixture
def mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Megiddo with a map, which shows the seats with a visible hand, the round, and the width."""

    def lines(self: object, view: Any, width: int = 100, height: int | None = None) -> list[str]:
        known = [seat for seat, side in view.sides.items() if side.hand is not None]
        return [f"seen by {' '.join(known)}", f"{len(view.sides)} sides in {width} columns"]

    monkeypatch.setattr(Megiddo, "map", lines)


def played(run: Any, path: Path, **seats: str) -> Path:
    words = [word for seat, player in seats.items() for word in ("--seat", f"{seat}={player}")]
    assert run("play", "megiddo/1918-even", "--seed", 7, *words, "--save", path, typed="").status == 0
    return path


def test_of_a_game_without_a_map_the_board_is_shown(run) -> None:
    """Both Orders of Battle, as far as the seat may know them."""
    british, turkish = (run("map", "megiddo/1918", "--as", seat) for seat in ("british", "turkish"))
    assert (british.status, british.err) == (0, "")
    assert "BRITISH  0/5" in british.out
    assert "British hand" in british.out
    assert "British hand" not in turkish.out


def test_lines_are_drawn_as_the_setting_says(run) -> None:
    drawn = run("map", "lrdg/slonta").out
    assert "⣤" in drawn
    run("config", "set", "map", "ascii")
    plain = run("map", "lrdg/slonta").out
    assert plain.isascii()
    assert "====" in plain
    assert len(plain.splitlines()) == len(drawn.splitlines())


@pytest.mark.parametrize("setting", ["plain true", "screen plain"])
def test_a_map_is_reported_in_words_where_that_is_wished(run, setting: str) -> None:
    plain = run("map", "lawrence/aqaba", "--plain").out
    assert "Aqaba" in plain
    assert "== rail" not in plain
    run("config", "set", *setting.split())
    assert run("map", "lawrence/aqaba").out == plain


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
    monkeypatch.setattr("sandtable_shell.maps.shutil.get_terminal_size", lambda: size)
    assert "100 columns" in run("map", "megiddo/1918").out
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setenv("NO_COLOR", "1")  # a stream that is no terminal gets no colours
    assert run("map", "megiddo/1918").status == 0
    assert f"in {expected} columns" in screen.getvalue()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("megido/1918", 'did you mean "megiddo"'),
        ("megiddo/1981", 'did you mean "1918"'),
        ("nothing", 'no scenario "nothing"'),
        ("gone.jsonl", "gone.jsonl: no such save"),
        ("mine", 'did you mean "mines.jsonl"'),
        ("gone.toml", "gone.toml"),
    ],
)
def test_a_bad_name_gets_one_line_with_the_nearest(run, home: Path, typed: str, expected: str) -> None:
    (home / "saves").mkdir(parents=True)
    (home / "saves" / "mines.jsonl").touch()
    ran = run("map", typed)
    assert ran.status == 2
    assert expected in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("mapped")
def test_a_seat_that_is_not_there_gets_the_nearest(run) -> None:
    ran = run("map", "megiddo/1918", "--as", "turk1sh")
    assert ran.status == 2
    assert 'did you mean "turkish"' in ran.err


def test_map_is_a_command_that_may_be_shortened(run) -> None:
    assert run("ma", "megiddo/1918").err == run("map", "megiddo/1918").err


# As SVG.


@pytest.mark.parametrize("scenario", ["megiddo/1918", "lrdg/bardia", "lawrence/aqaba"])
def test_a_scenarios_start_is_written_as_svg(run, tmp_path: Path, scenario: str) -> None:
    path = tmp_path / "map.svg"
    ran = run("map", scenario, "--svg", path)
    assert (ran.status, ran.out, ran.err) == (0, f"written to {path}\n", "")
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_a_saves_last_position_is_written_and_the_file_is_replaced(run, tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    written = []
    for source in ("lawrence/aqaba", SAVES / "lawrence-aqaba.jsonl", SAVES / "lawrence-aqaba.jsonl"):
        assert run("map", source, "--svg", path).status == 0
        written.append(path.read_text(encoding="utf-8"))
    assert written[0] != written[1] == written[2]


def test_a_picture_shows_what_the_seat_that_is_named_may_know(run, tmp_path: Path) -> None:
    """The hand of one side is not in the file for the other."""
    pictures = {}
    for seat in ("british", "turkish"):
        path = tmp_path / f"{seat}.svg"
        assert run("map", "megiddo/1918", "--as", seat, "--svg", path).status == 0
        pictures[seat] = path.read_text(encoding="utf-8")
    assert " cards</text>" in pictures["british"]
    assert "Turkish Infantry" not in pictures["british"]
    assert "Turkish Infantry" in pictures["turkish"]


def test_all_pictures_of_a_position_stand_in_one_file(run, tmp_path: Path) -> None:
    """A battle below the map."""
    lines = (SAVES / "lrdg-bardia.jsonl").read_bytes().splitlines(keepends=True)
    save, path = tmp_path / "cut.jsonl", tmp_path / "map.svg"
    save.write_bytes(b"".join(lines[:67]))
    assert run("map", save, "--svg", path).status == 0
    text = path.read_text(encoding="utf-8")
    assert text.index(">Bardia Today,</text>") < text.index("Combat at Bardia, combat turn 2</text>")


def test_a_game_without_pictures_is_reported_in_one_line_with_status_2(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Megiddo, "pictures", lambda *_: ())
    ran = run("map", "megiddo/1918", "--svg", tmp_path / "map.svg")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "sandtable: Megiddo 1918 has no pictures\n"
    assert not list(tmp_path.glob("*.svg"))


@pytest.mark.parametrize("name", [".", "gone/map.svg", "a\0b", ""])
def test_a_file_that_cannot_be_written_gets_one_line_with_status_2(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("map", "lawrence/aqaba", "--svg", name)
    assert (ran.status, ran.out) == (2, "")
    assert "cannot be written: " in ran.err
    assert ran.err.count("\n") == 1


def test_of_a_game_of_two_humans_and_a_bot_a_humans_view_is_shown(run, shelf, tmp_path: Path) -> None:
    shelf.bids()
    path, words = tmp_path / "g.jsonl", ("play", "bids/three", "--seed", 5, "--seat", "north=scripted")
    assert run(*words, "--save", path, typed="").status == 0
    assert run("map", path).out.splitlines() == ["north has laid"]


def test_a_game_alone_names_its_scenarios_though_a_save_has_a_similar_name(run, home: Path) -> None:
    (home / "saves").mkdir(parents=True)
    (home / "saves" / "lrdg-1.jsonl").touch()
    assert run("map", "lrdg").err.startswith("sandtable: which scenario of lrdg? Name one of ")
