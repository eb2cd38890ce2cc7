"""The same batch on dask.distributed, with real processes of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from sandtable import SandtableError
from sandtable.text.errors import GameError
from sandtable_batch.play import play_games
from sandtable_batch.results import Job
from sandtable_tools.lab import cluster, fingerprint
from sandtable_tools.lab.fingerprint import Fingerprint

distributed = pytest.importorskip("distributed")

JOB = Job("megiddo/1918-even", {"british": "scripted", "turkish": "scripted"}, 1)


def start_process(folder: Path, kind: str, *words: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *map(str, words)]
    with (folder / f"{kind}.log").open("ab") as log:
        return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)


Boss = list[subprocess.Popen[bytes]]


@pytest.fixture
def boss() -> Boss:
    """The scheduler of the workers, once it runs."""
    return []


@pytest.fixture
def workers(tmp_path: Path, boss: Boss) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    file = tmp_path / "scheduler.json"
    where = ("--scheduler-file", file)
    boss.append(start_process(tmp_path, "scheduler", "--host", "127.0.0.1", "--port", 0, *where))
    try:
        two = [
            start_process(tmp_path, "worker", *where, "--no-nanny", "--nthreads", 1, "--name", name)
            for name in "ab"
        ]
        try:
            yield wait_for(file, 2), two
        finally:
            for process in two:
                process.kill()
                process.wait()
    finally:
        boss[0].kill()
        boss[0].wait()


def wait_for(file: Path, count: int) -> str:
    with distributed.Client(scheduler_file=str(file), timeout=60, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=60)
        address: str = client.scheduler_info()["address"]
    return address


@pytest.mark.soak
def test_a_batch_of_two_workers_of_which_one_is_killed_is_that_of_one_process(
    run, tmp_path: Path, paused, workers: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, (lost, _) = workers
    text = run("scenario", "export", "megiddo/1918-even", "--with", "british.hand=10").out
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "ten.toml").write_text(text)  # where no worker finds it
    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    words = ["simulate", "ten.toml", "--games", "80", "--json", "--jsonl"]
    with paused((*words, there, "--cluster", address), 30, tmp_path / "mine") as batch:
        os.kill(lost.pid, signal.SIGKILL)
        before = there.read_bytes().count(b"\n")
        out, err = batch.communicate(b"\n")
    assert batch.returncode == 0, err
    assert err.decode() == (
        "sandtable: 1 of 2 workers of the cluster was lost; others played its games\n"
    )
    alone = run("simulate", tmp_path / "mine" / "ten.toml", *words[2:], here)
    assert json.loads(out) | {"seconds": 0} == json.loads(alone.out) | {"seconds": 0}
    assert there.read_bytes() == here.read_bytes()
    assert 30 <= before < 80


class Client:
    """A client whose workers answer as a test says, and which loses work as often as it says.

    Work of a task is given to the first worker that may do it.
    """

    def __init__(self, answers: dict[str, Any], lost: int = 0) -> None:
        self.answers, self.lost, self.asked = answers, lost, 0
        self.played: list[str] = []

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.answers, 1)

    def submit(self, task: Any, *arguments: Any, workers: Any = None, **_: object) -> Future[Any]:
        found: Future[Any] = Future()
        where = next(iter(workers or self.answers), "")
        answer = self.answers.get(where)
        if task is cluster.fingerprints:
            if isinstance(answer, Exception):
                found.set_exception(answer)
            elif answer is not None:
                found.set_result(answer)
            return found
        self.asked += 1
        self.played.append(where)
        if self.asked <= self.lost:
            killed = __import__("distributed.scheduler", fromlist=["x"]).KilledWorker
            found.set_exception(killed("t", "w", 3))
        elif isinstance(answer, str | Exception):
            found.set_exception(SandtableError(str(answer)))
        elif answer is None and where:
            return found
        else:
            found.set_result(task(*arguments))
        return found


def cluster_of(client: Client, tell: Any = print) -> cluster.Cluster:
    return cluster.Cluster(client, 2, [(JOB, fingerprint.fingerprint(JOB))], tell)


def fingerprints_with(**fields: Any) -> list[Fingerprint]:
    from msgspec import structs

    return [structs.replace(fingerprint.fingerprint(JOB), **fields)]


def test_workers_that_differ_or_hang_are_refused_by_what_differs(monkeypatch) -> None:
    mine = [fingerprint.fingerprint(JOB)]
    plugins = {**mine[0].plugins, "megiddo": "sandtable 9.9"}
    answers = {
        "tcp://a": mine,
        "tcp://b": fingerprints_with(plugins=plugins, python="3.99"),
        "tcp://c": fingerprints_with(scenario="0"),
        "tcp://d": fingerprints_with(code={}),
        "tcp://e": ModuleNotFoundError("No module named 'sandtable'"),
        "tcp://f": 'no game "megiddo"',
        "tcp://g": None,
    }
    monkeypatch.setattr(cluster, "WORKER_SECONDS", 0.1)
    with pytest.raises(SandtableError) as refused:
        cluster._check_workers(Client(answers), "here", [JOB], mine)
    message = str(refused.value)
    assert "tcp://b: python 3.99 there" in message
    assert "plugins megiddo sandtable 9.9 there" in message
    assert "tcp://c: scenario 0 there" in message
    assert "tcp://d: code sandtable none there" in message
    assert "tcp://e: No module named 'sandtable'" in message
    assert 'tcp://f: no game "megiddo"' in message
    assert "tcp://g: no answer within 0.1 seconds (has it stopped?)" in message
    assert "tcp://a" not in message


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ("abc", ""),
        ("abcd", ""),
        ("bcd", "1 of 3 workers of the cluster was lost; others played its games"),
        ("d", "3 of 3 workers of the cluster were lost; others played their games"),
    ],
)
def test_workers_that_are_not_there_at_the_end_are_reported(there: str, expected: str) -> None:
    assert cluster._lost_workers_remark(Client(dict.fromkeys(there)), "abc") == expected


def test_a_scheduler_that_went_away_after_the_last_game_spoils_nothing() -> None:
    class Gone:
        def nthreads(self) -> None:
            raise OSError

    assert cluster._lost_workers_remark(Gone(), "abc") == ""


def test_a_cluster_without_workers_is_refused() -> None:
    with pytest.raises(SandtableError, match="has no workers yet"):
        cluster._check_workers(Client({}), "here", [JOB], fingerprints_with())


def test_a_worker_that_joins_later_is_looked_at_by_the_task_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Worker:
        address = "tcp://late"

    monkeypatch.setattr(distributed, "get_worker", Worker)
    with pytest.raises(SandtableError, match=r"tcp://late: sandtable \S+ there, 9\.9 here"):
        cluster.play_on_worker(JOB, 1, 1, fingerprints_with(sandtable="9.9")[0])


@pytest.mark.parametrize(("lost", "plays"), [(0, True), (2, True), (3, False)])
def test_work_that_the_cluster_gave_up_is_handed_out_again(lost: int, plays: bool) -> None:
    client = Client({}, lost)
    task = cluster_of(client).submit(JOB, 4, 2)
    if plays:
        assert task.result().results == play_games(JOB, 4, 2)
        assert client.asked == lost + 1
    else:
        with pytest.raises(SandtableError, match="lost every worker"):
            task.result()


def test_a_wrong_worker_that_joins_late_is_left_out_and_told_once() -> None:
    mine, messages = [fingerprint.fingerprint(JOB)], list[str]()
    client = Client({"tcp://late": "no sandtable there", "tcp://good": mine})
    hands = cluster_of(client, messages.append)
    two = [hands.submit(JOB, first, 2) for first in (1, 3)]
    for first, task in zip((1, 3), two, strict=True):
        assert task.result().results == play_games(JOB, first, 2)
    assert client.played[:2] == ["tcp://late"] * 2
    assert set(client.played[2:]) == {"tcp://good"}
    assert [line.count("tcp://late: no sandtable there") for line in messages] == [1]


def test_a_game_that_fails_is_not_taken_for_a_wrong_worker() -> None:
    client = Client({"tcp://a": [fingerprint.fingerprint(JOB)]})
    task = cluster_of(client).submit(JOB, 1, 1)
    task.future = Future()
    task.future.set_exception(GameError("seed 1/1: no end"))
    with pytest.raises(GameError, match="no end"):
        task.result()


def test_work_that_only_lost_workers_may_do_is_given_to_others(monkeypatch) -> None:
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.02)
    text: list[str] = []
    client = Client({"tcp://b": None})

    def tell(line: str) -> None:
        text.append(line)
        client.answers["tcp://c"] = [fingerprint.fingerprint(JOB)]

    hands = cluster_of(client, tell)
    hands.wrong = {"tcp://a"}
    task = hands.submit(JOB, 1, 1)
    client.answers = {"tcp://a": "wrong"}
    assert task.result().results == play_games(JOB, 1, 1)
    assert client.played[-1] == "tcp://c"
    assert text == ["the cluster has no workers left; waiting for one (Ctrl-C stops)"]


@pytest.mark.parametrize("address", ["foo", "", "http://x:80", "tcp://x", "x:y", "tcp://:5", "a b:1"])
def test_a_wrong_address_is_refused_before_a_connection(
    run, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = run("simulate", "megiddo/1918-even", "--games", 1, "--cluster", address)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert f'--cluster takes tcp://HOST:PORT or HOST:PORT, not "{address}"' in ran.err


@pytest.mark.soak
def test_a_scheduler_that_goes_away_is_reported_in_a_line(
    tmp_path: Path, paused, workers: tuple[str, list[subprocess.Popen[bytes]]], boss: Boss
) -> None:
    file = tmp_path / "games.jsonl"
    words = ("simulate", JOB.scenario, "--games", 5000, "--jsonl", file, "--cluster", workers[0])
    with paused(words, 30) as batch:
        boss[0].kill()
        out, err = batch.communicate(b"\n")
    assert (batch.returncode, out, err.count(b"\n")) == (2, b"", 1)
    assert b"the scheduler of the cluster is gone; the same command with --resume" in err


def test_where_nobody_answers_it_is_said_in_a_line(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object, **__: object) -> None:
        raise TimeoutError

    monkeypatch.setattr("distributed.Client", nobody)
    ran = run("simulate", "megiddo/1918-even", "--games", 1, "--cluster", "127.0.0.1:9")
    assert (ran.status, ran.err) == (2, "sandtable: no scheduler of dask answers at 127.0.0.1:9\n")


def test_without_dask_it_is_said_what_to_install(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = run("simulate", "megiddo/1918-even", "--games", 1, "--cluster", "127.0.0.1:9")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "pip install sandtable[cluster]" in ran.err


def test_a_plugin_of_a_single_module_is_distinguished_by_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    hashes = set()
    for text in ("BOT = 1\n", "BOT = 2\n"):
        (tmp_path / "sandtable_single.py").write_text(text)
        fingerprint._code_hash.cache_clear()
        hashes.add(fingerprint._code_hash("sandtable_single"))
    assert len(hashes) == 2
