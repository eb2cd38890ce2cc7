"""Plans of boards that come with a game's package: they look as if made on the spot."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from nonempty import some

from sandtable import Board, Link, Space
from sandtable.plugins.catalog import catalog
from sandtable_pictures import layout
from sandtable_pictures.chart import draw
from sandtable_pictures.layout import kept
from sandtable_pictures.layout.kept import KeptLayout, KeptLayouts, digest, unpack

PACKAGE = "kept_maps"

BOARD = Board(
    [Space(name.lower(), name, (), x * 90, y * 60) for name, x, y in
     (("Acre", 0, 0), ("Haifa", 3, 0), ("Jenin", 0, 2), ("Nablus", 3, 2), ("Beisan", 1, 1))],
    [Link("acre", "haifa", "road"), Link("acre", "nablus", "path"), Link("haifa", "jenin", "rail")],
)  # fmt: skip
NAMES = tuple((id, str(space)) for id, space in BOARD.spaces.items())


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file in which an importable package keeps its plans."""
    (tmp_path / PACKAGE / "data").mkdir(parents=True)
    (tmp_path / PACKAGE / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    yield tmp_path / PACKAGE / "data" / kept.FILE
    sys.modules.pop(PACKAGE, None)
    forget()


def forget() -> None:
    """Have the plans read again."""
    kept._sheets.cache_clear()
    layout._plan.cache_clear()


def write(file: Path, width: int, **change: tuple[int, int]) -> None:
    """Keep the plan for a width, with some names elsewhere."""
    plan = layout.make_plan(BOARD, NAMES, width, None)
    assert plan
    changed = unpack(plan, NAMES)
    changed.boxes |= change
    file.write_bytes(msgspec.json.encode([KeptLayouts(digest(BOARD, NAMES), {width: changed})]))
    forget()


@pytest.mark.parametrize("width", [60, 84, 120])
def test_a_plan_that_is_kept_is_the_one_that_is_made(file: Path, width: int) -> None:
    write(file, width)
    made = layout.plan(BOARD, NAMES, width, None)
    assert layout.plan(BOARD, NAMES, width, None, PACKAGE) == made
    assert kept.find(PACKAGE, BOARD, NAMES, width) == made


def test_a_kept_plan_is_used_for_more_columns_and_not_for_fewer(file: Path) -> None:
    write(file, 80, acre=(7, 0))
    assert draw(BOARD, width=97, package=PACKAGE) == draw(BOARD, width=80, package=PACKAGE)
    assert draw(BOARD, width=80, package=PACKAGE) != draw(BOARD, width=80)
    assert draw(BOARD, width=79, package=PACKAGE) == draw(BOARD, width=79)


def test_a_kept_plan_of_too_many_rows_is_not_used(file: Path) -> None:
    write(file, 80)
    assert draw(BOARD, width=80, height=9, package=PACKAGE) == draw(BOARD, width=80, height=9)


def test_plans_of_another_board_are_not_used(file: Path) -> None:
    write(file, 80, acre=(7, 0))
    other = Board(BOARD.spaces.values(), BOARD.links[1:])
    assert draw(other, width=80, package=PACKAGE) == draw(other, width=80)


@pytest.mark.parametrize("text", [b"", b"[", b"{}", b'[{"board": "x"}]', b"\xff\xfe", None])
def test_a_file_that_cannot_be_read_makes_no_difference(file: Path, text: bytes | None) -> None:
    if text is not None:
        file.write_bytes(text)
    assert draw(BOARD, width=80, package=PACKAGE) == draw(BOARD, width=80)
    assert draw(BOARD, width=80, package="no_such_package") == draw(BOARD, width=80)


@pytest.mark.parametrize("id", [id for id in catalog().scenarios.ids if not id.startswith("megiddo/")])
def test_every_map_of_the_games_is_there_in_every_width(id: str) -> None:
    from sandtable_tools.kit.shell import MAP_WIDTHS, boards_of_start

    scenario = catalog().scenario(id)
    boards = boards_of_start(scenario)
    assert boards
    for board, names in boards:
        assert list(plans(scenario.game.info.id)[digest(board, names)]) == list(MAP_WIDTHS)


@pytest.mark.parametrize("width", [50, 100, 140])
@pytest.mark.parametrize("id", ["lrdg/slonta", "lawrence/aqaba"])
def test_the_maps_of_the_games_are_as_they_would_be_made_now(id: str, width: int) -> None:
    from sandtable_tools.kit.shell import boards_of_start

    scenario = catalog().scenario(id)
    for board, names in some(boards_of_start(scenario)):
        made = layout.make_plan(board, names, width, None)
        there = plans(scenario.game.info.id)[digest(board, names)][width]
        assert made is not None, "run sandtable test --maps GAME"
        assert unpack(made, names) == there, "run sandtable test --maps GAME"


def plans(game: str) -> dict[str, dict[int, KeptLayout]]:
    return kept._sheets(f"sandtable_{game}")
