"""The player's view: everything, since no face-down counter has an identity (LOA-R3)."""

from __future__ import annotations

from msgspec import Struct

from sandtable import Table
from sandtable_lawrence.mission import Mission, Options, mission, scenario
from sandtable_lawrence.ops_deck import card
from sandtable_lawrence.preparation import Prepare, Preparing, Starting
from sandtable_lawrence.state import LawrenceState


class View(Struct):
    """A position as the player sees it.

    - `state`: a copy of the state, all of which the player may see.
    - `goals`: each goal in words, and whether it is met.
    - `held`, `played`: the titles of the held cards, and of the discards.
    - `parts`: the number of missions in a campaign; 0 for a single mission.
    - `cards`: the title and text of every card, by id.
    - `preparing`: whether the mission is still being prepared.
    """

    title: str
    mission: Mission
    house: Options
    state: LawrenceState
    goals: tuple[tuple[str, bool], ...]
    held: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    parts: int = 0
    cards: dict[str, tuple[str, str]] = {}
    preparing: bool = False


def view(table: Table[LawrenceState]) -> View:
    """Return the position as the player sees it."""
    state = table.state.copy()
    data = mission(table)
    goals = tuple((goal.with_progress(state), goal.met(state)) for goal in data.goals)
    deck = {id: card(table, id) for id in sorted({*state.unseen, *state.held, *state.discards})}
    cards = {id: (card.title, card.words) for id, card in deck.items()}
    held, played = (tuple(cards[id][0] for id in ids) for ids in (state.held, state.discards))
    title, parts = scenario(table).title, len(table.scenario.parts)
    return View(title, data, table.house, state, goals, held, played, parts, cards, _preparing(table))


def _preparing(table: Table[LawrenceState]) -> bool:
    """Tell whether the mission is being prepared, an appeal included."""
    if not table.schedule or isinstance(table.schedule[-1], Starting):
        return False
    return any(isinstance(phase, (Prepare, Preparing)) for phase in table.schedule)
