"""A thing that happened at the table, as data: the log, the viewer and the tests read it."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from sandtable.base.words import camel_slug


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

    def seen_by(self, seat: str) -> Event | None:  # noqa: ARG002
        """The event as a seat may know it: itself, a vaguer one, or None for nothing at all."""
        return self
