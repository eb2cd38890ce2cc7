"""The CSS of drawings: light and dark colours, lines and letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from operator import itemgetter
from typing import TYPE_CHECKING

from sandtable_pictures.palette import GROUNDS, INK, PALETTE, Ground

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SHEET: Mapping[str, tuple[str, str]] = {
    **{role: (colour.light, colour.dark) for role, colour in PALETTE.items()},
    "paper": ("#f7f0df", "#0c1424"),
    "ink": (INK["light"], INK["dark"]),
    "land": ("#efe4c8", "#1b2840"),
    "line": ("#6f5c3f", "#a79c84"),
    "water": ("#b3d0d9", "#0a1629"),
    "far": ("#bfd8df", "#0d1c33"),
    "mid": ("#cde0e4", "#11243e"),
    "near": ("#dceaea", "#172f4c"),
    "lining": ("#7ba6b6", "#38607f"),
    "coast": ("#356478", "#6fa3c4"),
    "deep": ("#1f5468", "#8cc0dc"),
    "sand": ("#e5d2a0", "#29324a"),
    "dune": ("#66501f", "#cdb57c"),
    "relief": ("#9d7a42", "#7d7952"),
    "trench": ("#3f3122", "#b3a58a"),
    "leaf": ("#5f7f45", "#6fa07c"),
    "mark": (PALETTE["target"].light, PALETTE["target"].dark),
    "way": ("#bf6530", "#d38b58"),
    "casing": ("#7a3a1a", "#3d2a1f"),
    "spot": ("#fffaf0", "#24314c"),
    "tray": ("#efe4c8", "#16213a"),
    "khaki": ("#d9c48c", "#c9b47c"),
    "khaki-ink": ("#2a230f", "#1d1808"),
    "red": ("#a93228", "#ab392e"),
    "red-ink": ("#ffffff", "#ffffff"),
    "blue": ("#2a69bd", "#3b74c4"),
    "blue-ink": ("#ffffff", "#ffffff"),
    "green": ("#9cc489", "#86c28c"),
    "green-ink": ("#10240f", "#06170a"),
    "gold": ("#f2bd33", "#e9b93c"),
    "gold-ink": ("#2b2000", "#221a00"),
    "grey": ("#787164", "#77736a"),
    "grey-ink": ("#ffffff", "#ffffff"),
    "steel": ("#46525f", "#4e5f76"),
    "steel-ink": ("#ffffff", "#ffffff"),
    "olive": ("#6b6a2b", "#6c6a2a"),
    "olive-ink": ("#ffffff", "#ffffff"),
    "card": ("#fdf8ea", "#22304a"),
    "lit": ("#ffffff", "#ffffff"),
    "shade": ("#1d1408", "#000000"),
    "rim": ("#3d3122", "#97a3b6"),
}


def _paper(ground: Ground) -> tuple[str, str]:
    """Return the colours of a ground, as different from land as they are in terminals."""
    light, dark = (
        "".join(f"{sheet - land + own:02x}" for sheet, land, own in zip(*channels, strict=True))
        for colours in zip(_SHEET["land"], GROUNDS["land"][:2], GROUNDS[ground][:2], strict=True)
        if (channels := [bytes.fromhex(colour[1:]) for colour in colours])
    )
    return f"#{light}", f"#{dark}"


COLOURS: Mapping[str, tuple[str, str]] = {
    **_SHEET,
    **{ground: _paper(ground) for ground in GROUNDS if ground not in (*_SHEET, "shoal")},
}
"""Light and dark colours, by the names of their custom properties without the prefix."""

TONES = ("khaki", "red", "blue", "green", "gold", "grey", "steel", "olive")


def _rules() -> str:
    """Return the rules of ``drawing.css``, repeating those that name TONE for each tone."""
    lines = resources.files("sandtable_pictures.svg").joinpath("drawing.css").read_text("utf-8")
    repeated = ((line, TONES if "TONE" in line else ("",)) for line in lines.splitlines())
    return "".join(f"{line.replace('TONE', tone)}\n" for line, tones in repeated for tone in tones)


RULES = _rules()
"""The rules of all drawings; ``$NAME`` is a colour."""


def _set(selector: str, *, dark: bool) -> str:
    properties = ";".join(f"--st-{name}:{pair[dark]}" for name, pair in COLOURS.items())
    return f"{selector}{{{properties}}}\n"


_PREFERRED = (
    f"{_set(':root', dark=False)}@media (prefers-color-scheme:dark){{\n{_set(':root', dark=True)}}}\n"
)

_DRAWN = re.sub(r"\$([a-z-]+)", r"var(--st-\1)", RULES)

DOCUMENT_STYLE = _PREFERRED + _DRAWN
"""The style sheet of a drawing in a file of its own."""

PICTURE_STYLE = "".join(
    (
        _PREFERRED,
        _set(':root[data-theme="light"]', dark=False),
        _set(':root[data-theme="dark"]', dark=True),
        _DRAWN,
    )
)
"""The complete style sheet, for pages that include fragments of drawings.

Its custom properties begin with ``--st-``. They are light or dark as the browser prefers or, if the root
element sets it, as ``data-theme`` says.
"""


_SVG = "http://www.w3.org/2000/svg"

_Compound = tuple[str, frozenset[str]]
"""A tag (or none) and classes: those of an element, or those that part of a selector requires."""


def _parse_rules() -> Iterator[tuple[Sequence[_Compound], Mapping[str, str]]]:
    """Return the selectors of RULES with their light declarations, the least specific first."""
    found = []
    for selectors, body in re.findall(r"^(\S[^{]*)\{(.*)\}$", RULES, re.MULTILINE):
        light = re.sub(r"\$([a-z-]+)", lambda name: COLOURS[name[1]][0], body)
        declared = dict(part.split(":", 1) for part in light.split(";"))
        for selector in selectors.split(","):
            split = [compound.split(".") for compound in selector.split()]
            compounds = [(tag, frozenset(classes)) for tag, *classes in split]
            weight = sum(10 * len(classes) + bool(tag) for tag, classes in compounds)
            found.append((weight, compounds, declared))
    yield from ((compounds, declared) for _, compounds, declared in sorted(found, key=itemgetter(0)))


_PARSED = [*_parse_rules()]


def with_attributes(svg: str) -> str:
    """Add light colours and line styles to a drawing as attributes, for programs without CSS."""
    from xml.etree.ElementTree import fromstring, register_namespace, tostring  # noqa: PLC0415 (slow to import)

    register_namespace("", _SVG)
    root = fromstring(svg)  # noqa: S314 (our own)
    _add_attributes(root, (), {})
    return tostring(root, encoding="unicode")


def _add_attributes(element: Element, around: tuple[_Compound, ...], given: Mapping[str, str]) -> None:
    """Add the rules' declarations to an element and everything in it, unless they are inherited."""
    path = (
        *around,
        (element.tag.removeprefix(f"{{{_SVG}}}"), frozenset(element.get("class", "").split())),
    )
    declared = _declared(path)
    for name, value in declared.items():
        if given.get(name) != value:
            element.attrib.setdefault(name, value)
    inherited = {**given, **declared, "opacity": ""}
    for part in element:
        _add_attributes(part, path, inherited)


@lru_cache(maxsize=4096)
def _declared(path: tuple[_Compound, ...]) -> Mapping[str, str]:
    """Return the declarations for the last element of a path of nested elements."""
    declared: dict[str, str] = {}
    for compounds, said in _PARSED:
        if _fits(compounds[-1], path[-1]) and _are_around(compounds[:-1], path[:-1]):
            declared |= said
    return declared


def _fits(compound: _Compound, element: _Compound) -> bool:
    return compound[0] in ("", element[0]) and compound[1] <= element[1]


def _are_around(compounds: Sequence[_Compound], around: Sequence[_Compound]) -> bool:
    """Return whether the elements around an element match these parts of a selector, in order."""
    elements = iter(around)
    return all(any(_fits(compound, element) for element in elements) for compound in compounds)
