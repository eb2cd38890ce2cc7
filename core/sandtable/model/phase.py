"""Phases, the steps in the sequence of play, and decisions, the phases that wait for a choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from msgspec import Struct, convert, to_builtins
from msgspec.structs import force_setattr, replace

from sandtable.model.action import Action, Range, Refusal
from sandtable.model.game import tagged_union
from sandtable.text.words import camel_slug

if TYPE_CHECKING:
    from sandtable.model.table import Table

S = TypeVar("S")


class Phase(
    Struct, Generic[S], frozen=True, tag=camel_slug, tag_field="phase", omit_defaults=True, gc=False
):
    """One step in the sequence of play; its fields hold the little data that it needs.

    Define `run`. Phases are saved with the position, so their fields hold only plain data.

    >>> from sandtable import Outcome, Phase
    >>> class Supplies(Phase, frozen=True):
    ...     rule, title = "4.2", "Supplies"
    ...     days: int = 1
    ...     def run(self, table):
    ...         table.state.supplies -= self.days
    ...         if table.state.supplies <= 0:
    ...             table.end(Outcome("lost", {"column": -1}))
    >>> Supplies(days=2)
    Supplies(days=2)

    You may also set

    - `rule`: the section of the rules that it carries out.
    - `title`: its name in the rulebook.
    - `opens`: whether it begins a new stretch of play, such as a turn; odds look ahead only that far.
    - `waits`: whether it waits for a choice; derive from `Decision` instead.
    """

    rule: ClassVar[str] = ""
    title: ClassVar[str] = ""
    waits: ClassVar[bool] = False
    opens: ClassVar[bool] = False

    def run(self, table: Table[S]) -> None:
        """Carry out the step: roll, change the state, schedule more phases, report events."""
        raise NotImplementedError


class Decision(Phase[S], frozen=True, kw_only=True):
    """A phase that waits for a seat to choose one of its options.

    Define `takes`, `candidates` and `choose`, and `refusal` if a candidate can be illegal. The options
    are the candidates without a refusal.

    >>> from sandtable import Action, Decision, Refusal
    >>> class March(Action, frozen=True):
    ...     space: str
    >>> class Orders(Decision, frozen=True):
    ...     rule, title, takes = "2", "Orders", (March,)
    ...     def candidates(self, table):
    ...         return [March("mill"), March("fort")]
    ...     def refusal(self, table, action):
    ...         return Refusal("2.1", "no road leads there") if action.space == "fort" else None
    ...     def choose(self, table, action):
    ...         table.state.space = action.space
    >>> print(*Orders(seat="column").options(table=None))
    march mill

    You may also define `ask`, `describe`, `cost`, `risk`, `copies` and `confirm`, which tell players
    more, and `options` or `allows`, if you can compute the same result faster.

    - `seat`: the seat that chooses.
    - `part`: whether it continues a choice of several parts; `abort` returns to the first part.
    - `takes`: the kinds of action that can be chosen.
    - `several`: promises at least two options, so that lookahead need not count them.
    - `secret`: whether other seats learn of the choice only through events.
    - `waits`: true for every decision.
    """

    waits: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = ()
    several: ClassVar[bool] = False
    secret: ClassVar[bool] = False

    seat: str
    part: bool = False

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that may choose now."""
        return (self.seat,)

    def seen_by(self, seat: str) -> Self:  # noqa: ARG002
        """Return as much of the decision as a seat may know."""
        return self

    def candidates(self, table: Table[S]) -> Iterable[Action | Range]:
        """Return the actions to check, legal or not, each once; of a `Range`, the first is checked."""
        raise NotImplementedError

    def refusal(self, table: Table[S], action: Action) -> Refusal | None:  # noqa: ARG002
        """Return why an action of a kind in `takes` is not legal now; None if it is.

        It must accept any action of that kind, including one that is not a candidate.
        """
        return None

    def options(self, table: Table[S]) -> Sequence[Action]:
        """Return the legal actions, each once: the candidates without a refusal. Change nothing."""
        rows: Iterable[Any] = self.candidates(table)
        tried = ((row, row.first if isinstance(row, Range) else row) for row in rows)
        return [row for row, action in tried if self.refusal(table, action) is None]

    def allows(self, table: Table[S], action: Action) -> bool:
        """Return whether an action is legal now; override it if listing all options is slow."""
        return action in table.options

    def choose(self, table: Table[S], action: Action) -> None:
        """Carry out a legal action. The decision is no longer on the schedule."""
        raise NotImplementedError

    def describe(self, table: Table[S], action: Action) -> str:  # noqa: ARG002
        """Describe an option's effect in a few words, without its `cost` and its `risk`."""
        return action.help

    def cost(self, table: Table[S], action: Action) -> str:  # noqa: ARG002
        """Return an option's cost, as briefly as possible (``7 AP``); empty if it is free."""
        return ""

    def risk(self, table: Table[S], action: Action) -> str:  # noqa: ARG002
        """Say briefly what can go wrong, and how likely that is (``seen 50 %``); empty if nothing."""
        return ""

    def copies(self, table: Table[S], action: Action) -> int:  # noqa: ARG002
        """Return how many identical items, such as cards, an option stands for, for lists of options."""
        return 1

    def confirm(self, table: Table[S], action: Action) -> str:  # noqa: ARG002
        """Return a question to ask before an option that is rarely meant (``Fight without cards?``)."""
        return ""

    def ask(self, table: Table[S]) -> str:  # noqa: ARG002
        """Return the question for the seat that decides, in one line."""
        return self.title


class Simultaneous(Decision[S], frozen=True, kw_only=True):
    """A decision of several seats: all choose in secret, then all choices are revealed.

    Define `takes`, `candidates` and `refusal` as in any decision, for `self.seat`, and `reveal`. Seats
    choose in any order. Until all have chosen, only `chosen` holds their choices, and no view shows it.

    >>> from sandtable import Action, Simultaneous
    >>> class Bid(Action, frozen=True):
    ...     number: int
    >>> class Auction(Simultaneous, frozen=True):
    ...     rule, title, takes = "3", "Auction", (Bid,)
    ...     def candidates(self, table):
    ...         return [Bid(0).up_to(table.state.gold[self.seat])]
    ...     def reveal(self, table, chosen):
    ...         table.state.winner = max(chosen, key=lambda seat: chosen[seat].number)
    >>> Auction(seats=("east", "west")).waiting
    ('east', 'west')

    - `seats`: all seats that choose.
    - `seat`: the seat asked now, at first the first of `seats`.
    - `chosen`: the choices so far, as plain data.
    """

    secret = True

    seat: str = ""
    seats: tuple[str, ...]
    chosen: dict[str, Any] = {}

    def __post_init__(self) -> None:
        if not self.seat:
            force_setattr(self, "seat", next(iter(self.waiting), ""))

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.seats if seat not in self.chosen)

    def seen_by(self, seat: str) -> Self:
        own = {name: action for name, action in self.chosen.items() if name == seat}
        return replace(self, seat=seat if seat in self.waiting else "", chosen=own)

    def choose(self, table: Table[S], action: Action) -> None:
        known = self.chosen | {self.seat: to_builtins(action)}
        chosen = {seat: known[seat] for seat in self.seats if seat in known}
        if len(chosen) < len(self.seats):
            table.do(replace(self, seat="", chosen=chosen))
        else:
            self.reveal(table, convert(chosen, dict[str, tagged_union(self.takes)]))  # type: ignore[misc]

    def reveal(self, table: Table[S], chosen: Mapping[str, Any], /) -> None:
        """Carry out what the seats chose; `chosen` is in the order of `seats`."""
        raise NotImplementedError
