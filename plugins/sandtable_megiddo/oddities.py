"""Warnings for authors of battles: settings that are legal, but likely a mistake."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Scenario, listing, number_of
from sandtable_megiddo.cards import CARDS, LAWRENCE, Kind
from sandtable_megiddo.state import SEATS, ScenarioData, SideData


def oddities(scenario: Scenario) -> Iterator[str]:
    """Every oddity, with the key of the scenario that it is about."""
    data: ScenarioData = scenario.data
    for seat in SEATS:
        yield from (f"{seat}.{oddity}" for oddity in _side(data.of(seat)))
    if both := sorted(_cards(data.british) & _cards(data.turkish)):
        yield f"turkish.deck: both decks have {listing(both)}"
    if data.turkish.deck.get(LAWRENCE):
        yield "turkish.deck: lawrence ends the game when the British lose him, and never the Turks"


def _side(side: SideData) -> Iterator[str]:
    size = sum(side.deck.values())
    for card, count in side.deck.items():
        if not count:
            yield f"deck: {card} = 0, so it can never come"
    if side.hand > size:
        yield f"hand: {number_of(side.hand, 'card')}, the deck has {size}"
    if side.discards > side.hand:
        yield f"discards: {number_of(side.discards, 'card')} in a round, a hand has {side.hand}"
    if not _fighters(side):
        yield "deck: no unit is in it, so no battle can be won"
    leaders = _count(side, Kind.LEADER)
    if leaders > _fighters(side) > 0:
        units = number_of(_fighters(side), "unit")
        yield f"deck: {number_of(leaders, 'leader')}, but only {units} to lead"


def _cards(side: SideData) -> set[str]:
    return {card for card, count in side.deck.items() if count}


def _count(side: SideData, kind: Kind) -> int:
    return sum(count for card, count in side.deck.items() if CARDS[card].kind is kind)


def _fighters(side: SideData) -> int:
    """Cards that fight with a Force of their own."""
    return sum(count for card, count in side.deck.items() if CARDS[card].is_unit)
