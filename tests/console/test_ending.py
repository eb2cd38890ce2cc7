"""The end of a game: the result, the scores with their sources, and history."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest

from sandtable import Event, Headline, Stake, load
from sandtable_console.display import Display
from sandtable_console.ending import MOST_ROWS, Ending, ScoreStep, lines
from sandtable_console.outputs import Over
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
    return list(lines(Ending(console.session, seat), width))


@pytest.mark.parametrize("line", ["commit all", "pass"])
def test_after_the_end_a_refusal_repeats_what_was_typed(line: str) -> None:
    table = Typist(load(SAVES / "megiddo-1918.jsonl"))
    assert str(table.say(line).error) == f"{line}: the game is over"


@pytest.mark.parametrize("save", ["megiddo-1918", "lrdg-slonta", "lawrence-aqaba"])
def test_each_word_at_the_end_takes_one_row_of_80_columns(save: str) -> None:
    table = Typist(load(SAVES / f"{save}.jsonl"))
    (over,) = [output for output in table.begin() if isinstance(output, Over)]
    assert over.next_words
    assert max(map(len, over.next_words)) <= 80


def test_each_score_shows_where_its_points_came_from(over: Typist) -> None:
    score = over.session.state.score
    shown = review_lines(over, "red")
    assert f"Red stones: {score['red'] / 2:g}" in shown
    assert f"Blue stones: {score['blue']}" in shown
    begins = shown.index(f"Red stones: {score['red'] / 2:g}")
    rows = shown[begins + 1 : shown.index(f"Blue stones: {score['blue']}")]
    assert sum(float(row.split()[0]) for row in rows) == score["red"] / 2
    assert rows[0].split() == ["+0.5", "You", "lift", "a", "stone"]


def test_more_than_a_few_changes_are_added_up(over: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable_console.ending.MOST_ROWS", 1)
    score = over.session.state.score
    shown = review_lines(over, "red")
    row = next(row for row in shown if "smaller change" in row)
    first = shown[shown.index(row) - 1]
    assert float(row.split()[0]) + float(first.split()[0]) == score["red"] / 2


def test_a_scenario_may_show_what_history_did(toy: ModuleType) -> None:
    text = toy.TOML.replace('title = "Two Heaps"', 'title = "Two Heaps"\nhistory = "Nobody lifted."')
    assert toy.scenario(text).info.history == "Nobody lifted."


def test_the_ending_fits_the_width(over: Typist) -> None:
    assert max(map(len, review_lines(over, "red", 40))) <= 40


def test_the_review_words_are_one_key_away(over: Typist) -> None:
    shown = next(output for output in over.position() if isinstance(output, Over))
    *rows, last = shown.next_words
    assert last == "The game is over. A number reviews it; Enter leaves."
    words = [row.split()[1].rstrip(":") for row in rows]
    assert words == list(over.looking_back)
    assert {"coach", "replay", "report"} <= set(words)
    number = words.index("replay") + 1
    assert "not saved" in str(over.say(str(number)).error)
    assert "not saved" in str(over.say(str(number)).error)


def test_the_outcome_comes_before_the_scores(over: Typist) -> None:
    shown = over.display.ending()
    outcome = next(row for row in shown if row.startswith("Over: "))
    assert shown.index(outcome) < next(
        place for place, row in enumerate(shown) if row.startswith("Red st")
    )


@pytest.mark.parametrize("save", ["lrdg-campaign-1942", "lawrence-campaign"])
def test_a_campaign_ends_with_what_became_of_its_parts(save: str) -> None:
    session = load(SAVES / f"{save}.jsonl")
    (seat,) = session.seats
    shown = list(lines(Ending(session, seat), 78))
    results = session.scenario.game.part_results(session.table)
    width = max(len(result.score) for result in results)
    assert shown[: len(results)] == [
        f"  {result.score.rjust(width)}  {result.about}" for result in results
    ]
    assert shown[len(results)].startswith("In history")


@pytest.mark.parametrize("save", ["megiddo-1918", "lrdg-bardia", "lawrence-aqaba", "lawrence-campaign"])
def test_the_result_comes_first_in_the_words_of_the_game(save: str) -> None:
    session = load(SAVES / f"{save}.jsonl")
    verdict = session.scenario.game.verdict(session.table)
    assert Display(session).ending()[0] == f"Over: {verdict}."


def test_at_the_end_no_action_is_offered(over: Typist) -> None:
    error = over.say("clear").error
    assert str(error) == 'no command "clear"; the game is over (? lists the commands)'


def test_the_last_battle_is_where_the_last_point_came_from_for_both_sides() -> None:
    session = load(SAVES / "megiddo-1918.jsonl")
    for seat, news in (("british", "You win the battle"), ("turkish", "The British win the battle")):
        last = Ending(session, seat).changes["british-victory-points"][-1]
        assert last.what == news


def test_a_seats_own_score_comes_first_and_the_points_of_the_other_are_no_losses() -> None:
    session = load(SAVES / "megiddo-1918.jsonl")
    shown = list(lines(Ending(session, "turkish"), 78))
    assert shown[:3] == [
        "Turkish victory points: 0",
        "British victory points: 5",
        "     +1  Round 1: The British win the battle",
    ]
    assert next(lines(Ending(session, "british"), 78)) == "British victory points: 5"


def test_points_come_from_the_events_that_explain_them() -> None:
    session = load(SAVES / "lrdg-el-alamein.jsonl")
    rows = Ending(session, None).changes["half-points"]
    evaluated = next(event for event in session.log[-1].events if event.cites == "5.4")
    reasons = [row.what.rpartition("(")[2].rstrip(")") for row in rows]
    for reason, points in evaluated.items:  # type: ignore[attr-defined]
        assert sum(row.by for row, of in zip(rows, reasons, strict=True) if of == reason) == points
    assert "alarm" not in evaluated.items  # type: ignore[attr-defined]
    assert [row.by for row, of in zip(rows, reasons, strict=True) if of == "alarm"] == [6, -6]
    for row, reason in zip(rows, reasons, strict=True):
        assert (row.by < 0) == (reason == "losses") or reason in ("duration", "alarm"), row
        assert "action point" not in row.what


def test_small_losses_are_not_netted_into_gains(over: Typist) -> None:
    looked = Ending(over.session, "red")
    small = [ScoreStep(3, "", by, "small") for by in (2, 2, -2)]
    looked.changes["red"] = [ScoreStep(3, "", 4, "great")] * MOST_ROWS + small
    shown = list(lines(looked, 78))
    assert [row.split() for row in shown if "smaller" in row] == [
        ["+2", "2", "smaller", "changes"],
        ["-1", "1", "smaller", "change"],
    ]
