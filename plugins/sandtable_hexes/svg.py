"""A map of hexes as SVG: ground, hexsides, ways, numbers, names, and square counters in stacks.

Every colour stands twice: as an attribute, for converters that know no CSS variables, and as a class.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
import re
from html import escape
from math import cos, pi, sin

from sandtable_hexes.hexmap import HexMap
from sandtable_hexes.looks import LOOKS, look, stroke
from sandtable import Counter, Picture
from sandtable_pictures import Drawing, Placed

SCALE = 0.62
"""Pixels for a map unit: a hex is 74 wide and 64 high, and holds a counter of 40."""

COUNTER, OFFSET = 40, 5
"""The size of a counter, and how far each one in a stack is moved."""

TONES = {
    "khaki": ("#dcc891", "#2a230f"), "red": ("#b93a32", "#ffffff"), "blue": ("#2f64a3", "#ffffff"),
    "green": ("#33733f", "#ffffff"), "gold": ("#f2bd33", "#2b2000"), "grey": ("#6a6f75", "#ffffff"),
}

TEXTURES = {
    "dots": "m-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0",
    "ticks": "m-3 2l3-5 3 5",
    "hachures": "m-5 2q5-8 10 0m-8-3l-1 4m4-5v4m4-3l1 4",
    "peaks": "m-5 5l5-9 5 9",
    "blocks": "m-3-3h6v6h-6z",
    "trees": "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0m3 3v3",
    "reeds": "m-4 2h8m-5 0v-4m2 4v-5m2 5v-4",
    "waves": "m-6 0q3-3 6 0t6 0",
}
"""The mark of a pattern, drawn several times in each hex; no ids, so that it can stand in any page."""

SPOTS = ((-17, -15), (4, -19), (20, -9), (-24, 3), (17, 12), (-10, 16), (3, 21), (-2, 2))
"""Where the marks stand in a hex."""

ECHELONS = {"": "", "i": "I", "ii": "II", "iii": "III", "x": "X", "xx": "XX", "xxx": "XXX"}


def document(
    map: HexMap,
    counters: Sequence[Counter] = (),
    *,
    theme: str = "light",
    sizes: Mapping[str, str] = {},
    shaded: Mapping[str, str] = {},
) -> str:
    """The whole map. `sizes` has the echelon of counters by key; `shaded` a colour for some hexes."""
    xs = [space.x for space in map.spaces.values()]
    ys = [space.y for space in map.spaces.values()]
    width, height = (max(xs) - min(xs) + 150) * SCALE, (max(ys) - min(ys) + 150) * SCALE
    shift = (75 - min(xs)) * SCALE, (75 - min(ys)) * SCALE
    middle = {id: (space.x * SCALE + shift[0], space.y * SCALE + shift[1]) for id, space in map.spaces.items()}
    dark = theme == "dark"
    ink, paper = ("#e9e4d8", "#1b1d20") if dark else ("#2d2a24", "#fbf8f0")
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" font-family="Arial,Helvetica,Liberation Sans,sans-serif">',
        f'<rect width="100%" height="100%" fill="{paper}"/>',
    ]
    tone = "#ffffff" if dark else "#5b4a2c"
    textures: dict[str, list[str]] = {}
    for id, (x, y) in middle.items():
        name = map.terrain[id]
        seen = look(map.file.terrain[name].look or name)
        d = _outline(map, x, y)
        out.append(f'<path d="{d}" fill="{seen.dark if dark else seen.light}"/>')
        if seen.pattern:
            marks = SPOTS[::2] if map.terrain[id] in ("sea", "town") else SPOTS
            textures.setdefault(seen.pattern, []).extend(f"M{x + u:.0f} {y + v:.0f}{TEXTURES[seen.pattern]}" for u, v in marks)
        if id in shaded:
            out.append(f'<path d="{d}" fill="{shaded[id]}" opacity=".35"/>')
        out.append(f'<path d="{d}" fill="none" stroke="{ink}" stroke-width=".7" opacity=".45"/>')
    for marks in textures.values():
        out.append(f'<path d="{"".join(marks)}" fill="none" stroke="{tone}" stroke-width="1" opacity=".34"/>')
    for kind in map.file.sides:
        out += _sides(map, kind, middle, dark)
    for kind in map.file.ways:
        out += _ways(map, kind, middle, dark, paper)
    for id, (x, y) in middle.items():
        top = y - 25 if map.grid.tops == "flat" else y - 22
        out.append(f'<text x="{x:.0f}" y="{top + 3:.0f}" font-size="8" fill="{ink}" opacity=".65" text-anchor="middle">{id.upper()}</text>')
    lying: dict[str, list[Counter]] = {}
    for counter in counters:
        lying.setdefault(counter.at, []).append(counter)
    for id, stack in lying.items():
        x, y = middle[id]
        for at, counter in enumerate(reversed(stack)):
            back = len(stack) - 1
            out.append(_counter(counter, x + (at - back / 2) * OFFSET, y + 1 - (at - back / 2) * OFFSET, sizes.get(counter.key, ""), paper))
    for id, name in map.file.places.items():
        x, y = middle[id]
        below = y + (31 if id in lying else 12)
        out.append(f'<text x="{x:.0f}" y="{below:.0f}" font-size="11.5" font-weight="600" fill="{ink}" stroke="{paper}" stroke-width="3" paint-order="stroke" stroke-linejoin="round" text-anchor="middle">{escape(name)}</text>')
    out.append("</svg>")
    return "".join(out)


def _outline(map: HexMap, x: float, y: float) -> str:
    first = 0 if map.grid.tops == "flat" else 30
    points = (
        f"{x + 60 * SCALE * cos((60 * corner + first) * pi / 180):.1f} {y + 60 * SCALE * sin((60 * corner + first) * pi / 180):.1f}"
        for corner in range(6)
    )
    return f"M{'L'.join(points)}z"


def _between(a: tuple[float, float], b: tuple[float, float]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of the side between two hexes."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    u, v = (b[1] - a[1]) * 0.2887, -(b[0] - a[0]) * 0.2887
    return (x + u, y + v), (x - u, y - v)


def _sides(map, kind, middle, dark):  # type: ignore[no-untyped-def]
    pen = stroke(kind)
    colour = pen.dark if dark else pen.light
    d, teeth = [], []
    for id, edges in map.edges.items():
        for edge in edges:
            if id < edge.other and kind in edge.sides:
                (x, y), (u, v) = _between(middle[id], middle[edge.other])
                d.append(f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}")
                dx, dy = (middle[id][0] - middle[edge.other][0]) / 12, (middle[id][1] - middle[edge.other][1]) / 12
                for share in (0.2, 0.5, 0.8):
                    p, q = x + (u - x) * share, y + (v - y) * share
                    teeth.append(f"M{p:.1f} {q:.1f}l{dx:.1f} {dy:.1f}")
    if not d:
        return []
    wide = {"river": 6, "stream": 3.5, "wadi": 4.5, "ridge": 3, "scarp": 3, "trench": 3}.get(kind, 4)
    dash = ' stroke-dasharray="7 3"' if kind == "wadi" else ""
    made = [f'<path d="{"".join(d)}" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round"{dash}/>']
    if kind in ("ridge", "scarp", "trench"):
        made.append(f'<path d="{"".join(teeth)}" stroke="{colour}" stroke-width="2"/>')
    return made


def _ways(map, kind, middle, dark, paper):  # type: ignore[no-untyped-def]
    """Curves from side to side through the hexes that a way crosses; straight to the middle where it ends."""
    pen = stroke(kind)
    colour = pen.dark if dark else pen.light
    d = []
    for id, edges in map.edges.items():
        x, y = middle[id]
        ends = [((x + middle[edge.other][0]) / 2, (y + middle[edge.other][1]) / 2) for edge in edges if kind in edge.ways]
        if len(ends) == 2:
            (a, b), (u, v) = ends
            d.append(f"M{a:.1f} {b:.1f}Q{x:.1f} {y:.1f} {u:.1f} {v:.1f}")
        else:
            d += [f"M{x:.1f} {y:.1f}L{a:.1f} {b:.1f}" for a, b in ends]
    line = "".join(d)
    if kind == "rail":
        return [f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="4.2"/><path d="{line}" fill="none" stroke="{paper}" stroke-width="2.6" stroke-dasharray="6 6"/>']
    if kind == "track":
        return [f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="5 4"/>']
    return [f'<path d="{line}" fill="none" stroke="{paper}" stroke-width="5" stroke-linecap="round"/><path d="{line}" fill="none" stroke="{colour}" stroke-width="2.8" stroke-linecap="round"/>']


BOXES = {
    "infantry": "M-11 -7L11 7M11 -7L-11 7", "cavalry": "M-11 7L11 -7", "camel": "M-11 7L11 -7M-4 2q4 -8 8 0",
    "machine-gun": "M0 6V-4M-3 -1L0 -4l3 3", "armoured-car": "M-7 0a7 4 0 1 0 14 0a7 4 0 1 0 -14 0M-11 7L11 -7",
}


def _counter(counter: Counter, x: float, y: float, size: str, paper: str) -> str:
    """A counter as wargames have it: echelon, box with a symbol, name at the side, factors below."""
    face, ink = TONES[counter.tone]
    half = COUNTER / 2
    out = [f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(counter.about)}</title>']
    faint = ' opacity=".65"' if counter.faint else ""
    out.append(f'<rect x="{-half}" y="{-half}" width="{COUNTER}" height="{COUNTER}" rx="4" fill="{face}" stroke="{paper}" stroke-width="1.3"{faint}/>')
    text = f'text-anchor="middle" fill="{ink}"'
    if not counter.symbol and not counter.figure:
        out.append(f'<text y="7" font-size="20" font-weight="700" {text}>{escape(counter.text[0])}</text></g>')
        return "".join(out)
    out.append(f'<text y="-11.5" font-size="7.5" font-weight="700" {text}>{ECHELONS.get(size, size)}</text>')
    out.append(f'<g transform="translate(0 -3)"><rect x="-11" y="-7" width="22" height="14" fill="none" stroke="{ink}" stroke-width="1.3"/>')
    if counter.symbol == "artillery":
        out.append(f'<circle r="3" fill="{ink}"/>')
    elif counter.symbol == "hq":
        out.append(f'<path d="M-11 -7v16" stroke="{ink}" stroke-width="1.3"/>')
    elif counter.symbol in BOXES:
        out.append(f'<path d="{BOXES[counter.symbol]}" fill="none" stroke="{ink}" stroke-width="1.3"/>')
    out.append("</g>")
    name = escape(counter.text[0] if counter.text else "")
    out.append(f'<text transform="translate(-13.5 -3) rotate(-90)" font-size="6.5" {text}>{name}</text>')
    out.append(f'<text y="16.5" font-size="12.5" font-weight="700" {text}>{escape(counter.figure)}</text></g>')
    return "".join(out)


def drawing(map: HexMap, picture: Picture) -> Drawing:
    """A picture in the kernel's terms: the ground, and counters that a page can move."""
    whole = document(map)
    head, _, rest = whole.partition(">")
    ground = re.sub(r"<(path|text|circle|rect)([^>]*?)(/?)>", _themed, rest[: -len("</svg>")].partition("/>")[2])
    width, height = (int(re.search(rf'{name}="([0-9]+)"', head)[1]) for name in ("width", "height"))  # type: ignore[index]
    spaces = map.spaces.values()
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    middle = {space.id: (round((space.x - left + 75) * SCALE), round((space.y - top + 75) * SCALE)) for space in spaces}
    stacks: dict[str, list[Counter]] = {}
    for counter in picture.counters:
        stacks.setdefault(counter.at, []).append(counter)
    placed = {}
    for id, stack in stacks.items():
        x, y = middle[id]
        for at, counter in enumerate(reversed(stack)):
            move = round((at - (len(stack) - 1) / 2) * OFFSET)
            look_ = re.sub(r'^<g transform="[^"]*">', f'<g class="counter {counter.tone}{" faint" * counter.faint}">', _counter(counter, 0, 0, "", "#fbf8f0"))
            look_ = re.sub(r' (fill|stroke)="(#[0-9a-f]{6})"', lambda m: m[0] if m[2] != TONES[counter.tone][0] else f' fill="{m[2]}" style="fill:var(--st-face)"', look_)
            placed[counter.key] = Placed(x + move, y + 1 - move, look_, id, (COUNTER, COUNTER))
    return Drawing(width, height, f'<g class="ground">{ground}</g>', placed, middle)


COLOURS = {
    **{row.light: f"--st-g-{name}" for name, row in LOOKS.items()},
    "#2d2a24": "--st-ink", "#fbf8f0": "--st-paper", "#5b4a2c": "--st-dune", "#a07a3c": "--st-dune", "#7a6335": "--st-dune", "#a8402c": "--st-road",
}


def _themed(tag: re.Match[str]) -> str:
    """A tag whose colours follow the theme of the page: the attribute stays, for converters."""
    style = "".join(
        f"{name}:var({COLOURS[colour]});" if colour in COLOURS else f"{name}:{colour};"
        for name, colour in re.findall(r'(fill|stroke)="(#[0-9a-f]{6}|none)"', tag[2])
    )
    wide = "".join(f"{name}:{value};" for name, value in re.findall(r'(stroke-width|stroke-dasharray|font-size|font-weight)="([^"]+)"', tag[2]))
    if "stroke=" not in tag[2]:
        style += "stroke:none;"
    return f'<{tag[1]}{tag[2]} style="{style}{wide}"{tag[3]}>'
