"""``test --odds``: the claims of `odds` compared with playouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from sandtable import Table
from sandtable.tooling import catalog
from sandtable_tools.kit import odds_check
from sandtable_tools.odds import documents

PLAYOUTS = 100


def checked(bids: ModuleType, number: int, **attributes: Any) -> list[odds_check.CheckedQuestion]:
    asked = odds_check.questions([bids.scenario(**attributes)], number, "1")
    return [odds_check.check(question, catalog(), PLAYOUTS) for question in asked]


def test_no_claim_about_players_that_mix_is_refuted(bids: ModuleType) -> None:
    """Their bids are rolled for and secret; the claims are exact."""
    found = checked(bids, 20)
    assert {one.question.seat for one in found} == set(bids.SEATS)
    assert {one.question.horizon is None for one in found} == {True, False}
    assert sum(one.claims for one in found) > 60
    assert [line for one in found for line in one.refuted] == []
    assert list(odds_check.drifts(found)) == []


def test_a_wrong_claim_is_refuted(bids: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every chance of a prize is claimed to be a certainty."""
    right = documents.document

    def sure(found: Any) -> Mapping[str, Any]:
        told = right(found)
        return told | {"headlines": [news | {"probability": "1"} for news in told["headlines"]]}

    monkeypatch.setattr(documents, "document", sure)
    lines = [line for one in checked(bids, 3) for line in one.refuted]
    assert lines[0].startswith("bids/sealed, seed 1/")
    assert " event taken " in lines[0]
    assert ": 100.0 % claimed, true " in lines[0]


def test_a_thing_that_odds_does_not_mention_is_refuted(
    bids: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = documents.document
    monkeypatch.setattr(documents, "document", lambda found: right(found) | {"headlines": []})
    assert any("0.0 % claimed" in line for one in checked(bids, 2) for line in one.refuted)


def test_claims_about_others_that_are_imagined_wrongly_drift(bids: ModuleType) -> None:
    """West always imagines a bid of 1: no playout in imagined worlds shows it, only the true ones do."""

    def imagine(_: Any, table: Table[Any], seat: str) -> None:
        if seat == "west" and "east" in table.state.laid:
            table.state.laid["east"] = [1]

    found = checked(bids, 80, imagine=imagine)
    assert [line for one in found for line in one.refuted] == []
    lines = list(odds_check.drifts(found))
    assert any(line.startswith("west taken west: ") for line in lines)
    assert all("% claimed on average, true " in line for line in lines)


@pytest.mark.parametrize(
    ("count", "of", "claimed", "samples", "expected"),
    [
        (0, 10, Fraction(1, 2), 0, 2 / 1024),
        (5, 10, Fraction(1, 2), 0, 1.0),
        (10, 10, Fraction(1), 0, 1.0),
        (9, 10, Fraction(1), 0, 0.0),
        (1, 10, Fraction(0), 0, 0.0),
        (0, 5, Fraction(1), 5, 2 / 252),
        (3, 10, Fraction(3, 10), 10, 1.0),
    ],
)
def test_the_likelihood_of_a_count(
    count: int, of: int, claimed: Fraction, samples: int, expected: float
) -> None:
    """Two-sided, by hand: C(10, 5) is 252, 2 to the 10th is 1024."""
    assert odds_check.likelihood(count, of, claimed, samples) == pytest.approx(expected)


def test_the_claims_about_our_games_are_not_refuted(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slice; ``python -m benchmarks.odds_truth`` runs it large."""
    monkeypatch.setattr(odds_check, "LATEST", 40)
    words = ("--odds", "--games", 2, "--playouts", 20, "--seed", "slice")
    scenarios = ("megiddo/1918-even", "lrdg/slonta", "lawrence/aqaba")
    ran = run("test", *scenarios, *words)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert [line.partition(", ")[0] for line in lines] == [f"{name}: 2 decisions" for name in scenarios]
    assert all(line.endswith(", 0 refuted") for line in lines)


def test_what_is_refuted_is_printed(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_check, "LATEST", 2)

    def refute(question: odds_check.OddsQuestion, *_: Any) -> odds_check.CheckedQuestion:
        return odds_check.CheckedQuestion(question, True, 7, [f"{question}: wrong"], {})

    monkeypatch.setattr(odds_check, "check", refute)
    ran = run("test", "megiddo/1918", "--odds", "--games", 2, "--seed", "x")
    assert ran.status == 1
    head, *lines = ran.out.splitlines()
    assert head == "megiddo/1918: 2 decisions, 14 claims, 2 refuted"
    assert all(line.startswith("  megiddo/1918, seed x/") for line in lines)
    assert all(": as british, odds discard " in line or "odds done" in line for line in lines)
