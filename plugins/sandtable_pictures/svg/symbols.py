"""Symbols for kinds of units and items: small drawings, 24 units wide and 16 units high.

Each consists of a filled path and a stroked path; most need only one. Infantry, cavalry, artillery and
headquarters use the boxes of military maps.
"""

from __future__ import annotations

from collections.abc import Mapping

from sandtable import Symbol

_BOX = "M2 2h20v12H2z"


def _wheels(*places: int) -> str:
    return "".join(f"M{x - 2} 13a2 2 0 1 0 4 0a2 2 0 1 0-4 0z" for x in places)


SYMBOLS: Mapping[Symbol, tuple[str, str]] = {
    "infantry": ("", f"{_BOX}l20 12M22 2L2 14"),
    "cavalry": ("", f"{_BOX}M2 14L22 2"),
    "artillery": ("M9 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", _BOX),
    "machine-gun": ("", f"{_BOX}M12 12.5V4M8.5 7.5L12 4l3.5 3.5"),
    "hq": ("M3 2h18v6H3z", "M3 1v14.5M3 2h18v6H3"),
    "leader": ("M12 0.5l2.1 5 5.4.4-4.1 3.5 1.3 5.3L12 11.8l-4.7 2.9 1.3-5.3L4.5 5.9l5.4-.4z", ""),
    "camel": (
        "M2 15.5V9c.8-3 2.6-3.4 4-1.8C7 3.6 11 3.4 12.6 7.2L17 8c1.4 0 1.8-1.2 1.9-4.6l3.6-.5v2.3"
        "l-1.7.5C20.6 9.2 19.4 10.8 17.2 11.2v4.3h-1.7V11.3H6.2v4.2H4.5V10.5L3.5 10v5.5z",
        "",
    ),
    "truck": (f"M1 3h13v8H1zM15 5.5h4l3.5 3.5v2H15z{_wheels(5, 18)}", ""),
    "armoured-car": (f"M4 7h16l2 4.5H2zM8 3h7v4H8zM15 4h7v1.6h-7z{_wheels(6, 18)}", ""),
    "aeroplane": (
        "M11 .5h2l.6 4.5 9.4 3.4v2.2L13.6 9.5l-.5 3.5 2.7 1.5v1H8.2v-1l2.7-1.5-.5-3.5L1 10.6V8.4"
        "L10.4 5z",
        "",
    ),
    "ship": ("M1 10h22l-3 5.5H4zM8 6h8v3H8zM11 1h2v5h-2z", ""),
    "camp": ("M12 1.5L23 15.5h-7.5L12 8l-3.5 7.5H1z", ""),
    "fort": ("M3 15.5V4h3.5v2.5H10V4h4v2.5h3.5V4H21v11.5h-6.5V11h-5v4.5z", ""),
    "supply": ("", "M3 4h18v10H3zM3 9h18M9 4v10M15 4v10"),
    "terrain": ("M0 15.5L7.5 3l4.5 7 3-4.5 9 10z", ""),
    "target": (
        "M10 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0z",
        "M5 8a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12 0v4M12 12v4",
    ),
    "rail": ("", "M1 4.5h22M1 11.5h22M5 2v12M19 2v12M9.5 2l2 5-2 2 2 5"),
    "eye": ("M9.5 8a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z", "M1.5 8Q12-3 22.5 8Q12 19 1.5 8z"),
    "trouble": ("M11 13h2v2.5h-2zM10.5 1h3l-.6 9.5h-1.8z", ""),
}
"""Every symbol: its filled path and its stroked path."""


def symbol(name: Symbol, x: float, y: float, scale: float) -> str:
    """Draw a symbol centred at a point; empty if there is no symbol."""
    if name not in SYMBOLS:
        return ""
    filled, drawn = SYMBOLS[name]
    parts = (f'<path class="{kind}" d="{d}"/>' for kind, d in (("full", filled), ("pen", drawn)) if d)
    left, top = x - 12 * scale, y - 8 * scale
    where = f"translate({left:.1f} {top:.1f}) scale({scale:.2g})"
    return f'<g class="sign" transform="{where}">{"".join(parts)}</g>'
