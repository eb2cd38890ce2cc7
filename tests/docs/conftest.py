"""The generator of pages, whose folder is not a package itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="session")
def generator() -> Iterator[Any]:
    """The package that makes the pages."""
    sys.path.insert(0, str(DOCS))
    import generator

    yield generator
    sys.path.remove(str(DOCS))
