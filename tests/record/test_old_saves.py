"""Saves of every former format and of former rules open, are shown, and are played on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from forging import edited, in_format, sealed

import sandtable
from sandtable.plugins.catalog import catalog
from sandtable.record.recording import OnlyRecorded, Recording
from sandtable.record.records import FORMAT, Divergence
from sandtable.record.replay import Replay
from sandtable.record.resume import fork, migrate, resume

FOLDER = Path(__file__).parents[1] / "old_saves"
RECORDED = Path(__file__).parents[2] / "saves"
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


@pytest.fixture(params=range(1, FORMAT))
def former(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A save of a former format, by current rules."""
    path = tmp_path / "former.jsonl"
    path.write_bytes(b"".join(in_format(request.param, RECORDED / "megiddo-1918-even.jsonl")))
    return path


def test_a_save_of_a_former_format_verifies_and_verifies_again_when_it_is_written_again(
    former: Path,
) -> None:
    old = Replay(former)
    assert old.run().outcome is not None
    assert old.migrated
    new = Replay(migrate(old))
    old.session.close()
    assert new.run().table.position == old.session.table.position
    assert not new.migrated
    assert new.header.format == FORMAT


def test_a_changed_old_save_diverges_where_it_was_changed(former: Path) -> None:
    lines = former.read_bytes().splitlines(keepends=True)
    for n in (2, len(lines) - 1):
        body, _, digest = lines[n - 1].rpartition(b'"digest":"')
        damaged = body + b'"digest":"' + digest[:32][::-1] + digest[32:]
        former.write_bytes(b"".join([*lines[: n - 1], damaged, *lines[n:]]))
        with pytest.raises(Divergence, match=f"line {n}: .*digest .* was recorded, now .*"):
            Replay(former).run()


# Rules that have changed.


@pytest.mark.parametrize("path", OLD_RULES, ids=name)
def test_every_line_of_a_save_with_other_rules_is_shown_as_it_was_recorded(path: Path) -> None:
    recorded = list(Recording(path).read_recorded())
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
    for _, recorded in zip(run.steps(), Recording(path).read_recorded(), strict=True):
        position = json.loads(table.json)
        assert recorded.position["state"].items() <= position["state"].items()
    assert run.session.outcome is not None
    assert "played with rules version" in run.other_rules


def test_a_save_of_format_1_with_other_rules_has_no_positions_to_show() -> None:
    path = next(path for path in OLD_RULES if path not in WITH_POSITIONS)
    with pytest.raises(OnlyRecorded, match="format 1 stores no positions"):
        Replay(path)


@pytest.mark.parametrize("path", WITH_POSITIONS, ids=name)
def test_a_save_with_other_rules_is_played_on_under_those_of_today(path: Path, tmp_path: Path) -> None:
    recording = Recording(path)
    n = next(
        step.line.n
        for step in recording.read_recorded()
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
    return rewritten(save, 1, **changes)


def rewritten(save: Path, n: int, **changes: object) -> Path:
    """A save whose line `n` has other values, with a chain that fits; None leaves a key out."""
    lines = save.read_bytes().splitlines(keepends=True)
    lines[n - 1] = edited(lines[n - 1], **changes)
    save.write_bytes(b"".join(sealed(lines)))
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
        list(Recording(old_save).read_recorded())


NO_ACTION: dict[str, object] = {"seat": None, "do": None, "rolls": None}

FORGERIES: dict[str, dict[str, object]] = {
    "a roll of no die": {"rolls": [["dice", 6, 7]]},
    "a roll of a die without sides": {"rolls": [["dice", 0, 1]]},
    "another undo": {**NO_ACTION, "change": None, "undo": 2},
    "an undo of what is to come": {**NO_ACTION, "undo": 40},
    "a change that fits nothing": {"change": [[["state", "no", "such", "key"], 1]]},
    "a key that is none": {"change": [[["state", None], 1]]},
    "no position": {"change": [[[], 5]]},
    "no state": {"change": [[["state"]]]},
    "an outcome that is none": {"change": [[["outcome"], "won"]]},
    "no seat of the game": {"seat": "axis"},
    "no hash": {"at": None},
    "a note that changes the position": {**NO_ACTION, "note": "x", "change": [[["state"], {}]]},
    "an outcome that the position has not": {
        **NO_ACTION,
        "change": None,
        "outcome": {"name": "won", "returns": {}, "metrics": {}},
    },
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_what_no_game_can_have_recorded_is_named(old_save: Path, forgery: str) -> None:
    rewritten(old_save, 8, **FORGERIES[forgery])
    with pytest.raises(Divergence, match="line 8: "):
        list(Recording(old_save).read_recorded())


@pytest.mark.parametrize("change", [[], [[[], None]], [[[], [1, 2, 3]]], [[[], {"state": 1}]]], ids=str)
def test_a_first_position_that_is_none_is_named(old_save: Path, change: object) -> None:
    older(old_save, change=change)
    with pytest.raises(Divergence, match="line 1: "):
        list(Recording(old_save).read_recorded())


@pytest.mark.parametrize("change", [[["schedule"], []], [["schedule", 0], {"type": "no such"}]])
def test_a_position_that_the_rules_cannot_show_is_named(old_save: Path, change: list[Any]) -> None:
    rewritten(old_save, 8, change=[change])
    with pytest.raises(OnlyRecorded, match="which cannot read the position after line 8: "):
        Replay(old_save)


def test_a_note_whose_position_is_another_is_named(old_save: Path) -> None:
    last = len(old_save.read_bytes().splitlines())
    rewritten(old_save, last, at="0" * 32)
    with pytest.raises(Divergence, match=f"line {last}: its position is not that of line {last - 1}"):
        list(Recording(old_save).read_recorded())


def test_a_save_of_format_3_that_is_marked_as_format_2_is_named(old_save: Path) -> None:
    older(old_save, format=2)
    with pytest.raises(Divergence, match='it has an "at"'):
        list(Recording(old_save).read_recorded())


@pytest.mark.parametrize(
    "changes", [{"seats": {"axis": "human"}}, {"scenario": "lrdg/no-such"}], ids=str
)
def test_what_a_header_names_and_the_game_has_no_longer_leaves_it_as_recorded(
    old_save: Path, changes: dict[str, object]
) -> None:
    older(old_save, **changes)
    with pytest.raises(OnlyRecorded, match="played with rules version 0"):
        Replay(old_save)


def test_fields_that_the_game_reads_otherwise_are_noted(old_save: Path) -> None:
    change = json.loads(old_save.read_bytes().splitlines()[0])["change"]
    change[0][1]["state"]["ghost"] = [1]
    options = {"no-such-rule": True}
    older(old_save, change=change, options=options)
    session, remarks = resume(old_save)
    session.close()
    assert "without the house rules no-such-rule" in remarks[0]
    assert remarks[1] == "adapted to the current rules: state.ghost: [1] is now nothing"
    assert (session.log[-1].note or "").endswith(f"; {remarks[1]}")


def test_the_game_goes_on_in_its_child_whatever_its_number(old_save: Path) -> None:
    (old_save.parent / "old-migrated.jsonl").write_text("another")
    old_save.chmod(0o444)
    for remark in ("; it continues under the current rules in ", " continues in "):
        session, remarks = resume(old_save)
        session.close()
        assert f"{remark}{old_save.parent / 'old-migrated-2.jsonl'}" in remarks[0]


def test_a_game_that_is_over_is_not_resumed_under_other_rules(tmp_path: Path) -> None:
    path = tmp_path / "over.jsonl"
    path.write_bytes(WITH_POSITIONS[0].read_bytes())
    with pytest.raises(OnlyRecorded, match="the game is over, played with rules version"):
        resume(path)
    assert [*tmp_path.iterdir()] == [path]


def test_what_today_s_game_cannot_read_is_named(old_save: Path) -> None:
    header = json.loads(old_save.read_bytes().splitlines()[0])
    header["change"][0][1]["state"] = {"no": "such"}
    older(old_save, change=header["change"])
    with pytest.raises(OnlyRecorded, match=r'position after line 1: .*key ".*" is missing'):
        Replay(old_save)
