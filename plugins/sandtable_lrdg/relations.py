"""The map of a view in words: each zone's kind, links and occupants (LRDG 3.3.1)."""

from __future__ import annotations

from collections.abc import Iterator

import sandtable
from sandtable import Board, tally
from sandtable_lrdg import zones
from sandtable_lrdg.line_up import enemy_faced, label
from sandtable_lrdg.pictures import brief, in_reserve
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.view import View

KIND_NAMES = {"rocky": "rocky desert", "sand": "sand desert", "coast": "on the coast"}
"""The names of those kinds of zones that are not called by their id."""


def relations(view: View) -> list[str]:
    """Return a combat's lines, then every zone, occupied ones first."""
    board = view.house.desert
    occupants = {zone: "; ".join(occupants_of(view.state, zone)) for zone in board.spaces}
    kinds = {zone: terrain(board, zone) for zone in board.spaces}
    return [*combat_relations(view.state), *sandtable.places(board, kinds, occupants)]


def terrain(board: Board, zone: str) -> str:
    """Return the kinds of a zone in words: ``village, airfield, on the coast``."""
    base = ["your base"] * (zone in zones.BASES)
    return ", ".join([*(KIND_NAMES.get(kind, kind) for kind in board.spaces[zone].kinds), *base])


def occupants_of(state: LrdgState, zone: str) -> Iterator[str]:
    """Yield the units and markers in a zone, LRDG units first."""
    for patrol in state.patrols:
        if units := state.stack(patrol, zone):
            yield f"{patrol} patrol: {', '.join(map(brief, units))}"
    if zone in state.targets:
        target = state.targets[zone]
        yield f"target, {target.left} of {target.value} left" if target.left else "target, destroyed"
    yield from tally(f"Axis {enemy.name}" for enemy in state.enemies(zone))
    yield from ["a cache"] * (zone in state.caches) + ["scouted"] * (zone in state.scouted)
    yield from ["Axis Recon overhead"] * (zone == state.recon)


def combat_relations(state: LrdgState) -> Iterator[str]:
    """Yield a combat's positions, with the enemy that each faces, and the reserve (LRDG 7.2)."""
    fight = state.battle
    if not fight:
        return
    yield f"Combat at {zones.NAMES[fight.zone]}, combat turn {fight.turn}."
    for place in range(max(len(fight.contact), len(fight.line))):
        ours = label(fight.contact[place]) if place < len(fight.contact) else "no unit"
        yield f"Position {place + 1}: {ours} against {enemy_faced(state, place) or 'no unit'}."
    reserve = in_reserve(state, fight)
    yield from [f"In reserve: {reserve}."] * bool(reserve)
