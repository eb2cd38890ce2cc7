"""The base of every Operations card (LOA-C8): a phase that runs when the card is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable import Phase
from sandtable_lawrence.events import NoEvent, Surprised
from sandtable_lawrence.roster import UNITS
from sandtable_lawrence.spaces import RESTRICTED
from sandtable_lawrence.state import LawrenceState, LawrenceTable, Threat, Unit
from sandtable_lawrence.tables import CardText


class Card(Phase[LawrenceState], frozen=True):
    """An Operations card: its title, the text that is `printed` on it, and its effect.

    A `held` card that is effective when drawn is kept, to be played before an Operation on one of its
    `targets`, or with an action that uses it. A third-party card is a subclass that a special rule lists
    in its phases (`sandtable_lawrence.special_rules`).
    """

    rule: ClassVar[str] = "LOA-C8"
    printed: ClassVar[CardText] = CardText("", "")
    held: ClassVar[bool] = False
    averted: ClassVar[bool] = False
    """Whether a successful Leadership check averts the card's battle."""

    @classmethod
    def name(cls) -> str:
        """Return the card's id, the slug of its class name."""
        return str(cls.__struct_config__.tag)

    @property
    def words(self) -> str:
        """The text printed on the card."""
        return self.printed.words

    def number(self, name: str) -> int:
        """Return the number printed on the card under this name."""
        return self.printed.numbers[name]

    def brings(self, space: str) -> int:  # noqa: ARG002
        """Return how many Ottomans the card brings to a space; 0 for no battle (LOA-C6)."""
        return 0

    def effective(self, table: LawrenceTable) -> bool:  # noqa: ARG002
        """Tell whether the card has any effect if drawn now."""
        return True

    def event(self, table: LawrenceTable) -> None:
        """Carry out the card when it is drawn."""

    def targets(self, table: LawrenceTable) -> Iterable[str]:  # noqa: ARG002
        """Return the spaces on which a held card can be played before an Operation."""
        return ()

    def confirm(self, table: LawrenceTable) -> str:  # noqa: ARG002
        """Return a question that confirms a play of little effect, or ""."""
        return ""

    def play(self, table: LawrenceTable, space: str) -> None:
        """Carry out the card when it is played on a space."""

    def run(self, table: LawrenceTable) -> None:
        if self.effective(table):
            self.event(table)
        else:
            table.tell(NoEvent(self.name()))


def battle(table: LawrenceTable, number: int, *named: str, ambush: bool = False) -> None:
    """Call for a battle with `number` Ottomans, unless the Garrison is surprised (LOA-C6, LOA-R46)."""
    operation, garrisons = table.state.acting, table.state.garrisons
    if table.house.surprise and garrisons.get(operation.space) is not None:
        table.tell(Surprised(operation.space))
    else:
        operation.threat = Threat(number, list(named), ambush)


def where_lawrence_is(table: LawrenceTable) -> list[str]:
    """Return a list of Lawrence's space, for a card that needs him; [] if it is restricted (LOA 34)."""
    space = table.state.lawrence.space
    return [space] if space and space not in RESTRICTED else []


def weakest_first(unit: Unit) -> tuple[int, int, int]:
    """Return a sort key: the weakest unit first, then the one with the least gear, then as listed."""
    return (UNITS[unit.id].strength, len(unit.gear), list(UNITS).index(unit.id))
