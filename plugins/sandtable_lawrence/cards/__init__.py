"""LOA-C8, the 14 Operations cards, each in a module of its own."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable_lawrence.cards.allenby import Allenby
from sandtable_lawrence.cards.ambush import Ambush
from sandtable_lawrence.cards.asien_korps import AsienKorps
from sandtable_lawrence.cards.blood_feud import BloodFeud
from sandtable_lawrence.cards.card import Card
from sandtable_lawrence.cards.fakhri_pasha import FakhriPasha
from sandtable_lawrence.cards.feisal_rides import FeisalRides
from sandtable_lawrence.cards.gold_sovereigns import GoldSovereigns
from sandtable_lawrence.cards.ottoman_column import OttomanColumn
from sandtable_lawrence.cards.railway_guards import RailwayGuards
from sandtable_lawrence.cards.spies_in_the_souk import SpiesInTheSouk
from sandtable_lawrence.cards.the_nefud import TheNefud
from sandtable_lawrence.cards.tribal_rising import TribalRising
from sandtable_lawrence.cards.turkish_patrol import TurkishPatrol
from sandtable_lawrence.cards.turkish_reserves import Reinforced, TurkishReserves

DECK = (
    TurkishPatrol,
    OttomanColumn,
    RailwayGuards,
    FakhriPasha,
    AsienKorps,
    Ambush,
    TurkishReserves,
    Allenby,
    TribalRising,
    GoldSovereigns,
    TheNefud,
    BloodFeud,
    FeisalRides,
    SpiesInTheSouk,
)
"""The cards in the order of the rules (LOA-C8)."""

CARDS: Mapping[str, type[Card]] = {card.name(): card for card in DECK}
"""The cards by their ids."""

__all__ = ["CARDS", "DECK", "Card", "Reinforced"]
