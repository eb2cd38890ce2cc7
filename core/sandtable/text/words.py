"""Words as people type them: slugs, beginnings of names, and the nearest right name."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sandtable.text.errors import AmbiguousName, UnknownName


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Return the one-word form of a name: ``Sofafi Ridge`` becomes ``sofafi-ridge``."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def camel_slug(name: str) -> str:
    """Return the slug of a class name: ``AirStrike`` becomes ``air-strike``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def match(typed: str, names: Iterable[str]) -> list[str]:
    """Return the names that `typed` can mean: only those with the best kind of match.

    A whole name beats the beginning of a name, which beats the beginning of a later part (``infantry``
    in ``turkish-infantry``). Then come the same three for a name typed without hyphens
    (``sidibarrani``), and last the beginnings of consecutive parts (``wad-far`` for ``wadi-faregh``).
    Case and accents are ignored. A number matches only a whole name or its beginning, exactly as
    spelled. Punctuation alone matches nothing.
    """
    pool = list(names)
    if typed in pool:
        return [typed]
    wanted = slug(typed) or typed
    bare, number = drop_hyphens(wanted), wanted.isdecimal()
    if (number and wanted != typed) or (typed and not bare):
        return []  # "-1" is not 1
    start = f"-{bare[:1]}"  # every match begins at the start of a part, which rules out most names
    candidates = [(name, plain) for name in pool if start in f"-{(plain := slug(name) or name)}"]
    as_typed = _matches(candidates, wanted, "-", inner=not number)
    if as_typed or number:
        return as_typed
    return _matches(candidates, bare, "") or [
        name for name, plain in candidates if "-" in wanted and _begins_parts(plain, wanted)
    ]


def _matches(
    slugs: Sequence[tuple[str, str]], wanted: str, hyphen: str, *, inner: bool = True
) -> list[str]:
    """Return the names equal to `wanted`, or those beginning with it, or those with a part that does.

    `slugs` pairs each name with its slug, in which `hyphen` replaces the hyphens.
    """
    spelled = [(name, plain.replace("-", hyphen)) for name, plain in slugs]
    return (
        [name for name, plain in spelled if plain == wanted]
        or [name for name, plain in spelled if plain.startswith(wanted)]
        or [name for name, plain in slugs if inner and _begins_within(plain, wanted, hyphen)]
    )


def _begins_within(name: str, wanted: str, hyphen: str) -> bool:
    """Return whether a part of a slug after the first begins with `wanted`."""
    parts = name.split("-")
    return any(hyphen.join(parts[place:]).startswith(wanted) for place in range(1, len(parts)))


def _begins_parts(name: str, wanted: str) -> bool:
    """Return whether consecutive parts of a name begin with the parts of `wanted`."""
    parts, begun = name.split("-"), wanted.split("-")
    starts = range(len(parts) - len(begun) + 1)
    return any(all(map(str.startswith, parts[start:], begun)) for start in starts)


def mark_of(word: str) -> str:
    """Return stray punctuation at the beginning or end of a word; "" if there is none."""
    if word[:1] == "-" and word[1:].isdecimal():
        return ""
    ends = (char for char in (word[-1:], word[:1]) if unicodedata.category(char or "a")[0] in "PS")
    return next(ends, "")


def drop_hyphens(name: str) -> str:
    """Return a slug without its hyphens, as people often type it: ``wadifaregh``."""
    return name.replace("-", "")


def clip(text: str, most: int = 40) -> str:
    """Shorten a text, to be quoted in a message, to at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


MOST_SHOWN = 200
"""The most characters shown of what a plugin wrote."""


def describe(value: object) -> str:
    """Return a value's `repr`, clipped, or the name of its class if its `__repr__` fails."""
    try:
        return clip(repr(value), MOST_SHOWN)
    except Exception:
        return type(value).__name__


SHORT_TEXT = 3
"""A typed text of at most this many characters is near only to names with its first letter."""


def nearest_to(typed: str, names: Iterable[str], least: float = 0.6) -> str | None:
    """Return the name most similar to `typed`; None if none reaches the similarity `least` (0 to 1).

    A name must reach 0.75 if none of its parts begins with the same letter. For a text of up to
    SHORT_TEXT characters, only names with the same first letter count. For a longer text to which no
    name is similar, the result is the first name that begins with it.
    """
    import difflib  # noqa: PLC0415 (slow to import, and seldom needed)

    text = slug(typed) or typed
    # Two texts cannot be more similar than the letters that they share allow.
    drop_letters = str.maketrans("", "", text)
    pool = list(names)
    possible = [
        name
        for name in pool
        if 2 * min(len(name) - len(name.translate(drop_letters)), len(text))
        >= least * (len(name) + len(text))
        and (len(text) > SHORT_TEXT or name[:1] == text[:1])
    ]
    alike = [name for name in possible if f"-{text[:1]}" in f"-{name}".replace("/", "-")]
    close = difflib.get_close_matches(text, possible, 1, max(least, 0.75))
    close = close or difflib.get_close_matches(text, alike, 1, least)
    if close or len(text) <= SHORT_TEXT:
        return close[0] if close else None
    return next((name for name in pool if name.startswith(text)), None)


def listing(names: Sequence[str], most: int = 12) -> str:
    """List names on one line, at most `most` of them."""
    more = f", and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def either(names: Sequence[str]) -> str:
    """List alternatives in a line: ``a, b or c``."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def number_of(number: int, noun: str) -> str:
    """Return a number with a noun that forms its plural with s: ``1 card``, ``2 cards``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def times(name: str, number: int) -> str:
    """Return a name with its number if that is greater than 1: ``Demolition x2``."""
    return f"{name} x{number}" if number > 1 else name


def tally(names: Iterable[str]) -> list[str]:
    """Return each name once, in order of first appearance, with its number as in `times`."""
    return [times(name, number) for name, number in Counter(names).items()]


def resolve(kind: str, typed: str, names: Iterable[str]) -> str:
    """Return the only name that `typed` means.

    Raises UnknownName, which names the nearest, or AmbiguousName, which lists the candidates. In the
    message, `kind` says what was looked for.
    """
    pool = list(names)
    matches = match(typed, pool) if typed.strip() else []
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise AmbiguousName(f'{kind} "{clip(typed)}" can mean {listing(matches)}')
    raise UnknownName(no_such(kind, typed, pool))


def sentence(text: str) -> str:
    """Return a text with a full stop at the end, unless it ends with `.`, `!` or `?`."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def no_such(kind: str, typed: str, names: Iterable[str]) -> str:
    """Return the message that a name does not exist, with the nearest name or all names."""
    pool = list(names)
    close = nearest_to(typed, pool)
    if close:
        return f'no {kind} "{clip(typed)}"; did you mean "{close}"?'
    problem = f'no {kind} "{clip(typed)}"'
    return f"{problem}; choose from {listing(pool)}" if pool else problem


def check_names(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise ValueError for the first of `names` that is not in `known`, naming the nearest that is.

    `what` says what the names are, after their key if they have one: ``goal: space``.
    """
    pool = list(known)
    key, _, kind = what.rpartition(": ")
    for name in names:
        if name not in pool:
            problem = no_such(kind, name, pool)
            raise ValueError(f"{key}: {problem}" if key else problem)


def refuse(problems: Iterable[str]) -> None:
    """Raise ValueError with all problems, if any, in the `__post_init__` of a scenario's Structs."""
    if every := tuple(problems):
        raise ValueError(*every)
