"""LOA 37: setting up a mission (LOA-C1), and purchases before it begins (LOA 35, LOA-C3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, At, Decision, Done, Phase, Refusal, ask_rules, call_rules
from sandtable_lawrence import gear, high_command, leadership, orders, recruiting, spaces
from sandtable_lawrence.actions import Appeal, Buy, Drop, Load, Recruit
from sandtable_lawrence.camp import place_camp
from sandtable_lawrence.events import pounds, space_name
from sandtable_lawrence.mission import mission, scenario
from sandtable_lawrence.mission_events import GarrisonsPlaced, LawrenceStarts, MissionBegan
from sandtable_lawrence.ops_deck import full_deck
from sandtable_lawrence.roster import NUMBERS
from sandtable_lawrence.state import SEAT, LawrenceState, LawrenceTable
from sandtable_lawrence.tables import TABLES
from sandtable_lawrence.victory import VictoryTest


class SetUp(Phase[LawrenceState], frozen=True):
    """Place Garrisons and the Camp; set Pounds, Leadership and Ops (LOA 37, LOA-C13, LOA-R28)."""

    rule: ClassVar[str] = "37"
    title: ClassVar[str] = "Set-up"

    def run(self, table: LawrenceTable) -> None:
        state, data = table.state, mission(table)
        table.rules = list(scenario(table).rules())
        first = not state.records
        state.pounds = min(state.pounds, TABLES.campaign.kept) + data.pounds
        if first:
            state.leadership.set(data.leadership)
        state.ops, state.attempt, state.earned, state.appealed = data.ops, True, 0, False
        state.unseen, state.discards, state.held = full_deck(table), [], []
        state.verdict, state.operation, state.ended = "", None, ""
        task = "; ".join([*map(str, data.goals), *filter(None, ask_rules(table.rules, "brief", str))])
        level = state.leadership.value
        table.tell(MissionBegan(scenario(table).title, task, state.ops, state.pounds, level))
        self._place_counters(table)
        call_rules(table.rules, "begins", table)
        table.do(Start(first=first), Prepare())

    def _place_counters(self, table: LawrenceTable) -> None:
        """Place Garrisons, except in secured spaces; lost units return to the Recruit box (LOA-R16)."""
        state = table.state
        for unit in state.units.values():
            unit.lost = False
        state.available, state.beaten, state.late = sorted(NUMBERS), [], {}
        unsecured = [space for space in mission(table).garrisons if space not in state.secured]
        state.garrisons = dict.fromkeys(unsecured)
        table.tell(GarrisonsPlaced(tuple(unsecured)))
        if not state.camp:
            place_camp(table)


class Start(Phase[LawrenceState], frozen=True):
    """Place Lawrence where the mission says or, later in a campaign, by choice (LOA 34.5)."""

    rule: ClassVar[str] = "37"
    title: ClassVar[str] = "Lawrence"

    first: bool = True

    def run(self, table: LawrenceTable) -> None:
        if self.first:
            begin(table, mission(table).start, first=True)
        else:
            table.do(Starting(seat=SEAT))


def begin(table: LawrenceTable, space: str, *, first: bool = False) -> None:
    """Place Lawrence in a space; `first` is true when the game begins."""
    table.state.lawrence.space = space
    base = mission(table).recruits_come_to(space)
    table.tell(LawrenceStarts(space, first, "" if base == space else base))


class Starting(Decision[LawrenceState], frozen=True):
    """Choose where Lawrence begins a later mission of a campaign (LOA 34.5, LOA-R31)."""

    rule: ClassVar[str] = "34.5"
    title: ClassVar[str] = "Lawrence"
    takes: ClassVar[tuple[type[Action], ...]] = (At,)

    def ask(self, table: LawrenceTable) -> str:  # noqa: ARG002
        return "In which space does Lawrence begin this mission?"

    def candidates(self, table: LawrenceTable) -> Iterator[Action]:
        free_ports = [port for port in spaces.PORTS if port not in table.state.garrisons]
        here, start = table.state.lawrence.space, mission(table).start
        yield from map(At, dict.fromkeys([here, *free_ports, start]))

    def describe(self, table: LawrenceTable, action: Action) -> str:
        if action == At(table.state.lawrence.space):
            return "where he is now"
        card = mission(table)
        if action != At(card.start):
            return "an Arabian port"
        return (
            f"as the mission says; units that you buy arrive at {space_name(card.base)}"
            if card.base
            else "as the mission says"
        )

    def refusal(self, table: LawrenceTable, action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        assert isinstance(action, At)  # noqa: S101
        return Refusal(
            "34.5",
            "Lawrence begins where he is, where the mission says, or in a port without a Garrison",
            action.space,
        )

    def choose(self, table: LawrenceTable, action: Action) -> None:
        assert isinstance(action, At)  # noqa: S101
        begin(table, action.space)


class Prepare(Phase[LawrenceState], frozen=True):
    """The purchases before a mission (LOA-C1), unless an appeal has already won it (LOA-R30)."""

    rule: ClassVar[str] = "LOA-C1"
    title: ClassVar[str] = "Preparation"

    part: bool = False

    def run(self, table: LawrenceTable) -> None:
        if not table.state.verdict:
            table.do(Preparing(seat=SEAT, part=self.part))


class Preparing(Decision[LawrenceState], frozen=True):
    """Buy units and gear, recruit a leader, or appeal in Cairo (LOA-C1, LOA-R7)."""

    rule: ClassVar[str] = "LOA-C1"
    title: ClassVar[str] = "Preparation"
    opens: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = (Buy, Recruit, Load, Drop, Appeal, Done)

    def ask(self, table: LawrenceTable) -> str:
        state = table.state
        location = space_name(self._buying_spaces(table)[0])
        appeal = ", or appeal" if high_command.why_no_appeal(state, Appeal()) is None else ""
        what = "gear" if self._buying_spaces(table)[0] in spaces.STAGING else "units and gear"
        left = pounds(state.pounds)
        return f"Buy {what} at {location} ({left}){appeal}; done begins the mission."

    def describe(self, table: LawrenceTable, action: Action) -> str:
        match action:
            case Buy():
                return recruiting.about_sale(table, action)
            case Recruit():
                return leadership.about_attempt(table, action)
            case Appeal():
                return high_command.about_appeal(table.state, action)
            case Done():
                return "begin the mission"
        return action.help

    def cost(self, table: LawrenceTable, action: Action) -> str:
        return recruiting.cost(table.state, self._buying_space(table, action), action)

    def risk(self, table: LawrenceTable, action: Action) -> str:
        return leadership.risk(table, action)

    def confirm(self, table: LawrenceTable, action: Action) -> str:
        sold = any(isinstance(option, Buy) for option in table.options)
        nothing = isinstance(action, Done) and not self.part and sold
        unspent = pounds(table.state.pounds)
        return f"You have bought nothing. Begin with {unspent} unspent?" if nothing else ""

    def _buying_spaces(self, table: LawrenceTable) -> list[str]:
        """Return the space where units arrive, and Lawrence's space if that is different (LOA-R47)."""
        here = table.state.lawrence.space
        return list(dict.fromkeys([mission(table).recruits_come_to(here), here]))

    def _buying_space(self, table: LawrenceTable, action: Action) -> str:
        """Return the space of the unit that an action names, or else where units arrive."""
        named = getattr(action, "unit", None)
        spaces_here = self._buying_spaces(table)
        unit = table.state.units.get(named) if named else None
        return unit.space if unit and unit.space in spaces_here else spaces_here[0]

    def candidates(self, table: LawrenceTable) -> Iterator[Action]:
        state, spaces_here = table.state, self._buying_spaces(table)
        yield from recruiting.offers(state, *spaces_here)
        yield from leadership.attempts(state)
        for space in spaces_here:
            yield from gear.loads(state, space)
            yield from gear.drops(state, space)
        yield from high_command.appeals(state)
        yield Done()

    def refusal(self, table: LawrenceTable, action: Action) -> Refusal | None:
        state, here = table.state, self._buying_space(table, action)
        match action:
            case Buy():
                return recruiting.why_no_sale(table, here, action, first=True)
            case Recruit():
                return orders.why_spent(state) or leadership.why_no_attempt(state, action)
            case Load():
                return gear.why_no_load(state, here, action)
            case Drop():
                return gear.why_no_drop(state, here, action)
            case Appeal():
                return high_command.why_no_appeal(state, action)
        return None

    def choose(self, table: LawrenceTable, action: Action) -> None:
        state, here = table.state, self._buying_space(table, action)
        part = self.part or not isinstance(action, Appeal)
        match action:
            case Buy():
                recruiting.buy(table, here, action)
            case Recruit():
                state.attempt = False
                leadership.attempt(table, action)
            case Load():
                gear.do_load(state, here, action)
            case Drop():
                gear.do_drop(state, here, action)
            case Appeal(id):
                table.do(high_command.Petition(card=id), VictoryTest())
            case Done():
                return
        table.do(Prepare(part=part))
