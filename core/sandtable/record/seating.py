"""The players of the seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.model.game import Game
from sandtable.model.seat import Bot
from sandtable.plugins.catalog import Catalog
from sandtable.text.errors import UnknownName
from sandtable.text.words import unknown

HUMAN = "human"


class Seating:
    """The player of each seat: ``human``, or the name of a bot, which is made at its first decision.

    `players` has these names by seat; `bots` has the bots made so far, by seat.
    """

    def __init__(self, game: Game[Any], players: Mapping[str, str], plugins: Catalog) -> None:
        self.players = dict(players)
        self.bots: dict[str, Bot] = {}
        self._game = game
        self._plugins = plugins

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return [seat for seat, player in self.players.items() if player == HUMAN]

    def sit(self, players: Mapping[str, str]) -> None:
        """Set the player of each named seat. Raises UnknownName with the nearest seat or bot.

        Raises UnknownName with the nearest seat or bot.
        """
        for seat, player in players.items():
            if seat not in self.players:
                raise UnknownName(unknown("seat", seat, self.players))
            self.bots.pop(seat, None)
            human = player == HUMAN
            self.players[seat] = HUMAN if human else self._plugins.bots.meant(self._game, player)

    def bot(self, seat: str) -> Bot | None:
        """The bot of a seat; None for a human."""
        if seat not in self.bots and self.players[seat] != HUMAN:
            self.bots[seat] = self._plugins.bots.make(self._game, self.players[seat])
        return self.bots.get(seat)
