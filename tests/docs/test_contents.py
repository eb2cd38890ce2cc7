"""The table of contents is on the front page, and each page opens with an example."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if not {"_build", "made"} & {*path.parts}]
"""The pages that are committed; the build of the site checks the others, and all links."""

TREE = re.compile(r"^```{toctree}\n:caption: (.+)\n:hidden:\n\n((?:.*\n)*?)```$", re.MULTILINE)
ENTRY = re.compile(r"^(?:.*<)?([\w./-]+)>?$", re.MULTILINE)
SEEN = re.compile(r"^(?:```(?!{)|\||!\[|<iframe)", re.MULTILINE)
"""The beginning of an example, a table, a picture or a frame."""

FIRST_SCREEN = 30
"""The first screen of a page has this many lines."""


def test_the_front_page_lists_every_page_once_by_its_reader() -> None:
    trees = dict(TREE.findall((DOCS / "index.md").read_text(encoding="utf-8")))
    assert list(trees) == ["Play", "Make", "Reference", "Inside"]
    listed = [f"{entry}.md" for tree in trees.values() for entry in ENTRY.findall(tree)]
    committed = [entry for entry in listed if not entry.startswith(("../", "made/"))]
    assert sorted(committed) == [str(page.relative_to(DOCS)) for page in PAGES if page.parent != DOCS]
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_a_page_has_something_to_see_in_its_first_screen(page: Path) -> None:
    text = "\n".join(page.read_text(encoding="utf-8").splitlines()[:FIRST_SCREEN])
    assert SEEN.search(text)
