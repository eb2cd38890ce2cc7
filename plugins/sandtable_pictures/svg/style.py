"""The CSS of drawings: light and dark colours, lines, letters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandtable_pictures.palette import INK, PALETTE, PAPER

COLOURS: Mapping[str, tuple[str, str]] = {
    **{role: (colour.light, colour.dark) for role, colour in PALETTE.items()},
    "paper": (PAPER["light"], PAPER["dark"]),
    "ink": (INK["light"], INK["dark"]),
    "line": ("#7d7365", "#9a917f"),
    "water": ("#c9dfe8", "#16303d"),
    "deep": ("#055a73", "#55b9d6"),
    "sand": ("#f4e9c8", "#2a261b"),
    "dune": ("#7a6335", "#a8905a"),
    "mark": (PALETTE["target"].light, PALETTE["target"].dark),
    "way": ("#f4e3b5", "#4a4230"),
    "spot": ("#ffffff", "#2c2f34"),
    "tray": ("#f1ebdc", "#25282c"),
    "khaki": ("#dcc891", "#c3ae74"),
    "khaki-ink": ("#2a230f", "#1d1808"),
    "red": ("#b93a32", "#c9564d"),
    "red-ink": ("#ffffff", "#000000"),
    "blue": ("#2f64a3", "#6ea3e0"),
    "blue-ink": ("#ffffff", "#071322"),
    "green": ("#33733f", "#6fb57b"),
    "green-ink": ("#ffffff", "#06170a"),
    "gold": ("#f2bd33", "#e9b93c"),
    "gold-ink": ("#2b2000", "#221a00"),
    "grey": ("#6a6f75", "#9aa0a7"),
    "grey-ink": ("#ffffff", "#101214"),
}
"""Colours by name, without the prefix of their custom property: in the light, and in the dark."""

TONES = ("khaki", "red", "blue", "green", "gold", "grey")


def _set(selector: str, *, dark: bool) -> str:
    properties = ";".join(f"--st-{name}:{pair[dark]}" for name, pair in COLOURS.items())
    return f"{selector}{{{properties}}}\n"


_SHAPES = """\
.paper{fill:var(--st-paper)}
.ground text,.counter text,.heading{font-family:Arial,Helvetica,"Liberation Sans",sans-serif}
.ground path{fill:none;stroke:var(--st-line);stroke-linejoin:round}
.ground .terrain text{font-size:15px;font-style:italic;letter-spacing:.12em;stroke:none}
.ground .terrain text{text-anchor:middle}
.ground .sea{fill:var(--st-water);stroke:var(--st-sea);stroke-width:1.6}
.ground text.sea{fill:var(--st-deep)}
.ground .sand{fill:var(--st-sand);stroke:none}
.ground .grain{stroke:var(--st-dune);stroke-width:1.7;stroke-dasharray:.1 9;stroke-linecap:round}
.ground .scarp,.ground .fall{stroke:var(--st-dune);stroke-width:1.4}
.ground .terrain .line{stroke:var(--st-dune);stroke-width:3;stroke-dasharray:1 6}
.ground text.sand,.ground text.escarpment{fill:var(--st-dune)}
.ground .road{stroke-width:6}
.ground .road.over{stroke:var(--st-way);stroke-width:3.5}
.ground .rail{stroke:var(--st-ink);stroke-width:5}
.ground .rail.over{stroke:var(--st-paper);stroke-width:3;stroke-dasharray:8 8}
.ground .path{stroke-width:2.5;stroke-dasharray:9 5}
.ground .trail{stroke-width:2.8;stroke-dasharray:.1 6;stroke-linecap:round}
.ground .spot{fill:var(--st-spot);stroke:var(--st-ink);stroke-width:1.8}
.ground .spot.full{fill:var(--st-ink)}
.ground .tray{fill:var(--st-tray);stroke:var(--st-line)}
.ground text,.heading{fill:var(--st-ink);paint-order:stroke}
.ground text{stroke:var(--st-paper);stroke-width:4;stroke-linejoin:round}
.ground .name{text-anchor:middle;font-weight:600}
.ground.trays .name{text-anchor:start;stroke:none}
.heading{font-size:18px;font-weight:600}
.marks path,.marks rect,.lights circle{fill:none;stroke:var(--st-mark);stroke-width:3}
.marks .casing{stroke:var(--st-paper);stroke-width:7;opacity:.8}
.marks .tip{fill:var(--st-mark);stroke:var(--st-paper);stroke-width:1}
.marks .changed{stroke-dasharray:5 4}
.ghost use,.ghost .counter{opacity:.4}
.ghost path{stroke-linecap:round;stroke-width:4}
.counter{stroke:var(--st-paper);stroke-width:1.5}
.counter text{stroke:none;text-anchor:middle;font-weight:600}
.number circle{fill:var(--st-ink);stroke:var(--st-paper);stroke-width:1.5}
.number text{fill:var(--st-paper);font-family:Arial,sans-serif;font-weight:700;text-anchor:middle}
.sign .full{stroke:none}
.sign .pen{fill:none;stroke-width:1.6;stroke-dasharray:none}
"""

_TONE = """\
.counter.TONE{fill:var(--st-TONE)}
.counter.TONE text,.counter.TONE .full{fill:var(--st-TONE-ink)}
.counter.TONE .pen{stroke:var(--st-TONE-ink)}
.counter.faint.TONE{stroke:var(--st-TONE)}
"""

_FAINT = """\
.counter.faint{fill:var(--st-paper);stroke-width:2.5;stroke-dasharray:4 2}
.counter.faint text,.counter.faint .full{fill:var(--st-ink);font-weight:400}
.counter.faint .pen{stroke:var(--st-ink)}
"""


def _with_plain_colours(css: str) -> str:
    """Rules with each colour as it is in the light too, for programs that know no custom properties."""
    return re.sub(
        r"([a-z]+):var\(--st-([a-z-]+)\)", lambda set: f"{set[1]}:{COLOURS[set[2]][0]};{set[0]}", css
    )


PICTURE_STYLE = (
    _set(":root", dark=False)
    + f"@media (prefers-color-scheme:dark){{\n{_set(':root', dark=True)}}}\n"
    + _set(':root[data-theme="light"]', dark=False)
    + _set(':root[data-theme="dark"]', dark=True)
    + _with_plain_colours("".join([_SHAPES, *(_TONE.replace("TONE", tone) for tone in TONES), _FAINT]))
)
"""The whole style sheet; a page that has fragments of a drawing includes it.

Its custom properties begin with ``--st-``. They are light or dark as the reader's browser prefers, or
as the root element says with ``data-theme``.
"""
