"""The odds for a seat: the outcomes that it would see, with only its own knowledge, exact or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import (
    Action,
    AmbiguousAction,
    IllegalAction,
    InvalidAction,
    SandtableError,
    SeededDice,
    Table,
)
from sandtable_batch.estimate import Estimate
from sandtable_console.waiting import result_of
from sandtable_tools.odds import (
    EventOdds,
    Forecast,
    LikelyOutcome,
    TrackChange,
    distribution,
    forecast,
    forecast_in_steps,
    outcomes,
)
from sandtable_tools.odds.branching import explore
from sandtable_tools.odds.documents import document
from sandtable_tools.odds.options import split_actions
from sandtable_tools.odds.policy import Policy
from sandtable_tools.odds.render import lines
from sandtable_tools.odds.topics import Topic, TopicIndex
from sandtable_tools.odds.tree import deal_world

seeds = st.integers(0, 10**6)
quick = settings(deadline=None, max_examples=25)
SIXTH, THIRD = Fraction(1, 6), Fraction(1, 3)

IN_WORLDS = 2_800
"""A limit that is too low for the worlds of `crowd`, and enough for the luck in each."""

GAMES = 20
"""A limit that is too low for the luck alone."""


@pytest.fixture(autouse=True)
def spoken(toy: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events with longer texts than the toy's own."""
    texts = {
        toy.Tossed: lambda event: f"The die shows {event.face}",
        toy.Drew: lambda event: f"{event.seat} draws {event.card or 'a card'}",
    }
    for kind, says in texts.items():
        monkeypatch.setattr(kind, "text", property(says))


def chances(found: Forecast, key: Callable[[Any], Any]) -> dict[Any, Fraction]:
    """The probability of each value that `key` reads from an outcome."""
    sums: dict[Any, Fraction] = defaultdict(Fraction)
    for outcome in found.outcomes:
        sums[key(outcome)] += outcome.probability
    return dict(sums)


def text(likely: LikelyOutcome) -> str:
    return likely.text


def holds(estimated: LikelyOutcome | TrackChange | EventOdds, truth: Fraction) -> bool:
    """Whether an interval covers the truth."""
    assert estimated.interval
    return estimated.interval.low <= truth <= estimated.interval.high


# What a seat sees.


def test_outcomes_are_shown_in_events_and_changes_of_tracks(duel: Table[Any], toy: ModuleType) -> None:
    duel.choose(toy.Lift("north"))
    found = forecast(duel, "red", toy.Done())
    assert (found.exact, found.ways, found.worlds, found.samples) == (True, 18, 3, 0)
    assert [outcome.probability for outcome in found.outcomes] == [SIXTH] * 6
    assert [outcome.text for outcome in found.outcomes] == [
        f"The die shows {face}." for face in range(1, 7)
    ]
    assert [outcome.tracks for outcome in found.outcomes] == [{}] * 4 + [{"red": 1}] * 2
    assert {outcome.next for outcome in found.outcomes} == {"blue: Lifting"}
    (change,) = found.expected.values()
    assert change == (THIRD, None, {0: 2 * THIRD, 1: THIRD})


def test_ways_that_a_seat_sees_alike_are_one_outcome(duel: Table[Any], toy: ModuleType) -> None:
    """Blue plays on for Red: Red sees that a card is drawn, and not which."""
    duel.choose(toy.Lift("north"))
    found = forecast(duel, "red", toy.Done(), horizon=1)
    assert found.ways > len(found.outcomes)
    assert all("blue draws a card" in outcome.text for outcome in found.outcomes)
    drawn = [
        word for outcome in found.outcomes for word in ("draws fox", "draws hen") if word in outcome.text
    ]
    assert drawn == []


def test_a_seat_sees_what_comes_to_it(duel: Table[Any], toy: ModuleType) -> None:
    """Blue knows its owl; a fox comes twice as often as a hen, since Red's fox is unknown to it."""
    duel.choose(toy.Lift("north"))
    duel.choose(toy.Done())
    found = forecast(duel, "blue", toy.Play("old-owl"))
    assert (found.exact, found.worlds) == (True, 2)
    cards = chances(found, lambda outcome: outcome.sentences[1])
    assert cards == {"blue draws fox.": 2 * THIRD, "blue draws hen.": THIRD}


def test_hidden_information_is_averaged_and_not_shown(duel: Table[Any], toy: ModuleType) -> None:
    """The owl is in Blue's hand, and Red, who cannot know it, draws it once in three times."""
    found = forecast(duel, "red", toy.Play("fox"))
    assert found.exact
    assert found.worlds == 3
    assert sum(outcome.probability for outcome in found.outcomes) == 1
    assert {outcome.probability for outcome in found.outcomes} == {THIRD * SIXTH}
    assert len(found.outcomes) == 18
    real = distribution(outcomes(duel, toy.Play("fox")), lambda table: table.state.hands["red"][0])
    assert "old-owl" not in real


@given(
    seed=seeds,
    steps=st.integers(0, 6),
    most=st.sampled_from([GAMES, IN_WORLDS, 12_000]),
    horizon=st.sampled_from([None, 1]),
)
@quick
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_odds(
    toy: ModuleType, seed: int, steps: int, most: int, horizon: int | None
) -> None:
    table, player = toy.table(seed), SeededDice(f"{seed} player")
    for _ in range(steps):
        if table.outcome is None:
            table.choose(player.pick(list(table.options)))
    if table.outcome is not None:
        return
    seat = table.decision.seat
    action = player.pick(list(table.options))
    other = table.imagine(seat, SeededDice(f"{seed} other"))
    both = [
        forecast(either, seat, action, horizon=horizon, most=most, samples=40)
        for either in (table, other)
    ]
    assert both[0] == both[1]
    assert sum(outcome.probability for outcome in both[0].outcomes) == 1


# To the end of what an action begins.


def test_a_move_is_followed_until_its_sequence_is_over(duel: Table[Any], toy: ModuleType) -> None:
    """A lifted stone begins a turn, which red's player ends, and the die is thrown."""
    whole = forecast(duel, "red", toy.Lift("north"), bots={"red": Ender()})
    assert whole.later_decisions == (1, 1)
    assert any(event.text == "The die shows 1-6." for event in whole.events)
    assert {outcome.next for outcome in whole.outcomes} == {"blue: Lifting"}
    near = forecast(duel, "red", toy.Lift("north"), horizon=0)
    assert near.later_decisions == (0, 0)
    assert {outcome.next for outcome in near.outcomes} == {"red: Lifting"}
    assert lines(whole, 200)[-1].endswith("The bots make 1 more choice.")


def test_a_game_can_say_where_something_new_begins(
    duel: Table[Any], toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No decision and no roll is there, so later events make no difference."""
    monkeypatch.setattr(toy.Toss, "opens", True)
    found = forecast(duel, "red", toy.Lift("north"), bots={"red": Ender()})
    assert found.later_decisions == (1, 1)
    assert (found.exact, found.ways) == (True, 6)
    assert {outcome.next for outcome in found.outcomes} == {"The die"}
    assert not any("die shows" in event.text for event in found.events)
    monkeypatch.setattr(toy.Lifting, "opens", True)
    assert forecast(duel, "red", toy.Lift("north")).later_decisions == (0, 0)


def test_where_nothing_comes_before_something_new_begins_the_next_decision_is_shown_of(
    duel: Table[Any], toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy.Toss, "opens", True)
    duel.choose(toy.Lift("north"))
    found = forecast(duel, "red", toy.Done())
    assert (found.later_decisions, found.exact) == ((0, 0), True)
    assert any(event.text == "The die shows 1-6." for event in found.events)


def test_exact_odds_show_how_far_they_are(duel: Table[Any], toy: ModuleType) -> None:
    shares = [step.share for step in forecast_in_steps(duel, "red", [toy.Lift("north"), toy.Done()])]
    assert len(shares) >= 2
    assert 0 < shares[0] <= shares[-1] < 1


def test_a_plan_is_followed_from_its_last_action(
    duel: Table[Any], toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy.Toss, "opens", True)
    players = {"blue": Ender(), "red": Ender()}
    found = forecast(duel, "red", [toy.Play("fox"), "lift north"], bots=players)
    assert {outcome.next for outcome in found.outcomes} == {"The die"}
    assert found.later_decisions == (2, 2)  # blue's, between the two, and one after them
    assert any("die shows" in event.text for event in found.events)


# Exact and sampled.


def test_the_same_is_said_again_and_nothing_has_changed(duel: Table[Any], toy: ModuleType) -> None:
    position, rolls = duel.position, list(duel.rolls)
    for most in (GAMES, 12_000):
        first = forecast(duel, "red", toy.Play("fox"), most=most)
        assert forecast(duel, "red", toy.Play("fox"), most=most) == first
    assert (duel.position, duel.rolls) == (position, rolls)


@pytest.mark.parametrize("most", [IN_WORLDS, GAMES])
def test_samples_agree_with_what_is_exact(crowd: Table[Any], toy: ModuleType, most: int) -> None:
    """Each interval is right 95 times in 100: of 18, hardly more than 3 are wrong."""
    truth = chances(forecast(crowd, "red", toy.Play("fox"), most=100_000), text)
    found = forecast(crowd, "red", toy.Play("fox"), most=most)
    assert not found.exact
    assert (found.ways > 0) == (found.worlds > 0) == (most == IN_WORLDS)
    assert len(found.outcomes) == len(truth) == 18
    wrong = [outcome for outcome in found.outcomes if not holds(outcome, truth[outcome.text])]
    assert len(wrong) <= 3
    assert holds(found.expected["red"], Fraction(4, 3))


@pytest.mark.parametrize("dice", [30, 400])
def test_a_rule_that_rolls_very_many_dice_is_sampled(
    dice: int, duel: Table[Any], toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(phase: Any, table: Table[Any]) -> None:
        table.result = table.dice.roll(dice)[0]

    monkeypatch.setattr(toy.Toss, "run", run)
    duel.choose(toy.Lift("north"))
    found = forecast(duel, "red", toy.Done(), samples=20)
    assert (found.exact, found.samples) == (False, 20)


@pytest.mark.parametrize("trials", [12, pytest.param(60, marks=pytest.mark.soak)])
def test_intervals_cover_the_truth_about_as_often_as_they_say(
    trials: int, crowd: Table[Any], toy: ModuleType
) -> None:
    """The mean over worlds, each with its exact share."""
    unknown = crowd.state.draw_pile + crowd.state.hands["blue"]
    truth = Fraction(unknown.count("old-owl"), 6 * len(unknown))
    hits = 0
    for seed in range(trials):
        world = crowd.imagine("red", SeededDice(seed))
        world.state.face = seed  # seen by all, so the samples differ
        world.refresh()
        found = forecast(world, "red", toy.Play("fox"), most=IN_WORLDS)
        owls = [outcome for outcome in found.outcomes if "draws old-owl" in outcome.text]
        assert owls
        hits += all(holds(owl, truth) for owl in owls)
    assert hits >= 0.9 * trials


def test_worlds_that_all_agree_say_so_and_prove_nothing(crowd: Table[Any], toy: ModuleType) -> None:
    found = forecast(crowd, "red", toy.Lift("north"), horizon=0, most=IN_WORLDS)
    assert (found.exact, found.same, found.worlds) == (False, True, 200)
    (only,) = found.outcomes
    assert only.probability == 1
    assert only.interval
    assert 0.95 < only.interval.low < 1
    assert "All 200 deals of what you cannot see gave this" in lines(found, 200)[-1]


def test_a_sample_of_worlds_is_called_so_once(crowd: Table[Any], toy: ModuleType) -> None:
    found = forecast(crowd, "red", toy.Play("fox"), most=IN_WORLDS)
    method = lines(found, 200)[-1]
    assert method.startswith(f"Sampled from {found.worlds} deals of what you cannot see, each with all")


# One after the other, and later_decisions on.


def test_actions_follow_each_other(duel: Table[Any], toy: ModuleType) -> None:
    found = forecast(duel, "red", [toy.Lift("north"), toy.Done()])
    duel.choose(toy.Lift("north"))
    after = forecast(duel, "red", toy.Done())
    assert chances(found, lambda outcome: outcome.tracks.get("red")) == {1: 2 * THIRD, 2: THIRD}
    assert len(found.outcomes) == len(after.outcomes) == 6


def test_where_an_action_is_not_legal_the_way_ends_and_says_so(
    duel: Table[Any], toy: ModuleType
) -> None:
    """Blue plays its card in between; then Red holds a hen if it drew one."""
    found = forecast(duel, "red", [toy.Play("fox"), "play hen"], most=100_000)
    assert found.exact
    ended = [outcome for outcome in found.outcomes if "cannot be done" in outcome.text]
    assert sum(event.probability for event in ended) == 2 * THIRD
    assert all('"play hen" cannot be done: you do not hold that card' in event.text for event in ended)
    assert all(event.next.startswith("red: ") for event in ended)


def test_a_plan_that_outlives_the_game_ends_with_it(duel: Table[Any], toy: ModuleType) -> None:
    plan = [toy.Lift("north"), toy.Lift("south-east"), "done"]
    found = forecast(duel, "red", plan)
    assert {outcome.over for outcome in found.outcomes} == {"red"}
    assert all(outcome.text.endswith("Over: red.") for outcome in found.outcomes)
    assert not any("cannot be done" in outcome.text for outcome in found.outcomes)


def test_no_decisions_are_claimed_that_never_come(duel: Table[Any], toy: ModuleType) -> None:
    over = forecast(duel, "red", [toy.Lift("north"), toy.Lift("south-east")], horizon=5)
    assert over.later_decisions == (0, 0)
    assert "choice" not in lines(over, 200)[-1]
    duel.choose(toy.Lift("north"))
    ended = forecast(duel, "red", toy.Done(), horizon=40, bots={"blue": Lifter(), "red": Lifter()})
    least, most = ended.later_decisions
    assert least < 40
    assert most < 40
    expected = f"{'up to ' if least < most else ''}{most} more choice"
    assert expected in lines(ended, 200)[-1]


def test_a_horizon_plays_on_with_bots_and_branches_over_luck(duel: Table[Any], toy: ModuleType) -> None:
    """Blue's greedy bot plays its first card: the prize and its worth, by hand."""
    duel.choose(toy.Lift("north"))
    found = forecast(duel, "red", toy.Done(), horizon=1)
    assert found.exact
    gains = chances(found, lambda outcome: outcome.tracks.get("blue", 0))
    wanted: dict[int, Fraction] = defaultdict(Fraction)
    for worth in (1, 2, 3):
        wanted[worth] += THIRD * 2 * THIRD
        wanted[worth + 1] += THIRD * THIRD
    assert gains == wanted


class Ender:
    """Ends its turn if it can, else takes the first option."""

    def choose(self, seat: Any) -> Action:
        return next((option for option in seat.options if option.name() == "done"), seat.options[0])


class Lifter:
    """Lifts from the first heap that has stones, whatever has happened."""

    def choose(self, seat: Any) -> Action:
        return next(option for option in seat.options if option.name() in ("lift", "done"))


def test_another_bot_can_play_on(duel: Table[Any], toy: ModuleType) -> None:
    duel.choose(toy.Lift("north"))
    found = forecast(duel, "red", toy.Done(), horizon=1, bots={"blue": Lifter()})
    assert chances(found, lambda outcome: outcome.tracks["blue"]) == {1: 2 * THIRD, 2: THIRD}
    assert {outcome.over for outcome in found.outcomes} == {"red", "blue", "draw"}


def test_bad_plans_are_refused(duel: Table[Any], toy: ModuleType) -> None:
    with pytest.raises(IllegalAction, match="do not hold"):
        forecast(duel, "red", toy.Play("hen"))
    with pytest.raises(InvalidAction, match='"fly" cannot be done: no action "fly"'):
        forecast(duel, "red", [toy.Lift("north"), "fly"])
    with pytest.raises(AmbiguousAction, match="can mean"):
        forecast(duel, "red", [toy.Play("fox"), "lift"])
    wrong: Any
    for wrong in ({"horizon": -1}, {"horizon": 1001}, {"most": 0}, {"samples": 0}):
        with pytest.raises(SandtableError, match="0 to 1000 decisions ahead; --most and --samples"):
            forecast(duel, "red", toy.Play("fox"), **wrong)
    with pytest.raises(SandtableError, match="red decides now, not blue"):
        forecast(duel, "blue", toy.Play("fox"))
    with pytest.raises(SandtableError, match="odds need an action"):
        forecast(duel, "red", [])


# Events by themselves.


@given(seed=seeds, steps=st.integers(0, 4), horizon=st.integers(0, 3))
@settings(max_examples=settings.default.max_examples // 4)
def test_an_event_is_as_likely_as_the_ways_on_which_it_is_heard(
    toy: ModuleType, seed: int, steps: int, horizon: int
) -> None:
    """Compared with every path of every world, played to its end and counted."""
    table, player = toy.table(seed), SeededDice(f"{seed} player")
    for _ in range(steps):
        if table.outcome is None:
            table.choose(player.pick(list(table.options)))
    if table.outcome is not None:
        return
    seat, action = table.decision.seat, player.pick(list(table.options))
    found = forecast(table, seat, action, horizon=horizon, most=100_000)
    if not found.exact:
        return
    plan, topic_index = Policy.of(table, seat, action, horizon=horizon), TopicIndex(seat)
    heard: dict[Topic, Fraction] = defaultdict(Fraction)
    for probability, way in explore(lambda dice: played(plan, table, topic_index, dice), 100_000):
        for topic in topic_index.topics(way.heard):
            heard[topic] += probability
    wanted = [(topic_index.words(topic), part) for topic, part in heard.items()]
    events = [event for event in found.events if event.kind not in ("next", "over")]
    assert sorted((event.text, event.probability) for event in events) == sorted(wanted)
    assert sum(event.probability for event in found.events if event.kind == "next") == 1 - sum(
        event.probability for event in found.events if event.kind == "over"
    )


def played(plan: Policy, table: Table[Any], topic_index: TopicIndex, dice: Any) -> Any:
    """A path played to the end of a plan, with the dice of one path, the deal included."""
    world = deal_world(table, plan, dice)
    world.dice = dice
    return plan.play_to_end(world, topic_index, dice)


def test_each_event_has_its_own_chance(duel: Table[Any], toy: ModuleType) -> None:
    found = forecast(duel, "red", toy.Play("fox"))
    own = {event.text: event.probability for event in found.events}
    assert own["The die shows 1-6."] == 1
    assert own["red draws hen."] == THIRD
    assert document(found)["events"][-1].keys() == {"text", "probability"}


def test_sampled_events_have_intervals_that_hold_the_truth(crowd: Table[Any], toy: ModuleType) -> None:
    truth = {event.text: event for event in forecast(crowd, "red", toy.Play("fox"), most=100_000).events}
    for most in (IN_WORLDS, GAMES):
        found = forecast(crowd, "red", toy.Play("fox"), most=most)
        assert not found.exact
        wrong = [event for event in found.events if not holds(event, truth[event.text].probability)]
        assert len(wrong) <= 2


def test_no_nought_has_a_sign(duel: Table[Any], toy: ModuleType) -> None:
    found = forecast(duel, "red", toy.Play("fox"))
    little = TrackChange(Fraction(-1, 1000), Estimate(0, -0.001, 0.04, 9), {0: THIRD, 1: 2 * THIRD})
    printed = lines(found._replace(expected={"leadership": little}), 200)
    assert any(line.startswith("leadership: +0.0 expected") for line in printed)


def test_it_is_shown_how_far_the_samples_are(duel: Table[Any], toy: ModuleType) -> None:
    steps = forecast_in_steps(duel, "red", toy.Play("fox"), most=GAMES, samples=2)
    assert [next(steps), next(steps)] == [(0.5, 1), (1.0, 2)]
    found = result_of(steps)
    sampled = forecast(duel, "red", toy.Play("fox"), most=GAMES, samples=20)
    assert lines(sampled, 200)[-1].startswith("Sampled from 20 games;")
    assert not found.exact


@pytest.mark.parametrize(("samples", "was"), [(1, "1 game was"), (7, "7 games were")])
def test_of_a_few_games_no_odds_are_shown(
    duel: Table[Any], toy: ModuleType, samples: int, was: str
) -> None:
    found = forecast(duel, "red", toy.Play("fox"), most=GAMES, samples=samples)
    said = f"Only {was} played, too few for odds."
    assert lines(found, 200) == [said]


def test_lines_keep_to_their_width_and_show_events(duel: Table[Any], toy: ModuleType) -> None:
    found = forecast(duel, "red", toy.Play("fox"))
    for width in (40, 80, 200):
        assert all(len(line) <= width for line in lines(found, width))
    printed = lines(found, 80)
    assert printed[0] == "Red +1.3 on average."
    assert printed[1] == "Certain: shown. The die shows 1-6."
    assert sum("1/3" in line for line in printed) == 3
    assert printed[-1] == "Exact: the odds cover 36 paths of luck in 3 possible worlds."
    assert any(line.startswith("red: +1.33 expected; +1 66.7 %, +2 33.3 %") for line in printed)


def test_no_more_than_some_lines_are_shown_and_the_rest_is_counted(
    duel: Table[Any], toy: ModuleType
) -> None:
    found = forecast(duel, "red", toy.Play("fox"))
    many = [EventOdds(Fraction(1, 3 + place), None, "a word " * 30, "many") for place in range(50)]
    rare = [EventOdds(Fraction(1, 500), None, "rare", "rare")] * 3
    printed = lines(found._replace(events=[*many, *rare]), 80)
    assert len(printed) < 20
    assert "  and 44 others up to 11.1 %, 3 below 1 %" in printed


def test_samples_are_shown_with_their_intervals(duel: Table[Any], toy: ModuleType) -> None:
    found = forecast(duel, "red", toy.Play("fox"), most=GAMES, samples=300)
    assert lines(found, 200)[-1] == "Sampled from 300 games; the parentheses give 95 % intervals."
    assert any("% (" in line.replace("  (", " (") for line in lines(found))
    data = document(found)
    assert data["samples"] == 300
    assert all(low <= Fraction(outcome["probability"]) <= high
               for outcome in data["outcomes"] for low, high in [outcome["interval"]])  # fmt: skip


def test_a_document_has_fractions_as_text(duel: Table[Any], toy: ModuleType) -> None:
    duel.choose(toy.Lift("north"))
    data = document(forecast(duel, "red", toy.Done()))
    assert data["exact"] is True
    assert "interval" not in data["outcomes"][0]
    assert data["outcomes"][0]["probability"] == "1/6"
    assert data["expected"] == {"red": {"change": "1/3", "probabilities": {"0": "2/3", "1": "1/3"}}}


def test_then_parts_actions() -> None:
    assert split_actions(["lift", "north", "then", "done"]) == ["lift north", "done"]
    for words in (["then", "done"], ["done", "then"], ["done", "then", "then", "done"]):
        with pytest.raises(SandtableError, match="between two actions"):
            split_actions(words)
