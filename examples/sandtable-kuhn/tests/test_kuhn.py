"""Tests of the rules of Kuhn poker, section by section."""

from __future__ import annotations

from sandtable_tools.kit import conformance

POKER = "kuhn/poker"


def test_the_game_keeps_the_contract() -> None:
    assert conformance("kuhn") == []


def test_a_fold_costs_one_chip(session, script, scripted_dice) -> None:
    """Section 3."""
    game = session(POKER, dice=scripted_dice(["queen", "jack"]))
    script(game, "bet", "pass")
    assert game.outcome.returns == {"east": 1, "west": -1}


def test_the_higher_card_wins_two_chips_after_a_call(session, script, scripted_dice) -> None:
    """Sections 2 and 3: east may still call after a pass."""
    game = session(POKER, dice=scripted_dice(["queen", "king"]))
    script(game, "pass", "bet", "bet")
    assert game.outcome.returns == {"west": 2, "east": -2}
