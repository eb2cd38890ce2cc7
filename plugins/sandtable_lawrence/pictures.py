"""A view as text: the status line, battle, goals, forces, Garrisons and cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from sandtable import tally
from sandtable_lawrence import spaces
from sandtable_lawrence.battle_events import foe_name
from sandtable_lawrence.roster import CAMP, NAMES, UNITS, is_leader
from sandtable_lawrence.state import ARABS, Foe, LawrenceState, Unit
from sandtable_lawrence.view import View


def status(view: View) -> str:
    """Return the status line: Ops, goals, Pounds, Leadership and the appeal."""
    state = view.state
    part = f"Mission {state.mission + 1}/{view.parts}. " if view.parts else ""
    progress = [goal.progress(state) for goal in view.mission.goals]
    goals = "/".join(str(sum(numbers)) for numbers in zip(*progress, strict=True))
    appeal = "made" if state.appealed else "open"
    return (
        f"{part}Ops {state.ops}. Goals {goals}. Pounds {state.pounds}. "
        f"Leadership {state.leadership}. Appeal {appeal}."
    )


def board(view: View, width: int, height: int | None) -> list[str]:
    """Return the current battle, then goals, forces, Garrisons and cards."""
    state = view.state
    battle = fight(view, width)
    goals = _row("Goals", (f"[{'x' if met else ' '}] {goal}" for goal, met in view.goals), width)
    bonus = [f"+{min(state.successes, view.parts - 1)}"] if view.parts and state.successes else []
    goals += _row("Ottomans", bonus, width)
    lines = [*battle, *goals, *_forces(state, width), *_garrisons(state, width), *_cards(view, width)]
    if height is not None and len(lines) > height and battle:
        lines = [*battle, *_forces(state, width)]
    return [line if len(line) <= width else line[:width] for line in lines]


def fight(view: View, width: int) -> list[str]:
    """Return the lines of the current battle; empty without one."""
    from sandtable import chart  # noqa: PLC0415 (needed only when asked)

    state, fight = view.state, view.state.battle
    if not fight:
        return []
    first_side = "the Arabs" if fight.edge == ARABS else "the Ottomans"
    garrison = f", Garrison {fight.garrison}" if fight.garrison else ""
    edge = f", {first_side} fire first" if fight.edge else ""
    ours = [_fighter_text(state.units[id], fired=id in fight.fired) for id in fight.arabs]
    theirs = [_foe_text(foe) for foe in fight.foes]
    head = f"BATTLE at {spaces.NAMES[fight.space]}{garrison}{edge}"
    return [*wrap(head, width, subsequent_indent="  "), *chart.lines(ours, theirs, width)]


def _fighter_text(unit: Unit, *, fired: bool) -> str:
    return f"{name_and_values(NAMES[unit.id], str(unit.strength))}{', fired' * fired}"


def _foe_text(foe: Foe) -> str:
    """Return an Ottoman unit and its strength, unless its name already gives it, as in ``OEF 2``."""
    says_strength = foe.counter.startswith("oef") and not foe.bonus
    helped = " with Aeroplane" * bool(foe.bonus)
    return foe_name(foe.id) + f" ({foe.strength}{helped})" * (not says_strength) + ", fired" * foe.fired


def _forces(state: LawrenceState, width: int) -> Iterator[str]:
    places = dict.fromkeys([*state.spaces(), *filter(None, [state.camp]), *state.stores])
    for space in places:
        operation = state.operation
        operating = operation is not None and operation.space == space
        force = operation.force if operation and operating else [unit.id for unit in state.at(space)]
        outside = [unit for unit in state.at(space) if unit.id not in force]
        units = [unit_text(unit) for unit in state.at(space) if unit not in outside]
        if outside:
            units.append(f"also there: {', '.join(map(unit_text, outside))}")
        uncarried = [f"not carried: {gear_text(state.stores[space])}"] if space in state.stores else []
        head = f"{'*' if operating else ' '}{spaces.NAMES[space]}"
        yield from _row(head, [*units, *uncarried], width)


def unit_text(unit: Unit) -> str:
    """Return a counter in a few words: name, strength and movement, and gear."""
    carried = f" [{gear_text(unit.gear)}]" if unit.gear else ""
    if unit.id == CAMP:
        return NAMES[unit.id]
    values = f"{unit.strength}{'+' if is_leader(unit.id) else '-'}{UNITS[unit.id].move}"
    return f"{name_and_values(NAMES[unit.id], values)}{carried}"


def name_and_values(name: str, values: str) -> str:
    """Return a name and its values, which are in brackets if the name ends in a number."""
    return f"{name} ({values})" if name[-1].isdigit() else f"{name} {values}"


def gear_text(pile: Iterable[str]) -> str:
    """Return pieces of gear on one line, with a number for several of a kind."""
    return ", ".join(tally(NAMES[gear] for gear in pile))


def _garrisons(state: LawrenceState, width: int) -> Iterator[str]:
    shown = (
        f"{spaces.NAMES[space]} {'?' if number is None else number}"
        for space, number in state.garrisons.items()
    )
    yield from _row("Garrisons", shown, width)
    yield from _row("RR Breaks", (spaces.NAMES[space] for space in state.breaks), width)


def _cards(view: View, width: int) -> Iterator[str]:
    yield from _row("Held", view.held, width)
    yield from _row("Played", view.played, width)


def _row(head: str, items: Iterable[str], width: int) -> list[str]:
    """Return a heading and its entries, wrapped; no lines without entries."""
    body = "; ".join(items)
    return wrap(f"{head}: {body}", width, subsequent_indent="   ") if body else []
