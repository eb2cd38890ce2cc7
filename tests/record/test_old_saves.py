"""Saves of every former format open, verify, and can be played on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.plugins.catalog import catalog
from sandtable.record.records import FORMAT, Divergence
from sandtable.record.replay import Replay
from sandtable.record.resume import migrate

FOLDER = Path(__file__).parents[1] / "old_saves"
SAVES = sorted(FOLDER.glob("format-*/*.jsonl"))
PLAYED_OTHERWISE = [
    *(path for path in SAVES if path.stem.startswith(("lawrence-", "lrdg-"))),
    *sorted(FOLDER.glob("rules/*.jsonl")),
]
"""Saves of games whose `rules_version` has gone up since, without a migration."""


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", [path for path in SAVES if path not in PLAYED_OTHERWISE], ids=name)
def test_an_old_save_verifies_and_verifies_again_when_it_is_written_again(
    path: Path, tmp_path: Path
) -> None:
    old = Replay(path)
    assert old.run().outcome is not None
    assert old.migrated
    old.path = tmp_path / path.name
    new = Replay(migrate(old))
    old.session.close()
    assert new.run().table.position == old.session.table.position
    assert not new.migrated
    assert new.header.format == FORMAT


@pytest.mark.parametrize("path", PLAYED_OTHERWISE, ids=name)
def test_an_old_save_of_older_rules_plays_on_or_is_reported_as_such(path: Path) -> None:
    """It is read as far as old and new rules agree; at a difference, the old rules are named."""
    try:
        assert Replay(path).run().outcome is not None
    except Divergence as told:
        header = json.loads(path.read_bytes().partition(b"\n")[0])
        then, now = header.get("rules_version", 1), catalog().game(header["game"]).info.rules_version
        assert then < now
        assert f"it was played with rules version {then}, this is {now}" in str(told)


def test_a_changed_old_save_diverges_where_it_was_changed(tmp_path: Path) -> None:
    path = next(path for path in SAVES if path not in PLAYED_OTHERWISE)
    lines = path.read_bytes().splitlines(keepends=True)
    for n in (2, len(lines) - 1):
        body, _, digest = lines[n - 1].rpartition(b'"digest":"')
        damaged = body + b'"digest":"' + digest[:32][::-1] + digest[32:]
        path = tmp_path / "g.jsonl"
        path.write_bytes(b"".join([*lines[: n - 1], damaged, *lines[n:]]))
        with pytest.raises(Divergence, match=f"line {n}: digest .* was recorded, now .*"):
            Replay(path).run()


def test_every_former_format_has_its_saves() -> None:
    assert {path.parent.name for path in SAVES} == {f"format-{n}" for n in range(1, FORMAT)}
