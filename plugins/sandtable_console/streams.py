"""Standard output and standard error, which make invisible characters visible."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import TextIOWrapper
from typing import Any, TextIO, cast

from sandtable.tooling import printing


def visible_data(data: Any) -> Any:
    """Return plain data with `visible_lines` applied to each string."""
    match data:
        case str():
            return printing.visible_lines(data)
        case dict():
            return {visible_data(key): visible_data(value) for key, value in data.items()}
        case list() | tuple():
            return [visible_data(value) for value in data]
    return data


def as_json(document: object, indent: int = 2) -> str:
    """Return a document as readable JSON: one value per line, or all on one line if `indent` is -1.

    Invisible characters are escaped, which makes them visible and keeps the value.
    """
    import json  # noqa: PLC0415 (both are slow to import, and seldom needed)

    import msgspec  # noqa: PLC0415

    try:
        data = msgspec.json.encode(document, enc_hook=_text)
        text = (data if indent < 0 else msgspec.json.format(data, indent=indent)).decode()
    except UnicodeEncodeError:  # a file name that is not valid text
        text = json.dumps(
            msgspec.to_builtins(document, enc_hook=_text), indent=None if indent < 0 else indent
        )
    is_shown = text.replace("\n", "").isprintable()
    return text if is_shown else text.translate(_JSON)


def _text(value: object) -> str:
    """Return a string subclass, such as a line with colours, as a plain string."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is not plain data")


def _json_escape(char: str) -> str:
    pairs = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[place : place + 4]}" for place in range(0, len(pairs), 4))


_JSON = printing.Replacements(_json_escape, "\n")


class VisibleStream:
    """A stream that makes invisible characters visible and writes to `raw`.

    The program writes its own control sequences to `raw` directly.
    """

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write a text with its invisible characters made visible."""
        self.raw.write(printing.visible_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


class _DivertedOutput(VisibleStream):
    """Standard output while plugins run: it sends what they print to standard error."""

    def write(self, text: str) -> int:
        """Write a text to standard error."""
        return sys.stderr.write(text) if sys.stderr else len(text)


@contextmanager
def print_to_stderr() -> Iterator[None]:
    """Send what the block prints to standard error; only `put` writes to standard output.

    This keeps what plugins print out of documents.
    """
    with redirect_stdout(cast(TextIO, sys.stdout and _DivertedOutput(sys.stdout))):
        yield


def put(text: str, *, is_control: bool = False) -> None:
    """Print a text on standard output, even within `print_to_stderr`.

    Set `is_control` if the text contains the program's own control sequences.
    """
    out = sys.stdout
    while isinstance(out, VisibleStream if is_control else _DivertedOutput):
        out = out.raw
    print(text, file=out)


def _escape_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Escape characters that an encoding lacks, as JSON does, so that documents keep their values."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_json_escape, error.object[error.start : error.end])), error.end


codecs.register_error("sandtable", _escape_unencodable)


@contextmanager
def visible_streams() -> Iterator[None]:
    """While the block runs, make invisible characters on both standard streams visible.

    From then on, the streams also accept every character, whatever their encoding.
    """
    with ExitStack() as stack:
        for stream, redirect in ((sys.stdout, redirect_stdout), (sys.stderr, redirect_stderr)):
            if stream is not None:
                if isinstance(stream, TextIOWrapper):
                    stream.reconfigure(errors="sandtable")
                stack.enter_context(redirect(cast(TextIO, VisibleStream(stream))))
        yield


def send_control(stream: TextIO, sequence: str) -> None:
    """Send a control sequence to the terminal."""
    print(sequence, end="", file=getattr(stream, "raw", stream), flush=True)
