"""Kuhn poker: the deal, the betting, the showdown, and a bot that plays perfectly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from sandtable import Action, Bot, Decision, Event, Game, Outcome, Phase, Seat, State, Table

EAST, WEST = "east", "west"
OTHER = {EAST: WEST, WEST: EAST}
CARDS = ("jack", "queen", "king")


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's own keys in a scenario file: there are none."""


class Hands(State):
    """Each seat's card, and the chips that it has paid; `passed` counts passes in a row."""

    cards: dict[str, str]
    paid: dict[str, int]
    passed: int = 0


class View(Struct):
    """What a seat may know: its own card, and the chips that both seats have paid."""

    cards: dict[str, str]
    paid: dict[str, int]


class Bet(Action, frozen=True):
    help = "pay one chip"


class Pass(Action, frozen=True):
    help = "pay nothing; after a bet, fold"


class Dealt(Event, frozen=True):
    rule = "1"
    seat: str
    card: str

    @property
    def text(self) -> str:
        return f"{self.seat.capitalize()} holds the {self.card}."

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else None


class Acted(Event, frozen=True):
    rule = "2"
    seat: str
    bets: bool

    @property
    def text(self) -> str:
        return f"{self.seat.capitalize()} {'bets' if self.bets else 'passes'}."


class Shown(Event, frozen=True):
    rule = "3"
    reveals = True
    cards: dict[str, str]

    @property
    def text(self) -> str:
        return " ".join(f"{seat.capitalize()} has the {card}." for seat, card in self.cards.items())


class Deal(Phase[Hands], frozen=True):
    rule, title = "1", "The deal"

    def run(self, table: Table[Hands]) -> None:
        deck = list(CARDS)
        for seat in (EAST, WEST):
            card = table.dice.pick(deck)
            deck.remove(card)
            table.state.cards[seat] = card
            table.tell(Dealt(seat, card))
        table.do(Betting(seat=EAST))


class Betting(Decision[Hands], frozen=True):
    rule, title, takes = "2", "Betting", (Bet, Pass)

    def candidates(self, table: Table[Hands]) -> Iterable[Action]:
        return (Bet(), Pass())

    def choose(self, table: Table[Hands], action: Action) -> None:
        state, bets = table.state, isinstance(action, Bet)
        table.tell(Acted(self.seat, bets))
        facing_bet = state.paid[OTHER[self.seat]] > 1
        state.paid[self.seat] += bets
        state.passed = 0 if bets else state.passed + 1
        if facing_bet or state.passed == len(OTHER):
            table.do(End(folds=self.seat if facing_bet and not bets else ""))
        else:
            table.do(Betting(seat=OTHER[self.seat]))


class End(Phase[Hands], frozen=True):
    rule, title = "3", "The end"
    folds: str

    def run(self, table: Table[Hands]) -> None:
        state = table.state
        if self.folds:
            winner = OTHER[self.folds]
        else:
            winner = max(OTHER, key=lambda seat: CARDS.index(state.cards[seat]))
            table.tell(Shown(state.cards))
        won = state.paid[OTHER[winner]]
        table.end(Outcome(winner, {winner: won, OTHER[winner]: -won}))


class Scripted:
    """A perfect player for both seats, which bluffs with one jack in three."""

    def choose(self, seat: Seat) -> Action:
        view = seat.view
        assert isinstance(view, View)
        card, facing_bet = view.cards[seat.name], view.paid[OTHER[seat.name]] > 1
        one_in_three = seat.dice.rolls_at_most(1, 3)
        if facing_bet:
            return Bet() if card == "king" or (card == "queen" and one_in_three) else Pass()
        return Bet() if card == "king" or (card == "jack" and one_in_three) else Pass()


class Kuhn(Game[Hands]):
    """Kuhn poker."""

    State, ScenarioData = Hands, Data
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Deal, Betting, End)
    actions: ClassVar[tuple[type[Action], ...]] = (Bet, Pass)

    def setup(self, table: Table[Hands]) -> Hands:
        table.do(Deal())
        return Hands({}, dict.fromkeys(OTHER, 1))

    def names(self, table: Table[Hands]) -> Iterable[str]:
        return ()

    def view(self, table: Table[Hands], seat: str | None) -> View:
        cards = table.state.cards
        shown = {holder: card for holder, card in cards.items() if seat in (None, holder)}
        return View(shown, dict(table.state.paid))

    def imagine(self, table: Table[Hands], seat: str) -> None:
        held = table.state.cards[seat]
        table.state.cards[OTHER[seat]] = table.dice.pick([card for card in CARDS if card != held])

    def tracks(self, table: Table[Hands], seat: str | None) -> dict[str, int]:
        return {f"{holder}-chips": paid for holder, paid in table.state.paid.items()}

    def status(self, view: View) -> str:
        return f"{sum(view.paid.values())} chips in the pot"

    def board(self, view: View, width: int = 80, height: int | None = None) -> Sequence[str]:
        return [
            f"{seat}: {paid} paid, {view.cards.get(seat, 'a face-down card')}"[:width]
            for seat, paid in view.paid.items()
        ]

    def scripted_bot(self) -> Bot:
        return Scripted()
