"""Exported files: a format by the suffix, built-in and third-party, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandtable_shell.exporting import formats

if TYPE_CHECKING:
    from shelves import Shelf

SAVES = Path(__file__).parents[2] / "saves"
MEGIDDO = SAVES / "megiddo-1918.jsonl"
AQABA = SAVES / "lawrence-aqaba.jsonl"

TELEGRAM = """
from sandtable import Exporter

def telegram(exported):
    seen = [event for entry in exported.replay.steps(exported.to)
            for event in entry.seen_by(exported.seat)]
    return f"{exported.session.scenario.id} for {exported.seat}: {len(seen)} events STOP"

def sketch(exported):
    return f"{exported.session.scenario.id} for {exported.seat}".encode() + bytes([0, 255])

@hookimpl
def exporters():
    return [
        Exporter("replay", ".txt", "a telegram", telegram),
        Exporter("map", ".sketch.png", "a sketch", sketch),
    ]
"""


def files_in(folder: Path) -> list[str]:
    """The files in a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir() if path.is_file())


def formats_clause(serves: str) -> str:
    """The known formats, as a clause."""
    phrases = [
        f"{suffix} ({exporter.summary})" for suffix, (exporter, _) in sorted(formats(serves).items())
    ]
    return f"a {serves} is written as {', '.join(phrases)}"


@pytest.fixture
def empty_folder(tmp_path: Path) -> Path:
    """A folder without any other files."""
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


# Built-in formats.


def test_the_suffix_says_what_is_written(run, empty_folder: Path) -> None:
    for words, name, begins in (
        (("replay", AQABA), "g.html", "<!doctype html>"),
        (("map", AQABA), "g.svg", "<svg "),
        (("map", "lawrence/aqaba"), "G.SVG", "<svg "),
    ):
        assert run(*words, "--out", empty_folder / name) == (
            0,
            f"written to {empty_folder / name}\n",
            "",
        )
        assert (empty_folder / name).read_text(encoding="utf-8").startswith(begins)


def test_the_older_options_write_the_same(run, empty_folder: Path) -> None:
    for command, option, suffix in (("replay", "--html", ".html"), ("map", "--svg", ".svg")):
        for name in ("old", f"old{suffix}"):
            assert run(command, AQABA, option, empty_folder / name).status == 0
            assert run(command, AQABA, "--out", empty_folder / f"new{suffix}").status == 0
            assert (empty_folder / name).read_bytes() == (empty_folder / f"new{suffix}").read_bytes()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("map", "--svg", "a.png"), "no format .png"),
        (("map", "--out", "a.html"), "no format .html"),
        (("map", "--out", "a"), '"a" has no suffix'),
        (("replay", "--out", "a.svg"), "no format .svg"),
        (("replay", "--html", "a.pdf"), "no format .pdf"),
    ],
)
def test_a_suffix_that_nobody_knows_is_refused_with_those_that_are_known(
    run, empty_folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], expected: str
) -> None:
    monkeypatch.chdir(empty_folder)
    command, *options = words
    fault = f"{options[0]}: {expected}; {formats_clause(command)} (see sandtable {command} --help)"
    assert run(command, AQABA, *options) == (2, "", f"sandtable: {command}: {fault}\n")
    assert files_in(empty_folder) == []


@pytest.mark.parametrize("words", [("replay", "--html"), ("map", "--svg")])
def test_a_file_is_named_once(run, empty_folder: Path, words: tuple[str, str]) -> None:
    ran = run(words[0], AQABA, words[1], empty_folder / "a.html", "--out", empty_folder / "b.html")
    assert ran.status == 2
    assert "cannot be used together" in ran.err


# Third-party formats.


def test_a_plugin_adds_a_format_with_what_a_seat_may_know(run, shelf: Shelf, empty_folder: Path) -> None:
    shelf.hook("telegram", TELEGRAM)
    texts = []
    for words in ((), ("--as", "brit"), ("--as", "brit", "--to", "9")):
        assert run("replay", MEGIDDO, *words, "--out", empty_folder / "g.txt").err == ""
        texts.append((empty_folder / "g.txt").read_text(encoding="utf-8"))
    assert texts[0].startswith("megiddo/1918 for None: ")
    assert texts[1].startswith("megiddo/1918 for british: ")
    counts = [int(text.split()[3]) for text in texts]
    assert counts[0] >= counts[1] > counts[2] > 0
    assert run("map", "megiddo/1918", "--as", "turk", "--out", empty_folder / "g.sketch.png").status == 0
    assert (empty_folder / "g.sketch.png").read_bytes() == b"megiddo/1918 for turkish\x00\xff"
    assert run("map", AQABA, "--out", empty_folder / "g.png").err.endswith(
        f"no format .png; {formats_clause('map')} (see sandtable map --help)\n"
    )
    assert ".sketch.png (a sketch), .svg (" in formats_clause("map")


def test_without_plugins_their_formats_are_not_there(run, shelf: Shelf, empty_folder: Path) -> None:
    shelf.hook("telegram", TELEGRAM)
    ran = run("--no-plugins", "replay", AQABA, "--out", empty_folder / "g.txt")
    assert (ran.status, files_in(empty_folder)) == (2, [])
    assert "no format .txt; a replay is written as ." in ran.err
    assert "(a telegram)" not in ran.err
    assert ran.err.endswith(
        "; plugin telegram is disabled: by --no-plugins (see sandtable replay --help)\n"
    )


def test_of_one_suffix_ours_counts_then_the_first_and_the_others_are_named(
    run, shelf: Shelf, empty_folder: Path
) -> None:
    text = (
        "from sandtable import Exporter\n@hookimpl\ndef exporters():\n"
        "    def make(exported): return __name__\n"
        "    return [Exporter('replay', end, 'x', make) for end in ('.html', '.txt')]\n"
    )
    shelf.hook("first", text)
    shelf.hook("second", text)
    ran = run("replay", AQABA, "--out", empty_folder / "g.html")
    assert (empty_folder / "g.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    ours = "its format .html for a replay is left out; plugin views (sandtable) provides it"
    assert f"plugin first (extra-first): {ours}" in ran.err
    assert f"plugin second (extra-second): {ours}" in ran.err
    assert run("replay", AQABA, "--out", empty_folder / "g.txt").status == 0
    written = (empty_folder / "g.txt").read_text(encoding="utf-8")
    other = {"st_first": "second", "st_second": "first"}[written]
    assert f"plugin {other} (extra-{other}): its format .txt for a replay is left out" in ran.err


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("return [3]", "TypeError: 3 is not an Exporter"),
        ("return [Exporter('replay', 'txt', '', str)]", 'ValueError: the suffix "txt" is not a dot'),
        ("yield 1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_plugin_whose_formats_is_not_available_is_named_and_stops_nobody(
    run, shelf: Shelf, empty_folder: Path, answer: str, expected: str
) -> None:
    code = f"from sandtable import Exporter\n@hookimpl\ndef exporters():\n    {answer}\n"
    shelf.hook("jam", code)
    ran = run("replay", AQABA, "--out", empty_folder / "g.html")
    assert (ran.status, files_in(empty_folder)) == (0, ["g.html"])
    assert ran.err.startswith(f"sandtable: plugin jam (extra-jam) failed in exporters: {expected}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("made", "status", "expected"),
    [
        ("1 / 0", 1, "a fault of the plugin jam (extra-jam 1.2): ZeroDivisionError: division by zero"),
        ("None", 2, "plugin jam (extra-jam): its format .txt made NoneType, not a text or bytes"),
        ("refused()", 2, "too long for a telegram"),
    ],
)
def test_a_format_that_fails_leaves_the_old_file_and_nothing_else(
    run, shelf: Shelf, empty_folder: Path, made: str, status: int, expected: str
) -> None:
    shelf.hook(
        "jam",
        "from sandtable import Exporter, SandtableError\n"
        "def refused(): raise SandtableError('too long for a telegram')\n"
        "@hookimpl\ndef exporters():\n"
        f"    return [Exporter('replay', '.txt', 'x', lambda exported: {made})]\n",
    )
    (empty_folder / "g.txt").write_text("old", encoding="utf-8")
    ran = run("replay", AQABA, "--out", empty_folder / "g.txt")
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.startswith(f"sandtable: {expected}")
    assert files_in(empty_folder) == ["g.txt"]
    assert (empty_folder / "g.txt").read_text(encoding="utf-8") == "old"


# The file.


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    run, empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (empty_folder / "g.svg").write_text("old", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    ran = run("map", AQABA, "--out", empty_folder / "g.svg")
    assert ran == (
        2,
        "",
        f"sandtable: {empty_folder / 'g.svg'} cannot be written: no space left on device\n",
    )
    assert files_in(empty_folder) == ["g.svg"]
    assert (empty_folder / "g.svg").read_text(encoding="utf-8") == "old"


def test_a_save_is_not_written_over_whatever_its_name(run, empty_folder: Path) -> None:
    save = empty_folder / "g.html"
    save.write_bytes(AQABA.read_bytes())
    ran = run("replay", save, "--out", save)
    fault = f"--out: {save} is a save and is not overwritten; name another file"
    assert ran == (2, "", f"sandtable: replay: {fault} (see sandtable replay --help)\n")
    assert save.read_bytes() == AQABA.read_bytes()


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(run, empty_folder: Path) -> None:
    target = empty_folder / "real.svg"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    (empty_folder / "link.svg").symlink_to(target)
    assert run("map", AQABA, "--out", empty_folder / "link.svg").status == 0
    assert (empty_folder / "link.svg").is_symlink()
    assert target.read_text(encoding="utf-8").startswith("<svg ")
    assert target.stat().st_mode & 0o777 == 0o640
