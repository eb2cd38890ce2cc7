"""The contract of a game: what a plugin must bring so that the core can run it."""

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
    """The position of a game, or a part of it that changes.

    Define the fields: numbers, texts, bools, Enums, lists, dicts, frozen Structs and other States, but
    no floats and no sets. A field that still has its default is left out of a save, so a field that you
    add later with a default does not change older saves.

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
        """An equal state that shares nothing with this one, for a view that later play cannot change."""
        return msgspec.msgpack.decode(_encode(self), type=type(self))


if TYPE_CHECKING:
    Return = int | Fraction
else:  # a Fraction is kept as a text, of bounded size, since a save may come from anywhere
    Return = int | Annotated[str, msgspec.Meta(pattern="^-?[0-9]{1,18}/[1-9][0-9]{0,17}$")]


def write_fraction(value: object) -> int | str:
    """A Fraction as plain data, for an encoder: ``1/2``, or a whole number."""
    if not isinstance(value, Fraction):
        raise TypeError(f"objects of type {type(value).__name__} cannot be encoded")
    return value.numerator if value.denominator == 1 else str(value)


class Outcome(Struct, frozen=True, omit_defaults=True):
    """The end of a game; a phase gives it to ``table.end``.

    - `name`: one word, such as ``won``; ``game.toml`` may have more words for it.
    - `returns`: the return of each seat that plays, for which bots play; more is better. It is a whole
      number or a Fraction.
    - `metrics`: numbers that statistics collect.
    """

    name: str
    returns: Mapping[str, Return] = {}
    metrics: dict[str, int] = {}

    @property
    def data(self) -> dict[str, Any]:
        """Its fields as plain data; a Fraction is a text, ``1/2``."""
        data: dict[str, Any] = msgspec.to_builtins(self, enc_hook=write_fraction)
        return data

    def __post_init__(self) -> None:
        returns: Any = self.returns
        for seat, value in returns.items():
            if isinstance(value, str):
                returns[seat] = Fraction(value)
            elif type(value) is bool or not isinstance(value, int | Fraction):
                raise TypeError(f"the return of {seat} is a whole number or a Fraction, not {value!r}")
            elif max(abs(value.numerator), value.denominator) >= 10**18:
                raise ValueError(f"the return of {seat} has more than 18 digits")


class Stake(NamedTuple):
    """A track that matters most to a player.

    - `name`: its name in words.
    - `steps`: how many steps of the track make a unit.
    - `figure`: its name among figures, if that is not `name`; the unit is the same.
    - `scores`: whether it decides how a game ends; the end then shows where its points came from.
    - `seat`: the seat whose score it is, if it is a seat's own.
    """

    name: str
    steps: int = 1
    figure: str = ""
    scores: bool = False
    seat: str = ""

    def in_units(self, value: int) -> int | float:
        """A number of steps in its unit, as a whole number if possible."""
        return value / self.steps if value % self.steps else value // self.steps


class PartResult(NamedTuple):
    """The result of a part of a campaign: its `score` as written (``+7``, ``won``), and its name."""

    score: str
    about: str


NOT_SHOWN = "it needs a presentation, or a status and a board of its own"
"""The fault of a game that cannot be shown."""


def _refuse(*_: object) -> Any:
    raise PluginError(NOT_SHOWN)


class NoOptions(Struct, frozen=True):
    """The options of a game without any."""


class Game(ABC, Generic[S]):
    """A game: its data types, its set-up, and the views of its seats.

    Define `State`, `ScenarioData`, `phases`, `actions`, `presentation` and the abstract methods. One
    instance serves all tables, so keep nothing in it. The package also has ``game.toml`` (a `GameInfo`)
    and ``rules.md``, and may have ``learn.md``, a lesson. `scripted_bot` returns its own bot.

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

    - `State`: the class of the positions, a `State`.
    - `ScenarioData`: a frozen Struct for a scenario's file, without the keys that all games have. Its
      types and its ``__post_init__`` refuse what is wrong.
    - `Options`: a frozen Struct with a field and a default for each house rule in ``game.toml``.
    - `phases`, `actions`: every kind that can occur; `subclasses_in` collects those of modules.
    - `presentation`: how the views are shown; without it, define `status` and `board`.
    - `stakes`: the tracks that matter most to a player, by name, the most important first.
    - `score`: in a game for one player, the metric that equals the return.
    - `campaigns`: whether scenarios may have `parts`, which are played one after the other.

    You may also define `aliases`, `glance`, `score_reasons`, `part_results`, `verdict`, `notation`,
    `contents` and `oddities`. The other methods are for callers.
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
        """Whether the game says how its views are shown."""
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
        """The seats that the game knows, in their order; `Table.seats` has those that play."""
        return self.info.seats

    @cached_property
    def rules_text(self) -> str:
        """The rules as Markdown, with a heading for each section that begins with its id."""
        return str((self.files / "rules.md").read_text(encoding="utf-8"))

    @cached_property
    def lesson_text(self) -> str:
        """The lesson of ``sandtable learn``: the Markdown of ``learn.md``, "" for a game without one."""
        if not sys.modules[type(self).__module__].__package__:
            return ""  # a single module has no files next to it
        path = self.files / "learn.md"
        return str(path.read_text(encoding="utf-8")) if path.is_file() else ""

    @property
    def has_map(self) -> bool:
        """Whether its views can be shown as a map."""
        return type(self).map is not Game.map or self.presentation.has_map

    @property
    def files(self) -> Traversable:
        """The game's package: the one with ``game.toml``, from its module's own outwards."""
        package = sys.modules[type(self).__module__].__package__ or ""
        while "." in package and not (resources.files(package) / "game.toml").is_file():
            package = package.rpartition(".")[0]
        return resources.files(package)

    @abstractmethod
    def setup(self, table: Table[S]) -> S:
        """The state at the start; the first phases are scheduled with `table.do`."""

    @abstractmethod
    def names(self, table: Table[S]) -> Iterable[str]:
        """Every id that an action of this game may name (cards, units, spaces)."""

    def aliases(self, table: Table[S]) -> Mapping[str, str]:  # noqa: ARG002
        """Names that every seat may type for an id, as written or as slugs: ``{"Old Mill": "0402"}``."""
        return {}

    @abstractmethod
    def view(self, table: Table[S], seat: str | None) -> Struct:
        """The part of a position that a seat may know, built up from nothing; everything for None.

        All that is shown of a position is drawn from this.
        """

    def glance(self, table: Table[S], seat: str | None) -> Struct:
        """The view for a scripted bot, which neither keeps nor changes it.

        A game may let it share data with the position, where a `view` has copies.
        """
        return self.view(table, seat)

    @abstractmethod
    def imagine(self, table: Table[S], seat: str) -> None:
        """Deal again, with `table.dice`, everything in this table's state that the seat cannot know.

        Where another seat has chosen in secret, take its choice back and schedule its decision with
        `table.do`: its bot then chooses again, as it would in the imagined world.
        """

    @abstractmethod
    def tracks(self, table: Table[S], seat: str | None) -> dict[str, int]:
        """Named numbers that a seat may know, of all sides, for the status line, odds and charts.

        `seat` is who looks; None may know everything. Only the name says whose number it is, as in
        ``british-casualties``. Names may come and go.
        """

    def score_reasons(
        self,
        table: Table[S],  # noqa: ARG002
        seat: str | None,  # noqa: ARG002
    ) -> Mapping[str, Mapping[str, int]]:
        """The steps of each track that scores, as things stand, by reason: losses, targets, and so on.

        The end of a game names events for each reason (`Event.scores`), else those that name the track.
        """
        return {}

    def figures(self, numbers: Mapping[str, int]) -> dict[str, int | float]:
        """Tracks or metrics with the names and units that players know, from `stakes`."""
        staked = [(name, self.stake(name), value) for name, value in numbers.items()]
        return {stake.figure or name: stake.in_units(value) for name, stake, value in staked}

    @property
    def score_figure(self) -> str:
        """The name of the `score` among figures; empty if there is none."""
        return self.stake(self.score).figure or self.score

    def stake(self, name: str) -> Stake:
        """The name and unit of a track or a metric; by default the words of its name."""
        return self.stakes.get(name) or Stake(name.replace("-", " "))

    def part_results(self, table: Table[S]) -> Sequence[PartResult]:  # noqa: ARG002
        """The results of the finished parts of a campaign, in order; a player reads them at the end."""
        return ()

    def verdict(self, table: Table[S]) -> str:
        """The result of a game that is over, in the words of its players: ``the British win``."""
        outcome = table.outcome
        if outcome is None:
            return ""
        figures = (f"{name.replace('-', ' ')} {n}" for name, n in self.figures(outcome.metrics).items())
        result = self.info.outcome(outcome.name)
        return f"{result} ({', '.join(figures)})" if outcome.metrics else result

    # How a view is shown. These ask the presentation; a game may override them instead.

    def status(self, view: Any) -> str:
        """A view in one line."""
        return self.presentation.status(view)

    def board(self, view: Any, width: int = 80, height: int | None = None) -> Sequence[str]:
        """A view as lines of plain text, at most `width` columns wide.

        With `height` it takes at most that many rows if possible, and leaves out what matters least.
        """
        return self.presentation.board(view, width, height)

    def map(self, view: Any, width: int = 100, height: int | None = None) -> Sequence[str]:
        """A view as a map, in lines at most `width` columns wide.

        It is empty for a game without a map, whose board is shown instead. `height` is as in `board`.
        """
        return self.presentation.map(view, width, height)

    def fight(self, view: Any, width: int = 80) -> Sequence[str]:
        """The current fight, in lines at most `width` columns wide; empty if there is none.

        It replaces the map where there is no room for both.
        """
        return self.presentation.fight(view, width)

    def pictures(self, view: Any) -> Sequence[Picture]:
        """A view as pictures, the main one first: the map, a battle; empty for a game without any."""
        return self.presentation.pictures(view)

    def relations(self, view: Any) -> Sequence[str]:
        """A view in words, for players who listen: a line of any length for each place.

        A line says what the place is, where its links lead, and who is there; in a battle, who faces
        whom. If it is empty, `pictures` are told instead; without any, `board` and `items`.
        """
        return self.presentation.relations(view)

    def items(self, view: Any) -> Iterable[Item]:
        """Everything that can be asked about by name (`show ITEM`), drawn from a view; each name once.

        If none of them is a track, `show` adds the bare numbers of `tracks`.
        """
        return self.presentation.items(view)

    def turn(self, view: Any) -> str:
        """The time in the game, in a few words (``Turn 3``), for lists of saves and for bookmarks."""
        return self.presentation.turn(view)

    def name_of(self, view: Any, id: str) -> str:
        """The words for an id or a seat within a sentence: ``Tobruk``, ``the British``.

        An id that the game does not know is given in plain words.
        """
        return self.info.seat_titles.get(id) or self.presentation.name_of(view, id)

    def notation(self, table: Table[S], text: str) -> Sequence[Action]:  # noqa: ARG002
        """The actions that a text in the game's own notation means, in order: ``13/7 8/7``.

        Empty for any other text. It is called only for a text that means no option, and changes
        nothing; each action is chosen, refused and saved separately.
        """
        return ()

    def contents(self, scenario: Scenario) -> Mapping[str, Iterable[str]]:  # noqa: ARG002
        """The contents that can occur in a scenario, ids by kind: cards, rows of tables, counters.

        The conformance kit lists those that never appeared in an event or an action. Phases, actions,
        events, special rules and refusals are known without it. It is called for the parts of a
        campaign, not for the campaign itself.
        """
        return {}

    def oddities(self, scenario: Scenario) -> Iterable[str]:  # noqa: ARG002
        """The oddities of a scenario's file: what is legal but hardly meant, a line each.

        A line begins with the key that it is about, if any. It names what an author is likely to get
        wrong: a goal out of reach, a reward that cannot be won. For a campaign it covers only the
        order of its parts; each part is checked by itself.
        """
        return ()

    @abstractmethod
    def scripted_bot(self) -> Bot:
        """The game's own bot, which plays any seat to win."""


def read_data(package: str, name: str, kind: type[T]) -> T:
    """A TOML file in the ``data`` folder of a game's package, as a type.

    Raises PluginError, which names the file and what is wrong in it.
    """
    try:
        text = (resources.files(package) / "data" / name).read_text(encoding="utf-8")
        return read_as(text, kind)
    except (OSError, ValueError, RecursionError) as error:
        raise PluginError(f"{package}/data/{name}: {decoding_fault(error)}") from error


def subclasses_in(modules: Iterable[ModuleType], kind: type[T]) -> tuple[type[T], ...]:
    """Every subclass of `kind` that some modules define, in order; imported ones do not count."""
    return tuple(
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, kind) and thing.__module__ == module.__name__
    )


def tagged_union(kinds: Iterable[type[Any]]) -> Any:
    """The type that decodes any of these Structs; NoneType if there are none."""
    every = tuple(kinds)
    return Union[every] if every else None  # noqa: UP007 (built at run time)
