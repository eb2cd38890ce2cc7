"""LOA 33, leader escape: what happens to a leader lost in battle (LOA-C7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, SpaceChoice, Table
from sandtable_lawrence import spaces
from sandtable_lawrence.actions import Pay, Refuse
from sandtable_lawrence.battle_events import Escaped, LeaderLost, Returned
from sandtable_lawrence.clock import change_ops
from sandtable_lawrence.events import pounds
from sandtable_lawrence.leadership import change_pounds, move_leadership
from sandtable_lawrence.mission import Options
from sandtable_lawrence.movement import why_barred
from sandtable_lawrence.roster import LAWRENCE, NAMES
from sandtable_lawrence.state import SEAT, LawrenceState
from sandtable_lawrence.tables import TABLES

RULE = "33"


class Escape(Phase[LawrenceState], frozen=True):
    """Roll on the Leader Escape Table (LOA 33, LOA-C7)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Leader escape"

    leader: str
    space: str

    def run(self, table: Table[LawrenceState]) -> None:
        house: Options = table.house
        if table.state.verdict:
            return
        if self.leader == LAWRENCE and not house.lawrence_may_escape:
            lose(table, LAWRENCE)
            return
        face = table.dice.roll()[0]
        result = TABLES.escape.faces[face - 1]
        table.tell(Escaped(self.leader, face, result))
        self._carry_out(table, result)

    def _carry_out(self, table: Table[LawrenceState], result: str) -> None:
        match result:
            case "ransom" if has_ransom(table.state) or can_pay_in_leadership(table.state):
                table.do(Ransom(seat=SEAT, leader=self.leader, space=self.space))
            case "wounded":
                change_ops(table, -TABLES.escape.wounds)
                go_back(table, self.leader, havens(table.state, self.space))
            case "shaken":
                move_leadership(table, -1)
                go_back(table, self.leader, havens(table.state, self.space))
            case "escapes":
                go_back(table, self.leader, havens(table.state, self.space))
            case "slips-away":
                hidden = hideouts(table.state, self.leader, self.space)
                go_back(table, self.leader, hidden or havens(table.state, self.space))
            case _:
                lose(table, self.leader)


def has_ransom(state: LawrenceState) -> bool:
    """Tell whether the Arabs have enough Pounds for a ransom (LOA-R26)."""
    return state.pounds >= TABLES.escape.ransom


def can_pay_in_leadership(state: LawrenceState) -> bool:
    """Tell whether Leadership is high enough to pay a ransom with it (LOA-R26)."""
    return state.leadership.value > state.leadership.low


def lose(table: Table[LawrenceState], leader: str) -> None:
    """Lose a leader for this mission; losing Lawrence loses the mission (LOA 34)."""
    table.tell(LeaderLost(leader))
    if leader == LAWRENCE:
        table.state.verdict = "lost"


def havens(state: LawrenceState, space: str) -> list[str]:
    """Return Feisal's Camp or, if it is gone, the nearest Arabian ports without a Garrison (LOA-C7)."""
    if state.camp:
        return [state.camp]
    free_ports = [port for port in spaces.PORTS if port not in state.garrisons]
    return spaces.BOARD.nearest(space, free_ports, spaces.LAND)


def hideouts(state: LawrenceState, leader: str, space: str) -> list[str]:
    """Return the spaces near the battle with Arab units or the Camp (LOA-C7)."""
    refuges = dict.fromkeys([*state.spaces(), *filter(None, [state.camp])])
    within_range = (
        refuge for refuge in refuges if spaces.land_distance(space, refuge) <= TABLES.escape.range
    )
    return [refuge for refuge in within_range if why_barred([leader], refuge) is None]


def go_back(table: Table[LawrenceState], leader: str, where: list[str]) -> None:
    """Return a leader to one of these spaces, by choice if several; with none, he is lost."""
    if not where:
        lose(table, leader)
    elif len(where) == 1:
        bring_back(table, leader, where[0])
    else:
        table.do(Refuge(seat=SEAT, leader=leader, spaces=tuple(where)))


def bring_back(table: Table[LawrenceState], leader: str, space: str) -> None:
    """Return a leader without gear; he joins the Operating force if it is there (LOA-R23)."""
    unit, operation = table.state.units[leader], table.state.operation
    unit.space, unit.lost = space, False
    if operation and operation.force and operation.space == space:
        operation.force.append(leader)
    table.tell(Returned(leader, space))


class Refuge(SpaceChoice[LawrenceState], frozen=True, kw_only=True):
    """Choose the space to which a leader escapes (LOA 33)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Leader escape"

    leader: str

    def ask(self, table: Table[LawrenceState]) -> str:  # noqa: ARG002
        return f"Where does {NAMES[self.leader]} return to?"

    def take(self, table: Table[LawrenceState], space: str) -> None:
        bring_back(table, self.leader, space)


class Ransom(Decision[LawrenceState], frozen=True, kw_only=True):
    """Choose whether to pay a leader's ransom or lose him (LOA 33, LOA-R26)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Ransom"
    takes: ClassVar[tuple[type[Action], ...]] = (Pay, Refuse)

    leader: str
    space: str

    def ask(self, table: Table[LawrenceState]) -> str:
        state, price = table.state, "a point of Leadership"
        if has_ransom(state):
            price = f"{TABLES.escape.ransom} of your {pounds(state.pounds)}"
        return f"Pay {price} to get {NAMES[self.leader]} back?"

    def describe(self, table: Table[LawrenceState], action: Action) -> str:
        if isinstance(action, Pay):
            price = pounds(TABLES.escape.ransom) if has_ransom(table.state) else "Leadership -1"
            return f"{price}, and {NAMES[self.leader]} comes back"
        return f"{NAMES[self.leader]} is lost" + ", and so is the mission" * (self.leader == LAWRENCE)

    def confirm(self, table: Table[LawrenceState], action: Action) -> str:
        if isinstance(action, Pay) or self.leader != LAWRENCE:
            return ""
        return (
            f"Without Lawrence the {'campaign' if table.scenario.parts else 'mission'} is lost. Refuse?"
        )

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:  # noqa: ARG002
        yield Pay()
        yield Refuse()

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        if isinstance(action, Pay):
            if has_ransom(table.state):
                change_pounds(table, -TABLES.escape.ransom)
            else:
                move_leadership(table, -1)
            go_back(table, self.leader, havens(table.state, self.space))
        else:
            lose(table, self.leader)
