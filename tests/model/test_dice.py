"""Dice: the generator of the save format, honest values, streams, scripts, and real dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nonempty import some

from sandtable import GameError, Roll, ScriptedDice, SeededDice
from sandtable.model import dice
from sandtable.model.dice import Dice, RecordedDice, splitmix64, stream_start

TOP = 1 << 64
seeds = st.integers() | st.text(max_size=20)
sides = st.integers(1, 1000)
quick = settings(deadline=None, max_examples=50)


class Asking:
    rule: ClassVar[str] = "6.1"
    title: ClassVar[str] = "Discretion"


VECTORS = {
    0: [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
        0x1B39896A51A8749B,
    ],
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
}


@pytest.mark.parametrize("start", VECTORS)
def test_generator_gives_the_published_vectors(start: int):
    assert [splitmix64(start, n) for n in range(1, 6)] == VECTORS[start]


@pytest.mark.parametrize("start", VECTORS)
def test_a_stream_is_the_generator_from_its_start_on(start: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dice, "stream_start", lambda *_: start)
    rolls = SeededDice("any").roll(5, sides=1 << 32)
    assert rolls == [bits % (1 << 32) + 1 for bits in VECTORS[start]]


def test_the_start_of_a_stream_and_the_faces_it_gives_are_frozen():
    """As `printf '7\\ndice' | b2sum -l 64` and a textbook SplitMix64 give them."""
    assert stream_start(7, "dice") == 0x8A2A389387B0A0F6
    assert SeededDice(7).roll(12) == [2, 3, 2, 6, 5, 5, 2, 3, 1, 3, 6, 6]
    assert SeededDice("benghazi").roll(12) == [2, 3, 6, 4, 4, 3, 3, 3, 6, 1, 5, 4]
    assert SeededDice(7).roll(12, stream="cards") == [6, 2, 6, 3, 4, 6, 3, 2, 5, 6, 1, 5]


@given(seed=seeds, n=sides, others=st.lists(st.sampled_from("abc")))
@quick
def test_streams_do_not_disturb_each_other(seed: int | str, n: int, others: list[str]):
    alone = SeededDice(seed).roll(5, n)
    mixed = SeededDice(seed)
    between = []
    for _ in range(5):
        for other in others:
            mixed.roll(2, 10, stream=other)
        between += mixed.roll(1, n)
    assert between == alone


@given(seed=seeds, other=seeds)
@quick
def test_another_seed_or_stream_is_other_luck(seed: int | str, other: int | str):
    first = SeededDice(seed).roll(8, TOP)
    assert SeededDice(seed).roll(8, TOP) == first
    assert SeededDice(seed).roll(8, TOP, stream="b") != first
    assert (SeededDice(other).roll(8, TOP) == first) == (str(seed) == str(other))


@given(seed=seeds, n=sides)
@quick
def test_faces_are_from_one_to_the_number_of_sides(seed: int | str, n: int):
    source = SeededDice(seed)
    assert all(1 <= face <= n for face in some(source.roll(20, n)))
    assert all(1 <= roll.value <= roll.sides == n for roll in some(source.rolls))


@given(n=st.integers(1, TOP))
@quick
def test_every_face_has_equally_many_values_of_the_generator(n: int):
    """What is not rejected is a whole multiple of the sides, so no face is favoured."""
    last = TOP - TOP % n - 1  # accepted: 0 to last
    served: list[int] = []

    def source(start: int, number: int) -> int:
        served.append(number)
        return [TOP - 1, last + 1, last, 0][number - 1 if last < TOP - 1 else number + 1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dice, "splitmix64", source)
        rigged = SeededDice(1)
        assert rigged.roll(2, n) == [n, 1]
    assert served == ([1, 2, 3, 4] if last < TOP - 1 else [1, 2])
    assert rigged.mark() == {"dice": served[-1]}


def test_the_sides_of_a_die_are_bounded():
    with pytest.raises(GameError, match="sides"):
        ScriptedDice([1]).roll(sides=0)
    with pytest.raises(GameError, match="0 sides"):
        SeededDice(1).total(2, 0)
    with pytest.raises(GameError, match="-6 sides"):
        SeededDice(1).rolls_at_most(2, -6)


@given(seed=seeds, n=st.integers(0, 10), high=sides, value=st.integers(-5, 1005))
@quick
def test_total_and_against_are_made_of_the_faces(seed: int | str, n: int, high: int, value: int):
    faces = SeededDice(seed).roll(n, high)
    assert SeededDice(seed).total(n, high) == sum(faces)
    assert SeededDice(seed).rolls_at_most(value, high) == (SeededDice(seed).roll(1, high)[0] <= value)


@given(seed=seeds, bag=st.lists(st.sampled_from("abc"), min_size=1))
@quick
def test_a_pick_is_from_the_bag_and_equal_items_are_one_outcome(seed: int | str, bag: list[str]):
    source, before = SeededDice(seed), list(bag)
    item = source.pick(bag)
    assert bag == before
    assert source.rolls == [Roll("dice", len(bag), bag.index(item) + 1, picked=item)]
    assert SeededDice(seed).pick(range(1, 10)) == SeededDice(seed).total(1, 9)


def test_an_item_is_as_likely_as_it_is_frequent_in_the_bag(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dice, "splitmix64", lambda _, n: n - 1)
    source = SeededDice(1)
    assert Counter(source.pick("aab") for _ in range(6)) == {"a": 4, "b": 2}
    assert {roll.value for roll in source.rolls} == {1, 3}


@pytest.mark.parametrize("source", [SeededDice(1), ScriptedDice(["a"]), RecordedDice()])
def test_an_empty_bag_is_refused_aloud(source: Dice):
    with pytest.raises(GameError, match="bag"):
        source.pick([])
    assert source.rolls == []


@given(seed=seeds, things=st.lists(st.integers()))
@quick
def test_a_shuffle_is_a_permutation_that_its_rolls_show(seed: int | str, things: list[int]):
    source, order = SeededDice(seed), list(things)
    source.shuffle(order)
    assert sorted(order) == sorted(things)
    again = list(things)
    ScriptedDice([roll.value for roll in source.rolls]).shuffle(again)
    assert again == order


def test_every_order_of_a_shuffle_is_equally_likely():
    orders = Counter()
    for high in (1, 2, 3):
        for low in (1, 2):
            things = list("abc")
            ScriptedDice([high, low]).shuffle(things)
            orders["".join(things)] += 1
    assert len(orders) == 6


def test_the_order_of_a_shuffle_is_frozen():
    things = list(range(10))
    SeededDice(7).shuffle(things)
    assert things == [7, 0, 2, 6, 1, 4, 3, 8, 5, 9]


@given(seed=seeds, before=st.lists(st.sampled_from("ab")), after=st.lists(st.sampled_from("ab")))
@quick
def test_back_gives_the_same_luck_again(seed: int | str, before: list[str], after: list[str]):
    source = SeededDice(seed)
    for stream in before:
        source.roll(stream=stream, sides=100)
    mark = source.mark()
    first = [source.roll(stream=stream, sides=100) for stream in after]
    source.rewind(mark)
    assert [source.roll(stream=stream, sides=100) for stream in after] == first
    other = SeededDice(seed, mark)
    assert [other.roll(stream=stream, sides=100) for stream in after] == first


def test_a_mark_does_not_move_with_the_dice():
    source = SeededDice(1)
    mark = source.mark()
    source.roll()
    assert mark == {}
    assert source.mark() == {"dice": 1}


def test_a_roll_carries_the_rule_and_the_words_of_who_asked():
    source = SeededDice(1)
    source.roll(stream="weather")
    source.asker = Asking()
    source.pick("ab")
    first, second = source.rolls
    assert (first.stream, first.rule, first.words) == ("weather", "", "")
    assert (second.rule, second.words) == ("6.1", "Discretion")
    assert second.record == ("dice", 2, second.value)


def test_scripted_dice_show_what_was_written():
    with ScriptedDice([3, 4, 2, "b"]) as source:
        assert source.roll(2) == [3, 4]
        assert source.rolls_at_most(2)
        assert source.pick("abb") == "b"
    assert [roll.record for roll in source.rolls[2:]] == [("dice", 6, 2), ("dice", 3, 2)]


@pytest.mark.parametrize(
    ("script", "ask", "expected"),
    [
        ([], lambda source: source.roll(), "no scripted dice are left for 1d6 of dice"),
        ([], lambda source: source.pick("ab"), "no scripted dice are left for a pick"),
        ([7], lambda source: source.roll(), "7 where 1 to 6"),
        ([0], lambda source: source.roll(), "0 where 1 to 6"),
        (["6"], lambda source: source.roll(), "'6' where 1 to 6"),
        (["c"], lambda source: source.pick(["a", "b"]), "'c', which is not in the bag"),
        ([1, 2], lambda source: source.roll(), r"\[2\] is left over"),
    ],
)
def test_scripted_dice_are_loud(script: list[object], ask: Callable[[Dice], object], expected: str):
    with pytest.raises(GameError, match=expected), ScriptedDice(script) as source:
        ask(source)


def test_scripted_dice_do_not_hide_another_error_behind_what_is_left_over():
    with pytest.raises(ZeroDivisionError), ScriptedDice([1]):
        _ = 1 // 0


def test_scripted_dice_go_back():
    source = ScriptedDice([1, 2, 3])
    source.roll()
    mark = source.mark()
    source.roll(2)
    source.rewind(mark)
    assert source.roll(2) == [2, 3]


@given(seed=seeds, asks=st.lists(st.sampled_from(["roll", "pick", "shuffle"])))
@quick
def test_recorded_dice_show_again_what_was_rolled(seed: int | str, asks: list[str]):
    def play(source: Dice) -> list[object]:
        calls = {
            "roll": lambda: source.roll(2, 10),
            "pick": lambda: source.pick("aabbc", "cards"),
            "shuffle": lambda: source.shuffle(list("abc")),
        }
        return [calls[ask]() for ask in asks]

    first = SeededDice(seed)
    shown = play(first)
    again = RecordedDice()
    again.feed(roll.record for roll in first.rolls)
    assert play(again) == shown
    assert again.rolls == first.rolls


@pytest.mark.parametrize("record", [[], ("dice", 8, 1), ("cards", 6, 1), ("dice", 6, 0), ("dice", 6, 7)])
def test_recorded_dice_are_loud_when_another_roll_was_recorded(record: tuple[str, int, int]):
    with pytest.raises(GameError, match="is recorded where 1d6 of dice was asked for"):
        RecordedDice([record] if record else []).roll()


def test_a_roll_reads_as_its_face_and_its_die_or_as_a_place_in_a_pile():
    assert str(Roll("dice", 6, 4)) == "4 of 1d6"
    assert str(Roll("events", 8, 2)) == "2 of 8 from events"
