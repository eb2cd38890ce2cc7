"""The formats in which games can be exported: pages, pictures, tables, texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sandtable import SandtableError
from sandtable.tooling import link

if TYPE_CHECKING:
    from sandtable import Replay, Session
    from sandtable_pictures.frame import Frame


class Exported(NamedTuple):
    """What to export: a replay, as `frames`, or a map of the current position of `session`.

    - `seat`: the seat for which the file is made; it may show only what the frames or
      `session.view(seat)` show. In a replay, None may see everything.
    - `replay`: the replay; None for a map.
    - `to`: the last line to export, if not the last in the save.
    - `preview`: the address of a picture to show next to links to the file.
    - `link`: the address at which the game can be played on, if any.
    """

    session: Session
    seat: str | None = None
    replay: Replay | None = None
    to: int | None = None
    preview: str = ""
    link: str = ""

    @classmethod
    def of_replay(
        cls, replay: Replay, seat: str | None = None, to: int | None = None, table: str = ""
    ) -> Exported:
        """Return a replay up to line `to`, showing what `seat` may know; everything for None.

        `table` is the address of a page that opens links. Raises SandtableError if the replay cannot
        become a link, or if a link would reveal what the seat may not know.
        """
        exported = cls(replay.session, seat, replay, to)
        if not table:
            return exported
        if seat is not None and len(replay.session.seats) > 1:
            raise SandtableError(f"a link would reveal everything, not only what {seat} may know")
        return exported._replace(link=link.page_address(table, link.link_of(replay, to)))

    def play_from(self, n: int) -> str:
        """Return the address at which to play on from line `n`; empty without a `link`."""
        notes = link.notes_left_out(self.session.journal.lines[:n])
        return f"{self.link}@{max(n - notes, 1)}" if self.link else ""

    def frames(self) -> Iterator[Frame]:
        """Return a frame for each line of a replay up to `to`, without what `seat` may not know.

        After each, `session` is in the position after the line. Raises Divergence if the save
        differs.
        """
        from sandtable_pictures.frame import frames  # noqa: PLC0415 (only a replay needs it)

        assert self.replay is not None, "a map has no frames"  # noqa: S101
        return frames(self.replay, self.seat, self.to)

    def lines(self) -> Sequence[int]:
        """Return the number of the save's line behind each of `frames`; the replay must have run.

        For a seat, which sees no frame for some lines, the save is replayed again. Raises Divergence.
        """
        from sandtable import Replay  # noqa: PLC0415
        from sandtable_pictures.frame import is_shown  # noqa: PLC0415 (only a replay needs it)

        assert self.replay is not None, "a map has no lines"  # noqa: S101
        if self.seat is None:
            return range(1, self.session.journal.n + 1)
        again = Replay(self.replay.path, self.replay.plugins)
        return [entry.n for entry in again.steps(self.to) if is_shown(entry, self.seat)]


class Exporter(NamedTuple):
    """A file format. Set all fields, and return it from the hook `exporters`.

    >>> from sandtable import Exporter
    >>> def turns(exported):
    ...     return " ".join(frame.turn for frame in exported.frames())
    >>> TURNS = Exporter("replay", ".turns", "the turn of each line", turns)

    - `serves`: the command that uses it: ``replay``, ``report`` or ``map``.
    - `suffix`: the suffix of its files, in lower case.
    - `summary`: what the file contains, in a few words.
    - `make`: returns the whole file, as text (UTF-8) or bytes, and writes nothing. If it raises a
      SandtableError, the user sees it in one line.
    """

    serves: str
    suffix: str
    summary: str
    make: Callable[[Exported], str | bytes]
