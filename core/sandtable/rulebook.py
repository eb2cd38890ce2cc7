"""A game's rules in our words: a heading for every section, found by its id or by words."""

from __future__ import annotations

import re
from typing import NamedTuple

from sandtable.errors import UnknownName
from sandtable.words import unknown

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
    """The section of that id with those below it, else every section that has all the words.

    Raises UnknownName when there is none.
    """
    known = sections(text)
    ids = {section.id.lower(): place for place, section in enumerate(known)}
    place = ids.get(wanted.lower())
    if place is not None:
        below = known[place + 1 :]
        deeper = next((k for k, one in enumerate(below) if one.level <= known[place].level), len(below))
        return known[place : place + 1 + deeper]
    words = wanted.lower().split()
    hits = [one for one in known if all(word in str(one).lower() for word in words)]
    if not hits:
        raise UnknownName(unknown("section", wanted, [section.id for section in known]))
    return hits
