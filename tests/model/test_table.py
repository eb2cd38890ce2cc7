"""Tables: the schedule of phases, choices that are all or nothing, and positions that are data."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, combinations
from types import FrameType, ModuleType
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import (
    Action,
    AmbiguousAction,
    Decision,
    Event,
    GameError,
    IllegalAction,
    InvalidAction,
    Outcome,
    Phase,
    Refusal,
    Scenario,
    ScriptedDice,
    Seat,
    SeededDice,
    State,
    Table,
)
from sandtable.text.guard import OddError

quick = settings(deadline=None, max_examples=40)
seeds = st.integers(0, 10**6)


class Log(State):
    steps: list[int] = []


class Go(Action, frozen=True):
    pass


class Break(Action, frozen=True):
    how: str


class Wait(Action, frozen=True):
    pass


class Stepped(Event, frozen=True):
    step: int


class Step(Phase[Log], frozen=True):
    """Writes its number down, then schedules other phases in some calls."""

    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Step"
    number: int
    calls: tuple[tuple[Step | Ask, ...], ...] = ()

    def run(self, table: Table[Log]) -> None:
        table.state.steps.append(self.number)
        table.tell(Stepped(self.number))
        for call in self.calls:
            table.do(*call)


class Ask(Decision[Log], frozen=True):
    rule: ClassVar[str] = "2"
    title: ClassVar[str] = "Asking"
    takes: ClassVar[tuple[type[Action], ...]] = (Go, Break)
    seat: str = "red"
    ways: tuple[str, ...] = ("late", "early", "ended", "runaway")

    def candidates(self, table: Table[Log]) -> Iterator[Action]:
        yield from (Go(), *map(Break, self.ways))

    def choose(self, table: Table[Log], action: Action) -> None:
        if isinstance(action, Break):
            table.state.steps.append(0)
            table.result = table.dice.roll()
            table.tell(Stepped(0))
            table.do(Step(0), Broken(action.how))
            if action.how == "early":
                raise Broken.error
            if action.how == "ended":
                table.end(Outcome("over"))
                raise Broken.error


class Broken(Phase[Log], frozen=True):
    rule: ClassVar[str] = "6.1"
    title: ClassVar[str] = "Endless"
    error: ClassVar[BaseException] = RuntimeError()
    how: str

    def run(self, table: Table[Log]) -> None:
        table.dice.roll(3, stream="other")
        if self.how != "runaway":
            raise self.error
        table.do(self)


class DeadEnd(Ask, frozen=True):
    rule: ClassVar[str] = "6.2"
    title: ClassVar[str] = "Nowhere to go"

    def candidates(self, table: Table[Log]) -> Iterator[Action]:
        return iter(())


class Leave(Phase[Log], frozen=True):
    value: Any

    def run(self, table: Table[Log]) -> None:
        table.result = self.value


class Fetch(Phase[Log], frozen=True):
    def run(self, table: Table[Log]) -> None:
        table.state.steps.append(table.take())
        table.state.steps.append(-1 if table.result is None else table.result)


class Peek(Phase[Log], frozen=True):
    """Looks at the table before it changes it."""

    def run(self, table: Table[Log]) -> None:
        table.clone(SeededDice(1))
        table.state.steps.append(len(table.options))
        table.do(Ask(seat="blue", ways=("late",)))


class Stop(Phase[Log], frozen=True):
    def run(self, table: Table[Log]) -> None:
        table.do(Step(99))
        table.end(Outcome("over", {"red": 1, "blue": -1}))


@pytest.fixture(scope="module")
def bench(toy: ModuleType) -> Scenario:
    phases = (Step, Ask, Broken, DeadEnd, Leave, Fetch, Peek, Stop)
    return toy.scenario(State=Log, phases=phases, actions=(Go, Break, Wait), names=lambda *_: ["late"])


def table_at(bench: Scenario, *phases: Phase[Log], dice: SeededDice | None = None) -> Table[Log]:
    return Table.at(bench, Log(), phases, dice or SeededDice(1))


def keep(table: Table[Any]) -> tuple[object, ...]:
    """All data that must be unchanged after an action that failed."""
    events, rolls = list(table.events or []), list(table.rolls)
    return table.position, table.json, list(table.options), table.dice.mark(), events, rolls


# The schedule.

leaves = st.just(Ask()) | st.builds(Step, st.integers(1, 9))
steps = st.recursive(
    leaves,
    lambda inner: st.builds(
        Step, st.integers(1, 9), st.lists(st.lists(inner, max_size=3).map(tuple), max_size=3).map(tuple)
    ),
    max_leaves=20,
)


def preorder(phase: Step | Ask) -> list[int]:
    if isinstance(phase, Ask):
        return []
    return [
        phase.number,
        *(number for call in phase.calls for inner in call for number in preorder(inner)),
    ]


@given(phases=st.lists(steps, max_size=4))
@quick
def test_phases_run_in_the_order_of_the_calls_and_what_they_schedule_comes_next(
    bench: Scenario, phases: list[Step | Ask]
):
    """Also if the position is saved, as bytes or as text, at every decision."""
    table = table_at(bench, *phases, Stop())
    while table.outcome is None:
        table = Table.from_json(bench, table.json, SeededDice(1)).clone(SeededDice(1))
        table.choose(Go())
    assert table.state.steps == [number for phase in phases for number in preorder(phase)]
    assert table.schedule == []


def test_a_phase_leaves_a_value_for_a_later_one_who_takes_it(bench: Scenario):
    table = table_at(bench, Leave(5), Ask(), Fetch(), Ask())
    assert table.result == 5
    table = table.clone(SeededDice(1))
    table.choose(Go())
    assert table.state.steps == [5, -1]
    assert table.result is None


def test_the_game_ends_from_any_depth(bench: Scenario):
    events: list[Event] = []
    table = table_at(bench, Step(1, ((Step(2, ((Ask(), Stop(), Step(3)),)), Step(4)),)), Step(5), Ask())
    table.events = events
    table.choose(Go())
    assert table.outcome == Outcome("over", {"red": 1, "blue": -1})
    assert (table.state.steps, table.schedule, list(table.options)) == ([1, 2], [], [])
    with pytest.raises(GameError, match="the game is over"):
        _ = table.decision
    with pytest.raises(IllegalAction, match="the game is over"):
        table.choose(Go())
    with pytest.raises(IllegalAction, match="the game is over"):
        table.read("go")
    assert table.clone(SeededDice(1)).outcome == table.outcome


def test_a_thousand_phases_without_a_decision_name_the_phase_and_its_rule(bench: Scenario):
    with pytest.raises(GameError, match=r"1000 phases without a decision, last Endless \[.*6\.1\]"):
        table_at(bench, Broken("runaway"))
    assert len(table_at(bench, *map(Step, range(999)), Ask()).state.steps) == 999


def test_a_dead_end_names_the_phase_and_its_rule(bench: Scenario):
    table = table_at(bench, DeadEnd())
    for _ in range(2):
        with pytest.raises(GameError, match=r"dead end: Nowhere to go \[.*6\.2\]"):
            table.read("go")


def test_a_schedule_that_runs_out_is_an_error_and_undone(bench: Scenario):
    with pytest.raises(GameError, match="no phase is left to run"):
        table_at(bench, Step(1))
    table = table_at(bench, Ask())
    with pytest.raises(GameError, match="no phase is left to run"):
        table.choose(Go())
    assert table.decision == Ask()


def test_luck_is_asked_for_by_the_running_phase(toy: ModuleType):
    table = toy.table()
    assert [roll.rule for roll in table.rolls] == [""] * 4
    table.choose(toy.Lift("north"))
    assert table.rolls == []
    table.choose(toy.Done())
    assert [(roll.rule, roll.words) for roll in table.rolls] == [("3", "The die")]


def test_the_rolls_of_an_action_stay_as_they_were_for_who_has_kept_them(toy: ModuleType):
    table = toy.table()
    first, copied = table.rolls, list(table.rolls)
    table.choose(toy.Lift("north"))
    second = table.rolls
    table.choose(toy.Done())
    assert (first, second) == (copied, [])
    assert table.rolls != []


def test_a_table_that_halts_stops_before_what_opens_something_new(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    """A decision that opens waits as any other; nothing is underway at either."""
    table = toy.table(1)
    monkeypatch.setattr(toy.Turn, "opens", True)
    assert table.underway
    table.halts = True
    table.choose(next(option for option in table.options if option.name() == "play"))
    assert isinstance(table.schedule[-1], toy.Turn)
    assert not table.underway
    other = toy.table(1)
    other.choose(next(option for option in other.options if option.name() == "play"))
    assert other.decision.seat == "blue"
    monkeypatch.setattr(toy.Lifting, "opens", True)
    assert not other.underway


# All or nothing.


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (RuntimeError(), RuntimeError),
        (GameError("stop"), GameError),
        (KeyboardInterrupt(), KeyboardInterrupt),  # Ctrl-C, where nobody handles the signal
        (SystemExit(), OddError),
        (GeneratorExit(), OddError),
    ],
)
@pytest.mark.parametrize("how", ["late", "early", "ended"])
def test_an_action_that_fails_leaves_everything_as_it_was(
    bench: Scenario,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    error: BaseException,
    raised: type[BaseException],
):
    monkeypatch.setattr(Broken, "error", error)
    table = Table.at(bench, Log(), [Leave(3), Step(1), Ask(), Fetch(), Ask(), Stop()], SeededDice(1))
    table.events = [Stepped(7)]
    table.dice.roll(2)
    before = keep(table)
    with pytest.raises(raised):
        table.choose(Break(how))
    assert keep(table) == before
    table.choose(Go())
    assert (table.state.steps, table.events, table.rolls) == ([1, 3, -1], [Stepped(7)], [])


def test_endless_phases_after_an_action_are_undone(bench: Scenario):
    table = table_at(bench, Ask(), Ask(), Stop())
    before = keep(table)
    with pytest.raises(GameError, match="Endless"):
        table.choose(Break("runaway"))
    assert keep(table) == before


def test_an_interrupt_at_any_line_of_an_action_undoes_it(bench: Scenario):
    """Ctrl-C may come between any two steps, so it is raised at each in turn."""
    watched = (Table.choose.__code__, Table._run.__code__, Ask.choose.__code__)
    for stop in range(100):
        table = table_at(bench, Ask(), Step(1), Ask(), Stop())
        left = stop

        def interrupt(frame: FrameType, event: str, arg: object) -> Any:
            nonlocal left
            if frame.f_code in watched and event == "line":
                left -= 1
                if left == -1:
                    raise KeyboardInterrupt
            return interrupt if frame.f_code in watched else None

        tracing = sys.gettrace()
        sys.settrace(interrupt)
        try:
            table.choose(Go())
        except KeyboardInterrupt:
            assert (table.state.steps, table.schedule) == ([], [Stop(), Ask(), Step(1), Ask()])
        else:
            break
        finally:
            sys.settrace(tracing)
    assert stop > 20
    assert table.state.steps == [1]


@given(seed=seeds, illegal=st.data())
@quick
def test_a_refused_action_changes_nothing(toy: ModuleType, seed: int, illegal: st.DataObject):
    events: list[Event] = []
    table = toy.table(seed, events)
    refused = [action for action in table.decision.candidates(table) if table.refusal(action)]
    action = illegal.draw(st.sampled_from(refused))
    before = keep(table)
    with pytest.raises(IllegalAction) as caught:
        table.choose(action)
    assert caught.value.refusal == table.decision.refusal(table, action)
    assert keep(table) == before


# Options and refusals.


def test_a_decision_may_allow_an_action_without_listing_its_options(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    table = Table.new(toy.scenario(), SeededDice(1))
    option, other = table.options[:2]
    table.refresh()
    monkeypatch.setattr(toy.Lifting, "allows", lambda *asked: asked[2] == option)
    monkeypatch.setattr(toy.Lifting, "options", lambda *_: pytest.fail("the options were listed"))
    seat = Seat(table, table.decision.seat, SeededDice(2), list)
    assert seat.allows(option)
    assert not seat.allows(other)
    table.choose(option)


def test_options_are_computed_once_per_decision(toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    computed_for: list[str] = []
    candidates = toy.Lifting.candidates
    monkeypatch.setattr(
        toy.Lifting,
        "candidates",
        lambda self, table: computed_for.append(self.seat) or candidates(self, table),
    )
    table = toy.table()
    for _ in range(3):
        assert table.options is table.options
        table.refusal(toy.Done())
    table.read("lift north")
    assert computed_for == ["red"]
    table.choose(toy.Lift("north"))
    assert computed_for == ["red"]
    assert table.options
    assert computed_for == ["red", "red"]


def test_an_action_is_refused_by_its_rule_or_by_what_the_decision_waits_for(
    bench: Scenario, toy: ModuleType
):
    table = Table.at(toy.scenario(), toy.state(), [toy.Turn("red")], SeededDice(1))
    assert table.refusal(toy.Lift("north")) is None
    assert table.refusal(toy.Play("hen")) == Refusal("4", "you do not hold that card", "hen")
    assert table.refusal(toy.Done()) == Refusal("2.1", "lift a stone or play a card first")
    waiting = table_at(bench, Ask()).refusal(Wait())
    assert waiting == Refusal("2", "not now; choose from go, break")


@pytest.mark.parametrize(
    ("line", "error", "expected"),
    [
        ("", InvalidAction, "type an action"),
        ("  ", InvalidAction, "type an action"),
        ("lfit north", InvalidAction, 'no action "lfit"; did you mean "lift"'),
        ("lift nroth", InvalidAction, 'no heap "nroth"; did you mean "north"'),
        ("lift", AmbiguousAction, "lift north, lift south-east"),
        ("lift north now", InvalidAction, 'takes 1 argument; leave out "now"'),
        ("play hen", IllegalAction, "you do not hold that card"),
        ("done", IllegalAction, "lift a stone"),
    ],
)
def test_words_that_are_no_option_are_refused_in_steps(
    toy: ModuleType, line: str, error: type[Exception], expected: str
):
    table = Table.at(toy.scenario(), toy.state(), [toy.Turn("red")], SeededDice(1))
    with pytest.raises(error, match=expected):
        table.read(line)


def test_words_are_read_from_any_clear_beginning(toy: ModuleType):
    table = Table.at(toy.scenario(), toy.state(), [toy.Turn("red")], SeededDice(1))
    assert table.read("l n") == toy.Lift("north")
    assert table.read("LIFT east") == toy.Lift("south-east")
    assert table.read("p") == toy.Play("fox")
    table.choose(toy.Lift("north"))
    assert table.read("lift") == toy.Lift("south-east")


def test_an_exact_name_is_not_read_as_a_longer_one(toy: ModuleType):
    """An exact word beats a prefix: it is refused rather than taken for something else."""
    state = toy.state(heaps={"north": 0, "north-east": 1})
    table = Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
    assert table.read("lift nor") == toy.Lift("north-east")
    for line in ("lift north", "LIFT North"):
        with pytest.raises(IllegalAction, match="that heap is empty"):
            table.read(line)


# Positions.


def random_game(toy: ModuleType, seed: int) -> Iterator[Table[Any]]:
    table, luck = toy.table(seed), SeededDice(f"{seed} player")
    while table.outcome is None:
        yield table
        table.choose(luck.pick(list(table.options)))
    yield table


@given(seed=seeds)
@quick
def test_a_position_comes_back_from_bytes_and_from_text(toy: ModuleType, seed: int):
    for table in random_game(toy, seed):
        copies = [
            table.clone(SeededDice(1)),
            Table.from_json(table.scenario, table.json, SeededDice(1)),
        ]
        for copy in copies:
            assert copy.position == table.position
            assert (copy.state, copy.schedule) == (table.state, table.schedule)
            assert (copy.outcome, list(copy.options)) == (table.outcome, list(table.options))


@given(seed=seeds)
@quick
def test_restore_goes_back_with_the_same_luck_to_come(toy: ModuleType, seed: int):
    table = toy.table(seed)
    start, player = table.snapshot(), SeededDice(seed)
    actions, after = [], []
    while table.outcome is None:
        actions.append(player.pick(list(table.options)))
        table.choose(actions[-1])
        after.append(table.snapshot())
    table.restore(start)
    assert table.position == start.position
    for action, expected in zip(actions, after, strict=True):
        table.choose(action)
        assert table.snapshot() == expected


@given(seed=seeds)
@quick
def test_a_clone_goes_its_own_way(toy: ModuleType, seed: int):
    events: list[Event] = []
    table = toy.table(seed, events)
    before, events_before = table.position, list(events)
    other = table.clone(SeededDice("other"))
    while other.outcome is None:
        other.choose(other.options[-1])
    assert Table.clone(table, SeededDice(1)).position == table.position == before
    assert events == events_before
    assert other.events is None


def test_equal_positions_have_equal_bytes_however_they_came_about(toy: ModuleType):
    scenario = toy.scenario()

    def play(*actions: Action) -> Table[Any]:
        table = Table.at(scenario, toy.state(), [toy.Turn("red")], ScriptedDice([2]))
        for action in actions:
            table.choose(action)
        return table

    first = play(toy.Lift("north"), toy.Lift("south-east"))
    second = play(toy.Lift("south-east"), toy.Lift("north"))
    assert first.position == second.position
    assert first.position != play(toy.Lift("north"), toy.Done()).position


def test_a_field_at_its_default_is_not_written(toy: ModuleType):
    table = Table.at(toy.scenario(), toy.state(), [toy.Turn("red")], SeededDice(1))
    assert '"face"' not in table.json
    assert '"outcome"' not in table.json


def test_a_phase_that_looks_at_the_table_leaves_no_old_picture_behind(bench: Scenario):
    table = table_at(bench, Ask(), Peek(), Ask(), Stop())
    table.choose(Go())
    assert table.state.steps == [5]
    assert table.clone(SeededDice(1)).state == table.state
    assert list(table.options) == [Go(), Break("late")]


def test_a_written_position_plays_on_to_its_first_decision(toy: ModuleType):
    phases = [toy.Toss(), toy.Gain("blue"), toy.Turn("red")]
    with ScriptedDice([6, 1]) as dice:
        table = Table.at(toy.scenario(), toy.state(), phases, dice, toy.StonesOptions(lifts=1))
        assert (table.state.score, table.decision) == ({"red": 0, "blue": 1}, toy.Lifting(seat="red"))
        table.choose(toy.Lift("north"))
    assert table.decision == toy.Lifting(seat="blue")


def test_a_written_position_has_the_special_rules_of_its_scenario(toy: ModuleType):
    text = f'rules = [{{ name = "stones.harvest", every = 9 }}]\n{toy.TOML}'
    scenario = toy.scenario(text, [toy.Harvest])
    assert Table.new(scenario, SeededDice(1)).rules == [toy.Harvest(every=9, turns=1)]
    table = Table.at(scenario, toy.state(), [toy.Turn("red")], SeededDice(1))
    assert table.rules == [toy.Harvest(every=9, turns=1)]


# What a seat may know.


@given(seed=seeds, luck=seeds)
@quick
def test_an_imagined_table_looks_the_same_to_the_seat_and_is_another(
    toy: ModuleType, seed: int, luck: int
):
    for table in random_game(toy, seed):
        before = table.position
        for seat in toy.SEATS:
            other = table.imagine(seat, SeededDice(luck))
            assert other.view(seat) == table.view(seat)
            assert list(other.options) == list(table.options) or table.decision.seat != seat
            cards = [
                sorted(
                    [*either.state.draw_pile, *either.state.hands["red"], *either.state.hands["blue"]]
                )
                for either in (other, table)
            ]
            assert cards[0] == cards[1]
        assert table.position == before


def test_imagining_deals_the_hidden_cards_again(toy: ModuleType):
    table = toy.table()
    unseen = [*table.state.draw_pile, *table.state.hands["blue"]]
    worlds = {tuple(table.imagine("red", SeededDice(n)).state.hands["blue"]) for n in range(60)}
    assert worlds == {tuple(sorted(pair)) for pair in combinations(unseen, 2)}


def test_what_was_chosen_in_secret_is_chosen_again_by_the_players_that_are_assumed(bids: ModuleType):
    """A bid that the seat cannot see: the scripted player's own dice decide, or another bot."""

    class Six:
        def choose(self, seat: Seat) -> Action:
            return seat.options[-1]

    table = bids.table()
    table.choose(table.options[0])
    assert table.decision.seat == "west"
    mixed = [table.imagine("west", SeededDice(n)) for n in range(60)]
    assert {*chain(*(world.state.laid["east"] for world in mixed))} == {1, 2, 3, 4, 5, 6}
    assert all(world.view("west") == table.view("west") for world in mixed)
    assert {world.decision for world in mixed} == {table.decision}
    sure = table.imagine("west", SeededDice(1), {"east": Six(), "west": Six()})
    assert sure.state.laid == {"east": [6]}
    assert table.state.laid == {"east": [1]}


def test_a_bot_that_fails_while_it_chooses_again_is_named(bids: ModuleType):
    class Broken:
        def choose(self, seat: Seat) -> Action:
            raise ValueError("no idea")

    table = bids.table()
    table.choose(table.options[0])
    with pytest.raises(GameError, match="the bot Broken failed as east: ValueError"):
        table.imagine("west", SeededDice(1), dict.fromkeys(bids.SEATS, Broken()))


def test_nothing_is_kept_of_events_when_nobody_listens(toy: ModuleType):
    table = toy.table()
    table.choose(table.options[0])
    assert table.events is None
