"""How much a flight to Cairo and an appeal help the scripted player's plan (LOA 34.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sandtable_lawrence.bot_band import Band
from sandtable_lawrence.bot_plan import Situation, best_plan, chance
from sandtable_lawrence.cards.allenby import Allenby
from sandtable_lawrence.spaces import PORTS

ROUND_TRIP_OPS = 2
"""How many Operations the flight to Cairo and back takes (LOA 35.3)."""

CAR_STRENGTH = 5
"""The strength of the Armored Car with its Machineguns (LOA 29)."""

REGULARS_STRENGTH = 4
"""The strength of Regulars (LOA 29)."""

FUNDING_MACHINEGUNS = 2
"""Funding counts as this many Machineguns: the least that its Pounds buy."""


def prospects(now: Situation, band: Band, here: str, ops: int) -> float:
    """Return the chance to win the mission with the best plan, after an appeal if that is better."""
    plain = best_plan(now, band, here, ops).value
    if not (band.has_aeroplane and band.lawrence and band.size > 1) or now.appealed:
        return plain
    return max(plain, appeal_by_air(now, band, here, ops))


def appeal_by_air(now: Situation, band: Band, here: str, ops: int) -> float:
    """Return the chance to win with the best plan after a flight to Cairo and back."""
    left = ops - ROUND_TRIP_OPS
    if left < 1:
        return 0.0

    def on_return(force: Band) -> float:
        """Return the best plan's value, times the chance to survive the card drawn on return."""
        return chance(now, force, (here,)) * best_plan(now, force, here, left).value

    with_help = max(map(on_return, bands_after(now, band, here).values()))
    heard = now.level / 6
    return heard * with_help + (1 - heard) * on_return(band)


@lru_cache(maxsize=4096)
def bands_after(now: Situation, band: Band, here: str) -> Mapping[str, Band]:
    """Return the band after each result of an appeal, by name; units land only in a free port."""
    bands = {"funding": band.with_machineguns(FUNDING_MACHINEGUNS), "intelligence-bureau": band}
    if here in PORTS and here not in now.ground.blocked:
        bands["reinforcements"] = band.with_followers(CAR_STRENGTH, speed=2, slow=True)
        bands["arab-bureau"] = band.with_followers(REGULARS_STRENGTH, speed=1, slow=True)
        if Allenby.name() in now.held:
            bands["both"] = bands["reinforcements"].with_followers(REGULARS_STRENGTH, speed=1, slow=True)
    return bands
