"""Adds `hint` and `coach` to the prompt, and the bot `search`; slow imports wait for their first use."""

# ruff: noqa: PLC0415 (slow to import, and this is loaded at every start)

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sandtable import Command, hookimpl, suggest
from sandtable_console import import_on_call

if TYPE_CHECKING:
    from sandtable import Bot, Game, Session


def _time(word: str, rest: str) -> str:
    """Preview a line: tell how long it thinks, or that it plays on; return "" if it does neither."""
    from sandtable_tools.advice.prompt import read_options

    if word == "coach" and rest in ("a", "b", "c"):
        return "plays on from just before it, in a new save"
    budget, _ = read_options(rest, word)
    return f"thinks: {budget}" if budget else ""


HINT = Command(
    "hint [TIME] [more]",
    "name your best move, if one stands out in games that bots play from here; ask again to play more"
    " (TIME: 60s, or 900 games; more shows the figures)",
    import_on_call("sandtable_tools.advice.prompt", "hint"),
    complete=lambda _, rest: suggest(
        {"60s": "seconds of thinking", "900": "games", "more": "the figures of each move"}, rest
    ),
    preview=lambda _, rest: _time("hint", rest),
    examples=("hint 60s", "hint more"),
)
COACH = Command(
    "coach [TIME|a|b|c] [more]",
    "find what decided the game (choices and luck; TIME: 60s, or 900 games; a plays on from"
    " moment a in a new save; more shows the figures)",
    import_on_call("sandtable_tools.advice.prompt", "coach"),
    complete=lambda _, rest: suggest(
        {
            "60s": "seconds of thinking",
            "300s": "the same, longer",
            "a": "play on from there",
            "more": "figures",
        },
        rest,
    ),
    preview=lambda _, rest: _time("coach", rest),
    examples=("coach 300s",),
    after_end=True,
)


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:  # noqa: ARG001
    """Return the words `hint` and `coach`."""
    return {command.word: command for command in (HINT, COACH)}


class SearcherMaker:
    """Stronger and slower: thinks before each move, for as long as its setting says."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __call__(self, setting: str | None = None) -> Bot:
        """Return a new bot. Raises SandtableError for a wrong setting."""
        from sandtable_tools.advice.search import searcher

        return searcher(self.game, setting)


@hookimpl
def bots(game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:
    """Return the bot `search`, for every game."""
    return {"search": SearcherMaker(game)}
