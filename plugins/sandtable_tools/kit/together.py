"""The check of choices that seats make at the same time: in any order, and none sees another's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sandtable import Action, SeededDice, Simultaneous, Table
from sandtable.tooling import rows_of
from sandtable_tools.kit.findings import Found
from sandtable_tools.kit.leaks import differ
from sandtable_tools.kit.position_checks import random_option


def find(table: Table[Any], luck: SeededDice) -> Iterator[Found]:
    """Let all seats of a decision choose: each alone, then in two orders, then in other worlds."""
    decision, chosen = table.decision, dict[str, Action]()
    if not isinstance(decision, Simultaneous) or decision.chosen or len(decision.seats) < 2:
        return
    for seat in decision.seats:
        with table.asking(seat):
            chosen[seat] = random_option(table.options, luck)
    before = {seat: _known(_after(table, {}, ()), seat) for seat in table.seats}
    for seat in decision.seats:
        world = _after(table, {seat: chosen[seat]}, [seat])
        for other in table.seats:
            if other not in table.scenario.team(seat) and _known(world, other) != before[other]:
                yield Found("together", f"{other} sees what {seat} has chosen in {decision.title}")
    ends = [_after(table, chosen, order) for order in (decision.seats, decision.seats[::-1])]
    if ends[0].position != ends[1].position or ends[0].events != ends[1].events:
        yield Found(
            "together", f"the order in which seats choose in {decision.title} makes a difference"
        )
    for seat in table.seats:
        dealt = table.imagine(seat, SeededDice(luck.roll(sides=1 << 30)[0]))
        if _can_choose(dealt, chosen) and differ(ends[0], _after(dealt, chosen, decision.seats), seat):
            fault = f"{seat} sees something hidden in the events after all choose in {decision.title}"
            yield Found("leaks", fault)


def _can_choose(table: Table[Any], chosen: Mapping[str, Action]) -> bool:
    """Whether each seat may choose the same in another world."""
    for seat, action in chosen.items():
        with table.asking(seat):
            if action not in table.options:
                return False
    return True


def _after(table: Table[Any], chosen: Mapping[str, Action], order: Iterable[str]) -> Table[Any]:
    """The table after some seats have chosen, in this order."""
    world = table.clone(SeededDice(0))
    world.events = []
    for seat in order:
        with world.asking(seat):
            world.choose(chosen[seat])
    return world


def _known(table: Table[Any], seat: str) -> list[Any]:
    """What a seat knows: its view and tracks, the events of the last choice, and what it can choose."""
    heard = table.heard(table.events or (), seat)
    known = [table.view(seat), table.game.tracks(table, seat), heard]
    if seat in table.decision.waiting:
        with table.asking(seat):
            decision, rows = table.decision, rows_of(table.options)
            known += [decision.ask(table), [*rows]]
    return known
