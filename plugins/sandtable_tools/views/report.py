"""The after-action report of a recorded game, as Markdown or as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import groupby
from typing import Literal, NamedTuple

from sandtable import Exported, sentence
from sandtable_pictures import PICTURE_STYLE, html_page
from sandtable_tools.views.chapters import Chapter, turn_range
from sandtable_tools.views.charts import course, waterfall
from sandtable_tools.views.curve import curve
from sandtable_tools.views.facts import capitalized, commands, facts
from sandtable_tools.views.marks import LEGIBLE, figure
from sandtable_tools.views.notes import NOTABLE, TurningPoint
from sandtable_tools.views.scores import Scores, ScoreStep
from sandtable_tools.views.signs import fence, paragraph, row, text
from sandtable_tools.views.story import Story, story
from sandtable_tools.views.turning import judge_of, turning_point
from sandtable_tools.views.variations import variations


def markdown(exported: Exported) -> str:
    """Write the report in Markdown, for a forum or a repository, with maps drawn in characters."""
    tale, session = story(exported), exported.session
    lines = [f"# {text(tale.headline)}", ""]
    game, scenario = text(session.scenario.game.info.title), text(session.scenario.title)
    lines += [f"*{game}*: {scenario}, an after-action report.", ""]
    lines += [f"**{text(' '.join(lead(exported, tale)))}**", ""]
    lines += [f"- {paragraph(name)}: {text(value)}" for name, value in _facts(exported)]
    situation = paragraph(" ".join(tale.situation))
    lines += ["", "## The situation", "", situation, ""] if situation or tale.opening else [""]
    lines += fence("text", tale.opening.chart) if tale.opening else ()
    numbers = {point.n: number for number, point in enumerate(tale.points, 1)}
    for chapter in tale.chapters:
        lines += _chapter(chapter, numbers, exported.play_from(chapter.n - 1))
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
    if rows := list(coach_findings(exported)):
        lines += ["## Choices and luck", "", *(f"- {paragraph(line)}" for line in rows), ""]
    if again := commands(exported):
        lines += ["## Play it again", "", "The same players and the same luck:", ""]
        lines += fence("sh", again)
    return "\n".join(lines)


def page(exported: Exported) -> str:
    """Write the report as one self-contained HTML page, without scripts and with maps as pictures."""
    tale, session = story(exported), exported.session
    trail = tale.trail.drawing((point.n, point.told) for point in tale.points)
    return html_page(
        "sandtable_tools.views/report.html",
        style=(resources.files("sandtable_tools.views") / "report.css").read_text(encoding="utf-8")
        + PICTURE_STYLE,
        game=f"{session.scenario.game.info.title}: {session.scenario.title}",
        title=tale.headline,
        about=" ".join(lead(exported, tale)),
        preview=exported.preview,
        facts=_facts(exported),
        lead=" ".join(lead(exported, tale)),
        trail=trail,
        legible=LEGIBLE,
        ways=tale.trail.ways,
        points=list(enumerate(tale.points, 1)),
        situation=" ".join(tale.situation),
        opening="" if tale.trail.legs else _draw(tale.opening),
        chapters=[
            (chapter, [(*paragraph, _draw(paragraph.point)) for paragraph in chapter.paragraphs])
            for chapter in tale.chapters
        ],
        play_from=exported.play_from,
        numbers={point.n: number for number, point in enumerate(tale.points, 1)},
        ending=list(ending(exported, tale)),
        sources=[
            (table, waterfall([float(row[0]) for row in table.rows[:-1]]))
            for table in tables(exported, tale)
            if table.kind == "sources"
        ],
        course=_course(exported, tale),
        chances=list(coach_findings(exported)),
        again="\n".join(commands(exported)),
    )


def lead(exported: Exported, tale: Story) -> Iterator[str]:
    """Tell what the game was about, how it ended, and what turned it."""
    yield from tale.lead
    reviewed = Scores(exported.session, exported.seat)
    turning = turning_point(reviewed, swings(exported, judge_of(exported.session, exported.seat)))
    great = [news.text for _, news in tale.headlines if abs(news.worth) >= NOTABLE or news.decisive]
    if turning and tale.ending and great.count(turning.text) == 1:
        when = f" ({_fit_into_sentence(turning.turn)})" * any(map(str.isdigit, turning.turn))
        yield f"The turning point{when}: {_fit_into_sentence(sentence(turning.text))}"


def _fit_into_sentence(words: str) -> str:
    """Fit words into a sentence: `The raiders` becomes `the raiders`."""
    first, _, rest = words.partition(" ")
    return f"{first.lower()} {rest}" if first in ("The", "Turn", "Round", "You", "Battle") else words


def _facts(exported: Exported) -> list[tuple[str, str]]:
    """Return the facts of the game without its outcome, which the lead tells."""
    return [(name, value) for name, value in facts(exported) if name != "Outcome" or value == "not over"]


def _draw(point: TurningPoint | None) -> str:
    if point is None or point.picture is None:
        return ""
    return figure(point.picture, point.before, f"{point.headline} {point.told}")


def _scores(exported: Exported) -> dict[str, str]:
    """Return the names of the scores, keyed by their names among the figures."""
    stakes = exported.session.scenario.game.stakes
    return {
        stake.figure or name: capitalized(stake.name) for name, stake in stakes.items() if stake.scores
    }


def _course(exported: Exported, tale: Story) -> str:
    """Draw a chart of the scores; return "" if none changed."""
    shown = [note for note in tale.course if note.turn or note is tale.course[0]]
    lines = []
    for track, name in _scores(exported).items():
        values = [float(note.tracks.get(track, 0)) for note in shown]
        if len(set(values)) > 1:
            lines.append((name, values))
    at = {note.n: place for place, note in enumerate(shown)}
    dots = [at[point.n] for point in tale.points]
    return course(lines, [note.turn for note in shown], dots) if lines else ""


def _chapter(chapter: Chapter, numbers: Mapping[int, int], table: str = "") -> Iterator[str]:
    """Tell a turn: its heading, its paragraphs, and a chart after each turning point."""
    yield from (f"## {text(chapter.title)}", "")
    yield from [f"[Play from here]({table})", ""] * bool(table)
    for sentences, point, stake in chapter.paragraphs:
        if sentences:
            yield " ".join(
                f"**{text(told)}**" if strong else paragraph(told) for told, strong in sentences
            )
            yield ""
        if point:
            yield from (f"### {numbers[point.n]}. {text(point.told.rstrip('.'))}", "")
            yield from [paragraph(sentence(stake)), ""] * bool(stake)
            yield from fence("text", point.chart)


class ReportTable(NamedTuple):
    """A table of a report: the ``sources`` of a score, or the ``figures`` of each turn."""

    title: str
    head: list[str]
    rows: list[list[str]]
    kind: Literal["sources", "figures"]


def tables(exported: Exported, tale: Story) -> Iterator[ReportTable]:
    """Yield a table of the sources of each score, and one of the scores turn by turn."""
    looked_back = Scores(exported.session, exported.seat)
    lines = exported.lines()  # a seat's frames leave some out
    turn_of = {lines[note.n - 1]: note.turn for note in tale.course}
    for track, stake in looked_back.scores.items():
        sources: dict[str, list[ScoreStep]] = {}
        for change in looked_back.changes[track]:
            what = "the end" if sentence(change.what) == tale.ending else change.what
            sources.setdefault(change.reason or what, []).append(change)
        rows = [
            [
                f"{stake.in_units(by):+g}",
                turn_range(*(turn_of.get(steps[end].n, steps[end].turn) for end in (0, -1))),
                what,
            ]
            for what, steps in sources.items()
            if (by := sum(step.by for step in steps))
        ]
        if rows and not exported.session.scenario.parts:
            total = [f"{stake.in_units(looked_back.totals[track]):g}", "", "total"]
            name = f"Where the points came from: {capitalized(stake.name)}"
            yield ReportTable(name, ["Points", "When", "Source"], [*rows, total], "sources")
    names = _scores(exported)
    rows = []
    for turn, group in groupby(
        tale.course, lambda note: "Start" * (note is tale.course[0]) or note.turn
    ):
        *_, last = group
        values = [f"{last.tracks.get(track, 0):g}" for track in names]
        if not rows or values != rows[-1][1:]:
            rows.append([turn, *values])
    if names and len(rows) > 1:
        yield ReportTable("How the score went", ["After", *names.values()], rows, "figures")


def ending(exported: Exported, tale: Story) -> Iterator[str]:
    """Tell how the game ended, and how the battle or campaign went in history."""
    if tale.ending:
        yield tale.ending
    if tale.ending and (history := exported.session.scenario.info.history):
        yield f"In history: {history}"


def swings(exported: Exported, judge: str | None) -> dict[int, float]:
    """Return the changes of a seat's expectation that the coach found, by line of the save."""
    figures = curve(exported)
    if figures is None:
        return {}
    sign = 1 if judge in (None, figures.seat) else -1
    return {moment.line: sign * moment.by for moment in figures.moments}


def coach_findings(exported: Exported) -> Iterator[str]:
    """Tell what the coach found, if it reviewed the game: the result, the expectation, the moments."""
    figures = curve(exported)
    if figures is None:
        return
    yield figures.said
    better = {move.n: move for move in variations(exported, figures)}
    for moment in figures.moments:
        move = better.get(moment.n) if moment.better else None
        instead = f". Better: {move.better} Played: {move.played}" if move else ""
        yield f"line {moment.n}, {moment.kind}: {moment.amount}{instead}"
