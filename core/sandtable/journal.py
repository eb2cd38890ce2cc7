"""The save file: JSON lines, written one action at a time, each chained to the one before.

The first line is the header. Every line ends in its digest, blake2b over the digest before
it, the line without its own digest, and the position after it.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sandtable.action import Action
from sandtable.dice import GENERATOR
from sandtable.errors import SandtableError
from sandtable.game import Outcome

FORMAT = 1
"""The version of the save format."""

DIGEST_SIZE = 16

_encode = msgspec.json.Encoder().encode
_TAIL = len(b',"digest":"') + 2 * DIGEST_SIZE + len(b'"}')

Rolls = list[tuple[str, int, int]]


class SaveError(SandtableError):
    """A save that can not be read or written at all."""


class Embedded(Struct, frozen=True):
    """A scenario that no plugin brought, kept whole in the save."""

    name: str
    hash: str
    text: str


class Parent(Struct, frozen=True):
    """The save that this one went on from: its digest after line `n`."""

    digest: str
    n: int


class Header(Struct, kw_only=True, forbid_unknown_fields=True):
    """The first line: everything that decides how the game starts.

    `seats` says who plays each seat (``human`` or a bot's name), `rules_version` is the
    game's, `plugins` names what was used, and `rolls` are those of the set-up. `embedded`
    is a scenario that no plugin brought, `parent` the save that this one branched off.
    """

    n: int = 1
    format: int = FORMAT
    generator: str = GENERATOR
    game: str
    scenario: str
    seats: dict[str, str]
    seed: int | str
    options: dict[str, Any]
    rules_version: int
    plugins: list[dict[str, str]]
    embedded: Embedded | UnsetType = UNSET
    parent: Parent | UnsetType = UNSET
    rolls: Rolls = []


class ActionLine(Struct):
    """A committed action: the `seat` that did it, the action, and the rolls it took."""

    n: int
    seat: str
    do: Action
    rolls: Rolls


class UndoLine(Struct, omit_defaults=True):
    """The position is again what it was after line `undo`; `forced` when taken back openly."""

    n: int
    undo: int
    forced: bool = False


class NoteLine(Struct, omit_defaults=True):
    """A note, of a seat's player alone when it names one."""

    n: int
    note: str
    seat: str | None = None


class OutcomeLine(Struct):
    """The game is over."""

    n: int
    outcome: Outcome


class Record(Struct, forbid_unknown_fields=True):
    """Any line after the header, as read; the action in `do` is not yet the game's own type."""

    n: int
    digest: str
    seat: str | None = None
    do: dict[str, Any] | None = None
    rolls: Rolls | None = None
    undo: int | None = None
    forced: bool = False
    note: str | None = None
    outcome: Outcome | None = None

    @property
    def kind(self) -> str | None:
        """Which of ``do``, ``undo``, ``note``, ``outcome`` it is; None when not just one."""
        for kind, wanted, more in _KEYS:
            if self._keys - more == wanted:
                return kind
        return None

    @property
    def _keys(self) -> set[str]:
        named = ("seat", "do", "rolls", "undo", "note", "outcome")
        return {key for key in named if getattr(self, key) is not None} | (
            {"forced"} if self.forced else set()
        )


_KEYS: tuple[tuple[str, set[str], set[str]], ...] = (
    ("do", {"seat", "do", "rolls"}, set()),
    ("undo", {"undo"}, {"forced"}),
    ("note", {"note"}, {"seat"}),
    ("outcome", {"outcome"}, set()),
)
"""The keys that each kind of line has, and those that it may have."""


def chain(before: str, body: bytes, position: bytes) -> str:
    """The digest of a line, 32 hex digits; `body` is the line without it."""
    return blake2b(before.encode() + body + position, digest_size=DIGEST_SIZE).hexdigest()


def split(line: bytes) -> tuple[bytes, str] | None:
    """A line's body and digest, None when it does not end in a digest."""
    head, tail = line[:-_TAIL], line[-_TAIL:]
    if len(line) <= _TAIL or not tail.startswith(b',"digest":"') or not tail.endswith(b'"}'):
        return None
    return head + b"}", tail[11:-2].decode("ascii", "replace")


class Journal:
    """The lines of a save, in memory, and in a file once it has one.

    A file that can not be written is not an error of the game: `trouble` then says what
    happened, and the lines are still here to be saved elsewhere.
    """

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.digest = ""
        self.path: Path | None = None
        self.trouble: str | None = None
        self._file: IO[bytes] | None = None

    @property
    def n(self) -> int:
        """The number of the last line, from 1; 0 before the header."""
        return len(self.lines)

    def append(self, record: Struct, position: bytes) -> None:
        """Add a record after which the game stands at `position`."""
        body = _encode(record)
        digest = chain(self.digest, body, position)
        self.adopt(body[:-1] + f',"digest":"{digest}"}}'.encode(), digest)

    def adopt(self, line: bytes, digest: str) -> None:
        """Add a line as it is; its digest has been checked."""
        self.lines.append(line)
        self.digest = digest
        if self._file:
            self._write(line + b"\n")

    def _write(self, data: bytes) -> None:
        assert self._file is not None  # noqa: S101
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            self.trouble = f"{self.path} can not be written: {error.strerror}"
            self.close()

    def create(self, path: Path) -> None:
        """Write all lines to a new file and go on there; SaveError when that is impossible."""
        try:
            if not path.parent.is_dir():
                path.parent.mkdir(parents=True)
            file = path.open("xb")
        except OSError as error:
            why = f"can not be written: {error.strerror}"
            if isinstance(error, FileExistsError) and path.parent.is_dir():
                why = "is there already; resume it, or save under another name"
            raise SaveError(f"{path} {why}") from error
        self._take(path, hold(path, file))
        self._write(b"".join(line + b"\n" for line in self.lines))

    def reopen(self, path: Path, file: IO[bytes], size: int) -> None:
        """Go on in the held file that the lines were read from, whose whole lines end at `size`."""
        try:
            file.truncate(size)
            file.seek(max(size - 1, 0))
            ended = file.read() in (b"", b"\n")
        except OSError as error:
            raise SaveError(f"{path} can not be written: {error.strerror}") from error
        self._take(path, file)
        if not ended:
            self._write(b"\n")

    def _take(self, path: Path, file: IO[bytes]) -> None:
        self.close()
        self._file, self.path, self.trouble = file, path, None

    def close(self) -> None:
        """Let go of the file."""
        if self._file:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError as error:
                self.trouble = f"{self.path} can not be written: {error.strerror}"


def hold(path: Path, file: IO[bytes] | None = None) -> IO[bytes]:
    """Open a save for writing, and keep every other writer out; SaveError when one is there."""
    try:
        held = file or path.open("r+b")
    except OSError as error:
        raise SaveError(f"{path} can not be written: {error.strerror}") from error
    try:
        _lock(held)
    except BlockingIOError:
        held.close()
        raise SaveError(f"{path} is being played in another window") from None
    return held


def _lock(file: IO[bytes]) -> None:
    try:
        import fcntl  # noqa: PLC0415 (not on every platform)
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return  # a file system without locks: play on without one
