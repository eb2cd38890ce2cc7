"""Plays a batch on a cluster, with dask.distributed: the optional extra ``sandtable[cluster]``.

A task plays some games, after checking that its worker has the same code, plugins and scenario.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

from sandtable import GameError, SandtableError, number_of
from sandtable.tooling import clip
from sandtable_batch import Handle, Job, Played, Workers, play_job
from sandtable_tools.lab.fingerprint import Fingerprint, differences, fingerprint

SCHEDULER_SECONDS = 15
"""The seconds within which a scheduler must answer."""

WORKER_SECONDS = 20
"""The seconds within which a worker must report its code, plugins and scenario."""

LOOK_SECONDS = 5
"""After this many seconds without a result, the cluster checks whether it has workers."""

MOST_TRIES = 3
"""How often a piece of work is handed out while its workers are lost."""

_ADDRESS = re.compile(r"((tcp|tls|wss?|ucxx?)://)?([\w.-]+|\[[\w:.%]+\]):\d{1,5}(/\S*)?")


class Cluster:
    """The workers of a scheduler, each a process that plays one game at a time.

    `tell` gets a line about anything that a waiting user should know. Workers that join later and
    differ from this machine are left out.
    """

    task_seconds = 0.9

    def __init__(
        self,
        client: Any,
        parallel: int,
        wanted: Sequence[tuple[Job, Fingerprint]],
        tell: Callable[[str], None],
    ) -> None:
        self.client, self.parallel, self.room, self.tell = client, parallel, 3 * parallel, tell
        self.wanted = {_key(job): fingerprint for job, fingerprint in wanted}
        self.jobs = [job for job, _ in wanted]
        self.wrong: set[str] = set()
        self.waiting = False

    def submit(self, job: Job, first: int, count: int) -> Handle:
        return _Task(self, (job, first, count, self.wanted[_key(job)]))

    def matching_workers(self) -> list[str]:
        """Return the connected workers, except those found to differ."""
        return [worker for worker in self.client.nthreads() if worker not in self.wrong]

    def drop_differing(self) -> bool:
        """Check all workers again, report those that newly differ, and tell whether there are any."""
        workers, wanted = self.matching_workers(), list(self.wanted.values())
        wrong = _differing_workers(self.client, workers, self.jobs, wanted)
        self.wrong |= set(wrong)
        if wrong:
            self.tell(f"{_refusal(wrong)}; left out")
        return bool(wrong)

    def report_no_workers(self) -> None:
        """Report, once, that there are no workers."""
        empty = not self.matching_workers()
        if empty and not self.waiting:
            self.tell("the cluster has no workers left; waiting for one (Ctrl-C stops)")
        self.waiting = empty


class _Task:
    """A piece of work, handed out again if its worker is lost or has other versions."""

    def __init__(self, cluster: Cluster, arguments: tuple[Any, ...]) -> None:
        self.cluster, self.arguments, self.lost = cluster, arguments, 0
        self.future: Any
        self._hand_out()

    def _hand_out(self) -> None:
        self.knew = len(self.cluster.wrong)
        self.only = self.cluster.matching_workers() if self.knew else None
        if self.only == []:
            self.future = Future()  # until a suitable worker joins
            return
        options = {"workers": self.only} if self.only else {}
        self.future = self.cluster.client.submit(play_on_worker, *self.arguments, pure=False, **options)

    def result(self) -> Played:
        try:
            while (played := self._wait()) is None:
                pass
        except (CancelledError, OSError) as error:
            raise SandtableError(
                "the scheduler of the cluster is gone; the same command with --resume"
                " continues the file of --jsonl or --csv"
            ) from error
        return played

    def _wait(self) -> Played | None:
        """Return the games; None if they have not arrived yet."""
        killed = import_module("distributed.scheduler").KilledWorker
        try:
            played: Played = self.future.result(timeout=LOOK_SECONDS)
        except TimeoutError:
            self.cluster.report_no_workers()
            if self.only is not None and not set(self.only) & set(self.cluster.matching_workers()):
                self.cancel()
                self._hand_out()
            return None
        except killed as error:
            self.lost += 1
            if self.lost >= MOST_TRIES:
                raise SandtableError("the cluster lost every worker that played these games") from error
        except (GameError, CancelledError, OSError):
            raise
        except Exception as error:
            # A worker found to differ since then needs no second check.
            if self.knew == len(self.cluster.wrong) and not self.cluster.drop_differing():
                raise SandtableError(f"a worker of the cluster: {error}") from error
        else:
            return played
        self._hand_out()
        return None

    def cancel(self) -> object:
        return self.future.cancel()


_one_game_at_a_time = threading.Lock()
"""Lets a worker play only one game at a time: plugins may not be thread-safe."""


def play_on_worker(job: Job, first: int, count: int, wanted: Fingerprint) -> Played:
    """Play some games on this worker. Raises SandtableError if it differs from the user's machine."""
    with _one_game_at_a_time:
        if differs := differences(_own_fingerprint(_key(job)), wanted):
            address = import_module("distributed").get_worker().address
            raise SandtableError(_refusal({address: differs}))
        return play_job(job, first, count)


def _key(job: Job) -> bytes:
    return msgspec.json.encode(job)


@lru_cache(maxsize=512)
def _own_fingerprint(job: bytes) -> Fingerprint:
    return fingerprint(msgspec.json.decode(job, type=Job))


def fingerprints(jobs: Sequence[Job]) -> list[Fingerprint] | str:
    """Return the fingerprints of some jobs on this worker, or why it cannot play them."""
    with _one_game_at_a_time:
        try:
            return [_own_fingerprint(_key(job)) for job in jobs]
        except SandtableError as error:
            return str(error)


@contextmanager
def cluster(address: str, jobs: Sequence[Job], tell: Callable[[str], None]) -> Iterator[Workers]:
    """Connect to the workers of the scheduler at an address; each must be like this machine.

    `tell` gets a line about anything that a waiting user should know, and at the end how many workers
    were lost. Raises SandtableError if the address is wrong, dask.distributed is not installed, no
    scheduler answers, there are no workers, or some differ; it names the differences.
    """
    if not _ADDRESS.fullmatch(address):
        raise SandtableError(f'--cluster takes tcp://HOST:PORT or HOST:PORT, not "{clip(address)}"')
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise SandtableError(
            "--cluster needs dask.distributed: pip install sandtable[cluster]"
        ) from error
    with _without_log():
        try:
            client = distributed.Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise SandtableError(f"no scheduler of dask answers at {address}") from error
        with client:
            wanted = [fingerprint(job) for job in jobs]
            workers = _check_workers(client, address, jobs, wanted)
            yield Cluster(client, len(workers), list(zip(jobs, wanted, strict=True)), tell)
            if lost := _lost_workers_remark(client, workers):
                tell(lost)


@contextmanager
def _without_log() -> Iterator[None]:
    """Log nothing in this block, because one line of ours replaces dask's long messages."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _check_workers(
    client: Any, address: str, jobs: Sequence[Job], wanted: Sequence[Fingerprint]
) -> list[str]:
    """Return the connected workers. Raises SandtableError if one differs from this machine."""
    workers = list(client.nthreads())
    if not workers:
        raise SandtableError(f"the cluster at {address} has no workers yet")
    if wrong := _differing_workers(client, workers, jobs, wanted):
        raise SandtableError(_refusal(wrong))
    return workers


def _lost_workers_remark(client: Any, began: Sequence[str]) -> str:
    """Return a remark on workers lost since the batch began, or ""."""
    try:
        lost = len(set(began) - set(client.nthreads()))
    except OSError:
        return ""  # all games are done, and the scheduler is gone
    verb, possessive = ("was", "its") if lost == 1 else ("were", "their")
    text = f"{lost} of {number_of(len(began), 'worker')} of the cluster {verb} lost"
    return f"{text}; others played {possessive} games" if lost else ""


def _differing_workers(
    client: Any, workers: Sequence[str], jobs: Sequence[Job], wanted: Sequence[Fingerprint]
) -> dict[str, list[str]]:
    """Return the differences of workers that are not like this machine, by address."""
    futures = {
        worker: client.submit(fingerprints, jobs, workers=[worker], pure=False, priority=10, retries=0)
        for worker in workers
    }
    deadline = time.monotonic() + WORKER_SECONDS
    differing = {worker: _differences_of(future, deadline, wanted) for worker, future in futures.items()}
    return {worker: differs for worker, differs in differing.items() if differs}


def _differences_of(future: Any, until: float, wanted: Sequence[Fingerprint]) -> list[str]:
    """Return a worker's differences from this machine, each in a few words."""
    try:
        answer = future.result(timeout=max(0.1, until - time.monotonic()))
    except TimeoutError:
        future.cancel()
        return [f"no answer within {WORKER_SECONDS} seconds (has it stopped?)"]
    except Exception as error:
        return [str(error) or type(error).__name__]
    if not isinstance(answer, list):
        return [str(answer)]
    pairs = zip(answer, wanted, strict=True)
    return list(dict.fromkeys(text for theirs, ours in pairs for text in differences(theirs, ours)))


def _refusal(wrong: dict[str, list[str]]) -> str:
    """Return an error that lists the differences, by worker."""
    lines = (f"{worker}: {', '.join(differs)}" for worker, differs in wrong.items())
    return f"some workers differ from this machine:  {'; '.join(lines)}"
