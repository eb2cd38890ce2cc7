"""Prints what `odds` answers at twenty decisions: ``python -m benchmarks.odds_answers [LINES]``.

For each it prints the command, what a player in a hurry wants to know, the first LINES lines of the
answer, and the processor time. Each runs in a process of its own, so that nothing is cached. The
decisions are from the recorded games: see ``odds_decisions.toml``.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import process_time

import msgspec
from msgspec import Struct

from benchmarks import arguments
from sandtable import Replay
from sandtable_tools.odds import forecast, render

SAVES = Path(__file__).parents[1] / "saves"
WIDTH = 100


class OddsDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of a recorded game, `after` a line of its save, and the question about it."""

    save: str
    after: int
    action: str
    asks: str

    @property
    def command(self) -> str:
        """The command to type."""
        return f"sandtable odds saves/{self.save}.jsonl {self.action} --to {self.after}"


class TimedAnswer(Struct, frozen=True):
    """The lines that are printed, and the seconds of processor time that they took."""

    lines: list[str]
    seconds: float


def decisions() -> list[OddsDecision]:
    """Return the decisions of ``odds_decisions.toml``."""
    path = Path(__file__).with_suffix("").with_name("odds_decisions.toml")
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, list[OddsDecision]])["decisions"]


def answer(decision: OddsDecision) -> TimedAnswer:
    """Ask the question at its line; the save is opened before the time is measured."""
    session = Replay(SAVES / f"{decision.save}.jsonl").run(decision.after)
    table, seat = session.table, session.table.decision.seat
    action = table.read(decision.action)
    began = process_time()
    found = forecast(table, seat, action)
    lines = render.lines(found, WIDTH)
    return TimedAnswer(lines, process_time() - began)


def main() -> None:
    """Ask all questions, one after another."""
    reader = arguments.parser("benchmarks.odds_answers", __doc__)
    arguments.add_count(reader, "lines", 3)
    shown = reader.parse_args().lines
    alone = ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1)
    asked = decisions()
    with alone:
        for decision, found in zip(asked, alone.map(answer, asked), strict=True):
            print(f"$ {decision.command}\n  ({decision.asks})")
            print(*(f"    {line}" for line in found.lines[:shown]), sep="\n")
            print(f"  {len(found.lines)} lines, {found.seconds:.1f} s\n", flush=True)


if __name__ == "__main__":
    main()
