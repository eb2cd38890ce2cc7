"""``map FILE.toml``: a bare map file as a picture, in words or as SVG, and its faults by line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from shelves import Shelf

POINTS = """[spaces.mill]
name = "Old Mill"
at = [10, 10]
risk = 3

[spaces.fort]
name = "Fort"
at = [60, 30]

[links]
road = [
  ["mill", "fort"],
]

[odds]
columns = 3
"""

HEXES = '''picture = """
. . ^
 . ^ ~
"""

[terrain]
plain = { letter = ".", cost = 1, wells = true }
hills = { letter = "^", cost = 2 }
sea = { letter = "~" }

[sides.wadi]
cost = 1
bridged = false
at = ["0101 se"]

[ways.road]
cost = 1
at = ["0101 0201"]

[places]
0201 = "Gaza"

[crt]
dice = "1d6"
'''

Preview = Callable[..., Any]


@pytest.fixture
def preview(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Preview:
    """Previews a text as the file map.toml."""
    monkeypatch.chdir(tmp_path)

    def show(text: str, *words: str) -> Any:
        Path("map.toml").write_text(text, encoding="utf-8")
        return run("map", "map.toml", *words)

    return show


@pytest.mark.parametrize(("text", "names"), [(POINTS, ["Old Mill", "Fort"]), (HEXES, ["Gaza", "wadi"])])
def test_a_bare_map_is_drawn_and_told_with_keys_of_its_game_in_it(
    preview: Preview, text: str, names: list[str]
) -> None:
    drawn, told = preview(text), preview(text, "--plain")
    assert (drawn.status, drawn.err, told.status, told.err) == (0, "", 0, "")
    assert all(name in drawn.out for name in names)
    assert all(name in told.out for name in names)
    assert "empty" not in told.out
    assert max(map(len, drawn.out.splitlines())) <= 100


@pytest.mark.parametrize("text", [POINTS, HEXES])
@pytest.mark.parametrize("words", [("--svg", "drawn"), ("--out", "drawn.svg")])
def test_a_bare_map_is_written_as_a_picture(preview: Preview, text: str, words: list[str]) -> None:
    ran = preview(text, *words)
    assert (ran.status, ran.out) == (0, f"written to {words[1]}\n")
    assert Path(words[1]).read_text("utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("text", "old", "new", "fault"),
    [
        (POINTS, '"fort"],', '"foort"],', '12: links.road: no space "foort"; did you mean "fort"?'),
        (POINTS, '"fort"],', '"mill"],', "12: links.road: mill is linked to itself"),
        (
            POINTS,
            "]\n\n[odds",
            '["fort", "mill"]]\n\n[odds',
            "13: links.road: fort to mill is listed twice",
        ),
        (POINTS, "[60, 30]", '[60, "x"]', '8: spaces.fort.at[1]: a whole number was expected, not "x"'),
        (POINTS, "[60, 30]", "[60, 30", "10: not TOML: unclosed array"),
        (HEXES, '"0101 0201"', '"0101 0301"', "18: ways.road.at: 0301 is not next to 0101"),
        (
            HEXES,
            "cost = 2",
            "cost = 2.5",
            '8: terrain.hills.cost: a cost is a whole number, "1/2" or "no"',
        ),
        (HEXES, " . ^ ~", " . ^ q", "3: picture: "),
    ],
)
def test_a_fault_is_one_line_with_its_line(
    preview: Preview, text: str, old: str, new: str, fault: str
) -> None:
    assert old in text
    ran = preview(text.replace(old, new))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"sandtable: map.toml: line {fault}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "hint"), [("[grid]\ntops = 3\n", ""), ('pictur = "x"\n', '; did you mean "picture"?')]
)
def test_a_file_of_no_known_shape_says_what_is_expected(preview: Preview, text: str, hint: str) -> None:
    ran = preview(text)
    assert ran.status == 2
    expected = 'neither a scenario, with the key "game", nor a map, with '
    expected += '"spaces", "links", "picture" or "terrain"'
    assert ran.err == f"sandtable: map.toml: {expected}{hint}\n"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--out", "map.html"), 'a bare map is written as .svg, not "map.html"'),
        (("--to", "3"), "map.toml is a bare map: leave out --to and --as"),
        (("--as", "red"), "map.toml is a bare map: leave out --to and --as"),
    ],
)
def test_options_of_games_do_not_go_with_a_bare_map(
    preview: Preview, words: list[str], fault: str
) -> None:
    ran = preview(HEXES, *words)
    assert (ran.status, fault in ran.err) == (2, True)


def test_a_scenario_file_is_shown_as_before(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(run("scenario", "export", "lrdg/slonta").out, encoding="utf-8")
    assert run("map", path).out == run("map", "lrdg/slonta").out


def test_a_plugin_brings_another_kind_of_map(preview: Preview, shelf: Shelf) -> None:
    code = "from sandtable import Board, Space\n@hookimpl\ndef map_readers():\n"
    code += "  squares = [Space('a1', 'Corner'), Space('b1', 'Edge', x=9)]\n"
    code += "  return {'squares': lambda text, source: Board(squares, ())}\n"
    shelf.hook("chess", code)
    assert "Corner" in preview("squares = 8\n").out
    assert '"terrain" or "squares"' in preview("circles = 8\n").err


def test_a_reader_that_fails_is_named(preview: Preview, shelf: Shelf) -> None:
    shelf.hook(
        "chess", "@hookimpl\ndef map_readers():\n  return {'squares': lambda text, source: 1 / 0}\n"
    )
    ran = preview("squares = 8\n")
    assert ran.status == 1
    assert ran.err.startswith(
        "sandtable: a fault of the plugin chess (extra-chess 1.2): ZeroDivisionError"
    )
