"""The replay page: one self-contained HTML file to watch a recorded game in."""

from __future__ import annotations

import re
from importlib import resources

from sandtable import Exported
from sandtable.tooling import link
from sandtable_console import as_json, rulebook, visible_data
from sandtable_pictures import PICTURE_STYLE, html_page
from sandtable_tools.views.curve import curve
from sandtable_tools.views.facts import facts
from sandtable_tools.views.page_data import PageData
from sandtable_tools.views.runs import steps
from sandtable_tools.views.variations import variations

SCRIPTS = (
    *("page_data.js", "elements.js", "page_words.js", "marks.js", "page_pictures.js", "fight.js"),
    *("page_fight.js", "page_charts.js", "replay_page.js"),
)
"""The page's scripts, in order; modules shared with other pages are merged into them."""

_SCRIPT_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}
"""Escapes for characters that could end a script; in JSON they occur only in strings."""


def page(exported: Exported) -> str:
    """Write a replay as a page, without what its reader may not know. Raises Divergence."""
    session = exported.session
    game, view = session.scenario.game, session.view(exported.seat or session.scenario.seats[0])
    page_data = PageData({seat: game.name_of(view, seat) for seat in session.seats}, game)
    for step in steps(exported.frames()):
        page_data.add(step)
    data = page_data.data
    if (figures := curve(exported)) and figures.points:
        name = game.name_of(view, figures.seat)
        data["curve"] = page_data.curve(figures, name, variations(exported, figures))
    if exported.link:
        notes = [n for n, line in enumerate(session.journal.lines, 1) if link.notes_left_out([line])]
        data["table"] = {"link": exported.link, "notes": notes, "over": session.outcome is not None}
    sections = {section.id: section for section in rulebook.sections(game.rules_text)}
    cited = [sections[id] for id in page_data.cites if id in sections]
    data["rules"] = {section.id: (section.title, rulebook.blocks(section.text)) for section in cited}
    return html_page(
        "sandtable_tools.views/replay_page.html",
        style=_read_file("fight.css") + _read_file("replay_page.css") + PICTURE_STYLE,
        script="".join(map(_read_file, SCRIPTS)),
        game=game.info.title,
        title=session.scenario.title,
        about=f"{session.scenario.title}, step by step: {game.verdict(session.table) or 'not over'}",
        facts=facts(exported),
        grounds=page_data.grounds,
        looks=page_data.looks,
        parts=page_data.parts,
        table=bool(exported.link),
        data=as_json(visible_data(data), indent=-1).translate(_SCRIPT_ESCAPES),
    )


def _read_file(name: str) -> str:
    """Read a script or style, here or shared, without its comments, indents and imports."""
    own = resources.files("sandtable_tools.views") / name
    file = own if own.is_file() else resources.files("sandtable_pictures.script") / name
    text = file.read_text(encoding="utf-8")
    return re.sub(r"^(?:import .*\n|export | *(?://.*\n|/\*.*\*/\n)?)", "", text, flags=re.MULTILINE)
