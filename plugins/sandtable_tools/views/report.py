"""The after-action report of a recorded game, as Markdown or as a page."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import resources

from sandtable import Exported, times
from sandtable.tooling import PICTURE_STYLE, html_page
from sandtable_tools.views.curve import curve
from sandtable_tools.views.facts import facts, house_rules
from sandtable_tools.views.marks import figure
from sandtable_tools.views.story import Chapter, Row, Story, TurningPoint, story


def markdown(exported: Exported) -> str:
    """The report as Markdown, for a forum or a repository; maps are charts of characters."""
    told, session = story(exported), exported.session
    lines = [f"# {session.scenario.title}", ""]
    lines += [f"*{session.scenario.game.info.title}*: an after-action report.", ""]
    lines += [f"- {name}: {value}" for name, value in facts(exported)]
    lines += ["", *(line for chapter in told.chapters for line in _chapter(chapter))]
    lines += ["## How the numbers went", "", *_table(["", *told.steps], told.rows), ""]
    for title, items in news(exported, told):
        lines += [f"## {title}", "", *(f"- {item}" for item in items), ""]
    if found := list(chances(exported)):
        lines += ["## Choices and luck", "", *(f"- {line}" for line in found), ""]
    if command := again(exported):
        lines += ["## Play it again", "", "The same players and the same luck:", ""]
        lines += ["```sh", command, "```", ""]
    return "\n".join(lines)


def page(exported: Exported) -> str:
    """The report as a page of HTML without scripts that needs nothing else; its maps are pictures."""
    told, session = story(exported), exported.session
    return html_page(
        "sandtable_tools.views/report.html",
        style=(resources.files("sandtable_tools.views") / "report.css").read_text(encoding="utf-8")
        + PICTURE_STYLE,
        game=session.scenario.game.info.title,
        title=session.scenario.title,
        facts=facts(exported),
        chapters=[
            (chapter.title, chapter.sentences, [(point, _drawn(point)) for point in chapter.points])
            for chapter in told.chapters
        ],
        steps=told.steps,
        rows=told.rows,
        news=list(news(exported, told)),
        chances=list(chances(exported)),
        again=again(exported),
    )


def _drawn(point: TurningPoint) -> str:
    return figure(point.picture, point.before) if point.picture else ""


def _chapter(chapter: Chapter) -> Iterator[str]:
    """A turn: its heading, its sentences in a paragraph, and a chart for each turning point."""
    yield from (f"## {chapter.title}", "")
    yield " ".join(f"**{text}**" if strong else text for text, strong in chapter.sentences)
    yield ""
    for point in chapter.points:
        yield from (f"### {point.headline}", "", "```text", *point.chart, "```", "")


def _table(head: Sequence[str], rows: Sequence[Row]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|---|{'---:|' * (len(head) - 1)}"
    for row in rows:
        yield f"| {row.name} | {' | '.join(row.values)} |"


def news(exported: Exported, told: Story) -> Iterator[tuple[str, list[str]]]:
    """All headlines, each once with its number, the weightiest first.

    Of a game for one, good news and bad are told apart.
    """
    sides = exported.session.scenario.game.seats
    if len(sides) > 1:
        kinds = {"Highlights": told.headlines}
    else:
        good = [(n, headline) for n, headline in told.headlines if headline.worth >= 0]
        bad = [(n, headline) for n, headline in told.headlines if headline.worth < 0]
        kinds = {"Gains": good, "Losses": bad}
    for title, some in kinds.items():
        count = Counter(headline.text for _, headline in some)
        weight = {headline.text: abs(headline.worth) for _, headline in some}
        if some:
            yield (
                title,
                [times(text, count[text]) for text in sorted(count, key=lambda text: -weight[text])],
            )


def chances(exported: Exported) -> Iterator[str]:
    """What the coach found, if anything: where the game began and ended, and what changed most."""
    session, found = exported.session, curve(exported)
    if found is None:
        return
    name = session.scenario.game.name_of(session.view(exported.seat or found.seat), found.seat)
    start, end = (found.figure(found.points[place][1]) for place in (0, -1))
    yield f"{found.title(name)}, {start} at the start, {end} at the end"
    for n, kind, by in found.turning_points:
        yield f"line {n}{f', {kind}' * bool(kind)}: {found.figure(by, sign=True)}"
    for n, (words, by) in found.better.items():
        yield f"line {n}: the coach would have played {words} ({found.figure(by, sign=True)})"


def again(exported: Exported) -> str:
    """The command that plays the same game; empty where luck is hidden, or was typed in."""
    header = exported.session.header
    if exported.seat is not None or header.typed_in or header.embedded:
        return ""
    seats = [f"--seat {seat}={player}" for seat, player in header.seats.items()]
    options = [f"--set {name}={value}" for name, value in house_rules(exported).items()]
    seed = f"--seed {shlex.quote(str(header.seed))}"
    return " ".join(["sandtable play", exported.session.scenario.id, seed, *seats, *options])
