"""Hints: the right move first, and no claim beyond the games played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import count
from types import ModuleType
from typing import Any, cast

import pytest
from nonempty import some

import sandtable
from sandtable import Done, Outcome, SandtableError, SeededDice, Session, Table
from sandtable.model.seat import Seat
from sandtable_batch.estimate import ENOUGH_TRIALS
from sandtable_megiddo.actions import Commit
from sandtable_tools.advice import crew
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.hint_lines import lines, numbered
from sandtable_tools.advice.hints import Hint, _ranking, hint, hinting
from sandtable_tools.advice.race import Move, Race, needed, width
from sandtable_tools.advice.wording import apart, brief
from sandtable_tools.advice.worlds import Row, Worlds

Hero = Callable[..., Session]
WORTH = {"wait": 2, "work": 4, "dare": 5, "dig; rest": 4, "dig; deeper": 5}
"""The worth of each first action of the hero, when the scripted player continues."""


def ask(session: Session, playouts: int = 400, **more: object) -> Hint:
    return hint(session.seat("hero"), Budget(playouts=playouts), **more)  # type: ignore[arg-type]


def test_the_intervals_cover_what_moves_are_worth_as_often_as_they_say(hero: Hero) -> None:
    table, missed = hero().table, 0
    for seed in range(60):
        found = hint(Seat(table, "hero", SeededDice(seed), tuple), Budget(playouts=200))
        for choice in found.ranking:
            missed += not choice.result.low <= WORTH[choice.words] <= choice.result.high
    assert missed <= 8  # 3 are expected


def test_a_move_that_is_worth_more_is_first_with_time_enough(hero: Hero) -> None:
    found = ask(hero(), 4000)
    assert {candidate.words for candidate in found.level} == {"dare", "dig; deeper"}


def test_a_move_without_luck_is_known_to_the_digit(hero: Hero) -> None:
    results = {choice.words: choice.result.value for choice in ask(hero()).ranking}
    assert (results["wait"], results["work"]) == (2, 4)


def test_moves_with_the_same_effect_are_one_line(hero: Hero) -> None:
    found = ask(hero("dare"), 4000)
    work = next(choice for choice in found.ranking if choice.words == "work")
    assert [str(action) for action in work.others[0]] == ["dig", "rest"]
    text = " ".join(" ".join(lines(found)).split())
    assert "work * (the same: dig; rest)" in text


def test_few_games_claim_nothing(hero: Hero) -> None:
    for playouts in range(1, 16):
        found = ask(hero(), playouts)
        assert len(found.level) == len(found.last)
        assert not found.reasons
        assert not any("better than" in line for line in lines(found))


def test_the_only_option_is_named_at_once(toy: ModuleType) -> None:
    state = toy.state(heaps={"north": 1, "south-east": 0}, hands={"red": [], "blue": []})
    table: Table[object] = Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
    found = _hint_for(table, "red")
    assert found.playouts == 0
    assert lines(found) == ["Only one action is legal: lift north."]


@pytest.mark.parametrize("playouts", [1, 3, 50, 200])
def test_the_scripted_players_choice_is_tried_and_named(hero: Hero, playouts: int) -> None:
    text = "\n".join(lines(ask(hero(), playouts)))
    few = "The scripted player would do this: work"
    assert few in text or "work * (the same: dig; rest)" in text


def test_with_too_few_games_there_is_no_ranking_but_the_time_that_one_needs(
    hero: Hero, slow_games: Callable[[float], list[float]]
) -> None:
    for playouts in (1, 5, 15):
        text = lines(ask(hero(), playouts), 200)
        assert text[0].endswith("the 4 moves cannot be compared yet.")
        assert text[-1] == "A hint needs about 16 games here, to try all moves 32."
    slow_games(0.1)
    found = hint(hero().seat("hero"), Budget(seconds=1.5))
    assert found.pace == pytest.approx(0.1)
    assert lines(found, 200)[-1] == (
        "A hint needs about 16 games here, or 2s: a game takes 0.1 seconds."
    )


class Luck:
    """A crew whose moves all have the same worth, but each its own luck."""

    hands = 1

    def __init__(self, seed: int = 1) -> None:
        self.dice = SeededDice(seed)

    def rows(self, moves: Sequence[Any], first: int, wanted: Callable[[int], bool]) -> Generator[Row]:
        for _ in count(first):
            faces = self.dice.roll(len(moves), 1000)
            yield Row([Outcome("over", {"hero": face}) for face in faces], len(moves))


def race_of(moves: int) -> Race:
    """A race of moves that are equal without the race knowing: at worst, only halving drops one."""
    numbers = cast("list[Move]", range(moves))
    return Race(numbers, "hero", numbers[:1])


def fewest_worlds(race: Race) -> int:
    """The fewest worlds in which moves with figures are compared."""
    return min((len(candidate.returns[race.compared(candidate)]) for candidate in race.last), default=0)


@pytest.mark.parametrize("moves", [2, 4, 5, 7, 16, 30, 100])
def test_so_many_games_as_are_said_to_be_needed_and_more_are_enough(moves: int) -> None:
    for playouts in range(needed(moves), 2 * needed(moves), max(1, moves // 4)):
        race = race_of(moves)
        all(race.run(Luck(), Budget(playouts=playouts).clock()))
        assert fewest_worlds(race) >= ENOUGH_TRIALS, playouts


def test_as_many_moves_are_tried_as_something_can_be_said_of() -> None:
    for games in range(2 * needed(1), 1000):
        assert needed(width(games)) <= games


def test_where_games_take_longer_than_was_thought_fewer_moves_are_shown_of(
    slow_games: Callable[[float], list[float]],
) -> None:
    moments = slow_games(0.0)

    class Slow(Luck):
        def rows(
            self, moves: Sequence[Any], first: int, wanted: Callable[[int], bool]
        ) -> Generator[Row]:
            for row in super().rows(moves, first, wanted):
                moments[0] += 0.1 * len(moves)
                yield row

    race = Race(cast("list[Move]", range(40)), "hero", cast("list[Move]", [0]), tells=True)
    all(race.run(Slow(), Budget(seconds=10).clock()))
    assert fewest_worlds(race) >= ENOUGH_TRIALS
    assert race.last[0] in race.runners[:4]


def test_results_so_far_are_kept_whenever_it_is_stopped() -> None:
    for last in range(ENOUGH_TRIALS, 90):
        race = race_of(12)
        steps = race.run(Luck(), Budget(playouts=600).clock())
        for _ in range(last):
            next(steps)
        with pytest.raises(KeyboardInterrupt):
            steps.throw(KeyboardInterrupt())
        assert fewest_worlds(race) >= ENOUGH_TRIALS, last


def test_the_best_of_equal_moves_is_seldom_said_to_be_better() -> None:
    """Four moves of the same worth but with their own luck, in eight worlds each."""
    wrong, turns = 0, 200
    for turn in range(turns):
        race = race_of(4)
        all(race.run(Luck(turn), Budget(playouts=4 * ENOUGH_TRIALS).clock()))
        wrong += any(race.gap(race.last[0], other).behind for other in race.last[1:])
    assert wrong / turns < 0.05


def test_all_figures_of_a_hint_come_from_the_same_games(hero: Hero) -> None:
    """The difference of two rows is the one that the sentence below names."""
    found = ask(hero(), 900)
    best = found.ranking[0]
    assert len({candidate.result.of for candidate in found.last}) == 1
    for candidate in found.last[1:]:
        assert candidate.gap is not None
        assert best.result.value - candidate.result.value == pytest.approx(candidate.gap.estimate.value)


def test_a_whole_move_is_ranked_as_it_is_typed(hero: Hero) -> None:
    text = lines(ask(hero(), 900))
    assert any("dig; deeper" in line for line in text)
    assert [str(action) for action in ask(hero(), 900).level[0].move] in (["dare"], ["dig", "deeper"])


def test_the_budget_is_kept_and_every_game_counted(hero: Hero) -> None:
    for playouts in (1, 7, 100, 401):
        found = ask(hero(), playouts)
        assert found.playouts <= playouts
        assert found.playouts <= sum(choice.games for choice in found.ranking)


def test_a_budget_in_playouts_gives_the_same_hint_again(hero: Hero) -> None:
    assert ask(hero()) == ask(hero())


def test_with_little_time_a_few_moves_are_compared_rather_than_none() -> None:
    session = sandtable.new("lrdg/tobruk", seed=1)
    for line in ("historical", "move 1st sand-sea-east"):
        session.choose(line)
    found = hint(session.seat("lrdg"), Budget(playouts=40))
    assert found.enough
    assert len(found.ranking) == 2
    assert len(found.untried) == len(session.options()) - 2
    assert found.ranking[0].scripted or found.ranking[1].scripted


@pytest.mark.parametrize("jobs", [2, 3])
def test_a_hint_is_the_same_whatever_the_number_of_processes(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable_tools.advice.hints.SOON", 0.0)
    session = sandtable.new("lrdg/tobruk", seed=1)
    session.choose("historical")
    alone, together = (
        hint(session.seat("lrdg"), Budget(playouts=90), jobs=number)._replace(pace=None)
        for number in (1, jobs)
    )
    assert alone == together
    assert alone.playouts > 80


def test_a_game_that_is_not_installed_is_played_by_the_process_itself(hero: Hero) -> None:
    assert crew.WorldSource.of(Worlds.of(hero().seat("hero"))) is None
    assert ask(hero(), jobs=2) == ask(hero())


def test_no_process_is_too_few(hero: Hero) -> None:
    with pytest.raises(SandtableError, match="--jobs takes 1 or more, not 0"):
        ask(hero(), jobs=0)


def test_an_interrupt_keeps_what_is_known(hero: Hero, interrupted: Callable[..., Hint]) -> None:
    found = interrupted(hinting(hero().seat("hero"), Budget(playouts=400)), 10)
    assert found.stopped
    assert found.worlds == 10
    assert any(line.startswith("Stopped after ") for line in lines(found))


def test_a_move_that_was_done_is_compared_to_the_end(hero: Hero, dare: ModuleType) -> None:
    done = (dare.Dig(), dare.Deeper())
    found = ask(hero(), 2000, done=done)
    stopping = next(choice for choice in found.ranking if choice.move == done)
    assert stopping.result.value == 5
    assert stopping.words == "dig; deeper"


def test_where_all_moves_do_the_same_nothing_is_played() -> None:
    found = Hint("red", "Play", 0, 0, equal=[(Commit("a"),), (Commit("b"),), (Done(),)])
    assert lines(found) == ["It makes no difference: commit a does the same as commit b or done."]


def test_the_heading_is_the_chance_of_who_asks_also_where_all_is_lost(hero: Hero) -> None:
    found = ask(hero(), 300)
    lost = Outcome("turkish", {"british": -1, "turkish": 1})
    race = race_of(2)
    for runner in race.runners:
        for _ in range(9):
            runner.add(lost, "british")
    assert any("you win" in line for line in lines(found))
    assert "turkish" not in " ".join(lines(found))


def test_moves_that_cannot_be_distinguished_are_named_in_the_first_line(hero: Hero) -> None:
    found = ask(hero(), 100)
    first = lines(found, 200)[0]
    assert first.startswith("The best ")
    assert "cannot be told apart in " in first
    clear = ask(hero("dare"), 4000)
    assert lines(clear, 200)[0].startswith("The best")


def race_hint(table: Table[Any], results: Sequence[Sequence[int]]) -> Hint:
    """A hint for moves by their results in some worlds; the first is the scripted player's."""
    race = race_of(len(results))
    for runner, row in zip(race.runners, results, strict=True):
        for result in row:
            runner.add(Outcome("over", {"hero": result}), "hero")
        runner.move = (Commit(f"card-{runner.move}"),)
    race.worlds = len(results[0])
    found: dict[Move, Sequence[Move]] = {runner.move: () for runner in race.runners}
    return Hint("hero", "Play", race.worlds, 0, _ranking(table.game, race, "hero", found))


def test_of_moves_that_cannot_be_distinguished_the_scripted_players_stands_first(hero: Hero) -> None:
    found = race_hint(hero().table, [[0, 1] * 8, [1, 0] * 7 + [1, 1], [1, 0] * 8])
    assert found.ranking[0].scripted
    first = lines(found, 200)[0]
    assert first == (
        "The three moves cannot be told apart in 16 games each: 1 to 3."
        " 1 is what the scripted player would do."
    )
    some = found._replace(untried=[(Done(),)])
    assert lines(some, 200)[0].startswith("The three moves that were tried cannot be told apart")


def test_only_numbered_moves_have_lines_of_their_own(hero: Hero) -> None:
    found = ask(hero(), 900)
    assert numbered(found) == [candidate.move for candidate in found.last]


def commits(*cards: str) -> Move:
    return (*map(Commit, cards), Done())


def test_a_verb_is_shown_once_and_the_end_of_a_sequence_not_at_all() -> None:
    assert brief(commits("tiller", "trenchlines")) == "commit tiller, trenchlines"
    assert brief((Done(),)) == "done"


def test_moves_are_shown_by_what_differs() -> None:
    long = ("allenby", "tiller", "trenchlines", "mountains")
    common, texts = apart([commits(*long, "a"), commits(*long, "b"), commits(*long)])
    assert common == "commit allenby, tiller, trenchlines, mountains"
    assert texts == ["commit a", "commit b", "nothing more"]
    common, texts = apart([commits("supply", *long), commits("supply", *long[:3], "roads"), (Done(),)])
    assert common == ""
    assert texts == [
        "commit supply, allenby, tiller, trenchlines, mountains",
        "as 1 with roads without mountains",
        "done",
    ]


def _hint_for(table: Table[object], seat: str) -> Hint:
    return hint(Seat(table, seat, SeededDice("same"), tuple), Budget(playouts=60))


def test_hidden_information_does_not_change_a_hint(toy: ModuleType) -> None:
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
    assert all(len(line) <= 40 for line in some(lines(found, 40)))


def test_a_move_that_won_all_games_needs_no_interval(hero: Hero) -> None:
    found = race_hint(hero().table, [[1] * 40, [-1] * 40])
    best = "The best is 1, commit card-0: it won all 40 games, 2 none."
    assert lines(found, 200)[0] == best
