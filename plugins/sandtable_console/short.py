"""Shortens names and texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product


def shorten(names: Sequence[str], most: int) -> str:
    """Join names in at most `most` letters, cutting the longest."""
    sizes = [len(name) for name in names]
    while sum(sizes) + len(sizes) - 1 > most and max(sizes) > 1:
        sizes[sizes.index(max(sizes))] -= 1
    return " ".join(map(cut, names, sizes))


def cut(text: str, most: int) -> str:
    """Cut a text to at most `most` letters with an ellipsis, but keep a count at its end."""
    if len(text) <= most:
        return text
    head, _, count = text.rpartition(" x")
    if head and count.isdecimal() and most > len(count) + 3:
        return f"{cut(head, most - len(count) - 2)} x{count}"
    return f"{text[: most - 1].rstrip(' ,')}\N{HORIZONTAL ELLIPSIS}" if most > 1 else ""


def cut_words(text: str, most: int) -> str:
    """Cut a text to at most `most` letters, after a whole word if that keeps half of them."""
    short = cut(text, most)
    words = short[:-1].rpartition(" ")[0] if short != text and text[len(short) - 1] != " " else ""
    words = words.removesuffix(" a").rstrip(" ,;:")
    return f"{words}{short[-1]}" if 2 * len(words) > max(most, 0) else short


def cut_clauses(text: str, most: int) -> str:
    """Cut a text that is too long, at the end of a clause or else of a word."""
    text = text if len(text) <= most else text.partition(" (")[0]
    cut_middle = len(text) if len(text) <= most else text.rfind("; ", 0, most)
    return cut_words(text[:cut_middle] if cut_middle > 0 else text, most)


def cut_distinct(names: Sequence[str], most: int) -> Sequence[str]:
    """Cut names to at most `most` letters each, so that they still differ if possible."""
    plain = [cut(name, most) for name in names]
    brief = [abbreviate(name, most) for name in names]
    ended = [
        cut_middle(name, most) if brief.count(text) > 1 else text
        for name, text in zip(names, brief, strict=True)
    ]
    return next((some for some in (plain, brief, ended) if len({*some}) == len({*names})), brief)


def cut_middle(name: str, most: int) -> str:
    """Cut a name to at most `most` letters: its beginning and its last word."""
    if len(name) <= most:
        return name
    last = name.split()[-1]
    last = last if len(last) < most - 1 else last[-max(most // 2, 1) :]
    return f"{name[: max(most - 1 - len(last), 1)].rstrip()}\N{HORIZONTAL ELLIPSIS}{last}"


def abbreviate(name: str, most: int) -> str:
    """Shorten a name to at most `most` letters: abbreviate its first words, then cut it."""
    words = name.split()
    for letters, place in product((4, 1), range(len(words) - 1)):
        if len(" ".join(words)) > most and len(words[place]) > letters + 1:
            words[place] = f"{words[place][:letters]}."
    return cut(" ".join(words), most)
