"""The output may have any encoding: what it lacks is written out, and nothing fails."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable_shell.command_line import main

NOTE = "Łódź 中"

Printed = Callable[..., str]


@pytest.fixture(params=["ascii", "latin-1", "cp1252"])
def printed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Runs a command that must succeed; what it prints, from an encoding with few letters."""

    def run(*words: object, typed: str = "") -> str:
        stream = io.TextIOWrapper(io.BytesIO(), request.param)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setattr(sys, "stdout", stream)
        assert main([str(word) for word in words]) == 0
        stream.flush()
        return stream.buffer.getvalue().decode(request.param)  # type: ignore[attr-defined]

    return run


def test_lines_from_a_pipe_are_utf_8_whatever_the_encoding_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "mine.jsonl"
    typed = io.TextIOWrapper(io.BytesIO(f"note {NOTE}\n".encode()), "cp1252")
    monkeypatch.setattr(sys, "stdin", typed)
    assert main(["play", "lrdg/benghazi-road", "--seed", "3", "--save", str(save)]) == 0
    assert NOTE in save.read_text(encoding="utf-8")


def test_a_note_is_shown_in_an_encoding_without_its_letters(printed: Printed, tmp_path: Path) -> None:
    save = tmp_path / "mine.jsonl"
    words = ("play", "lrdg/benghazi-road", "--seed", "3", "--save", save)
    assert "turn 1" in printed(*words, typed=f"note {NOTE}\nlog 1\nhistorical\n").lower()
    assert r"note: \u0141" in printed("replay", save)
    documents = [json.loads(line) for line in printed("replay", save, "--json").splitlines()]
    assert documents[1]["note"] == NOTE
    assert r"\u0141" in printed("report", save)
