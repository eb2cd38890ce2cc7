"""The kit on choices that seats make together, and on ranges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from sandtable import Action, Pass, Refusal
from sandtable.model.scenario import build
from sandtable_tools.kit import examine

Plant = Callable[[ModuleType, pytest.MonkeyPatch], None]


@pytest.mark.parametrize("seats", [("north", "east"), ("north", "east", "west")])
def test_of_an_honest_simultaneous_game_nothing_is_found(goofspiel: ModuleType, seats: Any) -> None:
    assert examine(goofspiel.scenario(*seats), games=3) == []


def test_of_an_honest_game_with_ranges_nothing_is_found(market: ModuleType) -> None:
    assert examine(market.scenario(gold=20), games=3) == []


def a_choice_that_is_told_at_once(goofspiel: ModuleType, patch: pytest.MonkeyPatch) -> None:
    choose = goofspiel.Bidding.choose

    def tell(self: Any, table: Any, action: Action) -> None:
        table.tell(goofspiel.TurnedUp(action.card))  # type: ignore[attr-defined]
        choose(self, table, action)

    patch.setattr(goofspiel.Bidding, "choose", tell)


def a_status_that_counts_choices(goofspiel: ModuleType, patch: pytest.MonkeyPatch) -> None:
    tracks = goofspiel.Goofspiel.tracks

    def count(self: Any, table: Any, seat: str | None) -> Mapping[str, int]:
        return tracks(self, table, seat) | {"waiting": len(getattr(table.schedule[-1], "waiting", ()))}

    patch.setattr(goofspiel.Goofspiel, "tracks", count)


def the_first_to_choose_wins(goofspiel: ModuleType, patch: pytest.MonkeyPatch) -> None:
    choose = goofspiel.Bidding.choose

    def favour(self: Any, table: Any, action: Action) -> None:
        if len(self.waiting) == 1:
            table.state.score[self.seat] += 1
        choose(self, table, action)

    patch.setattr(goofspiel.Bidding, "choose", favour)


@pytest.mark.parametrize(
    ("plant", "text", "place"),
    [
        (
            a_choice_that_is_told_at_once,
            "sees what north has chosen in Bidding, in an event",
            "class Bidding(",
        ),
        (
            a_status_that_counts_choices,
            "sees what north has chosen in Bidding, in the tracks",
            "def count(",
        ),
        (
            the_first_to_choose_wins,
            "the order in which seats choose in Bidding makes a difference",
            "class Bidding(",
        ),
    ],
)
def test_a_choice_that_shows_before_all_have_chosen_is_found(
    goofspiel: ModuleType, monkeypatch: pytest.MonkeyPatch, plant: Plant, text: str, place: str
) -> None:
    plant(goofspiel, monkeypatch)
    found = examine(goofspiel.scenario(), games=1)
    assert {finding.check for finding in found} == {"together"}, list(map(str, found))
    assert any(text in finding.text for finding in found), list(map(str, found))
    for finding in found:
        file, _, line = finding.place.partition(":")
        assert place in Path(file).read_text("utf-8").splitlines()[int(line) - 1], finding.place


def test_a_range_is_refused_beyond_its_bounds(
    market: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Action] = []

    def note(self: Any, table: Any, action: Action) -> Refusal | None:
        tried.append(action)
        return None

    monkeypatch.setattr(market.Bidding, "refusal", note)
    assert examine(market.scenario(gold=20), games=1) == []
    assert {market.Bid(number) for number in (0, 1, 11, 20, 21)} <= {*tried}


def test_a_number_out_of_a_range_that_is_allowed_is_found(
    market: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(market.Bidding, "allows", lambda *_: True)
    found = examine(market.scenario(gold=20), games=1)
    assert {finding.check for finding in found} == {"refusals"}
    assert "bid 21 is not an option of Bidding, which allows it" in [one.text for one in found]


@pytest.mark.parametrize(
    ("least", "most", "missed"), [(1, 16, "bid 17"), (4, 20, "bid 3"), (3, 20, "bid 2"), (1, 20, None)]
)
def test_a_legal_number_that_a_range_misses_is_found(
    market: ModuleType, monkeypatch: pytest.MonkeyPatch, least: int, most: int, missed: str | None
) -> None:
    """The decision refuses less than 1 and more than there is; where it refuses none, bounds do."""

    def refusal(self: Any, table: Any, action: Any) -> Refusal | None:
        within = action == Pass() or 1 <= action.amount <= table.state.gold[self.seat]
        return None if within else Refusal("2", "not so much")

    monkeypatch.setattr(market.Bidding, "candidates", lambda *_: [market.Bid(least).up_to(most), Pass()])
    monkeypatch.setattr(market.Bidding, "refusal", refusal)
    monkeypatch.setattr(market.Bidding, "reveal", lambda *_: None)
    found = {finding.text for finding in examine(market.scenario(gold=20), games=1)}
    assert found == ({f"{missed} is neither an option of Bidding nor refused"} if missed else set())


def test_a_fact_that_comes_to_light_when_all_have_chosen_is_revealed_by_its_event(
    market: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A favourite is hidden from all, and told after the bids; the bids themselves need no such word."""

    class State(market.MarketState):  # type: ignore[name-defined, misc]
        favourite: str = ""

    class Told(market.TurnedUp, frozen=True):  # type: ignore[name-defined, misc]
        pass

    def setup(self: Any, table: Any) -> Any:
        state = whole.setup(self, table)
        return State(**asdict(state), favourite=table.dice.pick(["vase", "bust"]))

    def view(_: Any, table: Any, seat: str | None) -> Any:
        return replace(table.state.copy(), favourite="")

    def imagine(_: Any, table: Any, seat: str) -> None:
        table.state.favourite = table.dice.pick(["vase", "bust"])

    def reveal(self: Any, table: Any, chosen: Any) -> None:
        table.tell(Told(table.state.favourite))
        sell(self, table, chosen)

    whole, sell = market.Market, market.Bidding.reveal
    monkeypatch.setattr(market.Sold, "reveals", False)
    changed = {"State": State, "setup": setup, "view": view, "imagine": imagine}
    game = type("Market", (whole,), changed)()
    scenario = build(game, "market/two", f"{market.TOML}gold = 20\n", {})
    assert examine(scenario, games=1) == []
    monkeypatch.setattr(market.Bidding, "reveal", reveal)
    assert {finding.text for finding in examine(scenario, games=1)} == {
        "east sees something hidden in the events after all choose in Bidding",
        "west sees something hidden in the events after all choose in Bidding",
    }
    monkeypatch.setattr(Told, "reveals", True)
    assert examine(scenario, games=1) == []
