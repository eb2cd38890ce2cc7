"""The page on JSON output: it runs commands; output.toml must describe every key they print."""

from __future__ import annotations

import io
import json
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct, convert

from generator import games, markdown
from sandtable.plugins.catalog import refresh
from sandtable_shell.command_line import main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

GROUPS = ("config", "plugins", "scenario")
"""Commands with subcommands."""

KINDS = {str: "text", bool: "true or false", int: "whole number", float: "number", dict: "object"}

INTRODUCTION = """\
With `--json`, a command prints one JSON document and nothing else on standard output; `replay` prints
one object per line:

```console
$ sandtable replay saves/lrdg-barca.jsonl --json
```

Each example is the output of the command above it, with lists cut to their first entry. An invisible
character, such as a control character, is escaped: `\\u001b`. In a path, `*` means any name, and `[]`
any entry of a list. A type is `-` if no example shows it. Other pages describe the events that
`replay` prints:"""


class Output(Struct, forbid_unknown_fields=True):
    """A command that prints JSON.

    - `keys`: the meaning of each key, by its path: ``games[].id``.
    - `lines`: whether it prints an object per line; the page then shows one object of each kind.
    - `fixed`: values to show for keys that vary from run to run.
    - `more`: other commands whose output may contain these keys.
    - `status`: the expected exit statuses.
    """

    command: str
    about: str
    keys: dict[str, str]
    lines: bool = False
    fixed: dict[str, Any] = {}
    more: list[str] = []
    status: tuple[int, ...] = (0,)

    @property
    def name(self) -> str:
        """The command without arguments: ``sandtable plugins list``."""
        words = self.command.split()
        return " ".join(words[: 3 if words[1] in GROUPS else 2])


class Undescribed(LookupError):
    """A command prints a key that output.toml does not describe."""


def outputs() -> list[Output]:
    """Return every command that output.toml describes."""
    text = (HERE / "output.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text)["output"], list[Output])


def page() -> str:
    """Return the page."""
    pages = [f"events-{game.id}" for game in games.built_in_games()]
    introduction = f"{INTRODUCTION}\n{', '.join(f'[{page}]({page}.md)' for page in pages)}."
    sections = (_section(output) for output in outputs())
    return markdown.page("JSON output", introduction, *sections, markdown.toctree(pages))


def _section(output: Output) -> str:
    documents = output_of(output.command, output)
    others = [document for command in output.more for document in output_of(command, output)]
    kinds: dict[str, dict[str, None]] = {path: {} for path in output.keys}
    for document in [*documents, *others]:
        for path, kind in find_keys(document):
            kinds[key_of(path, output)][kind] = None
    rows = [(markdown.word(path), _type(path, kinds), about) for path, about in output.keys.items()]
    return "\n\n".join(
        [
            f"## {output.name}",
            output.about.strip(),
            markdown.code(f"$ {output.command}", "console"),
            markdown.code(_example(documents, output), "json"),
            markdown.table(("key", "type", "what it is"), rows),
        ]
    )


def _type(path: str, kinds: dict[str, dict[str, None]]) -> str:
    """Return the kinds of a key's values or, if examples leave it empty, the kind its subkeys imply."""
    shown = _kinds(kinds[path])
    if shown == "list" and any(key.startswith(f"{path}[].") for key in kinds):
        return "list of objects"
    if shown in ("", "null") and any(key.startswith(f"{path}.") for key in kinds):
        return "object or null" if shown else "object"
    return shown or "-"


def _kinds(found: Iterable[str]) -> str:
    """Join kinds in a line, leaving out an empty list if another shows the kind of its items."""
    kinds = list(found)
    return " or ".join(
        kind for kind in kinds if kind != "list" or not any("list of" in other for other in kinds)
    )


def output_of(command: str, output: Output) -> list[Any]:
    """Run a command next to a copy of `saves`, without a user's settings and plugins."""
    out, err = io.StringIO(), io.StringIO()
    with (
        tempfile.TemporaryDirectory() as home,
        patch.dict(os.environ, {"SANDTABLE_HOME": home, "NO_COLOR": ""}),
        chdir(home),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        shutil.copytree(ROOT / "saves", "saves")
        Path("docs").symlink_to(ROOT / "docs")
        refresh()
        status = main(["--no-plugins", *command.split()[1:]])
    refresh()
    if status not in output.status:
        raise RuntimeError(f"{command}: {err.getvalue().strip()}")
    texts = out.getvalue().splitlines() if output.lines else [out.getvalue()]
    return [_fix(json.loads(text), output.fixed) for text in texts]


def _fix(value: Any, fixed: dict[str, Any]) -> Any:
    """Replace values that vary from run to run in a document."""
    if isinstance(value, dict):
        constant = {key: part for key, part in fixed.items() if value.get(key) is not None}
        return {key: constant.get(key, _fix(part, fixed)) for key, part in value.items()}
    return [_fix(item, fixed) for item in value] if isinstance(value, list) else value


def find_keys(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path of every key in a document, with the kind of its value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            key_path = f"{path}.{key}".lstrip(".")
            yield key_path, _kind(inner)
            yield from find_keys(inner, key_path)
    elif isinstance(value, list):
        for inner in value:
            yield from find_keys(inner, f"{path}[]")


def _kind(value: Any) -> str:
    if isinstance(value, list):
        kinds = dict.fromkeys(map(_kind, value))
        return f"list of {'s or '.join(kinds)}s" if kinds and len(kinds) == 1 else "list"
    return KINDS.get(type(value), "null")


def key_of(path: str, output: Output) -> str:
    """Return the key in output.toml that describes a path. Raises Undescribed."""
    by_depth = sorted(output.keys, key=lambda key: key.count(".") != path.count("."))
    for key in by_depth:
        if path == key or fnmatchcase(path, key.replace("[]", "[[]]")):
            return key
    raise Undescribed(f"docs/generator/output.toml does not describe {path} of `{output.command}`")


def _example(documents: list[Any], output: Output) -> str:
    """Shorten the output to one line of each kind and the first entry of each list."""
    if not output.lines:
        return json.dumps(cut(documents[0]), indent=2, ensure_ascii=False)
    inner = reversed(documents[1:-1])
    first = {document.get("type", bool(document.get("events"))): document for document in inner}
    kinds = sorted(first, key=lambda kind: documents.index(first[kind]))
    shown = [documents[0], *(first[kind] for kind in kinds), documents[-1]]
    return "\n".join(json.dumps(cut(document), ensure_ascii=False) for document in shown)


def cut(value: Any) -> Any:
    """Return a document with its lists cut to one entry."""
    if isinstance(value, dict):
        return {key: cut(item) for key, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict | list):
        return [cut(value[0])]
    return value
