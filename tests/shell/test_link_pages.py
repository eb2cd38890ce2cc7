"""Reports and replay pages that lead to a table: each moment can be played from there."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

import sandtable
from sandtable.tooling import link

SLONTA = Path(__file__).parents[2] / "saves" / "lrdg-slonta.jsonl"
MEGIDDO = SLONTA.with_name("megiddo-1918.jsonl")
TABLE = "https://host/play/"


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a note among its first lines."""
    path = tmp_path_factory.mktemp("noted") / "noted.jsonl"
    with sandtable.new("lrdg/slonta", seed=3, save=path) as session:
        for place in range(12):
            if place == 3:
                session.note("here")
            session.choose(session.options()[0])
    return path


def test_each_turn_of_a_report_can_be_played_from_its_start(run, tmp_path: Path) -> None:
    for file in ("raid.html", "raid.md"):
        assert run("report", SLONTA, tmp_path / file, "--table", TABLE).status == 0
        text = (tmp_path / file).read_text(encoding="utf-8")
        addresses = re.findall(rf"{TABLE}#sandtable:[^)\"]+@\d+", text)
        titles = re.findall(r"(?:<h2>|## )(Turn \d+)", text)
        assert len(addresses) >= len(titles) > 5
        before = link.read_link(addresses[1]).lines
        assert before == SLONTA.read_bytes().splitlines()[: len(before)]
        assert len(before) == 2  # the preparation has a line
        assert "sandtable:" not in run("report", SLONTA).out


def test_each_step_of_a_replay_page_can_be_played_from(run, noted: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("replay", noted, "--html", page, "--table", f"{TABLE}#old").status == 0
    text = page.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert found
    table = json.loads(unescape(found[1]))["table"]
    assert table["notes"] == [5]
    assert not table["over"]
    assert table["link"].startswith(f"{TABLE}#sandtable:")
    assert link.read_link(table["link"]).n == 13
    assert '<a id="table" target="_top">' in text
    run("replay", noted, "--html", page)
    assert '<a id="table"' not in page.read_text(encoding="utf-8")


def test_a_link_shows_no_seat_what_it_may_not_know(run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    for words in (["report", MEGIDDO, page], ["replay", MEGIDDO, "--html", page]):
        ran = run(*words, "--as", "british", "--table", TABLE)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert "a link would reveal everything" in ran.err
    assert not page.exists()
    assert "--table needs --out" in run("replay", SLONTA, "--table", TABLE).err
