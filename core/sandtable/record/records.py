"""The lines of a save: JSON, a header first, each chained to the one before by its digest.

A digest is blake2b over the digest before it and the line without its own digest, so anything can
check the chain. The line's `at` is blake2b over the position after it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sandtable.model.action import Action
from sandtable.model.dice import GENERATOR, REAL
from sandtable.model.game import Outcome
from sandtable.text.errors import SandtableError
from sandtable.text.printing import escape
from sandtable.text.words import clip

FORMAT = 3
"""The version of the save format; since version 3 a digest needs no position, which has its own `at`."""

HUMAN = "human"
"""The player of a seat that no bot plays."""

DIGEST_SIZE = 16

_TAIL = len(b',"digest":"') + 2 * DIGEST_SIZE + len(b'"}')

DECODING_ERRORS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError)
"""The errors that decoding may raise for a line that is not part of a save."""

MOST_BYTES, MOST_LINES, MOST_LINE = 16_000_000, 100_000, 3_000_000
"""A save has at most this many bytes and lines, and a line this many bytes.

Ten thousand actions take some 4 MB.
"""

NOTES_BYTES, NOTES_LINES = 12_000_000, 75_000
"""Notes are written until a save has this many bytes or lines; the rest is for the game."""

END_BYTES = 100_000
"""This many bytes of a save, and its last line, are reserved for the outcome."""

BRANCH_HINT = "; replay SAVE --play --save FILE continues in a new save"
"""The advice if a save cannot be written."""

MARKS = {b"\xef\xbb\xbf": "UTF-8", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""The byte order marks that some programs put before a text."""

Rolls = list[tuple[str, int, int]]


MOST_LETTERS = 300
"""Texts and names from a save, which may hold anything, are cut to this many characters."""


def one_line(text: str, most: int = MOST_LETTERS) -> str:
    """A text that may come from a hostile file, as one short line that a terminal can show."""
    cut = text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"
    return escape(cut).strip()


def is_name(text: str) -> bool:
    """Whether a word in a save may be a name: a terminal can show it, and it is not too long."""
    return len(text) <= MOST_LETTERS and text.isprintable()


class SaveError(SandtableError):
    """A save that cannot be read or written at all."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


class SaveFull(SaveError):
    """A line that cannot be written, because the save could not be read again with it."""


class Divergence(SandtableError):
    """A save that differs from what the rules make of it, from line `n` on.

    `details` has a line for each difference between its position and the recorded one.
    """

    status = 1

    def __init__(self, source: str, n: int, text: str, details: Sequence[str] = ()) -> None:
        self.n = n
        self.text = one_line(text)
        self.details = [one_line(detail) for detail in details]
        super().__init__(f"{source} line {n}: {self.text}")


class Embedded(Struct, frozen=True, omit_defaults=True):
    """A scenario that no plugin brought, kept in full in the save.

    `parts` has the files of the parts of a campaign that no plugin brought either, by name.
    """

    name: str
    hash: str
    text: str
    parts: dict[str, str] = {}


class Parent(Struct, frozen=True, omit_defaults=True):
    """The save that this one branched off: its digest after line `n`, and its file's name."""

    digest: str
    n: int
    name: str = ""


class Start(Struct, frozen=True):
    """Where a game starts that does not start with a set-up: how far each stream of the dice has run.

    The position is in the `change` of the header's line.
    """

    dice: dict[str, int] = {}


class Header(Struct, kw_only=True, forbid_unknown_fields=True):
    """The first line: everything that decides how the game starts.

    - `seats`: who plays each seat: ``human`` or a bot's name.
    - `rules_version`: the version of the game's rules.
    - `plugins`: the plugins that were used.
    - `embedded`: the scenario, if no plugin brought it.
    - `parent`: the save that this one branched off.
    - `start`: the position that it starts from, if that is not the scenario's set-up.
    - `rolls`: the rolls of the set-up.
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
    start: Start | UnsetType = UNSET
    rolls: Rolls = []

    @property
    def typed_in(self) -> bool:
        """Whether players typed in the rolls, which proves nothing, since any face can be typed."""
        return self.generator == REAL

    @property
    def luck(self) -> str:
        """Where the luck came from, in words: ``seed 7``, or ``luck typed in``."""
        return "luck typed in" if self.typed_in else f"seed {self.seed}"


class ActionLine(Struct):
    """A committed action: the `seat` that did it, the action, and the rolls it took."""

    n: int
    seat: str
    do: Action
    rolls: Rolls


class UndoLine(Struct, omit_defaults=True):
    """The position is again what it was after line `undo`; `forced` if that crossed a barrier."""

    n: int
    undo: int
    forced: bool = False


class NoteLine(Struct, omit_defaults=True):
    """A note, for one seat's player only if it names a seat."""

    n: int
    note: str
    seat: str | None = None


class OutcomeLine(Struct):
    """The game is over."""

    n: int
    outcome: Outcome


NO_JSON = msgspec.Raw()


class SavedLine(Struct, forbid_unknown_fields=True):
    """Any line after the header, as read.

    `do` is JSON, which only the game can decode. `change`, which is rarely needed, is JSON too: the
    changes that `sandtable.record.diff` applies to the position before the line.
    """

    n: int
    digest: str
    at: str = ""
    seat: str | None = None
    do: msgspec.Raw = NO_JSON
    rolls: Rolls | None = None
    undo: int | None = None
    forced: bool = False
    note: str | None = None
    outcome: Outcome | None = None
    change: msgspec.Raw = NO_JSON

    @property
    def kind(self) -> str | None:
        """The kind of the line: ``do``, ``undo``, ``note`` or ``outcome``; None for any other line."""
        named = ("seat", "rolls", "undo", "note", "outcome")
        keys = {key for key in named if getattr(self, key) is not None}
        keys |= {key for key, there in (("forced", self.forced), ("do", self.do != NO_JSON)) if there}
        return next((kind for kind, wanted, more in _KEYS if keys - more == wanted), None)


_KEYS: tuple[tuple[str, set[str], set[str]], ...] = (
    ("do", {"seat", "do", "rolls"}, set()),
    ("undo", {"undo"}, {"forced"}),
    ("note", {"note"}, {"seat"}),
    ("outcome", {"outcome"}, set()),
)
"""The required and the optional keys of each kind of line."""


def chain(before: str, body: bytes, position: bytes = b"") -> str:
    """The digest of a line, 32 hex digits; `body` is the line without it.

    Before format 3, a digest covered the position after the line too.
    """
    return blake2b(before.encode() + body + position, digest_size=DIGEST_SIZE).hexdigest()


def hash_of(position: bytes) -> str:
    """The `at` of a line: 32 hex digits for the position after it."""
    return blake2b(position, digest_size=DIGEST_SIZE).hexdigest()


def check_keys(line: bytes) -> None:
    """Raise ValueError for JSON in which an object has a key twice: parsers disagree about that."""
    if msgspec.json.encode(msgspec.json.decode(line)) != line:  # rare: our own lines never need this
        json.loads(line, object_pairs_hook=_without_twins)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    by_key = dict(pairs)
    if len(by_key) < len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f'the key "{clip(twin)}" occurs twice')
    return by_key


def split(line: bytes) -> tuple[bytes, str] | None:
    """A line's body and digest; None if it does not end in a digest."""
    head, tail = line[:-_TAIL], line[-_TAIL:]
    if len(line) <= _TAIL or not tail.startswith(b',"digest":"') or not tail.endswith(b'"}'):
        return None
    return head + b"}", tail[11:-2].decode("ascii", "replace")


def check_room(record: Struct, line: bytes, size: int, n: int) -> None:
    """Raise SaveFull if `line`, the JSON of a record, has no room as line `n` after `size` bytes.

    Every accepted line can be read again. Notes and choices leave room for the outcome.
    """
    limits = {NoteLine: (NOTES_BYTES, NOTES_LINES), OutcomeLine: (MOST_BYTES, MOST_LINES)}
    most_bytes, most_lines = limits.get(type(record), (MOST_BYTES - END_BYTES, MOST_LINES - 1))
    if len(line) > MOST_LINE:
        raise SaveFull(f"the save cannot hold this: a line of it has at most {MOST_LINE} bytes")
    if size + len(line) + 1 <= most_bytes and n <= most_lines:
        return
    bounds = f"a save holds {MOST_BYTES // 1_000_000} MB and {MOST_LINES} lines"
    if isinstance(record, NoteLine):
        raise SaveFull(
            f"the save has no room for this note: {bounds}, a quarter of it kept for the game"
        )
    raise SaveFull(f"the save is full: {bounds}{BRANCH_HINT} without what was taken back")


class Lines(NamedTuple):
    """The whole lines of a file, where they end, and whether a torn line was left out."""

    lines: list[bytes]
    size: int
    torn: bool


def read_lines(path: Path) -> Lines:
    """The lines of a save. Raises SaveError for a file that cannot be read or is too large."""
    try:
        if not path.is_file():
            raise SaveError(f"{path}: {'not a file' if path.exists() else 'no such file'}")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SaveError(f"{path}: {why.lower()}") from error
    _check_bytes(path, data)
    whole, newline, tail = data.rpartition(b"\n")
    lines = whole.split(b"\n") if newline else []
    if any(len(line) > MOST_LINE for line in (*lines, tail)):
        raise SaveError(f"{path}: a line of it is longer than {MOST_LINE // 1_000_000} MB, not a save")
    if tail and _is_whole(tail):
        return Lines([*lines, tail], len(data), torn=False)
    return Lines(lines, len(whole) + len(newline), torn=bool(tail))


def _check_bytes(path: Path, data: bytes) -> None:
    """Raise SaveError for a file that is too large, or that another program has re-encoded."""
    if len(data) > MOST_BYTES or data.count(b"\n") > MOST_LINES:
        bounds = f"{MOST_BYTES // 1_000_000} MB or {MOST_LINES} lines"
        raise SaveError(f"{path}: larger than {bounds}, not a save")
    if mark := next((name for start, name in MARKS.items() if data.startswith(start)), None):
        raise SaveError(f"{path}: begins with a mark of {mark}, which only another program can add")
    if b"\r\n" in data[:MOST_LINE]:
        raise SaveError(f"{path}: its lines end in CR LF, LF was expected; copy saves as binary files")


def _is_whole(line: bytes) -> bool:
    try:
        return split(line) is not None and bool(msgspec.json.decode(line, type=dict[str, msgspec.Raw]))
    except DECODING_ERRORS:
        return False
