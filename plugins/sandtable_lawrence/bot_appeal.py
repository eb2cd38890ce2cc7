"""Whether the scripted player flies to Cairo: what an appeal is worth to its plan (LOA 34.4)."""

from __future__ import annotations

from sandtable_lawrence.bot_band import Band
from sandtable_lawrence.bot_plan import Situation, best
from sandtable_lawrence.cards.allenby import Allenby
from sandtable_lawrence.spaces import PORTS

THERE_AND_BACK = 2
"""Operations that it takes by Aeroplane (LOA 35.3)."""

CAR, REGULARS = 5, 4
"""The Armored Car with its Machineguns, and Regulars (LOA 29)."""

FUNDED = 2
"""Points of strength that a die of Pounds buys at least."""


def prospects(now: Situation, band: Band, here: str, ops: int) -> float:
    """How likely the mission is won, by the best plan, with an appeal before it or without."""
    plain = best(now, band, here, ops).value
    if not (band.flown and band.lawrence and band.size > 1) or now.appealed:
        return plain
    return max(plain, appeal_by_air(now, band, here, ops))


def appeal_by_air(now: Situation, band: Band, here: str, ops: int) -> float:
    """The same with a flight to Cairo and back."""
    left = ops - THERE_AND_BACK
    if left < 1:
        return 0.0
    heard = max(best(now, one, here, left).value for one in helped(now, band, here).values())
    return now.level / 6 * heard + (1 - now.level / 6) * best(now, band, here, left).value


def helped(now: Situation, band: Band, here: str) -> dict[str, Band]:
    """What each result of the High Command makes of a band; little where no free port is."""
    found = {"funding": band.armed(FUNDED), "intelligence-bureau": band}
    if here in PORTS and here not in dict(now.garrisons):
        found["reinforcements"] = band.with_(CAR, speed=2, slow=True)
        found["arab-bureau"] = band.with_(REGULARS, speed=1, slow=True)
        if Allenby.name() in now.held:
            found["both"] = found["reinforcements"].with_(REGULARS, speed=1, slow=True)
    return found
