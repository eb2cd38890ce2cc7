"""LOA 34.1 to LOA 34.3: the level, Leadership checks, and recruiting leaders."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Action, Refusal
from sandtable_lawrence import spaces
from sandtable_lawrence.actions import Recruit
from sandtable_lawrence.events import Checked, LeaderRecruited, LeadershipMoved, PoundsChanged
from sandtable_lawrence.roster import ARAB_LEADERS
from sandtable_lawrence.state import LawrenceState, LawrenceTable


def check(table: LawrenceTable, pounds: int = 0) -> bool:
    """Make a Leadership check; Pounds that are spent are added to the level (LOA 34.2)."""
    level = table.state.leadership.value + pounds
    passed = table.dice.rolls_at_most(level)
    table.tell(Checked(table.rolls[-1].value, level, passed))
    return passed


def move_leadership(table: LawrenceTable, by: int) -> None:
    """Raise or lower the Leadership level within its track (LOA 34.1)."""
    moved = table.state.leadership.move(by)
    if moved:
        table.tell(LeadershipMoved(moved, table.state.leadership.value))


def change_pounds(table: LawrenceTable, by: int) -> None:
    """Win or spend Pounds, never more than the Arabs have (LOA 29)."""
    before = table.state.pounds
    table.state.pounds = max(0, before + by)
    if table.state.pounds != before:
        table.tell(PoundsChanged(table.state.pounds - before, table.state.pounds))


def attempts(state: LawrenceState) -> Iterator[Recruit]:
    """Each attempt to recruit: with no Pounds, up to as many as help (LOA 34.3)."""
    yield from map(Recruit, range(_most(state) + 1))


def _most(state: LawrenceState) -> int:
    """The most Pounds that help: Leadership rises only to the end of its track (LOA-R33)."""
    return min(state.pounds, state.leadership.high - state.leadership.value)


def no_attempt(state: LawrenceState, action: Recruit) -> Refusal | None:
    """The reason why no leader can be recruited with the Pounds of an action."""
    if not state.recruits(ARAB_LEADERS):
        return Refusal("34.3", "there is no Arab leader left to recruit in this mission")
    if state.lawrence.space in spaces.STAGING:
        return Refusal("LOA-R38", "no Arab leader can come there", spaces.NAMES[state.lawrence.space])
    if not 0 <= action.pounds <= _most(state):
        resources = f"{state.pounds} Pounds, Leadership {state.leadership.value}"
        return Refusal("LOA-R33", f"spend from 0 to {_most(state)} Pounds", resources)
    return None


def about_attempt(table: LawrenceTable, action: Recruit) -> str:
    """The roll that an attempt needs."""
    return f"a leader joins on {table.state.leadership.value + action.pounds} or less"


def risk(table: LawrenceTable, action: Action) -> str:
    """The chance that an attempt fails; empty for any other action."""
    most = table.state.leadership.value + (action.pounds if isinstance(action, Recruit) else 0)
    return f"fails {round(100 * (6 - min(most, 6)) / 6)} %" * isinstance(action, Recruit)


def attempt(table: LawrenceTable, action: Recruit) -> str:
    """Spend the Pounds of an attempt; return the leader who joins Lawrence, "" for none (LOA 34.3)."""
    state = table.state
    change_pounds(table, -action.pounds)
    if not check(table, action.pounds):
        return ""
    leader = table.dice.pick(state.recruits(ARAB_LEADERS), "leaders")
    state.units[leader].space = state.lawrence.space
    table.tell(LeaderRecruited(leader, state.lawrence.space))
    return leader
