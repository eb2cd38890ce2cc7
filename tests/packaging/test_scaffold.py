"""The output of `sandtable plugins new` becomes a wheel, and works beside Sandtable's wheel alone."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

WRITE = """
import sys
from sandtable_tools.kit import new
what, kind, into, game = sys.argv[1:]
print(new.write(what, "mine", into, game or None, kind)[0])
"""

LATER = pytest.mark.soak
AUCTION = ["red=scripted", "blue=random", "green=scripted", "gold=random"]
KINDS = [
    pytest.param("game", "small", "", "mine/race", ["red=scripted", "blue=random"], marks=LATER),
    pytest.param("game", "auction", "", "mine/pairs", AUCTION, marks=LATER),
    ("game", "cards", "", "mine/skirmishes", ["north=scripted", "south=random"]),
    pytest.param("game", "duel", "", "mine/hunt", ["column=scripted", "raiders=random"], marks=LATER),
    pytest.param("game", "hex", "", "mine/first", ["blue=scripted", "red=random"], marks=LATER),
    pytest.param("game", "solitaire", "", "mine/relief", ["column=scripted"], marks=LATER),
    pytest.param("scenario", "plain", "lawrence", "lawrence/mine", ["lawrence=scripted"], marks=LATER),
    ("scenario", "rule", "lrdg", "lrdg/mine", ["lrdg=scripted"]),
    ("bot", "advised", "megiddo", "megiddo/1918-even", ["british=mine", "turkish=random"]),
]

pytestmark = pytest.mark.packaging


@pytest.mark.parametrize(("what", "kind", "game", "scenario", "seats"), KINDS)
def test_a_generated_distribution_is_built_installed_tested_played_and_replayed(
    programs: Path,
    command: Callable[..., str],
    tmp_path: Path,
    what: str,
    kind: str,
    game: str,
    scenario: str,
    seats: list[str],
) -> None:
    python, sandtable = programs / "python", programs / "sandtable"
    folder = Path(command(python, "-c", WRITE, what, kind, tmp_path, game, cwd=tmp_path).strip())
    there = {
        path.relative_to(folder / "src") for path in (folder / "src").rglob("*.*") if path.is_file()
    }
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path)
    command(*build, folder, cwd=tmp_path)
    wheel = next(tmp_path.glob("*.whl"))
    assert {path.as_posix() for path in there} <= set(zipfile.ZipFile(wheel).namelist())
    command(python, "-m", "pip", "install", "--quiet", "--no-deps", wheel, cwd=tmp_path)
    words = ("-q", "-p", "no:cacheprovider", "-W", "error::DeprecationWarning")
    assert "passed" in command(python, "-m", "pytest", *words, cwd=folder)
    sits = [word for seat in seats for word in ("--seat", seat)]
    command(sandtable, "play", scenario, "--seed", 7, *sits, "--save", "g.jsonl", cwd=tmp_path)
    assert "same" in command(sandtable, "check", "g.jsonl", cwd=tmp_path)
