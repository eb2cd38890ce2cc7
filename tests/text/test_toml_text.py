"""The text of TOML files: the lines of keys, and edits that leave everything else as it is."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from sandtable import SandtableError
from sandtable.text.toml_text import Key, changed, chunks, explain, inline, line_of, statements

TEXT = """# An inn.
game = "inns"        # which game
rooms = [1, 2]
notes = '''
[stalls]
hay = 3
'''

[prices]             # a night
camel = 3  # with a # in it

[[stalls]]
beasts = [
  "camel",
  "horse",
]
hay = 3

[[stalls]]
beasts = ["horse"]
hay = 2
roof = "tile"

[[stalls.guests]]
name = "Ali"
"""


# Lines.


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (("game",), "game ="),
        (("stalls", 0, "hay"), "hay = 3"),
        (("stalls", 0, "beasts", 1), "beasts = ["),
        (("stalls", 1, "roof"), "roof ="),
        (("stalls", 1), "[[stalls]]"),
        (("stalls", 1, "guests", 0, "name"), "name ="),
        (("prices",), "[prices]"),
        (("prices", "camel"), "camel ="),
    ],
)
def test_a_key_is_found_in_its_text(key: tuple[str | int, ...], words: str) -> None:
    line = line_of(TEXT, key)
    assert line
    assert TEXT.split("\n")[line - 1].startswith(words)
    assert line > TEXT.split("\n").index("[prices]             # a night") or key == ("game",)


def test_a_key_that_stands_nowhere_has_no_line() -> None:
    assert line_of(TEXT, ("ops",)) is None


@pytest.mark.parametrize(
    "text",
    ["a = [\n" + "  [1, 2],\n" * 2_000 + "]\nz = 1", "a = '''\n" + 'x]"""\n' * 2_000 + "'''\nz = 1"],
    ids=["a list", "a text"],
)
def test_a_statement_of_many_lines_is_found_without_reading_it(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    loads = tomllib.loads

    def count(text: str) -> dict[str, Any]:
        read.append(text)
        return loads(text)

    monkeypatch.setattr("tomllib.loads", count)
    assert line_of(text, ("z",)) == text.count("\n") + 1
    assert sum(map(len, read)) < 100


@pytest.mark.parametrize("mark", ['"', "'", '"""', "'''"])
def test_a_text_that_does_not_end_is_not_looked_for_again(mark: str) -> None:
    text = f"a = {mark}" + r"\"" * ('"' in mark) + "[[[ . . ."
    assert list(chunks(text)) == [("a ", 0, 1, 0, 1)]


@given(st.text("\"'\\#=.[]{},ab1 \n", max_size=40))
def test_of_any_text_every_line_is_in_one_chunk(text: str) -> None:
    found = list(chunks(text))
    assert [statement.start for statement in found[1:]] == [statement.end for statement in found[:-1]]
    assert (found[0].start, found[-1].end) == (0, text.count("\n") + 1)


# Changes.


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
    new, kept = changed(TEXT, key, value)
    wanted = here = tomllib.loads(TEXT)
    for name in key[:-1]:
        here = here[name] if isinstance(here, list) else here.setdefault(name, {})
    here[key[-1]] = value
    assert tomllib.loads(new) == wanted
    assert kept == ("# An inn." in new)


@given(st.sampled_from(KEYS), VALUES)
def test_lines_that_end_in_another_way_go_on_doing_so(key: Any, value: Any) -> None:
    new, kept = changed(TEXT, key, value)
    assert changed(TEXT.replace("\n", "\r\n"), key, value) == (new.replace("\n", "\r\n"), kept)
    assert line_of(TEXT.replace("\n", "\r\n"), key) == line_of(TEXT, key)


@pytest.mark.parametrize("key", [key for key in KEYS if key != ("stalls", 0)])
def test_comments_are_kept_where_a_key_stands_alone(key: tuple[str | int, ...]) -> None:
    new, kept = changed(TEXT, key, 7)
    lines = new.split("\n")
    assert kept
    assert sum(line not in lines for line in TEXT.split("\n")) <= 4
    assert "# with a # in it" in new
    assert "# which game" in new


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
        changed(TEXT, key, 1)


# Any document.

COMMENTS = ("", " # c", '  # it\'s "c" = 1', "\t#")
DOTTED = st.lists(st.sampled_from(["a", "b", "c", '"x y"', '"a.b"', "1"]), min_size=1, max_size=3).map(
    ".".join
)
PLAIN = st.sampled_from(
    [
        *("1", "-7", "0x1F", "1.50", "1_000", "true", "inf", "nan", "[]", "{}", "1979-05-27T07:32:00Z"),
        *("'lit # no'", '"esc \\" # \\u00e9"', '"""\nmulti # not\n[a]\n  """', "'''x\n\"'''"),
    ]
)


def lists(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Lists of some values on one line or on several, with comments."""
    items = values.map(lambda text: f"{text}, ")
    remarked = values.map(lambda text: f"\n  # above\n  {text}, # comment_kept\n")
    return st.lists(items | remarked, max_size=3).map(lambda parts: f"[{''.join(parts)}]")


def tables(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Inline tables of some values."""
    pairs = st.tuples(DOTTED, values.filter(lambda text: "\n" not in text)).map(" = ".join)
    return st.lists(pairs, min_size=1, max_size=2).map(lambda parts: f"{{ {', '.join(parts)} }}")


PAIRS = st.tuples(
    st.sampled_from(["", "  "]),
    DOTTED,
    st.sampled_from([" = ", "=", "  =  "]),
    st.recursive(PLAIN, lambda values: lists(values) | tables(values), max_leaves=4),
    st.sampled_from(COMMENTS),
).map("".join)
HEADERS = st.tuples(
    DOTTED.flatmap(lambda name: st.sampled_from([f"[{name}]", f"  [{name}]", f"[[{name}]]"])),
    st.sampled_from(COMMENTS),
).map("".join)
REMARKS = st.sampled_from(["", "# remark", "  # a = 1", "# [a]"])


def is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


DOCUMENTS = (
    st.tuples(
        st.lists(PAIRS | HEADERS | REMARKS, max_size=10).map("\n".join), st.sampled_from(["\n", ""])
    )
    .map("".join)
    .filter(is_toml)
)


def places(value: Any, key: Key = ()) -> Iterator[Key]:
    """The key of each value inside a value."""
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*key, name)
        if isinstance(inner, (dict, list)):
            yield from places(inner, (*key, name))


def value_at(value: Any, key: Key) -> Any:
    for name in key:
        value = value[name]
    return value


def has_tables(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(map(has_tables, value)))


def plainly(value: Any) -> str:
    """A value as a text in which nan is not null and 1 is not true."""
    if isinstance(value, dict):
        return str(sorted((name, plainly(inner)) for name, inner in value.items()))
    return str([plainly(item) for item in value]) if isinstance(value, list) else repr(value)


def between(old: str, new: str) -> tuple[list[str], list[str]]:
    """The differing lines of two texts, without the common ones at both ends."""
    ours, theirs = old.splitlines(keepends=True), new.splitlines(keepends=True)
    while ours and theirs and ours[0] == theirs[0]:
        del ours[0], theirs[0]
    while ours and theirs and ours[-1] == theirs[-1]:
        del ours[-1], theirs[-1]
    return ours, theirs


@given(DOCUMENTS)
def test_text_above_the_line_of_a_key_is_not_taken_for_it(text: str) -> None:
    lines = text.split("\n")
    for key in places(tomllib.loads(text)):
        line = line_of(text, key)
        assert line
        assert key not in places(tomllib.loads("\n".join(lines[: line - 1])))
        assert key in places(tomllib.loads("\n".join(lines[: end_of(text, line)])))


def end_of(text: str, line: int) -> int:
    return next(statement.end for statement in statements(text) if statement.start == line - 1)


@given(DOCUMENTS, st.data(), VALUES)
def test_a_value_is_changed_where_it_stands_and_all_else_stays(
    text: str, data: st.DataObject, value: Any
) -> None:
    wanted = tomllib.loads(text)
    keys = [key for key in places(wanted) if not has_tables(value_at(wanted, key))]
    if not keys:
        return
    key = data.draw(st.sampled_from(keys))
    value_at(wanted, key[:-1])[key[-1]] = value
    new, kept = changed(text, key, value)
    assert plainly(tomllib.loads(new)) == plainly(wanted)
    if kept:
        old_lines, new_lines = between(text, new)
        assert len(list(statements("".join(old_lines)))) <= 1
        if len(old_lines) == len(new_lines) == 1:
            comment_kept = max(
                (comment for comment in COMMENTS if old_lines[0].rstrip("\n").endswith(comment)), key=len
            )
            assert new_lines[0].rstrip("\n").endswith(comment_kept)


@given(DOCUMENTS, st.data(), VALUES)
def test_a_new_key_changes_no_line_but_that_of_the_table_it_joins(
    text: str, data: st.DataObject, value: Any
) -> None:
    wanted = tomllib.loads(text)
    keys = [(), *(key for key in places(wanted) if isinstance(value_at(wanted, key), dict))]
    key = data.draw(st.sampled_from(keys))
    value_at(wanted, key)["new"] = value
    new, kept = changed(text, (*key, "new"), value)
    assert plainly(tomllib.loads(new)) == plainly(wanted)
    if kept:
        old_lines, new_lines = between(text, new)
        assert (
            not old_lines or "".join(old_lines).strip() in new or len(old_lines) == len(new_lines) == 1
        )


@given(DOCUMENTS.filter(lambda text: "\n" in text), st.data(), VALUES)
def test_lines_of_any_document_go_on_ending_as_they_do(
    text: str, data: st.DataObject, value: Any
) -> None:
    if not (keys := list(places(tomllib.loads(text)))):
        return
    key = data.draw(st.sampled_from(keys))
    new, kept = changed(text, key, value)
    assert changed(text.replace("\n", "\r\n"), key, value) == (new.replace("\n", "\r\n"), kept)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        pytest.param("[a] # c\nx = 1\n# d\n[b]\n", ("a",), id="a table with lines of its own"),
        pytest.param("[[a]] # c\n[[a]]\n", ("a", 0), id="a table of an array"),
        pytest.param("[[a]] # c\n[b]\n[[a]]\nx = 1\n", ("a", 1, "x"), id="an array with others between"),
    ],
)
def test_some_changes_rewrite_the_whole_file(text: str, key: Key) -> None:
    wanted = tomllib.loads(text)
    value_at(wanted, key[:-1])[key[-1]] = 5
    assert changed(text, key, 5) == (tomli_w.dumps(wanted), False)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = 1\nb = 2\na = 3\n", (3, 'the key "a" occurs twice')),
        ("a = 1\na = '''\n'''\n", (2, 'the key "a" occurs twice')),
        ("a = 1\na = 2", (2, 'the key "a" occurs twice')),
        ("[a.b]\n[c]\n[a.b]\n", (3, "the table [a.b] occurs twice")),
        ("a = \n", (1, "not TOML: invalid value")),
        ("a = 1\r\nb = lrdg # c\r\n", (2, 'put text in quotes: b = "lrdg" # c')),
        ("a = [x, y]\n", (1, 'put text in quotes: a = ["x", y]')),
        ("a = [1,\n  Wadi Ais]", (2, 'put text in quotes: "Wadi Ais"]')),
        ('a = "x', (1, "not TOML: a text without its closing quote")),
        ("a = 'x\n", (1, "not TOML: a text without its closing quote")),
        ("a = 1\nb = [1 2]\n", (2, "not TOML: unclosed array")),
    ],
)
def test_a_text_that_is_not_toml_is_refused_with_its_line(text: str, why: tuple[int, str]) -> None:
    with pytest.raises(ValueError, match=r"at (line|end)") as error:
        tomllib.loads(text)
    assert explain(text, error.value) == why


@given(VALUES | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2))
def test_any_value_fits_on_a_line(value: Any) -> None:
    assert tomllib.loads(f"k = {inline(value)}") == {"k": value}
    assert "\n" not in inline(value)
