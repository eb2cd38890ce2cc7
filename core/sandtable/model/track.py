"""A marker on a track: a number that stays within bounds."""

from __future__ import annotations

from msgspec import Struct


class Track(Struct, omit_defaults=True):
    """A marker at `value` on a track from `low` to `high`. Nothing moves it off the track.

    >>> from sandtable import Track
    >>> supplies = Track(2, high=7, ends=("starved", "stocked"))
    >>> supplies.move(-3), supplies.end
    (-2, 'starved')

    - `value`: where the marker is.
    - `low`, `high`: the ends.
    - `ends`: names for the low and the high end.
    """

    value: int = 0
    low: int = 0
    high: int = 10
    ends: tuple[str, str] = ("low", "high")

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"{self.value} is not on a track of {self.low} to {self.high}")

    def move(self, by: int) -> int:
        """Move the marker, stopping at an end; return how many steps it moved, negative for down."""
        before = self.value
        self.value = max(self.low, min(self.high, before + by))
        return self.value - before

    def set(self, value: int) -> None:
        """Move the marker to a value. Raises ValueError if it is not on the track."""
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} is not on a track of {self.low} to {self.high}")
        self.value = value

    @property
    def end(self) -> str | None:
        """The name of the end that the marker has reached; None between the ends."""
        if self.value == self.high:
            return self.ends[1]
        return self.ends[0] if self.value == self.low else None

    def __str__(self) -> str:
        return f"{self.value}/{self.high}"
