"""Words as people type them: slugs, prefixes, and the nearest right one."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sandtable.text.errors import AmbiguousName, UnknownName


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """The one-word form of a name: ``Sofafi Ridge`` becomes ``sofafi-ridge``."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def camel_slug(name: str) -> str:
    """The slug of a class name: ``AirStrike`` becomes ``air-strike``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def match(typed: str, names: Iterable[str]) -> list[str]:
    """The names that `typed` can mean: only those with the best kind of match.

    A whole name beats the beginning of a name, which beats the beginning of an inner part
    (``infantry`` in ``turkish-infantry``). The same three follow for a name typed without its
    hyphens (``sidibarrani``). Last come the beginnings of consecutive parts (``wad-far`` for
    ``wadi-faregh``). Case and accents do not count. A number matches a whole name or its beginning,
    exactly as it is spelled. Punctuation alone matches nothing.
    """
    pool = list(names)
    if typed in pool:
        return [typed]
    wanted = slug(typed) or typed
    bare, number = drop_hyphens(wanted), wanted.isdecimal()
    if (number and wanted != typed) or (typed and not bare):
        return []  # "-1" is not 1
    start = f"-{bare[:1]}"  # every match begins where a part does, which rules out most names at once
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
    """The names equal to `wanted`, else those that begin with it, else those with such an inner part.

    Each name comes with its slug, in which `hyphen` replaces the hyphens.
    """
    spelled = [(name, plain.replace("-", hyphen)) for name, plain in slugs]
    return (
        [name for name, plain in spelled if plain == wanted]
        or [name for name, plain in spelled if plain.startswith(wanted)]
        or [name for name, plain in slugs if inner and _begins_within(plain, wanted, hyphen)]
    )


def _begins_within(name: str, wanted: str, hyphen: str) -> bool:
    """Whether a slug has `wanted` at the beginning of an inner part."""
    parts = name.split("-")
    return any(hyphen.join(parts[place:]).startswith(wanted) for place in range(1, len(parts)))


def _begins_parts(name: str, wanted: str) -> bool:
    """Whether the parts of `wanted` begin consecutive parts of a name, in order."""
    parts, begun = name.split("-"), wanted.split("-")
    starts = range(len(parts) - len(begun) + 1)
    return any(all(map(str.startswith, parts[start:], begun)) for start in starts)


def mark_of(word: str) -> str:
    """The punctuation at the beginning or end of a word, which no name or number has; else ""."""
    if word[:1] == "-" and word[1:].isdecimal():
        return ""
    ends = (char for char in (word[-1:], word[:1]) if unicodedata.category(char or "a")[0] in "PS")
    return next(ends, "")


def drop_hyphens(name: str) -> str:
    """A slug without its hyphens, as people often type it: ``wadifaregh``."""
    return name.replace("-", "")


def clip(text: str, most: int = 40) -> str:
    """A text to quote back: cut to at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


MOST_SHOWN = 200
"""At most this many characters of what a plugin wrote are shown."""


def describe(value: object) -> str:
    """A value as Python writes it, clipped; only the name of its class if its `__repr__` fails."""
    try:
        return clip(repr(value), MOST_SHOWN)
    except Exception:
        return type(value).__name__


SHORT = 3
"""The longest text, in characters, to which only names with its first letter are near."""


def nearest_to(typed: str, names: Iterable[str], like: float = 0.6) -> str | None:
    """The name most like `typed`; None if no name is at least as similar as `like` (0 to 1).

    A name of which no part begins with the same letter must be more similar than others: 0.75.
    For a text of up to SHORT characters, only names with the same first letter count. For a longer
    text to which no name is similar, the result is the first name that begins with it.
    """
    import difflib  # noqa: PLC0415 (slow to import, and seldom needed)

    text = slug(typed) or typed
    # The letters that two texts share limit how similar they can be.
    drop_letters = str.maketrans("", "", text)
    pool = list(names)
    possible = [
        name
        for name in pool
        if 2 * min(len(name) - len(name.translate(drop_letters)), len(text))
        >= like * (len(name) + len(text))
        and (len(text) > SHORT or name[:1] == text[:1])
    ]
    alike = [name for name in possible if f"-{text[:1]}" in f"-{name}".replace("/", "-")]
    close = difflib.get_close_matches(text, possible, 1, max(like, 0.75))
    close = close or difflib.get_close_matches(text, alike, 1, like)
    if close or len(text) <= SHORT:
        return close[0] if close else None
    return next((name for name in pool if name.startswith(text)), None)


def listing(names: Sequence[str], most: int = 12) -> str:
    """Names in one line, at most `most` of them."""
    more = f", and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def either(names: Sequence[str]) -> str:
    """Alternative names in a line: ``a, b or c``."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def number_of(number: int, noun: str) -> str:
    """A number with its noun, whose plural ends in s: ``1 card``, ``2 cards``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def times(name: str, number: int) -> str:
    """A name with its number if that is above 1: ``Demolition x2``."""
    return f"{name} x{number}" if number > 1 else name


def tally(names: Iterable[str]) -> list[str]:
    """Each name once, in order of first appearance, with its number as `times` writes it."""
    return [times(name, number) for name, number in Counter(names).items()]


def resolve(kind: str, typed: str, names: Iterable[str]) -> str:
    """The one name that `typed` means.

    Raises UnknownName (with the nearest) or AmbiguousName (with the candidates). In the message,
    `kind` says what was looked for.
    """
    pool = list(names)
    matches = match(typed, pool) if typed.strip() else []
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise AmbiguousName(f'{kind} "{clip(typed)}" can mean {listing(matches)}')
    raise UnknownName(no_such(kind, typed, pool))


def sentence(text: str) -> str:
    """A text with a full stop at its end, unless it ends in `.`, `!` or `?`."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def no_such(kind: str, typed: str, names: Iterable[str]) -> str:
    """The message that there is no such name, with the nearest one or the ones that exist."""
    pool = list(names)
    close = nearest_to(typed, pool)
    if close:
        return f'no {kind} "{clip(typed)}"; did you mean "{close}"?'
    problem = f'no {kind} "{clip(typed)}"'
    return f"{problem}; choose from {listing(pool)}" if pool else problem


def check_names(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise ValueError for the first of `names` that is not in `known`, with the nearest that is.

    `what` says what the names are, after the key that holds them if there is one: ``goal: space``.
    """
    pool = list(known)
    key, _, kind = what.rpartition(": ")
    for name in names:
        if name not in pool:
            problem = no_such(kind, name, pool)
            raise ValueError(f"{key}: {problem}" if key else problem)


def refuse(problems: Iterable[str]) -> None:
    """Raise ValueError with all problems, if any: for the `__post_init__` of a scenario's Structs."""
    if every := tuple(problems):
        raise ValueError(*every)
