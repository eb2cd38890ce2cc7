"""Seven Wells's implementation of the game contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from sandtable import (
    Action,
    ActionError,
    Bot,
    Done,
    Game,
    InvalidAction,
    Phase,
    Presentation,
    Stake,
    Table,
    subclasses_in,
)

from sandtable_seven_wells import (
    advance,
    barrage,
    combat,
    movement,
    pictures,
    retreat,
    turn,
    victory,
)
from sandtable_seven_wells.actions import (
    Advance,
    All,
    Attack,
    Barrage,
    Commit,
    Effort,
    Move,
    Retreat,
    Stand,
    To,
)
from sandtable_seven_wells.bot import Scripted
from sandtable_seven_wells.counters import position_of
from sandtable_seven_wells.events import Dealt, capitalized, short_name
from sandtable_seven_wells.hexes import BEERSHEBA, GAZA, HAREIRA, MAP, SECTORS, SHERIA
from sandtable_seven_wells.state import BRITISH, OTTOMAN, SEATS, UNIT_INFO, ScenarioData, Unit, War
from sandtable_seven_wells.view import View, imagine, view


class SevenWells(Game[War]):
    """The third battle of Gaza as a hex wargame."""

    State = War
    ScenarioData = ScenarioData
    campaigns = False
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = subclasses_in(
        (turn, barrage, movement, combat, retreat, advance, victory), Phase
    )
    actions: ClassVar[tuple[type[Action], ...]] = (
        *(Effort, Barrage, Move, To, Attack, Commit, All, Retreat, Stand, Advance, Done),
    )
    stakes: ClassVar[Mapping[str, Stake]] = {
        "british-points": Stake("British points", scores=True, seat=BRITISH),
        "ottoman-points": Stake("Ottoman points", scores=True, seat=OTTOMAN),
        "british-losses": Stake("British steps lost"),
        "ottoman-losses": Stake("Ottoman steps lost"),
    }
    presentation = Presentation(
        status=pictures.status,
        board=pictures.board,
        map=pictures.draw,
        pictures=pictures.pictures,
        turn=pictures.turn,
        name_of=pictures.name_of,
        items=pictures.items,
    )

    def setup(self, table: Table[War]) -> War:
        """Place the units, and deal those of the line to its posts (section 2.4)."""
        data: ScenarioData = table.scenario.data
        posts = [*data.line]
        table.dice.shuffle(posts)
        units = {}
        for id, numbers in data.units.items():
            if numbers.line:
                post = posts.pop()
                units[id] = Unit(post, number=data.line.index(post) + 1)
            else:
                units[id] = Unit(numbers.at[0] if numbers.at and not numbers.turn else "")
        if data.line:
            table.tell(Dealt(len(data.line)))
        turn.first_phases(table, data.effort)
        holders: dict[str, str] = dict.fromkeys((GAZA, SHERIA, HAREIRA, BEERSHEBA), OTTOMAN)
        return War(units, effort=data.effort, shown=bool(data.effort), holders=holders)

    def names(self, table: Table[War]) -> Iterable[str]:
        yield from (*UNIT_INFO, *MAP.spaces, *dict.fromkeys(SECTORS.values()))

    def aliases(self, table: Table[War]) -> Mapping[str, str]:
        """Return the names of hexes, and the numbers of British divisions, with their ids."""
        foot = {
            id: info for id, info in UNIT_INFO.items() if info.side == BRITISH and info.kind == "foot"
        }
        return {**MAP.aliases, **{capitalized(short_name(id)) + " Division": id for id in foot}}

    def notation(self, table: Table[War], text: str) -> Sequence[Action]:
        """Accept no notation, but explain how to type a move such as ``move 60th hareira``."""
        start, _, last = text.strip().rpartition(" ")
        if not start or MAP.aliases.get(last.lower(), last) not in MAP.spaces:
            return ()
        try:
            move = table.read(start)
        except ActionError:
            return ()
        if isinstance(move, Move):
            raise InvalidAction(f"a move is two choices; type `{start}; to {last}`")
        return ()

    def view(self, table: Table[War], seat: str | None) -> View:
        return view(table, seat)

    def imagine(self, table: Table[War], seat: str) -> None:
        imagine(table, seat)

    def tracks(self, table: Table[War], seat: str | None) -> dict[str, int]:
        position = position_of(table)
        return {
            "turn": table.state.turn,
            "british-points": sum(victory.british_points(position).values()),
            "ottoman-points": sum(victory.ottoman_points(position).values()),
        } | {f"{side}-losses": victory.steps_lost(position, side) for side in SEATS}

    def score_reasons(self, table: Table[War], seat: str | None) -> dict[str, dict[str, int]]:
        position = position_of(table)
        return {
            "british-points": victory.british_points(position),
            "ottoman-points": victory.ottoman_points(position),
        }

    def verdict(self, table: Table[War]) -> str:
        return victory.verdict(table)

    def scripted_bot(self) -> Bot:
        return Scripted()
