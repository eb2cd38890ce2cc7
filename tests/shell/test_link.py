"""A game as a link: made on the command line, and taken wherever a save is named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.tooling import config, link

SAVES = Path(__file__).parents[2] / "saves"
SLONTA = SAVES / "lrdg-slonta.jsonl"


@pytest.fixture(scope="module")
def text() -> str:
    return link.link_of(sandtable.Replay(SLONTA))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The save of a game of a human, with a note."""
    path = tmp_path / "mine.jsonl"
    with sandtable.new("lrdg/slonta", seed=5, save=path) as session:
        session.note("@start")
        for _ in range(5):
            session.choose(session.options()[0])
    return path


def test_a_link_is_printed_alone_or_with_a_page(run, text: str) -> None:
    assert run("link", SLONTA) == (0, f"{text}\n", "")
    for page in ("https://host/play/", "https://host/play/#old"):
        assert run("link", SLONTA, "--page", page).out == f"https://host/play/#{text}\n"
    for page in ("not a url", "javascript:alert(1)"):
        assert f'"{page}" is not the address of a page' in run("link", SLONTA, "--page", page).err


def test_what_a_link_leaves_out_or_gives_away_is_said_apart_from_it(run, mine: Path) -> None:
    ran = run("link", mine)
    assert ran.err == f"sandtable: {mine}: the link leaves out 1 note, which only the save has\n"
    assert link.read_link(ran.out).n == 6
    ran = run("link", mine, "--to", "@start")
    assert link.read_link(ran.out).n == 1
    assert "all hands and all luck" in run("link", SAVES / "megiddo-1918.jsonl").err


def test_the_newest_save_is_the_default(run, home: Path) -> None:
    assert "there is no save in" in run("link").err
    run("play", "lrdg/slonta", "--seed", 3)
    assert link.read_link(run("link").out).n == 1


@pytest.mark.parametrize("before", ["", "https://host/play/#", "Look: "])
def test_a_link_is_taken_wherever_a_save_is_named(run, before: str, text: str) -> None:
    verified = run("replay", f"{before}{text}", "--verify").out
    assert ", over: remarkable" in verified
    assert "/" not in verified, "the folder of the link's save is temporary"
    assert "1 save verified" in run("check", f"{before}{text}").out


def test_a_line_after_the_link_is_the_end_of_its_game(run, text: str) -> None:
    for words in (["replay"], ["map"]):
        assert run(*words, f"{text}@12").out == run(*words, SLONTA, "--to", 12).out
    assert "verified, 12 lines, not over" in run("replay", f"{text}@12", "--verify").out
    assert "this link has no line 9999" in run("map", f"{text}@9999").err


def test_a_link_is_resumed_in_a_save_of_the_user(run, home: Path, mine: Path) -> None:
    text = run("link", mine).out.strip()
    whole = b"".join(line + b"\n" for line in link.read_link(text).lines)
    for _ in range(2):
        assert run("resume", text).status == 0
        assert [path.read_bytes() for path in config.saves_folder().iterdir()] == [whole]
    (path,) = config.saves_folder().iterdir()
    assert path.name == "lrdg-slonta-5.jsonl"
    with sandtable.tooling.resume.resume(path).session as session:
        session.choose(session.options()[0])
    more = path.read_bytes()
    assert run("resume", text).status == 0
    assert path.read_bytes() == more
    assert run("resume", f"{text}@3").status == 0
    assert (path.parent / "lrdg-slonta-5-2.jsonl").read_bytes() == b"".join(whole.splitlines(True)[:3])


def test_a_human_takes_over_where_only_bots_would_play(run, home: Path, text: str) -> None:
    for _ in range(2):
        assert run("resume", f"{text}@12", typed="quit\n").status == 0
    first, second = sorted(config.saves_folder().iterdir())
    assert json.loads(first.read_bytes().splitlines()[0])["seats"] == {"lrdg": "human"}
    assert first.read_bytes() == second.read_bytes()
    assert run("resume", text).status == 0
    assert (home / "saves" / "lrdg-slonta-3.jsonl").read_bytes() != SLONTA.read_bytes()


def test_playing_on_from_a_link_leaves_the_new_game_with_the_user(run, home: Path, mine: Path) -> None:
    text = run("link", mine).out.strip()
    assert run("replay", text, "--to", 3, "--play").status == 0
    names = {path.name for path in config.saves_folder().iterdir()}
    assert names == {"lrdg-slonta-5.jsonl", "lrdg-slonta-5-from-3.jsonl"}


def test_a_link_that_is_no_link_gives_one_line(run) -> None:
    for words in (["resume"], ["replay"], ["map"], ["check"], ["link"], ["report"]):
        ran = run(*words, "sandtable:zAAA")
        assert (ran.status, ran.err.count("\n")) == (2, 1), words
        assert "this link is damaged" in ran.err
    assert "sandtable resume LINK" in run("play", "sandtable:zAAA").err


def test_nothing_of_a_link_is_left_when_it_was_only_read(text: str, tmp_path: Path) -> None:
    environment = {"TMPDIR": str(tmp_path), "SANDTABLE_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "sandtable", "replay", text, "--verify"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("lrdg-slonta-")
    assert ": verified, " in ran.stdout
    assert not [*tmp_path.glob("sandtable-*")]
