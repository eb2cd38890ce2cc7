"""Hints: a best move only where there is one, confirmed in worlds that did not find it."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from itertools import count
from types import ModuleType
from typing import Any

import pytest
from nonempty import some

import sandtable
from sandtable import Done, Outcome, SandtableError, SeededDice, Session, Table
from sandtable.model.seat import Seat
from sandtable_batch.estimate import Estimate, share
from sandtable_console.waiting import Progress, result_of
from sandtable_megiddo.actions import Commit
from sandtable_tools.advice import crew, hints
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.figures import approximate, percent
from sandtable_tools.advice.hint_lines import lines, moves_on_offer
from sandtable_tools.advice.hints import Hint, Study, hint
from sandtable_tools.advice.move_words import as_typed, brief, contrast
from sandtable_tools.advice.race import Move, beyond_chance
from sandtable_tools.advice.worlds import WorldRow, Worlds
from sandtable_tools.chances import with_interval

Hero = Callable[..., Session]


def ask(session: Session, seed: int = 1) -> Study:
    """A study of the hero's moves."""
    return Study(Seat(session.table, "hero", SeededDice(seed), tuple))


def press(study: Study, budget: Budget | None = None, jobs: int = 1) -> Hint:
    return result_of(study.press(budget, jobs))


class Lucky:
    """A crew whose moves have a mean and luck of their own, which is the same in the same world."""

    processes = 1

    def __init__(self, means: dict[str, float], seed: int) -> None:
        self.means, self.seed = means, seed

    def rows(
        self, moves: Sequence[Any], first: int, wanted: Callable[[int], bool]
    ) -> Generator[WorldRow]:
        for number in count(first):
            ends = []
            for move in moves:
                dice = SeededDice(f"{self.seed} {number} {as_typed(move)}")
                won = dice.roll(1, 1000)[0] <= 1000 * self.means.get(as_typed(move), 0.5)
                ends.append(Outcome("won" if won else "lost", {"hero": 1 if won else -1}))
            yield WorldRow(ends, len(moves))


@pytest.fixture
def lucky(hero: Hero, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Study]:
    """Makes a study whose moves win with given chances, 50 % by default; a seed gives their luck."""

    def make(seed: int, **means: float) -> Study:
        chances = {words.replace("_", "; "): mean for words, mean in means.items()}
        monkeypatch.setattr(hints, "ThisProcess", lambda *_: Lucky(chances, seed))
        monkeypatch.setattr(crew, "ThisProcess", lambda *_: Lucky(chances, seed))
        return ask(hero())

    return make


def test_of_equal_moves_none_is_named_however_often_one_presses(lucky: Callable[..., Study]) -> None:
    named = 0
    for seed in range(12):
        study = lucky(seed)
        named += any(press(study).verdict in ("best", "better") for _ in range(5))
    assert named <= 1


def test_a_move_that_is_far_ahead_is_named_within_two_presses(lucky: Callable[..., Study]) -> None:
    named = 0
    for seed in range(10):
        study = lucky(seed, dare=0.65)
        press(study)
        found = press(study)
        named += (found.verdict, as_typed(found.move)) == ("best", "dare")
    assert named >= 9


def test_what_was_named_once_is_never_taken_back(lucky: Callable[..., Study]) -> None:
    study = lucky(1, dare=0.7)
    found = [press(study) for _ in range(5)]
    verdicts = [(each.verdict, as_typed(each.move)) for each in found]
    assert verdicts[-1] == ("best", "dare")
    assert set(verdicts[verdicts.index(("best", "dare")) :]) == {("best", "dare")}
    assert found[-1].playouts == found[-2].playouts  # nothing is left to find out


def test_the_best_is_confirmed_in_worlds_that_did_not_find_it(lucky: Callable[..., Study]) -> None:
    found = press(lucky(1, dare=0.9))
    assert found.verdict == "best"
    assert found.against is not None
    assert {result.of for result in found.against.results} == {found.worlds - sum(hints.ROUNDS)}


def test_where_the_scripted_players_move_is_beaten_but_not_the_others(
    lucky: Callable[..., Study],
) -> None:
    found = press(lucky(1, work=0.1, dare=0.6, wait=0.6))
    assert found.verdict == "better"
    assert as_typed(found.usual) == "work"
    text = " ".join(lines(found))
    assert "is better than the scripted player's choice (work). If the scripted players" in text
    assert text.endswith("There may be a better move.")


def test_looking_again_and_again_does_not_find_what_is_not_there() -> None:
    """Fair coins, looked at after each: a test of 5 % at each look would be wrong for a third."""
    wrong, coins = 0, 300
    for seed in range(coins):
        faces = SeededDice(f"coin {seed}").roll(400, 2)
        gains = [2 * face - 3 for face in faces]
        wrong += any(beyond_chance(gains[:seen], 0.05) for seen in range(16, 400, 16))
    assert wrong / coins < 0.05


def test_a_press_goes_on_where_the_last_one_ended(hero: Hero) -> None:
    study = ask(hero())
    first, second = press(study, Budget(playouts=60)), press(study, Budget(playouts=60))
    assert second.worlds > first.worlds
    again = press(ask(hero()), Budget(playouts=120))
    assert (again.worlds, again.tried) == (second.worlds, second.tried)


def test_a_press_that_was_stopped_goes_on_too(hero: Hero, interrupted: Callable[..., Hint]) -> None:
    study = ask(hero())
    found = interrupted(study.press(), 10)
    assert found.stopped
    assert found.worlds == 10
    assert lines(found, 200)[0].startswith("No clear best yet; ")
    whole, other = press(study), ask(hero())
    assert whole._replace(pace=0) == press(other)._replace(pace=0)


def test_with_no_clear_best_yet_it_says_what_gets_an_answer(
    hero: Hero, slow_games: Callable[[float], list[float]]
) -> None:
    slow_games(1.0)
    found = press(ask(hero()))
    text = " ".join(lines(found, 400))
    begins = "No clear best yet; the scripted player would choose: work. "
    assert text.startswith(begins)
    assert text.endswith("Ask again to play more games.")
    assert found.playouts <= 24


def test_without_a_clear_best_the_two_best_are_named_but_not_offered(
    lucky: Callable[..., Study],
) -> None:
    found = press(lucky(1))
    said = f"No clear best after {found.games:,} games; wait and work are too close to tell apart: "
    assert lines(found, 200) == [f"{said}you win about 55 % of the games."]
    assert moves_on_offer(found) == []


def test_it_says_how_many_more_games_would_tell(lucky: Callable[..., Study]) -> None:
    found = press(lucky(1))
    assert found.leading
    almost = found._replace(leading=found.leading._replace(needed=1_300), pace=0.01)
    assert lines(almost, 200) == [
        f"No clear best after {found.games:,} games; wait is ahead: you win about 55 % of the games, "
        "and about 50 % with work. About 1,300 more games would tell: ask again."
    ]
    assert lines(almost, 200, in_shell=True)[0].endswith(" would tell: --time 30s plays them.")


def test_of_a_long_move_that_is_not_the_answer_the_first_things_are_named(
    lucky: Callable[..., Study],
) -> None:
    found = press(lucky(1))
    assert found.leading
    cards = commits("british-artillery", "tiller", "trenchlines", "mountains", "roads", "supply")
    second = found.leading.next._replace(move=cards)
    long = found._replace(leading=found.leading._replace(next=second, needed=1_300))
    assert "% with commit british-artillery, tiller, trenchlines and 3 more. " in lines(long, 400)[0]


def test_an_answer_is_not_taken_back_by_a_press_that_ends_early(lucky: Callable[..., Study]) -> None:
    study = lucky(1)
    whole, more = press(study), press(study, Budget(playouts=100))
    assert (whole.verdict, more.verdict) == ("open", "open")
    assert lines(more, 200)[0].startswith(
        f"No clear best after {more.games:,} games; work and dig; deeper "
    )


def test_in_the_shell_the_advice_about_time_is_an_option_and_counts_from_the_start(
    lucky: Callable[..., Study],
) -> None:
    found = press(lucky(1), Budget(playouts=100))
    found = found._replace(games=100, needed=900, pace=0.1, leading=None)
    assert lines(found, 200)[0].endswith(" Ask again to play more games.")
    assert lines(found, 200, in_shell=True)[0].endswith(" --time 120s gets an answer.")


def test_without_a_game_only_the_scripted_players_move_is_said(lucky: Callable[..., Study]) -> None:
    found = press(lucky(1), Budget(playouts=2))
    assert found.games == 0
    assert lines(found, 200) == ["No clear best yet; the scripted player would choose: work."]


def test_the_sentence_and_the_row_of_a_move_have_the_same_figures(lucky: Callable[..., Study]) -> None:
    found = press(lucky(1, dare=0.9))
    said, *rows = lines(found, 400, every=True)
    (row,) = [row for row in rows if row.endswith(": dare")]
    assert found.against
    wins = found.against.wins[0]
    assert f"you win {with_interval(wins)} in {wins.of} games: dare" in row
    assert f"you win about {round(20 * wins.value) * 5} % of the games" in said


def test_no_chance_of_a_hint_is_sure(lucky: Callable[..., Study]) -> None:
    text = " ".join(lines(press(lucky(1, dare=1.0)), 400, every=True))
    assert "you win at least 8" in text
    assert " 100 %" not in text


def test_of_a_few_games_a_hint_shows_no_figures(lucky: Callable[..., Study]) -> None:
    _, *rows = lines(press(lucky(1), Budget(playouts=60)), 400, every=True)
    (row,) = rows
    assert row.startswith("  tried in fewer than 20 games: ")
    assert "%" not in row


def test_all_adds_every_move_with_its_interval(lucky: Callable[..., Study]) -> None:
    _, *rows = lines(press(lucky(1)), 200, every=True)
    assert len(rows) == 4
    assert rows[0].startswith("  you win ")
    assert any("the scripted player's, work (the same: dig; rest)" in row for row in rows)


def test_rows_of_a_hint_are_in_the_order_of_their_figures(lucky: Callable[..., Study]) -> None:
    """Moves that dropped out, with fewer games, come after those that are still compared."""
    for seed in range(1, 6):
        _, *rows = lines(press(lucky(seed)), 200, every=True)
        kept = [row for row in rows if row.startswith("  you win ")]
        most = max(int(re.search(r" in ([0-9]+) games", row)[1]) for row in kept)  # type: ignore[index]
        full = [row for row in kept if f" in {most} games" in row]
        assert kept[: len(full)] == full
        shares = [int(row.split()[2]) for row in full]
        assert shares == sorted(shares, reverse=True)


def test_a_real_game_names_what_is_worth_more(hero: Hero) -> None:
    """After the first dare, digging deeper gives 3 for sure, work 2, and waiting nothing."""
    study = ask(hero("dare"))
    found = [press(study) for _ in range(3)][-1]
    assert found.usual == study._usual.move
    assert found.verdict in ("better", "best", "open")
    assert as_typed(found.move) in ("dare", "dig; deeper", "work")


def test_moves_that_end_alike_in_every_world_are_one(hero: Hero) -> None:
    found = press(ask(hero("wait")))
    rows = " ".join(" ".join(lines(found, 400, every=True)).split())
    assert "the same: dig; rest" in rows


def test_the_only_option_is_named_at_once(toy: ModuleType) -> None:
    state = toy.state(heaps={"north": 1, "south-east": 0}, hands={"red": [], "blue": []})
    table: Table[object] = Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
    found = _hint_for(table, "red")
    assert found.playouts == 0
    assert lines(found) == ["Only one action is legal: lift north."]


@pytest.mark.parametrize("playouts", [1, 3, 50, 200])
def test_a_budget_is_kept_and_the_scripted_players_move_is_named(hero: Hero, playouts: int) -> None:
    found = press(ask(hero()), Budget(playouts=playouts))
    assert found.playouts <= found.games <= playouts
    assert "work" in lines(found, 400)[0]


def test_a_hint_is_the_same_whatever_the_number_of_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hints, "SHORT_PRESS", 0.0)
    session = sandtable.new("lrdg/tobruk", seed=1)
    session.choose("historical")
    alone, together = (
        hint(session.seat("lrdg"), Budget(playouts=90), jobs=number)._replace(pace=0)
        for number in (1, 2)
    )
    assert alone == together
    assert alone.worlds > 1


def test_a_game_that_is_not_installed_is_played_by_the_process_itself(hero: Hero) -> None:
    assert crew.WorldSource.of(Worlds.of(hero().seat("hero"))) is None


def test_no_process_is_too_few(hero: Hero) -> None:
    with pytest.raises(SandtableError, match="--jobs takes 1 or more, not 0"):
        press(ask(hero()), jobs=0)


def test_where_all_moves_do_the_same_nothing_is_played() -> None:
    moves: list[Move] = [(Commit("a"),), (Commit("b"),), (Done(),)]
    found = Hint("red", "Play", "equal", moves[0], moves[0], equal=moves)
    assert lines(found) == ["It makes no difference: commit a does the same as commit b or done."]


def test_a_lost_position_says_that_every_move_loses(lucky: Callable[..., Study]) -> None:
    lost = dict.fromkeys(("work", "wait", "dare", "dig_deeper"), 0.0)
    found = press(lucky(1, **lost))
    assert found.verdict == "same"
    said = f"Every move loses, as far as {found.games} games can tell; "
    assert lines(found, 200) == [f"{said}the scripted player would choose: work."]
    open_still = found._replace(verdict="open")
    assert lines(open_still, 200) == lines(found, 200)


@pytest.mark.parametrize(
    ("won", "of", "said"),
    [(65, 100, "about 65"), (63, 100, "about 65"), (1, 100, "under 5"), (617, 4000, "15")],
)
def test_a_chance_has_no_more_digits_than_its_games_support(won: int, of: int, said: str) -> None:
    chance = share(won, of)
    assert percent(Estimate(*(100 * part for part in chance[:3]), of)) == said


def test_a_score_has_no_more_digits_than_its_games_support() -> None:
    assert approximate(Estimate(5.23, 4.9, 5.5, 90)) == "5.2"
    assert approximate(Estimate(5.23, 2.9, 7.5, 90)) == "about 5"


def commits(*cards: str) -> Move:
    return (*map(Commit, cards), Done())


def test_a_verb_is_shown_once_and_the_end_of_a_sequence_not_at_all() -> None:
    assert brief(commits("tiller", "trenchlines")) == "commit tiller, trenchlines"
    assert brief((Done(),)) == "done"


def test_the_next_best_move_is_described_by_what_differs() -> None:
    long = ("supply", "allenby", "tiller", "trenchlines", "mountains")
    best, other = commits(*long), commits(*long[:4], "roads")
    assert contrast(other, best) == "the same with roads without mountains"
    assert contrast((Done(),), best) == "done"


def _hint_for(table: Table[object], seat: str) -> Hint:
    found = hint(Seat(table, seat, SeededDice("same"), tuple), Budget(playouts=60))
    return found._replace(pace=0)


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
    for width in (80, 40):
        rows = lines(found, width)
        assert all(len(line) <= width for line in some(rows))
        assert len(rows) < 24


def test_progress_reaches_the_end(hero: Hero) -> None:
    shares = [progress.share for progress in ask(hero()).press() if isinstance(progress, Progress)]
    assert shares == sorted(shares)
    assert shares[-1] >= 0.9


def test_the_best_of_some_moves_says_of_how_many_and_which_are_as_good() -> None:
    moves: list[Move] = [(Commit(number),) for number in range(6)]  # type: ignore[arg-type]
    wins = share(40, 50), share(10, 50)
    against = hints.Comparison(moves[3], wins, wins)
    tried = [
        hints.TriedMove(moves[0], wins[0], wins[0], False, moves[1:3]),
        hints.TriedMove(moves[3], wins[1], wins[1], True),
    ]
    found = Hint("hero", "x", "best", moves[0], moves[3], against, tried, moves[4:])
    said = " ".join(lines(found, 200))
    assert said.startswith(
        f"The best of 4 moves tried (of 6): {brief(moves[0])} or any of 2 others. If "
    )
