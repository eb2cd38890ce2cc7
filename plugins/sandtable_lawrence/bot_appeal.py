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
    heard = max(best(now, one, here, left).value for one in helped(now, band, here))
    return now.level / 6 * heard + (1 - now.level / 6) * best(now, band, here, left).value


def helped(now: Situation, band: Band, here: str) -> list[Band]:
    """What the High Command can make of a band: nothing to be used where no port is."""
    if here not in PORTS:
        return [band]
    car = band.with_(CAR, speed=2, slow=True)
    regulars = band.with_(REGULARS, speed=1, slow=True)
    both = car.with_(REGULARS, speed=1, slow=True)
    return [band, car, regulars] + [both] * (Allenby.name() in now.held)
