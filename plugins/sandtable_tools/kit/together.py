"""Checks simultaneous choices: any order has one result, and no seat sees another's choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sandtable import Action, SeededDice, Simultaneous, Table
from sandtable.tooling import rows_of
from sandtable_tools.kit.findings import Found
from sandtable_tools.kit.leaks import is_leak
from sandtable_tools.kit.position_checks import random_option

Known = tuple[str, object, object]
"""Something that a seat knows: a description, the code that makes it, and its value."""


def find(table: Table[Any], luck: SeededDice) -> Iterator[Found]:
    """Let a decision's seats choose: each by itself, then in two orders, then in other worlds."""
    decision, chosen = table.decision, dict[str, Action]()
    if not isinstance(decision, Simultaneous) or decision.chosen or len(decision.seats) < 2:
        return
    for seat in decision.seats:
        with table.asking(seat):
            chosen[seat] = random_option(table.options, luck)
    before = {seat: _known(_choose(table, {}, ()), seat) for seat in table.seats}
    for seat in decision.seats:
        world = _choose(table, {seat: chosen[seat]}, [seat])
        team = table.scenario.team(seat)
        for other in [other for other in table.seats if other not in team]:
            for where, at in _shown(before[other], _known(world, other)):
                fault = f"{other} sees what {seat} has chosen in {decision.title}, in {where}"
                yield Found("together", fault, at)
    ends = [_choose(table, chosen, order) for order in (decision.seats, decision.seats[::-1])]
    if ends[0].position != ends[1].position or ends[0].events != ends[1].events:
        yield Found(
            "together", f"the order in which seats choose in {decision.title} makes a difference"
        )
    for seat in table.seats:
        dealt = table.imagine(seat, SeededDice(luck.roll(sides=1 << 30)[0]))
        if _can_choose(dealt, chosen) and is_leak(ends[0], _choose(dealt, chosen, decision.seats), seat):
            fault = f"{seat} sees something hidden in the events after all choose in {decision.title}"
            yield Found("leaks", fault)


def _can_choose(table: Table[Any], chosen: Mapping[str, Action]) -> bool:
    """Tell whether each seat may make the same choice in another world."""
    for seat, action in chosen.items():
        with table.asking(seat):
            if action not in table.options:
                return False
    return True


def _choose(table: Table[Any], chosen: Mapping[str, Action], order: Iterable[str]) -> Table[Any]:
    """Return the table after some seats have chosen, in this order."""
    world = table.clone(SeededDice(0))
    world.events = []
    for seat in order:
        with world.asking(seat):
            world.choose(chosen[seat])
    return world


def _shown(before: Sequence[Known], after: Sequence[Known]) -> Iterator[tuple[str, object]]:
    """Yield each change in a seat's knowledge: a description, and the code that makes the knowledge."""
    for (where, at, old), (_, _, new) in zip(before, after, strict=False):
        if new != old:
            yield where, at


def _known(table: Table[Any], seat: str) -> list[Known]:
    """Return everything that a seat knows, each with a description and the code that makes it."""
    game, kind, asks = type(table.game), table.game, type(table.decision)
    known: list[Known] = [
        ("the view", game.view, table.view(seat)),
        ("the tracks", game.tracks, kind.tracks(table, seat)),
        ("an event", asks, table.heard(table.events or (), seat)),
    ]
    if seat in table.decision.waiting:
        with table.asking(seat):
            decision, rows = table.decision, rows_of(table.options)
            known += [
                ("the question", asks.ask, decision.ask(table)),
                ("the options", asks.candidates, [*rows]),
            ]
    return known
