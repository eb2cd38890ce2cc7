"""Small distributions to start from: a game, a scenario, a bot, with tests that pass as written.

Every kind is a tree of text files in ``trees/`` with ``$words`` in them, which are filled in. A
template is named like its file plus ``.txt``, so that nothing takes it for code. In a path, ``PACKAGE``
and ``NAME`` are replaced by these words, and ``gitignore`` by ``.gitignore``, which git would already
obey here.
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
    """The files of a kind by their paths, filled in if `words` are given; empty for an unknown kind."""
    return fill_folder(HERE / kind, words)


def fill_folder(folder: Traversable, words: Mapping[str, str] | None = None) -> dict[str, str]:
    """The same as `tree`, for any folder; empty if it does not exist."""
    files = dict(_files(folder))
    if words is None:
        return files
    return {_path(path, words): fill(text, words) for path, text in files.items()}


def fill(text: str, words: Mapping[str, str]) -> str:
    """A template with its words filled in. Raises KeyError for a missing word."""
    return Template(text).substitute(words)


def uses(kind: str, word: str) -> bool:
    """Whether a word occurs in the files of a kind already."""
    return any(re.search(rf"\b{re.escape(word)}\b", text) for _, text in _files(HERE / kind))


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, str]]:
    for path in sorted(folder.iterdir() if folder.is_dir() else (), key=lambda files: files.name):
        if path.is_dir():
            yield from _files(path, f"{above}{path.name}/")
        elif path.name.endswith(SUFFIX):
            yield above + path.name.removesuffix(SUFFIX), path.read_text(encoding="utf-8")


def _path(path: str, words: Mapping[str, str]) -> str:
    parts = (part.replace("PACKAGE", words["package"]) for part in PurePosixPath(path).parts)
    named = (part.replace("NAME", words["name"]) for part in parts)
    return "/".join(".gitignore" if part == "gitignore" else part for part in named)
