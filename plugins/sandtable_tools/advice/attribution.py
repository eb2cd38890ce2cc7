"""Attributes the result of a game exactly to its choices and its luck."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sandtable import Event, LogEntry, Outcome, Roll, Seat, SeededDice, Session, Snapshot, Table
from sandtable.tooling import undo
from sandtable_tools.advice.figures import return_of
from sandtable_tools.advice.moves import unordered_key, usual_move
from sandtable_tools.advice.race import Move
from sandtable_tools.advice.worlds import SEED_SIDES, World, scripted_bots


class PlayedMove(NamedTuple):
    """A decision that was made: one action, or a sequence of small choices.

    `before` is the position before it; `has_choice` says whether another choice was legal.
    """

    entries: Sequence[LogEntry]
    before: Snapshot
    has_choice: bool

    @property
    def n(self) -> int:
        """The save's line where the move begins."""
        return self.entries[0].n

    @property
    def seat(self) -> str:
        """The seat that decided."""
        return self.entries[0].seat or ""

    @property
    def move(self) -> Move:
        """The move's actions."""
        return tuple(entry.action for entry in self.entries if entry.action is not None)

    @property
    def rolls(self) -> Sequence[Roll]:
        """The rolls that followed."""
        return self.entries[-1].rolls

    def seen_by(self, seat: str | None) -> list[Event]:
        """Return the events that followed, as far as a seat may know them."""
        return [event for entry in self.entries for event in entry.seen_by(seat)]


class Node:
    """A position, or one and a choice made there, with the outcomes of games played out from it."""

    def __init__(self, before: Snapshot, move: Move = (), known: Outcome | None = None) -> None:
        self.before = before
        self.move = move
        self.known = known
        self.outcomes: list[Outcome] = []


class Attribution:
    """The moves of a game, and the expected result at each.

    - `at[k]`: the node before move `k`; `at[k + 1]` is the node after its choice and its luck.
    - `chosen[k]`: the node after the choice of move `k`, but before its luck.
    - `nodes`: all of these, in order. The first and the last are always valued, others as time allows.
    - `usual`: the scripted player's move, by the index of each move that differs from it.

    In every world, the differences between valued nodes add up to the game's result minus the
    expectation at its start.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._table: Table[Any] = session.table.clone(SeededDice("coach"))
        self._players = scripted_bots(self._table.game)
        self._luck = SeededDice("coach")
        self.moves = self._group(session.history.done)
        end = Node(Snapshot(session.table.position, {}), known=session.outcome)
        self.at, self.chosen = _nodes(self.moves, end)
        all_nodes = [node for pair in zip(self.at, [*self.chosen, end], strict=True) for node in pair]
        self.nodes = list(dict.fromkeys(all_nodes))
        self._places = {node: place for place, node in enumerate(self.nodes)}
        self._worlds: list[int] = []
        self.valued = sorted({0, len(self.nodes) - 1})
        """The indices of the nodes that are valued."""
        self.playouts = 0
        self.usual: Mapping[int, Move] = {}

    def seat_at(self, played: PlayedMove) -> Seat:
        """Return the seat that made a move, as it was then, with the events that it had heard."""
        table = self.table_at(played.before).clone(SeededDice(0))
        heard = [event for entry in self._session.log if entry.n < played.n for event in entry.events]
        return Seat(table, played.seat, SeededDice(f"coach {played.n}"), lambda: heard)

    def compare(self, seat: str) -> Iterator[None]:
        """Find the seat's moves that differ from the scripted player's, checking one move per step."""
        usual_by: dict[int, Move] = {}
        for place, played in enumerate(self.moves):
            if played.has_choice and played.seat == seat:
                move = usual_move(self.seat_at(played), self._players)
                if unordered_key(move) != unordered_key(played.move):
                    usual_by[place] = move
                yield
        self.usual = usual_by

    @property
    def differing_nodes(self) -> set[int]:
        """The indices of the nodes before and after the choices in `usual`."""
        return {self._places[node] for place in self.usual for node in self.nodes_around(place)[:2]}

    def nodes_around(self, place: int) -> tuple[Node, Node, Node]:
        """Return the nodes before a move, after its choice, and after its luck."""
        return self.at[place], self.chosen[place], self.at[place + 1]

    @property
    def worlds(self) -> int:
        """The number of worlds in which the valued nodes have been played out."""
        return len(self._worlds)

    @property
    def cost(self) -> int:
        """How many games one more world takes."""
        return sum(self.nodes[place].known is None for place in self.valued)

    @property
    def stretches(self) -> list[tuple[Node, Node]]:
        """The valued nodes at both ends of each stretch of nodes without values."""
        pairs = pairwise(self.valued)
        return [(self.nodes[start], self.nodes[end]) for start, end in pairs if end - start > 1]

    def next_place(self, seat: str, even: int) -> int | None:
        """Return the node to value next; None if all are valued.

        Nodes at choices that differ from the scripted player's come first. Each later one divides the
        longest stretch, until `even` are valued; after that, the stretch in which the seat gained or
        lost most.
        """
        telling = self.differing_nodes.difference(self.valued)

        def change(start: int, end: int) -> tuple[float, int]:
            worlds = zip(self.nodes[start].outcomes, self.nodes[end].outcomes, strict=True)
            gains = (return_of(after, seat) - return_of(before, seat) for before, after in worlds)
            return (0 if len(self.valued) <= even else abs(sum(gains))), end - start

        stretches = [(start, end) for start, end in pairwise(self.valued) if end - start > 1]
        if not stretches:
            return None
        hold = [(a, b) for a, b in stretches if any(a < place < b for place in telling)]
        start, end = max(hold or stretches, key=lambda stretch: change(*stretch))
        inside = [place for place in telling if start < place < end]
        middle = (start + end) // 2
        return min(inside, key=lambda place: (abs(place - middle), place), default=middle)

    def table_at(self, before: Snapshot) -> Table[Any]:
        """Return a table for this attribution, set to a position."""
        self._table.dice = SeededDice("coach")
        self._table.restore(Snapshot(before.position, {}))
        return self._table

    def _group(self, steps: Sequence[undo.Step]) -> list[PlayedMove]:
        """Group the steps of a game into moves: small choices without luck between them are one move."""
        groups: list[list[undo.Step]] = []
        for step in steps:
            previous = groups[-1][-1] if groups else None
            if (
                step.part
                and previous
                and previous.entry.seat == step.entry.seat
                and not previous.entry.rolls
            ):
                groups[-1].append(step)
            else:
                groups.append([step])
        return [
            PlayedMove(
                entries=[step.entry for step in group],
                before=group[0].before,
                has_choice=any(len(self.table_at(step.before).options) > 1 for step in group),
            )
            for group in groups
        ]

    def run(self) -> Iterator[None]:
        """Play every valued node out in one more world, one game per step; keep all results or none."""
        luck = self._luck.roll(sides=SEED_SIDES)[0]
        outcomes = []
        for place in self.valued:
            outcomes.append(self.outcome(self.nodes[place], luck))
            yield
        for place, outcome in zip(self.valued, outcomes, strict=True):
            self.nodes[place].outcomes.append(outcome)
        self._worlds.append(luck)

    def value(self, place: int) -> Iterator[None]:
        """Play one more node out in all worlds so far, one game per step; keep all results or none."""
        outcomes = []
        for luck in self._worlds:
            outcomes.append(self.outcome(self.nodes[place], luck))
            yield
        self.nodes[place].outcomes = outcomes
        insort(self.valued, place)

    def outcome(self, node: Node, luck: int) -> Outcome:
        """Return a node's outcome in the world whose seed is `luck`."""
        if node.known:
            return node.known
        self.playouts += 1
        return World(self.table_at(node.before), luck).outcome(node.move, self._players)


def _nodes(moves: Sequence[PlayedMove], end: Node) -> tuple[list[Node], list[Node]]:
    """Return the nodes before each move and at the end, and those after the choices.

    If a move has no luck, the node after its choice is that of the next position. If it has no choice,
    the nodes before and after its choice are the same. So no position is played out twice.
    """
    at, chosen = [end], []
    for played in reversed(moves):
        after = Node(played.before, played.move) if played.rolls else at[-1]
        chosen.append(after)
        at.append(Node(played.before) if played.has_choice else after)
    return at[::-1], chosen[::-1]
