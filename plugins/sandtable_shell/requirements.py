"""The distributions that a requirement for pip may bring, according to its words and files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from sandtable.plugins.switches import plain

NAMED = re.compile(r"\s*([a-z0-9][\w.-]*)\s*(?:\[[^]]*\])?\s*(?:@(.*)|[<>=!~;(,].*)?", re.I | re.S)
"""A name with extras, then its source or its versions; a source alone does not match."""

ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:", re.I)
"""The beginning of an address; a single letter is a drive."""

FILE = re.compile(r"(.+?)-\d.*\.(?:whl|zip|tgz|tar(?:\.\w+)?)", re.I)
"""A wheel or an archive of sources: its name, then its version."""

SET_UP = re.compile(r"""\bname\s*=\s*["']?([\w.-]+)""")
"""The name in a ``setup.cfg`` or ``setup.py``, as most write it."""


def distributions(typed: str) -> set[str]:
    """The normalized names of the distributions that a requirement may bring.

    What an address brings is known only after the download; its ``#egg=`` or last word is a guess.
    """
    named = NAMED.fullmatch(typed)
    names = {named[1]} if named else set()
    place = (named[2] or "").strip() if named else typed
    if place or FILE.fullmatch(typed) or Path(typed).is_dir():
        names |= _of_place(place or typed)
    return {plain(name) for name in names}


def is_address(typed: str) -> bool:
    """Whether a requirement is an address rather than a local file."""
    named = NAMED.fullmatch(typed)
    place = ((named[2] or "") if named else typed).strip()
    return bool(ADDRESS.match(place)) and not place.lower().startswith("file:")


def _of_place(place: str) -> set[str]:
    """The names that an address, a folder or a file gives."""
    address, _, fragment = place.partition("#")
    egg = re.search(r"(?:^|&)egg=([\w.-]+)", unquote(fragment))
    names = {egg[1]} if egg else set()
    if ADDRESS.match(address) and not address.lower().startswith("file:"):
        last_part = unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2])
        return names | {_of_file(last_part.partition("@")[0].removesuffix(".git"))}
    if address.lower().startswith("file:"):
        address = url2pathname(urlsplit(address).path)
    path = Path(re.sub(r"\[[^]]*\]$", "", address.strip()))
    return names | ({_of_folder(path)} if path.is_dir() else {_of_file(path.name)})


def _of_file(name: str) -> str:
    file = FILE.fullmatch(name)
    return file[1] if file else name


def _of_folder(path: Path) -> str:
    """The name that a source folder declares; else the folder's own name."""
    try:
        project_file = tomllib.loads((path / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project_file["project"]["name"])
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        pass
    for file in ("setup.cfg", "setup.py"):
        try:
            set_up = SET_UP.search((path / file).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if set_up:
            return set_up[1]
    return path.resolve().name
