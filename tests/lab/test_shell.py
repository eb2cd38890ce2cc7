"""``simulate``: batches that do not depend on the workers."""

from __future__ import annotations

import csv
import gc
import json
from pathlib import Path
from typing import Any

import pytest

from sandtable_batch import workers
from sandtable_shell.command_line import OBJECTS_BETWEEN_COLLECTIONS


def test_the_outcomes_do_not_depend_on_the_jobs(run) -> None:
    documents = []
    for jobs in (1, 2):
        words = ("simulate", "megiddo/1918-even", "--games", 60, "--seed", 1, "--json", "--jobs", jobs)
        documents.append(json.loads(run(*words).out))
    for document in documents:
        assert isinstance(document.pop("seconds"), float)
        assert sum(document["outcomes"].values()) == document["games"] == 60
    assert documents[0] == documents[1]
    wanted = {"game", "scenario", "seed", "games", "outcomes", "metrics", "actions"}
    assert wanted <= set(documents[0])


def test_a_game_of_a_batch_can_be_played_again_by_its_seed(run, tmp_path: Path) -> None:
    rows_file, save = tmp_path / "rows.csv", tmp_path / "g.jsonl"
    assert (
        run("simulate", "megiddo/1918-even", "--games", 5, "--seed", 9, "--csv", rows_file).status == 0
    )
    with rows_file.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["seed"] for row in rows] == [f"9/{k}" for k in range(1, 6)]
    bots = ("--seat", "british=scripted", "--seat", "turkish=scripted")
    played = run("play", "megiddo/1918-even", "--seed", rows[2]["seed"], *bots, "--save", save)
    winners = {"british": "The British", "turkish": "The Turks"}
    assert f"Over: {winners[rows[2]['outcome']]} win in round {rows[2]['rounds']}" in played.out
    actions = sum('"do":' in line for line in save.read_text().splitlines())
    assert actions == int(rows[2]["actions"])


def test_a_table_is_shown_without_json(run) -> None:
    out = run("simulate", "megiddo/1918", "--games", 3, "--seat", "british=random").out
    assert "3 games, seed 1, british random, turkish scripted" in out


def test_a_csv_that_cannot_be_written_is_reported(run, tmp_path: Path) -> None:
    ran = run("simulate", "megiddo/1918", "--games", 1, "--csv", tmp_path / "no" / "rows.csv")
    assert ran.status == 2
    assert "cannot be written" in ran.err


def test_python_looks_for_garbage_seldom_while_games_are_played_and_no_longer(
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int, int]] = []
    played = workers.play_job

    def watched(*arguments: Any) -> Any:
        seen.append(gc.get_threshold())
        return played(*arguments)

    monkeypatch.setattr(workers, "play_job", watched)
    before = gc.get_threshold()
    assert run("simulate", "megiddo/1918", "--games", 2).status == 0
    assert seen[0][0] == OBJECTS_BETWEEN_COLLECTIONS > before[0]
    assert gc.get_threshold() == before
