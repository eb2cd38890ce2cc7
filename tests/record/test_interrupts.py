"""Ctrl-C at any line of the program: the game, what can be undone, and the save still agree."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from own_handler import interruptible
from shelves import Shelf

import sandtable
from sandtable import Session
from sandtable.plugins.catalog import Catalog, catalog

Step = Callable[[Session], object]

NOWHERE = Path("nowhere")

OWN = f"{Path(sandtable.__file__).parent}{os.sep}"
"""The folder of the program's own code, installed or not."""

ORDERS: dict[str, tuple[list[Step], Step]] = {
    "choose": ([lambda game: game.choose("lift north")], lambda game: game.choose("done")),
    "the last choice": (
        [lambda game: game.choose("lift north")],
        lambda game: game.choose("lift north"),
    ),
    "undo": ([lambda game: game.choose("lift north")], Session.undo),
    "undo by force": (
        [lambda game: game.choose("play hen"), lambda game: game.note("a roll")],
        lambda game: game.undo(force=True),
    ),
    "redo": ([lambda game: game.choose("play hen"), lambda game: game.undo(force=True)], Session.redo),
    "abort": ([lambda game: game.choose("lift north")], Session.abort),
    "note": ([lambda game: game.choose("lift north")], lambda game: game.note("Łódź")),
    "close": ([lambda game: game.choose("lift north")], Session.close),
}
"""What came before, and the order that is interrupted."""

KINDS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "Python's own handler": nullcontext,
    "ours": interruptible,
}


@pytest.fixture
def stones(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    shelf.stones()
    monkeypatch.setattr(os, "fsync", lambda _: None)  # there are hundreds of files
    return catalog()


class Interrupts:
    """Sends SIGINT before line `n` of the program's own code that runs, and again `more` lines later."""

    def __init__(self, n: int, more: int = 0) -> None:
        self.left, self.more = n, more

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(OWN) and "/st_stones/" not in file:
            return None
        if event == "line" and self.left:
            self.left -= 1
            if not self.left:
                self.left, self.more = self.more, 0
                signal.raise_signal(signal.SIGINT)
        return self

    def during(self, order: Step, game: Session) -> bool:
        """Run an order; whether it was interrupted."""
        before = sys.gettrace()
        sys.settrace(self)
        try:
            order(game)
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
        return False


def is_whole(game: Session, path: Path) -> bool:
    """Whether the file has all lines of the game."""
    return path.read_bytes() == b"".join(line + b"\n" for line in game.journal.lines)


def agree(game: Session, path: Path, plugins: Catalog) -> None:
    """The file holds this game, with its log, its luck, and what can be undone and redone."""
    assert is_whole(game, path)
    saved = sandtable.load(path, plugins)
    assert saved.table.position == game.table.position
    assert saved.table.dice.mark() == game.table.dice.mark()
    assert saved.log == game.log
    assert [step.action for step in saved.history.undone] == [
        step.action for step in game.history.undone
    ]
    assert saved.history.done == game.history.done


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ORDERS)
def test_the_game_and_its_save_agree_after_an_interrupt_at_any_line(
    order: str, kind: str, stones: Catalog, tmp_path: Path
) -> None:
    before, interrupted = ORDERS[order]
    with KINDS[kind]():
        for n in count(1):
            path = tmp_path / f"{n}.jsonl"
            with sandtable.new("stones/two", seed=3, save=path, plugins=stones) as game:
                for step in before:
                    step(game)
                if not Interrupts(n).during(interrupted, game):
                    break
                assert is_whole(game, path)
                if order != "close":
                    game.note("the game goes on")
                agree(game, path, stones)
                if order != "close" and game.outcome is None:
                    game.choose(game.options()[-1])
                    assert is_whole(game, path)
    assert n > 10


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a file left to Python
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("saved", [False, True], ids=["in memory", "in a file"])
def test_an_interrupted_save_leaves_no_file_or_a_whole_one(
    kind: str, stones: Catalog, tmp_path: Path, *, saved: bool
) -> None:
    with KINDS[kind]():
        for n in count(1):
            first, second, third = (tmp_path / f"{n}-{name}.jsonl" for name in "abc")
            with sandtable.new("stones/two", 3, save=first if saved else None, plugins=stones) as game:
                game.choose("lift north")
                if not Interrupts(n).during(lambda game: game.save(second), game):  # noqa: B023
                    break
                for path in tmp_path.glob(f"{n}-*"):
                    agree(game, path, stones)
                if game.journal.path is None:
                    game.save(third)
                game.undo()
                agree(game, game.journal.path or NOWHERE, stones)
    assert n > 10


@pytest.mark.parametrize("more", [1, 2, 3, 5, 8, 13, 21, 34])
def test_a_second_interrupt_while_the_first_is_dealt_with_changes_nothing(
    more: int, stones: Catalog, tmp_path: Path
) -> None:
    before, interrupted = ORDERS["the last choice"]
    for n in count(2, 13):
        path = tmp_path / f"{n}.jsonl"
        with sandtable.new("stones/two", seed=3, save=path, plugins=stones) as game:
            for step in before:
                step(game)
            if not Interrupts(n, more).during(interrupted, game):
                break
            game.note("the game goes on")
            agree(game, path, stones)
    assert n > 100
