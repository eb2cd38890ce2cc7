"""The page of the faces for tools: the public names of each package, in the order of its stub."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

from generator import markdown
from generator.source import tree

FACES = (
    "sandtable",
    "sandtable.tooling",
    "sandtable_batch",
    "sandtable_pictures",
    "sandtable_console",
    "sandtable_shell",
)

REFERENCE = Path(__file__).parents[1] / "reference"

DIRECTIVE = re.compile(r"^\.\. (py:module|py:currentmodule|auto\w+):: (\S+)", re.MULTILINE)
"""A directive at the beginning of a line; an indented one belongs to the class above."""

LONGEST_VALUE = 100
"""The characters of the longest value that the page shows."""

INTRODUCTION = """\
A tool imports these names from the package that has them, and the others from
[`sandtable`](../reference/python.md):

```python
from sandtable.tooling import catalog

for id, info in catalog().games.infos.items():
    print(id, info.title)
```

The site shows the docstring of each name, and so does `python -m pydoc PACKAGE.NAME`."""


def page() -> str:
    """The page."""
    return markdown.page(
        "For tools", INTRODUCTION, *(part for face in FACES[1:] for part in _face(face))
    )


@cache
def homes(face: str) -> dict[str, str]:
    """The full name, in its own module, of each public name of a face, in the order of the stub."""
    stub = Path(str(import_module(face).__file__)).with_suffix(".pyi").read_text(encoding="utf-8")
    lines = re.findall(r"^from (\S+) import (\S+) as (\S+)$", stub, re.MULTILINE)
    return {name: f"{module}.{attribute}" for module, attribute, name in lines}


def home(name: str) -> str:
    """The full name, in its own module, of a name that is written as in a face."""
    module, _, attribute = name.rpartition(".")
    if attribute in (homes(module) if module in FACES else {}):
        return homes(module)[attribute]
    return f"{home(module)}.{attribute}" if module else attribute


def documented(text: str) -> Iterator[str]:
    """The full name of everything that a page documents with autodoc."""
    module = ""
    for kind, name in DIRECTIVE.findall(text):
        if kind == "py:currentmodule":
            module = name
        elif kind == "py:module":
            yield (module := name)
        else:
            yield name.replace("::", ".") if "." in name else f"{module}.{name}"


def members(module: ModuleType) -> Iterator[str]:
    """The public functions, classes and tables that a module defines, in their order."""
    for node in tree(str(module.__file__)).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                is_shown = True
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                thing = getattr(module, name, None)
                is_shown = isinstance(thing, dict) or inspect.isroutine(thing)
            case _:
                continue
        if is_shown and not name.startswith("_"):
            yield name


def _face(face: str) -> Iterator[str]:
    """The section of a face, and one for each module that it has."""
    package, pages = import_module(face), _described()
    names = {name: home for name, home in homes(face).items() if home not in pages}
    modules = [name for name in names if inspect.ismodule(getattr(package, name))]
    yield f"## {face}\n\n{_about(package)}"
    for page, title in (("python.md", "Python"), ("hooks.md", "Hooks")):
        if others := [name for name, home in homes(face).items() if pages.get(home) == page]:
            described = f"[{title}](../reference/{page}) describes"
            yield f"It also has {markdown.words(others)}, which {described}."
    own = [name for name in names if name not in modules]
    groups = groupby(own, lambda name: names[name].rpartition(".")[0])
    directives = ["\n".join(_directive(getattr(package, name), name) for name in g) for _, g in groups]
    yield _block(f".. py:currentmodule:: {face}", *directives)
    for name in modules:
        yield from _module(f"{face}.{name}", getattr(package, name), {*pages, *names.values()})


def _module(name: str, module: ModuleType, elsewhere: set[str]) -> Iterator[str]:
    """The section of a module of a face, without the names that are described elsewhere."""
    names = list(members(module))
    too = [name for name in names if f"{module.__name__}.{name}" in elsewhere]
    about = f"{markdown.word(name)}. {_about(module)}"
    about += f" It has {markdown.words(too)} too." if too else ""
    yield f"### {name.rpartition('.')[2]}\n\n{about}"
    own = [_directive(getattr(module, name), name) for name in names if name not in too]
    yield _block(f".. py:module:: {name}", "\n".join(own))


@cache
def _described() -> dict[str, str]:
    """The page that describes each thing, for the pages that are written by hand."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md")}
    by_hand = {page: text for page, text in texts.items() if not text.startswith(markdown.MADE)}
    return {home(name): page for page, text in by_hand.items() for name in documented(text)}


def _about(module: ModuleType) -> str:
    return markdown.prose(str(module.__doc__).partition("\n")[0])


def _directive(thing: Any, name: str) -> str:
    """The directive that has autodoc describe a name; a long value is left out."""
    if inspect.isclass(thing):
        return f".. auto{'exception' if issubclass(thing, BaseException) else 'class'}:: {name}"
    if inspect.isroutine(thing):
        return f".. autofunction:: {name}"
    long = isinstance(thing, str | dict) and len(str(thing)) > LONGEST_VALUE
    return f".. autodata:: {name}" + ("\n   :no-value:" if long else "")


def _block(*parts: str) -> str:
    return markdown.code("\n\n".join(filter(None, parts)), "{eval-rst}")
