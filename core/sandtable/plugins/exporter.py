"""Formats in which a game is written down for others: pages, pictures, texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sandtable.record.replay import Replay
    from sandtable.record.session import Session


class Exported(NamedTuple):
    """What is to be written down.

    Of a ``replay``, `sandtable.tooling.frames(replay, seat, to)` plays the save as far as line `to` and
    gives a frame a line, without what `seat` may not know. Of a ``map``, `session` stands at the
    position. `seat` is who reads what is made, so that it holds no more than `session.view(seat)` and
    the frames tell. None, which only a replay has, may know all.
    """

    session: Session
    seat: str | None = None
    replay: Replay | None = None
    to: int | None = None


class Exporter(NamedTuple):
    """A format: what it `serves` (``replay`` or ``map``), the suffix of its files, and what they are.

    `make` returns the whole file, as text (UTF-8) or bytes, and writes nothing. A SandtableError that
    it raises is told in one line.
    """

    serves: str
    suffix: str
    summary: str
    make: Callable[[Exported], str | bytes]
