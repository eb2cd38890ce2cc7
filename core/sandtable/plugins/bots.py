"""The bots that can play a game, and how to make them; the hook `bots` asks plugins for more.

The bot that plays every game is here; a game's own scripted bot is part of the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from sandtable.model.action import Action
from sandtable.model.game import Game
from sandtable.model.scenario import Scenario
from sandtable.model.seat import Bot, Seat
from sandtable.plugins import hooks
from sandtable.plugins.hooks import Answer, hookimpl
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.loading import Problems
from sandtable.text.errors import PluginError, SandtableError, UnknownName
from sandtable.text.guard import Guard, in_a_line, print_traceback_if_debug
from sandtable.text.words import describe, no_such, resolve

NO_BOTS = {"human": "the player at the keyboard", Scenario.EMPTY: "an empty seat"}
"""Words for players that are not bots, and what they mean."""


class Random:
    """Makes any legal move, for tests. All moves are equally likely."""

    def choose(self, seat: Seat) -> Action:
        """Choose one of the seat's options."""
        options = seat.options
        return options[seat.dice.roll(sides=len(options))[0] - 1]


@hookimpl
def bots(game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:  # noqa: ARG001
    """Return the bot that can play every game."""
    return {"random": Random}


Makers = dict[str, tuple[Callable[..., Bot], str]]
"""The callable that makes each bot, and its plugin's key (empty for the game's own), by name."""


class Bots:
    """Each game's bots: its own, called ``scripted``, the built-in bots, and those of plugins.

    `ask` calls a hook of all plugins.
    """

    def __init__(
        self, inventory: Inventory, ask: Callable[..., list[Answer]], problems: Problems
    ) -> None:
        self._inventory = inventory
        self.ask = ask
        self._problems = problems
        self._makers: dict[Game[Any], Makers] = {}
        self._agreed: set[str] = set()
        """The players named by the user, which may therefore run programs."""

    def makers(self, game: Game[Any]) -> Makers:
        """Return the callable that makes each bot of a game; report unusable bots and leave them out.

        Plugins are asked only once, so a session keeps the bots that it started with.
        """
        if game in self._makers:
            return self._makers[game]
        makers: Makers = {"scripted": (game.scripted_bot, "")}
        answers = self.ask(hooks.bots, Mapping, game=game)
        for key, bots in sorted(answers, key=lambda answer: not answer.built_in):
            for name, maker in bots.items():
                if fault := _why_left_out(name, maker, makers):
                    self._problems.note([f"{key}: {fault}"])
                else:
                    makers[name] = (maker, key)
        self._makers[game] = makers
        return makers

    def names(self, game: Game[Any]) -> list[str]:
        """Return the names of the bots that can play a game, except those that need a setting."""
        makers = self.makers(game).items()
        return [name for name, (maker, _) in makers if _accepts(maker) or not _accepts(maker, "")]

    def resolve(self, game: Game[Any], typed: str) -> str:
        """Return the full name of a typed bot, with its setting, after making the bot once to check it.

        As the user has typed it, a bot of that name may run a program from now on. Raises UnknownName,
        which names the nearest, or SandtableError for a setting that the bot does not take.
        """
        name = self._resolve(game, typed, self.makers(game))
        self._agreed.add(name)
        return name

    def make(self, game: Game[Any], typed: str) -> Bot:
        """Make a bot, by its name or the beginning of its name.

        Raises UnknownName, which names the nearest, or PluginError for a bot that cannot be made, or
        that would run a program on the word of a save alone.
        """
        makers = self.makers(game)
        name = self._resolve(game, typed, makers)
        runs = getattr(makers[name.partition(":")[0]][0], "runs_programs", False)
        if runs and name not in self._agreed:
            raise PluginError(f'the save asks to run a program, {name}; --seat SEAT="{name}" allows it')
        return _make(game, name, makers)

    def _resolve(self, game: Game[Any], typed: str, makers: Makers) -> str:
        beginning, colon, setting = typed.partition(":")
        try:
            name = resolve("bot", beginning, makers)
        except UnknownName:
            runs = "runs_programs"
            shown = [name + ":COMMAND" * hasattr(maker, runs) for name, (maker, _) in makers.items()]
            missing = self._inventory.why_missing("bots")
            raise UnknownName("; ".join([no_such("bot", beginning, shown), *missing])) from None
        if colon or name not in self.names(game):  # without its setting
            _make(game, f"{name}:{setting}", makers)
        return name + colon + setting


def _why_left_out(name: Any, maker: Any, makers: Makers) -> str:
    """Return why a bot is left out; empty if it is usable."""
    if not isinstance(name, str):
        return f"the name of a bot is a text, not {describe(name)}"
    if ":" in name:
        return f"its bot {name} is left out: a bot's name has no colon, as a colon begins a setting"
    if not callable(maker):
        return f"its bot {name} is {describe(maker)}; a class or function that makes one was expected"
    if name in NO_BOTS:
        return f"its bot {name} is left out: that word means {NO_BOTS[name]}"
    if name in makers:
        return f"its bot {name} is left out: {makers[name][1] or 'the game'} has one of that name"
    return ""


def _make(game: Game[Any], name: str, makers: Makers) -> Bot:
    """Make the bot with this full name, and the setting after a colon, if any.

    Raises PluginError, which names the plugin, if the bot cannot be made, and SandtableError for a
    setting that it does not take.
    """
    name, colon, setting = name.partition(":")
    maker, key = makers[name]
    if colon and not _accepts(maker, ""):
        raise SandtableError(f'{name} takes no setting; leave out ":{setting}"')

    def failure(error: BaseException) -> SandtableError:
        if isinstance(error, SandtableError):
            if colon:
                return error
        else:
            print_traceback_if_debug(error)
        who = key or f"the game {game.id}"
        return PluginError(f"{who}: its bot {name} cannot be made: {in_a_line(error)}")

    with Guard(failure):
        made: Bot = maker(setting) if colon else maker()
    return made


def _accepts(maker: Callable[..., Bot], *setting: str) -> bool:
    """Return whether a maker can be called with this setting, or with none if it is empty."""
    try:
        inspect.signature(maker).bind(*setting)
    except (TypeError, ValueError):
        return False
    return True
