"""Drops a terminal's late answers, so that they are not typed into the game."""

from __future__ import annotations

import re

from prompt_toolkit.application import get_app_session
from prompt_toolkit.input.posix_utils import PosixStdinReader
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.input.vt100 import Vt100Input

WHOLE_ANSWER = re.compile(r"\x1b\]11;[rgba:/\dA-Fc-f]*(?:\x07|\x1b\\)|\x1b\[\?[\d;]*c")
PARTIAL_ANSWER = re.compile(r"\x1b(?:\](?:1(?:1(?:;[rgba:/\dA-Fc-f]*\x1b?)?)?)?|\[\?[\d;]*)\Z")


class _KeyReader(PosixStdinReader):
    """Reads keys after the bytes already `read`; skips answers, even those that arrive in pieces."""

    def __init__(self, descriptor: int, encoding: str, read: bytes) -> None:
        super().__init__(descriptor, encoding=encoding)
        self._text = self._stdin_decoder.decode(read)

    def read(self, count: int = 1024) -> str:
        text = WHOLE_ANSWER.sub("", self._text + super().read(count))
        begun = PARTIAL_ANSWER.search(text)
        self._text = begun[0] if begun else ""
        return text.removesuffix(self._text)


def return_keys(read: bytes) -> None:
    """Put keys back before any typed later, and drop the answers among all of them."""
    source = get_app_session().input
    if isinstance(source, Vt100Input):
        encoding = getattr(source.stdin, "encoding", None) or "utf-8"
        source.stdin_reader = _KeyReader(source.fileno(), encoding, read)
        store_typeahead(source, [*get_typeahead(source), *source.read_keys(), *source.flush_keys()])
