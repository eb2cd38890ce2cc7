"""A hex game from a VASSAL module: its grid, its names and its set-up come, and nothing else."""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from sandtable import SandtableError
from sandtable.plugins.catalog import Catalog
from sandtable.record.new_game import new as new_game
from sandtable_hexes.hexmap import HexMap
from sandtable_hexes.preview import AnyFile
from sandtable_hexes.reading import parse_map
from sandtable_tools.kit import new
from sandtable_tools.kit.plugin_checks import scenario_faults
from sandtable_tools.kit.scaffold import vassal

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (430).to_bytes(4, "big") + (330).to_bytes(4, "big")
APP = b"\xff\xe1" + (20_000).to_bytes(2, "big") + bytes(19_998)
JPEG = b"\xff\xd8" + APP + b"\xff\xc2\0\x0b\x08" + bytes.fromhex("014a 01ae") + b"\1\1\x11\0"
GRID = {"dx": "87", "dy": "100", "x0": "40", "y0": "50"}
DOT = "VASSAL.build.module.map."
BOARD = f"{DOT}boardPicker.Board"


def element(kind: str, inside: str = "", **values: object) -> str:
    attributes = "".join(f" {key}={quoteattr(str(value))}" for key, value in values.items())
    return f"<{kind}{attributes}>{inside}</{kind}>"


def build_file(grid: dict[str, str], numbering: dict[str, str], rest: str = "", board: str = "") -> str:
    numbers = element(f"{DOT}boardPicker.board.mapgrid.HexGridNumbering", **numbering)
    hexes = element(f"{DOT}boardPicker.board.HexGrid", numbers, **{**GRID, **grid})
    roster = element("VASSAL.build.module.PlayerRoster", "<entry>Allies</entry><entry>Axis</entry>")
    map = element(
        "VASSAL.build.module.Map", element(BOARD, hexes + board, name="Map", image="m.png") + rest
    )
    return element("VASSAL.build.GameModule", roster + map, name='A "Raid"', version="1.2")


def module(path: Path, text: str | bytes, picture: bytes = PNG) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("buildFile.xml", text)
        if picture:
            made.writestr("images/m.png", picture)
    return path


def slot(name: str) -> str:
    return element("VASSAL.build.widget.PieceSlot", "+/null/piece;;;chart.gif;", entryName=name)


def stack(inside: str, **values: object) -> str:
    usual = {"name": "Allied start", "owningBoard": "Map", "useGridLocation": "false"}
    return element(f"{DOT}SetupStack", inside, **{**usual, **values})


def taken(folder: Path, text: str) -> tuple[HexMap[AnyFile], dict[str, str]]:
    """The map and the counters that begin on it, each with its hex, of the game that is written."""
    folder.mkdir(exist_ok=True)
    made, *_ = new.write("game", "raid", folder, kind="hex", module=module(folder / "m.vmod", text))
    path = made / "src/sandtable_raid"
    scenario = tomllib.loads((path / "scenarios/first.toml").read_text(encoding="utf-8"))
    map = parse_map((path / "data/map.toml").read_text(encoding="utf-8"), AnyFile, "map.toml")
    return map, {key: unit["hex"] for key, unit in scenario["units"].items()}


@pytest.mark.parametrize("sideways", ["false", "true"])
@pytest.mark.parametrize("stagger", ["false", "true"])
@pytest.mark.parametrize(
    "numbering",
    [
        {},
        {"first": "V", "sep": ".", "hLeading": "0", "vLeading": "0"},
        {"hOff": "2", "vOff": "0", "vDescend": "true"},
    ],
)
def test_hexes_next_to_each_other_on_the_board_are_so_on_the_map(
    tmp_path: Path, sideways: str, stagger: str, numbering: dict[str, str]
) -> None:
    """A counter at every tenth pixel tells the number of its hex."""
    at = {f"u{x}-{y}": (x, y) for x, y in product(range(0, 430, 10), range(0, 330, 10))}
    stacks = "".join(stack(slot(name), x=x, y=y) for name, (x, y) in at.items())
    grid = {"sideways": sideways}
    map, units = taken(tmp_path, build_file(grid, {"stagger": stagger, **numbering}, stacks))
    assert set(units.values()) == set(map.spaces)
    middles: dict[str, list[complex]] = {}
    for name, hex in units.items():
        middles.setdefault(hex, []).append(complex(*at[name]))
    whole = {hex: sum(dots) / len(dots) for hex, dots in middles.items() if len(dots) > 75}
    assert len(whole) > 5
    for (a, here), (b, there) in combinations(whole.items(), 2):
        assert (map.apart(a, b) == 1) == (abs(here - there) < 130), (a, b)


@pytest.mark.parametrize(
    ("grid", "numbering", "first", "second"),
    [
        ({}, {"stagger": "false"}, "0101", "0201"),
        ({}, {"stagger": "true"}, "0101", "0202"),
        ({}, {"hType": "A", "hOff": "0", "vLeading": "0", "stagger": "false"}, "a1", "b1"),
        ({}, {"first": "V", "sep": "-", "hOff": "7", "stagger": "false"}, "01-07", "01-08"),
        ({}, {"vDescend": "true", "stagger": "false"}, "0105", "0205"),
    ],
)
def test_numbers_are_those_of_the_module(
    tmp_path: Path, grid: dict[str, str], numbering: dict[str, str], first: str, second: str
) -> None:
    """The first hex, and the one to the lower right of it."""
    stacks = stack(slot("one"), x=40, y=50) + stack(slot("two"), x=127, y=100)
    map, units = taken(tmp_path, build_file(grid, numbering, stacks))
    assert units == {"one": first, "two": second}
    assert map.to(first, "se") == second


def test_names_and_set_ups_come_and_the_publisher_is_named(tmp_path: Path) -> None:
    rest = (
        stack(slot("1st Guards") + slot("1st Guards"), useGridLocation="true", location="0202")
        + element("VASSAL.build.module.PieceWindow", slot("7th\nPanzer"), name="Axis units")
        + element("VASSAL.build.module.PieceWindow", slot("Smoke"), name="Markers")
        + stack(slot("Elsewhere"), owningBoard="Turns", x=40, y=50)
    )
    region = element(f"{DOT}boardPicker.board.Region", name="Old Mill", originx=40, originy=50)
    path = module(tmp_path / "m.vmod", build_file({}, {"stagger": "false"}, rest, board=region))
    folder = new.write("game", "raid", tmp_path, kind="hex", module=path)[0]
    texts = {
        file.name: file.read_text(encoding="utf-8") for file in folder.rglob("*.*") if file.is_file()
    }
    assert '0101 = "Old Mill"' in texts["map.toml"].replace('"0101"', "0101")
    first = texts["first.toml"]
    assert '\n1st-guards = { side = "blue", kind = "foot", factors = [1, 4], hex = "0202" }' in first
    assert first.count("1st-guards") == first.count("1st-guards-2 =") + 1 == 2
    assert '\n# 7th-panzer = { side = "red"' in first
    assert '\n# smoke = { side = ""' in first
    assert '\n# elsewhere = { side = "blue", kind = "foot", factors = [1, 4], hex = "" }' in first
    for text in (first, texts["map.toml"]):
        assert text.startswith('# From the VASSAL module A "Raid" 1.2: ')
        assert "ask the publisher before you give this file to anyone" in text
    assert "chart.gif" not in "".join(texts.values())
    assert not texts.keys() & {"learn.md", "lesson.toml"}
    assert "lesson" not in texts["pyproject.toml"]


def test_the_game_can_be_played_and_its_map_and_set_up_are_in_order(
    tmp_path: Path, written: Callable[..., tuple[Path, Catalog]]
) -> None:
    sides = stack(slot("1st") + slot("2nd") + slot("3rd"), x=40, y=50)
    sides += stack(slot("7th") + slot("8th"), x=301, y=100, name="Axis start")
    path = module(tmp_path / "m.vmod", build_file({}, {}, sides))
    _, known = written("game", "raid", kind="hex", module=path)
    scenario = known.scenario("raid/first")
    assert scenario_faults(known, scenario) == ([], [])
    session = new_game("raid/first", 1, seats={"blue": "scripted", "red": "random"}, plugins=known)
    list(session.play())
    assert session.outcome is not None


SIZES = {
    "a PNG": (PNG, "", (5, 3)),
    "a PNG, whatever is declared": (PNG, 'width="90" height="90"', (5, 3)),
    "a JPEG": (JPEG, "", (5, 3)),
    "a JPEG that ends early": (JPEG[:30], 'width="430" height="330"', (5, 3)),
    "no picture": (b"", 'width="430" height="330"', (5, 3)),
    "neither": (b"GIF", 'width="0" height="0"', (23, 20)),
}


@pytest.mark.parametrize(("picture", "told", "size"), SIZES.values(), ids=SIZES)
def test_a_map_is_as_large_as_the_board(
    run, tmp_path: Path, picture: bytes, told: str, size: tuple[int, int]
) -> None:
    """If the board does not tell how large it is, the game and the command say so."""
    build = build_file({}, {"stagger": "false"}).replace(f"<{BOARD}", f"<{BOARD} {told}")
    path = module(tmp_path / "m.vmod", build, picture)
    printed = run("plugins", "new", "game", "raid", "--from", path, "--into", tmp_path).out
    made = tmp_path / "sandtable-raid"
    text = (made / "src/sandtable_raid/data/map.toml").read_text(encoding="utf-8")
    rows = text.partition('"""\n')[2].partition('"""')[0].splitlines()
    assert (len(rows[0].split()), len(rows)) == size
    for words in printed, (made / "README.md").read_text(encoding="utf-8"):
        assert ("its size is a guess" in words) == (picture == b"GIF")


def test_what_to_do_before_the_game_can_be_played_is_said(run, tmp_path: Path) -> None:
    path = module(tmp_path / "m.vmod", build_file({}, {}, stack(slot("1st") + slot("2nd"), name="Here")))
    printed = run("plugins", "new", "game", "raid", "--from", path, "--into", tmp_path).out
    readme = (tmp_path / "sandtable-raid/README.md").read_text(encoding="utf-8")
    steps = printed.partition("Before you play:\n")[2].splitlines()
    assert [step.split(":")[0] for step in steps] == [
        "  src/sandtable_raid/data/map.toml",
        "  src/sandtable_raid/scenarios/first.toml",
    ]
    assert all(step.strip() in readme for step in steps)
    assert "(2 of 2 are comments)" in steps[1]
    assert "It plays as it is" not in readme
    assert "lesson" not in readme


REFUSED = {
    "a text": (b"not a zip", "damaged, or not a zip file"),
    "an empty file": (b"", "damaged, or not a zip file"),
}
BUILDS = {
    "no XML": ("<module", "it is damaged"),
    "no text": (b"\xff\xfe<\0", "it is damaged"),
    "entities": ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "defines entities"),
    "no grid": ("<a/>", "none of its boards has hexes with numbers"),
    "columns from the right": (build_file({}, {"hDescend": "true"}), "from right to left"),
    "letters for rows": (build_file({}, {"vType": "A"}), "letters"),
    "no number": (build_file({"dx": "wide"}, {}), 'be used: dx = "wide" is not a number such as 55.4'),
    "no whole number": (build_file({}, {"hOff": "abc"}), 'hOff = "abc" is not a number such as 1'),
    "no size of a board": (
        build_file({}, {}).replace("<" + BOARD, f'<{BOARD} width="?"'),
        'width = "?"',
    ),
    "no size": (build_file({"dx": "0"}, {}), "at most 20,000 hexes"),
    "dust": (build_file({"dx": "0.001"}, {}), "at most 20,000 hexes"),
    "not a number": (build_file({"dx": "nan"}, {}), 'dx = "nan" is not a number'),
    "far away": (build_file({"x0": "1e300"}, {}), "none of its hexes is on the board"),
    "infinity": (build_file({"x0": "inf"}, {}), 'x0 = "inf" is not a number'),
    "signs": (build_file({}, {"sep": '"'}), "other signs"),
    "many signs": (build_file({}, {"sep": "-" * 99}), "other signs"),
    "many digits": (build_file({}, {"hLeading": "9" * 9}), "very high"),
    "many letters": (build_file({}, {"hType": "A", "hOff": "9" * 9}), "very high"),
    "below 0": (build_file({}, {"hOff": "-9"}), "below 0"),
    "lost": (build_file({}, {}, stack(slot("one"), x="nan", y="inf")), 'x = "nan" is not a number'),
    "nowhere": (
        build_file({}, {}, stack(slot("one"), x="abc")),
        'x = "abc" is not a number such as 0.0',
    ),
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_a_file_that_is_no_module_is_refused_in_a_line(tmp_path: Path, data: tuple[bytes, str]) -> None:
    path = tmp_path / "m.vmod"
    path.write_bytes(data[0])
    refused(tmp_path, path, data[1])


@pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS)
def test_a_module_without_a_grid_that_can_be_taken_is_refused_in_a_line(
    tmp_path: Path, build: tuple[str | bytes, str]
) -> None:
    refused(tmp_path, module(tmp_path / "m.vmod", build[0]), build[1])


def test_a_module_that_grows_when_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vassal, "MOST_BYTES", 1000)
    refused(tmp_path, module(tmp_path / "m.vmod", "<a>" + " " * 1000 + "</a>"), "too large")


def test_a_module_without_a_build_file_or_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as made:
        made.writestr("other", "")
    refused(tmp_path, tmp_path / "m.vmod", "its build file is missing")
    refused(tmp_path, tmp_path / "none.vmod", "no such file")


def test_a_module_that_is_a_counter_itself_has_none(tmp_path: Path) -> None:
    build = build_file({}, {}).replace("GameModule name", 'PieceSlot entryName="one" name')
    assert taken(tmp_path, build.replace("GameModule>", "PieceSlot>"))[1] == {}


def refused(folder: Path, path: Path, why: str) -> None:
    with pytest.raises(SandtableError) as caught:
        new.write("game", "raid", folder, kind="hex", module=path)
    assert why in str(caught.value)
    assert path.name in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (folder / "sandtable-raid").exists()


def test_the_command_makes_a_hex_game_and_no_other(run, tmp_path: Path) -> None:
    path = module(tmp_path / "m.vmod", build_file({}, {}))
    assert run("plugins", "new", "game", "raid", "--from", path, "--into", tmp_path).status == 0
    assert (tmp_path / "sandtable-raid/src/sandtable_raid/hexes.py").is_file()
    other = run("plugins", "new", "game", "two", "--kind", "duel", "--from", path, "--into", tmp_path)
    assert (other.status, other.err.count("\n")) == (2, 1)
    assert "--from is for a hex game" in other.err
