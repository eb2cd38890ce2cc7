"""The head of the screen: a game's status, with a chip for each sentence."""

from __future__ import annotations

import re
from collections.abc import Collection

from sandtable_tools.screen.rows import Row, columns_of, fit

MOST_BOXES = 6
"""The most boxes: ``2/4`` is drawn as 2 of 4 boxes."""

PAPER = "class:ground.land"

WORDS, NUMBERS = f"{PAPER} class:role.village", f"{PAPER} class:role.town"

_SENTENCE = re.compile(r"\.(?: +|$)")
_NUMBER = re.compile(r"([-+]?[0-9][0-9/.½]*)")
_BOXES = re.compile(r"(.+ )([0-9])/([1-9])")
_NAMED = re.compile(r"(.+) (\S*[0-9]\S*)")


def head(title: str, status: str, width: int, *, enemies: Collection[str], unicode: bool) -> Row:
    """Return a status in one row, after the title if there is room.

    ``Alarm 2/4`` becomes boxes, and each name in ``AP: 1st 3, 2nd 4`` a badge in the colour of its side
    (see `enemies`). If the chips do not fit, they become plain words.
    """
    sentences = [sentence for sentence in _SENTENCE.split(status) if sentence]
    chips = [_chip(sentence, enemies, unicode=unicode) for sentence in sentences]
    cells = [piece for chip in chips for piece in ((WORDS, "   "), *chip)][1:]
    if columns_of(cells) >= width:
        cells = _words(status)
    elif columns_of(cells) + len(title) + 4 <= width:
        cells = [(NUMBERS, title), (WORDS, "   "), *cells]
    return [(style or PAPER, text) for style, text in fit([(WORDS, " "), *cells], width)]


def _chip(sentence: str, enemies: Collection[str], *, unicode: bool) -> Row:
    name, _, items = sentence.partition(": ")
    named = [_NAMED.fullmatch(item) for item in items.split(", ")]
    if all(named):
        pairs = [match.groups() for match in named if match]
        badges = [_badge(called, number, called.lower() in enemies) for called, number in pairs]
        return [*_words(name), *(piece for badge in badges for piece in badge)]
    boxes = _BOXES.fullmatch(sentence) if unicode else None
    if boxes and int(boxes[3]) <= MOST_BOXES:
        full = int(boxes[2])
        return [(WORDS, boxes[1]), (NUMBERS, "■" * full + "□" * (int(boxes[3]) - full))]
    return _words(sentence)


def _badge(name: str, number: str, enemy: bool) -> Row:
    side = "enemy" if enemy else "own"
    return [(WORDS, " "), (f"class:role.{side}-badge", f" {name} "), (NUMBERS, f" {number}")]


def _words(text: str) -> Row:
    """Style a text so that its numbers are brighter than its words."""
    return [(NUMBERS if place % 2 else WORDS, part) for place, part in enumerate(_NUMBER.split(text))]
