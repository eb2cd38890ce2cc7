"""A view's map in words: each space's kind, links and occupants (LOA 30, LOA-C5)."""

from __future__ import annotations

from collections.abc import Iterator

import sandtable
from sandtable_lawrence.battle_events import foe_name
from sandtable_lawrence.pictures import gear_text
from sandtable_lawrence.roster import OTTOMANS, UNITS, is_leader
from sandtable_lawrence.spaces import BOARD, MECCA, NAMES, STAGING, WATER, kinds
from sandtable_lawrence.state import ARABS, Foe, LawrenceState, Unit
from sandtable_lawrence.view import View

LINK_NAMES = {WATER: "by sea"}
"""Kinds of link whose names differ from their ids."""

KIND_NAMES = {"port": "Arabian port", "rail": "on the railway", "holy": "holy city"}
"""Kinds of space whose names differ from their ids."""


def relations(view: View) -> list[str]:
    """Return the lines of a battle, then every space, occupied ones first."""
    occupants = {space: "; ".join(contents_of(view.state, space)) for space in BOARD.spaces}
    kinds = {space: terrain(space) for space in BOARD.spaces}
    return [*battle_relations(view.state), *sandtable.places(BOARD, kinds, occupants, LINK_NAMES)]


def terrain(space: str) -> str:
    """Return the kinds of a space, and who may enter a restricted one (LOA 30.2)."""
    closed = ["for Lawrence only"] * (space in STAGING) + ["for leaders only"] * (space == MECCA)
    staging = ["British staging area"] * (space in STAGING)
    sorts = [KIND_NAMES.get(kind, kind) for kind in kinds(space) if kind != "staging"]
    return ", ".join([*staging, *sorts, *closed])


def contents_of(state: LawrenceState, space: str) -> Iterator[str]:
    """Return the units and markers in a space in words, Arabs first."""
    yield from map(with_values, state.at(space))
    if space in state.garrisons:
        number = state.garrisons[space]
        yield "a Garrison face down" if number is None else f"Garrison {number}"
    if space in state.breaks:
        yield "RR Break"
    if gear := state.stores.get(space):
        yield f"not carried: {gear_text(gear)}"


def battle_relations(state: LawrenceState) -> Iterator[str]:
    """Return the lines of a battle from the top, and who fires first (LOA-C6)."""
    fight = state.battle
    if not fight:
        return
    garrison = f", Garrison {fight.garrison}" * bool(fight.garrison)
    edge = f"; the {'Arabs' if fight.edge == ARABS else 'Ottomans'} fire first" * bool(fight.edge)
    yield f"Battle at {NAMES[fight.space]}{garrison}{edge}."
    fired = dict.fromkeys(fight.fired, ", fired")
    ours = [f"{with_values(state.units[id])}{fired.get(id, '')}" for id in fight.arabs]
    theirs = [foe_with_values(foe) for foe in fight.foes]
    for who, line in (("Arabs", ours), ("Ottomans", theirs)):
        yield f"{who} from the top: {'; '.join(line) or 'no unit in line'}."


def with_values(unit: Unit) -> str:
    """Return an Arab counter in words: name, strength (with a leader's +), movement and gear."""
    plus, move = "+" * is_leader(unit.id), UNITS[unit.id].move
    values = [f"strength {unit.strength}{plus}", *[f"moves {move}"] * bool(move)]
    return f"{UNITS[unit.id].name} ({', '.join([*values, *[gear_text(unit.gear)] * bool(unit.gear)])})"


def foe_with_values(foe: Foe) -> str:
    """Return an Ottoman counter in the line of battle, in words."""
    plus = "+" * OTTOMANS[foe.counter].elite + " with Aeroplane" * bool(foe.bonus)
    return f"{foe_name(foe.id)} (strength {foe.strength}{plus}{', fired' * foe.fired})"
