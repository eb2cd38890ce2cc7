"""Pages, docstrings, comments and strings have nothing that `prose.toml` calls wrong."""

from __future__ import annotations

import re
from pathlib import Path

import prose
import pytest

TESTS = prose.ROOT / "tests"
"""Strings of tests are shown to no one, and some are wrong on purpose."""

FILES = [
    path
    for place in prose.DATA["places"]
    for path in prose.files(prose.ROOT / place)
    if path != prose.RULES
]

OF_ONE_MACHINE = re.compile(r"(?<![\w.~}])/(?:home|root|tmp|Users|work)/")
"""The beginning of an absolute path, which another machine does not have."""


def found_in(path: Path) -> list[str]:
    """What is wrong in a file, each with its line."""
    found = [
        (line, fault)
        for line, text in prose.texts(path)
        for fault in (*prose.faults(text), *prose.long_sentences(text))
    ]
    if path.suffix == ".py" and TESTS not in path.parents:
        found += [(line, fault) for line, text in prose.strings(path) for fault in prose.faults(text)]
    if path.suffix != ".py" and OF_ONE_MACHINE.search(path.read_text(encoding="utf-8")):
        found += [(1, "a path of one machine")]
    return [f"{path.relative_to(prose.ROOT)}:{line}: {fault}" for line, fault in found]


def test_no_text_has_anything_wrong() -> None:
    assert [fault for path in FILES for fault in found_in(path)] == []


@pytest.mark.parametrize("place", prose.DATA["places"])
def test_each_place_has_texts(place: str) -> None:
    assert any(any(prose.texts(path)) for path in prose.files(prose.ROOT / place))


def test_a_wrong_phrase_is_found_but_not_in_code_or_within_a_word() -> None:
    assert [*prose.faults("It Can not be.")] == ['"Can not": write cannot']
    assert [*prose.faults("Write `can not` as code, and for everyone.")] == []


def test_a_long_sentence_is_found_and_code_counts_as_a_word() -> None:
    words = prose.DATA["longest"] * ["word"]
    assert list(prose.long_sentences(" ".join(words) + ".")) == []
    assert list(prose.long_sentences("`a b c d` " + " ".join(words[1:]) + ".")) == []
    assert list(prose.long_sentences(f"Names: {', '.join(40 * ['`a`'])}.")) == []
    assert list(prose.long_sentences(f"| {' '.join(words)} | {' '.join(words)} |")) == []
    assert "33 words" in next(prose.long_sentences(" ".join([*words, "more"]) + "."))


def test_a_template_and_a_toml_file_are_read(tmp_path: Path) -> None:
    template, commands = tmp_path / "bot.py.txt", tmp_path / "commands.toml"
    template.write_text('class $Class:\n    """A bot, $title."""\n', encoding="utf-8")
    commands.write_text('# some words\n[hint]\nsummary = "the best move"\n', encoding="utf-8")
    found = [text for path in prose.files(tmp_path) for text in prose.texts(path)]
    assert found == [(2, "A bot, title."), (1, "some words"), (3, "the best move")]


def test_strings_are_those_with_a_space(tmp_path: Path) -> None:
    module = tmp_path / "a.py"
    module.write_text('A = "word"\nB = f"shown {A} twice"\n', encoding="utf-8")
    assert [text for _, text in prose.strings(module)] == ["shown", "twice"]


def test_texts_name_the_lines_where_they_begin() -> None:
    page = "# Title\n\nOne line\nand a second.\n\n```sh\ncode\n```\n\n- an item\n  goes on\n| a | b |\n"
    assert [*prose.of_page(page)] == [
        (1, "# Title"),
        (3, "One line and a second."),
        (10, "- an item goes on"),
        (12, "| a | b |"),
    ]
    module = '"""Top.\n\nMore of\nit.\n"""\n\nLIMIT = 1  # why\n"""A bound."""\n'
    assert sorted(prose.of_module(module)) == [
        (1, "Top."),
        (3, "More of it."),
        (7, "why"),
        (8, "A bound."),
    ]
