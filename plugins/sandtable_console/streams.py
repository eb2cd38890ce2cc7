"""Where printed text goes: standard output and standard error, which show what is invisible."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import TextIOWrapper
from typing import Any, TextIO, cast

from sandtable.tooling import printing


def visible_data(data: Any) -> Any:
    """Plain data with `visible_lines` applied to each text."""
    match data:
        case str():
            return printing.visible_lines(data)
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
    is_shown = text.replace("\n", "").isprintable()
    return text if is_shown else text.translate(_JSON)


def _text(value: object) -> str:
    """The plain text of a string subclass, such as a line with colours."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is no plain data")


def _in_json(char: str) -> str:
    pairs = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[place : place + 4]}" for place in range(0, len(pairs), 4))


_JSON = printing.Replacements(_in_json, "\n")


class Outlet:
    """A stream that makes invisible characters visible and writes to `raw`.

    The program's own control sequences go to `raw` directly.
    """

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write a text, made visible by `visible_lines`."""
        self.raw.write(printing.visible_lines(text))
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


def put(text: str, *, steers: bool = False) -> None:
    """Print a text on standard output, also in the block of `print_to_stderr`.

    One that `steers` has control sequences of the program's own.
    """
    out = sys.stdout
    while isinstance(out, Outlet if steers else _Aside):
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
