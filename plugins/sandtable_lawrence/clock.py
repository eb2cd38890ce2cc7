"""Ops, gained and lost: the number of cards still to be drawn (LOA-R2)."""

from __future__ import annotations

from sandtable import Table
from sandtable_lawrence.events import OpsChanged
from sandtable_lawrence.state import LawrenceState


def change_ops(table: Table[LawrenceState], by: int) -> None:
    """Add Ops, or remove them if `by` is negative; never go below 0."""
    state = table.state
    before = state.ops
    state.ops = max(0, before + by)
    if state.ops != before:
        table.tell(OpsChanged(state.ops - before, state.ops))
