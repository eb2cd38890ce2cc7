"""The searching player: it finds better moves, within its budget, and repeats itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from nonempty import some

import sandtable
from sandtable import Bot, Outcome, Seat, SeededDice, Session, Table
from sandtable.plugins.catalog import catalog
from sandtable_batch.play import play_out
from sandtable_batch.results import Job
from sandtable_tools.advice import moves, worlds
from sandtable_tools.advice.move_words import as_typed
from sandtable_tools.advice.race import Move, Race, t_value
from sandtable_tools.advice.search import CLEAR_LEAD, searcher
from sandtable_tools.advice.worlds import WorldRow
from sandtable_tools.lab import simulate

SlowGames = Callable[[float], list[float]]


def seat_of(table: Table[Any], seed: object = 1) -> Seat:
    return Seat(table, table.decision.seat, SeededDice(str(seed)), tuple)


def candidates(table: Table[Any], most: int) -> Mapping[Move, Sequence[Move]]:
    """The moves of the deciding seat."""
    seat = seat_of(table)
    return moves.candidates(seat, worlds.Worlds.of(seat), worlds.scripted_bots(table.game), most)


def last_stone(toy: ModuleType) -> Table[Any]:
    """Red wins with the last stone at once; after its fox blue comes to play an owl."""
    hands = {"red": ["fox"], "blue": ["old-owl", "old-owl"]}
    state = toy.state(heaps={"north": 1, "south-east": 0}, draw_pile=[], hands=hands)
    return Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))


def test_it_finds_the_win_that_the_scripted_player_does_not_see(toy: ModuleType) -> None:
    table = last_stone(toy)
    assert table.game.scripted_bot().choose(seat_of(table)) == toy.Play("fox")
    for seed in range(20):
        assert searcher(table.game, "60").choose(seat_of(table, seed)) == toy.Lift("north")


def test_thinking_changes_nothing_on_the_table(toy: ModuleType) -> None:
    table = last_stone(toy)
    before = table.snapshot()
    searcher(table.game, "60").choose(seat_of(table))
    assert table.snapshot() == before


@pytest.mark.parametrize("budget", [1, 2, 30, 61])
def test_it_plays_no_more_games_than_its_budget(
    budget: int, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Move] = []
    outcome = worlds.World.outcome

    def counted(world: worlds.World, move: Move, players: worlds.Players) -> Any:
        tried.append(move)
        return outcome(world, move, players)

    monkeypatch.setattr(worlds.World, "outcome", counted)
    table = last_stone(toy)
    assert searcher(table.game, str(budget)).choose(seat_of(table)) in table.options
    assert len(tried) <= budget


def test_a_budget_in_seconds_ends(toy: ModuleType, slow_games: SlowGames) -> None:
    now, table = slow_games(0.001), last_stone(toy)
    assert searcher(table.game, "0.05s").choose(seat_of(table)) == toy.Lift("north")
    assert 0.01 < now[0] < 0.051


def test_with_too_small_a_budget_to_compare_it_plays_as_the_scripted_player_does(
    toy: ModuleType,
) -> None:
    table = last_stone(toy)
    assert searcher(table.game, "1").choose(seat_of(table)) == toy.Play("fox")


def test_a_sequence_of_small_choices_is_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """It searches when a sequence begins, then plays it out; all its moves are whole ones."""
    scenario = catalog().scenario("megiddo/1918-even")
    found: list[Move] = []

    def searched(seat: Seat, *more: Any) -> Mapping[Move, Sequence[Move]]:
        assert not seat.decision.part
        some = moves.candidates(seat, *more)
        found.extend(some)
        return some

    monkeypatch.setattr("sandtable_tools.advice.search.candidates", searched)
    bots: dict[str, Bot] = {seat: searcher(scenario.game, "24") for seat in scenario.game.seats}
    table: Table[Any] = Table.new(scenario, SeededDice(1))
    for number in range(40):
        seat = Seat(table, table.decision.seat, SeededDice(number), tuple)
        table.choose(bots[seat.name].choose(seat))
    assert max(len(move) for move in found) > 5


def test_moves_are_legal_whole_and_different(toy: ModuleType) -> None:
    table = toy.table()
    found = candidates(table, 16)
    assert len({tuple(sorted(map(str, move))) for move in found}) == len(found) > 3
    for move in found:
        other = table.clone(SeededDice(1))
        assert worlds.do(other, move)
        assert not moves.continues(other, table.decision.seat)


def test_the_first_move_is_that_of_the_scripted_player(toy: ModuleType) -> None:
    table = toy.table()
    assert [move[0] for move in candidates(table, 1)] == [
        table.game.scripted_bot().choose(seat_of(table))
    ]


def test_the_same_seed_gives_the_same_game(toy: ModuleType) -> None:
    def game(seed: int) -> bytes:
        scenario = toy.scenario()
        bots = {seat: searcher(scenario.game, "30") for seat in toy.SEATS}
        return play_out(scenario, bots, seed)[0].position

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(8)}) > 1


def test_batches_do_not_depend_on_who_plays_which_game() -> None:
    """No result of one game or move influences another."""
    job = Job("megiddo/1918-even", {"british": "search:1", "turkish": "scripted"}, 5)
    assert simulate(job, 2, 1).results == simulate(job, 2, 2).results


def test_hidden_information_does_not_change_a_move() -> None:
    scenario = catalog().scenario("megiddo/1918-even")
    table: Table[Any] = Table.new(scenario, SeededDice(3))
    asked = 0
    for number in range(60):
        name = table.decision.seat
        other = table.imagine(name, SeededDice(number))
        if len(table.options) > 1 and number % 10 == 0:
            asked += other.position != table.position
            here, there = (
                searcher(scenario.game, "16").choose(seat_of(either, number))
                for either in (table, other)
            )
            assert here == there
        table.choose(scenario.game.scripted_bot().choose(seat_of(table, number)))
    assert asked > 2


def test_playouts_can_be_at_random(toy: ModuleType) -> None:
    table = last_stone(toy)
    assert searcher(table.game, "200:random").choose(seat_of(table)) == toy.Lift("north")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("search:soon", 'search takes a number of games (300) or of seconds (2s), not "soon"'),
        ("search:", 'not ""'),
        ("search:2s:", "player of the playouts"),
        ("search:0", "must be at least 1"),
        ("search:0s", "must be at least 1"),
        ("search:300:scrpted", 'did you mean "scripted"?'),
        ("random:300", "random takes no setting"),
        ("saerch:300", 'did you mean "search"?'),
    ],
)
def test_a_setting_that_means_nothing_is_refused_in_a_line(
    typed: str, expected: str, run: Callable[..., Any]
) -> None:
    ran = run("simulate", "megiddo/1918-even", "--seat", f"british={typed}")
    assert (ran.status, ran.out) == (2, "")
    assert expected in ran.err
    assert ran.err.count("\n") == 1


def test_a_save_keeps_the_setting_and_goes_on_with_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seats = {"british": "search:16", "turkish": "scripted"}
    with sandtable.new("megiddo/1918-even", seed=2, seats=seats, save=path) as session:
        list(session.play(most=3))
    with sandtable.load(path) as session:
        assert session.seats == seats
        list(session.play(most=3))
        assert len(session.log) >= 6


def test_with_too_little_time_to_compare_it_does_not_begin(
    toy: ModuleType, slow_games: SlowGames
) -> None:
    """A game in thought that takes as long as the budget leaves no room for a second one."""
    now, table = slow_games(1), last_stone(toy)
    assert searcher(table.game, "1.5s").choose(seat_of(table)) == toy.Play("fox")
    assert now[0] == 1.0
    assert searcher(table.game, "40s").choose(seat_of(table)) == toy.Lift("north")
    assert now[0] <= 41.0


class Lanes:
    """A crew whose moves are numbers: in each world move n ends with the nth result."""

    processes = 1

    def __init__(self, results: Callable[[int], Sequence[int]]) -> None:
        self.results = results

    def rows(
        self, moves: Sequence[Any], first: int, wanted: Callable[[int], bool]
    ) -> Generator[WorldRow]:
        for number in itertools.count(first):
            results = self.results(number)
            yield WorldRow([Outcome("over", {"red": results[move]}) for move in moves], len(moves))


def raced(moves: int, worlds: int, results: Callable[[int], Sequence[int]]) -> Race:
    """A race of some moves in some worlds."""
    race = Race(cast("list[Move]", range(moves)), "red")
    for _ in race.run(Lanes(results), lambda ahead: race.worlds + ahead <= worlds):
        pass
    return race


def test_the_better_half_runs_on_and_the_usual_move_with_it() -> None:
    race = raced(8, 4, lambda _: range(8))
    for left in ([0, 4, 5, 6, 7], [0, 5, 6, 7], [0, 5, 6, 7]):
        race.halve(3, race.runners[0])
        assert [runner.move for runner in race.alive] == left
    assert (race.worlds, race.playouts) == (4, 32)


def test_a_move_that_trails_by_little_does_not_drop_out() -> None:
    race = raced(8, 40, lambda world: [(world + move) % 2 for move in range(7)] + [0])
    race.halve(2, race.runners[0], behind=1.0)
    assert [runner.move for runner in race.alive] == [0, 1, 2, 3, 4, 5, 6]


def test_moves_that_end_alike_count_once() -> None:
    race = raced(6, 20, lambda world: (world, world, world + 1, world - 1, world - 2, world - 3))
    race.halve(3, race.runners[0])
    assert [runner.move for runner in race.alive] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("results", "made"), [(((1, 0), (0, 1), (0, 0)), 0), (((1, 0), (0, 1), (0, 1)), 1)]
)
def test_a_move_that_is_hardly_ahead_is_not_done_instead_of_the_usual_one(
    results: Sequence[Sequence[int]], made: int
) -> None:
    usual, other = raced(2, 63, lambda world: results[world % 3]).runners
    assert (t_value(other.leads(usual)) > CLEAR_LEAD) == bool(made)


def test_the_players_second_choice_comes_early(toy: ModuleType) -> None:
    """The scripted player of the toy game is asked again without its earlier choices."""
    table = toy.table()
    seat, player = seat_of(table), table.game.scripted_bot()
    left, liked = list(table.options), []
    for _ in range(2):
        narrowed = moves.NarrowedSeat(table, seat.name, SeededDice(1), tuple)
        narrowed.shown = left
        liked.append(player.choose(narrowed))
        left.remove(liked[-1])
    assert [move[0] for move in candidates(table, 2)] == liked


def test_moves_that_come_to_the_same_are_one(hero: Callable[..., Session]) -> None:
    """Digging and then resting gives the same as working."""
    found = {
        as_typed(move): [*map(as_typed, same)] for move, same in candidates(hero().table, 16).items()
    }
    assert found["work"] == ["dig; rest"]
    assert set(found) == {"work", "wait", "dare", "dig; deeper"}


def played_games(table: Table[Any], most: int) -> Iterator[tuple[list[Outcome], int]]:
    """The results of all moves, and the number of games that they took."""
    seat = seat_of(table)
    all_worlds, players = worlds.Worlds.of(seat), worlds.scripted_bots(table.game)
    some = [(option,) for option in table.options]
    for number in range(most):
        row = all_worlds.row(number, some, players)
        yield [all_worlds.world(number).outcome(move, players) for move in some], row.games
        assert list(row.outcomes) == [all_worlds.world(number).outcome(move, players) for move in some]


@pytest.mark.parametrize("id", ["lawrence/aqaba", "lrdg/tobruk", "megiddo/1918-even"])
def test_outcomes_known_in_a_world_are_not_played_again(id: str) -> None:
    """Moves end as in a world of their own, even if the world has played their continuation before."""
    session = sandtable.new(id, seed=4)
    for _ in range(3):
        session.choose(session.options()[0])
    for outcomes, games in some(played_games(session.table, 4)):
        assert 0 < games <= len(outcomes)
