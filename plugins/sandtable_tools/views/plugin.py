"""Views: the formats of pages, reports and pictures, and watching a game at a terminal."""

# ruff: noqa: PLC0415 (slow to import, and this is loaded at every start)

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sandtable import Command, Exported, Exporter, SandtableError, hookimpl
from sandtable_console import import_on_call

if TYPE_CHECKING:
    from sandtable import Session


VIEWS = "sandtable_tools.views"

REPLAY = Command(
    "replay",
    "watch the game so far, step by step",
    import_on_call(f"{VIEWS}.prompt", "replay"),
    kind="works",
    after_end=True,
)
REPORT = Command(
    "report [FILE]",
    "print a report, or write one with pictures to FILE",
    import_on_call(f"{VIEWS}.prompt", "report"),
    kind="works",
    examples=("report raid.html", "report raid.md"),
    aliases=("story",),
    after_end=True,
)


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:  # noqa: ARG001
    """Return the words `replay` and `report`."""
    return {command.word: command for command in (REPLAY, REPORT)}


@hookimpl
def exporters() -> Iterable[Exporter]:
    """Return the formats for every game."""
    return (
        Exporter(
            "replay",
            ".html",
            "a page to watch the game in",
            import_on_call(f"{VIEWS}.replay_page", "page"),
        ),
        Exporter(
            "report",
            ".md",
            "an after-action report as Markdown",
            import_on_call(f"{VIEWS}.report", "markdown"),
        ),
        Exporter(
            "report",
            ".html",
            "an after-action report with pictures",
            import_on_call(f"{VIEWS}.report", "page"),
        ),
        Exporter("map", ".svg", "a picture, or several one below the other", _picture),
    )


def _picture(exported: Exported) -> str:
    """Draw all pictures of a position, one below another. Raises SandtableError if there are none."""
    from sandtable_pictures import document

    session = exported.session
    game = session.scenario.game
    pictures = game.pictures(session.view(exported.seat or next(iter(session.seats))))
    if not pictures:
        raise SandtableError(f"{game.info.title} has no pictures")
    return document(*pictures)
