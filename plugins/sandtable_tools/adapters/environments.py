"""Games as environments of PettingZoo, with seats in turn or all at the same time."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from sandtable import HUMAN, Action, Bot, Dice, Event, SandtableError, Seat, SeededDice, Table
from sandtable.tooling import ask_bot, catalog, read_options
from sandtable_tools.adapters.encoding import (
    ACTIONS,
    SIZE,
    WAIT,
    encode,
    import_extra,
    knowledge,
    number_actions,
    options_of,
)

pettingzoo: Any = import_extra("pettingzoo")
spaces: Any = import_extra("gymnasium.spaces")
numpy: Any = import_extra("numpy")

MOST_SEED = 1 << 30
"""Each game's seed is from 1 to this number, rolled with the environment's dice."""


class _Play:
    """A scenario played repeatedly, and the game in progress."""

    table: Table[Any]
    events: list[Event]

    def __init__(
        self,
        scenario: str,
        seats: Mapping[str, str],
        options: Mapping[str, Any],
        actions: int,
        size: int,
    ) -> None:
        installed = catalog()
        self.scenario = installed.scenario(scenario).seated(seats)
        self.house = read_options(self.scenario.game, options)
        self.actions, self.size = actions, size
        self.bots: dict[str, Bot] = {
            seat: installed.bots.make(self.scenario.game, seats[seat])
            for seat in self.scenario.seats
            if seats.get(seat, HUMAN) != HUMAN
        }
        self.agents = [seat for seat in self.scenario.seats if seat not in self.bots]
        self.luck: Dice | None = None
        self._legal: dict[str, dict[int, Action]] = {}

    @cached_property
    def observation_space(self) -> Any:
        mask = spaces.Box(0, 1, (self.actions,), numpy.int8)
        return spaces.Dict(observation=spaces.Box(-1, 1, (self.size,), numpy.float32), action_mask=mask)

    def begin(self, seed: int | None) -> None:
        """Begin a new game. A seed starts a series of games that can be repeated."""
        if seed is not None or self.luck is None:
            self.luck = SeededDice(secrets.randbelow(MOST_SEED) if seed is None else seed)
        self.events, self.turns, self._legal = [], 0, {}
        self.seed = self.luck.roll(sides=MOST_SEED)[0]
        self.table = Table.new(self.scenario, SeededDice(self.seed), self.house, self.events)
        self._play_bots()

    def find(self, agent: str, action: int) -> Action:
        """Return an agent's action by its number. Raises SandtableError if it is not legal."""
        if (chosen := self.legal(agent).get(int(action))) is None:
            raise SandtableError(f"{agent}: {action} is not a legal action; use the action mask")
        return chosen

    def choose(self, action: Action) -> None:
        """Carry out the deciding agent's action, then let the bots act."""
        self._do(action)
        self._play_bots()

    def _do(self, action: Action) -> None:
        self.table.choose(action)
        self._legal.clear()

    def _play_bots(self) -> None:
        while self.table.outcome is None and (bot := self.bots.get(self.table.decision.seat)):
            self.turns += 1
            name = self.table.decision.seat
            luck = SeededDice(f"{self.seed} bot {name} {self.turns}")
            self._do(ask_bot(bot, type(bot).__name__, Seat(self.table, name, luck, lambda: self.events)))

    @property
    def waiting(self) -> list[str]:
        """The agents that must choose now."""
        waiting = () if self.table.outcome else self.table.decision.waiting
        return [seat for seat in waiting if seat not in self.bots]

    def legal(self, agent: str) -> dict[int, Action]:
        """Return an agent's actions by number; none while another agent decides."""
        if agent not in self._legal:
            self._legal[agent] = number_actions(options_of(self.table, agent), self.actions)
        return self._legal[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and which numbers it may choose."""
        mask = numpy.zeros(self.actions, numpy.int8)
        mask[list(self.legal(agent)) or WAIT] = 1
        return {"observation": encode(knowledge(self.table, agent), self.size), "action_mask": mask}

    def returns(self) -> dict[str, float]:
        """Return each agent's return, which is 0 until the game ends."""
        outcome = self.table.outcome
        return {agent: float(outcome.returns.get(agent, 0)) if outcome else 0.0 for agent in self.agents}

    def board(self, agent: str) -> str:
        """Return what an agent sees of the board."""
        view = self.table.view(agent)
        return "\n".join([self.scenario.game.status(view), *self.scenario.game.board(view)])


class _Environment:
    """The base of both kinds of environment; the agents are the seats that no bot plays.

    - `scenario`: its id, or a TOML file.
    - `seats`: the bots that play some seats, such as ``{"turkish": "scripted"}``; ``none`` leaves a seat
      empty.
    - `options`: house rules.
    - `actions`: every action's number is below this; each action keeps its number if possible.
    - `size`: the size of an observation.

    An observation has the keys ``observation``, a vector of what the seat may know (see
    `encoding.encode`), and ``action_mask``. While another seat decides, the only legal number is 0. A
    seat's reward is its return, at the end of the game.
    """

    def __init__(
        self,
        scenario: str,
        seats: Mapping[str, str] = {},
        options: Mapping[str, Any] = {},
        actions: int = ACTIONS,
        size: int = SIZE,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.play = _Play(scenario, seats, options, actions, size)
        self.render_mode = render_mode
        self.metadata = {"name": self.play.scenario.id, "render_modes": ["ansi"]}
        self.possible_agents = self.play.agents
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.play.observation_space)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the numbers that an agent may choose."""
        return self.action_spaces[agent]

    def legal(self, agent: str | None = None) -> dict[int, Action]:
        """Return an agent's legal actions by number; by default, those of the agent that must act."""
        return self.play.legal(agent or self.play.table.decision.seat)

    def close(self) -> None:
        """Do nothing: no resource stays open."""


class TurnEnvironment(_Environment, pettingzoo.AECEnv):  # type: ignore[misc]  # it is Any to mypy
    """A game in which agents act one at a time, `pettingzoo.AECEnv`."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game; a seed begins a series of games that is always the same."""
        self.play.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._select()

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action, or None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise SandtableError(f"{agent}: None is allowed only after the end of the game")
        self._cumulative_rewards[agent] = 0.0
        self.play.choose(self.play.find(agent, action))
        self._select()
        self.rewards = self.play.returns()
        self._accumulate_rewards()

    def _select(self) -> None:
        if self.play.table.outcome is None:
            self.agent_selection = self.play.table.decision.seat
        else:
            self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and which numbers it may choose."""
        return self.play.observe(agent)

    def render(self) -> str:
        """Return the board as the selected agent sees it."""
        return self.play.board(self.agent_selection)


class ParallelEnvironment(_Environment, pettingzoo.ParallelEnv):  # type: ignore[misc]  # it is Any to mypy
    """A game in which all agents act in each step, `pettingzoo.ParallelEnv`."""

    def reset(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; a seed begins a series of games that is always the same."""
        self.play.begin(seed)
        self.agents = list(self.possible_agents)
        return {agent: self.play.observe(agent) for agent in self.agents}, {
            agent: {} for agent in self.agents
        }

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Carry out the deciding agents' actions, and play on to the next decision."""
        agents, table = self.agents, self.play.table
        chosen = {agent: self.play.find(agent, actions[agent]) for agent in self.play.waiting}
        while table.outcome is None and (action := chosen.pop(table.decision.seat, None)):
            self.play.choose(action)
        over = table.outcome is not None
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if over:
            self.agents = []
        observed = {agent: self.play.observe(agent) for agent in agents}
        ends, cut = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return observed, self.play.returns(), ends, cut, infos

    def render(self) -> str:
        """Return the board as the first agent sees it."""
        return self.play.board(self.possible_agents[0])
