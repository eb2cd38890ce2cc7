"""The pages about the games: one shape, a first turn that happens, every order, sections that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sandtable import Scenario
from sandtable.plugins.catalog import catalog

PAGES = Path(__file__).parents[2] / "docs" / "play"
GAMES = ("megiddo", "lrdg", "lawrence")
HEADINGS = ["First turn", "Orders", "Tactics", "Words and abbreviations"]

CODE = re.compile(r"`([^`]+)`")
SECTION = re.compile(r"\b(?:MEG-R|LRDG-A|LOA-[RC])\d+|\bLOA \d+(?:\.\d+)?")


def parts(game: str) -> dict[str, str]:
    """The texts below the headings of a page, by heading."""
    text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    pieces = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def orders(game: str) -> list[list[str]]:
    """The cells of the table of orders, row by row."""
    lines = [line for line in parts(game)["Orders"].splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def scenario(game: str) -> Scenario:
    """Some scenario of a game."""
    known = catalog()
    return known.scenario(next(id for id in known.scenarios.ids if id.startswith(f"{game}/")))


@pytest.mark.parametrize("game", GAMES)
def test_all_pages_have_one_shape(game: str) -> None:
    assert list(parts(game)) == HEADINGS


@pytest.mark.parametrize("game", GAMES)
def test_the_first_turn_happens_as_shown(
    game: str, run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line is printed after the one above it; lines in between are left out."""
    text = parts(game)["First turn"]
    (command,) = (code for code in CODE.findall(text) if code.startswith("sandtable play"))
    shown = [
        line
        for part in re.findall(r"^```text\n(.*?)^```$", text, re.M | re.S)
        for line in part.splitlines()
    ]
    monkeypatch.chdir(tmp_path)
    typed = "".join(f"{line[2:]}\n" for line in shown if line.startswith("> "))
    played = run(*shlex.split(command)[1:], typed=typed)
    assert played.status == 0, played.err
    printed = iter(played.out.splitlines())
    for line in shown:
        pattern = ".*".join(re.escape(part) for part in line.split("..."))
        assert any(re.fullmatch(pattern, found) for found in printed), line


@pytest.mark.parametrize("game", GAMES)
def test_every_order_of_the_game_is_in_the_table(game: str) -> None:
    typed = {code.split()[0] for cells in orders(game) for code in CODE.findall(cells[0])}
    assert typed - {"goto"} == set(scenario(game).verbs)


@pytest.mark.parametrize("game", GAMES)
def test_the_sections_that_a_page_names_exist(game: str) -> None:
    known = set(re.findall(r"^#+ (\S+)", scenario(game).game.rules_text, re.M))
    cited = {section for cells in orders(game) for section in cells[-1].split(", ")}
    cited |= {section.removeprefix("LOA ") for section in SECTION.findall("".join(parts(game).values()))}
    assert cited <= known, cited - known
