"""The events at the table, as data for the log, the viewer and the tests."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from sandtable.model.tagged import Tagged


class Headline(NamedTuple):
    """The news in an event, as players tell it: ``You win the fight at Wejh`` (no full stop).

    - `about`: hashable values of its fields; events of a class with equal `about` are one headline.
    - `worth`: its rank: 4 for the end of a campaign, 3 for a game or a mission, 2 for a fight, a
      target or a leader, 1 for less; negative if it is bad news to the seat that hears it.
    - `open`: whether its result is still open, as a fight's that begins: neither good nor bad news.
    - `decisive`: whether it ends the game by itself, whatever the score. It is then the turning point.
    - `tally`: how the headline of a whole game counts it: ``bridge blown|bridges blown``.
    """

    text: str
    about: tuple[Hashable, ...] = ()
    worth: int = 1
    open: bool = False
    decisive: bool = False
    tally: str = ""


class Strike(NamedTuple):
    """A blow of a fight, as it is drawn: a shot, an attack, a loss.

    - `at`: who is struck, by the name in the text. A hit and the loss that follows name the same.
    - `by`: the side that strikes: its seat, or the name of an enemy without a player, or "".
    - `who`: what strikes; "" for a loss without a shot.
    - `faces`, `need`: the dice, and what they had to show, in brief: ``1-3``, ``4+``.
    - `hit`: whether it has an effect.
    - `effect`: what who is struck is then, if that is known: ``reduced``.
    - `out`: whether who is struck leaves the fight.
    - `force`: the strength of each side after it, by seat, if the game counts it.
    """

    at: str
    by: str = ""
    who: str = ""
    faces: Sequence[int] = ()
    need: str = ""
    hit: bool = True
    effect: str = ""
    out: bool = False
    force: Mapping[str, float] = {}


class Event(Tagged, frozen=True, tag_field="event"):
    """Something that happened: fields of plain data, which log, pages and tests all read.

    Define `text`. Report an event with ``table.tell(event)``.

    >>> from sandtable import Event
    >>> class Ambushed(Event, frozen=True):
    ...     rule = "3"
    ...     space: str
    ...     @property
    ...     def text(self):
    ...         return f"You are ambushed at {self.space}."
    >>> Ambushed("the mill").text
    'You are ambushed at the mill.'
    >>> Ambushed.name(), Ambushed("the mill").data
    ('ambushed', {'space': 'the mill'})

    You may also define `seen_by`, if some seats may know less; `headline` and `story`, how odds and
    reports tell it; `strike`, for a blow of a fight; `scores`; a field `section`, which replaces `rule`;
    and set

    - `rule`: the section of the rules that it follows from.
    - `reveals`: whether it shows a seat something hidden: undo stops there.
    """

    rule: ClassVar[str] = ""
    reveals: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """The event in one line."""
        return self.name().replace("-", " ")

    @property
    def story(self) -> str:
        """The event as a sentence of a story: its `text`, unless a subclass has plainer words.

        It is empty if another event says the same.
        """
        return self.text

    @property
    def cites(self) -> str:
        """The section that the event is about: its field `section`, if it has one, else `rule`."""
        return str(getattr(self, "section", self.rule))

    @property
    def scores(self) -> tuple[str, ...]:
        """The reasons (see `Game.score_reasons`) or the tracks whose points this event explains."""
        return ()

    @property
    def strike(self) -> Strike | None:
        """The event as a blow of a fight, which screens and pages play; None for any other event."""
        return None

    def headline(self, seat: str | None) -> Headline | None:  # noqa: ARG002
        """The event as a headline for a seat; None if it is not worth telling.

        It is called on the event that `seen_by` gives; a `seat` of None takes no side.
        """
        return None

    def seen_by(self, seat: str) -> Event | None:  # noqa: ARG002
        """The event as a seat may know it: itself, a vaguer one, or None for nothing at all."""
        return self


def heard(events: Iterable[Event], team: Iterable[str]) -> list[Event]:
    """What partners know of some events: as much as any of them."""
    known = []
    for event in events:
        seen = [part for seat in team if (part := event.seen_by(seat)) is not None]
        known += [event] if event in seen else seen[:1]
    return known
