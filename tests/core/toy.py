"""Stones: a toy game for the core's tests, tiny, yet with a bit of every part of the contract.

Two seats lift stones from two heaps, one by one, then throw a die for the prize; each holds
hidden cards, one of which it may play instead. Special rules are asked when a turn begins. The
fixture `toy` is this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct

from sandtable import (
    Action,
    Bot,
    Decision,
    Event,
    Game,
    GameInfo,
    Outcome,
    Phase,
    Pile,
    Refusal,
    Scenario,
    Seat,
    SeededDice,
    SpecialRule,
    State,
    Table,
    deck,
)
from sandtable.model.game import OptionInfo
from sandtable.model.scenario import build

RED, BLUE = SEATS = ("red", "blue")
OTHER = {RED: BLUE, BLUE: RED}
CARDS = {"fox": 1, "hen": 2, "old-owl": 3}

TOML = """
game = "stones"
title = "Two Heaps"

[heaps]
north = 3
south-east = 4

[prize]
face = 5
stones = 1
"""

RULES = """# Stones

## 1 The turn
Seats lift by turns.

## 2 Lifting
Stones are lifted one by one.

### 2.1 Enough
Nobody must lift the most.

## 3 The die
A high face wins the prize.

## 4 The card
A card is worth stones.

## 5 The end
Most stones win.
"""


class Prize(Struct, frozen=True, forbid_unknown_fields=True):
    face: int = 6
    stones: int = 1


class StonesData(Struct, frozen=True, forbid_unknown_fields=True):
    heaps: dict[str, int]
    prize: Prize = Prize()


class StonesOptions(Struct, frozen=True):
    lifts: int = 2
    first: str = RED
    short_game: bool = False


class StonesState(State):
    heaps: dict[str, int]
    draw_pile: Pile
    hands: dict[str, Pile]
    score: dict[str, int]
    face: int = 0


class StonesView(Struct):
    heaps: dict[str, int]
    score: dict[str, int]
    face: int
    pile: int
    hands: dict[str, Pile | None]
    held: dict[str, int]


class Lift(Action, frozen=True):
    heap: str


class Play(Action, frozen=True):
    card: str


class Done(Action, frozen=True):
    pass


class Lifted(Event, frozen=True):
    rule: ClassVar[str] = "2"
    seat: str
    heap: str


class Tossed(Event, frozen=True):
    rule: ClassVar[str] = "3"
    face: int


class Shown(Event, frozen=True):
    rule: ClassVar[str] = "4"
    reveals: ClassVar[bool] = True
    seat: str
    card: str


class Drew(Event, frozen=True):
    rule: ClassVar[str] = "4"
    seat: str
    card: str | None

    def seen_by(self, seat: str) -> Event:
        return self if seat == self.seat else Drew(self.seat, None)


class Turn(Phase[StonesState], frozen=True):
    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Turn"
    seat: str

    def run(self, table: Table[StonesState]) -> None:
        if not any(table.state.heaps.values()):
            table.do(End())
            return
        for rule in table.rules:
            rule.turn_begins(table, self.seat)
        table.do(Lifting(seat=self.seat))
        table.do(Toss(), Gain(self.seat), Turn(OTHER[self.seat]))


class Lifting(Decision[StonesState], frozen=True):
    rule: ClassVar[str] = "2"
    title: ClassVar[str] = "Lifting"
    takes: ClassVar[tuple[type[Action], ...]] = (Lift, Play, Done)
    lifted: int = 0

    def candidates(self, table: Table[StonesState]) -> Iterator[Action]:
        yield from map(Play, CARDS)
        yield from map(Lift, table.state.heaps)
        yield Done()

    def refusal(self, table: Table[StonesState], action: Action) -> Refusal | None:
        if isinstance(action, Lift):
            full = table.state.heaps.get(action.heap)
            return None if full else Refusal("2", "that heap is empty", action.heap)
        if isinstance(action, Done):
            return None if self.lifted else Refusal("2.1", "lift a stone or play a card first")
        if self.lifted:
            return Refusal("4", "a card is played instead of lifting")
        if isinstance(action, Play) and action.card not in table.state.hands[self.seat]:
            return Refusal("4", "you do not hold that card", action.card)
        return None

    def choose(self, table: Table[StonesState], action: Action) -> None:
        state = table.state
        if isinstance(action, Lift):
            state.heaps[action.heap] -= 1
            state.score[self.seat] += 1
            table.tell(Lifted(self.seat, action.heap))
            if self.lifted + 1 < table.house.lifts and any(state.heaps.values()):
                table.do(Lifting(seat=self.seat, part=True, lifted=self.lifted + 1))
        if isinstance(action, Play):
            state.score[self.seat] += CARDS[deck.take(action.card, state.hands[self.seat])]
            table.tell(Shown(self.seat, action.card))
            table.do(Redraw(self.seat))


class Toss(Phase[StonesState], frozen=True):
    rule: ClassVar[str] = "3"
    title: ClassVar[str] = "The die"

    def run(self, table: Table[StonesState]) -> None:
        table.result = table.dice.roll()[0]
        table.tell(Tossed(table.result))


class Gain(Phase[StonesState], frozen=True):
    rule: ClassVar[str] = "3"
    title: ClassVar[str] = "The prize"
    seat: str

    def run(self, table: Table[StonesState]) -> None:
        state, prize = table.state, table.scenario.data.prize
        state.face = table.take()
        if state.face >= prize.face:
            state.score[self.seat] += prize.stones


class Redraw(Phase[StonesState], frozen=True):
    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "A new card"
    seat: str

    def run(self, table: Table[StonesState]) -> None:
        card = deck.draw(table.dice, table.state.draw_pile, table.state.hands[self.seat])
        table.tell(Drew(self.seat, card))


class End(Phase[StonesState], frozen=True):
    rule: ClassVar[str] = "5"
    title: ClassVar[str] = "The end"

    def run(self, table: Table[StonesState]) -> None:
        score = table.state.score
        lead = score[RED] - score[BLUE]
        name = "draw" if not lead else RED if lead > 0 else BLUE
        table.end(Outcome(name, {RED: lead, BLUE: -lead}, {"stones": sum(score.values())}))


class Harvest(SpecialRule):
    """Every few turns stones are laid on the first heap; it counts the turns itself."""

    every: int = 2
    stones: int = 1
    turns: int = 0

    def turn_begins(self, table: Table[StonesState], seat: str) -> None:
        self.turns += 1
        if self.turns % self.every == 0 and self.turns < 4 * self.every:
            table.state.heaps[next(iter(table.state.heaps))] += self.stones


class Greedy:
    """Plays its card first, else lifts as long as it can."""

    def choose(self, seat: Seat) -> Action:
        return seat.options[0]


class Stones(Game[StonesState]):
    State = StonesState
    ScenarioData = StonesData
    Options = StonesOptions
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Turn, Lifting, Toss, Gain, Redraw, End)
    actions: ClassVar[tuple[type[Action], ...]] = (Lift, Play, Done)

    @cached_property
    def info(self) -> GameInfo:
        options = {
            "lifts": OptionInfo(2, "stones in a turn", (1, 2, 3)),
            "first": OptionInfo(RED, "who begins", SEATS),
            "short_game": OptionInfo(False, "a stone on each heap"),
        }
        return GameInfo("stones", "Stones", SEATS, 1, 1, summary="A toy.", options=options)

    @cached_property
    def rules_text(self) -> str:
        return RULES

    def setup(self, table: Table[StonesState]) -> StonesState:
        cards = deck.pile(dict.fromkeys(CARDS, 2))
        hands: dict[str, Pile] = {seat: [] for seat in SEATS}
        for hand in hands.values():
            deck.deal(table.dice, 2, cards, hand)
        table.do(Turn(table.house.first))
        heaps = dict(table.scenario.data.heaps)
        if table.house.short_game:
            heaps = dict.fromkeys(heaps, 1)
        return self.State(heaps=heaps, draw_pile=cards, hands=hands, score=dict.fromkeys(SEATS, 0))

    def names(self, table: Table[StonesState]) -> Iterable[str]:
        return (*table.state.heaps, *CARDS)

    def view(self, table: Table[StonesState], seat: str | None) -> StonesView:
        state = table.state
        hands = {one: hand if seat in (None, one) else None for one, hand in state.hands.items()}
        held = {one: len(hand) for one, hand in state.hands.items()}
        return StonesView(state.heaps, state.score, state.face, len(state.draw_pile), hands, held)

    def imagine(self, table: Table[StonesState], seat: str) -> None:
        state = table.state
        hand = state.hands[OTHER[seat]]
        held = len(hand)
        deck.pour(hand, state.draw_pile)
        deck.deal(table.dice, held, state.draw_pile, hand, stream="imagine")

    def tracks(self, table: Table[StonesState], seat: str | None) -> dict[str, int]:
        return dict(table.state.score)

    def status(self, view: StonesView) -> str:
        return f"red {view.score[RED]}, blue {view.score[BLUE]}"

    def board(self, view: StonesView, width: int = 80, height: int | None = None) -> Sequence[str]:
        return [f"{heap}: {'o' * count}"[:width] for heap, count in view.heaps.items()]

    def scripted(self) -> Bot:
        return Greedy()


def variant(**attributes: Any) -> Stones:
    """A game that differs from Stones in some class attributes."""
    game: Stones = type("Stones", (Stones,), attributes)()
    return game


def scenario(text: str = TOML, rules: Iterable[type[SpecialRule]] = (), **attributes: Any) -> Scenario:
    """The toy's scenario, or one of a variant; special rules are registered as `stones.NAME`."""
    kinds = {f"stones.{rule.__struct_config__.tag}": rule for rule in rules}
    return build(variant(**attributes), "stones/two-heaps", text, kinds)


def table(seed: int | str = 1, events: list[Event] | None = None, **attributes: Any) -> Table[Any]:
    """A table of the toy at its first decision."""
    return Table.new(scenario(**attributes), SeededDice(seed), None, events)


def state(**changes: Any) -> StonesState:
    """A written state: one stone on each heap, a fox against an old owl."""
    fields = {
        "heaps": {"north": 1, "south-east": 1},
        "draw_pile": ["fox", "hen"],
        "hands": {RED: ["fox"], BLUE: ["old-owl"]},
        "score": {RED: 0, BLUE: 0},
    }
    return StonesState(**(fields | changes))
