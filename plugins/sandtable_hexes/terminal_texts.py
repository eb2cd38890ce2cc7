"""The contents of hexes as short texts: units, numbers of options, names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable_pictures import art, palette

MOST_NUMBERS = 3
"""At most this many numbers of options are in a hex; a plus stands for more."""

LEAST_WITH_SIGN = 4
"""In fewer letters, one's own unit has no sign."""


class Written(NamedTuple):
    """A text in its form, and its ink."""

    text: str
    ink: palette.Ink


def fitted(part: art.Part, letters: int, canvas: art.Canvas, more: int = 0) -> Written:
    """A unit in so many letters, and the number of those below it: ``52Div 5-4``, ``52Div``, ``52D+1``.

    The figure is left out first, then small letters. An enemy always has a sign; one's own has one where
    there is neither a paper nor too little room.
    """
    text, role = part
    signed = role == "enemy" or (role == "own" and not canvas.painted and letters >= LEAST_WITH_SIGN)
    for form in _forms(part, canvas, f"+{more}" * bool(more), signed=signed):
        if len(form) <= letters:
            return Written(form, art.badge_ink(role))
    return Written(_sign(role, canvas)[:letters] or text[:letters], art.badge_ink(role))


def _forms(part: art.Part, canvas: art.Canvas, more: str, *, signed: bool) -> Iterator[str]:
    """A unit's forms, the longest first."""
    text, role = part
    name, _, figure = text.rpartition(" ")
    if not name or not any(letter.isdigit() for letter in figure):
        name, figure = text, ""
    brief = "".join(letter for letter in name if not (letter.islower() or letter in " .-"))
    brief = brief if len(brief) > 1 else name[:3]
    whole = [f"{name}{more} {figure}"] if figure else []
    for body in (*whole, f"{name}{more}", *_cut(brief, more)):
        yield art.badge(body, role, canvas)
        if role != "target":
            yield f"{_sign(role, canvas)}{body}" if signed else body


def _cut(brief: str, more: str) -> Iterator[str]:
    """A short name with the number of others, with a plus for them, and alone."""
    for most in range(len(brief), 1, -1):
        yield f"{brief[:most]}{more}"
    for most in range(len(brief), 0, -1):
        yield f"{brief[:most]}{'+' * bool(more)}"
    yield brief[:1]


def _sign(role: str | None, canvas: art.Canvas) -> str:
    colour = palette.PALETTE["enemy" if role == "enemy" else "target" if role == "target" else "own"]
    return colour.shape if canvas.unicode else colour.sign


def numbered(numbers: Sequence[int], letters: int, canvas: art.Canvas) -> Written:
    """The numbers of options as a key cap, as many as fit."""
    for most in range(min(len(numbers), MOST_NUMBERS), 0, -1):
        text = " ".join(map(str, numbers[:most])) + "+" * (len(numbers) > most)
        for form in (art.badge(text, "option", canvas), text):
            if len(form) <= letters:
                return Written(form, "option-badge")
    first = str(numbers[0])
    return Written(first if len(first) <= letters else "○" if canvas.unicode else "O", "option-badge")


def shortened(name: str, letters: int) -> str:
    """A name in so many letters: ``Beit Hanun``, ``B.Hanun``, ``Beit``."""
    *first, last = name.split()
    initials = "".join(f"{word[0]}." for word in first)
    return next(
        (form for form in (name, initials + last) if len(form) <= letters), name[:letters].strip()
    )
