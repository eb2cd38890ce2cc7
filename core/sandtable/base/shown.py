"""What is shown: the one way from a text to a terminal, a document or JSON.

A save, a scenario's file, a plugin or the name of a file may hold any character. Those that nobody
sees move a cursor, set a title, turn a line around or hide words. Here they become visible.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast


def hidden(text: str) -> str:
    """The characters of a text that nobody sees; a newline, a tab and spaces of any width are none.

    They are control characters, marks of direction, all of no width, and halves of characters.
    """
    return "".join(filter(_is_hidden, "" if _is_shown(text) else text))


def visible(text: str) -> str:
    r"""A text in one line, in which what nobody sees is written out: an escape becomes ``\x1b``.

    Whatever comes from a file or a person goes through here before a terminal shows it.
    """
    return text if text.isprintable() else text.translate(_LINE)


def visible_lines(text: str) -> str:
    """A text as `visible` has it, which keeps its newlines and tabs."""
    return text if _is_shown(text) else text.translate(_LINES)


def visible_data(data: Any) -> Any:
    """Plain data in which each text is as `visible_lines` has it."""
    match data:
        case str():
            return visible_lines(data)
        case dict():
            return {visible_data(key): visible_data(value) for key, value in data.items()}
        case list() | tuple():
            return [visible_data(value) for value in data]
    return data


def as_json(document: object, indent: int = 2) -> str:
    """A document in readable JSON, in lines of their own or with `indent` -1 in one.

    What nobody sees is escaped, so that it is shown and means the same.
    """
    import json  # noqa: PLC0415 (both are slow to import, and seldom needed)

    import msgspec  # noqa: PLC0415

    try:
        data = msgspec.json.encode(document, enc_hook=_text)
        text = (data if indent < 0 else msgspec.json.format(data, indent=indent)).decode()
    except UnicodeEncodeError:  # a name of a file that is no text
        text = json.dumps(
            msgspec.to_builtins(document, enc_hook=_text), indent=None if indent < 0 else indent
        )
    return text if _is_shown(text) else text.translate(_JSON)


def _text(value: object) -> str:
    """A text that knows more than its letters, such as a line with colours, as the text alone."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is no plain data")


def _is_shown(text: str) -> bool:
    return text.replace("\n", "").replace("\t", "").isprintable()


def _is_hidden(char: str) -> bool:
    return not _is_shown(char) and unicodedata.category(char) != "Zs"


class _Signs(dict[int, str]):
    """What stands for a character, for `str.translate`; those of `kept` stay."""

    def __init__(self, escape: Callable[[str], str], kept: str = "") -> None:
        super().__init__({ord(char): char for char in kept})
        self._escape = escape

    def __missing__(self, code: int) -> str:
        char = chr(code)
        return char if char.isprintable() else self._escape(char)


def _in_words(char: str) -> str:
    return " " if unicodedata.category(char) == "Zs" else ascii(char)[1:-1]


def _in_json(char: str) -> str:
    pairs = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[place : place + 4]}" for place in range(0, len(pairs), 4))


_LINE, _LINES, _JSON = _Signs(_in_words), _Signs(_in_words, "\n\t"), _Signs(_in_json, "\n")


# Where it goes.


class Outlet:
    """A stream on which all is visible; what the program itself tells a terminal goes to `steered`."""

    def __init__(self, steered: TextIO) -> None:
        self.steered = steered

    def write(self, text: str) -> int:
        """Write a text as `visible_lines` has it."""
        self.steered.write(visible_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each of some texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.steered, name)


@contextmanager
def outlets() -> Iterator[None]:
    """Within it, all that is printed on standard output and standard error is visible."""
    with ExitStack() as stack:
        for stream, redirect in ((sys.stdout, redirect_stdout), (sys.stderr, redirect_stderr)):
            if stream is not None:
                stack.enter_context(redirect(cast(TextIO, Outlet(stream))))
        yield


def steer(stream: TextIO, sequence: str) -> None:
    """Tell a terminal what to do, in a sequence of our own."""
    print(sequence, end="", file=getattr(stream, "steered", stream), flush=True)
