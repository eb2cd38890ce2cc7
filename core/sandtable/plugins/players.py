"""What plugins answer to the hook `bots`, looked at before anybody is seated."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from sandtable.base import signals
from sandtable.base.errors import PluginError, SandtableError
from sandtable.model.seat import Bot
from sandtable.plugins.listeners import Answer, in_a_line, show

PERSON = "human"
"""Who sits at the keyboard, and so no bot's name."""

Makers = dict[str, tuple[Callable[..., Bot], str]]
"""What makes each bot of a game, and the key of the plugin that brought it, by name."""


def gather(makers: Makers, answers: Iterable[Answer]) -> list[str]:
    """Add to `makers` what plugins answered, the built-in first; a line for each that is left out."""
    wrong = []
    for key, more in sorted(answers, key=lambda answer: not answer.built_in):
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
    if ":" in name:
        return f"its bot {name} is left out: what comes after a colon is a setting, not a name"
    if not callable(maker):
        return f"its bot {name} is {maker!r}; a class or function that makes one was expected"
    if name == PERSON:
        return f"its bot {name} is left out: that word means who sits at the keyboard"
    if name in makers:
        return f"its bot {name} is left out: {makers[name][1] or 'the game'} has one of that name"
    return ""


def present_name(word: str, makers: Makers) -> str:
    """What a bot is called now that was called `word` before; the word itself where none was."""
    renamed = (name for name, (maker, _) in makers.items() if word in _former_names(maker))
    return word if word in makers else next(renamed, word)


def _former_names(maker: Callable[..., Bot]) -> tuple[str, ...]:
    names = getattr(maker, "former_names", ())
    return names if isinstance(names, tuple) else ()


def made(name: str, makers: Makers) -> Bot:
    """A new bot, by its whole name and the setting that it may have after a colon.

    Raises PluginError with the plugin's name when it can not be made, SandtableError for a setting
    that it does not take.
    """
    name, colon, setting = name.partition(":")
    maker, key = makers[name]
    if colon and not _takes_setting(maker):
        raise SandtableError(f'the bot {name} takes no setting, so not ":{setting}"')
    try:
        return maker(setting) if colon else maker()
    except SandtableError as error:
        if colon:
            raise SandtableError(f"the bot {name}: {error}") from None
        raise _unmade(name, key, error) from error
    except BaseException as error:
        if signals.sent(error):
            raise
        show(error)
        raise _unmade(name, key, error) from error


def _unmade(name: str, key: str, error: BaseException) -> PluginError:
    return PluginError(f"{key or 'the game'}: its bot {name} can not be made: {in_a_line(error)}")


def _takes_setting(maker: Callable[..., Bot]) -> bool:
    """Whether a maker may be given a text."""
    try:
        inspect.signature(maker).bind("")
    except (TypeError, ValueError):
        return False
    return True
