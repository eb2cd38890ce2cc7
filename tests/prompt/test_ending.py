"""The end of a game: the result, the scores with what made them, history, the turning point."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest

from sandtable import Event, Headline, Stake, hookimpl, load
from sandtable.prompt.ending import Ending, lines
from sandtable.prompt.outputs import Over
from sandtable.prompt.typist import Typist

SAVES = Path(__file__).parents[2] / "saves"

STAKES = {"red": Stake("red stones", 2, scores=True), "blue": Stake("blue stones", scores=True)}
"""Two scores, of which red's is kept in half stones."""


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
def ended(toy: ModuleType, stones_of: Callable[..., Typist], monkeypatch: pytest.MonkeyPatch) -> Typist:
    """A game of the toy that is over, each lifting what there is."""
    monkeypatch.setattr(toy, "Lifted", Lifted)
    monkeypatch.setattr(toy.Tossed, "headline", _prize)
    console = stones_of(stakes=STAKES).started()
    while console.session.outcome is None:
        console.say(str(next(one for one in console.options if one.name() in ("lift", "done"))))
    return console


def told(console: Typist, seat: str | None, width: int = 100) -> list[str]:
    return list(lines(Ending(console.session, seat), width))


def test_each_score_tells_where_its_points_came_from(ended: Typist) -> None:
    score = ended.session.state.score
    shown = told(ended, "red")
    assert f"Red stones: {score['red'] / 2:g}" in shown
    assert f"Blue stones: {score['blue']}" in shown
    begins = shown.index(f"Red stones: {score['red'] / 2:g}")
    rows = shown[begins + 1 : shown.index(f"Blue stones: {score['blue']}")]
    assert sum(float(row.split()[0]) for row in rows) == score["red"] / 2
    assert rows[0].split() == ["+0.5", "You", "lift", "a", "stone"]


def test_more_than_a_few_changes_are_added_up(ended: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.prompt.ending.MOST_ROWS", 1)
    score = ended.session.state.score
    shown = told(ended, "red")
    row = next(row for row in shown if "smaller change" in row)
    first = shown[shown.index(row) - 1]
    assert float(row.split()[0]) + float(first.split()[0]) == score["red"] / 2


def test_the_turning_point_is_the_greatest_headline(ended: Typist) -> None:
    assert told(ended, "red")[-1] == "The turning point: The prize is won."


def test_without_headlines_there_is_no_turning_point(stones_of: Callable[..., Typist]) -> None:
    console = stones_of().started()
    while console.session.outcome is None:
        console.say(str(next(one for one in console.options if one.name() in ("lift", "done"))))
    assert told(console, "red") == []


def test_a_scenario_may_tell_what_history_did(toy: ModuleType) -> None:
    text = toy.TOML.replace('title = "Two Heaps"', 'title = "Two Heaps"\nhistory = "Nobody lifted."')
    assert toy.scenario(text).info.history == "Nobody lifted."


def test_it_fits_the_width(ended: Typist) -> None:
    assert max(map(len, told(ended, "red", 40))) <= 40


@pytest.mark.tools
def test_what_looks_back_is_one_key_away(ended: Typist) -> None:
    shown = next(one for one in ended.position() if isinstance(one, Over))
    *rows, last = shown.ways_on
    assert last == "The game is over. A number reviews it; Enter leaves."
    words = [row.split()[1].rstrip(":") for row in rows]
    assert words == list(ended.looking_back)
    assert {"coach", "replay", "report"} <= set(words)
    number = words.index("replay") + 1
    assert "not saved" in str(ended.say(str(number)).error)
    assert "not saved" in str(ended.say(str(number)).error)


def test_the_outcome_comes_before_the_scores(ended: Typist) -> None:
    shown = list(Over(ended.display.ending()).lines)
    over = next(row for row in shown if row.startswith("Over: "))
    assert shown.index(over) < next(place for place, row in enumerate(shown) if row.startswith("Red st"))


def test_the_turning_point_is_where_the_odds_moved_most(ended: Typist) -> None:
    looked = Ending(ended.session, "red")
    first = looked.happened[0]
    assert first.headline.text == "You lift a stone"
    *_, last = lines(looked, 100, {first.n: -0.5})
    assert last == "The turning point: You lift a stone."


@pytest.mark.tools
def test_the_odds_before_and_after_a_line_are_played_out() -> None:
    from sandtable_tools.advice.budget import Budget
    from sandtable_tools.advice.swings import swings

    session = load(SAVES / "megiddo-1918-even.jsonl")
    last = [step.entry.n for step in session.history.done if step.entry.rolls][-1]
    lines = [session.history.done[0].entry.n, last]
    found = swings(session, "british", lines, Budget(playouts=200))
    assert set(found) == set(lines)
    assert swings(session, "turkish", lines, Budget(playouts=200)) == {n: -by for n, by in found.items()}
    assert swings(session, "british", lines, Budget(playouts=8)) == {}


def test_a_plugin_may_tell_how_the_odds_moved(ended: Typist) -> None:
    asked: list[object] = []

    class Teller:
        @hookimpl
        def swings(self, session: object, seat: str, lines: list[int]) -> dict[int, float]:
            asked.append((seat, lines))
            return {lines[0]: 1.0}

    ended.session.plugins.listeners.register(Teller(), "teller")
    ended.session.plugins.listeners.manager.get_plugin("teller")
    shown = ended.display.ending(odds=True)
    looked = Ending(ended.session, None)
    assert asked == [("red", list(looked.candidates))]
    first = next(one for one in looked.happened if one.n == looked.candidates[0])
    assert any(first.headline.text in line for line in shown if line.startswith("The turning point"))


@pytest.mark.tools
@pytest.mark.parametrize(
    ("save", "parts"),
    [
        (
            "lrdg-campaign-1942",
            [
                "  +8.5  The Benghazi Road, March 1942: total, turn 5",
                "   -10  for 1 mission that failed",
            ],
        ),
        ("lawrence-campaign", ["  won  Aqaba!", "  won  Damascus"]),
    ],
)
def test_a_campaign_ends_with_what_became_of_its_parts(save: str, parts: list[str]) -> None:
    session = load(SAVES / f"{save}.jsonl")
    (seat,) = session.seats
    shown = list(lines(Ending(session, seat), 78))
    history = next(place for place, line in enumerate(shown) if line.startswith("In history"))
    assert [shown[0], shown[history - 1]] == parts
    assert history == len(session.scenario.parts) + (save == "lrdg-campaign-1942")
