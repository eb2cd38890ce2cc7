"""Written positions: each side's cards, the phases to run, and the scripted luck."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from games import find_scenario

from sandtable import Decision, Done, Pass, Phase, Scenario, ScriptedDice, Table, Track
from sandtable_megiddo.actions import Attack
from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.events import Fought
from sandtable_megiddo.infantry import Infantry
from sandtable_megiddo.reserve import Discards
from sandtable_megiddo.state import DISRUPTED_PREFIX, Committed, MegiddoState, Side

GATE = Discards(seat="british")
"""A decision that waits before and after the phases that run, so that all their events are recorded."""


_scenario = partial(find_scenario, "megiddo")


@pytest.fixture(scope="session")
def scenario() -> Callable[[str], Scenario]:
    """Finds a scenario by its id."""
    return _scenario


@pytest.fixture(scope="session")
def after() -> Decision:
    """The decision that waits after all phases of a written position have run."""
    return GATE


@pytest.fixture(scope="session")
def side() -> Callable[..., Side]:
    """Makes a side from card ids in a line, pile by pile: ``side(battle="lawrence roads")``."""
    return _side


def _side(battle: str = "", draw: str = "", score: int = 0, high: int = 5, **piles: str) -> Side:
    return Side(
        score=Track(score, high=high, ends=("none", "won")),
        draw_pile=sorted(draw.split()),
        battle=[_committed(name) for name in sorted(battle.split())],
        **{name: sorted(cards.split()) for name, cards in piles.items()},
    )


def _committed(name: str) -> Committed:
    return Committed(name.removeprefix(DISRUPTED_PREFIX), disrupted=name.startswith(DISRUPTED_PREFIX))


@pytest.fixture(scope="session")
def position(scripted_dice: Callable[..., ScriptedDice]) -> Callable[..., Table]:
    """Builds a table and runs phases: ``position(Infantry(), british=..., draws=...)``.

    A side is a Side, or the cards of its open Order of Battle in a line; `hand` is the British hand.
    `draws` are the cards that come, in order; all must have come when the test is over.
    """
    return partial(_position, scripted_dice)


def _position(
    scripted_dice: Callable[..., ScriptedDice],
    *phases: Phase[MegiddoState],
    british: Side | str = "",
    turkish: Side | str = "",
    hand: str = "",
    draws: str = "",
    revealed: bool = True,
    name: str = "megiddo/1918",
) -> Table[MegiddoState]:
    sides = {
        "british": _side(british, hand=hand) if isinstance(british, str) else british,
        "turkish": _side(turkish, high=3) if isinstance(turkish, str) else turkish,
    }
    state = MegiddoState(sides, round=1, revealed=revealed)
    table = Table.at(_scenario(name), state, [GATE, *phases, GATE], scripted_dice(draws.split()))
    table.events = []
    table.choose(Done())
    return table


@pytest.fixture(scope="session")
def fought(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> Callable[..., tuple[Fraction, Fraction, str]]:
    """Fight a battle: return the British total, the Turkish total, and the winner."""

    def fight(british: Side | str = "", turkish: Side | str = "") -> tuple[Fraction, Fraction, str]:
        (event,) = events_of(position(Infantry(), british=british, turkish=turkish), Fought)
        return Fraction(event.british, 4), Fraction(event.turkish, 4), event.winner

    return fight


@pytest.fixture(scope="session")
def enemies() -> Callable[[str], list[str]]:
    """The cards that can lie in an Order of Battle against a card: no nuisances."""

    def find(card: str) -> list[str]:
        data = _scenario("megiddo/1918").data
        deck = data.turkish.deck if card in data.british.deck else data.british.deck
        return [enemy for enemy in deck if CARDS[enemy].kind is not Kind.NUISANCE]

    return find


@pytest.fixture(scope="session")
def hit(position: Callable[..., Table]) -> Callable[..., str | None]:
    """The effect of a card on the one card against it: ``hit(AirStrikes(), "royal-air-force", "towns")``

    That is destroyed, disrupted, or None when it cannot attack it.
    """

    def attack(phase: Phase[MegiddoState], card: str, target: str) -> str | None:
        is_british = card.removeprefix(DISRUPTED_PREFIX) in _scenario("megiddo/1918").data.british.deck
        british, turkish = (card, target) if is_british else (target, card)
        table = position(phase, british=british, turkish=turkish)
        if Attack(card, target) not in table.options and Pass() in table.options:
            table.choose(Pass())
        if Attack(card, target) not in table.options:
            return None
        table.choose(Attack(card, target))
        battle = table.state.sides["turkish" if is_british else "british"].battle
        return "disrupted" if battle and battle[0].disrupted else "unhurt" if battle else "destroyed"

    return attack
