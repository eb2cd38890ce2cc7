"""What a hint says: the right move first, and no more than was found out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType

import pytest

import sandtable
from sandtable import Outcome, SeededDice, Session, Table
from sandtable.batch.estimate import ENOUGH_TRIALS
from sandtable.model.seat import Seat
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.halving import Halving
from sandtable_tools.advice.hint_lines import lines
from sandtable_tools.advice.hints import Hint, hint, hinting, needed
from sandtable_tools.advice.worlds import imagined, scripted

Hero = Callable[..., Session]
WORTH = {"wait": 2, "work": 4, "dare": 5, "dig; rest": 4, "dig; deeper": 5}
"""What each first deed of the hero's is worth, when the scripted player goes on."""


def ask(session: Session, playouts: int = 400, **more: object) -> Hint:
    return hint(session.seat("hero"), Budget(playouts=playouts), **more)  # type: ignore[arg-type]


def test_the_intervals_cover_what_moves_are_worth_as_often_as_they_say(hero: Hero) -> None:
    table, missed = hero().table, 0
    for seed in range(60):
        found = hint(Seat(table, "hero", SeededDice(seed), tuple), Budget(playouts=200))
        for one in found.ranking:
            missed += not one.result.low <= WORTH[one.words] <= one.result.high
    assert missed <= 8  # 3 are expected


def test_a_move_that_is_worth_more_is_first_with_time_enough(hero: Hero) -> None:
    found = ask(hero(), 4000)
    assert {one.words for one in found.level} == {"dare", "dig; deeper"}


def test_a_move_without_luck_is_known_to_the_digit(hero: Hero) -> None:
    results = {one.words: one.result.value for one in ask(hero()).ranking}
    assert (results["wait"], results["work"], results["dig; rest"]) == (2, 4, 4)


def test_what_is_equal_in_every_world_makes_no_difference(hero: Hero) -> None:
    found = ask(hero("dare"), 4000)
    work, dig = (
        next(one for one in found.ranking if one.words == word) for word in ("work", "dig; rest")
    )
    assert work.result.value == dig.result.value


def test_few_games_claim_nothing(hero: Hero) -> None:
    for playouts in range(1, 28):
        found = ask(hero(), playouts)
        assert len(found.level) == sum(one.gap is not None for one in found.ranking[1:]) + 1
        assert not found.reasons
        assert not any(" is better than " in line for line in lines(found))


def test_the_only_option_is_named_at_once(toy: ModuleType) -> None:
    state = toy.state(heaps={"north": 1, "south-east": 0}, hands={"red": [], "blue": []})
    table: Table[object] = Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
    found = _hint_for(table, "red")
    assert found.playouts == 0
    assert lines(found) == ["lift north is all that can be done."]


@pytest.mark.parametrize("playouts", [1, 3, 50, 200])
def test_the_scripted_players_choice_is_tried_and_named(hero: Hero, playouts: int) -> None:
    found = ask(hero(), playouts)
    assert [one.words for one in found.ranking if one.scripted] == ["work"]
    few = "The scripted player would do this: work"
    assert any(line.endswith("work *") or line == few for line in lines(found))


def test_with_too_few_games_there_is_no_ranking_but_the_time_that_one_needs(
    hero: Hero, slow_games: Callable[[float], list[float]]
) -> None:
    for playouts in (1, 5, 20):
        text = lines(ask(hero(), playouts), 200)
        assert text[0].endswith("nothing can be said of the 5 moves.")
        assert text[-1] == "A hint needs about 80 games here."
    slow_games(0.1)
    found = hint(hero().seat("hero"), Budget(seconds=0.5))
    assert found.pace == pytest.approx(0.1)
    assert lines(found, 200)[-1] == (
        "A hint needs about 80 games here, or 8s: a game takes 0.1 seconds."
    )


@pytest.mark.parametrize("moves", [2, 4, 5, 7, 30, 100])
def test_so_many_games_as_are_said_to_be_needed_are_enough(
    moves: int, hero: Hero, dare: ModuleType
) -> None:
    """Moves that are all alike are the worst case: nobody drops out but by halving."""
    seat = hero().seat("hero")
    halving = Halving([(dare.Work(),) for _ in range(moves)], "hero", scripted(dare.DareGame()))
    all(halving.run(lambda: imagined(seat), Budget(playouts=needed(moves)).clock()))
    assert min(len(one.returns[halving.compared(one)]) for one in halving.last) >= ENOUGH_TRIALS


def alike(dare: ModuleType, moves: int) -> Halving:
    """Moves that do the same, which is not known: at worst nobody drops out but by halving."""
    return Halving([(dare.Work(),) for _ in range(moves)], "hero", scripted(dare.DareGame()))


def said(halving: Halving) -> int:
    """In how many worlds those are compared of whom something is said."""
    return min((len(one.returns[halving.compared(one)]) for one in halving.last), default=0)


@pytest.mark.parametrize("moves", [5, 7, 16, 30])
def test_more_games_than_are_needed_are_never_too_few(
    moves: int, hero: Hero, dare: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Halving, "twin", lambda *_: None)
    for playouts in range(needed(moves), 2 * needed(moves), 5):
        halving = alike(dare, moves)
        all(halving.run(partial(imagined, hero().seat("hero")), Budget(playouts=playouts).clock()))
        assert said(halving) >= ENOUGH_TRIALS, playouts


def test_what_is_known_stays_known_whenever_it_is_stopped(
    hero: Hero, dare: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Halving, "twin", lambda *_: None)
    for last in range(12 * (ENOUGH_TRIALS + 1), 600, 7):
        halving = alike(dare, 12)
        steps = halving.run(partial(imagined, hero().seat("hero")), Budget(playouts=600).clock())
        for _ in range(last):
            next(steps)
        with pytest.raises(KeyboardInterrupt):
            steps.throw(KeyboardInterrupt())
        assert said(halving) >= ENOUGH_TRIALS, last


def test_a_move_that_ends_as_another_does_leaves_its_place_to_one_that_does_not(
    hero: Hero, dare: ModuleType
) -> None:
    kinds = (dare.Wait, dare.Work, dare.Dare)
    moves = [(kind(),) for kind in kinds for _ in range(3)]
    halving = Halving(moves, "hero", scripted(dare.DareGame()))
    seat = hero().seat("hero")
    all(halving.run(lambda: imagined(seat), Budget(playouts=400).clock()))
    assert sorted(str(one.move[0]) for one in halving.last) == ["dare", "wait", "work"]
    assert [halving.runners.index(halving.twin(one) or one) for one in halving.runners] == [
        0,
        0,
        0,
        3,
        3,
        3,
        6,
        6,
        6,
    ]


def test_the_best_of_equal_moves_is_seldom_said_to_be_better(dare: ModuleType) -> None:
    """Four of the same worth but of a luck of their own, in eight worlds each."""
    wrong, turns = 0, 200
    for turn in range(turns):
        halving = alike(dare, 4)
        luck = SeededDice(turn)
        for one in halving.runners:
            one.returns = luck.roll(ENOUGH_TRIALS)
            one.outcomes = [Outcome("over", {"hero": value}) for value in one.returns]
        wrong += any(halving.gap(halving.last[0], other).behind for other in halving.last[1:])
    assert wrong / turns < 0.05


def test_all_figures_of_a_hint_come_from_the_same_games(hero: Hero) -> None:
    """The difference of two rows is the one that the sentence below tells."""
    found = ask(hero(), 900)
    best = found.ranking[0]
    assert len({one.result.of for one in found.last}) == 1
    for one in found.last[1:]:
        assert one.gap is not None
        assert best.result.value - one.result.value == pytest.approx(one.gap.estimate.value)


def test_a_whole_move_is_ranked_as_it_is_typed(hero: Hero) -> None:
    text = lines(ask(hero(), 900))
    assert any("dig; deeper" in line for line in text)
    assert [str(action) for action in ask(hero(), 900).level[0].move] in (["dare"], ["dig", "deeper"])


def test_the_budget_is_kept_and_every_game_counted(hero: Hero) -> None:
    for playouts in (1, 7, 100):
        found = ask(hero(), playouts)
        assert found.playouts == sum(one.games for one in found.ranking) <= playouts
        assert len(found.ranking) + len(found.untried) == 5


def test_a_budget_in_playouts_gives_the_same_hint_again(hero: Hero) -> None:
    assert ask(hero()) == ask(hero())


def test_with_hardly_any_time_a_few_moves_are_compared() -> None:
    session = sandtable.new("lrdg/tobruk", seed=1)
    for line in ("historical", "move 1st sand-sea-east"):
        session.choose(line)
    options = len(session.options())
    found = hint(session.seat("lrdg"), Budget(playouts=options))
    assert len(found.untried) == options - options // 2 - options % 2
    assert found.playouts == options
    assert max(one.result.of for one in found.ranking) > 1


def test_an_interrupt_keeps_what_is_known(hero: Hero, interrupted: Callable[..., Hint]) -> None:
    found = interrupted(hinting(hero().seat("hero"), Budget(playouts=400)), 30)
    assert found.stopped
    assert found.playouts == 30
    assert lines(found)[0].startswith("Stopped after 30 games")


def test_a_move_that_was_done_is_compared_to_the_end(hero: Hero, dare: ModuleType) -> None:
    done = (dare.Dig(), dare.Deeper())
    found = ask(hero(), 2000, done=done)
    one = next(one for one in found.ranking if one.move == done)
    assert one.result.value == 5
    assert one.words == "dig; deeper"


def _hint_for(table: Table[object], seat: str) -> Hint:
    return hint(Seat(table, seat, SeededDice("same"), tuple), Budget(playouts=60))


def test_what_a_seat_can_not_know_does_not_change_its_hint(toy: ModuleType) -> None:
    table = Table.new(toy.scenario(), SeededDice(3))
    seat = table.decision.seat
    other = next(
        dream
        for number in range(99)
        if (dream := table.imagine(seat, SeededDice(number))).position != table.position
    )
    assert other.view(seat) == table.view(seat)
    assert _hint_for(other, seat) == _hint_for(table, seat)


def test_thinking_leaves_the_table_and_its_luck_alone(toy: ModuleType) -> None:
    table = Table.new(toy.scenario(), SeededDice(3))
    before = table.snapshot()
    _hint_for(table, table.decision.seat)
    assert table.snapshot() == before


GAMES = ["megiddo/1918-even", "lrdg/slonta", "lrdg/benghazi-road", "lawrence/aqaba"]


@pytest.mark.parametrize("id", GAMES)
def test_every_game_gets_hints_that_fit_a_terminal(id: str) -> None:
    session = sandtable.new(id, seed=2)
    for _ in range(6):
        session.choose(session.options()[0])
    found = hint(session.seat(session.to_move or ""), Budget(playouts=8))
    assert found.only or found.ranking
    assert all(len(line) <= 80 for line in lines(found))
    assert len(lines(found)) < 24


@pytest.mark.parametrize("playouts", [20, pytest.param(300, marks=pytest.mark.soak)])
def test_a_terminal_of_40_columns_gets_lines_of_40(playouts: int) -> None:
    session = sandtable.new("megiddo/1918-even", seed=2)
    found = hint(session.seat(session.to_move or ""), Budget(playouts=playouts))
    assert all(len(line) <= 40 for line in lines(found, 40))
