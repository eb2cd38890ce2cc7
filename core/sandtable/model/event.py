"""A thing that happened at the table, as data: the log, the viewer and the tests read it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, NamedTuple

from msgspec import Struct

from sandtable.base.words import camel_slug


class Headline(NamedTuple):
    """What a player would tell a friend of an event, without a full stop: ``You win the fight at Wejh``.

    Events of one class with equal `about`, values of their fields that are hashable, are one headline
    and have one `text`, whatever else differs in them. `worth` says how it ranks: 4 for a campaign
    that ends, 3 for a game or a mission, 2 for a fight, a target or a leader, 1 for less, and below 0
    for what is bad news for the seat that hears it.
    """

    text: str
    about: tuple[Hashable, ...] = ()
    worth: int = 1


class Event(Struct, frozen=True, tag=camel_slug, tag_field="event"):
    """What happened: fields of plain data, a `text`, and the section of the `rule`.

    `reveals` marks what shows somebody a thing that was hidden: undo ends there.
    """

    rule: ClassVar[str] = ""
    reveals: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """The event in one line."""
        return camel_slug(type(self).__name__).replace("-", " ")

    @property
    def cites(self) -> str:
        """The section that it tells of: `rule`, unless an event knows better."""
        return self.rule

    def headline(self, seat: str | None) -> Headline | None:  # noqa: ARG002
        """What a seat would tell a friend of it; None where it is not worth that.

        It is asked of the event as `seen_by` gives it; a `seat` of None takes no side.
        """
        return None

    def seen_by(self, seat: str) -> Event | None:  # noqa: ARG002
        """The event as a seat may know it: itself, a vaguer one, or None for nothing at all."""
        return self
