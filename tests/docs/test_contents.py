"""The table of contents: four kinds of pages, on one screen; and each page opens with an example."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)

TREE = re.compile(r"^```{toctree}\n((?:.*\n)*?)```$", re.MULTILINE)
CAPTION = re.compile(r"^:caption: (.+)$", re.MULTILINE)
ENTRY = re.compile(r"^(?:.*<)?([\w./-]+)>?$", re.MULTILINE)
SEEN = re.compile(r"^(?:```(?!{)|\||!\[|<iframe)", re.MULTILINE)
"""The beginning of an example, a table, a picture or a frame."""

MOST_ENTRIES = 25
"""At most this many entries are in the table of contents while it is folded."""

FIRST_SCREEN = 30
"""The first screen of a page has this many lines."""


def trees(page: Path) -> list[str]:
    """The parts of the table of contents on a page."""
    return TREE.findall(page.read_text(encoding="utf-8"))


def entries(tree: str) -> list[str]:
    """The entries that a part lists, as written there."""
    return ENTRY.findall(tree.partition("\n\n")[2])


def test_each_page_is_of_one_of_four_kinds_and_the_contents_fit_a_screen() -> None:
    front = trees(DOCS / "index.md")
    captions = [caption for tree in front for caption in CAPTION.findall(tree)]
    assert captions == ["Play", "Make", "Reference", "Inside"]
    assert sum(len(entries(tree)) for tree in front) <= MOST_ENTRIES


def test_each_page_is_listed_once() -> None:
    listed = Counter(
        (page.parent / f"{entry}.md").resolve()
        for page in PAGES
        for tree in trees(page)
        for entry in entries(tree)
    )
    assert [path for path, count in listed.items() if count > 1 or not path.exists()] == []
    assert set(PAGES) - set(listed) == {DOCS / "index.md"}


EXAMPLES = DOCS / "played"
"""Reports, as `sandtable report` writes them: each page is an example as a whole."""


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.parent != EXAMPLES],
    ids=lambda page: str(page.relative_to(DOCS)),
)
def test_a_page_has_something_to_see_in_its_first_screen(page: Path) -> None:
    text = "\n".join(page.read_text(encoding="utf-8").splitlines()[:FIRST_SCREEN])
    assert SEEN.search(text)
