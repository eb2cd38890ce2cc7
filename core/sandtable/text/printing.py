"""The one way from a text to a terminal, a document or JSON.

A save, a scenario file, a plugin or a file's name may hold any character. Invisible ones move the
cursor, set the title, reverse a line or hide words. Here they become visible.
"""

from __future__ import annotations

import codecs
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import TextIOWrapper
from typing import Any, TextIO, cast


def find_invisible(text: str) -> str:
    """The invisible characters in a text; a newline, a tab and spaces of any width do not count.

    They are control characters, direction marks, characters of no width, and lone surrogates.
    """
    if _is_shown(text):
        return ""
    return "".join(c for c in text if not _is_shown(c) and unicodedata.category(c) != "Zs")


def escape(text: str) -> str:
    r"""A text in one line, with invisible characters written out: an escape becomes ``\x1b``.

    Everything that comes from a file or a person goes through here before a terminal shows it.
    """
    return text if text.isprintable() else text.translate(_LINE)


def visible_lines(text: str) -> str:
    """The same as `escape`, except that newlines and tabs stay."""
    return text if _is_shown(text) else text.translate(_LINES)


def visible_data(data: Any) -> Any:
    """Plain data with `visible_lines` applied to each text."""
    match data:
        case str():
            return visible_lines(data)
        case dict():
            return {visible_data(key): visible_data(value) for key, value in data.items()}
        case list() | tuple():
            return [visible_data(value) for value in data]
    return data


def as_json(document: object, indent: int = 2) -> str:
    """A document as readable JSON: one value a line, or with `indent` -1 all on one line.

    Invisible characters are escaped, so that they are visible and the value stays the same.
    """
    import json  # noqa: PLC0415 (both are slow to import, and seldom needed)

    import msgspec  # noqa: PLC0415

    try:
        data = msgspec.json.encode(document, enc_hook=_text)
        text = (data if indent < 0 else msgspec.json.format(data, indent=indent)).decode()
    except UnicodeEncodeError:  # a file's name that is not valid text
        text = json.dumps(
            msgspec.to_builtins(document, enc_hook=_text), indent=None if indent < 0 else indent
        )
    return text if _is_shown(text) else text.translate(_JSON)


def _text(value: object) -> str:
    """The plain text of a string subclass, such as a line with colours."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is no plain data")


def _is_shown(text: str) -> bool:
    return text.replace("\n", "").replace("\t", "").isprintable()


class _Replacements(dict[int, str]):
    """The replacement of each character, for `str.translate`; the characters in `kept` stay."""

    def __init__(self, escape: Callable[[str], str], kept: str = "") -> None:
        super().__init__({ord(char): char for char in kept})
        self._escape = escape

    def __missing__(self, code: int) -> str:
        char = chr(code)
        return char if char.isprintable() else self._escape(char)


def _in_escapes(char: str) -> str:
    return " " if unicodedata.category(char) == "Zs" else ascii(char)[1:-1]


def _in_json(char: str) -> str:
    pairs = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[place : place + 4]}" for place in range(0, len(pairs), 4))


_LINE, _LINES, _JSON = (
    _Replacements(_in_escapes),
    _Replacements(_in_escapes, "\n\t"),
    _Replacements(_in_json, "\n"),
)


# Where the text goes.


class Outlet:
    """A stream that makes invisible characters visible and writes to `raw`.

    The program's own control sequences go to `raw` directly.
    """

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write a text, made visible by `visible_lines`."""
        self.raw.write(visible_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


class _Aside(Outlet):
    """Standard output while plugins work: what they print goes to standard error."""

    def write(self, text: str) -> int:
        """Write a text to standard error."""
        return sys.stderr.write(text) if sys.stderr else len(text)


@contextmanager
def print_to_stderr() -> Iterator[None]:
    """Send what is printed in the block to standard error; only `put` writes to standard output.

    So nothing that a plugin prints gets into a document.
    """
    with redirect_stdout(cast(TextIO, sys.stdout and _Aside(sys.stdout))):
        yield


def put(text: str) -> None:
    """Print a text on standard output, also in the block of `print_to_stderr`."""
    out = sys.stdout
    while isinstance(out, _Aside):
        out = out.raw
    print(text, file=out)


def _write_out(error: UnicodeError) -> tuple[str, int]:
    """Write out the characters that an encoding lacks, as JSON does: its documents keep their values."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_in_json, error.object[error.start : error.end])), error.end


codecs.register_error("sandtable", _write_out)


@contextmanager
def outlets() -> Iterator[None]:
    """While the block runs, make all text on standard output and standard error visible.

    From then on, they take every character, whatever their encoding.
    """
    with ExitStack() as stack:
        for stream, redirect in ((sys.stdout, redirect_stdout), (sys.stderr, redirect_stderr)):
            if stream is not None:
                if isinstance(stream, TextIOWrapper):
                    stream.reconfigure(errors="sandtable")
                stack.enter_context(redirect(cast(TextIO, Outlet(stream))))
        yield


def steer(stream: TextIO, sequence: str) -> None:
    """Send a terminal one of the program's own control sequences."""
    print(sequence, end="", file=getattr(stream, "raw", stream), flush=True)
