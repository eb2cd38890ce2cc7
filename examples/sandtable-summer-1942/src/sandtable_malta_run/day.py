"""Section 1: the sequence of play."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table

from sandtable_malta_run.boats import Prowling
from sandtable_malta_run.convoy import Orders
from sandtable_malta_run.ending import Nightfall
from sandtable_malta_run.state import CONVOY, RAIDER, RunState


class Day(Phase[RunState], frozen=True):
    """A day: the convoy acts, then a submarine, and the next day begins."""

    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Day"
    opens: ClassVar[bool] = True

    def run(self, table: Table[RunState]) -> None:
        table.state.day += 1
        table.do(Orders(seat=CONVOY), Prowling(seat=RAIDER), Nightfall(), Day())
