"""Adds each unit's kind where a story first names the unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from sandtable import Exported
from sandtable_tools.views.chapters import Chapter


def introduce(chapters: Sequence[Chapter], exported: Exported, known: str) -> None:
    """Add each unit's kind after its first mention: T1/A and T1/B (half teams).

    The kind is what the game's list of items says before the first comma, if that is a plain word. Units
    in `known`, which the reader has met already, are not introduced.
    """
    session = exported.session
    seats = session.scenario.seats
    viewer = seats[0] if len(seats) == 1 else exported.seat
    kinds = {
        item.title or item.name: item.brief.partition(",")[0]
        for item in session.scenario.game.items(session.view(viewer))
        if item.kind == "unit"
    }
    kinds = {
        name: kind
        for name, kind in kinds.items()
        if kind.islower() and kind != name.lower() and name not in known
    }
    if not kinds:
        return
    names = "|".join(re.escape(name) for name in sorted(kinds, key=len, reverse=True))
    several = re.compile(rf"(?<!\w)(?:{names})(?: x\d+)?(?:(?:, | and )(?:{names})(?: x\d+)?)*(?![\w/])")
    introduced: set[str] = set()

    def with_kinds(found: re.Match[str]) -> str:
        words = re.split(r"(, | and )", found[0])
        text = ""
        pairs = list(zip(words[::2], ["", *words[1::2]], strict=True))
        for kind, group in groupby(
            pairs, lambda pair: "" if pair[0] in introduced else kinds.get(pair[0], "")
        ):
            run = list(group)
            text += "".join(joiner + name for name, joiner in run)
            text += f" ({kind}{'s' * (len(run) > 1)})" * bool(kind)
            introduced.update(name for name, _ in run)
        return text

    for chapter in chapters:
        for place, paragraph in enumerate(chapter.paragraphs):
            told = [one._replace(text=several.sub(with_kinds, one.text)) for one in paragraph.sentences]
            chapter.paragraphs[place] = paragraph._replace(sentences=told)
