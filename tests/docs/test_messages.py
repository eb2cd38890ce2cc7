"""Every message of the program is built alike; messages and f-strings are collected from the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import prose
import pytest

ROOTS = ("core", "plugins", "scenarios")

FOR_AUTHORS = {"TypeError", "AttributeError", "RuleFault", "GameError"}
"""Errors whose readers write Python, so a value stands as Python writes it."""

BASES = {"SandtableError", "ArgumentTypeError", "TypeError", "ValueError", "RuleFault", "Refusal"}
"""The errors whose texts are shown, with all classes derived from them, and refusals of actions."""

NUMBERS = {
    "count", "done", "games", "left", "lines", "minutes", "more", "most", "n", "number", "ops", "points",
    "total",
}  # fmt: skip
"""Names that hold a number."""

FILLED = re.compile(r"\{[^{}]*\}")
"""A placeholder in a message; nested ones are cut from the inside out."""


class Message(NamedTuple):
    """The text of an error as written in the source, with its class and its place.

    Each placeholder is written as ``{EXPRESSION}``, with ``!r`` where the source has it.
    """

    kind: str
    text: str
    path: Path
    line: int

    @property
    def place(self) -> str:
        """The path of its module in the checkout."""
        return self.path.relative_to(prose.ROOT).as_posix()

    def __str__(self) -> str:
        return f"{self.place}:{self.line}: {self.text}"


@cache
def modules() -> Mapping[Path, ast.Module]:
    """Every module of the program, parsed."""
    paths = (path for root in ROOTS for path in sorted((prose.ROOT / root).rglob("*.py")))
    return {path: prose.parsed(path.read_text(encoding="utf-8")) for path in paths}


@cache
def error_classes() -> frozenset[str]:
    """The names of all classes whose texts are shown."""
    bases: dict[str, set[str]] = {}
    for tree in modules().values():
        for node in prose.nodes(tree):
            if isinstance(node, ast.ClassDef):
                names = (ast.unparse(base).rpartition(".")[2].partition("[")[0] for base in node.bases)
                bases.setdefault(node.name, set()).update(names)
    found = set(BASES)
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def written(node: ast.expr) -> Iterator[str]:
    """The texts in an expression; within a placeholder they are texts of their own."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(map(part_of, parts))
            for part in parts:
                if isinstance(part, ast.FormattedValue):
                    yield from written(part.value)
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from written(child)


def part_of(part: ast.expr) -> str:
    """A part of an f-string as text."""
    if isinstance(part, ast.FormattedValue):
        return f"{{{ast.unparse(part.value)}{'!r' * (part.conversion == ord('r'))}}}"
    assert isinstance(part, ast.Constant)
    return str(part.value)


def calls(function: ast.FunctionDef) -> Iterator[tuple[str, ast.Call]]:
    """The calls in a function that make an error, with the error's class."""
    for node in prose.nodes(function):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            kind = called.rpartition(".")[2]
            if kind in error_classes() or (kind == "error" and "parse" in called):
                yield kind, node


def locals_of(function: ast.FunctionDef) -> Mapping[str, list[ast.expr]]:
    """The values assigned to each local of a function."""
    found: dict[str, list[ast.expr]] = {}
    for node in prose.nodes(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
    return found


def within(tree: ast.Module, path: Path) -> Iterator[Message]:
    """The messages of a module: the arguments of errors, direct or by the name of a local."""
    for function in prose.nodes(tree):
        if isinstance(function, ast.FunctionDef):
            assigned = locals_of(function)
            for kind, call in calls(function):
                names = (node.id for node in prose.nodes(call) if isinstance(node, ast.Name))
                named = (value for name in names for value in assigned.get(name, ()))
                for source in (*call.args, *named):
                    yield from (
                        Message(kind, text, path, source.lineno)
                        for text in written(source)
                        if re.search("[a-z]{2,} ", FILLED.sub("X", text))
                    )


@cache
def messages() -> tuple[Message, ...]:
    """Every message of the program, once."""
    found = (message for path, tree in modules().items() for message in within(tree, path))
    return tuple(dict.fromkeys(found))


def with_placeholders(message: Message) -> str:
    """The message with X for each placeholder."""
    text = message.text
    while FILLED.search(text):
        text = FILLED.sub("X", text)
    return text


def test_messages_are_found_in_every_room() -> None:
    rooms = {message.path.parent.name for message in messages()}
    assert len(messages()) > 250
    assert rooms >= {"text", "kit", "lab", "model", "plugins", "record"}
    assert rooms >= {"advice", "lessons", "odds", "sandtable_lawrence", "sandtable_lrdg"}
    assert rooms >= {"sandtable_batch", "sandtable_console", "sandtable_shell"}


def test_quotes_are_of_one_kind() -> None:
    """What was typed stands in "..."; a Python value in an author's error stands as Python writes it."""
    odd = [
        str(message)
        for message in messages()
        if re.search(r"(?<!\w)'[^']*'|(?<!`)`(?!`)", with_placeholders(message))
        or ("!r}" in message.text and message.kind not in FOR_AUTHORS)
    ]
    assert odd == []


LIBRARY = re.compile(
    r"invalid (?:literal|choice|value|enum)|\bat \$\.|^Expected |\bargument -|(?-i:No such file)"
    r"|NoneType|\[Errno|traceback|not callable|unhashable|malformed|unrecognized",
    re.IGNORECASE,
)
"""Words of Python's own errors, of msgspec, argparse and tomllib."""


def test_no_message_has_the_words_of_a_library() -> None:
    assert [str(message) for message in messages() if LIBRARY.search(message.text)] == []


NO_PLURALS = {"has", "is", "less", "needs", "takes", "was"}
"""Words that can follow a number and are no plural."""

ABOVE_ONE = {"len(review.own)", "len(too_wide[0])"}
"""Numbers that are above 1 where they are written: decisions of a part, columns too many."""


def counted(message: Message) -> Iterator[str]:
    """The places in a message where a number that may be 1 is before a plural."""
    for found in re.finditer(r"\{([^{}]*)\} (?:[a-z]+ )?([A-Za-z]+s)\b", message.text):
        expression = found[1].partition(":")[0]
        last = re.split(r"[.\s]", expression)[-1]
        if found[2] in NO_PLURALS or expression in ABOVE_ONE:
            continue
        if expression.startswith(("len(", "sum(")) or last in NUMBERS:
            yield found[0]


def compared(function: ast.FunctionDef) -> set[str]:
    """The expressions that a function compares, so that it knows when they are 1."""
    return {
        ast.unparse(side)
        for node in prose.nodes(function)
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
    }


def filled_strings(tree: ast.Module, path: Path) -> Iterator[tuple[Message, set[str]]]:
    """Every f-string in the functions of a module, and what the function compares."""
    for function in prose.nodes(tree):
        if isinstance(function, ast.FunctionDef):
            known = compared(function)
            for node in prose.nodes(function):
                if isinstance(node, ast.JoinedStr):
                    yield Message("", "".join(map(part_of, node.values)), path, node.lineno), known


def miscounted(tree: ast.Module, path: Path) -> Iterator[str]:
    """The f-strings of a module in which a number that may be 1 is before a plural."""
    for text, known in filled_strings(tree, path):
        for place in counted(text):
            if place[1:].partition("}")[0].partition(":")[0] not in known:
                yield str(text)


def test_a_number_agrees_with_its_noun() -> None:
    """Constants are above 1; other numbers are written by `number_of`, in errors and in all output."""
    assert [text for path, tree in modules().items() for text in miscounted(tree, path)] == []


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("yield f'{len(rows)} new lines'", 1),
        ("print(f'{games} games')", 1),
        ("return f'{left} lines' if left > 1 else 'a line'", 0),
        ("return number_of(len(rows), 'line')", 0),
        ("return f'{MOST} lines'", 0),
        ("return f'{left} takes'", 0),
    ],
)
def test_a_miscounted_text_is_found(body: str, count: int) -> None:
    tree = ast.parse(f"def lines(rows, left, games):\n    {body}")
    assert len([*miscounted(tree, prose.ROOT / "a.py")]) == count


def test_a_message_is_no_sentence_of_its_own() -> None:
    """The program's name or a place comes before it, and more may follow; so too with a refusal."""
    assert [str(message) for message in messages() if with_placeholders(message).endswith(".")] == []
    assert [
        str(message)
        for message in messages()
        if re.match(r"[A-Z][a-z]", message.text) and message.kind != "Refusal"
    ] == []


def test_a_message_about_an_option_names_it_first() -> None:
    """Then `shell.reading` adds a pointer to the help; advice comes after a mark."""
    late = [
        str(message)
        for message in messages()
        if (option := re.search(r"(?<![\w-])--[a-z]", with_placeholders(message)))
        and option.start() > 0
        and not re.search(r"[;(:,]", with_placeholders(message)[: option.start()])
        and not with_placeholders(message).startswith(("--", "X"))
    ]
    assert late == []


FOREIGN = re.compile(
    r"stands alone|is too much|belongs? to|taken back, to|(?:no|some|every)body\b|\blies\b"
)
"""Words that no native writes so: docs/inside/style.md has what to write instead."""


def test_messages_are_plain_english() -> None:
    assert [str(message) for message in messages() if FOREIGN.search(message.text)] == []


def test_messages_have_no_wrong_phrase() -> None:
    found = [
        f"{message}: {fault}"
        for message in messages()
        for fault in prose.faults(with_placeholders(message))
    ]
    assert found == []
