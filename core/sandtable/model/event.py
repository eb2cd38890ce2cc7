"""Events: what happens in a game, as data for the log, pages and tests."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from sandtable.model.tagged import Tagged


class Headline(NamedTuple):
    """An event as news, the way a player would tell it: ``You win the fight at Wejh`` (no full stop).

    - `about`: hashable values of its fields; events of one class with the same `about` share a headline.
    - `worth`: its rank: 4 for the end of a campaign, 3 for a game or a mission, 2 for a fight, a
      target or a leader, 1 for anything less; negative if it is bad news for the seat that hears it.
    - `open`: whether its result is still open, as when a fight begins: neither good nor bad news.
    - `decisive`: whether it ends the game whatever the score; it is then the turning point.
    - `tally`: the words that count it in the headline of a whole game: ``bridge blown|bridges blown``.
    """

    text: str
    about: tuple[Hashable, ...] = ()
    worth: int = 1
    open: bool = False
    decisive: bool = False
    tally: str = ""


class Strike(NamedTuple):
    """One blow in a fight, for drawing it: a shot, an attack or a loss.

    - `at`: the unit struck, by its name in the text; a hit and the loss it causes name the same unit.
    - `by`: the side that strikes: its seat, or the name of an enemy that no one plays, or "".
    - `who`: the unit that strikes; "" for a loss without a shot.
    - `faces`, `need`: the dice, and the result needed, in brief: ``1-3``, ``4+``.
    - `hit`: whether the blow takes effect.
    - `effect`: the state of the unit struck, if known: ``reduced``.
    - `out`: whether the unit struck leaves the fight.
    - `force`: each side's strength after the blow, by seat, if the game counts it.
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
    """Something that happened, as fields of plain data for the log, pages and tests.

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

    You may also define `seen_by`, if some seats may know less; `headline` and `story`, for odds and
    reports; `strike`, for a blow in a fight; `scores`; and a field `section`, which replaces `rule`.
    You may set

    - `rule`: the section of the rules that causes it.
    - `reveals`: whether it shows a seat something hidden; undo stops there.
    """

    rule: ClassVar[str] = ""
    reveals: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """The event in one line."""
        return self.name().replace("-", " ")

    @property
    def story(self) -> str:
        """The event as a sentence in a story: its `text`, unless a subclass words it more plainly.

        It is empty if another event already says the same.
        """
        return self.text

    @property
    def cites(self) -> str:
        """The section of the rules to cite: the field `section`, if there is one, otherwise `rule`."""
        return str(getattr(self, "section", self.rule))

    @property
    def scores(self) -> tuple[str, ...]:
        """The reasons (see `Game.score_reasons`) or tracks whose points this event explains."""
        return ()

    @property
    def strike(self) -> Strike | None:
        """The event as a blow in a fight, for screens and pages that show it; None for other events."""
        return None

    def headline(self, seat: str | None) -> Headline | None:  # noqa: ARG002
        """Return a headline for a seat; None if the event is not worth telling.

        It is called on the event that `seen_by` returns. With `seat` None, the headline takes no side.
        """
        return None

    def seen_by(self, seat: str) -> Event | None:  # noqa: ARG002
        """Return what a seat may know: this event, a vaguer one, or None if it learns nothing."""
        return self


def heard(events: Iterable[Event], team: Iterable[str]) -> list[Event]:
    """Return what a team knows of some events: whatever any of its seats knows."""
    known = []
    for event in events:
        seen = [part for seat in team if (part := event.seen_by(seat)) is not None]
        known += [event] if event in seen else seen[:1]
    return known
