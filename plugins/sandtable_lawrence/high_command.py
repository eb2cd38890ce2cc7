"""LOA 34.4, Cairo and the High Command: one appeal a mission, and its results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, NamedTuple

from sandtable import Action, Decision, Done, Phase, Refusal, SpaceChoice, deck
from sandtable_lawrence import garrisons
from sandtable_lawrence.actions import Appeal, Reveal, Take
from sandtable_lawrence.events import AppealMade, CardPlayed, ResultTaken, card_title, space_name
from sandtable_lawrence.gear import hand_over
from sandtable_lawrence.leadership import change_pounds, check
from sandtable_lawrence.ops_deck import card
from sandtable_lawrence.recruiting import counters, enlist
from sandtable_lawrence.roster import AEROPLANE, MACHINEGUNS, NAMES
from sandtable_lawrence.spaces import CAIRO, PORTS
from sandtable_lawrence.state import SEAT, LawrenceState, LawrenceTable
from sandtable_lawrence.tables import TABLES

RULE = "34.4"
ALLENBY = "allenby"


def why_no_appeal(state: LawrenceState, action: Appeal) -> Refusal | None:
    """Tell why Lawrence cannot appeal now; None if he can (LOA 34.4, LOA-R7)."""
    if state.lawrence.space != CAIRO:
        location = space_name(state.lawrence.space) if state.lawrence.space else "nowhere"
        return Refusal(RULE, "Lawrence must be in Cairo", f"he is at {location}")
    if state.appealed:
        return Refusal(RULE, "you have already appealed in this mission")
    if action.card is not None and action.card not in state.held:
        return Refusal(RULE, "you do not hold that card")
    if action.card not in (None, ALLENBY):
        return Refusal(RULE, "only Allenby can be played with an appeal", action.card or "")
    return None


def appeals(state: LawrenceState) -> Iterator[Appeal]:
    """Return an appeal without a card, and one with Allenby if it is held."""
    yield Appeal()
    if ALLENBY in state.held:
        yield Appeal(ALLENBY)


def about_appeal(state: LawrenceState, action: Appeal) -> str:
    """Say what an appeal brings, and what roll it needs."""
    results = "two results" if action.card else "one result"
    return f"choose {results} on a roll of {state.leadership.value} or less; once in each mission"


class Petition(Phase[LawrenceState], frozen=True):
    """Make an appeal's Leadership check; even if it fails, the appeal is used up (LOA 34.4, LOA-R7)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Appeal"

    card: str | None = None

    def run(self, table: LawrenceTable) -> None:
        state = table.state
        state.appealed = True
        if self.card:
            deck.move(self.card, state.held, state.discards)
            table.tell(CardPlayed(self.card, card(table, self.card).title))
        heard = check(table)
        table.tell(AppealMade(heard))
        if heard:
            table.do(Granting(left=2 if self.card else 1))


class Granting(Phase[LawrenceState], frozen=True):
    """The player chooses a result, if the High Command can still give one (LOA 34.4)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "High Command"

    left: int
    taken: tuple[str, ...] = ()

    def run(self, table: LawrenceTable) -> None:
        not_taken = (id for id in RESULTS if id not in self.taken)
        if self.left and any(RESULTS[id].places(table) != [] for id in not_taken):
            table.do(Choosing(seat=SEAT, left=self.left, taken=self.taken))


class Result(NamedTuple):
    """A result of an appeal: what it is, where it can arrive, and how it is carried out."""

    words: str
    places: Callable[[LawrenceTable], list[str] | None]
    grant: Callable[[LawrenceTable, str], None]


def grant_funding(table: LawrenceTable, space: str) -> None:  # noqa: ARG001
    """LOA 34.4, result 1: gain as many Pounds as a die shows."""
    change_pounds(table, table.dice.total())


def help_ports(table: LawrenceTable) -> list[str]:
    """Return the Arabian ports where help can land (LOA-R41)."""
    closed = () if table.house.help_lands == "any" else table.state.garrisons
    return [port for port in PORTS if port not in closed]


def bureau_ports(table: LawrenceTable) -> list[str]:
    """Return the Arabian ports where Regulars can land; none if no Regulars are left (LOA-R41)."""
    return help_ports(table) if table.state.recruits(counters("regulars")) else []


def grant_regulars(table: LawrenceTable, space: str) -> None:
    """LOA 34.4, result 2: place free Regulars at a port."""
    enlist(table, "regulars", space)


def unseen_garrisons(table: LawrenceTable) -> list[str] | None:
    """Return None, since result 3 needs no place, or [] if no Garrison is face down."""
    return None if garrisons.face_down(table.state) else []


def grant_intelligence(table: LawrenceTable, space: str) -> None:  # noqa: ARG001
    """LOA 34.4, result 3: choose Garrisons to reveal."""
    table.do(Informed(seat=SEAT, left=TABLES.appeal.reveals))


def not_landed(state: LawrenceState) -> list[str]:
    """Return the units and gear of result 4 that are not in play."""
    car = state.recruits(counters("armored-car"))
    return [
        NAMES[counter] for counter in (*car, *(g for g in (MACHINEGUNS, AEROPLANE) if g in state.gear))
    ]


def landing_ports(table: LawrenceTable) -> list[str]:
    """Return the ports with an Arab unit or the Camp, if anything in result 4 is not in play."""
    state = table.state
    return [port for port in help_ports(table) if state.at(port)] if not_landed(state) else []


def grant_reinforcements(table: LawrenceTable, space: str) -> None:
    """LOA 34.4, result 4: place the Armored Car, Machineguns and Aeroplane at a port."""
    state = table.state
    car = [enlist(table, "armored-car", space)] if state.recruits(counters("armored-car")) else []
    for gear in (MACHINEGUNS, AEROPLANE):
        if gear in state.gear:
            deck.take(gear, state.gear)
            hand_over(state, gear, space, first=car)


RESULTS: dict[str, Result] = {
    "funding": Result("gain as many Pounds as a die shows", lambda _: None, grant_funding),
    "arab-bureau": Result("get free Regulars at an Arabian port", bureau_ports, grant_regulars),
    "intelligence-bureau": Result("reveal two Garrisons", unseen_garrisons, grant_intelligence),
    "reinforcements": Result(
        "get the Armored Car, Machineguns and Aeroplane at a port with an Arab unit",
        landing_ports,
        grant_reinforcements,
    ),
}
"""The Appeal to the High Command Table (LOA 34.4)."""


class Choosing(Decision[LawrenceState], frozen=True, kw_only=True):
    """Choose a result of the appeal, or, with Allenby, two different results (LOA 34.4)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "High Command"
    takes: ClassVar[tuple[type[Action], ...]] = (Take, Done)

    left: int
    taken: tuple[str, ...] = ()

    def describe(self, table: LawrenceTable, action: Action) -> str:
        if not isinstance(action, Take):
            return "take no second result"
        words = RESULTS[action.result].words
        brought = ", ".join(not_landed(table.state)) if action.result == "reinforcements" else ""
        return words if not brought else f"get {brought} at a port with an Arab unit"

    def ask(self, table: LawrenceTable) -> str:  # noqa: ARG002
        number = f" Choose {self.left} different results." if self.left > 1 else ""
        return f"The High Command listens. What help do you ask for?{number}"

    def confirm(self, table: LawrenceTable, action: Action) -> str:  # noqa: ARG002
        return "You may choose another result. Forgo it?" if isinstance(action, Done) else ""

    def candidates(self, table: LawrenceTable) -> Iterator[Action]:  # noqa: ARG002
        yield from map(Take, RESULTS)
        yield Done()

    def refusal(self, table: LawrenceTable, action: Action) -> Refusal | None:
        if not isinstance(action, Take):
            return None if self.taken else Refusal(self.rule, "take a result first")
        if action.result not in RESULTS:
            return Refusal(self.rule, "choose one of the results", ", ".join(RESULTS))
        if action.result in self.taken:
            return Refusal(self.rule, "the two results must be different", card_title(action.result))
        if RESULTS[action.result].places(table) == []:
            needed = RESULTS[action.result].words
            return Refusal(self.rule, "this result would have no effect now; choose another", needed)
        return None

    def choose(self, table: LawrenceTable, action: Action) -> None:
        if not isinstance(action, Take):
            return
        places = RESULTS[action.result].places(table)
        if places is None or len(places) == 1:
            grant(table, action.result, places[0] if places else "")
        else:
            table.do(Landing(seat=SEAT, result=action.result, spaces=tuple(places)))
        table.do(Granting(left=self.left - 1, taken=(*self.taken, action.result)))


def grant(table: LawrenceTable, result: str, space: str) -> None:
    """Announce a result and carry it out."""
    table.tell(ResultTaken(result, space))
    RESULTS[result].grant(table, space)


class Landing(SpaceChoice[LawrenceState], frozen=True, kw_only=True):
    """Choose the port where a result arrives (LOA 34.4)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Landing"

    result: str

    def ask(self, table: LawrenceTable) -> str:  # noqa: ARG002
        return f"{card_title(self.result)}: at which port does the help arrive?"

    def take(self, table: LawrenceTable, space: str) -> None:
        grant(table, self.result, space)


class Informed(Decision[LawrenceState], frozen=True, kw_only=True):
    """Choose the Garrisons that the Intelligence Bureau reveals (LOA 34.4)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Intelligence Bureau"
    takes: ClassVar[tuple[type[Action], ...]] = (Reveal,)

    left: int

    def ask(self, table: LawrenceTable) -> str:  # noqa: ARG002
        return f"Which Garrison do you reveal? You may choose {self.left}."

    def candidates(self, table: LawrenceTable) -> Iterator[Action]:
        yield from map(Reveal, garrisons.face_down(table.state))

    def refusal(self, table: LawrenceTable, action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        assert isinstance(action, Reveal)  # noqa: S101
        return Refusal(self.rule, "there is no face-down Garrison there", action.space)

    def choose(self, table: LawrenceTable, action: Action) -> None:
        assert isinstance(action, Reveal)  # noqa: S101
        garrisons.reveal(table, action.space)
        if self.left > 1 and garrisons.face_down(table.state):
            table.do(Informed(seat=self.seat, left=self.left - 1))
