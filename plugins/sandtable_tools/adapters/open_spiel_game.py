"""Registers ``sandtable(scenario=megiddo/1918-even)`` and the like as games of OpenSpiel.

Luck is explicit: each roll with several possible results is a chance node. Seats that choose at the same
time take turns, and none sees what another chose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable import SandtableError
from sandtable_tools.adapters.encoding import ACTIONS, SIZE, encode, import_extra, number_actions, plain
from sandtable_tools.adapters.luck import MOST_VALUES, Point, SetUp

pyspiel: Any = import_extra("pyspiel")
numpy: Any = import_extra("numpy")

MOST_LENGTH = 100_000
"""The most choices and rolls of a game."""

PARAMETERS = {
    "scenario": "",
    "empty": "",
    "options": "",
    "actions": ACTIONS,
    "size": SIZE,
    "utility": 1000.0,
    "zero_sum": False,
}
"""The parameters of the game, and their defaults; `load_game` explains them."""


def _game_type(*, zero_sum: bool, fewest: int, most: int) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name="sandtable",
        long_name="Sandtable",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=fewest,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=False,
    )


def load_game(
    scenario: str,
    *,
    empty: Sequence[str] = (),
    options: Mapping[str, object] = {},
    actions: int = ACTIONS,
    size: int = SIZE,
    utility: float = 1000.0,
    zero_sum: bool = False,
) -> Any:
    """Load a scenario as a `pyspiel.Game`.

    - `empty`: the seats that stay empty.
    - `options`: house rules.
    - `actions`: actions have numbers below this, as in `encoding.number_actions`.
    - `size`: the size of an observation tensor, as in `encoding.encode`.
    - `utility`: returns are between plus and minus this.
    - `zero_sum`: whether all returns always add up to 0, which some algorithms require.
    """
    words = " ".join(f"{name}:{value}" for name, value in options.items())
    given = (scenario, " ".join(empty), words, actions, size, float(utility), zero_sum)
    return pyspiel.load_game("sandtable", dict(zip(PARAMETERS, given, strict=True)))


class SandtableGame(pyspiel.Game):  # type: ignore[misc]  # it is Any to mypy
    """A scenario; the players are its seats, in order."""

    def __init__(self, parameters: Mapping[str, Any] = {}) -> None:
        given = {**PARAMETERS, **parameters}
        self.set_up = SetUp(given["scenario"], given["empty"], given["options"])
        self.start = Point.start(self.set_up)
        self.seats = tuple(self.start.heard)
        self.actions, self.size = given["actions"], given["size"]
        zero_sum = given["zero_sum"]
        self.utility = given["utility"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=MOST_VALUES,
            num_players=len(self.seats),
            min_utility=-self.utility,
            max_utility=self.utility,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=MOST_LENGTH,
        )
        kind = _game_type(zero_sum=zero_sum, fewest=len(self.seats), most=len(self.seats))
        super().__init__(kind, info, given)

    def new_initial_state(self, state: Any = None) -> SandtableState:
        """Return the start of a game, or the point stored in a state's struct or dict."""
        data = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state
        return SandtableState(self, self.start if data is None else Point.from_data(self.set_up, data))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of what a seat sees, or with perfect recall, of all that it has seen."""
        if params:
            raise SandtableError(f"an observer takes no parameters, not {params}")
        return Observer(
            self.seats, self.size, recalls=bool(iig_obs_type and iig_obs_type.perfect_recall)
        )


class SandtableState(pyspiel.State):  # type: ignore[misc]  # it is Any to mypy
    """A decision, a chance node or the end of a game; `point` is Sandtable's own form of it."""

    def __init__(self, game: SandtableGame, point: Point) -> None:
        super().__init__(game)
        self.point = point

    @property
    def _legal(self) -> dict[int, Any]:
        table = self.point.table
        return number_actions(table.options if table else (), self.num_distinct_actions())

    def current_player(self) -> int:
        """Return the number of the seat that decides, or pyspiel's number for chance or the end."""
        point = self.point
        if point.open or point.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        if point.table.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return [*point.heard].index(point.table.decision.seat)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return sorted(self._legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each value that the open roll can show, with its probability."""
        chances = self.point.open.chances if self.point.open else ()
        return [(place, probability) for place, (_, probability) in enumerate(chances)]

    def _apply_action(self, action: int) -> None:
        self.point = (
            self.point.roll(action) if self.point.open else self.point.choose(self._legal[action])
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.point.open.chances[action][0] if self.point.open else ""
        return str(self._legal[action])

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        table = self.point.table
        return table is not None and table.outcome is not None and not self.point.open

    def returns(self) -> list[float]:
        """Return each seat's return, which is 0 until the game ends."""
        outcome = self.point.table.outcome if self.point.table else None
        returns = [float(outcome.returns.get(seat, 0)) if outcome else 0.0 for seat in self.point.heard]
        if max(map(abs, returns)) > self.get_game().max_utility():
            raise SandtableError(
                f"a return is beyond {self.get_game().max_utility():g}; load with a higher utility="
            )
        return returns

    def __str__(self) -> str:
        table = self.point.table
        doing = " ".join(map(str, (self.point.action or "", *self.point.luck)))
        return f"{table.json if table else 'set-up'} {doing}".strip()

    # Structs.

    def _to_struct(self) -> dict[str, Any]:
        table = self.point.table
        return {**self.point.data, "view": plain(table.view(None)) if table else None}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self.point.knows([*self.point.heard][player])

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        if player == pyspiel.PlayerId.CHANCE:
            return {"roll": action, "words": self._action_to_string(player, action)}
        return plain(self._legal[action])

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> Sequence[int]:
        if "roll" in struct:
            return [struct["roll"]]
        return [place for place, action in self._legal.items() if plain(action) == struct]


class Observer:
    """Observes what a seat sees, as text or a tensor; or everything that it `recalls`, as text."""

    def __init__(self, seats: Sequence[str], size: int, *, recalls: bool) -> None:
        self.seats, self.recalls = seats, recalls
        self.tensor: Any = None if recalls else numpy.zeros(size, numpy.float32)
        self.dict = {} if recalls else {"observation": self.tensor}

    def set_from(self, state: SandtableState, player: int) -> None:
        """Set `tensor` to what a seat sees."""
        if not self.recalls:
            self.tensor[:] = encode(state.point.knows(self.seats[player]), len(self.tensor))

    def string_from(self, state: SandtableState, player: int) -> str:
        """Return what a seat sees or recalls, as text."""
        seat = self.seats[player]
        return state.point.remembers(seat) if self.recalls else str(state.point.knows(seat))


pyspiel.register_game(_game_type(zero_sum=False, fewest=1, most=64), SandtableGame)
