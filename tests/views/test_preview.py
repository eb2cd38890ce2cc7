"""The picture for previews: made by a program that is installed, next to the page that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable_shell.command_line import main
from sandtable_tools.views import preview

SAVE = Path(__file__).parents[2] / "saves" / "lawrence-aqaba.jsonl"
PNG = b"\x89PNG\r\n"


@pytest.mark.parametrize("maker", ["rsvg-convert", "chromium"])
def test_a_page_is_shared_with_the_way_of_the_game(
    maker: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview, "PROGRAMS", ("rsvg-convert", *[maker] * (maker != "rsvg-convert")))
    monkeypatch.setattr("shutil.which", lambda name: f"/no/{name}" if name == maker else None)
    monkeypatch.setattr(preview, "_run", _pretend)
    page = tmp_path / "aqaba.html"
    assert main(["report", str(SAVE), str(page)]) == 0
    assert page.with_suffix(".png").read_bytes() == PNG
    assert '<meta property="og:image" content="aqaba.png">' in page.read_text(encoding="utf-8")


def _pretend(words: list[str], given: bytes = b"") -> bytes:
    for word in words:
        if word.startswith("--screenshot="):
            assert b": Aqaba! won</text>" in Path(words[-1]).read_bytes()
            Path(word.partition("=")[2]).write_bytes(PNG)
            return b""
    assert b": Aqaba! won</text>" in given
    return PNG


def test_without_such_a_program_one_line_says_so(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    page = tmp_path / "aqaba.html"
    assert main(["report", str(SAVE), str(page)]) == 0
    out, err = capsys.readouterr()
    assert out == f"written to {page}\n"
    assert err == f"{page} has no preview picture: install rsvg-convert or chromium\n"
    assert "og:image" not in page.read_text(encoding="utf-8")


def test_a_program_that_fails_leaves_the_page_without_a_picture(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: "/no/rsvg-convert")
    page = tmp_path / "aqaba.html"
    assert main(["report", str(SAVE), str(page)]) == 0
    assert [file.name for file in tmp_path.iterdir() if file.suffix in (".html", ".png")] == [
        "aqaba.html"
    ]


@pytest.mark.skipif(not preview.program(), reason="no program makes a PNG here")
def test_the_picture_is_as_wide_as_messengers_show_it() -> None:
    png = preview.preview(Exported.of_replay(Replay(SAVE)), preview.program())
    assert png.startswith(PNG[:4])
    assert int.from_bytes(png[16:20], "big") == preview.WIDTH
    assert re.search(rb"IEND", png[-12:])
