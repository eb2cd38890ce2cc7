"""Trees of text files with ``$words`` in them, filled in.

A file is named as it will be, and ``.txt``, so that nothing takes it for code; ``PACKAGE`` and ``NAME``
in a path stand for these words, and ``gitignore`` for a file that would work here already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from string import Template

SUFFIX = ".txt"
HERE = resources.files("sandtable_tools.kit.scaffold") / "trees"


def tree(kind: str, words: Mapping[str, str] | None = None) -> dict[str, str]:
    """The files of a kind by their paths, filled in where `words` are given; none for no such kind."""
    return filled(HERE / kind, words)


def filled(folder: Traversable, words: Mapping[str, str] | None = None) -> dict[str, str]:
    """As `tree`, of any folder; none for one that is not there."""
    files = dict(_files(folder))
    if words is None:
        return files
    return {_path(path, words): fill(text, words) for path, text in files.items()}


def fill(text: str, words: Mapping[str, str]) -> str:
    """A template with its words filled in; KeyError for one that is not there."""
    return Template(text).substitute(words)


def uses(kind: str, word: str) -> bool:
    """Whether a word stands in the files of a kind already."""
    return any(re.search(rf"\b{re.escape(word)}\b", text) for _, text in _files(HERE / kind))


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, str]]:
    for one in sorted(folder.iterdir() if folder.is_dir() else (), key=lambda found: found.name):
        if one.is_dir():
            yield from _files(one, f"{above}{one.name}/")
        elif one.name.endswith(SUFFIX):
            yield above + one.name.removesuffix(SUFFIX), one.read_text(encoding="utf-8")


def _path(path: str, words: Mapping[str, str]) -> str:
    parts = (part.replace("PACKAGE", words["package"]) for part in PurePosixPath(path).parts)
    named = (part.replace("NAME", words["name"]) for part in parts)
    return "/".join(".gitignore" if part == "gitignore" else part for part in named)
