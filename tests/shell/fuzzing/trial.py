"""Everything that is done with a save, tried on a damaged one: it works, or is refused in one line.

`examine` raises AssertionError, or the exception of the program, if it is neither, takes too long,
or touches other files.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import copy
from functools import lru_cache
from io import StringIO
from pathlib import Path
from resource import RLIMIT_AS, getrlimit, setrlimit
from types import FrameType
from typing import Any

from sandtable.plugins.catalog import catalog
from sandtable.record.recording import OnlyRecorded
from sandtable.record.records import Divergence
from sandtable.record.replay import Replay, load
from sandtable.record.resume import fork, resume
from sandtable.text.errors import SandtableError
from sandtable_shell.reading import CommandLine, parse
from sandtable_shell.saves import summaries

SAME, MIGRATED, DIVERGES, REFUSED = "same", "migrated", "diverges", "refused"

RECORDED = "as recorded"

MOST_BYTES, MOST_LETTERS = 512_000_000, 500

MOST_SECONDS = 60
"""A limit that ends endless work; ``benchmarks.fuzz`` measures the time."""


class TooLong(BaseException):
    """A save took longer than allowed; no guard catches this."""


class Touched(BaseException):
    """The code of a save wrote a file or ran code."""


class _Watch:
    """The events of the interpreter that are watched: a file is written, code is made."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.folder is None:
            return
        if event == "open":
            path, _, flags = arguments
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                self._check(event, path)
        elif event in _WRITES:
            for path in arguments[: _WRITES[event]]:
                self._check(event, path)
        elif event.startswith(_CODE) and not _annotation(sys._getframe(1)):
            self._stop(f"{event} {str(arguments)[:300]}")

    def _check(self, event: str, path: Any) -> None:
        folder = self.folder
        assert folder is not None
        if isinstance(path, int) or not Path(os.fsdecode(path)).resolve().is_relative_to(folder):
            self._stop(f"{event} {path}")

    def _stop(self, what: str) -> None:
        self.folder = None
        raise Touched(what)


_WRITES = {"os.remove": 1, "os.rename": 2, "os.mkdir": 1, "os.rmdir": 1, "os.link": 2, "os.symlink": 2}
_WRITES |= {"os.truncate": 1, "os.chmod": 1, "os.chown": 1, "os.utime": 1}

_CODE = (
    "exec",
    "compile",
    "import",
    "marshal",
    "pickle",
    "subprocess",
    "os.system",
    "os.exec",
    "os.posix_spawn",
)
_CODE += ("os.fork", "socket", "ctypes", "code.")


def _annotation(frame: FrameType | None) -> bool:
    """Whether a type's own annotations are being read, which Python keeps as text."""
    while frame and frame.f_globals.get("__name__") in (__name__, "typing", "msgspec._utils"):
        if frame.f_globals["__name__"] != __name__:
            return True
        frame = frame.f_back
    return False


_watch = _Watch()


@contextmanager
def watched(folder: Path) -> Iterator[None]:
    """Stops work that takes too long, writes outside `folder`, or makes code."""

    def late(*_: object) -> None:
        raise TooLong(f"more than {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
    _watch.folder = folder.resolve()
    try:
        yield
    finally:
        stopped = _watch.folder is None
        _watch.folder = None
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not stopped, "it wrote or ran what it should not, and a guard hid it"


@contextmanager
def bounded(more: int = MOST_BYTES) -> Iterator[None]:
    """Limits this process to `more` bytes beyond its current memory."""
    before = getrlimit(RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    setrlimit(RLIMIT_AS, (now + more, before[1]))
    try:
        yield
    finally:
        setrlimit(RLIMIT_AS, before)


def warm(path: Path) -> None:
    """Do everything that is done once: load every game, import every module, make every type."""
    for id in catalog().scenarios.ids:
        game = catalog().scenario(id).game
        list(catalog().games.rules(game.id).values())
    for way in WAYS:
        tried(way, path)


# The uses of a save; each returns its verdict.


def _run(path: Path) -> str:
    run = Replay(path)
    run.run()
    run.changed_plugins()
    return RECORDED if run.other_rules else MIGRATED if run.migrated else SAME


def _load(path: Path) -> str:
    return MIGRATED if load(path).journal.lines[0] != path.read_bytes().partition(b"\n")[0] else SAME


def _resume(path: Path) -> str:
    before = path.read_bytes()
    session, remarks = resume(path)
    session.close()
    assert all(_line(line) for line in remarks), remarks
    where = session.journal.path
    assert where is not None
    assert where.read_bytes().splitlines() == [*session.journal.lines]
    if where != path:
        assert path.read_bytes() == before
        where.unlink()
        return MIGRATED
    assert before.startswith(path.read_bytes()[: len(before)].rstrip(b"\n")[:-1])
    path.write_bytes(before)
    return SAME


def _saves(path: Path) -> str:
    summary = next(summaries([path]))
    for text in (summary.about, summary.scenario, summary.game, summary.turn, summary.outcome):
        assert not text or _line(text), text[:900]
    if summary.state != "damaged":
        return MIGRATED if summary.about else SAME
    return ""


def _fork(path: Path) -> str:
    branch = path.with_name("branch.jsonl")
    try:
        fork(path, len(path.read_bytes()) % 9 + 1, branch).close()
        Replay(branch).run()
    finally:
        branch.unlink(missing_ok=True)
    return ""


@lru_cache(maxsize=64)
def _parsed(*words: str) -> CommandLine:
    """A command and its arguments; parsing them takes longer than most saves."""
    return parse(list(words))


def _command(*words: str) -> Callable[[Path], str]:
    def run(path: Path) -> str:
        out, err = StringIO(), StringIO()
        line = _parsed(words[0], str(path), *words[1:])
        with redirect_stdout(out), redirect_stderr(err):
            status = line.run(copy(line.arguments))
        assert not err.getvalue()
        lines = out.getvalue().splitlines()
        if words[0] != "check":
            return SAME if status == 0 else ""
        assert all(_line(line, 3 * MOST_LETTERS) for line in lines), out.getvalue()[:2000]
        assert 1 <= len(lines) <= 8, out.getvalue()[:2000]
        words_found = (f": {SAME}, ", f": {MIGRATED}, ", f": {RECORDED}: ", ": diverges at ")
        states = (SAME, MIGRATED, RECORDED, DIVERGES)
        stated = [state for word, state in zip(words_found, states, strict=True) if word in lines[0]]
        assert status == (stated[:1] not in ([SAME], [MIGRATED], [RECORDED]))
        return stated[0] if stated else REFUSED

    return run


WAYS: dict[str, Callable[[Path], str]] = {
    "run": _run,
    "check": _command("check"),
    "load": _load,
    "resume": _resume,
    "saves": _saves,
    "fork": _fork,
    "transcript": _command("replay"),
    "json": _command("replay", "--json"),
    "map": _command("map"),
}


def _line(text: str, most: int = MOST_LETTERS) -> bool:
    """Whether a text is one line that a terminal can show, and not a long one."""
    return 0 < len(text) <= most and text.isprintable()


def tried(way: str, path: Path) -> str:
    """The verdict of one way to read a save: the same, migrated, divergent, or refused."""
    try:
        return WAYS[way](path)
    except SandtableError as error:
        assert _line(str(error)), f"{len(str(error))} letters: {str(error)[:900]!r}"
        assert len(error.details) <= 7
        assert all(_line(detail) for detail in error.details), error.details
        recorded = isinstance(error, OnlyRecorded)
        return DIVERGES if isinstance(error, Divergence) else RECORDED if recorded else REFUSED


def examine(data: bytes, folder: Path, ways: list[str]) -> str:
    """Use a save in some ways; return the verdict, the same for each of them."""
    path = folder / "g.jsonl"
    for left in folder.iterdir():
        left.unlink()
    path.write_bytes(data)
    state = ""
    for way in ways:
        with watched(folder):
            finding = tried(way, path)
        assert path.read_bytes() == data, f"{way} has changed the save"
        assert [*folder.iterdir()] == [path], f"{way} has left something"
        state = state or finding
    return state
