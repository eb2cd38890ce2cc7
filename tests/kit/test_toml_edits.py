"""Edits of TOML files for `scenario export --with` and `simulate --sweep`."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inns import TEXT

from sandtable import SandtableError
from sandtable_tools.toml_edits import REMOVED, change, inline, key_of

KEYS: list[tuple[str | int, ...]] = [
    *(
        ("game",),
        ("rooms",),
        ("rooms", 1),
        ("notes",),
        ("new",),
        ("prices", "camel"),
        ("prices", "mule"),
    ),
    *(("stalls", 0, "hay"), ("stalls", 0, "beasts"), ("stalls", 1, "beasts", 0), ("stalls", 1, "x y")),
    *(("stalls", 0), ("deep", "er", "still"), ("stalls", 1, "guests", 0, "age")),
]
VALUES = st.recursive(
    st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"))),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(st.sampled_from(KEYS), VALUES)
def test_the_text_says_what_was_asked_for_and_all_else_as_before(key: Any, value: Any) -> None:
    new, kept = change(TEXT, key, value)
    wanted = here = tomllib.loads(TEXT)
    for name in key[:-1]:
        here = here[name] if isinstance(here, list) else here.setdefault(name, {})
    here[key[-1]] = value
    assert tomllib.loads(new) == wanted
    assert kept == ("# An inn." in new)


@pytest.mark.parametrize(
    "key",
    [("game",), ("rooms", 1), ("new",), ("prices", "camel"), ("stalls", 0, "hay")],
)
def test_comments_and_other_lines_stay(key: tuple[str | int, ...]) -> None:
    new, kept = change(TEXT, key, 7)
    lines = new.split("\n")
    assert kept
    assert sum(line not in lines for line in TEXT.split("\n")) <= 1


@pytest.mark.parametrize(
    "key", [("rooms",), ("prices", "camel"), ("stalls", 0), ("stalls", 1, "guests"), ("rooms", 0)]
)
def test_a_key_is_removed_and_all_else_stays(key: tuple[str | int, ...]) -> None:
    new, kept = change(TEXT, key, REMOVED)
    wanted: Any = tomllib.loads(TEXT)
    here = wanted
    for name in key[:-1]:
        here = here[name]
    del here[key[-1]]
    assert tomllib.loads(new) == wanted
    assert kept
    assert "# An inn." in new


def test_if_tomlkit_fails_the_file_has_no_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tomlkit.dumps", lambda _: "a = 6")
    assert change("a = 1 # c\n", ("a",), 5) == ("a = 5\n", False)


def test_a_name_is_a_key() -> None:
    assert key_of("axis.0.zones") == ("axis", 0, "zones")


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (("stalls", 2, "hay"), r"stalls\.2: no such place, the list has 2 items"),
        (("rooms", "first"), r"rooms\.first: no such place"),
        (("game", "title"), r"game\.title: game is a value, not a table"),
    ],
)
def test_a_place_that_is_not_there_is_named(key: tuple[str | int, ...], words: str) -> None:
    with pytest.raises(SandtableError, match=words):
        change(TEXT, key, 1)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (("prizes",), 'no key "prizes"; did you mean "prices"'),
        (("prices", "camell"), r'no key "prices\.camell"; did you mean "prices\.camel"'),
        (("prizes", "camel"), 'no key "prizes"; did you mean "prices"'),
        (("rooms", 2), r"rooms\.2: no such place"),
    ],
)
def test_a_key_that_cannot_be_removed_is_named_with_the_nearest(
    key: tuple[str | int, ...], words: str
) -> None:
    with pytest.raises(SandtableError, match=words):
        change(TEXT, key, REMOVED)


@given(VALUES | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2))
def test_any_value_fits_on_a_line(value: Any) -> None:
    assert tomllib.loads(f"k = {inline(value)}") == {"k": value}
    assert "\n" not in inline(value)
