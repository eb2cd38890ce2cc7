"""Megiddo 1918's implementation of the game contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from sandtable import (
    Action,
    Bot,
    Done,
    Game,
    Pass,
    Phase,
    Presentation,
    Scenario,
    Stake,
    Table,
    Track,
    deck,
)
from sandtable_megiddo import counter_pictures, items, pictures, victory
from sandtable_megiddo.actions import Attack, Commit, Discard
from sandtable_megiddo.air_strike import AirStrike, AirStrikes
from sandtable_megiddo.artillery import Bombardment, Bombardments
from sandtable_megiddo.bot import Scripted
from sandtable_megiddo.cards import CARDS
from sandtable_megiddo.cavalry import Charge, Charges
from sandtable_megiddo.imagine import imagine
from sandtable_megiddo.infantry import Infantry
from sandtable_megiddo.machine_guns import Burst, Bursts
from sandtable_megiddo.maneuver import Maneuver
from sandtable_megiddo.order_of_battle import Commitment, OrderOfBattle, Reveal
from sandtable_megiddo.reserve import Discards, Replace, Reserve
from sandtable_megiddo.state import DISRUPTED_PREFIX, SEATS, MegiddoState, ScenarioData, Side
from sandtable_megiddo.victory import Round, Victory
from sandtable_megiddo.view import View, view


class Megiddo(Game[MegiddoState]):
    """The cavalry duel of September 1918."""

    State = MegiddoState
    ScenarioData = ScenarioData
    campaigns = False
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (
        *(Round, Maneuver, Reserve, Discards, Replace, OrderOfBattle, Commitment, Reveal),
        *(AirStrikes, AirStrike, Charges, Charge, Bombardments, Bombardment, Bursts, Burst),
        *(Infantry, Victory),
    )
    actions: ClassVar[tuple[type[Action], ...]] = (Discard, Commit, Attack, Pass, Done)
    stakes: ClassVar[Mapping[str, Stake]] = {
        "british-casualties": Stake("British cards lost"),
        "turkish-casualties": Stake("Turkish cards lost"),
        "british-victory-points": Stake("British victory points", scores=True, seat="british"),
        "turkish-victory-points": Stake("Turkish victory points", scores=True, seat="turkish"),
    }
    presentation = Presentation(
        status=pictures.status,
        board=pictures.board,
        pictures=counter_pictures.pictures,
        relations=items.relations,
        items=items.items,
        turn=counter_pictures.turn,
        name_of=counter_pictures.name_of,
    )

    def setup(self, table: Table[MegiddoState]) -> MegiddoState:
        data: ScenarioData = table.scenario.data
        table.do(Round())
        return MegiddoState(
            {
                seat: Side(
                    score=Track(high=data.of(seat).victory_points, ends=("none", "won")),
                    draw_pile=deck.pile(data.of(seat).deck),
                )
                for seat in SEATS
            }
        )

    def names(self, table: Table[MegiddoState]) -> Iterable[str]:  # noqa: ARG002
        yield from (*CARDS, *(DISRUPTED_PREFIX + card for card in CARDS))

    def view(self, table: Table[MegiddoState], seat: str | None) -> View:
        return view(table, seat)

    def imagine(self, table: Table[MegiddoState], seat: str) -> None:
        imagine(table, seat)

    def tracks(self, table: Table[MegiddoState], seat: str | None) -> dict[str, int]:
        sides = view(table, seat).sides
        points = {f"{seat}-victory-points": sides[seat].score.value for seat in SEATS}
        return points | {f"{seat}-casualties": len(sides[seat].casualties) for seat in SEATS}

    def verdict(self, table: Table[MegiddoState]) -> str:
        return victory.verdict(table)

    def contents(self, scenario: Scenario) -> Mapping[str, Iterable[str]]:
        counts = (scenario.data.of(seat).deck for seat in SEATS)
        return {"cards": {card for cards in counts for card, count in cards.items() if count}}

    def oddities(self, scenario: Scenario) -> Iterable[str]:
        from sandtable_megiddo import oddities  # noqa: PLC0415 (needed only when asked)

        return oddities.oddities(scenario)

    def scripted_bot(self) -> Bot:
        """Plays either side by rules of thumb, and sees only its own hand."""
        return Scripted()
