"""Every fault of a file with its key and line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from sandtable.model.scenario import Draft, build
from sandtable.model.scenario_file import ScenarioError, ScenarioFile
from sandtable.text.faults import Fault, find_faults, one_of, write_key
from sandtable.text.words import number_of, refuse
from sandtable_batch.results import GameResult, won
from sandtable_tools.kit.scenario_check import ScenarioReport

Beast = one_of("beast", ["camel", "horse"])


class Stall(Struct, forbid_unknown_fields=True):
    beasts: tuple[Beast, ...]
    hay: Annotated[int, Meta(ge=0, le=9)] = 0
    roof: Literal["reed", "tile"] | None = None

    def __post_init__(self) -> None:
        refuse(self._problems())

    def _problems(self) -> list[str]:
        hungry = ["hay: there is less than beasts"] if self.hay < len(self.beasts) else []
        return [*hungry, *(["a stall with five is too full"] if len(self.beasts) > 4 else [])]


class Inn(Struct, forbid_unknown_fields=True):
    stalls: list[Stall] = []
    prices: dict[Beast, int] = {}
    rooms: tuple[int, int] = (1, 1)


def faults_in(value: dict[str, Any]) -> list[str]:
    return [str(fault) for fault in find_faults(value, Inn)]


def test_nothing_is_wrong_with_what_is_right() -> None:
    assert faults_in({"stalls": [{"beasts": ["camel"], "hay": 1}], "prices": {"horse": 2}}) == []


def test_every_fault_is_reported_with_its_key_in_one_reading() -> None:
    wrong = {
        "stalls": [{"beasts": ["kamel", "horse"], "hay": -1, "rof": "tile"}, {"roof": "reet"}],
        "prices": {"horze": "dear"},
        "rooms": [1, "two"],
        "price": {},
    }
    assert faults_in(wrong) == [
        'stalls[0].beasts[0]: no beast "kamel"; did you mean "camel"?',
        "stalls[0].hay: a whole number of at least 0 was expected, not -1",
        'stalls[0]: there is no key "rof"; did you mean "roof"?',
        'stalls[1].roof: no such value "reet"; did you mean "reed"?',
        'stalls[1]: the key "beasts" is missing',
        'prices: no beast "horze"; did you mean "horse"?',
        'prices.horze: a whole number was expected, not "dear"',
        'rooms[1]: a whole number was expected, not "two"',
        'there is no key "price"; did you mean "prices"?',
    ]


def test_all_that_a_table_says_of_its_keys_together_is_reported() -> None:
    assert faults_in({"stalls": [{"beasts": ["camel"] * 5}]}) == [
        "stalls[0].hay: there is less than beasts",
        "stalls[0]: a stall with five is too full",
    ]


@pytest.mark.parametrize("value", [[], "inn", None, {"stalls": 3}, {"rooms": [1]}, {"prices": []}])
def test_a_value_of_another_type_is_reported_once(value: Any) -> None:
    assert len(list(find_faults(value, Inn))) == 1


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | st.floats(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from([*"ab", "stalls", "hay"]), inner)
        ),
    )
)
def test_there_is_a_fault_exactly_when_it_cannot_be_converted(value: Any) -> None:
    import msgspec

    try:
        msgspec.convert(value, Inn)
    except msgspec.ValidationError:
        assert list(find_faults(value, Inn))
    else:
        assert not list(find_faults(value, Inn))


def test_a_key_that_is_mistyped_is_not_told_as_missing_too() -> None:
    assert faults_in({"stalls": [{"beests": ["camel"]}]}) == [
        'stalls[0]: there is no key "beests"; did you mean "beasts"?'
    ]


# A scenario's file.


def file_faults(game: Any, text: str, *found: Any) -> Sequence[Fault]:
    return Draft(ScenarioFile.read(text, "a.toml"), game, *found).faults


def test_all_faults_of_a_file_are_those_of_its_keys_its_data_and_its_rules(toy: Any) -> None:
    text = toy.TOML.replace("title", "tittle").replace("face = 5", 'face = "x"')
    text = f'rules = [{{ name = "stones.hrvest" }}, {{ name = 3 }}, 4]\n{text}'
    faults_found = file_faults(toy.Stones(), text, {"stones.harvest": toy.Harvest})
    assert [str(oddity) for oddity in faults_found] == [
        'the key "title" is missing',
        "line 1: rules[2]: a table was expected, not 4",
        'line 1: rules: no special rule "stones.hrvest"; did you mean "stones.harvest"?',
        "line 1: rules: the name of a special rule must be a text",
        'line 4: there is no key "tittle"; did you mean "title"?',
        'line 11: prize.face: a whole number was expected, not "x"',
    ]


def test_a_game_without_campaigns_says_so(toy: Any) -> None:
    game = toy.variant(campaigns=False)
    text = 'game = "stones"\ntitle = "T"\nparts = ["a"]'
    faults_found = file_faults(game, text, {}, lambda _: toy.scenario())
    assert [str(oddity) for oddity in faults_found] == ["line 3: parts: stones has no campaigns"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title", "tittle"),
        ('game = "stones"', 'game = "pebbles"'),
        ("face = 5", 'face = "x"\nfaze = 3'),
        ('title = "Two Heaps"', 'title = "T"\nrules = [{ name = "stones.hrvest" }, { name = 3 }]'),
        ('title = "Two Heaps"', 'title = "T"\nparts = ["two-heaps", 4]'),
        ("[heaps]", "parts = 3\n[heaps]"),
    ],
)
def test_a_file_is_refused_for_the_first_of_its_faults(toy: Any, old: str, new: str) -> None:
    text = toy.TOML.replace(old, new, 1)
    assert text != toy.TOML
    first, *others = file_faults(toy.Stones(), text, {})
    with pytest.raises(ScenarioError) as caught:
        build(toy.Stones(), "stones/a", text, source="a.toml")
    lists = "; sandtable scenario check a.toml lists them"
    more = f" (and {number_of(len(others), 'more error')}){lists}" if others else ""
    assert str(caught.value) == f"a.toml: {first}{more}"


def test_the_place_of_a_fault_is_where_it_stands() -> None:
    (fault,) = find_faults({"prices": {"mule": 3}}, Inn)
    assert fault == Fault(("prices",), 'no beast "mule"; choose from camel, horse', ("prices", "mule"))
    assert write_key(("a", 1, "b")) == "a[1].b"


# Results.


@pytest.mark.parametrize(
    ("returns", "who"),
    [
        ({"red": 1, "blue": -1}, ["red"]),
        ({"red": 2, "blue": 2}, []),
        ({"solo": 1}, ["solo"]),
        ({"solo": 0}, []),
        ({"solo": -3}, []),
    ],
)
def test_a_seat_with_more_than_the_others_or_alone_than_nothing_has_won(
    returns: dict[str, int], who: list[str]
) -> None:
    result = GameResult(1, "1/1", "over", returns, {}, 3)
    assert [seat for seat in returns if won(result, seat)] == who


def test_an_error_outweighs_problem_and_problem_a_warning() -> None:
    report = ScenarioReport("a/b", oddities=["odd"])
    assert (report.status, report.verdict) == (0, "a/b is a scenario of a: 1 warning")
    report.problems = ["seed 1/1: boom"]
    assert (report.status, report.verdict) == (1, "a/b can be read, but goes wrong in play")
    report.errors = ["x", "y"]  # type: ignore[list-item]
    assert (report.status, report.verdict) == (2, "a/b cannot be played: 2 errors")
