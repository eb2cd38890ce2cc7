"""The coach's review: choices and luck add up, and nothing is claimed that may be noise."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from types import ModuleType

import pytest
from nonempty import some
from tests.advice.thrown import thrown_game

import sandtable
from sandtable import Outcome, ScriptedDice, Session
from sandtable.model.dice import REAL
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import load
from sandtable.text.errors import SandtableError
from sandtable_batch.estimate import Estimate
from sandtable_console.waiting import Progress
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.coach import review, reviewing
from sandtable_tools.advice.coach_lines import lines
from sandtable_tools.advice.documents import review_document
from sandtable_tools.advice.figures import ResultUnit, unit
from sandtable_tools.advice.review import AssessedMove, Effort, Review, Totals

Hero = Callable[..., Session]
SAVES = Path(__file__).parents[2] / "saves"


def look(session: Session, playouts: int = 600) -> Review:
    return review(session, "hero", Budget(playouts=playouts))


Stops = Callable[..., Review]


def looking(session: Session) -> Generator[Progress, None, Review]:
    return reviewing(session, "hero", Budget(playouts=600))


def moment(found: Review, words: str) -> AssessedMove:
    return next(move for move in found.moves if move.words == words)


def left_over(found: Review) -> float:
    """The part of a result that the parts of a review leave unexplained."""
    totals = found.totals
    parts = [*totals.choices.values(), totals.luck, totals.unassessed]
    return totals.result.value - totals.expected.value - sum(part.value for part in parts)


def test_a_choice_and_a_throw_are_worth_what_they_are_worth(hero: Hero) -> None:
    with ScriptedDice([6]) as dice:
        found = look(hero("dare", "work", dice=dice))
    dared = moment(found, "dare")
    assert dared.choice is not None
    assert dared.luck is not None
    assert dared.choice.low <= 1 <= dared.choice.high  # worth 3, working 2
    assert dared.luck.low <= 6 <= dared.luck.high  # 9 came, 3 were expected
    assert found.totals.expected.value == 4
    assert found.totals.result.value == 11


def test_an_unlucky_throw_is_shown_with_its_rolls_and_events(hero: Hero) -> None:
    with ScriptedDice([1]) as dice:
        found = look(hero("work", "dare", dice=dice))
    text = "\n".join(lines(found))
    assert "Unluckiest\n  line 3, Turn 2, hero: dare: -" in text
    assert "The throw 1. The hero throws a 1." in text


def test_without_rolls_there_is_no_luck(hero: Hero) -> None:
    found = look(hero("wait", "dig", "deeper"))
    assert all(move.luck is None for move in found.moves)
    assert (found.totals.luck.value, found.totals.luck.half) == (0, 0)
    assert moment(found, "wait").choice == (-2, -2, -2, found.effort.worlds)


def test_small_choices_are_one_decision(hero: Hero) -> None:
    found = look(hero("work", "dig", "deeper"))
    assert [move.words for move in found.moves] == ["work", "dig; deeper"]
    dug = moment(found, "dig; deeper").choice
    assert dug is not None
    assert dug.value == 1


def test_the_dearest_decision_comes_with_what_was_better(hero: Hero) -> None:
    found = look(hero("wait", "work"), 3000)
    assert found.alternatives[0].assessed.words == "wait"
    lesson = found.alternatives[0]
    gap = lesson.done.gap
    assert lesson.better.words in ("dare", "dig; deeper")
    assert gap is not None
    assert gap.behind
    assert gap.estimate.low <= 3 <= gap.estimate.high
    assert f"given what you knew, {lesson.better.words} is better by " in " ".join(lines(found, 200))


def test_a_cost_that_may_be_noise_says_so(hero: Hero) -> None:
    with ScriptedDice([1]) as dice:
        session = hero("dare", "work", dice=dice)
    few, many = (lines(look(session, playouts), 200) for playouts in (80, 600))
    (cost,) = (line for line in few if "Turn 1: dare: -" in line)
    assert cost.endswith("(may be noise)")
    assert not any("may be noise" in line for line in some(many))


def test_playing_as_the_scripted_player_loses_nothing_by_choice(hero: Hero) -> None:
    found = look(hero("work", "work"))
    assert (found.totals.choices["hero"].value, found.unlike) == (0, [])
    text = lines(found)
    assert text[
        text.index("Decisions unlike the scripted player's, the costliest first") + 1
    ].startswith("  none: ")
    assert "  your choices  0: the same as the scripted player's" in text


def test_a_fault_that_the_scripted_player_shares_is_found_all_the_same(hero: Hero) -> None:
    found = look(hero("work", "work"), 3000)
    assert [alternative.assessed.words for alternative in found.alternatives] == ["work", "work"]
    text = " ".join(lines(found))
    assert "Decisions that looked free but were checked anyway" in text
    assert "is better by" in text


def test_a_running_game_is_looked_at_so_far(hero: Hero) -> None:
    with ScriptedDice([5]) as dice:
        found = look(hero("dare", dice=dice))
    assert not found.over
    assert found.totals.result.value == 11
    assert left_over(found) == pytest.approx(0)


def test_undone_actions_are_left_out(hero: Hero) -> None:
    session = hero("wait")
    session.undo()
    session.choose("work")
    assert [move.words for move in look(session).moves] == ["work"]


def test_the_same_budget_gives_the_same_review(hero: Hero) -> None:
    session = hero("wait", "dig", "deeper")
    assert lines(look(session)) == lines(look(session))


def test_an_interrupt_keeps_what_is_known(hero: Hero, interrupted: Stops) -> None:
    with ScriptedDice([6]) as dice:
        session = hero("dare", "wait", dice=dice)
    found = interrupted(looking(session), 40)
    assert found.effort.stopped
    assert left_over(found) == pytest.approx(0)
    assert any(line.startswith("Stopped early.") for line in lines(found))
    steps = looking(session)
    next(steps)
    with pytest.raises(SandtableError, match="before there was any result"):
        steps.throw(KeyboardInterrupt())


def test_an_interrupt_after_a_few_games_says_that_they_are_too_few(
    hero: Hero, interrupted: Stops
) -> None:
    found = interrupted(looking(hero("wait", "work")), 8)  # two to compare its moves, six games
    assert (found.effort.stopped, found.effort.worlds) == (True, 2)
    assert lines(found, 200)[0] == "Too few games to judge choices and luck: 2 games from the start."


def test_an_interrupt_while_moves_are_compared_keeps_the_review(hero: Hero, interrupted: Stops) -> None:
    session = hero("wait", "work")
    played = look(session).effort.playouts
    assert played > 500  # more than the share in which the game is valued
    found = interrupted(looking(session), played - 40)
    assert found.effort.stopped
    assert left_over(found) == pytest.approx(0)
    assert found.effort.playouts < played


def test_nothing_is_written_and_no_luck_is_used(hero: Hero) -> None:
    session = hero("wait", "dare")
    before, written = session.table.snapshot(), list(session.journal.lines)
    look(session)
    assert session.table.snapshot() == before
    assert session.journal.lines == written


def test_a_running_game_that_hides_things_is_not_looked_at() -> None:
    session = sandtable.new("megiddo/1918-even", seed=1, seats={"turkish": "scripted"})
    with pytest.raises(SandtableError, match="nothing has been done"):
        review(session, "british", Budget(playouts=10))
    session.choose(session.options()[0])
    for seat in session.seats:
        with pytest.raises(SandtableError, match="hides things"):
            review(session, seat, Budget(playouts=10))


@pytest.mark.parametrize("id", ["lrdg/slonta", "lawrence/aqaba"])
def test_a_running_solitaire_hides_nothing(id: str) -> None:
    session = sandtable.new(id, seed=1)
    for _ in range(3):
        session.choose(session.options()[0])
    found = review(session, next(iter(session.seats)), Budget(playouts=4))
    assert not found.over
    assert left_over(found) == pytest.approx(0)


def cut(session: Session, last: int) -> None:
    """Leave only the last actions of a game for analysis."""
    del session.history.done[:-last]


@pytest.mark.parametrize("name", ["megiddo-1918-even", "lrdg-slonta", "lawrence-aqaba"])
def test_choices_and_luck_add_up_in_every_game(name: str) -> None:
    session = load(SAVES / f"{name}.jsonl")
    cut(session, 12)
    found = review(session, next(iter(session.seats)), Budget(playouts=60))
    assert left_over(found) == pytest.approx(0)
    assert all(len(line) <= 80 for line in lines(found))


def test_the_seat_is_thought_for_with_what_it_knew(toy: ModuleType) -> None:
    session = load(SAVES / "megiddo-1918-even.jsonl")
    cut(session, 30)
    found = review(session, "turkish", Budget(playouts=200))
    assert all(alternative.assessed.played.seat == "turkish" for alternative in some(found.alternatives))
    assert all(alternative.hint.seat == "turkish" for alternative in found.alternatives)


def test_with_little_time_the_coach_keeps_to_it_and_takes_less_apart() -> None:
    """The figures stay whole: decisions that are not analysed have a sum of their own."""
    session = load(SAVES / "lrdg-tobruk.jsonl")
    for playouts in (8, 60):
        found = review(session, "lrdg", Budget(playouts=playouts))
        assert found.effort.playouts <= playouts
        assert found.stretches
        assert len(found.assessed) < len(found.own)
        assert left_over(found) == pytest.approx(0)
        assert f"{len(found.assessed)} of your {len(found.own)} decisions were analysed" in " ".join(
            lines(found)
        )


def test_a_time_in_seconds_is_kept(slow_games: Callable[[float], list[float]]) -> None:
    now = slow_games(0.1)
    session, spent = load(SAVES / "lrdg-tobruk.jsonl"), []
    for seconds in (1, 4):
        before = now[0]
        assert review(session, "lrdg", Budget(seconds=seconds)).effort.worlds >= 2
        spent.append(now[0] - before)
        assert spent[-1] < seconds + 0.05
    assert spent[0] < spent[1]


def test_with_time_enough_nothing_is_left_together(hero: Hero) -> None:
    found = look(hero("wait", "dig", "deeper"))
    assert (found.stretches, found.totals.unassessed.value) == ([], 0)


def test_too_few_games_show_what_was_done_otherwise_but_no_figure(hero: Hero) -> None:
    with ScriptedDice([6]) as dice:
        text = lines(look(hero("dare", "work", dice=dice), 5), 200)
    assert text[0] == "Too few games to judge choices and luck: 5 games from the start."
    assert "  line 2, Turn 1: dare" in text
    review_text = "\n".join(text)
    assert not any(
        words in review_text for words in ("expectation", "your choices", "+-", "noise", "Luckiest")
    )


@pytest.mark.parametrize("playouts", [60, pytest.param(300, marks=pytest.mark.soak)])
def test_a_chance_has_an_interval_within_0_and_100(playouts: int) -> None:
    session = load(SAVES / "megiddo-1918-even.jsonl")
    found = review(session, "british", Budget(playouts=playouts))
    assert found.unit.percent
    expected = found.unit.figure(found.totals.expected)
    assert 0 <= expected.low < expected.value < expected.high <= 100
    for move in found.moves:
        for part in (move.choice, move.luck):
            change = found.unit.change(part) if part else None
            assert change is None or -100 <= change.low <= change.high <= 100


@pytest.mark.parametrize(
    ("expected", "seat", "said"),
    [
        (-0.12, "british", "At the start the British had a 44 % chance to win (19 to 69 %). They lost."),
        (0.76, "turkish", "At the start the Turks had an 88 % chance to win (63 to 100 %). They won."),
    ],
)
def test_a_chance_is_shown_in_a_sentence(expected: float, seat: str, said: str) -> None:
    result = 1 if seat == "turkish" else -1
    totals = Totals(
        result=Estimate(result, result, result, 9),
        expected=Estimate(expected, expected - 0.5, min(expected + 0.5, 1), 9),
        choices={"british": Estimate(0, 0, 0, 9), "turkish": Estimate(0, 0, 0, 9)},
        luck=Estimate(0, 0, 0, 9),
        unassessed=Estimate(0, 0, 0, 9),
    )
    unit = ResultUnit(seat, 50, 50, percent=True)
    names = {"british": "the British", "turkish": "the Turks"}
    found = Review(seat, "turkish", unit, totals, [], [], [], [], Effort(9, 9, 9), names)
    assert lines(found, 100)[0] == said


def test_a_terminal_of_40_columns_gets_lines_of_40(hero: Hero) -> None:
    with ScriptedDice([1]) as dice:
        session = hero("work", "dare", dice=dice)
    for playouts in (10, 600):
        assert all(len(line) <= 40 for line in some(lines(look(session, playouts), 40)))


def test_even_a_small_time_finds_out_what_is_better_once(hero: Hero) -> None:
    found = look(hero("wait", "wait"), 300)
    assert found.alternatives
    assert not any("no time was left" in line for line in lines(found))


@pytest.mark.parametrize("seed", [2, 4, 8, 9])
def test_thrown_battles_are_all_named_with_what_they_were_worth(seed: int) -> None:
    session, thrown = thrown_game(seed, "british" if seed % 2 == 0 else "turkish")
    found = review(session, "british" if seed % 2 == 0 else "turkish", Budget(playouts=100))
    assert [
        difference.played.n
        for difference in sorted(found.unlike, key=lambda difference: difference.played.n)
    ] == thrown
    text = "\n".join(lines(found, 200))
    assert text.startswith(f"At the start {found.name} had a")
    assert found.name in ("the British", "the Turks")
    section = text.partition("Decisions unlike")[2].partition("\n\n")[0]
    for difference in found.unlike:
        assert difference.choice is not None
        assert f"line {difference.played.n}, " in section
    assert section.count("the scripted player: commit ") == len(thrown) >= 2


@pytest.mark.parametrize(("playouts", "order"), [(8, ""), (100, ", the costliest first")])
def test_decisions_are_ordered_by_cost_only_if_a_cost_is_known(playouts: int, order: str) -> None:
    session, _ = thrown_game(2, "british")
    found = review(session, "british", Budget(playouts=playouts))
    assert found.unlike
    assert any(move.choice for move in found.unlike) is bool(order)
    assert f"Decisions unlike the scripted player's{order}" in lines(found, 200)


def test_luck_that_was_typed_in_is_said_to_prove_nothing(hero: Hero) -> None:
    with ScriptedDice([6]) as dice:
        session = hero("dare", "work", dice=dice)
    assert not look(session).typed_in
    session.header.generator = REAL
    found = look(session)
    text = lines(found)
    assert any(line.startswith("  luck, typed in  +") for line in text)
    assert "The luck was typed in, so its figures prove nothing." in text
    assert review_document(found)["typed_in"] is True


@pytest.mark.parametrize(
    ("results", "name", "shown"),
    [((1, -1), "hero", (100, 0)), ((1, 1), "hero", (100, 100)), ((-1, -1), "hero", (0, 0))],
)
def test_a_side_that_always_wins_or_always_loses_has_a_chance(
    results: tuple[int, ...], name: str, shown: tuple[int, ...]
) -> None:
    game = catalog().game("megiddo")
    ways = [
        Outcome("hero" if value == 1 else "villain", {"hero": value, "villain": -value})
        for value in results
    ]
    found = unit(game, ways, "hero")
    assert (found.name, found.percent, found.ends) == (name, True, (-1, 1))
    assert tuple(found.figure(Estimate(value, value, value, 9)).value for value in results) == shown
