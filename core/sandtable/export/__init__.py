"""Writing a game down for others: as a page to be watched in a browser, or as a picture.

This is a plugin like any other: it answers to the hook `exporters`.
"""

# ruff: noqa: PLC0415 (asked whenever a plugin is, and slow to import)

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.errors import SandtableError
from sandtable.exporter import Exported, Exporter
from sandtable.hooks import hookimpl

if TYPE_CHECKING:
    from sandtable.replay import Replay


@hookimpl
def exporters() -> Iterable[Exporter]:
    """The formats that every game has."""
    return (
        Exporter("replay", ".html", "a page in which the game can be watched", _page),
        Exporter("map", ".svg", "a picture, or several one below the other", _picture),
    )


def page(run: Replay, seat: str | None = None, to: int | None = None) -> str:
    """A save up to line `to` as a page to be watched, with the eyes of `seat`; with all for None.

    Nothing that the seat may not know is in it. Raises Divergence where the save differs.
    """
    from sandtable.export import viewer

    return viewer.page(run, seat, to)


def _page(exported: Exported) -> str:
    assert exported.replay  # noqa: S101 (what a format for replays is given)
    return page(exported.replay, exported.seat, exported.to)


def _picture(exported: Exported) -> str:
    """All pictures of a position, one below the other; SandtableError for a game without pictures."""
    from sandtable.svg import document

    session = exported.session
    game = session.scenario.game
    pictures = game.pictures(session.view(exported.seat or next(iter(session.seats))))
    if not pictures:
        raise SandtableError(f"{game.info.title} has no pictures")
    return document(*pictures)
