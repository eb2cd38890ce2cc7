"""Writes the contents of a hex in its lines: units, targets, option numbers and place names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from sandtable_hexes.terminal_ground import Ground
from sandtable_hexes.terminal_sizes import Slot
from sandtable_pictures import art, palette

MOST_NUMBERS = 3
"""The most option numbers shown in a hex; a plus means more."""

LEAST_WITH_SIGN = 4
"""The fewest letters in which the viewer's own unit has both a name and a sign."""


class _Line(NamedTuple):
    """A line in a hex: a unit and the number of units below it, a target, option numbers."""

    unit: art.Part | None = None
    more: int = 0
    target: art.Part | None = None
    numbers: Sequence[int] = ()


def write_hex(ground: Ground, hex: str, marks: art.Marks, numbers: Sequence[int]) -> Iterator[art.Run]:
    """Write what is in a hex, and the numbers of the options that lead there."""
    size, (left, top), canvas = ground.view.size, ground.cells[hex], ground.canvas
    spare = size.number if size.number and (left, top + size.number[1]) in canvas else None
    lines = _arrange_lines(_slots(ground, hex, marks, numbers), spare, marks.get(hex, ()), numbers)
    if numbers and spare and spare not in lines:
        x, y, number = left + spare[0], top + spare[1], hex.upper().center(spare[2])[: spare[2]]
        yield art.Run(x, y, number, "reach", canvas.paper((x, y)))
    for (u, v, letters), line in lines.items():
        pieces: list[tuple[str, palette.Tint]] = [*_pieces(line, letters, canvas)]
        room = letters - sum(len(text) for text, _ in pieces)
        if canvas.painted and len(pieces) == 1 and not line.numbers:
            (text, ink), room = pieces[0], 0
            pieces = [(text.center(letters), ink)]
        elif around := room if (left + u, top + v) in ground.labels else 2 * (room > 1):
            pieces = [(" " * (around // 2), "quiet"), *pieces, (" " * (around - around // 2), "quiet")]
            room -= around
        x = left + u + room // 2
        for text, ink in pieces:
            paper = canvas.paper((x, top + v)) if text.isspace() else None
            yield art.Run(x, top + v, text, ink, paper)
            x += len(text)


def _slots(ground: Ground, hex: str, marks: art.Marks, numbers: Sequence[int]) -> list[Slot]:
    """Return the lines that a hex's contents may use.

    They leave out its lower side if that has a feature, or if there are units right below.
    """
    size, (x, y) = ground.view.size, ground.cells[hex]
    slots = [slot for slot in size.slots if (x + slot[0], y + slot[1]) in ground.canvas]
    is_needed = numbers or "target" in [role for _, role in marks.get(hex, ())]
    if size.covers and len(slots) > 1 and not is_needed:
        (u, v, letters), below = slots[-1], ground.map.to(hex, "s")
        cells = ((x + u + at, y + v) for at in range(letters))
        if marks.get(below or "") or not ground.features.isdisjoint(cells):
            del slots[-1]
    return slots


def _arrange_lines(
    slots: Sequence[Slot], spare: Slot | None, parts: Sequence[art.Part], numbers: Sequence[int]
) -> dict[Slot, _Line]:
    """Arrange the lines of a hex: units, a target below them, numbers last or in the `spare` line."""
    lines = dict[Slot, _Line]()
    units = [part for part in parts if part[1] != "target"]
    targets = [part for part in parts if part[1] == "target"]
    if numbers:
        full = spare if len(units) + len(targets[:1]) >= len(slots) else None
        number_slot = full or (slots[-1] if parts else slots[0])
        lines[number_slot] = _Line(numbers=numbers)
        slots = [slot for slot in slots if slot != number_slot] or slots
    if targets:
        lines[slots[-1]] = lines.get(slots[-1], _Line())._replace(target=targets[0])
        slots = slots[:-1] or slots
    for number, (slot, unit) in enumerate(zip(slots, units, strict=False), 1):
        more = len(units) - number if number == len(slots) else 0
        lines[slot] = lines.get(slot, _Line())._replace(unit=unit, more=more)
    return lines


def _pieces(line: _Line, letters: int, canvas: art.Canvas) -> Iterator[tuple[str, palette.Tint]]:
    """Yield the texts of a line with their inks; option numbers get room first, a target last."""
    badge = _number_badge(line.numbers, letters - bool(line.unit), canvas) if line.numbers else ""
    room = letters - len(badge)
    if line.unit:
        unit = _fit_unit(line.unit, room, canvas, line.more)
        room -= len(unit)
        yield unit, art.badge_ink(line.unit[1])
    if line.target and room > 1:
        yield _fit_unit(line.target, room, canvas), "target-badge"
    if badge:
        yield badge, "option-badge"


def _fit_unit(part: art.Part, letters: int, canvas: art.Canvas, more: int = 0) -> str:
    """Fit a unit, and the number of those below it, into a width: ``52Div 5-4``, ``52D+1``, ``x+``.

    The figures are dropped first, then lower-case letters. An enemy always has a sign. Without
    colour, the viewer's own unit has one if there is room for a name too, or only for a sign.
    """
    text, role = part
    has_room = letters >= LEAST_WITH_SIGN or letters == 1
    has_sign = role == "enemy" or (role == "own" and not canvas.painted and has_room)
    shape = palette.PALETTE["enemy" if role == "enemy" else "own"]
    sign = (shape.shape if canvas.unicode else shape.sign) * has_sign
    for body in _unit_forms(text, f"+{more}" * bool(more)):
        for form in (art.badge(body, role, canvas), f"{sign}{body}"):
            if len(form) <= letters and not (has_sign and form.strip() == body):
                return form
    return (sign or text)[:letters]


def _unit_forms(text: str, more: str) -> Iterator[str]:
    """Yield a unit's forms without a sign, the longest first."""
    name, _, figure = text.rpartition(" ")
    if name and any(letter.isdigit() for letter in figure):
        yield f"{name}{more} {figure}"
    else:
        name = text
    yield f"{name}{more}"
    capitals = "".join(letter for letter in name if not (letter.islower() or letter in " .-"))
    brief = capitals if len(capitals) > 1 else name[:3]
    yield from (f"{brief[:most]}{more}" for most in range(len(brief), 1, -1))
    yield from (f"{brief[:most]}{'+' * bool(more)}" for most in range(len(brief), -1 + (not more), -1))


def _number_badge(numbers: Sequence[int], letters: int, canvas: art.Canvas) -> str:
    """Write the option numbers as a badge, as many as fit."""
    for most in range(min(len(numbers), MOST_NUMBERS), 0, -1):
        text = " ".join(map(str, numbers[:most])) + "+" * (len(numbers) > most)
        for form in (art.badge(text, "option", canvas), text):
            if len(form) <= letters:
                return form
    first = str(numbers[0])
    return first if len(first) <= letters else "○" if canvas.unicode else "O"


def write_name(ground: Ground, hex: str, name: str, taken: Set[art.Cell]) -> art.Run | None:
    """Write a place's name in the first free line of its hex; it may run on over plain cells."""
    size, (left, top) = ground.view.size, ground.cells[hex]
    for u, v, letters in size.slots[: len(size.slots) - size.covers]:
        first, row, end = left + u, top + v, left + u + letters
        if not taken.isdisjoint((column, row) for column in range(first, end)):
            continue

        def is_plain(column: int, step: int, features: Set[art.Cell], row: int = row) -> bool:
            cell, after = (column, row), (column + step, row)
            is_visible = cell in ground.canvas and column >= ground.view.left
            return is_visible and cell not in features and taken.isdisjoint((cell, after))

        for features in (ground.crossed, ground.features):
            while end - first < len(name) and is_plain(end, 1, features):
                end += 1
            while end - first < len(name) and is_plain(first - 1, -1, features):
                first -= 1
        text = _shorten(name, end - first)
        return art.Run(first + max(letters - len(text), 0) // 2, row, text)
    return None


def _shorten(name: str, letters: int) -> str:
    """Shorten a name to a width: ``Beit Hanun``, ``B.Hanun``, ``Beit``."""
    *first, last = name.split()
    forms = (name, "".join(f"{word[0]}." for word in first) + last)
    return next((form for form in forms if len(form) <= letters), name[:letters].strip())
