"""The page on learners: its programs run, and its plots are pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from follow import blocks
from shelves import Shelf

from sandtable import SandtableError
from sandtable_tools.adapters import plot

PAGE = Path(__file__).parents[2] / "docs" / "make" / "learners.md"

TRAIN, SOLVE = blocks(PAGE.read_text(encoding="utf-8"), "python")

FEWER = {"range(200)": "range(30)", "range(1, 121)": "range(1, 9)"}
"""Fewer games and iterations than on the page."""


def run(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Run a program of the page in a folder; its variables."""
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    exec(compile(code, "page", "exec"), names)  # noqa: S102 (our own)
    return names


@pytest.mark.parametrize(("code", "picture"), [(TRAIN, "train.svg"), (SOLVE, "solve.svg")])
def test_the_programs_of_the_page_run_and_plot(
    games: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, picture: str
) -> None:
    for whole, part in FEWER.items():
        code = code.replace(whole, part)
    run(code, tmp_path, monkeypatch)
    lines = ElementTree.fromstring((tmp_path / picture).read_text()).findall(".//{*}polyline")  # noqa: S314
    assert {len(line.get("points", "").split()) for line in lines} == {2}


@pytest.mark.soak
def test_the_learner_learns(games: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = run(TRAIN, tmp_path, monkeypatch)["shares"]
    assert isinstance(shares, dict)
    assert shares[200] > 70


@pytest.mark.soak
def test_the_solver_solves(games: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    curves = run(SOLVE, tmp_path, monkeypatch)["curves"]
    assert isinstance(curves, dict)
    assert curves["CFR+"][120] < curves["CFR"][120] < curves["CFR"][4] / 10


def test_a_logarithmic_plot_has_a_line_for_each_power_of_ten(tmp_path: Path) -> None:
    plot(tmp_path / "a.svg", {"A & B": {0: 0.02, 10: 300.0}}, "days", "Growth", log=True)
    svg = (tmp_path / "a.svg").read_text()
    words = [text.text for text in ElementTree.fromstring(svg).findall(".//{*}text")]  # noqa: S314
    assert words[1:6] == ["0.01", "0.1", "1", "10", "100"]
    assert "A & B" in words


def test_a_curve_with_a_single_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SandtableError, match="a plot has 1 to 4 curves, each with several points"):
        plot(tmp_path / "a.svg", {"one": {1: 1.0}}, "days", "Growth")
