"""Ways to damage the bytes of a save; each is a function of a `Random` and the bytes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random  # noqa: TID251

from .games import early_index

PIECES = (
    b"\0",
    b"\0" * 300,
    b"\n",
    b"\r",
    b"\n\n",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[" * 40,
    b"]",
    b",",
    b"-",
)
PIECES += (
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"0",
    b"9" * 30,
    b"1e999",
    b"null",
    b"NaN",
    b"{}\n",
    b"\xed\xa0\x80",
)


def flipped(luck: Random, data: bytes) -> bytes:
    """Change one bit."""
    place = early_index(luck, len(data))
    return data[:place] + bytes([data[place] ^ 1 << luck.randrange(8)]) + data[place + 1 :]


def inserted(luck: Random, data: bytes) -> bytes:
    """Insert foreign bytes, or replace a byte with them."""
    place, piece = early_index(luck, len(data)), luck.choice(PIECES)
    return data[:place] + piece + data[place + luck.randrange(2) :]


def _range(luck: Random, data: bytes) -> tuple[int, int]:
    start = early_index(luck, len(data))
    return start, start + 1 + int(min(len(data), 4000) * luck.random() ** 4)


def deleted(luck: Random, data: bytes) -> bytes:
    """Delete a part."""
    start, end = _range(luck, data)
    return data[:start] + data[end:]


def truncated(luck: Random, data: bytes) -> bytes:
    """Cut off the end."""
    return data[: luck.randrange(len(data))]


def repeated(luck: Random, data: bytes) -> bytes:
    """Repeat a part, once or many times."""
    start, end = _range(luck, data)
    return data[:start] + data[start:end] * luck.choice((2, 2, 3, 200)) + data[end:]


def moved(luck: Random, data: bytes) -> bytes:
    """Move a part elsewhere."""
    start, end = _range(luck, data)
    part, rest = data[start:end], data[:start] + data[end:]
    place = early_index(luck, len(rest))
    return rest[:place] + part + rest[place:]


def blanked(luck: Random, data: bytes) -> bytes:
    """Replace a part by NUL bytes, as a file system may do after a power cut."""
    start, end = _range(luck, data)
    return data[:start] + b"\0" * len(data[start:end]) + data[end:]


def recoded(luck: Random, data: bytes) -> bytes:
    """Read and write it in another encoding."""
    coding = luck.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "crlf", "cr", "latin"))
    if coding in ("crlf", "cr"):
        return data.replace(b"\n", b"\r\n" if coding == "crlf" else b"\r", luck.choice((-1, 1)))
    if coding == "latin":
        return data.replace(b"e", "é".encode("latin-1"), luck.choice((-1, 1)))
    return data.decode().encode(coding)


BYTES: tuple[Callable[[Random, bytes], bytes], ...]
BYTES = (flipped, inserted, deleted, truncated, repeated, moved, blanked, recoded)
