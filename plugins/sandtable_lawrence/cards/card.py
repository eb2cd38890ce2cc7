"""The base of every Operations card (LOA-C8): a phase that runs when the card is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable import Phase
from sandtable_lawrence.events import NoEvent, Surprised
from sandtable_lawrence.roster import UNITS
from sandtable_lawrence.spaces import RESTRICTED
from sandtable_lawrence.state import LawrenceState, LawrenceTable, Threat, Unit
from sandtable_lawrence.tables import Printed


class Card(Phase[LawrenceState], frozen=True):
    """An Operations card: its title, the text that is `printed` on it, and its effect.

    A `held` card is kept if it is effective when it is drawn. The player plays it before an Operation on
    one of its `targets`, or with another rule that knows it. A third-party card is a subclass that a
    special rule names among its phases (`sandtable_lawrence.special_rules`).
    """

    rule: ClassVar[str] = "LOA-C8"
    printed: ClassVar[Printed] = Printed("", "")
    held: ClassVar[bool] = False
    averted: ClassVar[bool] = False
    """Whether a Leadership check that succeeds averts its battle."""

    @classmethod
    def name(cls) -> str:
        """The id of the card: the slug of its class."""
        return str(cls.__struct_config__.tag)

    @property
    def words(self) -> str:
        """The text printed on the card."""
        return self.printed.words

    def number(self, name: str) -> int:
        """One of the numbers printed on the card."""
        return self.printed.numbers[name]

    def brings(self, space: str) -> int:  # noqa: ARG002
        """The number of Ottomans in the battle that it calls for in a space, or 0 (LOA-C6)."""
        return 0

    def effective(self, table: LawrenceTable) -> bool:  # noqa: ARG002
        """Whether the card would have any effect now."""
        return True

    def event(self, table: LawrenceTable) -> None:
        """Carry out the card when it is drawn."""

    def targets(self, table: LawrenceTable) -> Iterable[str]:  # noqa: ARG002
        """The spaces that a held card can be played on before an Operation."""
        return ()

    def confirm(self, table: LawrenceTable) -> str:  # noqa: ARG002
        """A question before the card is played to little effect, or ""."""
        return ""

    def play(self, table: LawrenceTable, space: str) -> None:
        """Carry out the card when it is played on a space."""

    def run(self, table: LawrenceTable) -> None:
        if self.effective(table):
            self.event(table)
        else:
            table.tell(NoEvent(self.name()))


def battle(table: LawrenceTable, number: int, *named: str, ambush: bool = False) -> None:
    """The card calls for a battle with `number` Ottomans, some of them by name (LOA-C6).

    By an option, none come to a Garrison that is face up (LOA-R46).
    """
    operation, garrisons = table.state.acting, table.state.garrisons
    if table.house.surprise and garrisons.get(operation.space) is not None:
        table.tell(Surprised(operation.space))
    else:
        operation.threat = Threat(number, list(named), ambush)


def where_lawrence_is(table: LawrenceTable) -> list[str]:
    """The space of Lawrence, for a card that needs him; none if the space is restricted (LOA 34)."""
    space = table.state.lawrence.space
    return [space] if space and space not in RESTRICTED else []


def weakest_first(unit: Unit) -> tuple[int, int, int]:
    """Sorts units: the weakest first, among equals the one with the least gear (LOA-R25)."""
    return (UNITS[unit.id].strength, len(unit.gear), list(UNITS).index(unit.id))
