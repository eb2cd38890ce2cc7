"""Actions: data with words; and errors that carry the action or the words that they are about."""

from __future__ import annotations

import re

import msgspec
from hypothesis import given, settings
from orders import AirStrike, Bid, Done, Fly, Height, Move, Pace, actions

from sandtable import Action, IllegalAction, Refusal
from sandtable.model.action import AmbiguousAction

quick = settings(deadline=None, max_examples=100)


def test_an_action_is_its_verb_and_its_fields_as_words():
    assert str(Move("1st", "Sofafi Ridge", Pace.FULL_SPEED)) == "move 1st sofafi-ridge full-speed"
    assert Move("1st").words == ("move", "1st")
    assert str(AirStrike()) == AirStrike.name() == "air-strike"
    assert str(Fly(Height.HIGH, 12)) == "fly 2 12"


@given(action=actions)
@quick
def test_an_action_is_saved_by_its_verb(action: Action):
    data = msgspec.json.encode(action)
    assert msgspec.json.decode(data) == {"verb": action.name(), **action.data}
    assert msgspec.json.decode(data, type=type(action)) == action


def test_errors_carry_what_they_are_about():
    refusal = Refusal("6.1", "the patrol is spent", "0 of 6 points")
    error = IllegalAction(Done(), refusal)
    assert re.fullmatch(r"done: the patrol is spent \(0 of 6 points\) \[.*6\.1\]", str(error))
    assert (error.action, error.refusal) == (Done(), refusal)
    assert "(" not in str(Refusal("2", "not now"))
    ambiguous = AmbiguousAction("b", [Bid(1), Bid(2)])
    assert str(ambiguous) == '"b" can mean bid 1, bid 2'
    assert ambiguous.choices == [Bid(1), Bid(2)]
