"""Exact odds: the laws of branching dice, every outcome once, and no change by asking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from types import ModuleType
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nonempty import some

from sandtable import (
    Action,
    Decision,
    Event,
    GameError,
    IllegalAction,
    Outcome,
    Phase,
    Scenario,
    ScriptedDice,
    SeededDice,
    State,
    Table,
)
from sandtable.model.dice import Dice, RecordedDice
from sandtable_tools import odds
from sandtable_tools.branching_dice import ProbingDice
from sandtable_tools.odds import (
    Branch,
    BranchingDice,
    TooManyBranches,
    distribution,
    outcomes,
    outcomes_at,
)

quick = settings(deadline=None, max_examples=60)
seeds = st.integers(0, 10**6)
SIXTH = Fraction(1, 6)


class Log(State):
    seen: list[Any] = []


class Asked(Phase[Log], frozen=True):
    """Asks luck for one value, and writes the answer down."""

    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Luck"
    what: str
    given: list[Any]

    def run(self, table: Table[Log]) -> None:
        table.state.seen.append(answer(table.dice, self.what, self.given))


class Count(Phase[Log], frozen=True):
    """Rolls against a value some `times`, and writes down only the number of successes."""

    times: int
    value: int

    def run(self, table: Table[Log]) -> None:
        table.state.seen.append(sum(table.dice.rolls_at_most(self.value) for _ in range(self.times)))


class Until(Phase[Log], frozen=True):
    rule: ClassVar[str] = "2"
    title: ClassVar[str] = "Until it comes"
    wanted: bool

    def run(self, table: Table[Log]) -> None:
        while table.dice.rolls_at_most(3) is not self.wanted:
            pass


class Twice(Phase[Log], frozen=True):
    """Goes back and has the same luck again."""

    def run(self, table: Table[Log]) -> None:
        table.dice.rolls_at_most(3)
        mark = table.dice.mark()
        table.state.seen += table.dice.roll()
        table.dice.rewind(mark)
        table.state.seen += table.dice.roll()


class Moody(Phase[Log], frozen=True):
    """A faulty rule: it looks at more than the position and the dice."""

    rule: ClassVar[str] = "3"
    title: ClassVar[str] = "A mood"
    moods: ClassVar[list[int]] = []

    def run(self, table: Table[Log]) -> None:
        self.moods.append(1)
        table.dice.rolls_at_most(len(self.moods))


class Over(Phase[Log], frozen=True):
    def run(self, table: Table[Log]) -> None:
        table.end(Outcome("over"))


class Go(Action, frozen=True):
    pass


class Wait(Action, frozen=True):
    pass


class Ask(Decision[Log], frozen=True):
    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "Asking"
    takes: ClassVar[tuple[type[Action], ...]] = (Go,)
    listed: ClassVar[list[int]] = []
    seat: str = "red"

    def candidates(self, table: Table[Log]) -> Iterator[Action]:
        self.listed.append(1)
        yield Go()

    def choose(self, table: Table[Log], action: Action) -> None:
        pass


@pytest.fixture(scope="module")
def bench(toy: ModuleType) -> Scenario:
    phases = (Asked, Count, Until, Twice, Moody, Over, Ask)
    return toy.scenario(State=Log, phases=phases, actions=(Go, Wait))


def answer(dice: Dice, what: str, given: list[Any]) -> Any:
    if what == "shuffle":
        things = list(given)
        dice.shuffle(things)
        return things
    return dice.pick(given) if what == "pick" else getattr(dice, what)(*given)


def paths(play: Callable[[BranchingDice], Any], most: int = 10**6) -> list[tuple[Fraction, Any]]:
    """The probability and the result of every path."""
    found, dice = [], BranchingDice(most)
    while dice:
        value = play(dice)
        found.append((dice.probability, value))
        last, dice = dice, dice.turn()
    assert last.branches == len(found)
    return found


def law(found: list[tuple[Fraction, Any]]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = {}
    for probability, value in found:
        sums[repr(value)] = sums.get(repr(value), Fraction(0)) + probability
    return sums


class Short(Exception):
    """The script is too short for the faces that are asked for."""


class Faces(Dice):
    """Plain dice that show given faces, for brute force: they branch at every face of every die."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__()
        self.left = list(faces)

    def _value(self, stream: str, sides: int) -> int:
        if not self.left:
            raise Short(sides)
        return self.left.pop(0)


def by_faces(play: Callable[[Dice], Any]) -> list[tuple[Fraction, Any]]:
    """The results for every way in which the faces of plain dice can fall."""
    found = []
    todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while todo:
        chance, faces = todo.pop()
        try:
            found.append((chance, play(Faces(faces))))
        except Short as more:
            sides = more.args[0]
            todo += [(chance / sides, (*faces, face)) for face in range(1, sides + 1)]
    return found


bags = st.lists(st.sampled_from(["fox", "hen", "owl"]), min_size=1, max_size=4)
few = st.lists(st.integers(1, 3), min_size=2, max_size=2)
questions = st.one_of(
    st.tuples(st.just("roll"), few),
    st.tuples(st.just("total"), few),
    st.tuples(st.just("rolls_at_most"), st.tuples(st.integers(-2, 7), st.integers(1, 5)).map(list)),
    st.tuples(st.just("pick"), bags),
    st.tuples(st.just("shuffle"), bags),
)


def branches(what: str, given: list[Any]) -> int:
    """The number of different answers."""
    if what == "rolls_at_most":
        return 2 if 0 < given[0] < given[1] else 1
    if what == "roll":
        return given[1] ** given[0]
    if what == "total":
        return given[0] * (given[1] - 1) + 1
    counts = Counter(given).values()
    return len(counts) if what == "pick" else factorial(len(given)) // prod(map(factorial, counts))


# The dice.


@given(asked=st.lists(questions, max_size=3))
@quick
def test_answers_have_the_law_of_plain_dice_and_no_more_branches_than_they_need(
    asked: list[tuple[str, list[Any]]],
):
    def play(dice: Dice) -> list[Any]:
        return [answer(dice, *question) for question in asked]

    found = paths(play)
    assert law(found) == law(by_faces(play))
    assert sum(probability for probability, _ in found) == 1
    assert len(found) == len(law(found)) == prod(branches(*question) for question in asked)


@given(value=st.integers(-3, 12), sides=st.integers(1, 10))
@quick
def test_against_is_the_share_of_the_faces_that_pass(value: int, sides: int):
    passing = sum(face <= value for face in range(1, sides + 1))
    expected = {"True": Fraction(passing, sides), "False": Fraction(sides - passing, sides)}
    found = law(paths(lambda dice: dice.rolls_at_most(value, sides)))
    assert found == {name: chance for name, chance in expected.items() if chance}


@pytest.mark.parametrize(("n", "sides"), [(1, 6), (2, 6), (3, 6), (5, 4), (4, 1), (2, 10)])
def test_a_total_has_the_weights_of_its_faces(n: int, sides: int):
    faces = Counter(map(sum, product(range(1, sides + 1), repeat=n)))
    found = paths(lambda dice: dice.total(n, sides))
    assert {total: chance for chance, total in found} == {
        total: Fraction(count, sides**n) for total, count in faces.items()
    }


def test_things_that_cannot_be_hashed_are_distinguished_all_the_same():
    found = paths(lambda dice: dice.pick([["fox"], ["hen"], ["fox"]]))
    assert found == [(Fraction(2, 3), ["fox"]), (Fraction(1, 3), ["hen"])]


def test_the_bag_stays_as_it_is_and_big_dice_against_a_value_are_two_branches():
    bag = ["hen", "fox", "hen"]
    paths(lambda dice: dice.pick(bag))
    assert bag == ["hen", "fox", "hen"]
    assert paths(lambda dice: dice.rolls_at_most(1, 1 << 64))[0] == (Fraction(1, 1 << 64), True)


@given(asked=st.lists(questions, min_size=1, max_size=3))
@quick
def test_the_rolls_that_are_kept_lead_to_the_same_answers_again(asked: list[tuple[str, list[Any]]]):
    def play(dice: Dice) -> list[Any]:
        return [answer(dice, *question) for question in asked]

    for _, (values, rolls) in paths(lambda dice: (play(dice), dice.rolls)):
        again = RecordedDice(roll.record for roll in rolls)
        assert play(again) == values
        assert [roll.record for roll in again.rolls] == [roll.record for roll in rolls]


@given(asked=st.lists(questions, min_size=1, max_size=3))
@quick
def test_other_examples_have_the_same_answers(asked: list[tuple[str, list[Any]]]):
    """Other faces, if there are any, and no other difference."""

    def play(dice: Dice) -> list[Any]:
        return [answer(dice, *question) for question in asked]

    dice: BranchingDice | None = BranchingDice(10**6)
    while dice:
        values, other = play(dice), dice.again()
        assert play(other) == values
        assert (other.rolls != dice.rolls) == dice.loose
        assert other.probability == dice.probability
        assert all(1 <= roll.value <= roll.sides for roll in other.rolls)
        dice = dice.turn()


@given(asked=st.lists(questions, max_size=3))
@quick
def test_probes_are_as_large_as_the_tree_on_average(asked: list[tuple[str, list[Any]]]):
    """The frequency of each path follows from the branches on it, so the mean is the number of paths."""

    def play(dice: Dice) -> list[Any]:
        return [answer(dice, *question) for question in asked]

    number = len(paths(play))
    probe = ProbingDice(SeededDice(1))
    play(probe)
    if not any(what == "shuffle" for what, _ in asked):
        assert probe.size == number, "these questions have as many branches on each path"


def test_a_roll_keeps_its_stream_and_who_asked(bench: Scenario):
    found = outcomes_at(bench, Log(), [Asked("total", [2, 6, "weather"]), Ask()])
    for roll in found[0].table.rolls:
        assert (roll.stream, roll.sides, roll.rule, roll.words) == ("weather", 6, "1", "Luck")
    assert [roll.value for roll in found[0].table.rolls] == [3, 4]


@pytest.mark.parametrize(
    ("what", "given", "expected"),
    [
        ("roll", [1, 0], "0 sides"),
        ("total", [2, 0], "0 sides"),
        ("total", [2, -6], "-6 sides"),
        ("rolls_at_most", [2, -6], "-6 sides"),
        ("pick", [], "empty bag"),
    ],
)
def test_an_impossible_face_is_refused_as_by_all_dice(what: str, given: list[Any], expected: str):
    for dice in (BranchingDice(), SeededDice(1)):
        with pytest.raises(GameError, match=expected):
            answer(dice, what, given)


@pytest.mark.parametrize("n", [0, -1])
def test_no_dice_at_all_are_one_path(n: int):
    assert paths(lambda dice: (dice.roll(n), dice.total(n), dice.rolls)) == [(1, ([], 0, []))]


# Outcomes.


def toss(toy: ModuleType) -> Table[Any]:
    """Red has lifted a stone, and the die is tossed after its turn."""
    state = toy.state(heaps={"north": 2, "south-east": 1}, draw_pile=["fox", "fox", "hen"])
    table = Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
    table.choose(toy.Lift("north"))
    return table


def scripted(table: Table[Any], action: Action, scripts: list[list[object]]) -> dict[bytes, Fraction]:
    """The outcomes if the dice show each script in turn, all equally likely."""
    found: dict[bytes, Fraction] = {}
    for script in scripts:
        with ScriptedDice(script) as dice:
            other = table.clone(dice)
            other.choose(action)
        found[other.position] = found.get(other.position, Fraction(0)) + Fraction(1, len(scripts))
    return found


def positions(found: list[Branch[Any]]) -> dict[bytes, Fraction]:
    return {branch.table.position: branch.probability for branch in found}


def test_outcomes_are_those_of_every_face_that_can_be_scripted(toy: ModuleType):
    table = toss(toy)
    found = outcomes(table, toy.Done())
    assert positions(found) == scripted(table, toy.Done(), [[face] for face in range(1, 7)])
    assert [branch.probability for branch in found] == [SIXTH] * 6
    assert {branch.table.decision.seat for branch in found} == {"blue"}


def test_a_card_is_drawn_as_often_as_there_are_such_cards(toy: ModuleType):
    state = toy.state(draw_pile=["fox", "fox", "hen"])
    table = Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
    scripts = [[card, face] for card in state.draw_pile for face in range(1, 7)]
    found = outcomes(table, toy.Play("fox"))
    assert positions(found) == scripted(table, toy.Play("fox"), scripts)
    assert distribution(found, lambda end: end.state.hands["red"][0]) == {
        "fox": Fraction(2, 3),
        "hen": Fraction(1, 3),
    }
    assert len(found) == 12


@given(seed=seeds, steps=st.integers(0, 12))
@settings(deadline=None, max_examples=40)
def test_odds_add_up_to_one_and_hold_whatever_honest_dice_bring(toy: ModuleType, seed: int, steps: int):
    table, player = toy.table(seed), SeededDice(f"{seed} player")
    for _ in range(steps):
        if table.outcome is None:
            table.choose(player.pick(list(table.options)))
    for action in table.options:
        found = positions(outcomes(table, action))
        assert sum(found.values()) == 1
        other = table.clone(SeededDice(seed + 1))
        other.choose(action)
        assert other.position in found


def test_ways_to_equal_positions_are_one_outcome(bench: Scenario):
    found = outcomes_at(bench, Log(), [Count(6, 2), Ask()])
    hits = {n: Fraction(comb(6, n) * 2**n * 4 ** (6 - n), 6**6) for n in range(7)}
    assert distribution(found, lambda table: table.state.seen[0]) == hits
    assert len(found) == 7


def test_the_rolls_of_an_outcome_are_those_of_the_first_way_to_it(bench: Scenario):
    found = outcomes_at(bench, Log(), [Count(3, 2), Ask()])
    rolls = {branch.table.state.seen[0]: [roll.value for roll in branch.table.rolls] for branch in found}
    assert rolls == {0: [3, 3, 3], 1: [2, 3, 3], 2: [2, 2, 3], 3: [2, 2, 2]}


def test_the_likeliest_comes_first_and_then_they_are_in_the_order_of_their_bytes(bench: Scenario):
    asked = [Asked("total", [2, 6]), Asked("pick", ["hen", "fox"])]
    found = outcomes_at(bench, Log(), [*asked, Ask()])
    keys = [(-branch.probability, branch.table.position) for branch in found]
    assert keys == sorted(keys)
    assert [branch.table.state.seen for branch in found[:3]] == [[7, "fox"], [7, "hen"], [6, "fox"]]


def test_an_action_without_luck_has_one_outcome_that_is_certain(toy: ModuleType):
    table = toy.table()
    [only] = outcomes(table, toy.Lift("north"))
    table.choose(toy.Lift("north"))
    assert (only.probability, only.table.position) == (1, table.position)
    assert list(only.table.options) == list(table.options)


def test_a_branch_can_branch_again(toy: ModuleType):
    """Two dice one after the other, with a decision between them, are as likely as both at once."""
    odds_of_both: dict[bytes, Fraction] = {}
    table = toss(toy)
    for chance, middle in outcomes(table, toy.Done()):
        [(chance_of_lift, lifted)] = outcomes(middle, toy.Lift("south-east"))
        for last, end in outcomes(lifted, toy.Done()):
            before = odds_of_both.get(end.position, Fraction(0))
            odds_of_both[end.position] = before + chance * chance_of_lift * last
    assert sum(odds_of_both.values()) == 1
    scripts = product(range(1, 7), repeat=2)
    expected: dict[bytes, Fraction] = {}
    for script in scripts:
        with ScriptedDice(script) as dice:
            other = table.clone(dice)
            for action in (toy.Done(), toy.Lift("south-east"), toy.Done()):
                other.choose(action)
        expected[other.position] = expected.get(other.position, Fraction(0)) + SIXTH**2
    assert odds_of_both == expected


def test_the_end_of_the_game_is_an_outcome(toy: ModuleType):
    state = toy.state(heaps={"north": 1, "south-east": 0})
    table = Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
    found = outcomes(table, toy.Lift("north"))
    assert {branch.table.outcome.name for branch in found} == {"red"}
    assert outcomes_at(toy.scenario(), toy.state(), [toy.End()])[0].table.outcome.name == "draw"


def test_house_rules_and_special_rules_are_those_of_the_table(toy: ModuleType):
    text = f'rules = [{{ name = "stones.harvest", every = 9 }}]\n{toy.TOML}'
    house = toy.StonesOptions(lifts=1)
    phases = [toy.Toss(), toy.Gain("blue"), toy.Turn("red")]
    for branch in some(outcomes_at(toy.scenario(text, [toy.Harvest]), toy.state(), phases, house)):
        assert branch.table.rules == [toy.Harvest(every=9, turns=1)]
        for after in some(outcomes(branch.table, toy.Lift("north"))):
            assert after.table.decision.seat == "blue"
            assert after.table.rules == [toy.Harvest(every=9, turns=2)]


# Nothing is changed by asking.


@given(seed=seeds, steps=st.integers(0, 6))
@quick
def test_the_table_stays_as_it_is(toy: ModuleType, seed: int, steps: int):
    events: list[Event] = []
    table = toy.table(seed, events)
    for _ in range(steps):
        if table.outcome is None:
            table.choose(table.options[-1])

    def keep() -> tuple[object, ...]:
        luck = (table.dice.mark(), list(table.rolls), table.dice.asker)
        return table.position, table.json, list(table.options), luck, list(events), table.outcome

    before, state = keep(), table.state
    for action in table.options:
        for branch in outcomes(table, action):
            assert branch.table.events is None
    assert keep() == before
    assert table.state is state


def test_the_written_state_stays_as_it_is(bench: Scenario):
    state, bag = Log([5]), ["fox", "hen"]
    phases = iter([Asked("pick", bag), Ask()])
    found = outcomes_at(bench, state, phases)
    assert [branch.table.state.seen for branch in found] == [[5, "fox"], [5, "hen"]]
    assert (state, bag) == (Log([5]), ["fox", "hen"])


def test_a_written_result_is_there_on_every_path(toy: ModuleType):
    phases = [toy.Gain("red"), toy.Toss(), toy.Gain("blue"), toy.Turn("red")]
    found = outcomes_at(toy.scenario(), toy.state(), phases, result=6)
    assert distribution(found, lambda table: table.state.score["red"]) == {1: 1}
    assert len(found) == 6


@pytest.mark.parametrize("named", ["play fox", "done"])
def test_an_illegal_action_is_refused_with_its_reason(toy: ModuleType, named: str):
    action = {"play fox": toy.Play("fox"), "done": toy.Done()}[named]
    state = toy.state(hands={"red": ["hen"], "blue": []})
    table = Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
    before = table.position
    with pytest.raises(IllegalAction) as caught:
        outcomes(table, action)
    assert caught.value.refusal == table.refusal(action)
    assert table.position == before


def test_no_action_is_legal_after_the_end(bench: Scenario):
    with pytest.raises(IllegalAction, match="the game is over"):
        outcomes(Table.at(bench, Log(), [Over()], SeededDice(1)), Go())


def test_options_are_listed_once_and_every_path_is_played_once(
    bench: Scenario, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Ask, "listed", [])
    played: list[bool] = []
    choose = Ask.choose
    monkeypatch.setattr(Ask, "choose", lambda *given: played.append(True) or choose(*given))
    table = Table.at(bench, Log(), [Ask(), Asked("total", [2, 6]), Ask()], SeededDice(1))
    assert len(outcomes(table, Go())) == len(played) == 11
    assert Ask.listed == [1]


# Faults.


@pytest.mark.parametrize(
    ("what", "given", "leaves"),
    [("roll", [2, 6], 36), ("total", [3, 6], 16), ("shuffle", [*"aaab"], 4), ("pick", [*"aab"], 2)],
)
def test_more_branches_than_allowed_are_refused_and_as_many_are_not(
    bench: Scenario, what: str, given: list[Any], leaves: int
):
    table = Table.at(bench, Log(), [Ask(), Asked(what, given), Count(1, 3), Ask()], SeededDice(1))
    before = table.position
    assert len(outcomes(table, Go(), most=2 * leaves)) == 2 * leaves
    for most in (2 * leaves - 1, leaves, 1):
        with pytest.raises(
            TooManyBranches, match=rf"^exact odds take more than {most} branch(es)?, last"
        ):
            outcomes(table, Go(), most=most)
    alone = [Asked(what, given), Ask()]
    assert len(outcomes_at(bench, Log(), alone, most=leaves)) == leaves
    with pytest.raises(TooManyBranches):
        outcomes_at(bench, Log(), alone, most=leaves - 1)
    assert table.position == before


@pytest.mark.parametrize(
    ("what", "given"),
    [("roll", [40]), ("roll", [1, 1 << 60]), ("total", [2, 1 << 40]), ("shuffle", list(range(52)))],
)
def test_far_too_many_paths_are_refused_at_once(
    bench: Scenario, monkeypatch: pytest.MonkeyPatch, what: str, given: list[Any]
):
    turned: list[bool] = []
    monkeypatch.setattr(BranchingDice, "turn", lambda _: turned.append(True))
    with pytest.raises(TooManyBranches, match=r"more than 100000 branches, last for Luck \[1\]$"):
        outcomes_at(bench, Log(), [Asked(what, given), Ask()])
    with pytest.raises(TooManyBranches, match=r"more than 100000 branches$"):
        answer(BranchingDice(), what, given)
    assert turned == []


@pytest.mark.parametrize("wanted", [True, False])
def test_rolling_until_something_comes_has_no_exact_odds(bench: Scenario, wanted: bool):
    with pytest.raises(
        TooManyBranches, match=rf"more than {odds.MOST_ROLLS} rolls in a row, last for Until.* \[2\]"
    ):
        outcomes_at(bench, Log(), [Until(wanted), Ask()])


def test_as_many_rolls_in_a_row_as_the_limit_can_be_shown(bench: Scenario):
    assert len(outcomes_at(bench, Log(), [Count(odds.MOST_ROLLS, 6), Ask()])) == 1
    with pytest.raises(TooManyBranches, match="in a row"):
        outcomes_at(bench, Log(), [Count(odds.MOST_ROLLS + 1, 6), Ask()])


def test_a_rule_that_goes_back_has_the_same_luck_again(bench: Scenario):
    found = outcomes_at(bench, Log(), [Twice(), Ask()])
    assert distribution(found, lambda table: tuple(table.state.seen)) == {
        (face, face): SIXTH for face in range(1, 7)
    }


def test_a_rule_that_looks_at_more_than_the_position_is_found_out(
    bench: Scenario, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Moody, "moods", [])
    with pytest.raises(GameError, match=r"another roll, last for A mood \[3\]"):
        outcomes_at(bench, Log(), [Moody(), Ask()])


def test_the_dice_of_a_branch_roll_no_more_but_its_table_can_be_cloned(bench: Scenario):
    luck = [Ask(), Asked("roll", [1, 6])]
    for branch in some(outcomes_at(bench, Log(), [Count(1, 3), *luck, Ask()])):
        with pytest.raises(GameError, match="clone its table"):
            branch.table.choose(Go())
        branch.table.clone(SeededDice(1)).choose(Go())


def test_a_distribution_adds_up_what_is_alike(bench: Scenario):
    found = outcomes_at(bench, Log(), [Asked("total", [2, 6]), Ask()])
    even = distribution(found, lambda table: table.state.seen[0] % 2 == 0)
    assert even == {True: Fraction(1, 2), False: Fraction(1, 2)}
    assert list(distribution(found, lambda table: table.state.seen[0]))[:3] == [7, 6, 8]
    assert distribution([], lambda table: table.state) == {}
