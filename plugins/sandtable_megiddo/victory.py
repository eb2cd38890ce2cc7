"""MEG round: the sequence of play; MEG victory: the check for a winner after each battle."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Outcome, Phase, Table
from sandtable_megiddo.air_strike import AirStrikes
from sandtable_megiddo.artillery import Bombardments
from sandtable_megiddo.cards import LAWRENCE
from sandtable_megiddo.cavalry import Charges
from sandtable_megiddo.events import ADJECTIVE, LAWRENCE_LOST, PLURAL, RoundBegan, Won
from sandtable_megiddo.infantry import Infantry
from sandtable_megiddo.machine_guns import Bursts
from sandtable_megiddo.maneuver import Maneuver
from sandtable_megiddo.order_of_battle import OrderOfBattle
from sandtable_megiddo.reserve import Reserve
from sandtable_megiddo.state import BRITISH, OTHER, SEATS, TURKISH, MegiddoState


class Round(Phase[MegiddoState], frozen=True):
    """A round: the eight phases, then the check for victory, which begins the next round."""

    rule: ClassVar[str] = "round"
    title: ClassVar[str] = "Round"
    opens: ClassVar[bool] = True

    def run(self, table: Table[MegiddoState]) -> None:
        table.state.round += 1
        table.tell(RoundBegan(table.state.round))
        table.do(Maneuver(), Reserve(), OrderOfBattle())
        table.do(AirStrikes(), Charges(), Bombardments(), Bursts(), Infantry(), Victory())


class Victory(Phase[MegiddoState], frozen=True):
    """The check for victory: the loss of Lawrence first, then victory points (MEG-R19).

    He can be lost only in a battle that the British lose (MEG-R9).
    """

    rule: ClassVar[str] = "victory"
    title: ClassVar[str] = "Victory"

    def run(self, table: Table[MegiddoState]) -> None:
        sides = table.state.sides
        if LAWRENCE in sides[BRITISH].casualties:
            _end(table, TURKISH, LAWRENCE_LOST)
            return
        for seat in SEATS:
            if sides[seat].score.end == "won":
                _end(table, seat, f"{sides[seat].score.value} victory points")
                return
        table.do(Round())


def verdict(table: Table[MegiddoState]) -> str:
    """Return the winner, the round, and how the game was won."""
    if table.outcome is None:
        return ""
    winner, sides = table.outcome.name, table.state.sides
    loser_score = f"{ADJECTIVE[OTHER[winner]]} {sides[OTHER[winner]].score}"
    points = f"with {sides[winner].score.value} victory points ({loser_score})"
    reason = "because Lawrence is lost" if LAWRENCE in sides[BRITISH].casualties else points
    return f"{PLURAL[winner]} win in round {table.state.round}, {reason}"


def _end(table: Table[MegiddoState], winner: str, reason: str) -> None:
    table.tell(Won(winner, reason))
    metrics = {f"{seat}-victory-points": table.state.sides[seat].score.value for seat in SEATS}
    metrics["rounds"] = table.state.round
    table.end(Outcome(winner, {winner: 1, OTHER[winner]: -1}, metrics))
