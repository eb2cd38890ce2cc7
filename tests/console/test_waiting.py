"""The progress line while the program thinks."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Generator

import pytest

from sandtable_console import waiting
from sandtable_console.outputs import Thinking
from sandtable_console.waiting import Progress


@pytest.fixture(autouse=True)
def moving(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that can rewrite a line."""
    monkeypatch.setenv("TERM", "xterm")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_it_is_never_as_wide_as_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(waiting, "FIRST_DELAY", 0.0)
    line = waiting.Waiting()
    line.begin(Thinking("", 0.5, 1_234_567, "enough"))
    line.end()
    shown = screen.getvalue().split("\r\x1b[K")[1]
    assert shown.startswith("thinking: ")
    assert len(shown) < columns


def test_whoever_thinks_long_is_waited_for_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    flushed = threading.Semaphore(0)

    class Watched(Screen):
        def flush(self) -> None:
            flushed.release()

    screen = Watched()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(waiting, "FIRST_DELAY", 0.01)
    line = waiting.Waiting()
    line.begin(Thinking("red"))
    assert flushed.acquire(timeout=60)
    assert flushed.acquire(timeout=60)
    line.end()
    assert screen.getvalue().count("\r\x1b[Kred is thinking, 0 s (Ctrl-C: stop)") >= 2
    assert screen.getvalue().endswith("\r\x1b[K")


def test_nobody_is_waited_for_who_is_quick_or_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(waiting, "FIRST_DELAY", threading.TIMEOUT_MAX)
    line = waiting.Waiting()
    line.begin(Thinking("red"))
    line.end()
    monkeypatch.setattr(waiting, "FIRST_DELAY", 0.0)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    before = threading.active_count()
    line.begin(Thinking("red"))
    assert threading.active_count() == before
    line.end()
    assert screen.getvalue() == ""
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_no_line_is_shown_where_no_thread_can_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(sys, "stderr", Screen())
    line = waiting.Waiting()
    line.begin(Thinking("red"))
    line.end()
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_stopping_before_the_first_step_gives_the_result_of_that_step() -> None:
    def steps() -> Generator[Progress, None, int]:
        number = 0
        try:
            while True:
                number += 1
                yield Progress(0.5, number)
        except KeyboardInterrupt:
            return number

    outputs = waiting.think(steps())
    assert next(outputs).share == 0
    with pytest.raises(StopIteration) as end:
        outputs.throw(KeyboardInterrupt())
    assert end.value.value == 1
