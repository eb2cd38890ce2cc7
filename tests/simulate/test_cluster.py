"""The same batch on dask.distributed, with real processes of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from sandtable import SandtableError
from sandtable.simulate import Job, cluster, play_games
from sandtable.simulate.identity import Installation, installation
from sandtable.simulate.play import Played

distributed = pytest.importorskip("distributed")

JOB = Job("megiddo/1918-even", {"british": "scripted", "turkish": "scripted"}, 1)


def started(folder: Path, kind: str, *words: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *map(str, words)]
    with (folder / f"{kind}-{time.monotonic()}.log").open("wb") as log:
        return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    file = tmp_path / "scheduler.json"
    where = ("--scheduler-file", file)
    boss = started(tmp_path, "scheduler", "--host", "127.0.0.1", "--port", 0, *where)
    try:
        two = [
            started(tmp_path, "worker", *where, "--no-nanny", "--nthreads", 1, "--name", name)
            for name in "ab"
        ]
        try:
            yield wait_for(file, 2), two
        finally:
            for one in two:
                one.kill()
                one.wait()
    finally:
        boss.kill()
        boss.wait()


def wait_for(file: Path, count: int) -> str:
    until = time.monotonic() + 20
    while not file.exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    address: str = json.loads(file.read_text())["address"]
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=20)
    return address


def test_a_batch_of_two_workers_of_which_one_is_killed_is_that_of_one_process(
    run, tmp_path: Path, workers: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, (lost, _) = workers
    text = run("scenario", "export", "megiddo/1918-even", "--with", "british.hand=10").out
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "ten.toml").write_text(text)  # nowhere where a worker would find it
    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    words = ["simulate", "ten.toml", "--games", "600", "--json", "--jsonl"]
    batch = subprocess.Popen(
        [sys.executable, "-m", "sandtable", *words, str(there), "--cluster", address],
        cwd=tmp_path / "mine",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    until = time.monotonic() + 30
    while not there.exists() or there.read_bytes().count(b"\n") < 30:
        assert batch.poll() is None, batch.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)
    os.kill(lost.pid, signal.SIGKILL)
    before = there.read_bytes().count(b"\n")
    out, err = batch.communicate(timeout=60)
    assert batch.returncode == 0, err
    alone = run("simulate", tmp_path / "mine" / "ten.toml", *words[2:], here)
    assert json.loads(out) | {"seconds": 0} == json.loads(alone.out) | {"seconds": 0}
    assert there.read_bytes() == here.read_bytes()
    assert 30 <= before < 500


class Client:
    """A client whose workers answer what a test says, and who loses work as often as it says."""

    def __init__(self, answers: dict[str, Any], lost: int = 0) -> None:
        self.answers, self.lost, self.asked = answers, lost, 0

    def run(self, *_: object, **__: object) -> dict[str, Any]:
        return self.answers

    def submit(self, work: Any, *arguments: Any, pure: bool) -> Future[Played]:
        self.asked += 1
        found: Future[Played] = Future()
        if self.asked <= self.lost:
            killed = __import__("distributed.scheduler", fromlist=["x"]).KilledWorker
            found.set_exception(killed("t", "w", 3))
        else:
            found.set_result(work(*arguments))
        return found


def other(**fields: Any) -> list[Installation]:
    from msgspec import structs

    return [structs.replace(installation(JOB), **fields)]


def test_workers_that_differ_are_refused_by_what_differs() -> None:
    mine = [installation(JOB)]
    plugins = {**mine[0].plugins, "megiddo": "sandtable 9.9"}
    answers = {
        "tcp://a": mine,
        "tcp://b": other(plugins=plugins, python="3.99"),
        "tcp://c": other(scenario="0"),
        "tcp://d": other(code={}),
        "tcp://e": ModuleNotFoundError("No module named 'sandtable'"),
        "tcp://f": 'no game "megiddo"',
    }
    with pytest.raises(SandtableError) as refused:
        cluster._checked(Client(answers), "here", [JOB], mine)
    said = str(refused.value)
    assert "tcp://b: python 3.99 there" in said
    assert "plugins megiddo sandtable 9.9 there" in said
    assert "tcp://c: scenario 0 there" in said
    assert "tcp://d: code sandtable none there" in said
    assert "tcp://e: No module named 'sandtable'" in said
    assert 'tcp://f: no game "megiddo"' in said
    assert "tcp://a" not in said


def test_a_cluster_without_workers_is_refused() -> None:
    with pytest.raises(SandtableError, match="has no workers yet"):
        cluster._checked(Client({}), "here", [JOB], other())


def test_a_worker_that_joins_later_is_looked_at_by_the_task_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Worker:
        address = "tcp://late"

    monkeypatch.setattr(distributed, "get_worker", Worker)
    with pytest.raises(SandtableError, match=r"tcp://late: sandtable \S+ there, 9\.9 here"):
        cluster.work(JOB, 1, 1, other(sandtable="9.9")[0])


@pytest.mark.parametrize(("lost", "plays"), [(0, True), (2, True), (3, False)])
def test_work_that_the_cluster_gave_up_is_handed_out_again(lost: int, plays: bool) -> None:
    client = Client({}, lost)
    task = cluster.Cluster(client, 2, [(JOB, installation(JOB))]).submit(JOB, 4, 2)
    if plays:
        assert task.result().results == play_games(JOB, 4, 2)
        assert client.asked == lost + 1
    else:
        with pytest.raises(SandtableError, match="lost every worker"):
            task.result()


def test_where_nobody_answers_it_is_said_in_a_line(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    ran = run("simulate", "megiddo/1918-even", "--games", 1, "--cluster", "127.0.0.1:9")
    assert (ran.status, ran.err) == (2, "sandtable: no scheduler of dask answers at 127.0.0.1:9\n")


def test_without_dask_it_is_said_what_to_install(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = run("simulate", "megiddo/1918-even", "--games", 1, "--cluster", "127.0.0.1:9")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "pip install sandtable[cluster]" in ran.err
