"""The text of TOML files: the lines of keys, and what is wrong with a text that is not TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inns import TEXT
from sites import only

from sandtable import PluginError, read_data
from sandtable.text import toml_text
from sandtable.text.toml_text import Key, chunks, explain, line_of, statements

if TYPE_CHECKING:
    from sites import Site


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
    assert list(chunks(text)) == [("a ", 1, 0, 1)]


@given(st.text("\"'\\#=.[]{},ab1 \n", max_size=40))
def test_of_any_text_every_chunk_begins_on_a_line_of_its_own(text: str) -> None:
    lines = [chunk.line for chunk in chunks(text)]
    assert lines == sorted(set(lines))
    assert (lines[0], lines[-1] <= text.count("\n") + 1) == (1, True)


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
        ('a = "x', (1, "not TOML: a closing quote is missing")),
        ("a = 'x\n", (1, "not TOML: a closing quote is missing")),
        ("a = 1\nb = [1 2]\n", (2, "not TOML: unclosed array")),
    ],
)
def test_a_text_that_is_not_toml_is_refused_with_its_line(text: str, why: tuple[int, str]) -> None:
    with pytest.raises(ValueError, match=r"at (line|end)") as error:
        tomllib.loads(text)
    assert explain(text, error.value) == why


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


@given(DOCUMENTS)
def test_text_above_the_line_of_a_key_is_not_taken_for_it(text: str) -> None:
    lines = text.split("\n")
    for key in places(tomllib.loads(text)):
        line = line_of(text, key)
        assert line
        assert key not in places(tomllib.loads("\n".join(lines[: line - 1])))
        following = (start for _, start in statements(text) if start > line)
        through = "\n".join(lines[: next(following, len(lines) + 1) - 1])
        assert key in places(tomllib.loads(through))


# Bounds.

LONG = ".".join(["a"] * 50_000) + " = 1"
REFUSED = "a key of 50000 parts; at most 10 are read"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (f"b = 1\n{LONG}", 2, REFUSED),
        (f"[{LONG.removesuffix(' = 1')}]", 1, REFUSED),
        (f"b = 1\n\nc = {{ {LONG} }}", 3, REFUSED),
        ("\nx = " + "[" * 9_000, 2, "nested too deep"),
        ("x = " + "{ a = " * 9_000, 1, "nested too deep"),
        ("a = 1\na = 2", 2, 'the key "a" occurs twice'),
        ("#" * (toml_text.MOST_BYTES + 1), 1, "larger than 1,000,000 bytes"),
    ],
)
def test_a_text_beyond_the_bounds_is_refused_at_once(text: str, line: int, why: str) -> None:
    with pytest.raises(toml_text.NotToml) as caught:
        toml_text.loads(text)
    assert (caught.value.line, caught.value.why, str(caught.value)) == (line, why, f"line {line}: {why}")


def test_dots_in_texts_and_comments_are_no_keys() -> None:
    dots = ". " * 50
    assert toml_text.loads(f'a = "{dots}" # {dots}\n"{dots}" = 1.5') == {"a": dots, dots: 1.5}


def test_a_key_of_very_many_parts_holds_up_no_file_of_a_plugin(tmp_path: Path, site: Site) -> None:
    site.game("bad", "", LONG)
    (site.folder / "st_bad" / "plugin.toml").write_text(LONG[-20_000:])
    (site.folder / "st_bad" / "data").mkdir()
    (site.folder / "st_bad" / "data" / "map.toml").write_text(LONG)
    home = tmp_path / "home"
    home.mkdir()
    (home / "plugins.toml").write_text(LONG[-20_000:])
    kept = "its list of disabled plugins is ignored: line 1: a key of"
    catalog = site.catalog()
    bad = only(catalog, "bad")
    assert (bad.state, bad.required) == ("broken", False)
    assert kept in catalog.inventory.kept.damage
    with pytest.raises(PluginError, match=r"st_bad/data/map\.toml: line 1: a key of 50000 parts"):
        read_data("st_bad", "map.toml", dict)


def test_only_one_module_of_the_packages_reads_toml() -> None:
    root = Path(__file__).parents[2]
    readers = [
        path.name
        for folder in ("core", "plugins", "scenarios")
        for path in (root / folder).rglob("*.py")
        if "sandtable-web" not in path.parts  # which is built without the program
        and re.search(r"tomllib\.|msgspec\.toml\.", path.read_text("utf-8"))
    ]
    assert readers == ["toml_text.py"]
