"""LOA-C2, the sequence of Operations, and the choice of each Operating force (LOA 28, LOA-R1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Phase, Refusal, Table, deck, number_of
from sandtable_lawrence import high_command, stacking
from sandtable_lawrence.actions import Appeal, Operate, Play
from sandtable_lawrence.events import CardPlayed, space_name
from sandtable_lawrence.ops_deck import card
from sandtable_lawrence.orders import Orders
from sandtable_lawrence.roster import names_of
from sandtable_lawrence.state import SEAT, LawrenceState, Operation
from sandtable_lawrence.victory import VictoryTest

RULE = "LOA-C2"


class NextOperation(Phase[LawrenceState], frozen=True):
    """Begin another Operation while Ops are left (LOA-R30); a last appeal needs none (LOA-R7)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Operation"

    def run(self, table: Table[LawrenceState]) -> None:
        state = table.state
        if state.verdict:
            return
        naming = Naming(seat=SEAT)
        match naming.options(table):
            case [Operate(space)]:
                operate(table, space)
            case [Done()]:
                state.verdict = "lost"
            case _:
                table.do(naming)


class Naming(Decision[LawrenceState], frozen=True):
    """Name the Operating force, or first appeal or play a held card (LOA-C2, LOA 34.4)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Operating force"
    opens: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = (Operate, Appeal, Play, Done)

    def ask(self, table: Table[LawrenceState]) -> str:
        ops = table.state.ops
        if not ops:
            return "No Ops are left, but an appeal needs none. Appeal to the High Command?"
        return f"{number_of(ops, 'Op')} left. Which force operates?"

    def describe(self, table: Table[LawrenceState], action: Action) -> str:
        match action:
            case Operate(space):
                return names_of(muster(table, space))
            case Appeal():
                return high_command.about_appeal(table.state, action)
            case Play(id):
                return card(table, id).words
        return "give up: the mission is lost"

    def cost(self, table: Table[LawrenceState], action: Action) -> str:  # noqa: ARG002
        return "1 Op" if isinstance(action, Operate) else ""

    def confirm(self, table: Table[LawrenceState], action: Action) -> str:
        if isinstance(action, Play):
            return card(table, action.card).confirm(table)
        appeals = any(isinstance(option, Appeal) for option in table.options)
        gives_up = isinstance(action, Done) and appeals
        return "The High Command could still help. Give up the mission?" if gives_up else ""

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:
        state = table.state
        yield from map(Operate, state.spaces())
        yield from high_command.appeals(state)
        for id in dict.fromkeys(state.held):
            yield from (Play(id, space) for space in card(table, id).targets(table))
        yield Done()

    def refusal(self, table: Table[LawrenceState], action: Action) -> Refusal | None:
        state = table.state
        match action:
            case Appeal():
                return high_command.why_no_appeal(state, action)
            case Done() if state.ops:
                return Refusal(RULE, "Ops are left: name a force, which may stay where it is")
            case Operate() | Play() if not state.ops:
                return Refusal(RULE, "no Ops are left: appeal, or type done to give up")
            case Operate(space) if not state.arabs(space):
                return Refusal(RULE, "no Arab unit is there", space)
            case Play(id, space):
                return self._why_no_play(table, id, space)
        return None

    def _why_no_play(self, table: Table[LawrenceState], id: str, space: str) -> Refusal | None:
        if id not in table.state.held:
            return Refusal("LOA-C8", "you do not hold that card")
        targets = list(card(table, id).targets(table))
        if space in targets:
            return None
        playable = ", ".join(map(space_name, targets)) or "nowhere now"
        return Refusal("LOA-C8", f"{card(table, id).title} can be played only on", playable)

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        state = table.state
        match action:
            case Operate(space):
                operate(table, space, part=True)
            case Appeal(id):
                table.do(high_command.Petition(card=id), VictoryTest(), NextOperation())
            case Play(id, space):
                deck.move(id, state.held, state.discards)
                table.tell(CardPlayed(id, card(table, id).title))
                card(table, id).play(table, space)
                table.do(VictoryTest(), NextOperation())
            case Done():
                state.verdict = "lost"


def operate(table: Table[LawrenceState], space: str, *, part: bool = False) -> None:
    """Begin an Operation with the force in a space (LOA-R1)."""
    table.state.operation = Operation(space, muster(table, space))
    table.do(Orders(seat=SEAT, part=part), NextOperation())


def muster(table: Table[LawrenceState], space: str) -> list[str]:
    """Return the units that form a force in a space: as many as the stacking limit allows (LOA 34.6)."""
    state = table.state
    return [unit.id for unit in stacking.best_force(state, table.house, state.arabs(space), space)]
