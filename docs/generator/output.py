"""The page of JSON output: commands are run, and output.toml must describe every key that comes."""

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

from generator import markdown
from sandtable.plugins.installation import refresh
from sandtable.shell import main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

GROUPS = ("config", "plugins", "scenario")
"""Commands that have commands of their own."""

KINDS = {str: "text", bool: "true or false", int: "whole number", float: "number", dict: "object"}

INTRODUCTION = """\
With `--json` a command prints one JSON document, and `replay` one object a line, and nothing else
on standard output:

```console
$ sandtable replay saves/lrdg-barca.jsonl --json
```

The commands above the examples printed them; their lists are cut to the first entry. An invisible
character, such as a control character, is escaped: `\\u001b`. In a path, `*` stands for names that
differ, and `[]` for each entry of a list. A type that no example shows is `-`. The events of
`replay` have pages of their own:
[lrdg](events-lrdg.md), [lawrence](events-lawrence.md), [megiddo](events-megiddo.md)."""

TREE = """\
```{toctree}
:hidden:

events-lrdg
events-lawrence
events-megiddo
```"""


class Output(Struct, forbid_unknown_fields=True):
    """A command that prints JSON, and what its keys mean, by their paths: ``games[].id``.

    `lines` says that it prints an object a line; then one object of some kinds is shown. `fixed` are
    values of keys that would differ from run to run. `more` are commands whose keys count too, and
    `status` the exit statuses that are right.
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
        """The command alone: ``sandtable plugins list``."""
        words = self.command.split()
        return " ".join(words[: 3 if words[1] in GROUPS else 2])


class Undescribed(LookupError):
    """A key that a command prints and output.toml does not describe."""


def outputs() -> list[Output]:
    """Every command that output.toml describes."""
    text = (HERE / "output.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text)["output"], list[Output])


def page() -> str:
    """The page."""
    return markdown.page("JSON output", INTRODUCTION, *(_section(one) for one in outputs()), TREE)


def _section(one: Output) -> str:
    documents = printed(one.command, one)
    others = [document for command in one.more for document in printed(command, one)]
    kinds: dict[str, dict[str, None]] = {path: {} for path in one.keys}
    for document in [*documents, *others]:
        for path, kind in found(document):
            kinds[key_of(path, one)][kind] = None
    rows = [(markdown.word(path), _type(path, kinds), about) for path, about in one.keys.items()]
    return "\n\n".join(
        [
            f"## {one.name}",
            one.about.strip(),
            markdown.code(f"$ {one.command}", "console"),
            markdown.code(_example(documents, one), "json"),
            markdown.table(("key", "type", "what it is"), rows),
        ]
    )


def _type(path: str, kinds: dict[str, dict[str, None]]) -> str:
    """The kinds of a key's values. What the examples leave empty follows from the keys below it."""
    shown = _kinds(kinds[path])
    if shown == "list" and any(key.startswith(f"{path}[].") for key in kinds):
        return "list of objects"
    if shown in ("", "null") and any(key.startswith(f"{path}.") for key in kinds):
        return "object or null" if shown else "object"
    return shown or "-"


def _kinds(found: Iterable[str]) -> str:
    """Kinds in a line; an empty list says nothing of what is in a full one."""
    kinds = list(found)
    return " or ".join(
        one for one in kinds if one != "list" or not any("list of" in each for each in kinds)
    )


def printed(command: str, one: Output) -> list[Any]:
    """What a command prints, run beside a copy of `saves` with nobody's settings and plugins."""
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
    if status not in one.status:
        raise RuntimeError(f"{command}: {err.getvalue().strip()}")
    texts = out.getvalue().splitlines() if one.lines else [out.getvalue()]
    return [_fix(json.loads(text), one.fixed) for text in texts]


def _fix(value: Any, fixed: dict[str, Any]) -> Any:
    """A document with what differs from run to run made always the same."""
    if isinstance(value, dict):
        constant = {key: part for key, part in fixed.items() if value.get(key) is not None}
        return {key: constant.get(key, _fix(part, fixed)) for key, part in value.items()}
    return [_fix(one, fixed) for one in value] if isinstance(value, list) else value


def found(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every key of a document as a path, with the kind of its value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = f"{path}.{key}".lstrip(".")
            yield here, _kind(inner)
            yield from found(inner, here)
    elif isinstance(value, list):
        for inner in value:
            yield from found(inner, f"{path}[]")


def _kind(value: Any) -> str:
    if isinstance(value, list):
        kinds = dict.fromkeys(map(_kind, value))
        return f"list of {'s or '.join(kinds)}s" if kinds and len(kinds) == 1 else "list"
    return KINDS.get(type(value), "null")


def key_of(path: str, output: Output) -> str:
    """The key of the table that describes a path. Raises Undescribed."""
    by_depth = sorted(output.keys, key=lambda key: key.count(".") != path.count("."))
    for key in by_depth:
        if path == key or fnmatchcase(path, key.replace("[]", "[[]]")):
            return key
    raise Undescribed(f"docs/generator/output.toml does not describe {path} of `{output.command}`")


def _example(documents: list[Any], one: Output) -> str:
    """What was printed, cut: of lines one of each kind, of lists the first entry."""
    if not one.lines:
        return json.dumps(cut(documents[0]), indent=2, ensure_ascii=False)
    first = {bool(each.get("events")): each for each in reversed(documents[1:-1])}
    shown = [documents[0], first[False], first[True], documents[-1]]
    return "\n".join(json.dumps(cut(each), ensure_ascii=False) for each in shown)


def cut(value: Any) -> Any:
    """A document whose lists have one entry at most."""
    if isinstance(value, dict):
        return {key: cut(one) for key, one in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict | list):
        return [cut(value[0])]
    return value
