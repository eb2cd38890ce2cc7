"""What the kit finds about who plays: returns, partners, and games with fewer seats."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from sandtable import Outcome, Scenario
from sandtable.model.scenario import build
from sandtable_tools.kit import examine

OPEN = "fewest_seats = 2\nrounds = 2\nshares = true\n"
SOLITAIRE = 'seats = ["west"]\nrounds = 2\n'
TEAMS = 'teams = [["east", "west"]]\nrounds = 2\n'


def scenario(bids: ModuleType, keys: str, **attributes: Any) -> Scenario:
    """A scenario of the game of bids, which knows three seats, with other class attributes."""
    return build(type("Bids", (bids.Bids,), attributes)(), "bids/x", f"{bids.TOML}{keys}")


def faults(scenario: Scenario) -> set[str]:
    return {f"{finding.check}: {finding.text}" for finding in examine(scenario, games=3, seed=1)}


@pytest.mark.parametrize("keys", [OPEN, SOLITAIRE, TEAMS], ids=["open", "solitaire", "teams"])
def test_nothing_is_wrong_with_a_game_in_which_not_every_seat_plays(bids: ModuleType, keys: str) -> None:
    assert faults(scenario(bids, keys)) == set()


def test_a_return_for_a_seat_that_does_not_play_is_found(
    bids: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_: object, table: Any) -> None:
        table.end(Outcome("east", dict.fromkeys(table.game.seats, 0)))

    monkeypatch.setattr(bids.Prize, "run", run)
    found = faults(scenario(bids, 'seats = ["east", "west"]\n'))
    assert "plays: GameError: returns are for north, east, west, not east, west" in found


def test_partners_with_unequal_returns_are_found(
    bids: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_: object, table: Any) -> None:
        table.end(Outcome("east", {"east": 1, "north": 0, "west": 0}))

    monkeypatch.setattr(bids.Prize, "run", run)
    assert faults(scenario(bids, TEAMS)) == {"ends: the partners east and west have unequal returns"}


def test_a_fault_of_the_game_with_the_fewest_seats_is_found(
    bids: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bids.Prize.run

    def run(self: Any, table: Any) -> None:
        if len(table.seats) == 2:
            raise ValueError("only for three")
        whole(self, table)

    monkeypatch.setattr(bids.Prize, "run", run)
    found = examine(scenario(bids, OPEN), games=3, seed=1)
    assert {finding.seed for finding in found} == {"1/fewest"}
    assert all(finding.replay.endswith("--seed 1/fewest --seat west=none") for finding in found)


def test_a_partner_whose_secrets_are_dealt_again_is_found(bids: ModuleType) -> None:
    def imagine(_: object, table: Any, seat: str) -> None:
        for other in [who for who in table.state.laid if who != seat]:
            table.do(*bids.biddings(other, len(table.state.laid.pop(other))))

    found = faults(scenario(bids, TEAMS, imagine=imagine))
    assert "leaks: imagine for west changes what its partner east sees" in found
