"""Packing: what the archives of a page hold, and which plugins cannot be packed."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import zipfile
from importlib.util import MAGIC_NUMBER
from pathlib import Path

from sandtable.tooling import catalog
from sandtable_tools.web.packing import Archive, Engine, archives

GIVE = {"msgspec": "0.22.0", "pluggy": "1.7.0", "platformdirs": "4.14.8", "jinja2": "3.1.6"}

ENGINE = Engine(Path(), "3.14.2", MAGIC_NUMBER.hex(), GIVE)
"""An engine of this Python's version."""


def packed(games: list[str], *, terminal: bool = False) -> dict[str, Archive]:
    made = archives(catalog().plugins, games, (), ENGINE, terminal=terminal)
    return {archive.name: archive for archive in made}


def points(archive: Archive) -> str:
    return "".join(text.decode() for path, text in archive.files.items() if "/entry_points" in path)


def unpack(content: bytes, folder: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(content))) as made:
        assert {entry.compress_type for entry in made.infolist()} == {zipfile.ZIP_STORED}
        made.extractall(folder)


def test_a_game_that_is_left_out_has_neither_code_nor_entry_points() -> None:
    made = packed(["megiddo"])
    assert {name: archive.games for name, archive in made.items()} == {
        "sandtable": frozenset(),
        "megiddo": {"megiddo"},
    }
    code = {path.partition("/")[0] for archive in made.values() for path in archive.files}
    assert not {name for name in code if "lrdg" in name or "lawrence" in name}
    assert {"sandtable", "sandtable_pictures", "sandtable_megiddo", "sandtable_palestine"} <= code
    assert "megiddo" not in points(made["sandtable"])
    assert "megiddo.1918 = sandtable_palestine\n" in points(made["megiddo"])
    assert "lrdg" not in points(made["sandtable"])


def test_what_a_browser_cannot_use_is_left_out_with_its_commands() -> None:
    core = packed([])["sandtable"]
    assert "sandtable_hexes" not in {path.partition("/")[0] for path in core.files}
    assert "simulate" not in points(core)
    assert "simulate" in points(packed([], terminal=True)["sandtable"])
    assert not [path for path in core.files if path.startswith("sandtable_tools/kit")]
    assert "plugins.doctor" not in points(core)
    assert "hint = sandtable_tools.advice.shell:HINT" in points(core)
    assert "sandtable/tooling.pyi" in core.files  # read at run time


PLAY = """
import sys
sys.path[:0] = [sys.argv[1]]
from sandtable_tools.web import parts
parts.join(sys.argv[1])
from sandtable.tooling import catalog
from sandtable_shell import main
print(catalog().inventory.problems, sys.modules["sandtable"].__file__, catalog().scenarios.ids)
main("play megiddo/1918-even --seed 3 --seat british=random --seat turkish=random".split())
"""


def test_the_code_runs_without_its_sources(home: Path, tmp_path: Path) -> None:
    made = packed(["megiddo"])
    compiled = ENGINE.compile(made.values())
    folder = tmp_path / "packages"
    for archive in made.values():
        unpack(archive.packed(compiled), folder)
    assert not [*folder.rglob("*.py")]
    ran = subprocess.run(
        [sys.executable, "-P", "-c", PLAY, folder], capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    first, *lines = ran.stdout.splitlines()
    assert first.startswith(f"[] {folder / 'sandtable' / '__init__.pyc'} ['megiddo/1918")
    assert lines


def test_the_same_code_gives_the_same_bytes_and_names_no_folder() -> None:
    archives = [packed(["megiddo"])["megiddo"] for _ in "ab"]
    one, two = ([archive.packed(ENGINE.compile([archive]))] for archive in archives)
    assert one == two
    root = str(Path(__file__).parents[2]).encode()
    assert not any(root in gzip.decompress(content) for content in one)
