"""The lines of a save: JSON, beginning with a header, each chained to the line before by its digest.

A digest is the blake2b of the digest before it and the line without its own digest, so any program can
check the chain. A line's `at` is the blake2b of the position after it.
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
"""The version of the save format. Since version 3, positions have an `at` and are not in digests."""

HUMAN = "human"
"""The name of the player of a seat that no bot plays."""

DIGEST_SIZE = 16

_TAIL = len(b',"digest":"') + 2 * DIGEST_SIZE + len(b'"}')

DECODING_ERRORS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError)
"""The errors that decoding may raise for a line that does not belong in a save."""

MOST_BYTES, MOST_LINES, MOST_LINE = 16_000_000, 100_000, 3_000_000
"""The most bytes and lines in a save, and the most bytes in a line.

Ten thousand actions take some 4 MB.
"""

NOTES_BYTES, NOTES_LINES = 12_000_000, 75_000
"""Notes are accepted until a save has this many bytes or lines; the rest is kept for the game."""

END_BYTES = 100_000
"""The bytes at the end of a save that, with its last line, are reserved for the outcome."""

BRANCH_HINT = "; replay SAVE --play --save FILE continues in a new save"
"""Advice for when a save cannot be written."""

BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "UTF-8", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""The byte order marks that some programs add to the beginning of a file."""

Rolls = list[tuple[str, int, int]]


MOST_LETTERS = 300
"""The most characters shown of a text or name from a save, which may hold anything."""


def one_line(text: str, most: int = MOST_LETTERS) -> str:
    """Return a text, perhaps from a hostile file, as one short line that is safe to show."""
    cut = text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"
    return escape(cut).strip()


def is_name(text: str) -> bool:
    """Return whether a word in a save can be a name: it is short enough and safe to show."""
    return len(text) <= MOST_LETTERS and text.isprintable()


class SaveError(SandtableError):
    """A save cannot be read or written at all."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


class SaveFull(SaveError):
    """A line cannot be added, because the save would become too large to be read."""


class Divergence(SandtableError):
    """A save differs, from line `n` on, from what the rules make of it.

    `details` holds a line for each difference between the computed and the recorded position.
    """

    status = 1

    def __init__(self, source: str, n: int, text: str, details: Sequence[str] = ()) -> None:
        self.n = n
        self.text = one_line(text)
        self.details = [one_line(detail) for detail in details]
        super().__init__(f"{source} line {n}: {self.text}")


class SavedScenario(Struct, frozen=True, omit_defaults=True):
    """A scenario that no plugin provides, stored in full in the save.

    `parts` holds the files of a campaign's parts that no plugin provides, by name.
    """

    name: str
    hash: str
    text: str
    parts: dict[str, str] = {}


class Parent(Struct, frozen=True, omit_defaults=True):
    """The save from which this one branched off: its digest after line `n`, and its file's name."""

    digest: str
    n: int
    name: str = ""


class Start(Struct, frozen=True):
    """The start of a game that begins without a set-up: how far each stream of the dice has advanced.

    The `change` of the header's line holds the position.
    """

    dice: dict[str, int] = {}


class Header(Struct, kw_only=True, forbid_unknown_fields=True):
    """The first line: everything that decides how the game starts.

    - `seats`: who plays each seat: ``human`` or a bot's name.
    - `rules_version`: the version of the game's rules.
    - `plugins`: the plugins used.
    - `embedded`: the scenario, if no plugin provides it.
    - `parent`: the save from which this one branched off.
    - `start`: set if the game does not start with the scenario's set-up.
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
    embedded: SavedScenario | UnsetType = UNSET
    parent: Parent | UnsetType = UNSET
    start: Start | UnsetType = UNSET
    rolls: Rolls = []

    @property
    def typed_in(self) -> bool:
        """Whether players typed in the rolls, which then prove nothing, since they can type any face."""
        return self.generator == REAL

    @property
    def luck(self) -> str:
        """The source of the luck, in words: ``seed 7``, or ``luck typed in``."""
        return "luck typed in" if self.typed_in else f"seed {self.seed}"


class ActionLine(Struct):
    """An action: the `seat` that chose it, the action itself, and its rolls."""

    n: int
    seat: str
    do: Action
    rolls: Rolls


class UndoLine(Struct, omit_defaults=True):
    """An undo: back to the position after line `undo`; `forced` if it crossed a barrier."""

    n: int
    undo: int
    forced: bool = False


class NoteLine(Struct, omit_defaults=True):
    """A note; if it names a seat, only that seat's player sees it."""

    n: int
    note: str
    seat: str | None = None


class OutcomeLine(Struct):
    """The outcome: the game is over."""

    n: int
    outcome: Outcome


NO_JSON = msgspec.Raw()


class SavedLine(Struct, forbid_unknown_fields=True):
    """Any line after the header, as read from the file.

    `do` is JSON that only the game can decode. `change`, also JSON, is rarely needed: the changes that
    `sandtable.record.diff` applies to the position before the line.
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
        """The kind of line: ``do``, ``undo``, ``note`` or ``outcome``; None if it is none of these."""
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
"""For each kind of line, its required and its optional keys."""


def digest_of(before: str, body: bytes, position: bytes = b"") -> str:
    """Compute a line's digest, 32 hex digits; `body` is the line without it.

    Before format 3, a digest also covered the position after the line.
    """
    return blake2b(before.encode() + body + position, digest_size=DIGEST_SIZE).hexdigest()


def hash_of(position: bytes) -> str:
    """Compute the `at` of a line, 32 hex digits, from the position after it."""
    return blake2b(position, digest_size=DIGEST_SIZE).hexdigest()


def check_keys(line: bytes) -> None:
    """Raise ValueError if an object has a key twice, which parsers treat differently."""
    if msgspec.json.encode(msgspec.json.decode(line)) != line:  # our own lines never need this
        json.loads(line, object_pairs_hook=_refuse_duplicate_keys)


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    by_key = dict(pairs)
    if len(by_key) < len(pairs):
        keys = [key for key, _ in pairs]
        duplicate = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f'the key "{clip(duplicate)}" occurs twice')
    return by_key


def split(line: bytes) -> tuple[bytes, str] | None:
    """Split a line into its body and its digest; None if it does not end with a digest."""
    head, tail = line[:-_TAIL], line[-_TAIL:]
    if len(line) <= _TAIL or not tail.startswith(b',"digest":"') or not tail.endswith(b'"}'):
        return None
    return head + b"}", tail[11:-2].decode("ascii", "replace")


def check_room(record: Struct, line: bytes, size: int, n: int) -> None:
    """Raise SaveFull if there is no room for `line`, a record's JSON, as line `n` after `size` bytes.

    Every line that is accepted can be read again. Notes and choices leave room for the outcome.
    """
    limits = {NoteLine: (NOTES_BYTES, NOTES_LINES), OutcomeLine: (MOST_BYTES, MOST_LINES)}
    most_bytes, most_lines = limits.get(type(record), (MOST_BYTES - END_BYTES, MOST_LINES - 1))
    if len(line) > MOST_LINE:
        raise SaveFull(f"the save cannot store this: a line has at most {MOST_LINE} bytes")
    if size + len(line) + 1 <= most_bytes and n <= most_lines:
        return
    bounds = f"a save holds at most {MOST_BYTES // 1_000_000} MB and {MOST_LINES} lines"
    if isinstance(record, NoteLine):
        raise SaveFull(
            f"the save has no room for this note: {bounds}, a quarter of it reserved for the game"
        )
    raise SaveFull(f"the save is full: {bounds}{BRANCH_HINT} without what was taken back")


class Lines(NamedTuple):
    """A file's complete lines, where they end, and whether a torn last line was left out."""

    lines: list[bytes]
    size: int
    torn: bool


def read_lines(path: Path) -> Lines:
    """Read the lines of a save. Raises SaveError for a file that is unreadable or too large."""
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
        raise SaveError(f"{path}: not a save: a line is longer than {MOST_LINE // 1_000_000} MB")
    if tail and _is_whole(tail):
        return Lines([*lines, tail], len(data), torn=False)
    return Lines(lines, len(whole) + len(newline), torn=bool(tail))


def _check_bytes(path: Path, data: bytes) -> None:
    """Raise SaveError for a file that is too large or was re-encoded by another program."""
    if len(data) > MOST_BYTES or data.count(b"\n") > MOST_LINES:
        bounds = f"{MOST_BYTES // 1_000_000} MB or {MOST_LINES} lines"
        raise SaveError(f"{path}: not a save: larger than {bounds}")
    if mark := next((name for start, name in BYTE_ORDER_MARKS.items() if data.startswith(start)), None):
        raise SaveError(f"{path}: another program added a {mark} byte order mark; restore the original")
    if b"\r\n" in data[:MOST_LINE]:
        raise SaveError(f"{path}: its lines end with CR LF instead of LF; copy saves as binary files")


def _is_whole(line: bytes) -> bool:
    try:
        return split(line) is not None and bool(msgspec.json.decode(line, type=dict[str, msgspec.Raw]))
    except DECODING_ERRORS:
        return False
