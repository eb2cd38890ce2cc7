"""Decides who chooses what in a playthrough for odds: a seat's plan, or else the bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from sandtable import (
    Action,
    Bot,
    Dice,
    Event,
    IllegalAction,
    InvalidAction,
    Seat,
    Simultaneous,
    SpaceChoice,
    Table,
)
from sandtable.tooling import ask_bot, confirmation
from sandtable_tools.odds.topics import HeardEvents, TopicIndex

MOST_DECISIONS = 1_000
"""The most decisions played from the start."""

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class PlayEnd(NamedTuple):
    """Why a playthrough ends. If the plan ends early, `action` cannot be done; `why` says why.

    If `invalid`, the game does not understand the words of `action`.
    """

    action: str = ""
    why: str = ""
    invalid: bool = False

    @property
    def text(self) -> str:
        """Why the plan ended early, after the action that cannot be done, if any; else empty."""
        return f"{self.action}: {self.why}" if self.action else self.why


END = PlayEnd()
"""The normal end: the plan and its consequences are over, or the game is over."""


class Playthrough(NamedTuple):
    """A playthrough up to some point.

    `heard` holds the events that the seat has heard since the start, and `events` all events, for bots
    to read. `depth` counts all decisions, `done` the plan's actions, and `later_decisions` those that
    follow the plan. `stop` is set at the end.
    """

    table: Table[Any]
    heard: HeardEvents = ()
    events: tuple[Event, ...] = ()
    depth: int = 0
    done: int = 0
    later_decisions: int = 0
    stop: PlayEnd = END


class Policy(NamedTuple):
    """A seat's plan, one action after another, and the `bots` that make all other decisions.

    Actions after the first may be words, which are read when their turn comes. If the game asks to
    confirm the last action, the answer is yes; if it asks for a space, the answer is the space that the
    action named. During the plan, bots decide for the other seats; afterwards for all seats, until what
    the plan began is over.

    - `horizon`: bots make this many decisions after the plan instead, unless it is None.
    - `seed`: the seed of all samples: worlds, games, the luck of bots.
    - `opens`: whether the game marks what opens something new. If so, what the plan began is over when
      nothing is underway; otherwise, when the schedule is back at `height`.
    - `height`: the height of the schedule at the start.
    - `through`: whether play continues past an opening, up to a decision that opens something.
    """

    seat: str
    actions: Sequence[Action | str]
    bots: Mapping[str, Bot]
    horizon: int | None
    seed: str
    opens: bool
    height: int
    through: bool = False

    @classmethod
    def of(
        cls,
        table: Table[Any],
        seat: str,
        actions: Action | Sequence[Action | str],
        bots: Mapping[str, Bot] | None = None,
        horizon: int | None = None,
        seed: int = 0,
    ) -> Policy:
        """Return the policy from this position on, with scripted bots where `bots` has none."""
        plan = [actions] if isinstance(actions, Action) else list(actions)
        players = {name: table.game.scripted_bot() for name in table.seats} | dict(bots or {})
        asked = (table.scenario.id, seat, table.view(seat), [*map(str, plan)], horizon)
        digest = f"{blake2b(_encode(asked), digest_size=8).hexdigest()}{seed or ''}"
        opens = any(phase.opens for phase in table.scenario.phases)
        return cls(seat, plan, players, horizon, digest, opens, len(table.schedule))

    def choice(
        self, play: Playthrough, luck: Dice, log: Callable[[], Sequence[Event]]
    ) -> Action | PlayEnd:
        """Return the next choice, if any; bots use `luck` and may read `log`. Raises AmbiguousAction."""
        if self.over(play):
            return END
        if play.depth == MOST_DECISIONS:
            return PlayEnd(why=f"not played beyond {MOST_DECISIONS} decisions")
        if self._follows_plan(play):
            return self._next_planned(play)
        meant = self._planned_answer(play) if play.table.decision.seat == self.seat else None
        if meant is not None:
            return meant
        name = play.table.decision.seat
        bot = self.bots[name]
        return ask_bot(bot, type(bot).__name__, Seat(play.table, name, luck, log))

    def _planned_answer(self, play: Playthrough) -> Action | None:
        """Return the plan's answer to a question of the seat that follows the plan, if it has one."""
        choosing = isinstance(play.table.decision, SpaceChoice)
        options = play.table.options if choosing or play.depth == len(self.actions) else ()
        if play.depth == len(self.actions) and (meant := confirmation(options)):
            return meant
        if not choosing:
            return None
        named = str(self.actions[-1]).split()
        fitting = [option for option in options if str(option).split()[-1] in named]
        return fitting[0] if len(fitting) == 1 else None

    def over(self, play: Playthrough) -> bool:
        """Return whether play ends: with the game, the plan's last effect, or the horizon.

        In a game without `opens`, what the plan began is over when the schedule is back at its height
        and no sequence of small choices has begun.
        """
        table = play.table
        if table.outcome is not None:
            return True
        if not self._is_plan_done(play):
            return False
        if self.horizon is not None:
            return play.later_decisions == self.horizon
        if self.opens:
            return not table.underway
        decision = table.decision
        unfinished = decision.part or (isinstance(decision, Simultaneous) and decision.chosen)
        return len(table.schedule) <= self.height and not unfinished

    def _is_plan_done(self, play: Playthrough) -> bool:
        return play.done == len(self.actions)

    def halts(self, play: Playthrough) -> bool:
        """Return whether play stops after the next decision as soon as something new opens."""
        return self.horizon is None and not self.through and self._is_plan_done(self.count_ahead(play))

    def _follows_plan(self, play: Playthrough) -> bool:
        """Return whether the next decision is the seat's own, and its plan has an action left."""
        return not self._is_plan_done(play) and play.table.decision.seat == self.seat

    def _next_planned(self, play: Playthrough) -> Action | PlayEnd:
        """Return the next action of the plan, or why it cannot be done."""
        wanted, table, invalid = self.actions[play.done], play.table, False
        why: object
        if isinstance(wanted, Action):
            if wanted in table.options:
                return wanted
            why = table.refusal(wanted)
        else:
            try:
                return table.read(wanted)
            except IllegalAction as error:
                why = error.refusal
            except InvalidAction as error:
                why, invalid = error, True
        return PlayEnd(f'"{wanted}" cannot be done', str(why), invalid)

    def count_ahead(self, play: Playthrough) -> Playthrough:
        """Return the playthrough with the next decision already counted."""
        return play._replace(
            depth=play.depth + 1,
            done=play.done + self._follows_plan(play),
            later_decisions=play.later_decisions + self._is_plan_done(play),
        )

    def play_to_end(self, table: Table[Any], topic_index: TopicIndex, luck: Dice) -> Playthrough:
        """Play once to the end, with the table's own dice; bots think with `luck`."""
        play, table.events = Playthrough(table), []
        while isinstance(choice := self.choice(play, luck, lambda: table.events or ()), Action):
            table.halts = self.halts(play)
            play = self.count_ahead(play)
            table.choose(choice)
        return play._replace(stop=choice, heard=topic_index.hear(table, table.events))
