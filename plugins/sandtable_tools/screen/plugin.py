"""The sink `full`, which fills a terminal; slow imports wait until it shows a game."""

# ruff: noqa: PLC0415 (slow to import, and this is loaded at every start)

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sandtable import hookimpl

if TYPE_CHECKING:
    from sandtable_console import Console, Maker, Sink, SinkContext


@hookimpl
def sinks() -> Mapping[str, Maker]:
    """Return the sink that fills the terminal."""
    return {"full": _make_full}


def _make_full(console: Console, context: SinkContext) -> Sink:
    from sandtable_tools.screen.full import FullScreen

    return FullScreen(console, context)
