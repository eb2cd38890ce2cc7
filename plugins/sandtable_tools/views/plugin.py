"""Views: the formats of pages, reports and pictures, and watching a game at a terminal."""

# ruff: noqa: PLC0415 (slow to import, and this is loaded at every start)

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sandtable import Command, Exported, Exporter, SandtableError, hookimpl

if TYPE_CHECKING:
    from sandtable import Session
    from sandtable_console import CommandOutputs, Console


def _replay(console: Console, rest: str) -> CommandOutputs:
    from sandtable_tools.views.prompt import replay

    return replay(console, rest)


REPLAY = Command(
    "replay",
    "watch the game so far, step by step",
    _replay,
    kind="works",
    after_end=True,
)


def _report_word(console: Console, rest: str) -> CommandOutputs:
    from sandtable_tools.views.prompt import report

    return report(console, rest)


REPORT = Command(
    "report [FILE]",
    "print a report, or write one with pictures to FILE",
    _report_word,
    kind="works",
    examples=("report raid.html", "report raid.md"),
    aliases=("story",),
    after_end=True,
)


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:  # noqa: ARG001
    """The words `replay` and `report`."""
    return {command.word: command for command in (REPLAY, REPORT)}


@hookimpl
def exporters() -> Iterable[Exporter]:
    """The formats for every game."""
    return (
        Exporter("replay", ".html", "a page to watch the game in", _page),
        Exporter("report", ".md", "an after-action report as Markdown", _report),
        Exporter("report", ".html", "an after-action report with pictures", _report_page),
        Exporter("map", ".svg", "a picture, or several one below the other", _picture),
    )


def _page(exported: Exported) -> str:
    from sandtable_tools.views.replay_page import page

    return page(exported)


def _report(exported: Exported) -> str:
    from sandtable_tools.views.report import markdown

    return markdown(exported)


def _report_page(exported: Exported) -> str:
    from sandtable_tools.views.report import page

    return page(exported)


def _picture(exported: Exported) -> str:
    """All pictures of a position, one below the other. Raises SandtableError for a game without any."""
    from sandtable_pictures import document

    session = exported.session
    game = session.scenario.game
    pictures = game.pictures(session.view(exported.seat or next(iter(session.seats))))
    if not pictures:
        raise SandtableError(f"{game.info.title} has no pictures")
    return document(*pictures)
