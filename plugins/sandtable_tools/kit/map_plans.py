"""The positions of names and links on the maps of a game, worked out for its package to contain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable import Board, Scenario, SeededDice, Table
from sandtable.tooling import kept, layout

WIDTHS = range(50, 141, 10)
"""The widths for which there are plans; in between, the next narrower plan is used."""


def sheets(scenarios: Iterable[Scenario]) -> str:
    """The text of ``data/maps.json``: a plan for each width of every board that is drawn."""
    boards = {kept.digest(*plan): plan for scenario in scenarios for plan in drawn_by(scenario)}
    layouts = []
    for id, (board, names) in boards.items():
        plans = {width: layout.fresh(board, names, width, None) for width in WIDTHS}
        drawn = {width: kept.drawn(plan, names) for width, plan in plans.items() if plan}
        layouts.append(kept.KeptLayouts(id, drawn))
    return msgspec.json.encode(layouts).decode()


def drawn_by(scenario: Scenario) -> list[tuple[Board, kept.Names]]:
    """The boards that the map of a scenario's start shows."""
    table: Table[Any] = Table.new(scenario, SeededDice(1))
    with layout.asked() as boards:
        scenario.game.map(table.view(None))
    return boards
