"""The end of a game: the result, the scores with their sources, history, the turning point."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest

from sandtable import Event, Headline, Stake, hookimpl, load
from sandtable.text.progress import Progress, result_of
from sandtable.text.signals import Interrupted
from sandtable_console.display import Display
from sandtable_console.ending import MOST_ROWS, Change, Ending, Happened, lines, turning_point
from sandtable_console.outputs import Output, Over, Text, Thinking
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
    console = stones_of(stakes=STAKES).started()
    while console.session.outcome is None:
        console.say(str(next(option for option in console.options if option.name() in ("lift", "done"))))
    return console


def review_lines(console: Typist, seat: str | None, width: int = 100) -> list[str]:
    reviewed = Ending(console.session, seat)
    return [*lines(reviewed, width), *turning_point(reviewed, width, {})]


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


def test_the_turning_point_is_the_greatest_headline(over: Typist) -> None:
    assert review_lines(over, "red")[-1] == "The turning point: The prize is won."


def test_without_headlines_there_is_no_turning_point(stones_of: Callable[..., Typist]) -> None:
    console = stones_of().started()
    while console.session.outcome is None:
        console.say(str(next(option for option in console.options if option.name() in ("lift", "done"))))
    assert review_lines(console, "red") == []


def test_a_scenario_may_show_what_history_did(toy: ModuleType) -> None:
    text = toy.TOML.replace('title = "Two Heaps"', 'title = "Two Heaps"\nhistory = "Nobody lifted."')
    assert toy.scenario(text).info.history == "Nobody lifted."


def test_the_ending_fits_the_width(over: Typist) -> None:
    assert max(map(len, review_lines(over, "red", 40))) <= 40


@pytest.mark.tools
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
    shown = over.display.ending(Ending(over.session, None))
    outcome = next(row for row in shown if row.startswith("Over: "))
    assert shown.index(outcome) < next(
        place for place, row in enumerate(shown) if row.startswith("Red st")
    )


def test_the_turning_point_is_where_the_odds_moved_most(over: Typist) -> None:
    looked = Ending(over.session, "red")
    first = looked.happened[0]
    assert first.headline.text == "You lift a stone"
    (last,) = turning_point(looked, 100, {first.n: 0.5})
    assert last == "The turning point: You lift a stone."


@pytest.mark.tools
def test_the_odds_before_and_after_a_line_are_played_out() -> None:
    from sandtable_tools.advice.budget import Budget
    from sandtable_tools.advice.swings import swings

    session = load(SAVES / "megiddo-1918-even.jsonl")
    last = [step.entry.n for step in session.history.done if step.entry.rolls][-1]
    lines = [session.history.done[0].entry.n, last]
    ours = result_of(swings(session, "british", lines, Budget(playouts=200)))
    assert set(ours) == set(lines)
    theirs = result_of(swings(session, "turkish", lines, Budget(playouts=200)))
    assert theirs == {n: -by for n, by in ours.items()}
    assert result_of(swings(session, "british", lines, Budget(playouts=8))) == {}


@pytest.mark.tools
def test_an_interrupt_ends_the_games_that_are_played_out() -> None:
    from sandtable_tools.advice.budget import Budget
    from sandtable_tools.advice.swings import swings

    session = load(SAVES / "megiddo-1918-even.jsonl")
    lines = [step.entry.n for step in session.history.done][-2:]
    steps = swings(session, "british", lines, Budget(playouts=10_000))
    shares = [next(steps) for _ in range(20)]
    assert [progress.games for progress in shares] == list(range(20))
    assert sorted(shares) == shares
    with pytest.raises(StopIteration) as end:
        steps.throw(Interrupted())
    assert set(end.value.value) == set(lines)


class Teller:
    """A plugin that answers `swings` for the first line; `steps` are its steps of thinking."""

    def __init__(self, steps: Callable[[Mapping[int, float]], object]) -> None:
        self.steps = steps
        self.asked: list[object] = []

    @hookimpl(tryfirst=True)
    def swings(self, session: object, seat: str, lines: list[int]) -> object:
        self.asked.append((seat, lines))
        return self.steps({lines[0]: 1.0})


def thought(found: Mapping[int, float]) -> Generator[object, None, Mapping[int, float]]:
    """Think in two steps; after an interrupt, nothing was found."""
    try:
        yield Progress(0.0, 0)
        yield Progress(0.5, 1)
    except KeyboardInterrupt:
        return {}
    return found


def fault(found: Mapping[int, float]) -> Generator[object]:
    yield Progress(0.0, 0)
    raise SystemExit(f"{found}")


def yields_text(_: Mapping[int, float]) -> Generator[object]:
    yield "half way"


@pytest.fixture
def ending_of(over: Typist) -> Iterator[Callable[..., tuple[Teller, list[Output]]]]:
    """The outputs of the end, with a plugin that takes some steps, and an interrupt at one of them."""

    listeners = over.session.plugins.listeners

    def outputs(
        steps: Callable[[Mapping[int, float]], object], stop: int = -1
    ) -> tuple[Teller, list[Output]]:
        teller = Teller(steps)
        listeners.register(teller, "teller")
        over.confirms = True
        shown, seen = over.position(), list[Output]()
        with suppress(StopIteration):
            while True:
                stopped = len(seen) == stop
                seen.append(shown.throw(Interrupted()) if stopped else next(shown))
        return teller, seen

    yield outputs
    if listeners.manager.has_plugin("teller"):
        listeners.manager.unregister(name="teller")


def names(outputs: Sequence[Output]) -> list[str]:
    return [type(output).__name__ for output in outputs]


def turning(output: Output) -> list[str]:
    assert isinstance(output, Over)
    return [line for line in output.lines if "turning point" in line]


def lowered(found: Mapping[int, float]) -> Mapping[int, float]:
    """Swings down: the first candidate is a stone of blue, bad news to red."""
    return {n: -by for n, by in found.items()}


@pytest.mark.parametrize(
    "steps", [lambda found: thought(lowered(found)), lowered], ids=["by-thought", "at-once"]
)
def test_a_plugin_may_show_how_the_odds_moved(
    over: Typist,
    ending_of: Callable[..., tuple[Teller, list[Output]]],
    steps: Callable[[Mapping[int, float]], object],
) -> None:
    teller, shown = ending_of(steps)
    looked = Ending(over.session, None)
    assert teller.asked == [("red", list(looked.candidates))]
    first = next(event for event in looked.happened if event.n == looked.candidates[0])
    assert turning(shown[-1]) == [f"The turning point: {first.headline.text}."]


def test_the_end_is_shown_before_the_program_looks_for_the_turning_point(
    over: Typist, ending_of: Callable[..., tuple[Teller, list[Output]]]
) -> None:
    _, shown = ending_of(thought)
    assert names(shown) == ["Board", "Status", "Over", *["Thinking"] * 3, "Over"]
    _, _, first, *thinking, last = shown
    assert all(isinstance(thought, Thinking) and thought.any_key for thought in thinking)
    assert isinstance(first, Over)
    assert isinstance(last, Over)
    assert (first.known, list(first.next_words), turning(first)) == (0, [], [])
    assert first.lines[0].startswith("Over: ")
    assert any(line.startswith("Red stones: ") for line in first.lines)
    assert last.lines[: last.known] == first.lines
    assert last.next_words


def test_an_interrupt_ends_the_thinking_about_the_end(
    ending_of: Callable[..., tuple[Teller, list[Output]]],
) -> None:
    _, shown = ending_of(thought, stop=5)
    assert names(shown) == ["Board", "Status", "Over", *["Thinking"] * 2, "Over"]
    assert turning(shown[-1]) == ["Perhaps the turning point: The prize is won."]


@pytest.mark.parametrize(
    ("steps", "named"),
    [
        (fault, "teller failed in swings: SystemExit:"),
        (yields_text, "teller failed in swings: ValueError:"),
        (lambda _: 5, "teller failed in swings: TypeError:"),
    ],
    ids=["it-ends-the-program", "no-progress", "no-mapping"],
)
def test_a_plugin_that_fails_at_the_end_is_named(
    over: Typist,
    ending_of: Callable[..., tuple[Teller, list[Output]]],
    steps: Callable[[Mapping[int, float]], object],
    named: str,
) -> None:
    _, shown = ending_of(steps)
    assert turning(shown[-1]) == ["Perhaps the turning point: The prize is won."]
    lines = [line for output in shown if isinstance(output, Text) for line in output.lines]
    assert len(lines) == 1
    assert lines[0].startswith(named)
    assert not over.session.plugins.listeners.manager.has_plugin("teller")


def test_nobody_waits_for_the_turning_point_at_a_pipe(over: Typist) -> None:
    assert names(list(over.position())) == ["Board", "Status", "Over"]


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


def test_good_news_that_lowered_the_odds_is_no_turning_point(over: Typist) -> None:
    looked = Ending(over.session, "red")
    first = looked.happened[0]
    assert first.headline.worth > 0
    assert looked.turning_point({first.n: 0.5}) == first
    assert looked.turning_point({first.n: -0.5}) is None
    assert looked.turning_point({first.n: 0.0}) is None
    assert list(turning_point(looked, 78, {first.n: -0.5})) == ["No single event turned the game."]


@pytest.mark.tools
@pytest.mark.parametrize(
    ("save", "verdict"),
    [
        ("megiddo-1918", "The British win in round 5, by 5 victory points to 0"),
        ("lrdg-bardia", "a failure: -1.5 VP in 9 turns"),
        ("lawrence-aqaba", "Aqaba! is won, with 4 Ops and 4 Pounds left"),
        ("lawrence-campaign", "the campaign is won, with 4 missions won in 4 attempts"),
    ],
)
def test_the_result_comes_first_in_the_words_of_the_game(save: str, verdict: str) -> None:
    session = load(SAVES / f"{save}.jsonl")
    assert Display(session).ending(Ending(session, None))[0] == f"Over: {verdict}."


def test_at_the_end_no_action_is_offered(over: Typist) -> None:
    error = over.say("clear").error
    assert str(error) == 'no command "clear"; the game is over (? lists the commands)'


@pytest.mark.tools
def test_the_last_battle_is_where_the_last_point_came_from_for_both_sides() -> None:
    session = load(SAVES / "megiddo-1918.jsonl")
    for seat, news in (("british", "You win the battle"), ("turkish", "The British win the battle")):
        last = Ending(session, seat).changes["british-victory-points"][-1]
        assert last.what == news


@pytest.mark.tools
def test_a_seats_own_score_comes_first_and_the_points_of_the_other_are_no_losses() -> None:
    session = load(SAVES / "megiddo-1918.jsonl")
    shown = list(lines(Ending(session, "turkish"), 78))
    assert shown[:3] == [
        "Turkish victory points: 0",
        "British victory points: 5",
        "     +1  Round 1: The British win the battle",
    ]
    assert next(lines(Ending(session, "british"), 78)) == "British victory points: 5"


def headline(text: str, worth: int, *, decisive: bool = False) -> Headline:
    return Headline(text, (text,), worth, decisive=decisive)


def moments_of(over: Typist, *moments: tuple[int, Headline], good: int) -> Ending:
    """An ending with a good (1) or bad (-1) result, and headlines with their lines."""
    looked = Ending(over.session, "red")
    looked.happened = [Happened(n, "", news, Fraction(0)) for n, news in moments]
    looked.good = good
    return looked


def test_the_turning_point_fits_the_result(over: Typist) -> None:
    news = (3, headline("You destroy the target", 2)), (5, headline("You lose a unit", -2))
    odds = {3: 0.5, 5: -1.5}
    won, lost = moments_of(over, *news, good=1), moments_of(over, *news, good=-1)
    assert list(turning_point(won, 78, odds)) == ["The turning point: You destroy the target."]
    assert list(turning_point(lost, 78, odds)) == ["The turning point: You lose a unit."]
    assert (won.candidates, lost.candidates) == ([3], [5])


def test_greater_news_comes_before_a_greater_change_of_the_odds(over: Typist) -> None:
    news = (3, headline("You hit the target", 1)), (5, headline("You destroy the target", 2))
    looked = moments_of(over, *news, good=1)
    (last,) = turning_point(looked, 78, {3: 1.5, 5: 0.5})
    assert last == "The turning point: You destroy the target."


def test_what_ends_the_game_by_itself_is_the_turning_point_though_the_odds_stood(over: Typist) -> None:
    news = (3, headline("You lose a battle", -2)), (5, headline("You lose your king", -3, decisive=True))
    looked = moments_of(over, *news, good=-1)
    for odds in ({}, {3: -1.5, 5: 0.0}, {3: 0.0, 5: 0.0}):
        assert list(turning_point(looked, 78, odds)) == ["The turning point: You lose your king."]


@pytest.mark.tools
def test_points_come_from_the_events_that_explain_them() -> None:
    session = load(SAVES / "lrdg-el-alamein.jsonl")
    rows = Ending(session, None).changes["half-points"]
    evaluated = next(event for event in session.log[-1].events if event.cites == "5.4")
    reasons = [row.what.rpartition("(")[2].rstrip(")") for row in rows]
    for reason, points in evaluated.items:  # type: ignore[attr-defined]
        assert sum(row.by for row, of in zip(rows, reasons, strict=True) if of == reason) == points
    for row, reason in zip(rows, reasons, strict=True):
        assert (row.by < 0) == (reason == "losses"), row
        assert "action point" not in row.what


def test_small_losses_are_not_netted_into_gains(over: Typist) -> None:
    looked = Ending(over.session, "red")
    small = [Change("", by, "small") for by in (2, 2, -2)]
    looked.changes["red"] = [Change("", 4, "great")] * MOST_ROWS + small
    shown = list(lines(looked, 78))
    assert [row.split() for row in shown if "smaller" in row] == [
        ["+2", "2", "smaller", "changes"],
        ["-1", "1", "smaller", "change"],
    ]
