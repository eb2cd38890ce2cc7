"""Words as people type them: slugs, prefixes, and the nearest right one."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sandtable.base.errors import AmbiguousName, UnknownName


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """The one-word form of a name: ``Sofafi Ridge`` becomes ``sofafi-ridge``."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def camel_slug(name: str) -> str:
    """The slug of a class name: ``AirStrike`` becomes ``air-strike``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def match(typed: str, names: Iterable[str]) -> list[str]:
    """The names that `typed` can mean, best kind of fit only.

    A whole name beats the beginning of one, and that the beginning of an inner part (``infantry`` in
    ``turkish-infantry``). The same three come next for a name typed without its hyphens
    (``sidibarrani``), and last the beginnings of parts in a row (``wad-far`` for ``wadi-faregh``).
    Case and accents do not count. A number is a whole name or the beginning of one, as it is spelled.
    Marks alone mean nothing.
    """
    pool = list(names)
    if typed in pool:
        return [typed]
    wanted = slug(typed) or typed
    bare, number = joined(wanted), wanted.isdecimal()
    if (number and wanted != typed) or (typed and not bare):
        return []  # "-1" is not 1
    start = f"-{bare[:1]}"  # whatever fits begins where a part does, so most names are out at once
    near = [(name, plain) for name in pool if start in f"-{(plain := slug(name) or name)}"]
    as_typed = _fitting(near, wanted, "-", inner=not number)
    if as_typed or number:
        return as_typed
    return _fitting(near, bare, "") or [name for name, plain in near if _begins_parts(plain, wanted)]


def _fitting(
    slugs: Sequence[tuple[str, str]], wanted: str, hyphen: str, *, inner: bool = True
) -> list[str]:
    """The names that are as wanted, else those that begin so, else those that do from an inner part on.

    Each name comes with its slug, whose parts are spelled with `hyphen` between them.
    """
    spelled = [(name, plain.replace("-", hyphen)) for name, plain in slugs]
    return (
        [name for name, plain in spelled if plain == wanted]
        or [name for name, plain in spelled if plain.startswith(wanted)]
        or [name for name, plain in slugs if inner and _begins_within(plain, wanted, hyphen)]
    )


def _begins_within(name: str, wanted: str, hyphen: str) -> bool:
    """Whether a slug goes on as wanted from the beginning of an inner part."""
    parts = name.split("-")
    return any(hyphen.join(parts[place:]).startswith(wanted) for place in range(1, len(parts)))


def _begins_parts(name: str, wanted: str) -> bool:
    """Whether the parts of a wanted slug begin parts of another, side by side and in order."""
    parts, begun = name.split("-"), wanted.split("-")
    starts = range(len(parts) - len(begun) + 1)
    return any(all(map(str.startswith, parts[start:], begun)) for start in starts)


def marked(word: str) -> str:
    """The mark that a word begins or ends with, as names and numbers never do; "" for none."""
    if word[:1] == "-" and word[1:].isdecimal():
        return ""
    ends = (char for char in (word[-1:], word[:1]) if unicodedata.category(char or "a")[0] in "PS")
    return next(ends, "")


def with_words(typed: str, names: Iterable[str]) -> list[str]:
    """The names that have some words side by side, else those that have the beginnings of them all.

    A number is always a whole one: 3 is not the beginning of 30.
    """
    pool = list(names)
    whole = [name for name in pool if f"-{slug(typed)}-" in f"-{slug(name)}-"]
    words = slug(typed).split("-")
    return whole or [name for name in pool if _has_all(slug(name).split("-"), words)]


def _has_all(words: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether each typed word is, or may mean, one of some words."""
    return all(
        word in words if word.isdecimal() else bool(word and match(word, words)) for word in typed
    )


def joined(name: str) -> str:
    """A slug without its hyphens, as names are often typed: ``wadifaregh``."""
    return name.replace("-", "")


def clipped(text: str, most: int = 40) -> str:
    """A text that is told back to somebody: no longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def nearest(typed: str, names: Iterable[str], like: float = 0.5) -> str | None:
    """The name most like `typed`, or None when none is at least `like` it (0 to 1)."""
    import difflib  # noqa: PLC0415 (slow to import, and seldom needed)

    close = difflib.get_close_matches(slug(typed) or typed, list(names), n=1, cutoff=like)
    return close[0] if close else None


def listing(names: Sequence[str], most: int = 12) -> str:
    """Names in a line, cut after `most` of them."""
    more = f", and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def number_of(number: int, noun: str) -> str:
    """A number of things in words, of a noun whose plural ends in s: ``1 card``, ``2 cards``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def times(name: str, number: int) -> str:
    """A name with its number, which is left out for one: ``Demolition x2``."""
    return f"{name} x{number}" if number > 1 else name


def counted(names: Iterable[str]) -> list[str]:
    """Each name once, in the order of their first places, with its number as `times` has it."""
    return [times(name, number) for name, number in Counter(names).items()]


def resolve(kind: str, typed: str, names: Iterable[str]) -> str:
    """The one name that `typed` means.

    Raises UnknownName (with the nearest) or AmbiguousName (with the candidates); `kind`
    says in the message what was looked for.
    """
    pool = list(names)
    found = match(typed, pool) if typed.strip() else []
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousName(f'{kind} "{clipped(typed)}" can mean {listing(found)}')
    raise UnknownName(unknown(kind, typed, pool))


def sentence(text: str) -> str:
    """A text that ends like a sentence: with a full stop, unless a mark stands there already."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def unknown(kind: str, typed: str, names: Iterable[str]) -> str:
    """The line that says there is no such name, and which is nearest or which there are."""
    pool = list(names)
    close = nearest(typed, pool)
    if close:
        return f'no {kind} "{clipped(typed)}"; did you mean "{close}"?'
    none = f'no {kind} "{clipped(typed)}"'
    return f"{none}; there is {listing(pool)}" if pool else none


def check_names(what: str, names: Iterable[str], there: Iterable[str]) -> None:
    """Raise ValueError for the first name that is not there, with the nearest that is.

    `what` says what the names are, if need be after the key that they stand under.
    """
    known = list(there)
    key, _, kind = what.rpartition(": ")
    for name in names:
        if name not in known:
            problem = unknown(kind, name, known)
            raise ValueError(f"{key}: {problem}" if key else problem)


def refuse(problems: Iterable[str]) -> None:
    """Raise ValueError with all problems, for the `__post_init__` of a scenario's Structs."""
    if every := tuple(problems):
        raise ValueError(*every)
