"""A game's rulebook: its sections, found by id or by words, and shown as text.

A search by words ignores case, accents, hyphens and word endings.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from textwrap import shorten, wrap
from typing import Literal, NamedTuple

from sandtable import UnknownName, slug
from sandtable.tooling import clip, nearest_to

_HEADING = re.compile(r"^(#{2,6})\s+(\S+)\s*(.*)$")
_BETWEEN = re.compile(r"\n\s*\n|\n(?=(?:[-*]|\d+\.) )")
_FENCE = re.compile(r"^```.*\n((?:.*\n)*?)```$", re.MULTILINE)
_MARK = re.compile(r"([-*]|\d+\.) ")
_QUOTE = re.compile(r"^> ?", re.MULTILINE)
_ALSO = re.compile(r"^<!-- also: (.+?) -->$", re.MULTILINE)


class Section(NamedTuple):
    """A section: its `id` as cited, its title, the level of its heading (2 to 6), and its text.

    `also` lists other names that find it, such as the numbers and words of a printed rulebook.
    """

    id: str
    title: str
    level: int
    text: str
    also: tuple[str, ...] = ()

    def has_id(self, wanted: str) -> bool:
        """Return whether an id means this section, ignoring case; 28.0 is the same as 28."""
        low = wanted.lower()
        return self.id.lower() in (low, low.removesuffix(".0")) or low in self.also

    @property
    def heading(self) -> str:
        """The id and title on one line."""
        return f"{self.id}  {self.title}".rstrip()

    def __str__(self) -> str:
        return self.heading + ("\n\n" + self.text if self.text else "")


class Block(NamedTuple):
    """A part of a section: a paragraph, list, numbered list, table, box (a block quote) or picture.

    `rows` holds its items without their marks. In a table, each row is a list of cells, the header
    first. In a box, each row is a paragraph; in a picture, a line as drawn.
    """

    kind: Literal["text", "list", "steps", "table", "box", "picture"]
    rows: list[list[str]]


@lru_cache(maxsize=8)
def sections(text: str) -> Sequence[Section]:
    """Return the sections of a ``rules.md``, in order; the first word of a heading is the id.

    A line ``<!-- also: 21.1, sabotage -->`` gives its section more names.
    """
    read: list[Section] = []
    body: list[str] = []
    for line in [*text.splitlines(), "## end"]:
        heading = _HEADING.match(line)
        if heading:
            if read:
                whole = "\n".join(body)
                names = ", ".join(_ALSO.findall(whole)).lower()
                also = tuple(filter(None, names.split(", ")))
                read[-1] = read[-1]._replace(text=_ALSO.sub("", whole).strip(), also=also)
            body = []
            read.append(Section(heading[2].rstrip(":"), heading[3], len(heading[1]), ""))
        else:
            body.append(line)
    return tuple(read[:-1])


def by_id(text: str, wanted: str) -> Sequence[Section]:
    """Return the section with an id, followed by its subsections; [] if there is none.

    Case does not matter, and ``28.0`` means ``28``. The part before the last hyphen may be left out
    (``a12`` for ``LRDG-A12``) if only one id ends like that.
    """
    every, lowered = sections(text), wanted.lower()
    exact = [place for place, section in enumerate(every) if section.has_id(wanted)]
    by_ending = [
        place for place, section in enumerate(every) if section.id.lower().endswith(f"-{lowered}")
    ]
    if not exact and len(by_ending) != 1:
        return []
    place = (exact or by_ending)[0]
    following = every[place + 1 :]
    count = next(
        (k for k, section in enumerate(following) if section.level <= every[place].level), len(following)
    )
    return every[place : place + 1 + count]


def subsections_of(text: str, wanted: str) -> list[Section]:
    """Return the subsections of an id that has no section itself: 6.1.1 and 6.1.2 for ``6.1``."""
    every, begun = sections(text), f"{wanted.lower().removesuffix('.0')}."
    if any(section.has_id(wanted) for section in every):
        return []
    return [section for section in every if wanted and section.id.lower().startswith(begun)]


def heading(text: str, id: str) -> str:
    """Return a section's id and title on one line, or only the id if there is no such section."""
    return next((section.heading for section in sections(text) if section.id == id), id)


def find(text: str, wanted: str, lists: str = "") -> Sequence[Section]:
    """Return the section with an id and its subsections, or else the sections that contain the words.

    Sections with the words in their heading come first. Raises UnknownName if there are none, naming
    the command that `lists` all sections.
    """
    matching = by_id(text, wanted) or subsections_of(text, wanted) or _search(sections(text), wanted)
    if not matching:
        raise UnknownName(_no_section(sections(text), wanted, lists))
    return matching


def show(text: str, wanted: str, width: int = 80, lists: str = "") -> list[str]:
    """Return lines for a section, for what a search found, or for "" the preface and all headings.

    A section is followed by the headings of its subsections. If a search finds several sections, each
    is shown as its heading and the sentence that matches best.
    """
    if not wanted:
        above = re.split("^##", text, maxsplit=1, flags=re.MULTILINE)[0]
        preface = _wrap_text(above.partition("\n")[2].strip(), width)
        return [*preface, *[""] * bool(preface), *_contents(sections(text))]
    matching = find(text, wanted, lists)
    if below := subsections_of(text, wanted):
        return [
            f"{wanted} has these sections:",
            "",
            *(f"  {section.id}  {section.title}" for section in below),
        ]
    if not by_id(text, wanted) and len(matching) > 1:
        return [f'"{clip(wanted)}" is in these sections:', *_search_lines(matching, wanted, width)]
    first, *below = matching if by_id(text, wanted) else matching[:1]
    lines = [first.heading, "", *_wrap_text(first.text, width)]
    return lines + (["", *_contents(below)] if below else [])


def _contents(sections: Iterable[Section]) -> list[str]:
    """Return the headings of sections, indented by level."""
    return [f"{'  ' * (section.level - 2)}{section.heading}" for section in sections]


def _search_lines(matching: Sequence[Section], wanted: str, width: int) -> Iterator[str]:
    for section in matching:
        yield shorten(section.heading, width, placeholder="...")
        if fits := _best_sentence(section, wanted):
            yield "    " + shorten(fits, width - 4, placeholder="...")


# Blocks.


def blocks(text: str) -> list[Block]:
    """Split a section's text into blocks with unwrapped lines; pictures stay as drawn."""
    read: list[Block] = []
    pieces = _FENCE.split(text)
    for place, piece in enumerate(pieces):
        if place % 2:
            read.append(Block("picture", [[line] for line in piece.splitlines()]))
            continue
        for part in filter(None, map(str.strip, _BETWEEN.split(piece))):
            block = _block(part)
            if read and block.kind == read[-1].kind and block.kind in ("list", "steps"):
                read[-1].rows.extend(block.rows)
            else:
                read.append(block)
    return read


def _block(part: str) -> Block:
    if part.startswith("|"):
        cells = [
            [cell.strip() for cell in row.strip().strip("|").split("|")] for row in part.splitlines()
        ]
        # The line of dashes below the header is dropped.
        return Block("table", [row for row in cells if not all(set(cell) <= set("-: ") for cell in row)])
    if part.startswith(">"):
        paragraphs = re.split(r"\n\s*\n", _QUOTE.sub("", part))
        return Block("box", [[" ".join(words.split())] for words in paragraphs])
    mark = _MARK.match(part)
    words = " ".join(part[mark.end() if mark else 0 :].split())
    return Block("text" if not mark else "steps" if mark[1][0].isdigit() else "list", [[words]])


def _wrap_text(text: str, width: int) -> list[str]:
    """Wrap paragraphs, lists, boxes and tables to the width, without the marks of bold type."""
    lines: list[str] = []
    for block in blocks(text.replace("**", "")):
        lines += [*_DRAW.get(block.kind, _wrap_items)(block, width), ""]
    return lines[:-1]


def _wrap_items(block: Block, width: int) -> Iterator[str]:
    for n, (words,) in enumerate(block.rows, 1):
        mark = {"list": "- ", "steps": f"{n}. "}.get(block.kind, "")
        yield from wrap(mark + words, width, subsequent_indent=" " * len(mark))


def _box(block: Block, width: int) -> Iterator[str]:
    for place, (words,) in enumerate(block.rows):
        yield from ["|"] * (place > 0)
        yield from wrap(words, width, initial_indent="| ", subsequent_indent="| ")


def _picture(block: Block, width: int) -> Iterator[str]:
    """Indent a picture, so that a prompt in it is not taken for yours, and cut it at the width."""
    return (f"  {line}"[:width].rstrip() for (line,) in block.rows)


def _table(block: Block, width: int) -> Iterator[str]:
    rows = block.rows
    widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(len(rows[0]))]
    for row in rows:
        line = "  ".join(cell.ljust(widths[k]) for k, cell in enumerate(row)).rstrip()
        indent = " " * min(sum(widths[:-1]) + 2, width // 2)
        yield from wrap(line, width, subsequent_indent=indent) or [""]


_DRAW = {"table": _table, "box": _box, "picture": _picture}
"""How to draw the kinds of blocks that need more than wrapped lines."""


# The search by words.

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)")
_MARKS = re.compile(r"^\s*(?:[-*]|\d+\.)\s+|\s*\|\s*|[*`]|(?m:^> ?)")
_PICTURE = re.compile(r"^```.*\n(?:.*\n)*?```$", re.MULTILINE)


_NUMBER = re.compile(r"[0-9.]+")
_ENDING = re.compile(r"(?<=...)(?:ations?|ments?|als?|ings?|ions?|ers?|ed|es?|s)$")

LEAST_SIMILARITY = 0.7
"""The similarity (0 to 1) from which a word is suggested for a typed one."""


def _search(sections: Sequence[Section], wanted: str) -> list[Section]:
    """Return the sections in which every typed word is a word or begins one, the best first.

    Sections rank by how many of the words are in their heading; one whose title is exactly these words
    comes first. Then sections with the words in a row beat others, as do those with whole words. A bare
    number is an id and finds nothing, and neither do words without letters.
    """
    typed = () if _NUMBER.fullmatch(wanted) else _words(wanted)
    phrase = f"-{'-'.join(typed)}"
    ranked = [
        (
            -_count(typed, _full_name(section)),
            _words(section.title) != typed,
            -_count(typed, section.title),
            phrase not in f"-{slug(_prose(section))}",
            -len(set(typed).intersection(_words(_prose(section)))),
            place,
        )
        for place, section in enumerate(sections)
        if typed and _count(typed, f"{_full_name(section)} {_prose(section)}") == len(typed)
    ]
    return [sections[place] for *_, place in sorted(ranked)]


def _best_sentence(section: Section, wanted: str) -> str:
    """Return the sentence of a section that has the most of the words, in one line, or ""."""
    typed = _words(wanted)
    sentences = (" ".join(_MARKS.sub(" ", part).split()) for part in _SENTENCE.split(_prose(section)))
    best = max(sentences, key=lambda text: _count(typed, text))
    return best if _count(typed, best) else ""


def _no_section(sections: Sequence[Section], wanted: str, lists: str) -> str:
    """Say that no section was found, and suggest the nearest id or word of the rules.

    If none is near, name the command that `lists` all sections.
    """
    list_hint = f"; {lists} lists all" if lists else ""
    ids = {slug(section.id): section.id for section in sections}
    if any(char.isdecimal() for char in wanted):
        close = nearest_to(wanted, ids, LEAST_SIMILARITY)
        hint = f'; did you mean "{ids[close]}"?' if close else list_hint
        return f'no section "{clip(wanted)}"{hint}'
    index = _index_of(tuple(f"{_full_name(section)} {_prose(section)}" for section in sections))
    missed = [word for word in _words(wanted) if not index.has(word)]
    if not missed:
        return f'no section has all of "{clip(wanted)}"{list_hint}'
    close = nearest_to(missed[0], index.in_order, LEAST_SIMILARITY)
    hint = f'; did you mean "{close}"?' if close else list_hint
    return f'no section has "{clip(missed[0])}"{hint}'


def _full_name(section: Section) -> str:
    return " ".join((section.id, section.title, *section.also))


@lru_cache(maxsize=1024)
def _prose(section: Section) -> str:
    """Return a section's text without its pictures, whose letters are not words."""
    return _PICTURE.sub("", section.text)


@lru_cache(maxsize=2048)
def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, slug(text).split("-")))


class _Index(NamedTuple):
    """The distinct words of some texts: in order, sorted, and as stems."""

    in_order: tuple[str, ...]
    by_letters: list[str]
    stems: frozenset[str]

    def has(self, typed: str) -> bool:
        """Return whether a typed word begins a word or shares its stem: `recruitment`, `recruiting`."""
        place = bisect_left(self.by_letters, typed)
        begins = place < len(self.by_letters) and self.by_letters[place].startswith(typed)
        return begins or _stem(typed) in self.stems


@lru_cache(maxsize=2048)
def _index_of(texts: tuple[str, ...]) -> _Index:
    words = tuple(dict.fromkeys(word for text in texts for word in _words(text)))
    return _Index(words, sorted(words), frozenset(map(_stem, words)))


def _count(typed: Sequence[str], text: str) -> int:
    """Return how many of the typed words match a word in a text."""
    index = _index_of((text,))
    return sum(index.has(word) for word in typed)


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """Return a word without its ending, if that leaves at least three letters."""
    return _ENDING.sub("", word)
