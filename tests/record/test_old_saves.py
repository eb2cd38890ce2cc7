"""Saves of every former format and of former rules open, are shown, and are played on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable
from sandtable.plugins.catalog import catalog
from sandtable.record.recording import OnlyRecorded, Recording
from sandtable.record.records import FORMAT, Divergence, chain, split
from sandtable.record.replay import Replay
from sandtable.record.resume import fork, migrate, resume
from sandtable.text.errors import SandtableError

FOLDER = Path(__file__).parents[1] / "old_saves"
SAVES = sorted(FOLDER.glob("*/*.jsonl"))
OLD_RULES = [
    path
    for path in SAVES
    if (header := Recording(path).header).rules_version < catalog().game(header.game).info.rules_version
]
"""Saves of games whose rules have changed since, without a migration."""
WITH_POSITIONS = [path for path in OLD_RULES if Recording(path).keeps_positions]


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_every_former_format_has_its_saves() -> None:
    formats = {path.parent.name for path in SAVES if path.parent.name.startswith("format")}
    assert formats == {f"format-{n}" for n in range(1, FORMAT)}


@pytest.mark.parametrize("path", [path for path in SAVES if path not in OLD_RULES], ids=name)
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


def test_a_changed_old_save_diverges_where_it_was_changed(tmp_path: Path) -> None:
    path = next(path for path in SAVES if path not in OLD_RULES)
    lines = path.read_bytes().splitlines(keepends=True)
    for n in (2, len(lines) - 1):
        body, _, digest = lines[n - 1].rpartition(b'"digest":"')
        damaged = body + b'"digest":"' + digest[:32][::-1] + digest[32:]
        path = tmp_path / "g.jsonl"
        path.write_bytes(b"".join([*lines[: n - 1], damaged, *lines[n:]]))
        with pytest.raises(Divergence, match=f"line {n}: digest .* was recorded, now .*"):
            Replay(path).run()


# Rules that have changed.


@pytest.mark.parametrize("path", OLD_RULES, ids=name)
def test_every_line_of_a_save_with_other_rules_is_shown_as_it_was_recorded(path: Path) -> None:
    recorded = list(Recording(path).recorded())
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert len(recorded) == len(lines)
    for line, told in zip(lines[1:], recorded[1:], strict=True):
        if "do" in line:
            assert told.words.split()[0] == line["do"]["verb"]
        assert len(told.line.rolls or ()) == len(line.get("rolls", ()))
        paths = [path for path, *_ in line.get("change", ())]
        assert bool(told.changes) == any(path[0] == "state" for path in paths)


@pytest.mark.parametrize("path", WITH_POSITIONS, ids=name)
def test_a_save_with_other_rules_is_shown_with_its_recorded_positions(path: Path) -> None:
    run = Replay(path)
    table = run.session.table
    for _, recorded in zip(run.steps(), Recording(path).recorded(), strict=True):
        position = json.loads(table.text)
        assert recorded.position["state"].items() <= position["state"].items()
    assert run.session.outcome is not None
    assert "played with rules version" in run.other_rules


def test_a_save_of_format_1_with_other_rules_has_no_positions_to_show() -> None:
    path = next(path for path in OLD_RULES if path not in WITH_POSITIONS)
    with pytest.raises(OnlyRecorded, match="format 1 keeps no positions"):
        Replay(path)


@pytest.mark.parametrize("path", WITH_POSITIONS, ids=name)
def test_a_save_with_other_rules_is_played_on_under_those_of_today(path: Path, tmp_path: Path) -> None:
    recording = Recording(path)
    n = next(
        step.line.n
        for step in recording.recorded()
        if step.line.n > len(recording.lines) // 2 and step.words
    )
    with fork(path, n, tmp_path / "on.jsonl") as branch:
        assert branch.journal.position == Replay(path).run(n).table.position
        branch.choose(branch.options()[0])
    again = Replay(tmp_path / "on.jsonl")
    assert again.run().table.position == branch.table.position
    assert again.header.parent == branch.header.parent
    assert "played with rules version" in (again.session.log[1].note or "")


def older(save: Path, **changes: object) -> Path:
    """A save as of older rules: its header is changed, and its chain fits."""
    lines = save.read_bytes().splitlines()
    digest, data = "", b""
    for n, line in enumerate(lines, 1):
        body, _ = split(line) or (b"", "")
        if n == 1:
            body = json.dumps({**json.loads(body), **changes}, separators=(",", ":")).encode()
        digest = chain(digest, body)
        data += body[:-1] + f',"digest":"{digest}"}}\n'.encode()
    save.write_bytes(data)
    return save


@pytest.fixture(params=["megiddo/1918-even", "lrdg/benghazi-road", "lawrence/aqaba"])
def old_save(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The save of a game that is not over, as if the rules had changed since."""
    path = tmp_path / "old.jsonl"
    with sandtable.new(request.param, seed=3, save=path) as session:
        for _ in range(12):
            session.choose(session.options()[0])
        session.undo(force=True)
        session.note("so far")
    return older(path, rules_version=0)


def test_a_game_is_resumed_under_new_rules_from_its_last_position(old_save: Path) -> None:
    before = old_save.read_bytes()
    last = Replay(old_save).run().table
    session, remarks = resume(old_save)
    child = old_save.with_name("old-migrated.jsonl")
    assert f"; it continues under the current rules in {child}" in remarks[0]
    assert session.table.position == last.position
    session.choose(session.options()[0])
    session.close()
    assert old_save.read_bytes() == before
    again, remarks = resume(old_save)
    again.close()
    assert remarks == [f"{old_save} continues in {child}"]
    assert again.table.position == session.table.position


def test_luck_runs_on_from_where_the_old_game_stopped(old_save: Path) -> None:
    old = Replay(old_save).run()
    session, _ = resume(old_save)
    session.close()
    assert session.table.dice.roll(5, 6) == old.table.dice.roll(5, 6)
    assert session.table.dice.mark() == old.table.dice.mark()


def test_a_recorded_line_that_was_edited_is_named(old_save: Path) -> None:
    lines = old_save.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"seat"', b' "seat"')
    old_save.write_bytes(b"".join(lines))
    with pytest.raises(Divergence, match="line 5: it was edited after it was written"):
        list(Recording(old_save).recorded())


def forged_roll(record: dict[str, object]) -> dict[str, object]:
    return {**record, "rolls": [["dice", 6, 7]]}


def forged_undo(record: dict[str, object]) -> dict[str, object]:
    return {"n": record["n"], "undo": 2, "at": ""}


def forged_change(record: dict[str, object]) -> dict[str, object]:
    return {**record, "change": [[["state", "no", "such", "key"], 1]]}


@pytest.mark.parametrize("forge", [forged_roll, forged_undo, forged_change])
def test_what_no_game_can_have_recorded_is_named(
    old_save: Path, forge: Callable[[dict[str, object]], dict[str, object]]
) -> None:
    lines = old_save.read_bytes().splitlines()
    record = json.loads(lines[7])
    del record["digest"]
    line = json.dumps(forge(record), separators=(",", ":")).encode()
    lines[7] = line[:-1] + b',"digest":"' + b"0" * 32 + b'"}'
    old_save.write_bytes(b"\n".join([*lines, b""]))
    with pytest.raises(SandtableError, match="line 8: "):
        list(Recording(older(old_save)).recorded())


def test_what_today_s_game_cannot_read_is_named(old_save: Path) -> None:
    header = json.loads(old_save.read_bytes().splitlines()[0])
    header["change"][0][1]["state"] = {"no": "such"}
    older(old_save, change=header["change"])
    with pytest.raises(OnlyRecorded, match=r'position after line 1: .*key ".*" is missing'):
        Replay(old_save)
