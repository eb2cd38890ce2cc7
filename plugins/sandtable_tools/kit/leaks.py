"""Checks for leaks: when hidden cards are dealt again, a seat must see no change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from msgspec import Struct

from sandtable import Action, Decision, Event, SeededDice, Simultaneous, Table
from sandtable.tooling import rows_of
from sandtable_tools.kit.contract import describe_view, drawings
from sandtable_tools.kit.findings import Found
from sandtable_tools.kit.position_checks import illegal_actions, samples_of

Way = tuple[str, tuple[str, ...]]
"""A game's seed, and the commands up to a moment."""

ENOUGH_TRIES = 40
"""The tries after which it is no coincidence that imagining never dealt other cards."""


def find(table: Table[Any], luck: SeededDice) -> Iterator[Found]:
    """Check for every seat that it sees no change when what is hidden from it is dealt again."""
    for seat in table.seats:
        waits, team = seat in table.decision.waiting, table.scenario.team(seat)
        with table.asking(seat) if waits else nullcontext():
            other = table.imagine(seat, SeededDice(luck.roll(sides=1 << 30)[0]))
            if other.position != table.position:  # an identical world cannot look different
                for text, at in _differences(table, other, seat, luck):
                    yield Found("leaks", f"{seat} {text}", at)
        for mate in team:
            if mate != seat and table.view(mate) != other.view(mate):
                fault = f"imagine for {seat} changes what its partner {mate} sees"
                yield Found("leaks", fault, type(table.game).imagine)
        if not waits and table.decision.seat not in team:
            for text in _check_secret_choice(table, seat):
                yield Found("secrets", f"{seat} {text}")


class Secrets:
    """Records from which seats something is hidden, and whether imagining deals it again."""

    def __init__(self, seats: Iterable[str]) -> None:
        self._tries: dict[str, int] = dict.fromkeys(seats, 0)
        self._ways: dict[str, Way] = {}
        self._dealt: set[str] = set()
        self._asked: Decision[Any] | None = None

    def note(self, table: Table[Any], events: Sequence[Event], luck: SeededDice, way: Way) -> None:
        """Record a moment of the game, the events since the last moment, and the commands so far.

        Anything hidden before the last reveal among the events is no longer hidden.
        """
        if not way[1]:  # a new game
            self._asked = None
        last = max((place for place, event in enumerate(events) if event.reveals), default=-1)
        shown, asked, self._asked = [*events[last + 1 :]], self._asked, table.decision
        kept = bool(asked and asked.secret) and last < 0
        if isinstance(asked, Simultaneous):
            kept = isinstance(self._asked, Simultaneous) and bool(self._asked.chosen)
        chooser = asked.seat if kept and asked else None
        for seat in self._tries:
            secret = chooser not in (None, *table.scenario.team(seat))
            hides = differing_fields(table.state, table.view(seat))
            if secret or hides or table.heard(shown, seat) != shown:
                self._ways.setdefault(seat, way)
            if seat in self._ways.keys() - self._dealt:
                self._tries[seat] += 1
                dice = SeededDice(luck.roll(sides=1 << 30)[0])
                if table.imagine(seat, dice).position != table.position:
                    self._dealt.add(seat)

    def report_never_dealt(self) -> Iterator[tuple[str, Way]]:
        """Yield the seats for which imagining never changed anything, in enough tries.

        Each comes with the commands that lead to a moment at which something was hidden.
        """
        for seat in sorted(self._ways.keys() - self._dealt):
            if self._tries[seat] >= ENOUGH_TRIES:
                text = f"for {seat}, imagine never deals again, although something is hidden"
                yield text, self._ways[seat]


def differing_fields(one: Struct, other: Struct) -> list[str]:
    """Return the fields that both structs have, with the same type but different values."""
    pairs = {name: (getattr(one, name), getattr(other, name, None)) for name in one.__struct_fields__}
    return [name for name, (own, its) in pairs.items() if type(own) is type(its) and own != its]


def _differences(
    table: Table[Any], other: Table[Any], seat: str, luck: SeededDice
) -> Iterator[tuple[str, object]]:
    game, kind = table.game, type(table.game)
    if table.view(seat) != other.view(seat):
        fields = ", ".join(differing_fields(table.view(seat), other.view(seat)))
        yield f"sees something hidden in the view: {fields}", kind.view
    if drawings(game, table.view(seat)) != drawings(game, other.view(seat)):
        yield "sees something hidden in the pictures", kind.pictures
    if describe_view(game, table.view(seat)) != describe_view(game, other.view(seat)):
        yield "sees something hidden in items or relations", kind.items
    if game.tracks(table, seat) != game.tracks(other, seat):
        yield "sees something hidden in the tracks", kind.tracks
    if table.decision.seat != other.decision.seat:
        if not isinstance(table.decision, Simultaneous):
            yield "can imagine that another seat decides", kind.imagine
        return
    third = f"{luck.seed} {luck.mark()}"
    worlds = (world.imagine(seat, SeededDice(third)).position for world in (table, other))
    if len(set(worlds)) > 1:
        alike = "two worlds that look the same to the seat are dealt again differently"
        yield f"imagines from hidden facts: {alike}", kind.imagine
    if table.decision.seat == seat:
        yield from ((text, None) for text in _decision_differences(table, other, luck))
    if table.names != other.names:
        yield "sees something hidden in the names that words can mean", kind.names
    yield from ((text, None) for text in _check_events(table, other, seat))


def _decision_differences(table: Table[Any], other: Table[Any], luck: SeededDice) -> Iterator[str]:
    if rows_of(table.options) != rows_of(other.options):
        yield "sees something hidden in the options"
    decision = table.decision
    if decision.ask(table) != other.decision.ask(other):
        yield "sees something hidden in the question"
    candidates = dict.fromkeys(samples_of(decision.candidates(table)))
    for action in (*candidates, *illegal_actions(table, candidates, luck)):
        if decision.refusal(table, action) != other.decision.refusal(other, action):
            yield f"sees something hidden in the refusal of {action}"
    for action in samples_of(rows_of(table.options)):
        if _option_texts(table, action) != _option_texts(other, action):
            yield f"sees something hidden in the description of {action}"


def _option_texts(table: Table[Any], action: Action) -> tuple[str, ...]:
    decision = table.decision
    return decision.describe(table, action), decision.cost(table, action), decision.risk(table, action)


def _check_events(table: Table[Any], other: Table[Any], seat: str) -> Iterator[str]:
    """Check that a choice has the same events in both worlds if the results look alike."""
    if isinstance(table.decision, Simultaneous):  # it has no events before all have chosen
        return
    copy = table.clone(SeededDice(0))
    real_start, other_start = copy.snapshot(), other.snapshot()
    for action in samples_of(rows_of(table.options)):
        if action not in other.options:
            continue
        for world in (copy, other):
            _events_of(world, action, seat)
        if is_leak(copy, other, seat):
            yield f"sees something hidden in the events of {action}"
        copy.restore(real_start)
        other.restore(other_start)


def _check_secret_choice(table: Table[Any], seat: str) -> Iterator[str]:
    """Check that another seat's choices are secret if their results differ but look alike.

    A secret choice's events may show only what the view shows, unless they reveal it.
    """
    world = table.clone(SeededDice(0))
    start = world.snapshot()
    ends: list[tuple[Struct, list[Event], bytes]] = []
    for action in table.options[:2]:
        events = _events_of(world, action, seat)
        ends.append((world.view(seat), events, world.position))
        world.restore(start)
    if len(ends) < 2 or ends[0][0] != ends[1][0] or ends[0][2] == ends[1][2]:
        return
    (_, first, _), (_, second, _) = ends
    title, secret = table.decision.title, table.decision.secret
    if not secret and first == second:
        yield f"cannot see what is chosen in {title}, which is not marked secret"
    if secret and first != second and not revealing_events([*first, *second]):
        yield f"learns from events what is chosen in {title}, which is secret and not visible"


def _events_of(table: Table[Any], action: Action, seat: str) -> list[Event]:
    """Return an action's events for a seat, with the same luck in either world."""
    table.dice = SeededDice(0)
    table.events = []
    table.choose(action)
    return table.heard(table.events, seat)


def is_leak(table: Table[Any], other: Table[Any], seat: str) -> bool:
    """Tell whether events that reveal nothing let a seat tell two worlds apart."""
    events, others = (world.heard(world.events or (), seat) for world in (table, other))
    revealed = revealing_events(events) != revealing_events(others)
    return events != others and not revealed and table.view(seat) == other.view(seat)


def revealing_events(events: Iterable[Event]) -> list[Event]:
    """Return the events that revealed something; if these differ, later events may differ too."""
    return [event for event in events if event.reveals]
