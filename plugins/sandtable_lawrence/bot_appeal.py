"""Whether the scripted player flies to Cairo: how much an appeal helps its plan (LOA 34.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sandtable_lawrence.bot_band import Band
from sandtable_lawrence.bot_plan import Situation, best_plan, chance
from sandtable_lawrence.cards.allenby import Allenby
from sandtable_lawrence.spaces import PORTS

THERE_AND_BACK = 2
"""The Operations that the flight takes (LOA 35.3)."""

ARMORED_CAR = 5
"""The strength of the Armored Car with its Machineguns (LOA 29)."""

REGULARS = 4
"""The strength of Regulars (LOA 29)."""

FUNDING = 2
"""The Pounds of the Funding count as this many Machineguns, which is the least that they buy."""


def prospects(now: Situation, band: Band, here: str, ops: int) -> float:
    """The chance that the best plan wins the mission, with or without an appeal before it."""
    plain = best_plan(now, band, here, ops).value
    if not (band.flown and band.lawrence and band.size > 1) or now.appealed:
        return plain
    return max(plain, appeal_by_air(now, band, here, ops))


def appeal_by_air(now: Situation, band: Band, here: str, ops: int) -> float:
    """The chance that the best plan wins after a flight to Cairo and back."""
    left = ops - THERE_AND_BACK
    if left < 1:
        return 0.0

    def on_return(force: Band) -> float:
        """The value of the best plan, if the force survives the card that the return draws."""
        return chance(now, force, (here,)) * best_plan(now, force, here, left).value

    with_help = max(map(on_return, bands_after(now, band, here).values()))
    heard = now.level / 6
    return heard * with_help + (1 - heard) * on_return(band)


@lru_cache(maxsize=4096)
def bands_after(now: Situation, band: Band, here: str) -> Mapping[str, Band]:
    """The band after each result of the High Command, by its name; units come only to a free port."""
    bands = {"funding": band.arm(FUNDING), "intelligence-bureau": band}
    if here in PORTS and here not in now.ground.blocked:
        bands["reinforcements"] = band.with_(ARMORED_CAR, speed=2, slow=True)
        bands["arab-bureau"] = band.with_(REGULARS, speed=1, slow=True)
        if Allenby.name() in now.held:
            bands["both"] = bands["reinforcements"].with_(REGULARS, speed=1, slow=True)
    return bands
