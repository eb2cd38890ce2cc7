"""The after-action report of a recorded game, as Markdown or as a page."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Literal, NamedTuple

from sandtable import Exported, sentence
from sandtable_pictures import PICTURE_STYLE, html_page
from sandtable_tools.views.chapters import Chapter
from sandtable_tools.views.curve import curve
from sandtable_tools.views.facts import capital, commands, facts
from sandtable_tools.views.marks import figure
from sandtable_tools.views.notes import TurningPoint
from sandtable_tools.views.prose import itemize
from sandtable_tools.views.scores import Scores
from sandtable_tools.views.signs import fence, paragraph, row, text
from sandtable_tools.views.story import Story, story
from sandtable_tools.views.turning import judge_of, turning_point
from sandtable_tools.views.variations import variations


def markdown(exported: Exported) -> str:
    """The report as Markdown, for a forum or a repository; maps are drawn with characters."""
    tale, session = story(exported), exported.session
    lines = [f"# {text(session.scenario.title)}", ""]
    lines += [f"*{text(session.scenario.game.info.title)}*: an after-action report.", ""]
    lines += [f"- {paragraph(name)}: {text(value)}" for name, value in facts(exported)]
    lines += ["", "## The situation", "", paragraph(" ".join(tale.situation)), ""]
    lines += _chart(tale.opening) if tale.opening else ()
    lines += [line for chapter in tale.chapters for line in _chapter(chapter)]
    if paragraphs := list(ending(exported, tale)):
        lines += [
            "## How it ended",
            "",
            *(line for words in paragraphs for line in (paragraph(words), "")),
        ]
    for table in tables(exported, tale):
        others = "---:|" if table.kind == "figures" else "---|"
        lines += [f"## {text(table.title)}", "", row(table.head)]
        lines += [f"|---|{others * (len(table.head) - 1)}"]
        lines += [*map(row, table.rows), ""]
    if rows := list(chances(exported)):
        lines += ["## Choices and luck", "", *(f"- {paragraph(line)}" for line in rows), ""]
    if again := commands(exported):
        lines += ["## Play it again", "", "The same players and the same luck:", ""]
        lines += fence("sh", again)
    return "\n".join(lines)


def page(exported: Exported) -> str:
    """The report as a self-contained page of HTML without scripts; its maps are pictures."""
    tale, session = story(exported), exported.session
    return html_page(
        "sandtable_tools.views/report.html",
        style=(resources.files("sandtable_tools.views") / "report.css").read_text(encoding="utf-8")
        + PICTURE_STYLE,
        game=session.scenario.game.info.title,
        title=session.scenario.title,
        facts=facts(exported),
        situation=" ".join(tale.situation),
        opening=_draw(tale.opening),
        chapters=[
            (chapter.title, [(*paragraph, _draw(paragraph.point)) for paragraph in chapter.paragraphs])
            for chapter in tale.chapters
        ],
        ending=list(ending(exported, tale)),
        tables=list(tables(exported, tale)),
        chances=list(chances(exported)),
        again="\n".join(commands(exported)),
    )


def _draw(point: TurningPoint | None) -> str:
    if point is None or point.picture is None:
        return ""
    return figure(point.picture, point.before, point.headline)


def _chapter(chapter: Chapter) -> Iterator[str]:
    """A turn: its heading, its paragraphs, and a chart after each turning point."""
    yield from (f"## {text(chapter.title)}", "")
    for sentences, point, stake in chapter.paragraphs:
        if sentences:
            yield " ".join(
                f"**{text(told)}**" if strong else paragraph(told) for told, strong in sentences
            )
            yield ""
        if point:
            yield from (f"### {text(point.headline)}", "")
            yield from [paragraph(sentence(stake)), ""] * bool(stake)
            yield from _chart(point)


def _chart(point: TurningPoint) -> Iterator[str]:
    yield from fence("text", point.chart)


class ReportTable(NamedTuple):
    """A table of a report; in the kind ``figures``, all columns but the first are numbers."""

    title: str
    head: list[str]
    rows: list[list[str]]
    kind: Literal["", "figures", "texts"] = ""


def tables(exported: Exported, tale: Story) -> Iterator[ReportTable]:
    """The sources of the points, the gains and losses of each turn, and the course of the numbers."""
    looked_back = Scores(exported.session, exported.seat)
    for track, stake in looked_back.scores.items():
        changes = looked_back.changes[track]
        if changes and not exported.session.scenario.parts:
            rows = [
                [
                    f"{stake.in_units(change.by):+g}",
                    change.turn,
                    "the end" if sentence(change.what) == tale.ending else change.what,
                ]
                for change in changes
            ]
            total = [f"{stake.in_units(looked_back.totals[track]):g}", "", "in all"]
            name = f"Where the points came from: {capital(stake.name)}"
            yield ReportTable(name, ["Points", "Turn", "What for"], [*rows, total])
    if tale.accounts and len(exported.session.scenario.seats) == 1:
        rows = [
            [account.title, itemize(account.gains), itemize(account.losses)] for account in tale.accounts
        ]
        yield ReportTable("Gains and losses", ["When", "Gains", "Losses"], rows, "texts")
    numbers = [[row.name, *row.values] for row in tale.rows]
    yield ReportTable("How the numbers went", ["", *tale.steps], numbers, "figures")


def ending(exported: Exported, tale: Story) -> Iterator[str]:
    """The end of the game: the decision, the turning point, and history."""
    reviewed = Scores(exported.session, exported.seat)
    turning = turning_point(reviewed, swings(exported, judge_of(exported.session, exported.seat)))
    if tale.ending:
        yield tale.ending
    if turning and tale.ending:
        yield f"The turning point ({turning.turn}): {sentence(turning.text)}"
    if tale.ending and (history := exported.session.scenario.info.history):
        yield f"In history: {history}"


def swings(exported: Exported, judge: str | None) -> dict[int, float]:
    """The greatest changes of a seat's expectation, by line, if the coach has reviewed the game."""
    figures = curve(exported)
    if figures is None:
        return {}
    sign = 1 if judge in (None, figures.seat) else -1
    return {moment.n: sign * moment.by for moment in figures.moments}


def chances(exported: Exported) -> Iterator[str]:
    """The coach's findings, if any: the result and what could be expected, and the moments."""
    figures = curve(exported)
    if figures is None:
        return
    yield figures.said
    for moment in figures.moments:
        yield f"line {moment.n}, {moment.kind}: {moment.amount}"
    for move in variations(exported, figures):
        yield f"line {move.n}, better by {move.gain}: {move.better} Played: {move.played}"
