"""A mutant: some lines of a file, and the lines that replace them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

KEPT = Path(__file__).with_name("mutants.jsonl")


class Mutant(msgspec.Struct, frozen=True):
    """A small fault: in `file`, from `line` (from 1) on, the lines `was` become the lines `now`.

    cosmic-ray knows it by `operator` and `occurrence`. If the lines `was` occur several times in the
    file, these are number `copy` of `copies`.
    """

    file: str
    line: int
    operator: str
    occurrence: int
    was: tuple[str, ...]
    now: tuple[str, ...]
    copy: int
    copies: int

    @property
    def id(self) -> str:
        """Its file and line; no two drawn mutants share a line."""
        return f"{self.file}:{self.line}"

    def place(self, lines: Sequence[str]) -> int | None:
        """Return where its lines begin (from 0) in the current file; None if they have changed."""
        found = copies(self.was, lines)
        return found[self.copy - 1] if len(found) == self.copies else None


class Draw(msgspec.Struct):
    """How the mutants were drawn: the seed, the tool, and the digest of each file at that time."""

    seed: str
    tool: str
    files: dict[str, str]


def copies(wanted: Sequence[str], lines: Sequence[str]) -> list[int]:
    """Return every index (from 0) at which these lines begin."""
    size = len(wanted)
    return [k for k in range(len(lines) - size + 1) if tuple(lines[k : k + size]) == tuple(wanted)]


def apply(source: str, mutants: Iterable[Mutant]) -> str:
    """Return a file's text with some mutants in it, none of which touch the same lines."""
    lines = source.splitlines()
    places = {mutant.place(lines): mutant for mutant in mutants}
    for place in sorted((place for place in places if place is not None), reverse=True):
        mutant = places[place]
        lines[place : place + len(mutant.was)] = mutant.now
    return "\n".join(lines) + "\n"


def digest(path: Path) -> str:
    """Return the digest of a file's text."""
    return sha256(path.read_bytes()).hexdigest()[:16]


def write(path: Path, draw: Draw, mutants: Iterable[Mutant]) -> None:
    """Write a draw to a file: a line about it, then a line for each mutant."""
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (draw, *mutants)))


def read(path: Path) -> tuple[Draw, list[Mutant]]:
    """Read a draw from a file."""
    first, *rest = path.read_bytes().splitlines()
    return msgspec.json.decode(first, type=Draw), [
        msgspec.json.decode(line, type=Mutant) for line in rest
    ]
