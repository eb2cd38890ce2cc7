"""What `show` describes: spaces, units, gear, cards, boxes and tracks (LOA 29, LOA-C8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import sandtable
from sandtable import Item, number_of, read_data, tally, times
from sandtable_lawrence import garrisons, recruiting, unit_items
from sandtable_lawrence.events import pounds
from sandtable_lawrence.pictures import gear_text
from sandtable_lawrence.relations import LINK_NAMES, contents_of, terrain
from sandtable_lawrence.roster import CAMP, NAMES, ROSTER, UNITS
from sandtable_lawrence.spaces import BOARD, CRITICAL, MECCA, PORTS, STAGING, is_rail
from sandtable_lawrence.spaces import NAMES as SPACES
from sandtable_lawrence.state import LawrenceState
from sandtable_lawrence.tables import PACKAGE, TABLES, Ware
from sandtable_lawrence.view import View

TERMS = read_data(PACKAGE, "terms.toml", dict[str, tuple[Item, ...]])["terms"]
"""The terms and signs that the screens use."""


def items(view: View) -> Iterator[Item]:
    """Return everything that `show` describes, spaces first."""
    state = view.state
    yield from (_space(view, space) for space in BOARD.spaces)
    yield from unit_items.items(state)
    yield from (_gear(state, gear) for gear in ROSTER.gear)
    yield from (_card(view, card) for card in view.cards)
    yield from _boxes(view)
    yield from _tracks(view)
    yield from TERMS


# Spaces.


def _space(view: View, space: str) -> Item:
    state = view.state
    occupants = list(contents_of(state, space))
    about = [
        f"Here: {'; '.join(occupants)}." if occupants else "No unit is here.",
        *(f"{line[0].upper()}{line[1:]}." for line in sandtable.ways(BOARD, space, LINK_NAMES)),
        *_special(view, space),
    ]
    return Item(
        "space", space, SPACES[space], terrain(space), tuple(about), tuple(_space_rules(state, space))
    )


def _special(view: View, space: str) -> Iterator[str]:
    """Return a space's goals, possible Garrison numbers, items on sale, and special rules."""
    state = view.state
    yield from (f"Goal: {text}, {'met' if met else 'not met'}." for text, met in _goals(view, space))
    if space in state.garrisons and state.garrisons[space] is None:
        yield _possible_numbers(state, space)
    if space in state.secured:
        yield "Secured: no later mission places a Garrison here."
    lawrence = state.lawrence.space
    before_mission = view.preparing and space in (lawrence, view.mission.recruits_come_to(lawrence))
    if wares := recruiting.wares(state, space, first=before_mission):
        sold = (f"{_item_name(id)} {recruiting.price(state, space, id)}" for id in wares)
        yield f"Sold here{' before the mission' * before_mission}, in Pounds: {', '.join(sold)}."
    if space in CRITICAL:
        yield f"A battle here is worth {TABLES.battle.critical_ops} Ops, won or lost."
    if space in TABLES.placement.spaces:
        yield "The Camp may be placed here."


def _goals(view: View, space: str) -> Iterator[tuple[str, bool]]:
    """Return the goals that name a space, and whether each is met."""
    for goal, (text, met) in zip(view.mission.goals, view.goals, strict=True):
        named = getattr(goal, "spaces", ()) or (getattr(goal, "space", ""),)
        if space in named:
            yield text, met


def _possible_numbers(state: LawrenceState, space: str) -> str:
    """Return the numbers that a face-down Garrison may have, with their chances (LOA-R3)."""
    numbers = Counter(number for number, _ in garrisons.possible_numbers(state, space))
    chances = (
        f"{number} ({100 * count / numbers.total():.0f} %)" for number, count in sorted(numbers.items())
    )
    return f"Its number is unknown. It may be: {', '.join(chances)}."


def _price_text(ware: Ware) -> str:
    """Return an item's price, and its price at the Camp if that is lower (LOA-R45)."""
    return (
        str(ware.cost) if ware.at_camp is None else f"{ware.cost} ({ware.at_camp or 'free'} at the Camp)"
    )


def _item_name(item: str) -> str:
    return NAMES.get(item, item.capitalize())


def _space_rules(state: LawrenceState, space: str) -> Iterator[str]:
    yield "LOA-C5"
    yield from ["30.1"] * (space in CRITICAL) + ["30.2"] * (space in (*STAGING, MECCA))
    yield from ["30.3"] * (space in PORTS) + ["LOA-C3"] * bool(recruiting.selling_places(state, space))
    yield from ["32"] * (space in state.garrisons) + ["35.1"] * is_rail(space)
    yield from ["36"] * (space == state.camp)


# Gear, cards, boxes.


def _gear(state: LawrenceState, gear: str) -> Item:
    """Return a kind of gear: its use, its price, and its carriers."""
    ware = TABLES.wares[gear]
    pieces = {unit.id: unit.gear.count(gear) for unit in state.units.values()}
    bearers = [times(NAMES[unit], number) for unit, number in pieces.items() if number]
    uncarried = [SPACES[space] for space, pile in state.stores.items() if gear in pile]
    use = recruiting.GEAR_USES[gear]
    about = [f"{use[0].upper()}{use[1:]}.", f"Costs {pounds(ware.cost)}."]
    about += [f"Carried by {', '.join(bearers)}."] * bool(bearers)
    about += [f"On the ground at {', '.join(uncarried)}."] * bool(uncarried)
    about += [f"{state.spent.count(gear)} spent for the rest of the mission."] * (gear in state.spent)
    brief = f"gear, {state.gear.count(gear)} of {ROSTER.gear[gear]} in the gear box"
    return Item("item", gear, NAMES[gear], brief, tuple(about), ("35", "LOA-C3"))


def _card(view: View, id: str) -> Item:
    """Return an Operations card: its text, and where its visible copies are."""
    state, (title, words) = view.state, view.cards[id]
    piles = (("held", state.held), ("played", state.discards), ("not seen yet", state.unseen))
    counted_places = [times(where, pile.count(id)) for where, pile in piles if id in pile]
    about = [words]
    if id in state.unseen:
        about.append(f"Cards not seen yet: {len(state.unseen)}; still to come: {state.ops}.")
    return Item(
        "card",
        id,
        title,
        f"Operations card, {', '.join(counted_places)}",
        tuple(about),
        ("LOA-C8", "LOA-R2"),
    )


def _boxes(view: View) -> Iterator[Item]:
    """Return the boxes next to the map and their contents."""
    state = view.state
    cards = (
        f"Not seen yet: {_titles(view, state.unseen)}.",
        f"Played: {_titles(view, state.discards)}.",
    )
    brief = f"{number_of(state.ops, 'Op')} left, from {number_of(len(state.unseen), 'unseen card')}"
    yield Item("pile", "deck", "Operations deck", brief, cards, ("LOA-C8", "LOA-R2"))
    yield Item("pile", "hand", "Held cards", _titles(view, state.held), (), ("LOA-C8",))
    bin = f"{gear_text(state.bin)}." if state.bin else "Empty."
    yield Item("pile", "bin", "Ottoman bin", number_of(len(state.bin), "counter"), (bin,), ("31",))
    recruits = [NAMES[id] for id in state.recruits(UNITS) if id != CAMP]
    waiting = f"{', '.join(recruits)}." if recruits else "Empty."
    yield Item(
        "pile", "recruits", "Recruit box", number_of(len(recruits), "unit"), (waiting,), ("37", "LOA-C3")
    )
    yield _garrisons(state)


def _garrisons(state: LawrenceState) -> Item:
    """Return the Garrison markers: on the map, unseen, and eliminated."""
    uncarried = (f"{SPACES[space]} {'?' if n is None else n}" for space, n in state.garrisons.items())
    about = [f"On the map: {', '.join(uncarried) or 'none'}."]
    about.append(f"Numbers not seen yet: {', '.join(map(str, sorted(state.available))) or 'none'}.")
    about += [f"Eliminated, and back in the box: {', '.join(map(str, state.beaten))}."] * bool(
        state.beaten
    )
    brief = f"{len(state.garrisons)} on the map"
    return Item("pile", "garrisons", "Garrisons", brief, tuple(about), ("32", "LOA-R3"))


def _titles(view: View, cards: Iterable[str]) -> str:
    return ", ".join(tally(view.cards[id][0] for id in cards)) or "none"


def _tracks(view: View) -> Iterator[Item]:
    state = view.state
    lost = "If no Ops are left and the mission is not won, it is lost. Winning a battle gains Ops."
    yield Item("track", "ops", "Ops", str(state.ops), (lost,), ("28", "LOA-R30"))
    wares = ", ".join(f"{_item_name(id)} {_price_text(ware)}" for id, ware in TABLES.wares.items())
    yield Item("track", "pounds", "Pounds", str(state.pounds), (f"Prices: {wares}.",), ("LOA-C3",))
    level = state.leadership
    check = f"A Leadership check succeeds on a roll of {level.value} or less: {level.value} in 6."
    stack = f"With Lawrence, {TABLES.stacking.lawrence + level.value} units can stack."
    yield Item("track", "leadership", "Leadership", str(level), (check, stack), ("34.1", "34.2", "34.6"))
    goals = tuple(f"{text}: {'met' if met else 'not met'}." for text, met in view.goals)
    progress = f"{sum(met for _, met in view.goals)} of {len(goals)} met; all are needed to win"
    yield Item("track", "goals-met", "Goals", progress, goals, ("LOA-C11", "LOA-R30"))
    if view.parts:
        won = f"{state.successes} of {view.parts}"
        yield Item("track", "missions-won", "Missions won", won, (), ("LOA-C13",))
