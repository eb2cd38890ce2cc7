"""The page on the faces for tools: the names of each package that no other page describes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain

from generator import markdown, reference
from generator.api import FACES, Shown, is_module, names_in_module, public_names, section

INTRODUCTION = """\
A tool imports these names from their packages, and all others from
[`sandtable`](../reference/python.md):

```python
from sandtable.tooling import catalog

for id, info in catalog().games.infos.items():
    print(id, info.title)
```"""


def page() -> str:
    """Return the page."""
    return markdown.page(
        "For tools", INTRODUCTION, *(part for face in FACES[1:] for part in _face(face))
    )


def names() -> list[Shown]:
    """Return the names on the page, in order."""
    return [shown for face in FACES[1:] for shown in (*_own(face), *chain(*_modules(face).values()))]


def _face(face: str) -> Iterator[str]:
    """Yield the section of a face, then a section for each module in it."""
    yield f"## {face}\n\n{_about(face)}"
    described = {name: _elsewhere().get(full) for name, full in public_names(face).items()}
    for page in dict.fromkeys(filter(None, described.values())):
        others = markdown.words(name for name in described if described[name] == page)
        yield f"[{reference.title(page)}](../reference/{page}) describes {others}."
    links = reference.links_from("", "../reference/")
    yield from (section(shown, links) for shown in _own(face))
    for module, shown in _modules(face).items():
        name = module.rpartition(".")[2]
        yield f"### {name}\n\n`{face}.{name}`. {_about(module)}"
        yield from (section(each, links) for each in shown)


def _own(face: str) -> list[Shown]:
    return [
        Shown(name, full)
        for name, full in public_names(face).items()
        if full not in _elsewhere() and not is_module(full)
    ]


def _modules(face: str) -> dict[str, list[Shown]]:
    """Return a face's modules, with the names in each that no other page shows."""
    others = {*_elsewhere(), *public_names(face).values()}
    modules = {full: names_in_module(full, 4) for full in public_names(face).values() if is_module(full)}
    return {
        module: own
        for module, shown in modules.items()
        if (own := [one for one in shown if one.full not in others])
    }


@cache
def _elsewhere() -> dict[str, str]:
    """Return the page on which each name has its section, by full name."""
    return {shown.full: page for page in reference.PAGES for shown in reference.names(page)}


def _about(module: str) -> str:
    return markdown.prose(str(import_module(module).__doc__).partition("\n")[0])
