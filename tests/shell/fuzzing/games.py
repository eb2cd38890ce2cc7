"""Recorded games to be damaged, and the saves that a forger writes: lines, positions, digests."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random  # noqa: TID251
from typing import Any, NamedTuple

from forging import in_format

from sandtable.record.records import FORMAT, digest_of, hash_of
from sandtable.record.replay import Replay

ROOT = Path(__file__).parents[3]

SHORT_GAMES = (
    "aqaba",
    "damascus",
    "gaza-offensive",
    "hejaz-railroad",
    "benghazi-road",
    "1918-even",
    "el-alamein",
)
"""The scenarios whose recorded games are damaged: short or fast ones of all games."""


class Original(NamedTuple):
    """A recorded game: its lines, and the position after each, as a forger can work them out."""

    path: Path
    lines: list[bytes]
    positions: list[bytes]

    @property
    def data(self) -> bytes:
        """The whole file."""
        return b"".join(line + b"\n" for line in self.lines)


class Line(NamedTuple):
    """A line of a save that is being damaged, and the position that a forger gives it."""

    record: dict[str, Any]
    position: bytes


class Damaged(NamedTuple):
    """A damaged save.

    With `forged`, its digests were made to fit: it may differ from the original and still verify.
    """

    how: str
    """The name of the way in which it was damaged."""
    data: bytes
    original: Original
    forged: bool = False


@cache
def originals() -> list[Original]:
    """The games that are damaged, and one of them as each former format had it."""
    paths = sorted((ROOT / "saves").glob("*.jsonl"))
    games = [original(path) for path in paths if path.stem.endswith(SHORT_GAMES)]
    even = next(game for game in games if game.path.stem.endswith("1918-even"))
    for number in range(1, FORMAT):
        lines = [line.rstrip(b"\n") for line in in_format(number, even.path)]
        games.append(even._replace(path=Path(f"format-{number}") / even.path.name, lines=lines))
    return games


def original(path: Path) -> Original:
    """A recorded game with its positions."""
    run = Replay(path)
    positions = [run.session.table.position for _ in run.steps()]
    return Original(path, run.lines, positions)


def early_index(luck: Random, length: int) -> int:
    """An index into something of a given length, most often near its beginning."""
    return int(length * luck.random() ** luck.choice((1, 3, 6)))


def dumped(record: Any) -> bytes:
    """A record as a line without its digest; fields that cannot be written are left out."""
    try:
        text = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
        return text.encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return b"{}"


def lines_of(game: Original) -> list[Line]:
    """A recorded game as records with their positions, and still with their digests."""
    return [
        Line(json.loads(line), position)
        for line, position in zip(game.lines, game.positions, strict=True)
    ]


def with_fitting_digests(lines: list[Line], *, numbered: bool) -> bytes:
    """The lines as a forger writes them: each hash fits the position, each digest its line."""
    digest, data = "", []
    for n, (record, position) in enumerate(lines, 1):
        rest = {key: value for key, value in record.items() if key not in ("at", "digest")}
        body = dumped({**rest, "n": n} if numbered else rest)
        body = body[:-1] + f'{"," * (len(body) > 2)}"at":"{hash_of(position)}"}}'.encode()
        digest = digest_of(digest, body)
        data.append(body[:-1] + f',"digest":"{digest}"}}\n'.encode())
    return b"".join(data)
