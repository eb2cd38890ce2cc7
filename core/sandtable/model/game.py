"""The contract of a game: what a plugin must define so that the core can run it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, NamedTuple, Self, TypeVar, Union

import msgspec
from msgspec import Struct

from sandtable.model.game_info import GameInfo
from sandtable.model.presentation import Presentation
from sandtable.text.errors import PluginError
from sandtable.text.faults import decoding_fault
from sandtable.text.toml_text import read_as

if TYPE_CHECKING:
    from sandtable.model.action import Action
    from sandtable.model.phase import Phase
    from sandtable.model.picture import Picture
    from sandtable.model.presentation import Item
    from sandtable.model.scenario import Scenario
    from sandtable.model.seat import Bot
    from sandtable.model.table import Table

S = TypeVar("S")
T = TypeVar("T")

_encode = msgspec.msgpack.Encoder().encode


class State(Struct, omit_defaults=True):
    """The state of a game, or a part of it that changes.

    Define its fields: numbers, texts, bools, Enums, lists, dicts, frozen Structs and other States, but
    no floats and no sets. A save leaves out fields that still have their defaults, so adding a field
    with a default does not affect older saves.

    >>> from sandtable import State, Track
    >>> class SiegeState(State):
    ...     space: str
    ...     supplies: Track
    ...     turn: int = 0
    >>> state = SiegeState("mill", Track(7, high=7))
    >>> state.copy() == state
    True
    """

    def copy(self) -> Self:
        """Return an equal state that shares nothing with this one, so that play cannot change it."""
        return msgspec.msgpack.decode(_encode(self), type=type(self))


if TYPE_CHECKING:
    Return = int | Fraction
else:  # stores a Fraction as a text of bounded length, since a save may come from anywhere
    Return = int | Annotated[str, msgspec.Meta(pattern="^-?[0-9]{1,18}/[1-9][0-9]{0,17}$")]


def write_fraction(value: object) -> int | str:
    """Return a Fraction as plain data for an encoder: ``1/2``, or a whole number."""
    if not isinstance(value, Fraction):
        raise TypeError(f"objects of type {type(value).__name__} cannot be encoded")
    return value.numerator if value.denominator == 1 else str(value)


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How a game ended; a phase passes it to ``table.end``.

    - `name`: one word, such as ``won``, which ``game.toml`` may explain.
    - `returns`: for each seat that plays, what it gets, a whole number or a Fraction. More is better;
      bots play for it.
    - `metrics`: numbers that statistics collect.
    """

    name: str
    returns: Mapping[str, Return] = {}
    metrics: dict[str, int] = {}

    @property
    def data(self) -> dict[str, Any]:
        """The fields as plain data; a Fraction becomes a text, ``1/2``."""
        data: dict[str, Any] = msgspec.to_builtins(self, enc_hook=write_fraction)
        return data

    def __post_init__(self) -> None:
        returns: Any = self.returns
        for seat, value in returns.items():
            if isinstance(value, str):
                returns[seat] = Fraction(value)
            elif type(value) is bool or not isinstance(value, int | Fraction):
                raise TypeError(f"the return of {seat} must be an int or a Fraction, not {value!r}")
            elif max(abs(value.numerator), value.denominator) >= 10**18:
                raise ValueError(f"the return of {seat} has more than 18 digits")


class Stake(NamedTuple):
    """A track that a player cares about most.

    - `name`: its name in words.
    - `steps`: the number of steps on the track that make one unit.
    - `figure`: its name in statistics, if different from `name`; the unit is the same.
    - `scores`: whether it decides the game; the end of the game then shows where its points came from.
    - `seat`: the seat that it belongs to, if it is one seat's score.
    """

    name: str
    steps: int = 1
    figure: str = ""
    scores: bool = False
    seat: str = ""

    def in_units(self, value: int) -> int | float:
        """Convert a number of steps to the unit, as a whole number if possible."""
        return value / self.steps if value % self.steps else value // self.steps


class PartResult(NamedTuple):
    """A result of a campaign's part: its `score` as written (``+7``, ``won``) and the part's name."""

    score: str
    about: str


NOT_SHOWN = "it must define presentation, or status and board"
"""The fault of a game that cannot be shown."""


def _refuse(*_: object) -> Any:
    raise PluginError(NOT_SHOWN)


class NoOptions(Struct, frozen=True):
    """The Options of a game without house rules."""


class Game(ABC, Generic[S]):
    """A game: its data types, its set-up, and the views of its seats.

    Define `State`, `ScenarioData`, `phases`, `actions`, `presentation` and the abstract methods. One
    instance serves all tables, so store nothing in it. The package also contains ``game.toml`` (a
    `GameInfo`), ``rules.md`` and, if you like, a lesson, ``learn.md``.

    >>> from msgspec import Struct
    >>> from sandtable import Game, State
    >>> class SiegeData(Struct, frozen=True, forbid_unknown_fields=True):
    ...     supplies: int
    >>> class SiegeState(State):
    ...     supplies: int
    >>> class Siege(Game[SiegeState]):
    ...     State, ScenarioData = SiegeState, SiegeData
    ...     def setup(self, table):
    ...         return SiegeState(table.scenario.data.supplies)
    >>> sorted(Siege.__abstractmethods__)  # still to define
    ['imagine', 'names', 'scripted_bot', 'tracks', 'view']

    - `State`: the class of the game's state, derived from `sandtable.State`.
    - `ScenarioData`: a frozen Struct for a scenario's file, without the keys that every game has. Its
      types and its ``__post_init__`` reject mistakes.
    - `Options`: a frozen Struct with a field and a default for each house rule in ``game.toml``.
    - `phases`, `actions`: every kind that can occur; `subclasses_in` collects them from modules.
    - `presentation`: how views are shown; without it, define `status` and `board`.
    - `stakes`: the tracks that players care about most, by name, the most important first.
    - `score`: in a game for one player, the metric that equals the return.
    - `campaigns`: whether a scenario may have `parts` that are played one after another.

    You may also define `aliases`, `glance`, `score_reasons`, `part_results`, `verdict`, `notation`,
    `contents` and `oddities`. Callers use the other methods.
    """

    State: ClassVar[type[Any]]
    ScenarioData: ClassVar[type[Any]]
    Options: ClassVar[type[Any]] = NoOptions
    campaigns: ClassVar[bool] = True
    phases: ClassVar[tuple[type[Phase[Any]], ...]]
    actions: ClassVar[tuple[type[Action], ...]]
    stakes: ClassVar[Mapping[str, Stake]] = {}
    score: ClassVar[str] = ""
    presentation: ClassVar[Presentation[Any]] = Presentation(status=_refuse, board=_refuse)

    @property
    def is_shown(self) -> bool:
        """Whether the game defines how its views are shown."""
        kind, presentation = type(self), self.presentation
        return (kind.status is not Game.status or presentation.status is not _refuse) and (
            kind.board is not Game.board or presentation.board is not _refuse
        )

    @cached_property
    def info(self) -> GameInfo:
        """The contents of the package's ``game.toml``."""
        return GameInfo.read(self.files / "game.toml")

    @property
    def id(self) -> str:
        """The game's one-word name."""
        return self.info.id

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats of the game, in order; `Table.seats` lists those that play."""
        return self.info.seats

    @cached_property
    def rules_text(self) -> str:
        """The rules as Markdown; the heading of each section begins with its id."""
        return str((self.files / "rules.md").read_text(encoding="utf-8"))

    @cached_property
    def lesson_text(self) -> str:
        """The text of ``learn.md``, the lesson of ``sandtable learn``; "" if there is none."""
        if not sys.modules[type(self).__module__].__package__:
            return ""  # a game in a single module has no files
        path = self.files / "learn.md"
        return str(path.read_text(encoding="utf-8")) if path.is_file() else ""

    @property
    def has_map(self) -> bool:
        """Whether the game can show its views as a map."""
        return type(self).map is not Game.map or self.presentation.has_map

    @property
    def files(self) -> Traversable:
        """The game's package: the innermost one around its module that contains ``game.toml``."""
        package = sys.modules[type(self).__module__].__package__ or ""
        while "." in package and not (resources.files(package) / "game.toml").is_file():
            package = package.rpartition(".")[0]
        return resources.files(package)

    @abstractmethod
    def setup(self, table: Table[S]) -> S:
        """Return the state at the start, and schedule the first phases with `table.do`."""

    @abstractmethod
    def names(self, table: Table[S]) -> Iterable[str]:
        """Return every id that this game's actions may name (cards, units, spaces)."""

    def aliases(self, table: Table[S]) -> Mapping[str, str]:  # noqa: ARG002
        """Return other names that players may type for an id: ``{"Old Mill": "0402"}``."""
        return {}

    @abstractmethod
    def view(self, table: Table[S], seat: str | None) -> Struct:
        """Build what a seat may know of the position, starting from nothing; everything for None.

        Everything shown of a position comes from this view.
        """

    def glance(self, table: Table[S], seat: str | None) -> Struct:
        """Return a view for a scripted bot, which neither keeps nor changes it.

        Unlike a `view`, it may share data with the position instead of copying it.
        """
        return self.view(table, seat)

    @abstractmethod
    def imagine(self, table: Table[S], seat: str) -> None:
        """Use `table.dice` to deal again everything that the seat cannot know.

        If another seat has made a secret choice, take it back and schedule its decision with
        `table.do`; its bot then chooses again, in the imagined position.
        """

    @abstractmethod
    def tracks(self, table: Table[S], seat: str | None) -> dict[str, int]:
        """Return the numbers of all sides that a seat may know, by name, for status, odds and charts.

        `seat` is the viewer; None may know everything. The name alone says whose number it is, as in
        ``british-casualties``. A number may be absent at times.
        """

    def score_reasons(
        self,
        table: Table[S],  # noqa: ARG002
        seat: str | None,  # noqa: ARG002
    ) -> Mapping[str, Mapping[str, int]]:
        """Split the current value of each scoring track into reasons: losses, targets and so on.

        A game's end shows each reason with the events whose `scores` name it or else its track.
        """
        return {}

    def figures(self, numbers: Mapping[str, int]) -> dict[str, int | float]:
        """Return tracks or metrics under the names and in the units that players know."""
        staked = [(name, self.stake(name), value) for name, value in numbers.items()]
        return {stake.figure or name: stake.in_units(value) for name, stake, value in staked}

    @property
    def score_figure(self) -> str:
        """The name of the `score` in statistics; empty if there is none."""
        return self.stake(self.score).figure or self.score

    def stake(self, name: str) -> Stake:
        """Return the name and unit of a track or a metric; without a stake, its name in words."""
        return self.stakes.get(name) or Stake(name.replace("-", " "))

    def part_results(self, table: Table[S]) -> Sequence[PartResult]:  # noqa: ARG002
        """Return the results of a campaign's finished parts, in order, to show at the end."""
        return ()

    def verdict(self, table: Table[S]) -> str:
        """Return the result of a finished game as players would say it: ``the British win``."""
        outcome = table.outcome
        if outcome is None:
            return ""
        figures = (f"{name.replace('-', ' ')} {n}" for name, n in self.figures(outcome.metrics).items())
        result = self.info.outcome(outcome.name)
        return f"{result} ({', '.join(figures)})" if outcome.metrics else result

    # How a view is shown: these call the presentation, unless the game overrides them.

    def status(self, view: Any) -> str:
        """Sum up a view in one line."""
        return self.presentation.status(view)

    def board(self, view: Any, width: int = 80, height: int | None = None) -> Sequence[str]:
        """Show a view as lines of plain text, at most `width` columns wide.

        With `height`, it uses at most that many rows if possible, and leaves out what matters least.
        """
        return self.presentation.board(view, width, height)

    def map(self, view: Any, width: int = 100, height: int | None = None) -> Sequence[str]:
        """Show a view as a map, in lines at most `width` columns wide.

        If it is empty, the board is shown instead. `height` works as in `board`.
        """
        return self.presentation.map(view, width, height)

    def fight(self, view: Any, width: int = 80) -> Sequence[str]:
        """Show the current fight, in lines at most `width` columns wide; empty if there is none.

        It takes the place of the map if there is no room for both.
        """
        return self.presentation.fight(view, width)

    def pictures(self, view: Any) -> Sequence[Picture]:
        """Return a view as pictures (a map, a battle), the main one first; empty if there are none."""
        return self.presentation.pictures(view)

    def relations(self, view: Any) -> Sequence[str]:
        """Describe a view to players who listen: a line of any length for each place.

        A line says what the place is, where its links lead, and what is there; in a battle, who faces
        whom. If it is empty, `pictures` are described instead or, without any, `board` and `items`.
        """
        return self.presentation.relations(view)

    def items(self, view: Any) -> Iterable[Item]:
        """Return all that can be shown by name (`show ITEM`), built from a view; each name once.

        If no item is a track, `show` also offers the plain numbers of `tracks`.
        """
        return self.presentation.items(view)

    def turn(self, view: Any) -> str:
        """Return the time in the game, in a few words (``Turn 3``), for saves and bookmarks."""
        return self.presentation.turn(view)

    def name_of(self, view: Any, id: str) -> str:
        """Return the name of an id or a seat within a sentence: ``Tobruk``, ``the British``.

        An unknown id is turned into plain words.
        """
        name = self.info.seat_titles.get(id) or self.presentation.name_of(view, id)
        return name.capitalize() if id in self.seats and name == id else name

    def notation(self, table: Table[S], text: str) -> Sequence[Action]:  # noqa: ARG002
        """Return the actions written in the game's own notation, in order: ``13/7 8/7``.

        Empty for any other text. It is called only if the text means no option, and changes nothing;
        each action is chosen, refused and saved separately.
        """
        return ()

    def contents(self, scenario: Scenario) -> Mapping[str, Iterable[str]]:  # noqa: ARG002
        """Return the ids of what can occur in a scenario, by kind: cards, table rows, counters.

        The conformance kit lists those that never appeared in an event or an action; it finds phases,
        actions, events, special rules and refusals by itself. It is called for the parts of a campaign,
        not for the campaign.
        """
        return {}

    def oddities(self, scenario: Scenario) -> Iterable[str]:  # noqa: ARG002
        """Return a line for each oddity in a scenario's file: legal, but probably a mistake.

        A line begins with the key that it is about, if any. Look for mistakes that authors make: a
        goal out of reach, a reward that cannot be won. For a campaign, check only the order of its
        parts; each part is checked by itself.
        """
        return ()

    @abstractmethod
    def scripted_bot(self) -> Bot:
        """Return the game's own bot, which can play any seat and plays to win."""


def read_data(package: str, name: str, kind: type[T]) -> T:
    """Read a TOML file in the ``data`` folder of a game's package, as a type.

    Raises PluginError, which names the file and its fault.
    """
    try:
        text = (resources.files(package) / "data" / name).read_text(encoding="utf-8")
        return read_as(text, kind)
    except (OSError, ValueError, RecursionError) as error:
        raise PluginError(f"{package}/data/{name}: {decoding_fault(error)}") from error


def subclasses_in(modules: Iterable[ModuleType], kind: type[T]) -> tuple[type[T], ...]:
    """Return the subclasses of `kind` that modules define, in order, without those they import."""
    return tuple(
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, kind) and thing.__module__ == module.__name__
    )


def tagged_union(kinds: Iterable[type[Any]]) -> Any:
    """Return a type that decodes to any of these Structs; NoneType if there are none."""
    every = tuple(kinds)
    return Union[every] if every else None  # noqa: UP007 (built at run time)
