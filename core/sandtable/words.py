"""Words as people type them: slugs, prefixes, and the nearest right one."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sandtable.errors import AmbiguousName, UnknownName


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

    An exact name beats a prefix, and a prefix beats the beginning of an inner part
    (``infantry`` in ``turkish-infantry``). Case and accents do not count.
    """
    pool = list(names)
    if typed in pool:
        return [typed]
    wanted = slug(typed) or typed
    if wanted.isdecimal() and wanted != typed:
        return []  # "-1" is not 1
    slugs = [(name, slug(name) or name) for name in pool]
    for fits in (str.__eq__, str.startswith, _starts_part):
        found = [name for name, plain in slugs if fits(plain, wanted)]
        if found:
            return found
    return []


def _starts_part(name: str, wanted: str) -> bool:
    return f"-{wanted}" in name


def nearest(typed: str, names: Iterable[str]) -> str | None:
    """The name most like `typed`, or None when nothing is close."""
    close = difflib.get_close_matches(slug(typed) or typed, list(names), n=1, cutoff=0.5)
    return close[0] if close else None


def listing(names: Sequence[str], most: int = 12) -> str:
    """Names in a line, cut after `most` of them."""
    more = f", and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


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
        raise AmbiguousName(f'{kind} "{typed}" can mean {listing(found)}')
    raise UnknownName(unknown(kind, typed, pool))


def visible(text: str) -> str:
    """A text whose control characters are seen and do nothing: an escape becomes ``^[``.

    Whatever comes from a file or a person goes through here before a terminal shows it.
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char.isprintable():
        return char
    if unicodedata.category(char) == "Zs":
        return " "
    code = ord(char)
    return f"^{chr(code ^ 64)}" if code < 32 or code == 127 else f"<{code:x}>"


def sentence(text: str) -> str:
    """A text that ends like a sentence: with a full stop, unless a mark stands there already."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def unknown(kind: str, typed: str, names: Iterable[str]) -> str:
    """The line that says there is no such name, and which is nearest or which there are."""
    pool = list(names)
    close = nearest(typed, pool)
    if close:
        return f'no {kind} "{typed}"; did you mean "{close}"?'
    return f'no {kind} "{typed}"; there is {listing(pool)}' if pool else f'no {kind} "{typed}"'


def check_names(what: str, names: Iterable[str], there: Iterable[str]) -> None:
    """Raise ValueError for the first name that is not there, with the nearest that is.

    `what` says what the names are, if need be after the key that they stand under.
    """
    known = list(there)
    key, _, kind = what.rpartition(": ")
    for name in names:
        if name not in known:
            said = unknown(kind, name, known)
            raise ValueError(f"{key}: {said}" if key else said)


def refuse(problems: Iterable[str]) -> None:
    """Raise ValueError with all problems, for the `__post_init__` of a scenario's Structs."""
    if found := tuple(problems):
        raise ValueError(*found)
