"""The end of a game: the result, the scores with their sources, and history."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest

from sandtable import Event, Headline, Stake, load
from sandtable_console import ending
from sandtable_console.ending import review
from sandtable_console.outputs import Over
from sandtable_console.words.onward import NextGame, next_games
from sandtable_tools.kit import Typist

SAVES = Path(__file__).parents[2] / "saves"

STAKES = {"red": Stake("red stones", 2, scores=True), "blue": Stake("blue stones", scores=True)}
"""Two scores; red's is counted in half stones."""


class Lifted(Event, frozen=True):
    rule: ClassVar[str] = "2"
    seat: str
    heap: str

    def headline(self, seat: str | None) -> Headline | None:
        who = "You lift" if seat == self.seat else f"{self.seat.capitalize()} lifts"
        return Headline(f"{who} a stone", (self.heap,), 1 if seat == self.seat else -1)


def _prize(event: Event, _seat: str | None) -> Headline | None:
    return Headline("The prize is won", worth=2) if event.face >= 5 else None  # type: ignore[attr-defined]


@pytest.fixture
def over(toy: ModuleType, stones_of: Callable[..., Typist], monkeypatch: pytest.MonkeyPatch) -> Typist:
    """A game of the toy that is over; each seat lifts as many stones as it can."""
    monkeypatch.setattr(toy, "Lifted", Lifted)
    monkeypatch.setattr(toy.Tossed, "headline", _prize)
    console = stones_of(stakes=STAKES).start()
    while console.session.outcome is None:
        console.say(str(next(option for option in console.options if option.name() in ("lift", "done"))))
    return console


def review_lines(console: Typist, seat: str | None, width: int = 100) -> list[str]:
    assert console.session.outcome
    return list(ending.review_lines(review(console.session, console.session.outcome, seat), width))


@pytest.mark.parametrize("line", ["commit all", "pass"])
def test_after_the_end_a_refusal_repeats_what_was_typed(line: str) -> None:
    table = Typist(load(SAVES / "megiddo-1918.jsonl"))
    assert str(table.say(line).error) == f"{line}: the game is over"


def test_a_scenario_may_show_what_history_did(toy: ModuleType) -> None:
    text = toy.TOML.replace('title = "Two Heaps"', 'title = "Two Heaps"\nhistory = "Nobody lifted."')
    assert toy.scenario(text).info.history == "Nobody lifted."


def test_the_ending_fits_the_width(over: Typist) -> None:
    assert max(map(len, review_lines(over, "red", 40))) <= 40


@pytest.mark.parametrize("save", ["lrdg-campaign-1942", "lawrence-campaign"])
def test_a_campaign_ends_with_what_became_of_its_parts(save: str) -> None:
    session = load(SAVES / f"{save}.jsonl")
    (seat,) = session.seats
    shown = review_lines(Typist(session), seat, 78)
    results = session.scenario.game.part_results(session.table)
    width = max(len(result.score) for result in results)
    assert shown[1 : len(results) + 1] == [
        f"  {result.score.rjust(width)}  {result.about}" for result in results
    ]
    assert shown[len(results) + 1].startswith("In history")


@pytest.mark.parametrize("save", ["megiddo-1918", "lrdg-bardia", "lawrence-aqaba", "lawrence-campaign"])
def test_the_result_comes_first_in_the_words_of_the_game(save: str) -> None:
    table = Typist(load(SAVES / f"{save}.jsonl"))
    verdict = table.session.scenario.game.verdict(table.session.table)
    assert review_lines(table, None)[0] == f"Over: {verdict}."


def test_at_the_end_no_action_is_offered(over: Typist) -> None:
    error = over.say("clear").error
    assert str(error) == 'no command "clear"; the game is over (? lists the commands)'


@pytest.mark.parametrize(
    ("save", "score"),
    [
        ("lrdg-slonta", "VP 23: targets +21, enemies +8, alarm +3, losses -9."),
        ("megiddo-1918", "British victory points 5."),
    ],
)
def test_a_score_is_told_in_a_line_with_the_few_reasons_that_the_game_gives(
    save: str, score: str
) -> None:
    assert score in review_lines(Typist(load(SAVES / f"{save}.jsonl")), None)


def test_a_seats_own_score_comes_first() -> None:
    shown = review_lines(Typist(load(SAVES / "megiddo-1918.jsonl")), "turkish")
    assert shown[1:3] == ["Turkish victory points 0.", "British victory points 5."]


def test_a_game_without_scores_ends_with_what_each_seat_gets(stones_of: Callable[..., Typist]) -> None:
    table = stones_of().start()
    while table.session.outcome is None:
        table.say(str(next(option for option in table.options if option.name() in ("lift", "done"))))
    returns = table.session.outcome.returns
    shown = f"Returns: {', '.join(f'{seat} {value}' for seat, value in returns.items())}."
    assert shown in review_lines(table, None)


@pytest.mark.parametrize(("seat", "good"), [("british", True), ("turkish", False), (None, None)])
def test_the_same_end_is_good_news_for_one_side_only(seat: str | None, good: bool | None) -> None:
    session = load(SAVES / "megiddo-1918.jsonl")
    assert session.outcome
    assert review(session, session.outcome, seat).good is good


def test_what_comes_next_is_numbered_and_each_step_takes_one_row_of_80_columns(over: Typist) -> None:
    (shown,) = [output for output in over.position() if isinstance(output, Over)]
    *rows, asks = shown.numbered
    assert asks == "The game is over. Type a number; Enter leaves."
    lines = [step.line for step in shown.steps]
    assert [row.split(":")[0].split(maxsplit=1) for row in rows] == [
        [str(n), line] for n, line in enumerate(lines, 1)
    ]
    assert {"replay", "report", "coach", "play again", "play same dice"} <= {*lines}
    assert lines[-1] == "quit"
    assert max(map(len, rows)) <= 80
    assert str(over.say("99").error) == f'"99": the last list has 1 to {len(lines)}'
    assert "nothing to report" in str(over.say("story").error)
    assert "not saved" in str(over.say(str(lines.index("replay") + 1)).error)
    over.say(str(lines.index("play same dice") + 1))
    assert over.left
    assert over.next_game
    assert over.next_game.seed == over.session.header.seed


def test_the_next_scenario_and_the_other_side_are_offered_where_there_are_any() -> None:
    def offered(save: str, **players: str) -> dict[str, NextGame]:
        session = load(SAVES / f"{save}.jsonl")
        session.seat_players(players)
        return next_games(session)

    duel = offered("megiddo-1918-even", british="human")
    assert duel["other side"].about == "as the Turks"
    assert duel["other side"].seats == {"british": "scripted", "turkish": "human"}
    assert duel["next"].scenario == "megiddo/1918"
    raids = offered("lrdg-slonta")
    assert "other side" not in raids
    assert raids["next"].scenario == "lrdg/benghazi-watch"
    assert "next" not in offered("lrdg-campaign-1942")
