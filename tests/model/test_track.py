"""Tracks: a marker never leaves its bounds."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Track

quick = settings(deadline=None, max_examples=100)
small = st.integers(-20, 20)


@st.composite
def tracks(pick: st.DrawFn) -> Track:
    low, value, high = sorted(pick(st.tuples(small, small, small)))
    return Track(value, low, high, ("dark", "light"))


@given(track=tracks(), by=st.integers(-50, 50))
@quick
def test_a_move_stops_at_an_end_and_says_how_far_it_went(track: Track, by: int):
    before = track.value
    went = track.move(by)
    assert track.value == before + went
    assert track.low <= track.value <= track.high
    assert went == by or (track.end is not None and abs(went) < abs(by) and went * by >= 0)


@given(track=tracks(), value=st.integers(-25, 25))
@quick
def test_a_marker_is_set_on_the_track_or_nowhere(track: Track, value: int):
    before = track.value
    if track.low <= value <= track.high:
        track.set(value)
        assert track.value == value
        assert Track(value, track.low, track.high) == Track(track.value, track.low, track.high)
    else:
        with pytest.raises(ValueError, match=f"{value} is not on a track"):
            track.set(value)
        with pytest.raises(ValueError, match=f"{value} is not on a track"):
            Track(value, track.low, track.high)
        assert track.value == before


@pytest.mark.parametrize(("value", "end"), [(0, "dark"), (1, None), (2, "light")])
def test_the_ends_have_names(value: int, end: str | None):
    track = Track(value, 0, 2, ("dark", "light"))
    assert track.end == end
    assert str(track) == f"{value}/2"


@given(track=tracks())
@quick
def test_a_track_is_saved_and_a_bad_one_does_not_load(track: Track):
    assert msgspec.json.decode(msgspec.json.encode(track), type=Track) == track
    assert msgspec.json.encode(Track(3)) == b'{"value":3}'
    with pytest.raises(msgspec.ValidationError, match="11 is not on a track of 0 to 10"):
        msgspec.json.decode(b'{"value":11}', type=Track)
