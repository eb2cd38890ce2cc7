"""A view as text: the status line, patrols, targets, enemies, and a combat's lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sandtable import number_of, tally
from sandtable_lrdg import roster, zones
from sandtable_lrdg.evaluation import level_of
from sandtable_lrdg.events import as_points
from sandtable_lrdg.line_up import enemy_faced, label
from sandtable_lrdg.state import Battle, LrdgState, Unit
from sandtable_lrdg.view import View

SIDES = {2: "full", 1: "reduced"}
"""The face-up side of a unit, by its remaining steps."""


def status(view: View) -> str:
    """Return the turn, alarm, action points, score so far, and the level if all units were home."""
    state = view.state
    points = ", ".join(f"{id} {patrol.ap}" for id, patrol in state.patrols.items() if state.units_of(id))
    able = "none" if state.closed else points or "none"
    turn = f"Turn {state.turn}" if state.turn else "Preparation"
    home = f"home {as_points(view.at_home)}, " * (view.at_home != view.points)
    level = f" ({home}{level_of(view.at_home).name})" * bool(state.turn)
    return f"{turn}. Alarm {state.alarm}/4. AP: {able}. VP {as_points(view.points)}{level}."


def board(view: View, width: int, height: int | None) -> list[str]:
    """Return patrols, targets and enemies; if space is short, one line per stack instead of per unit.

    If space is still short, units in the combat are shown only there.
    """
    combat = _combat(view.state, width) if view.state.battle else []
    others = _targets(view, width) + _enemies(view.state, width)
    table = _patrols(view, width)
    fits = height is None or len(table) + len(combat) + len(others) <= height
    if fits and all(len(line) <= width for line in table):
        return [*table, *combat, *others]
    short = [*_stacks(view, width), *combat, *others]
    if view.state.battle is None or height is None or len(short) <= height:
        return short
    fight = view.state.battle.zone
    enemies = _enemies(view.state, width, fight)
    return [*_stacks(view, width, fight), *combat, *_targets(view, width), *enemies]


def _patrols(view: View, width: int) -> list[str]:
    state = view.state
    lines: list[str] = []
    for id in state.patrols:
        if units := state.units_of(id):
            lines += _wrap(_patrol(state, id, view.watch), width, "  ")
            lines += [_unit(unit) for unit in units]
    return lines


def _patrol(state: LrdgState, id: str, watch: Sequence[str]) -> str:
    patrol = state.patrols[id]
    wanted = sum(zone in watch for zone in patrol.recon_ok)
    mission = f" ({wanted} for the mission)" * bool(watch and patrol.recon_ok)
    notes = [f"AP {patrol.ap}", f"Recon OK {len(patrol.recon_ok)}{mission}"]
    notes += ["in reserve"] * patrol.reserve + ["low profile"] * patrol.low
    notes += ["cannot move"] * patrol.immobile
    notes += [f"next test {'passed' if patrol.fate > 0 else 'failed'}"] * bool(patrol.fate)
    notes += [f"next test {patrol.drm:+}"] * bool(patrol.drm)
    return f"{id.upper()} PATROL  {', '.join(notes)}"


def _unit(unit: Unit) -> str:
    mco = " ".join(f"-{points}" for points in unit.mco)
    return (
        f"  {roster.NAMES[unit.id]:<8} {SIDES[unit.steps]:<8} AV {unit.av}  "
        f"{'MCO ' + mco if mco else '':<8} {zones.NAMES[unit.zone]}{_activity(unit)}"
    ).rstrip()


def _activity(unit: Unit) -> str:
    notes = [f"observes until turn {unit.watch.until}"] if unit.watch else []
    notes += ["paid"] if unit.watch and unit.watch.paid else []
    notes += [number_of(unit.loads, "load")] * (unit.loads > 0)
    notes += ["has a report"] * bool(unit.reports)
    return f" ({', '.join(notes)})" if notes else ""


def _stacks(view: View, width: int, without: str = "") -> list[str]:
    state = view.state
    lines: list[str] = []
    for id in state.patrols:
        if state.units_of(id):
            lines += _wrap(_patrol(state, id, view.watch), width, "  ")
            for zone in (zone for zone in state.zones(id) if zone != without):
                units = ", ".join(brief(unit) for unit in state.stack(id, zone))
                lines += _wrap(f"  {zones.NAMES[zone]}: {units}", width, "    ")
    return lines


def brief(unit: Unit) -> str:
    """Return a unit in a few words: its AV, side, markers and activity."""
    mco = "".join(f" MCO -{points}" for points in unit.mco)
    doing = _activity(unit).strip(" ()")
    notes = ", reduced" * (unit.steps == 1) + mco + f", {doing}" * bool(doing)
    return f"{roster.NAMES[unit.id]} (AV {unit.av}{notes})"


def _wrap(text: str, width: int, indent: str) -> list[str]:
    """Return the lines of a text, indented after the first, never broken before a number (``AV 3``)."""
    from sandtable import chart  # noqa: PLC0415 (needed only when asked)

    return chart.wrap(bind_numbers(text), width, indent)


def bind_numbers(text: str) -> str:
    """Replace each space before a number with a null character, so that no line breaks there."""
    return re.sub(r"(?<=\w) (?=[-x]?\d)", "\0", text)


def fight(view: View, width: int) -> list[str]:
    """Return lines that show the current combat."""
    return _combat(view.state, width) if view.state.battle else []


def _combat(state: LrdgState, width: int) -> list[str]:
    from sandtable import chart  # noqa: PLC0415 (needed only when asked)

    fight = state.battle
    assert fight  # noqa: S101
    title = f"COMBAT at {zones.NAMES[fight.zone]}, combat turn {fight.turn}"
    ours = [bind_numbers(label(position)) for position in fight.contact]
    theirs = [bind_numbers(enemy_faced(state, place)) for place in range(len(fight.line))]
    lines = [*_wrap(title, width, "  "), *chart.lines(ours, theirs, width)]
    reserve = in_reserve(state, fight)
    return lines + _wrap(f"  in reserve: {reserve}", width, "    ") * bool(reserve)


def in_reserve(state: LrdgState, fight: Battle) -> str:
    """Return the units of a combat that are not in contact, on one line; "" for none (LRDG 7.2)."""
    placed = {unit for position in fight.contact for unit in position}
    return ", ".join(brief(unit) for unit in state.at(fight.zone) if unit.id not in placed)


def _targets(view: View, width: int) -> list[str]:
    state = view.state
    targets = [
        f"{zones.NAMES[zone]} {f'{target.left} of {target.value}' if target.left else 'destroyed'}"
        for zone, target in state.targets.items()
    ]
    markers = [f"caches at {_places(state.caches)}"] * bool(state.caches)
    markers += [f"scouted {_places(state.scouted)}"] * bool(state.scouted)
    markers += [f"Axis Recon at {zones.NAMES[state.recon]}"] if state.recon else []
    markers += ["Waco ready"] * state.waco
    when = "planned" if view.mission.what_if is True else "in history"
    markers += [f"{number_of(view.mission.duration, 'turn')} {when}"]
    lines = [f"Targets: {', '.join(targets)}"] * bool(targets) + markers
    return _wrap("; ".join(lines), width, "  ")


def _places(ids: Iterable[str]) -> str:
    return ", ".join(zones.NAMES[id] for id in ids)


def _enemies(state: LrdgState, width: int, without: str = "") -> list[str]:
    enemies = [enemy for enemy in state.axis if enemy.zone != without]
    awake = tally(f"{zones.NAMES[enemy.zone]} {enemy.name}" for enemy in enemies if enemy.counter)
    asleep = tally(zones.NAMES[enemy.zone] for enemy in enemies if not enemy.counter)
    lines = [f"Face up: {'; '.join(sorted(awake))}"] * bool(awake)
    lines += [f"Face down: {', '.join(asleep)}"] * bool(asleep)
    return [line for text in lines for line in _wrap(text, width, "  ")]
