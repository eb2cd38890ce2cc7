"""Typed words: the options that they mean, or an action that is none of them and can be refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orders import NAMES, VERBS, AirStrike, Bid, Done, Fly, Height, Move, Pace, actions, named

from sandtable import Action, InvalidAction
from sandtable.model.wording import build, find, find_without_sole_words, spell_out

quick = settings(deadline=None, max_examples=100)


@given(action=actions)
@quick
def test_the_words_of_an_action_build_it_again(action: Action):
    assert build(action.words, VERBS, NAMES) == action


@given(number=st.integers(-(10**17), 10**17))
@quick
def test_a_number_keeps_its_sign_in_words(number: int):
    assert str(Bid(number)) == f"bid {number}"
    assert build(Bid(number).words, VERBS, NAMES) == Bid(number)


@given(options=st.lists(actions, unique=True), data=st.data())
@quick
def test_the_full_words_of_an_option_find_it_and_shorter_ones_at_least_it(
    options: list[Action], data: st.DataObject
):
    for option in options:
        assert find(option.words, options) == [option]
        words = [word[: data.draw(st.integers(1, len(word)))].rstrip("-") for word in option.words]
        exact = {word for other in options for word in other.words}
        if not exact & set(words):
            assert option in find(words, options)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("m", ["move 1st jalo", "move 1st jalo-wells", "move 2nd jalo"]),
        ("m 1", ["move 1st jalo", "move 1st jalo-wells"]),
        ("move 1st jalo", ["move 1st jalo"]),
        ("move 1st jal", ["move 1st jalo", "move 1st jalo-wells"]),
        ("move 1st wells", ["move 1st jalo-wells"]),
        ("MOVE 2ND", ["move 2nd jalo"]),
        ("bid 1", ["bid 1"]),
        ("bid", ["bid 1", "bid 10"]),
        ("d", ["done"]),
        ("strike", ["air-strike"]),
        ("AIRSTRIKE", ["air-strike"]),
        ("move 1st jalowells", ["move 1st jalo-wells"]),
        ("move 1st jalow", ["move 1st jalo-wells"]),
        ("move 1st jalo we", ["move 1st jalo-wells"]),
        ("done now", []),
        ("move 1st siwa", []),
        ("halt", []),
    ],
)
def test_an_exact_word_beats_a_prefix_and_an_unclear_one_asks(typed: str, expected: list[str]):
    options = [
        Move("1st", "jalo"),
        Move("1st", "jalo-wells"),
        Move("2nd", "jalo"),
        Bid(1),
        Bid(10),
        AirStrike(),
        Done(),
    ]
    assert [str(option) for option in find(typed.split(), options)] == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("move jalo", ["move 1st jalo"]),
        ("move wells", ["move 1st jalo-wells slow"]),
        ("move slow", []),
        ("m s", []),
        ("move 2nd", []),
        ("fly 3", ["fly 1 3"]),
        ("fly 4", []),
        ("bid jalo", []),
        ("move", []),
        ("halt jalo", []),
    ],
)
def test_a_word_without_an_alternative_may_be_left_out(typed: str, expected: list[str]):
    options = [
        Move("1st", "jalo"),
        Move("1st", "jalo-wells", Pace.SLOW),
        Fly(Height.LOW, 2),
        Fly(Height.LOW, 3),
        Bid(1),
    ]
    matches = find_without_sole_words(typed.split(), options, NAMES)
    assert [str(option) for option in matches] == expected


def test_a_name_means_the_things_of_that_name_with_a_number():
    names = named(*NAMES.ids, "regulars", "regulars-1", "regulars-2")
    first, second = Move("1st", "regulars-1"), Move("1st", "regulars-2")
    assert find(["move", "1st", "regulars"], [first, Move("1st", "jalo")], names) == [first]
    assert find(["move", "1st", "regulars"], [first, second], names) == [first, second]


def test_a_verb_is_a_verb_also_where_a_thing_has_its_name():
    options = [Move("1st", "jalo"), Move("2nd", "jalo")]
    assert find(["m"], options, named("1st", "2nd", "jalo", "m")) == options
    assert find(["m", "2"], options, named("1st", "2nd", "jalo", "m")) == options[1:]


def test_a_complete_line_beats_one_that_goes_on():
    options = [Move("1st", "jalo"), Move("1st"), Move("1st", "jalo", Pace.SLOW)]
    assert find(["move", "1st"], options) == [Move("1st")]
    assert find(["mo", "1st", "ja"], options) == [Move("1st", "jalo")]
    assert len(find(["move"], options)) == 3


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("mov 1s sof f", Move("1st", "sofafi-ridge", Pace.FULL_SPEED)),
        ("MOVE 2nd", Move("2nd")),
        ("move 1st jalo", Move("1st", "jalo")),
        ("bid 007", Bid(7)),
        ("fly 1", Fly(Height.LOW)),
        ("strike", AirStrike()),
        ("air strike", AirStrike()),
        ("move 1st sofafi ridge full", Move("1st", "sofafi-ridge", Pace.FULL_SPEED)),
        ("move 1st sofafi ridge full speed", Move("1st", "sofafi-ridge", Pace.FULL_SPEED)),
        ("move 1st jalowells", Move("1st", "jalo-wells")),
    ],
)
def test_build_takes_beginnings_and_fills_in_what_may_be_left_out(typed: str, expected: Action):
    assert build(typed.split(), VERBS, NAMES) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("mvoe 1st", 'no action "mvoe"; did you mean "move"'),
        ("halt", 'no action "halt"; choose from move, bid'),
        ("done now", 'done takes no arguments; leave out "now"'),
        ("bid 1 2", 'bid takes 1 argument; leave out "2"'),
        ("move", "move needs a patrol"),
        ("bid many", 'is a number, not "many"'),
        ("bid 1st", 'is a number, not "1st"'),
        ("bid " + "9" * 5000, "is a number, not "),
        ("bid --1", 'leave out the punctuation in "--1"'),
        ("move 1st sewa", 'no space "sewa"; did you mean "siwa"'),
        ("move 1st jalo fast", 'no pace "fast"; choose from slow, full-speed'),
        ("move 1st jalo siwa fast dust", "move takes 3 arguments"),
        ("move zebra", r'no patrol "zebra"$'),
        ("fly 3", 'no height "3"; choose from 1, 2'),
    ],
)
def test_words_that_mean_no_action_say_why(typed: str, expected: str):
    with pytest.raises(InvalidAction, match=expected):
        build(typed.split(), VERBS, NAMES)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("jalo", 'no action "jalo"; did you mean "move 1st jalo"?'),
        ("1st Jalo", 'no action "1st Jalo"; did you mean "move 1st jalo"?'),
        ("siwa", 'no action "siwa"; choose from '),  # several options end so
        ("jalo-wells", 'no action "jalo-wells"; choose from '),
    ],
)
def test_the_end_of_one_option_alone_is_taken_for_it(typed: str, expected: str):
    options = [Move("1st", "jalo"), Move("1st", "siwa"), Move("2nd", "siwa")]
    with pytest.raises(InvalidAction, match=re.escape(expected)):
        build(typed.split(), VERBS, NAMES, options)


@pytest.mark.parametrize("typed", ["move 1st s", "move 1st jal"])
def test_build_does_not_guess_between_two_names(typed: str):
    with pytest.raises(InvalidAction, match=r"can mean (siwa, sofafi-ridge|jalo, jalo-wells)"):
        build(typed.split(), VERBS, NAMES)


def test_a_beginning_that_is_legal_now_is_what_is_refused():
    """Words that fit no option are refused for what they most likely mean."""
    options = [Move("1st", "jalo-wells")]
    assert build(["mo", "1st", "jal"], VERBS, NAMES, options) == Move("1st", "jalo-wells")


def test_a_word_with_a_mark_at_an_end_means_nothing_unless_a_name_goes_on_so():
    options = [Move("1st", "jalo"), Move("1st", "siwa"), Move("1st", "siwa-track")]
    for typed in (
        "move 1st jalo,",
        "move 1st -",
        '"move" 1st jalo',
        "move 1st jalo -",
        "move 1st jalo-",
    ):
        assert find(typed.split(), options) == []
        with pytest.raises(InvalidAction, match="leave out the punctuation"):
            build(typed.split(), VERBS, named(*NAMES.ids, "siwa-track"), options)
    assert find(["move", "1st", "siwa-"], options) == options[2:]
    assert find(["move", "1st", "siwa-"], options, NAMES) == options[2:]


def test_a_word_for_several_things_that_are_not_legal_now_says_what_is():
    options = [Move("1st", "siwa"), Move("2nd", "siwa")]
    with pytest.raises(InvalidAction, match=r'^move: space "jal" is not possible now; .* siwa$'):
        build(["move", "1st", "jal"], VERBS, NAMES, options)


def test_of_two_words_the_first_that_fits_no_option_is_named():
    options = [Move("1st", "jalo")]
    with pytest.raises(
        InvalidAction, match=r'^move: patrol "jalo" is not possible now; choose from 1st$'
    ):
        build(["move", "jalo", "zebra"], VERBS, NAMES, options)
    with pytest.raises(InvalidAction, match="needs a patrol"):
        build(["move"], VERBS, NAMES, options)


@pytest.mark.parametrize("typed", ["move 1st jalo wells", "move 1st jalo we", "mo ve 1st jalo-wells"])
def test_build_joins_words_to_names_where_find_does(typed: str):
    """Also if each word could be a field's own: the last is no pace."""
    assert build(typed.split(), VERBS, NAMES) == Move("1st", "jalo-wells")
    assert find(typed.split(), [Move("1st", "jalo-wells")], NAMES) == [Move("1st", "jalo-wells")]


def test_build_takes_what_is_legal_for_a_word_before_what_is_not():
    """As `find` does, even if another name fits the word better."""
    options = [Move("jalo-wells", "siwa")]
    assert build(["move", "wel", "2nd"], VERBS, named(*NAMES.ids, "well-head"), options) == Move(
        "jalo-wells", "2nd"
    )
    assert build(["move", "well-head", "2nd"], VERBS, named(*NAMES.ids, "well-head"), options) == Move(
        "well-head", "2nd"
    )


def test_two_words_are_a_verb_when_its_hyphen_parts_begin_so():
    for typed in ("ai st", "a s", "air strike", "airs trike"):
        assert build(typed.split(), VERBS, NAMES) == AirStrike()
        assert find(typed.split(), [AirStrike(), Done()], NAMES) == [AirStrike()]


@pytest.mark.parametrize("typed", ["d o", "do n"])
def test_the_beginning_of_a_verb_without_a_hyphen_is_not_put_together(typed: str):
    assert find(typed.split(), [Move("1st"), Done()], NAMES) == []
    with pytest.raises(InvalidAction, match=r"^done takes no arguments; leave out \"[on]\"$"):
        build(typed.split(), VERBS, NAMES)


def test_a_word_that_can_mean_several_verbs_is_shown_before_it_is_put_together_with_the_next():
    with pytest.raises(InvalidAction, match=r'^"a" can mean air-strike, advance$'):
        build(["a", "s"], {**VERBS, "advance": Move}, NAMES)


HEXES = ("0402", "0403", "0502", "1107", "1206")
ALIASES = {"Bir Jadid": "0402", "the well": "0402", "bir-asluj": "0502", "Beersheba": "1107"}
PLACES = named("1st", "2nd", *HEXES, **ALIASES)
"""What may be typed in a game whose spaces have numbers, some of them also names."""

marches = st.builds(Move, st.sampled_from(["1st", "2nd"]), st.sampled_from(HEXES))


@given(options=st.lists(marches, unique=True, min_size=1), data=st.data())
@quick
def test_a_name_means_the_same_action_as_the_number_of_its_place(
    options: list[Action], data: st.DataObject
):
    option = data.draw(st.sampled_from(options))
    verb, patrol, hex = option.words
    for name in [hex, *(name for name, id in ALIASES.items() if id == hex)]:
        words = (verb, patrol, *name.split())
        assert find(words, options, PLACES) == [option]
        assert build(words, VERBS, PLACES) == option
        assert build(words, VERBS, PLACES, [other for other in options if other != option]) == option


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("move 1st bir-jadid", ["0402"]),
        ("move 1st Bir Jadid", ["0402"]),
        ("move 1st birj", ["0402"]),
        ("move 1st jadid", ["0402"]),
        ("move 1st bir", ["0402", "0502"]),  # two places
        ("move 1st b", ["0402", "0502", "1107"]),
        ("move 1st the", ["0402"]),
        ("move 1st beer", ["1107"]),
        ("move 1st 0402", ["0402"]),
        ("move 1st 04", ["0402", "0403"]),
        ("move 1st 402", []),
        ("move 1st ramleh", []),
    ],
)
def test_an_alias_is_read_like_an_id(typed: str, expected: list[str]):
    options = [Move("1st", hex) for hex in HEXES]
    assert find(typed.split(), options, PLACES) == [Move("1st", hex) for hex in expected]


def test_an_exact_word_beats_the_beginning_of_an_alias_and_the_other_way_round():
    names = named("1st", "bir", "0402", "0403", **{"bir-jadid": "0402", "04": "0403"})
    options = [Move("1st", space) for space in ("bir", "0402", "0403")]
    assert find(["move", "1st", "bir"], options, names) == options[:1]
    assert find(["move", "1st", "04"], options, names) == options[2:]
    assert find(["move", "1st", "bir"], options[1:], names) == []  # it means the place bir
    assert build(["move", "1st", "bir"], VERBS, names, options[1:]) == Move("1st", "bir")


def test_an_id_beats_an_alias_that_is_spelled_like_it():
    names = named("1st", "jalo", "0402", "0403", jalo="0402")
    options = [Move("1st", "0402"), Move("1st", "jalo")]
    assert find(["move", "1st", "jalo"], options, names) == options[1:]
    assert build(["move", "1st", "jalo"], VERBS, names) == options[1]


def test_where_places_are_named_an_alias_beats_an_id_of_another_kind_that_is_spelled_like_it():
    names, near = named("1st", "jalo", "0402", "0403", jalo="0402", siwa="0403"), Move("1st", "0403")
    assert find(["move", "1st", "jalo"], [Move("1st", "0402"), near], names) == [Move("1st", "0402")]
    assert build(["move", "1st", "jalo"], VERBS, names, [near]) == Move("1st", "0402")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("move 1st bershba", 'no space "bershba"; did you mean "beersheba"?'),
        ("move 1st bir-jadd", 'no space "bir-jadd"; did you mean "bir-jadid"?'),
        ("move 1st zzz", 'no space "zzz"; choose from 0403, 1107 Beersheba'),
        ("move 1st bir", 'move: space "bir" is not possible now; choose from 0403, 1107 Beersheba'),
        ("move", "move needs a patrol: move PATROL, as in"),
    ],
)
def test_what_is_wrong_names_places_and_their_numbers(typed: str, expected: str):
    with pytest.raises(InvalidAction) as caught:
        build(typed.split(), VERBS, PLACES, [Move("1st", "0403"), Move("1st", "1107")])
    assert str(caught.value).startswith(expected)


def test_a_beginning_of_several_names_lists_their_places():
    with pytest.raises(InvalidAction, match=r'^"bir" can mean 0402 Bir Jadid, 0502 Bir Asluj$'):
        build(["move", "1st", "bir"], VERBS, PLACES)


def test_an_action_is_told_with_the_names_of_its_places():
    assert spell_out(Move("1st", "0502").words, PLACES) == "move 1st 0502 Bir Asluj"
    assert spell_out(Move("1st", "0402").words, PLACES) == "move 1st 0402 Bir Jadid"
    assert spell_out(Move("1st", "0403").words, PLACES) == "move 1st 0403"
