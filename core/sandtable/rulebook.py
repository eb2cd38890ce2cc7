"""A game's rules in our words: a heading for every section, found by its id or by words."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import NamedTuple

from sandtable.errors import UnknownName
from sandtable.words import unknown

MOST_SHOWN = 3
"""Of more sections found by words only the headings are shown."""

_HEADING = re.compile(r"^(#{2,6})\s+(\S+)\s*(.*)$")


class Section(NamedTuple):
    """A section: its `id` as it is cited, title, level of its heading (2 to 6), and text."""

    id: str
    title: str
    level: int
    text: str

    def __str__(self) -> str:
        return f"{self.id}  {self.title}".rstrip() + ("\n\n" + self.text if self.text else "")


def sections(text: str) -> list[Section]:
    """The sections of a ``rules.md``, in order; a heading's first word is the id."""
    found: list[Section] = []
    body: list[str] = []
    for line in [*text.splitlines(), "## end"]:
        heading = _HEADING.match(line)
        if heading:
            if found:
                found[-1] = found[-1]._replace(text="\n".join(body).strip())
            body = []
            found.append(Section(heading[2].rstrip(":"), heading[3], len(heading[1]), ""))
        else:
            body.append(line)
    return found[:-1]


def find(text: str, wanted: str) -> list[Section]:
    """The section of that id with those below it, else every section that has words beginning so.

    Raises UnknownName when there is none.
    """
    known = sections(text)
    ids = {section.id.lower(): place for place, section in enumerate(known)}
    place = ids.get(wanted.lower())
    if place is not None:
        below = known[place + 1 :]
        deeper = next((k for k, one in enumerate(below) if one.level <= known[place].level), len(below))
        return known[place : place + 1 + deeper]
    words = [re.compile(rf"\b{re.escape(word)}") for word in wanted.lower().split()]
    hits = [one for one in known if all(word.search(str(one).lower()) for word in words)]
    if not hits:
        raise UnknownName(unknown("section", wanted, [section.id for section in known]))
    return hits


def show(text: str, wanted: str, width: int = 80) -> list[str]:
    """A section, or what a search found, as lines of at most `width` columns; all headings for "".

    Of many sections found by words only the headings are shown.
    """
    known = find(text, wanted) if wanted else sections(text)
    searched = known[0].id.lower() != wanted.lower()
    if searched and len(known) > MOST_SHOWN:
        heads = [f"{'  ' * (one.level - 2)}{one.id}  {one.title}" for one in known]
        return heads if not wanted else [f'"{wanted}" stands in these sections:', *heads]
    lines: list[str] = []
    for one in known:
        lines += ["", f"{one.id}  {one.title}".rstrip(), "", *_flow(one.text, width)]
    return lines[1:]


def _flow(text: str, width: int) -> list[str]:
    """Paragraphs filled anew, lists and tables as they are but for their width."""
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        rows = block.splitlines()
        if rows and rows[0].startswith("|"):
            lines += _table(rows, width)
        else:
            for item in re.split(r"\n(?=[-*] )", block):
                hang = "  " if item.startswith(("- ", "* ")) else ""
                lines += wrap(" ".join(item.split()), width, subsequent_indent=hang)
        lines.append("")
    return lines[:-1]


def _table(rows: list[str], width: int) -> list[str]:
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    cells = [row for row in cells if not all(set(cell) <= set("-: ") for cell in row)]
    wide = [max(len(row[k]) for row in cells if k < len(row)) for k in range(len(cells[0]))]
    lines: list[str] = []
    for row in cells:
        line = "  ".join(cell.ljust(wide[k]) for k, cell in enumerate(row)).rstrip()
        lines += wrap(line, width, subsequent_indent=" " * min(sum(wide[:-1]) + 2, width // 2)) or [""]
    return lines
