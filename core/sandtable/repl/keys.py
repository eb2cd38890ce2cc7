"""Single keys, read between two lines that are asked for."""

from __future__ import annotations

import asyncio

from prompt_toolkit.application import get_app_session
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

ENOUGH = ("q", "Q", Keys.Escape.value)
"""Keys that say that somebody has seen enough."""


def pressed(seconds: float | None = None) -> str:
    """The key that is pressed within so many seconds (ever, for None); empty when there is none.

    What was typed besides is kept for the next line. Raises KeyboardInterrupt for Ctrl-C and
    EOFError when nothing more can come.
    """
    return asyncio.run(_pressed(seconds))


async def _pressed(seconds: float | None) -> str:
    source = get_app_session().input
    typed = get_typeahead(source)
    ready = asyncio.Event()
    with source.raw_mode(), source.attach(ready.set):
        while not typed and not source.closed:
            try:
                await asyncio.wait_for(ready.wait(), seconds)
            except TimeoutError:
                return ""
            ready.clear()
            typed += [*source.read_keys(), *source.flush_keys()]
    if not typed:
        raise EOFError
    first, *rest = typed
    store_typeahead(source, rest)
    if first.key == Keys.ControlC:
        raise KeyboardInterrupt
    return str(getattr(first.key, "value", first.key))


def give_back(key: str) -> None:
    """Keep a key for the next line, before what was typed after it."""
    source = get_app_session().input
    store_typeahead(source, [KeyPress(key, key), *get_typeahead(source)])


def waiting() -> bool:
    """Whether something was typed ahead, as by a paste of many lines."""
    source = get_app_session().input
    typed = get_typeahead(source)
    store_typeahead(source, typed)
    return bool(typed)
