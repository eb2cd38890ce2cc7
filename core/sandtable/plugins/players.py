"""What plugins answer to the hook `bots`, looked at before anybody is seated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.errors import PluginError
from sandtable.plugins.listeners import in_a_line, show
from sandtable.plugins.plugin import BUILT_IN
from sandtable.seat import Bot

PERSON = "human"
"""Who sits at the keyboard, and so no bot's name."""

Makers = dict[str, tuple[Callable[[], Bot], str]]
"""What makes each bot of a game, and the key of the plugin that brought it, by name."""


def gather(makers: Makers, answers: Iterable[tuple[str, Mapping[Any, Any]]]) -> list[str]:
    """Add to `makers` what plugins answered, the built-in first; a line for each that is left out."""
    wrong = []
    for key, more in sorted(answers, key=lambda answer: not answer[0].endswith(f"({BUILT_IN})")):
        for name, maker in more.items():
            if said := _wrong(name, maker, makers):
                wrong.append(f"{key}: {said}")
            else:
                makers[name] = (maker, key)
    return wrong


def _wrong(name: Any, maker: Any, makers: Makers) -> str:
    """Why a bot can not be had; empty when it can."""
    if not isinstance(name, str):
        return f"the name of a bot is a text, not {name!r}"
    if not callable(maker):
        return f"its bot {name} is {maker!r}; a class or function that makes one was expected"
    if name == PERSON:
        return f"its bot {name} is left out: that word means who sits at the keyboard"
    if name in makers:
        return f"its bot {name} is left out: {makers[name][1] or 'the game'} has one of that name"
    return ""


def made(name: str, makers: Makers) -> Bot:
    """A new bot. Raises PluginError with the plugin's name when it can not be made."""
    maker, key = makers[name]
    try:
        return maker()
    except (Exception, SystemExit) as error:
        show(error)
        raise PluginError(
            f"{key or 'the game'}: its bot {name} can not be made: {in_a_line(error)}"
        ) from error
