"""Warnings for scenario authors: settings that are legal but probably a mistake."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Scenario, listing, number_of
from sandtable_megiddo.cards import CARDS, LAWRENCE, Kind
from sandtable_megiddo.state import SEATS, ScenarioData, SideData


def oddities(scenario: Scenario) -> Iterator[str]:
    """Yield a warning for each odd setting, beginning with its key in the scenario file."""
    data: ScenarioData = scenario.data
    for seat in SEATS:
        yield from (f"{seat}.{oddity}" for oddity in _oddities_of(data.of(seat)))
    if both := sorted(_cards(data.british) & _cards(data.turkish)):
        yield f"turkish.deck: in both decks: {listing(both)}"
    if data.turkish.deck.get(LAWRENCE):
        yield "turkish.deck: lawrence ends the game only if the British lose him, not the Turks"


def _oddities_of(side: SideData) -> Iterator[str]:
    size = sum(side.deck.values())
    for card, count in side.deck.items():
        if not count:
            yield f"deck: {card} = 0, so it can never be drawn"
    if side.hand > size:
        yield f"hand: {number_of(side.hand, 'card')}, but the deck has only {size}"
    if side.discards > side.hand:
        yield f"discards: {number_of(side.discards, 'card')} in a round, but a hand has only {side.hand}"
    if not _count_units(side):
        yield "deck: it has no units, so no battle can be won"
    leaders = _count(side, Kind.LEADER)
    if leaders > _count_units(side) > 0:
        units = number_of(_count_units(side), "unit")
        yield f"deck: {number_of(leaders, 'leader')}, but only {units} to lead"


def _cards(side: SideData) -> set[str]:
    return {card for card, count in side.deck.items() if count}


def _count(side: SideData, kind: Kind) -> int:
    return sum(count for card, count in side.deck.items() if CARDS[card].kind is kind)


def _count_units(side: SideData) -> int:
    return sum(count for card, count in side.deck.items() if CARDS[card].is_unit)
