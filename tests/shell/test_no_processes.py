"""A Python that can start neither processes nor threads, as in a browser."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import pytest

from sandtable_batch import workers

if TYPE_CHECKING:
    from shelves import Shelf


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (("simulate", "megiddo/1918-even", "--games", 2, "--jobs", 2), ": --jobs 1"),
        (("test", "megiddo", "--jobs", 1), ""),
        (("plugins", "doctor"), ""),
        (("plugins", "install", "stones-game"), ""),
        (("plugins", "uninstall", "stones-game"), ""),
    ],
    ids=lambda words: " ".join(map(str, words[:2])),
)
def test_a_command_that_needs_processes_says_so_at_once(
    run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], instead: str
) -> None:
    monkeypatch.setattr(workers, "NO_PROCESSES", (sys.platform,))
    ran = run(*words)
    said = f"sandtable: this Python cannot start processes{instead}\n"
    assert (ran.status, ran.out, ran.err) == (2, "", said)


@pytest.mark.parametrize("words", [("simulate", "stones/two", "--games", 2), ("list", "stones")])
def test_no_thread_is_needed_to_load_a_plugin_and_to_play(
    run, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    shelf.stones()
    monkeypatch.setattr(workers, "NO_PROCESSES", (sys.platform,))
    monkeypatch.setattr(threading.Thread, "start", refuse)
    ran = run(*words)
    assert (ran.status, ran.err) == (0, "")
