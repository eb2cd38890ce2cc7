"""The coach's review: choices and luck add up, and nothing is claimed that may be noise."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from nonempty import some
from tests.advice.thrown import thrown_game

import sandtable
from sandtable import Event, Headline, Outcome, ScriptedDice, Session
from sandtable.model.dice import REAL
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import load
from sandtable.text.errors import SandtableError
from sandtable_batch.estimate import Estimate, share
from sandtable_console.waiting import Progress
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.coach import review, review_in_steps
from sandtable_tools.advice.coach_lines import all_lines, lines, seat_review
from sandtable_tools.advice.documents import review_document
from sandtable_tools.advice.figures import ResultUnit, return_of, unit
from sandtable_tools.advice.move_words import as_typed
from sandtable_tools.advice.review import AssessedMove, Review, Totals

Hero = Callable[..., Session]
SAVES = Path(__file__).parents[2] / "saves"


def look(session: Session, playouts: int = 600) -> Review:
    return review(session, "hero", Budget(playouts=playouts))


Stops = Callable[..., Review]


def looking(session: Session) -> Generator[Progress, None, Review]:
    return review_in_steps(session, "hero", Budget(playouts=600))


def told(found: Review) -> str:
    return " ".join(lines(found, "dare.jsonl", 200))


def moment(found: Review, words: str) -> AssessedMove:
    return next(move for move in found.moves if as_typed(move.played.move) == words)


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


def test_an_unlucky_throw_is_named_with_what_came(hero: Hero) -> None:
    with ScriptedDice([1]) as dice:
        found = look(hero("work", "dare", dice=dice))
    text = told(found)
    assert "bad luck (Turn 2, line 3): the dice (cost " in text
    assert "sandtable replay dare.jsonl --to 2 --play" in text


class News(Event, frozen=True):
    words: str
    worth: int
    open: bool = False

    @property
    def text(self) -> str:
        return f"{self.words}."

    def headline(self, seat: str | None) -> Headline:
        return Headline(self.words, worth=self.worth * (-1 if seat is None else 1), open=self.open)


@pytest.mark.parametrize(
    ("came", "face", "told_as"),
    [
        ([News("A foe falls", 2), News("A foe flees", 1), News("T1 is reduced", -1)], 6, "A foe falls"),
        ([News("A foe falls", 1), News("T1 is reduced", -1)], 1, "T1 is reduced"),
        ([News("T1 is reduced", -1)], 6, "the dice"),
        ([News("A fight begins", 2, open=True)], 6, "the dice"),
    ],
)
def test_luck_is_named_after_an_event_as_good_or_bad_as_it_was(
    hero: Hero, came: list[Event], face: int, told_as: str
) -> None:
    with ScriptedDice([face]) as dice:
        found = look(hero("work", "dare", dice=dice))
    (one,) = found.moments
    played = one.assessed.played
    entries = [entry._replace(events=tuple(came)) for entry in played.entries]
    renamed = one._replace(assessed=one.assessed._replace(played=played._replace(entries=entries)))
    assert f"luck (Turn 2, line 3): {told_as} (" in told(found._replace(moments=[renamed]))


def test_a_line_has_the_same_figure_in_its_moment_and_in_the_list(hero: Hero) -> None:
    with ScriptedDice([1]) as dice:
        found = look(hero("wait", "dare", dice=dice))
    assert {moment.is_luck for moment in found.moments} == {True, False}
    for one in found.moments:
        move = next(move for move in found.moves if move.played.n == one.assessed.played.n)
        assert (move.luck if one.is_luck else move.choice) == one.change


@pytest.mark.parametrize("faces", [[3], [6]])
def test_the_curve_changes_only_where_the_games_show_a_change(hero: Hero, faces: list[int]) -> None:
    """A throw of 6 is worth 9 gold, one of 3 nothing; none of the other moves costs anything."""
    with ScriptedDice(faces) as dice:
        found = look(hero("work", "dare", dice=dice))
    assert len(found.curve) == 3
    assert len({expected for _, expected in found.curve}) <= 2
    assert found.curve[0][1] == found.curve[1][1] == found.totals.expected


def test_a_curve_of_mere_noise_gives_way_to_a_line(hero: Hero) -> None:
    found = look(hero("work", "work"))
    wide = Estimate(7.5, 1.44, 13.56, 8)
    noise = found._replace(
        totals=found.totals._replace(expected=wide),
        curve=[(2, wide), (3, wide), (4, found.totals.result)],
        more="60s",
    )
    assert lines(noise, "dare.jsonl") == [
        "Hero ended with 4 gold. At the start they could expect between 1 and 14.",
        "Too few games to say more; sandtable coach dare.jsonl --time 60s",
    ]
    assert lines(noise, "")[-1] == "Too few games to say more; coach 60s"


def test_after_too_few_games_nothing_is_kept_but_the_result(hero: Hero) -> None:
    assert (few := seat_review(look(hero("work", "work"), 5))).curve == []
    assert few.said == "Hero ended with 4 gold."


@pytest.mark.parametrize(
    ("figure", "percent", "said"),
    [
        ((4.2, 3.9, 4.5), False, "4.2"),
        ((4.2, 3, 5.4), False, "about 4"),
        ((7.5, 1.44, 13.56), False, "between 1 and 14"),
        ((-3, -6.5, 0.5), False, "between -7 and 1"),
        ((2, 0.4, 3.6), False, "up to 4"),
        ((45, 41, 49), True, "about 45"),
        ((45, 21, 69), True, "between 20 and 70"),
        ((9, 0, 24), True, "up to 25"),
        ((88, 62, 98), True, "at least 60"),
    ],
)
def test_an_uncertain_figure_is_told_as_a_range(
    figure: tuple[float, float, float], percent: bool, said: str
) -> None:
    assert ResultUnit("gold", percent=percent).tell(Estimate(*figure, 9)) == said


@pytest.mark.parametrize(
    ("budget", "more"),
    [(Budget(playouts=60), "60s"), (Budget(seconds=5), "60s"), (Budget(seconds=90), "180s")],
)
def test_more_time_than_there_was_is_advised(budget: Budget, more: str) -> None:
    assert budget.longer(60) == more


def test_without_rolls_there_is_no_luck(hero: Hero) -> None:
    found = look(hero("wait", "dig", "deeper"))
    assert all(move.luck is None for move in found.moves)
    assert (found.totals.luck.value, found.totals.luck.half) == (0, 0)
    choice = moment(found, "wait").choice
    assert choice is not None
    assert choice[:3] == (-2, -2, -2)


def test_small_choices_are_one_decision(hero: Hero) -> None:
    found = look(hero("work", "dig", "deeper"))
    assert [as_typed(move.played.move) for move in found.moves] == ["work", "dig; deeper"]
    dug = moment(found, "dig; deeper").choice
    assert dug is not None
    assert dug.value == 1


def test_a_blunder_is_named_with_its_cost_and_what_to_look_at(hero: Hero) -> None:
    found = look(hero("wait", "work"), 1000)
    (moment,) = found.moments
    assert (moment.kind, as_typed(moment.assessed.played.move)) == ("blunder", "wait")
    assert moment.change.value == -2
    said = "blunder (Turn 1, line 2): wait cost 2.0 gold; the scripted player would choose work"
    rows = lines(found, "dare.jsonl", 200)
    assert f"a  {said}" in rows
    assert rows[-2:] == ["sandtable replay dare.jsonl --to 1 --play", "plays on from just before a."]
    assert not [row for row in lines(found) if "--" in row], "at the prompt, no options of the shell"
    assert lines(found)[-1].startswith("coach a plays on from just before a in a new save; ")


def test_what_may_be_chance_is_not_named(hero: Hero) -> None:
    """Daring is as good as it seems: 3 gold on average, and 2 for working."""
    with ScriptedDice([1]) as dice:
        session = hero("dare", "work", dice=dice)
    for playouts in (60, 600):
        assert not [moment for moment in look(session, playouts).moments if not moment.is_luck]


def test_a_review_without_moments_says_so_in_a_line(hero: Hero) -> None:
    found = look(hero("work", "work"))
    assert (found.totals.choices["hero"].value, found.moments) == (0, [])
    assert lines(found, "a")[-1].startswith(
        "No single choice of yours and no single roll changed the result"
    )


def test_noise_and_zeros_are_shown_only_if_they_are_asked_for(hero: Hero) -> None:
    found = look(hero("work", "work"))
    assert not any("+-" in line for line in lines(found, "a"))
    assert any("work: choice" in line or "choices of" in line for line in some(all_lines(found)))


def test_a_game_that_was_lost_from_the_start_is_said_to_be_so(hero: Hero) -> None:
    found = look(hero("wait", "wait"))
    lost = found._replace(
        chance=share(0, 40), totals=found.totals._replace(result=Estimate(0, 0, 0, 40))
    )
    said = "The game was lost from the start: scripted players won 0 of 40 games from there."
    assert said in told(lost)
    assert said not in told(found)


def test_the_advice_of_a_moment_is_shown_in_full(hero: Hero) -> None:
    found = look(hero("wait", "work"), 1000)
    rows = lines(found, "", 30)
    at = next(place for place, row in enumerate(rows) if row.startswith("a  blunder"))
    assert rows[at : at + 5] == [
        "a  blunder (Turn 1, line 2):",
        "   wait cost 2.0 gold; the",
        "   scripted player would",
        "   choose work",
        "coach a plays on from just",
    ]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_review_is_a_dozen_rows(hero: Hero, width: int) -> None:
    with ScriptedDice([1]) as dice:
        session = hero("work", "dare", dice=dice)
    one = look(session).moments[0]
    full = look(session)._replace(moments=[one] * 3, typed_in=True, stopped=True)
    rows = lines(full, "dare.jsonl", width)
    assert len(rows) <= 13 if width >= 80 else len(rows) < 24
    assert all(len(line) <= max(width, 44) for line in rows)


def test_the_curve_is_told_in_a_few_figures_where_it_changed(hero: Hero) -> None:
    with ScriptedDice([1]) as dice:
        found = look(hero("work", "dare", dice=dice))
    at = [Estimate(value, value, value, 99) for value in (4, 4, 7, 7, 2)]
    moves = [found.moves[0]._replace(turn=f"Turn {turn}") for turn in range(4)]
    moves = [
        move._replace(played=move.played._replace(entries=[move.played.entries[0]._replace(n=n)]))
        for n, move in enumerate(moves, 2)
    ]
    curve = list(zip(range(2, 7), at, strict=True))
    longer = found._replace(moves=moves, curve=curve, totals=found.totals._replace(expected=at[0]))
    assert "Expected gold on the way: 7.0 (Turn 2)." in told(longer)


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
    assert [as_typed(move.played.move) for move in look(session).moves] == ["work"]


def test_the_same_budget_gives_the_same_review(hero: Hero) -> None:
    session = hero("wait", "dig", "deeper")
    assert told(look(session)) == told(look(session))


def test_an_interrupt_keeps_what_is_known(hero: Hero, interrupted: Stops) -> None:
    with ScriptedDice([6]) as dice:
        session = hero("dare", "wait", dice=dice)
    found = interrupted(looking(session), 40)
    assert found.stopped
    assert left_over(found) == pytest.approx(0)
    assert "Stopped early." in told(found)
    steps = looking(session)
    next(steps)
    with pytest.raises(SandtableError, match="before there was any result"):
        steps.throw(KeyboardInterrupt())


def test_an_interrupt_after_a_few_games_says_that_they_are_too_few(
    hero: Hero, interrupted: Stops
) -> None:
    found = interrupted(looking(hero("wait", "work")), 8)  # two to compare its moves, six games
    assert (found.stopped, found.worlds) == (True, 2)
    assert told(found).endswith("Too few games to judge choices and luck: 2 games from the start.")


def test_an_interrupt_while_moments_are_confirmed_keeps_the_review(
    hero: Hero, interrupted: Stops
) -> None:
    session = hero("wait", "work")
    played = look(session).playouts
    found = interrupted(looking(session), played - 400)  # a step confirms two games
    assert found.stopped
    assert left_over(found) == pytest.approx(0)
    assert found.playouts < played


def test_nothing_is_written_and_no_luck_is_used(hero: Hero) -> None:
    session = hero("wait", "dare")
    before, written = session.table.snapshot(), list(session.journal.lines)
    look(session)
    assert session.table.snapshot() == before
    assert session.journal.lines == written


def test_a_running_game_that_hides_things_is_not_looked_at() -> None:
    session = sandtable.new("megiddo/1918-even", seed=1, seats={"turkish": "scripted"})
    with pytest.raises(SandtableError, match="nothing to review yet"):
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
    assert all(len(line) <= 80 for line in lines(found, "save"))


def test_with_little_time_the_coach_keeps_to_it_and_values_less() -> None:
    """The figures stay whole: decisions that are not valued have a sum of their own."""
    session = load(SAVES / "lrdg-tobruk.jsonl")
    for playouts in (8, 60):
        found = review(session, "lrdg", Budget(playouts=playouts))
        assert found.playouts <= playouts
        assert left_over(found) == pytest.approx(0)


def test_a_time_in_seconds_is_kept(slow_games: Callable[[float], list[float]]) -> None:
    now = slow_games(0.1)
    session, spent = load(SAVES / "lrdg-tobruk.jsonl"), []
    for seconds in (1, 4):
        before = now[0]
        assert review(session, "lrdg", Budget(seconds=seconds)).worlds >= 2
        spent.append(now[0] - before)
        assert spent[-1] < seconds + 0.05
    assert spent[0] < spent[1]


def test_with_time_enough_nothing_is_left_together(hero: Hero) -> None:
    found = look(hero("wait", "dig", "deeper"))
    assert found.totals.unassessed.value == 0


def test_too_few_games_have_no_figure(hero: Hero) -> None:
    with ScriptedDice([6]) as dice:
        text = lines(look(hero("dare", "work", dice=dice), 5), "a", 200)
    assert text == ["Too few games to judge choices and luck: 5 games from the start."]


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
        (
            -0.12,
            "british",
            "The British lost. At the start they had a chance of between 15 and 70 % to win.",
        ),
        (0.76, "turkish", "The Turks won. At the start they had a chance of at least 60 % to win."),
    ],
)
def test_a_chance_is_shown_in_a_sentence(expected: float, seat: str, said: str) -> None:
    result, nothing = (1 if seat == "turkish" else -1), Estimate(0, 0, 0, 9)
    totals = Totals(
        result=Estimate(result, result, result, 9),
        expected=Estimate(expected, expected - 0.5, min(expected + 0.5, 1), 9),
        choices={"british": nothing, "turkish": nothing},
        luck=nothing,
        unassessed=nothing,
    )
    unit = ResultUnit(seat, 50, 50, percent=True)
    names = {"british": "the British", "turkish": "the Turks"}
    curve = [(2, totals.expected), (9, totals.result)]
    found = Review(seat, "turkish", unit, totals, [], [], curve, names, share(4, 9), 9, 9)
    assert " ".join(lines(found, "a", 100)).startswith(said)


@pytest.mark.parametrize("seed", [2, 4, 8, 9])
def test_thrown_battles_are_found_with_what_they_were_worth(seed: int) -> None:
    seat = "british" if seed % 2 == 0 else "turkish"
    session, thrown = thrown_game(seed, seat)
    found = review(session, seat, Budget(playouts=100))
    unlike = [move for move in found.moves if move.usual]
    assert [move.played.n for move in unlike] == thrown
    assert all(move.choice is not None for move in unlike)
    assert all(moment.is_luck or moment.assessed.played.n in thrown for moment in found.moments)


def test_luck_that_was_typed_in_is_said_to_prove_nothing(hero: Hero) -> None:
    with ScriptedDice([6]) as dice:
        session = hero("dare", "work", dice=dice)
    assert not look(session).typed_in
    session.header.generator = REAL
    found = look(session)
    assert "The rolls were typed in, so the luck proves nothing." in told(found)
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


@pytest.mark.parametrize(("seat", "told"), [("hero", "a margin of 12"), ("villain", "a margin of -12")])
def test_a_result_that_goes_evenly_with_a_metric_is_told_in_that_metric(seat: str, told: str) -> None:
    def ending(margin: int) -> Outcome:
        value = 2 * (margin - 7) + 1
        metrics = {"turns": 8, "margin": margin}
        return Outcome("hero", {"hero": value, "villain": -value}, metrics)

    found = unit(catalog().game("megiddo"), [ending(margin) for margin in (-3, 6, 12, 7)], seat)
    result = return_of(ending(12), seat)
    reached = found.figure(Estimate(result, result, result, 9))
    assert found.with_unit(f"{reached.value:g}") == told
    assert found.change(Estimate(2, 2, 2, 9)).value == 1
