"""Pages, docstrings and comments read like a good manual, by the rules of `prose.toml`."""

from __future__ import annotations

from pathlib import Path

import prose
import pytest

TESTS = prose.ROOT / "tests"
"""The strings of tests are shown to nobody, and some are wrong on purpose."""

RULES = TESTS / "docs/prose.toml"
"""The banned phrases, which stand there as they are."""

CLEAN = [
    path for place in prose.DATA["clean"] for path in prose.files(prose.ROOT / place) if path != RULES
]


def test_clean_pages_and_rooms_stay_clean() -> None:
    found = [
        f"{path.relative_to(prose.ROOT)}:{line}: {fault}"
        for path in CLEAN
        for line, text in prose.texts(path)
        for fault in (*prose.faults(text), *prose.long_sentences(text))
    ]
    assert found == []


def test_strings_of_clean_rooms_have_no_banned_phrase() -> None:
    """Help, answers, questions and errors, which readers see as well."""
    found = [
        f"{path.relative_to(prose.ROOT)}:{line}: {fault}"
        for path in CLEAN
        if path.suffix == ".py" and TESTS not in path.parents
        for line, text in prose.strings(path)
        for fault in prose.faults(text)
    ]
    assert found == []


def test_every_clean_place_has_texts() -> None:
    places = [prose.ROOT / place for place in prose.DATA["clean"]]
    assert places
    for place in places:
        assert any(place in (path, *path.parents) and any(prose.texts(path)) for path in CLEAN), place


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("So many of the plugins are listed.", '"So many": write this many'),
        ("Names are told in a line.", '"told": write say what happens'),
        ("It can not be written.", '"can not"'),
    ],
)
def test_a_banned_phrase_is_found(text: str, fault: str) -> None:
    assert any(found.startswith(fault) for found in prose.faults(text))


@pytest.mark.parametrize("text", ["They are told apart.", "Write `told` as code.", "A tale, retold."])
def test_a_phrase_that_only_looks_banned_is_not_found(text: str) -> None:
    assert list(prose.faults(text)) == []


def test_a_long_sentence_is_found_and_code_counts_as_a_word() -> None:
    words = prose.DATA["longest"] * ["word"]
    assert list(prose.long_sentences(" ".join(words) + ".")) == []
    assert list(prose.long_sentences("`a b c d` " + " ".join(words[1:]) + ".")) == []
    assert list(prose.long_sentences(f"Names: {', '.join(40 * ['`a`'])}.")) == []
    assert "33 words" in next(prose.long_sentences(" ".join([*words, "more"]) + "."))


def test_a_template_and_a_toml_file_are_read(tmp_path: Path) -> None:
    template, commands = tmp_path / "bot.py.txt", tmp_path / "commands.toml"
    template.write_text('class $Class:\n    """A bot that $title tells."""\n', encoding="utf-8")
    commands.write_text('# so many words\n[hint]\nsummary = "what came of it"\n', encoding="utf-8")
    found = [(line, fault) for path in prose.files(tmp_path) for line, fault in prose.texts(path)]
    assert found == [(2, "A bot that title tells."), (1, "so many words"), (3, "what came of it")]
    assert all(any(prose.faults(text)) for _, text in found)


def test_strings_are_those_that_say_something(tmp_path: Path) -> None:
    module = tmp_path / "a.py"
    module.write_text('A = "word"\nB = f"told {A} twice"\n', encoding="utf-8")
    assert [text for _, text in prose.strings(module)] == ["told", "twice"]


def test_texts_name_the_lines_where_they_begin() -> None:
    page = "# Title\n\nOne line\nand a second.\n\n```sh\ntold\n```\n\n- an item\n  goes on\n| a | b |\n"
    assert [(line, text.strip()) for line, text in prose.of_page(page)] == [
        (1, "# Title"),
        (3, "One line and a second."),
        (10, "- an item goes on"),
        (12, "a"),
        (12, "b"),
    ]
    module = '"""Top.\n\nMore of\nit.\n"""\n\nLIMIT = 1  # why\n"""A bound."""\n'
    assert sorted(prose.of_module(module)) == [
        (1, "Top."),
        (3, "More of it."),
        (7, "why"),
        (8, "A bound."),
    ]
