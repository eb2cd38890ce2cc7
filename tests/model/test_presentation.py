"""The presentation of a game: a function for each way to show a view, or methods of the game."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from sandtable import Game, Item, PluginError, Presentation

BARE = Presentation[str](
    status=lambda view: f"{view}!",
    board=lambda view, width, height: [view[:width]] * (height or 1),
)
"""The least that a game needs."""


def game(toy: ModuleType, **attributes: Any) -> Game[Any]:
    """The toy without its own ways to show a view."""
    ours: Game[Any] = toy.variant(**{"status": Game.status, "board": Game.board, **attributes})
    return ours


def test_a_game_asks_its_presentation_for_what_is_shown(toy: ModuleType):
    shown = game(toy, presentation=BARE)
    assert shown.status("stones") == "stones!"
    assert shown.board("stones") == ["stones"]
    assert shown.board("stones", 3, 2) == ["sto", "sto"]


def test_a_function_that_a_presentation_leaves_out_is_missing_in_the_game(toy: ModuleType):
    shown = game(toy, presentation=BARE)
    ways = (shown.map, shown.pictures, shown.relations, shown.items)
    assert [list(way("stones")) for way in ways] == [[], [], [], []]
    assert shown.turn("stones") == ""


def test_a_method_of_the_game_goes_before_its_presentation(toy: ModuleType):
    shown = game(toy, presentation=BARE, items=lambda *_: [Item("heap", "north")])
    assert [item.name for item in shown.items("stones")] == ["north"]
    assert toy.variant(presentation=BARE).status(toy.table().view(None)) == "red 0, blue 0"


def test_a_game_that_shows_nothing_is_warned(toy: ModuleType):
    with pytest.raises(PluginError, match="must define presentation"):
        game(toy).board("stones")
