"""Templates for new distributions: games, scenarios and a bot, with tests that pass as written.

A template is a folder in ``trees/``, such as ``trees/game/cards``. It contains ``template.toml`` (a
`Template`) and files, and takes more from folders of ``trees/parts``; texts for the same file are
joined. A file's name ends in ``.txt``, so that no tool takes it for code, and its ``$words`` are filled
in. In a path, ``PACKAGE`` and ``NAME`` are filled in, and ``gitignore`` becomes ``.gitignore``, which
git would already obey here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from string import Template as Text

import msgspec
from msgspec import Struct

from sandtable.tooling import toml_text

SUFFIX = ".txt"
HERE = resources.files("sandtable_tools.kit.scaffold") / "trees"


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a folder's ``template.toml``.

    - `brief`: a description in a few words, for lists.
    - `uses`: the folders of ``trees/parts`` whose files and words come first.
    - `scenario`, `seats`: a game's scenario and seats.
    - `words`: more words for the files; they may contain the words of every template.
    """

    brief: str = ""
    uses: tuple[str, ...] = ()
    scenario: str = ""
    seats: tuple[str, ...] = ()
    words: dict[str, str] = {}


def templates(what: str) -> dict[str, Template]:
    """Return the templates for ``game``, ``scenario`` or ``bot``, by kind."""
    folders = sorted((HERE / what).iterdir(), key=lambda folder: folder.name)
    return {folder.name: _template(folder) for folder in folders}


def tree(what: str, kind: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return a kind's files by path, with words filled in."""
    words = dict(words)
    files: dict[str, str] = {}
    for folder in _folders(what, kind):
        words |= {key: fill(text, words) for key, text in _template(folder).words.items()}
        for path, text in folder_files(folder).items():
            files[path] = files.get(path, "") + text
    return {_path(path, words): fill(text, words) for path, text in files.items()}


def folder_files(folder: Traversable, above: str = "") -> dict[str, str]:
    """Return a folder's files by path, as they are; none if it does not exist."""
    files: dict[str, str] = {}
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir():
            files |= folder_files(path, f"{above}{path.name}/")
        elif path.name.endswith(SUFFIX):
            files[above + path.name.removesuffix(SUFFIX)] = path.read_text(encoding="utf-8")
    return files


def fill(text: str, words: Mapping[str, str]) -> str:
    """Return a template with its words filled in. Raises KeyError for a missing word."""
    return Text(text).substitute(words)


def uses(what: str, kind: str, word: str) -> bool:
    """Tell whether a word already occurs in a kind's code."""
    files = [file for folder in _folders(what, kind) for file in folder_files(folder).items()]
    found = re.compile(rf"\b{re.escape(word)}\b")
    return any(path.endswith(".py") and found.search(text) for path, text in files)


def _folders(what: str, kind: str) -> list[Traversable]:
    own = HERE / what / kind
    return [*(HERE / "parts" / part for part in _template(own).uses), own]


def _template(folder: Traversable) -> Template:
    path = folder / "template.toml"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return msgspec.convert(toml_text.loads(text), Template)


def _path(path: str, words: Mapping[str, str]) -> str:
    parts = (part.replace("PACKAGE", words["package"]) for part in PurePosixPath(path).parts)
    named = (part.replace("NAME", words["name"]) for part in parts)
    return "/".join(".gitignore" if part == "gitignore" else part for part in named)
