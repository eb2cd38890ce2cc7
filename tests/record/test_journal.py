"""The save file: its chain, its lines, and its protection against other writers."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

import pytest

import sandtable
from sandtable.record.diff import apply
from sandtable.record.journal import Journal
from sandtable.record.records import SaveError, split


def play_some(session: sandtable.Session, actions: int = 30) -> None:
    for number in range(actions):
        session.choose(session.options()[number % len(session.options())])


def test_each_digest_is_over_the_one_before_and_the_line_which_has_a_hash_of_the_position() -> None:
    session = sandtable.new("megiddo/1918", seed=1)
    before = ""
    positions = [session.table.position]
    for _ in range(10):
        session.choose(session.options()[0])
        positions.append(session.table.position)
    for line, position in zip(session.journal.lines, positions, strict=True):
        record = json.loads(line)
        digest = record.pop("digest")
        body = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
        assert record["at"] == blake2b(position, digest_size=16).hexdigest()
        assert digest == blake2b(before.encode() + body, digest_size=16).hexdigest()
        before = digest


def test_a_line_says_who_did_what_and_what_was_rolled() -> None:
    session = sandtable.new("megiddo/1918", seed=1)
    session.choose(session.options()[0])
    session.choose("done")
    session.choose("done")
    last = json.loads(session.journal.lines[-1])
    assert list(last) == ["n", "seat", "do", "rolls", "change", "at", "digest"]
    assert last["seat"] == "turkish"
    assert last["do"] == {"verb": "done"}
    assert last["rolls"] == [["british", 33, last["rolls"][0][2]]]


def test_the_changes_of_all_lines_make_the_position() -> None:
    session = sandtable.new("megiddo/1918", seed=1)
    play_some(session)
    session.undo(force=True)
    session.note("a note changes nothing")
    data = None
    for line in session.journal.lines:
        data = apply(data, json.loads(line).get("change", []))
    assert data == json.loads(session.table.json)


def test_the_header_names_everything_that_decides_the_game_and_no_clock() -> None:
    header = json.loads(sandtable.new("megiddo/1918", seed="dust").journal.lines[0])
    assert {key: header[key] for key in ("n", "format", "generator", "game", "scenario", "seed")} == {
        "n": 1,
        "format": 3,
        "generator": "splitmix64/1",
        "game": "megiddo",
        "scenario": "megiddo/1918",
        "seed": "dust",
    }
    assert header["seats"] == {"british": "human", "turkish": "human"}
    assert header["rules_version"] == 2
    assert {stamp["id"] for stamp in header["plugins"]} == {"megiddo", "megiddo.1918"}
    assert len(header["rolls"]) == 20
    assert header["options"] == {}


def test_the_same_seed_and_commands_give_the_same_bytes() -> None:
    first, second = (sandtable.new("megiddo/1918", seed=5) for _ in range(2))
    play_some(first)
    play_some(second)
    assert first.journal.lines == second.journal.lines


def test_each_line_is_in_the_file_as_soon_as_it_is_done(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = sandtable.new("megiddo/1918", seed=5, save=path)
    for _ in range(5):
        session.choose(session.options()[0])
        assert path.read_bytes().splitlines() == session.journal.lines
        assert path.read_bytes().endswith(b"\n")
    session.close()


def test_a_save_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text("precious")
    with pytest.raises(SaveError, match="already exists"):
        sandtable.new("megiddo/1918", seed=5, save=path)
    assert path.read_text() == "precious"


def test_a_second_writer_is_kept_out_and_a_reader_is_not(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    first = sandtable.new("megiddo/1918", seed=5, save=path)
    from sandtable.record.resume import resume

    with pytest.raises(SaveError, match="another window"):
        resume(path)
    assert sandtable.load(path).state == first.state
    first.close()
    second, _ = resume(path)
    second.close()


def test_split_takes_only_lines_that_end_in_a_digest() -> None:
    journal = Journal()
    line = b'{"n":1,"digest":"' + b"a" * 32 + b'"}'
    assert split(line) == (b'{"n":1}', "a" * 32)
    for bad in (b"", b"{}", line[1:], line[:-1], b'{"n":1}', line.replace(b'"digest"', b'"digets"')):
        parts = split(bad)
        assert parts is None or parts[0] != b'{"n":1}'
    assert journal.n == 0
