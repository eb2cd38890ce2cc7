"""A lesson: a guided first game as a Markdown file, with prose, commands, and their output.

The file is the ``learn.md`` of a game's package. It begins with a title and a block of TOML that names
the scenario. Prose and ``console`` blocks follow. A block has a command after ``> ``, then its output,
in which ``...`` stands for anything. If an ``otherwise`` block follows, the step is a decision: it
gives reasons against the other choices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sandtable import Game, SandtableError, Session, new, number_of
from sandtable.tooling import Catalog, catalog, find_faults, toml_text
from sandtable_console import rulebook

FILE = "learn.md"
"""The file of a game's package that holds its lesson."""

MARK = "> "
"""The mark before a command."""

ANY = "..."
"""In an ``otherwise`` block: any other choice."""

_FENCE = re.compile(r"```(\w*)\s*$")
_CODE = re.compile(r"`([^`]+)`")


class LessonError(SandtableError):
    """A lesson that cannot be read or played: its file, the line, and the fault."""

    def __init__(self, source: str, line: int, text: str) -> None:
        super().__init__(f"{source} line {line}: {text}")


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson's block of TOML: the game to set up, and how long the lesson takes.

    `seats` names the bots; the learner plays the other seats. `set` holds house rules.
    """

    scenario: str
    seed: int | str
    minutes: int
    seats: dict[str, str] = {}
    set: dict[str, bool | int | str] = {}


class LessonStep(NamedTuple):
    """A step: the prose above it, the command, and its expected output (empty: any).

    `chapter` is the heading above it, and `line` the command's line in the file. For a decision,
    `otherwise` pairs the first words of other choices with a reason against them.
    """

    chapter: str
    prose: str
    command: str
    expected: str
    line: int
    otherwise: Sequence[tuple[str, str]] = ()

    def reason(self, choice: str) -> str:
        """Return the first reason against a choice; empty if there is none."""
        starts = f"{choice} ".startswith
        return next((why for words, why in self.otherwise if words == ANY or starts(f"{words} ")), "")

    def shows(self, lines: Sequence[str]) -> bool:
        """Return whether output matches what the step expects, apart from indentation."""
        if not self.expected:
            return True
        pattern = ".*".join(
            re.escape(part) for part in _flush_left(self.expected.split("\n")).split("...")
        )
        return re.fullmatch(pattern, _flush_left(lines), re.DOTALL) is not None


def _flush_left(lines: Iterable[str]) -> str:
    return "\n".join(line.strip() for line in lines).strip()


class Lesson(NamedTuple):
    """A guided game: its steps, the closing prose, and `source`, the name of its file."""

    title: str
    head: Head
    steps: Sequence[LessonStep]
    closing: str
    source: str
    missing: Sequence[str] = ()
    """A line for each disabled command whose steps are left out."""

    @property
    def chapters(self) -> list[str]:
        """The chapters' headings, in order."""
        return list(dict.fromkeys(step.chapter for step in self.steps))

    def begin(self, plugins: Catalog | None = None) -> Session:
        """Start the lesson's game, which has no save yet."""
        head = self.head
        return new(head.scenario, head.seed, head.seats, head.set, plugins=plugins)

    @property
    def about(self) -> str:
        """The title, the number of steps and the minutes, in a line."""
        steps, minutes = number_of(len(self.steps), "step"), number_of(self.head.minutes, "minute")
        return f"{self.title}: {steps}, about {minutes}"


def lesson_of(game: Game[Any], plugins: Catalog | None = None) -> Lesson | None:
    """Return a game's lesson, or None if it has none. Raises LessonError.

    Steps whose command is disabled are left out.
    """
    source = f"{game.id}/{FILE}"
    try:
        lesson = read(game.lesson_text, source) if game.lesson_text else None
    except UnicodeError:
        raise LessonError(source, 1, "not UTF-8 text") from None
    if lesson is None:
        return None
    inventory = (plugins or catalog()).inventory
    disabled: dict[str, str] = {}
    for step in lesson.steps:
        word = step.command.partition(" ")[0]
        if (plugin := inventory.command(word)) and plugin.state == "disabled":
            disabled[word] = plugin.problem
    steps = [step for step in lesson.steps if step.command.partition(" ")[0] not in disabled]
    return lesson._replace(steps=steps, missing=list(disabled.values()))


class _Part(NamedTuple):
    """A part of the file: its kind (a heading's mark, a block's language or ``prose``) and its line."""

    kind: str
    text: str
    line: int


def read(text: str, source: str = FILE) -> Lesson:
    """Return the lesson in a text. Raises LessonError, with the line, if it is not a lesson."""
    parts = list(_parts(text, source))
    if not parts or parts[0].kind != "#":
        raise LessonError(source, 1, 'a lesson begins with a title, such as "# A first game"')
    head = next((part for part in parts if part.kind == "toml"), None)
    if head is None:
        raise LessonError(
            source, 1, "put a ```toml block below the title, with scenario, seed and minutes"
        )
    about = _head(head, source)
    steps, closing = _steps([part for part in parts[1:] if part is not head], source)
    if not steps:
        raise LessonError(source, head.line, "put a ```console block with a command below")
    return Lesson(parts[0].text, about, steps, closing, source)


def _parts(text: str, source: str) -> Iterator[_Part]:
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        line, start = lines[number], number + 1
        if fence := _FENCE.match(line):
            end = next((n for n in range(start, len(lines)) if lines[n].rstrip() == "```"), None)
            if end is None:
                raise LessonError(source, start, "this block is not closed (```)")
            if fence[1] not in ("toml", "console", "otherwise"):
                kinds = "toml, console or otherwise"
                raise LessonError(source, start, f'a block is {kinds}, not "{fence[1]}"')
            yield _Part(fence[1], "\n".join(lines[start:end]), start + 1)
            number = end + 1
        elif line.startswith("#"):
            mark, _, title = line.partition(" ")
            yield _Part(mark, title.strip(), start)
            number += 1
        else:
            while number < len(lines) and not lines[number].startswith(("#", "```")):
                number += 1
            if prose := "\n".join(lines[start - 1 : number]).strip():
                yield _Part("prose", prose, start)


def _head(part: _Part, source: str) -> Head:
    """Return the keys of the TOML block."""
    try:
        raw = toml_text.loads(part.text)
    except toml_text.NotToml as error:
        raise LessonError(source, part.line + error.line - 1, error.why) from None
    if fault := next(find_faults(raw, Head), None):
        key = str((*fault.place, *fault.key, "")[0])
        lines = enumerate(part.text.split("\n"))
        offset = next((n for n, line in lines if key and line.startswith(key)), 0)
        raise LessonError(source, part.line + offset, str(fault))
    return msgspec.convert(raw, Head)


def _steps(parts: Sequence[_Part], source: str) -> tuple[list[LessonStep], str]:
    """Return the steps, and the prose that closes the lesson."""
    steps: list[LessonStep] = []
    chapter = ""
    prose: list[str] = []
    for part in parts:
        if part.kind == "##":
            chapter = part.text
        elif part.kind == "prose":
            prose.append(part.text)
        elif part.kind == "console":
            steps += _commands(part, chapter, "\n\n".join(prose), source)
            prose = []
        elif part.kind == "otherwise" and steps and not prose:
            steps[-1] = steps[-1]._replace(otherwise=tuple(_otherwise(part, source)))
        else:
            raise LessonError(source, part.line, f'"{part.kind}" cannot come here')
    return steps, "\n\n".join(prose)


def _commands(part: _Part, chapter: str, prose: str, source: str) -> Iterator[LessonStep]:
    """Yield a block's steps; the first takes the prose above the block."""
    lines = part.text.split("\n")
    places = [n for n, line in enumerate(lines) if line.startswith(MARK)]
    if not places or places[0] != 0 or any(not lines[n][len(MARK) :].strip() for n in places):
        raise LessonError(source, part.line, f'begin a block with "{MARK}" and a command')
    for start, end in zip(places, [*places[1:], len(lines)], strict=True):
        expected = "\n".join(lines[start + 1 : end]).strip()
        yield LessonStep(chapter, prose, lines[start][len(MARK) :].strip(), expected, part.line + start)
        prose = ""


def _otherwise(part: _Part, source: str) -> Iterator[tuple[str, str]]:
    """Yield the reasons against other choices; an indented line continues the one above."""
    for line in re.sub(r"\n\s+", " ", part.text).split("\n"):
        words, colon, why = line.partition(": ")
        if not colon:
            raise LessonError(source, part.line, f'write "CHOICE: a reason", not "{line}"')
        yield words, why


def plain_lines(prose: str, width: int) -> list[str]:
    """Wrap prose, without its Markdown, at `width` columns; text in backticks gets quotes."""
    # keep what a player types on one line
    text = _CODE.sub(lambda code: f'"{code[1]}"'.replace(" ", "\0").replace("-", "\1"), prose)
    lines: list[str] = []
    for block in rulebook.blocks(text.replace("**", "").replace("*", "")):
        for number, (words,) in enumerate(block.rows, 1):
            mark = {"list": "- ", "steps": f"{number}. "}.get(block.kind, "")
            lines += wrap(mark + words, width, subsequent_indent=" " * len(mark))
        lines.append("")
    return [line.replace("\0", " ").replace("\1", "-") for line in lines[:-1]]
