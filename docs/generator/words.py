"""The file that lists the command line's built-in words, from the entry points' commands."""

from __future__ import annotations

import json
import tomllib
from importlib import import_module
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def text() -> str:
    """Return the text of ``command_words.json``, in the order of pyproject.toml."""
    points = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["entry-points"]
    tables: dict[str, dict[str, str]] = {}
    for id, names in points["sandtable.commands"].items():
        module, _, name = names.partition(":")
        command = getattr(import_module(module), name)
        about = {"summary": command.summary, "group": command.group, "names": names}
        tables[id] = {key: text for key, text in about.items() if text}
    return json.dumps(tables, indent=2) + "\n"
