"""The same batch on a cluster: dask.distributed, the optional extra ``sandtable[cluster]``.

A task plays some games and first makes sure that its worker has the same code, plugins and scenario.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

from sandtable.errors import SandtableError
from sandtable.simulate.identity import Installation, differences, installation
from sandtable.simulate.play import Played, play
from sandtable.simulate.results import Job
from sandtable.simulate.workers import Handle, Workers

PATIENCE = 15
"""Seconds that a scheduler has to answer."""

TRIES = 3
"""So often a piece of work is handed out that the cluster gave up, as its workers were lost."""


class Cluster:
    """The workers of a scheduler, each a process that plays one game at a time."""

    aim = 0.9

    def __init__(self, client: Any, hands: int, wanted: Sequence[tuple[Job, Installation]]) -> None:
        self.client, self.hands, self.room = client, hands, 3 * hands
        self.wanted = {_key(job): one for job, one in wanted}

    def submit(self, job: Job, first: int, count: int) -> Handle:
        return _Task(self.client, (job, first, count, self.wanted[_key(job)]))


class _Task:
    """A piece of work, handed out again when the cluster gave it up."""

    def __init__(self, client: Any, arguments: tuple[Any, ...]) -> None:
        self.client, self.arguments = client, arguments
        self.future = self._handed_out()

    def _handed_out(self) -> Any:
        return self.client.submit(work, *self.arguments, pure=False)

    def result(self) -> Played:
        lost = import_module("distributed.scheduler").KilledWorker
        away = import_module("distributed.client").FutureCancelledError
        for _ in range(TRIES):
            try:
                found: Played = self.future.result()
            except lost:
                self.future = self._handed_out()
            except (away, OSError) as error:
                raise SandtableError(f"the cluster went away: {error}") from error
            else:
                return found
        raise SandtableError("the cluster lost every worker that played these games")

    def cancel(self) -> object:
        return self.future.cancel()


_one_at_a_time = threading.Lock()
"""Games need the whole interpreter, and plugins are not made for threads."""


def work(job: Job, first: int, count: int, wanted: Installation) -> Played:
    """Play some games on a worker. Raises SandtableError when it is not like the others."""
    with _one_at_a_time:
        if said := differences(_mine(_key(job)), wanted):
            here = import_module("distributed").get_worker().address
            raise SandtableError(_refusal({here: said}))
        return play(job, first, count)


def _key(job: Job) -> bytes:
    return msgspec.json.encode(job)


@lru_cache(maxsize=512)
def _mine(job: bytes) -> Installation:
    return installation(msgspec.json.decode(job, type=Job))


def answer(jobs: Sequence[Job]) -> list[Installation] | str:
    """What a worker would play some jobs with, or why it can not play them."""
    with _one_at_a_time:
        try:
            return [_mine(_key(job)) for job in jobs]
        except SandtableError as error:
            return str(error)


@contextmanager
def cluster(address: str, jobs: Sequence[Job]) -> Iterator[Workers]:
    """The workers of the scheduler at an address, each found to be like this machine.

    `jobs` are those that will be played. Raises SandtableError where dask.distributed is not installed,
    nobody answers, there are no workers, or some differ; it names what does.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise SandtableError(
            "--cluster needs dask.distributed: pip install sandtable[cluster]"
        ) from error
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise SandtableError(f"no scheduler of dask answers at {address}") from error
    with client:
        wanted = [installation(job) for job in jobs]
        hands = _checked(client, address, jobs, wanted)
        yield Cluster(client, hands, list(zip(jobs, wanted, strict=True)))


def _checked(client: Any, address: str, jobs: Sequence[Job], wanted: Sequence[Installation]) -> int:
    """How many workers there are, when all are like this machine."""
    answers = client.run(answer, jobs, on_error="return")
    if not answers:
        raise SandtableError(f"the cluster at {address} has no workers yet")
    wrong: dict[str, list[str]] = {}
    for worker, said in answers.items():
        if not isinstance(said, list):
            wrong[worker] = [str(said)]
        elif found := [one for a, b in zip(said, wanted, strict=True) for one in differences(a, b)]:
            wrong[worker] = list(dict.fromkeys(found))
    if wrong:
        raise SandtableError(_refusal(wrong))
    return len(answers)


def _refusal(wrong: dict[str, list[str]]) -> str:
    """What is not as it is here, by worker."""
    told = (f"{worker}: {', '.join(said)}" for worker, said in wrong.items())
    return f"not the same on every worker as here: {'; '.join(told)}"
