"""Tests of the courier's own hook, which other plugins implement."""

from __future__ import annotations

from collections.abc import Callable

from sandtable import Session, hookimpl


class Newspaper:
    """A plugin that receives telegrams; it need not take all of the hook's arguments."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    @hookimpl
    def telegram_sent(self, text: str) -> None:
        self.texts.append(text)


def test_the_telegrams_of_a_game_reach_other_plugins(session: Callable[..., Session]) -> None:
    game, newspaper = session("lawrence/aqaba", seed=4, seats={"lawrence": "random"}), Newspaper()
    game.plugins.listeners.register(newspaper, "newspaper")
    for _ in game.play():
        pass
    assert len(newspaper.texts) > 1
    assert newspaper.texts[0].startswith("OPS ")
    assert game.plugins.problems == []
