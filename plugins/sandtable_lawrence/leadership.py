"""LOA 34.1 to LOA 34.3: the Leadership track, Leadership checks, and recruiting leaders."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Action, Refusal
from sandtable_lawrence import spaces
from sandtable_lawrence.actions import Recruit
from sandtable_lawrence.events import Checked, LeaderRecruited, LeadershipMoved, PoundsChanged, pounds
from sandtable_lawrence.roster import ARAB_LEADERS
from sandtable_lawrence.state import LawrenceState, LawrenceTable


def check(table: LawrenceTable, added: int = 0) -> bool:
    """Make a Leadership check, adding Pounds spent to the level (LOA 34.2)."""
    level = table.state.leadership.value + added
    passed = table.dice.rolls_at_most(level)
    table.tell(Checked(table.rolls[-1].value, level, passed))
    return passed


def move_leadership(table: LawrenceTable, by: int) -> None:
    """Raise or lower Leadership within its track (LOA 34.1)."""
    moved = table.state.leadership.move(by)
    if moved:
        table.tell(LeadershipMoved(moved, table.state.leadership.value))


def change_pounds(table: LawrenceTable, by: int) -> None:
    """Gain Pounds, or lose them if `by` is negative; never go below 0 (LOA 29)."""
    before = table.state.pounds
    table.state.pounds = max(0, before + by)
    if table.state.pounds != before:
        table.tell(PoundsChanged(table.state.pounds - before, table.state.pounds))


def attempts(state: LawrenceState) -> Iterator[Recruit]:
    """Return an attempt to recruit with each number of Pounds that helps, from 0 (LOA 34.3)."""
    yield from map(Recruit, range(_most_pounds(state) + 1))


def _most_pounds(state: LawrenceState) -> int:
    """Return the most Pounds that help: they raise Leadership to at most 5 (LOA-R33)."""
    return min(state.pounds, state.leadership.high - state.leadership.value)


def why_no_attempt(state: LawrenceState, action: Recruit) -> Refusal | None:
    """Tell why no leader can be recruited with this many Pounds; return None if one can."""
    if not state.recruits(ARAB_LEADERS):
        return Refusal("34.3", "no Arab leader is left to recruit in this mission")
    if state.lawrence.space in spaces.STAGING:
        return Refusal("LOA-R38", "no Arab leader can go there", spaces.NAMES[state.lawrence.space])
    if not 0 <= action.pounds <= _most_pounds(state):
        resources = f"{state.pounds} Pounds, Leadership {state.leadership.value}"
        return Refusal("LOA-R33", f"add 0 to {_most_pounds(state)} Pounds", resources)
    return None


def about_attempt(table: LawrenceTable, action: Recruit) -> str:
    """Say what roll an attempt to recruit a leader needs."""
    added = pounds(action.pounds) if action.pounds else "no Pounds"
    needed = table.state.leadership.value + action.pounds
    return f"add {added}: a leader joins on a roll of {needed} or less"


def risk(table: LawrenceTable, action: Action) -> str:
    """Say how likely an attempt to recruit is to fail; return "" for any other action."""
    most = table.state.leadership.value + (action.pounds if isinstance(action, Recruit) else 0)
    return f"fails {round(100 * (6 - min(most, 6)) / 6)} %" * isinstance(action, Recruit)


def attempt(table: LawrenceTable, action: Recruit) -> str:
    """Spend Pounds and roll; return the leader who joins Lawrence, or "" (LOA 34.3)."""
    state = table.state
    change_pounds(table, -action.pounds)
    if not check(table, action.pounds):
        return ""
    leader = table.dice.pick(state.recruits(ARAB_LEADERS), "leaders")
    state.units[leader].space = state.lawrence.space
    table.tell(LeaderRecruited(leader, state.lawrence.space))
    return leader
