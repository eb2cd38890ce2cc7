"""Replays verify intact saves, and name the first line that differs in others."""

from __future__ import annotations

import json
import random  # noqa: TID251
from collections.abc import Callable
from pathlib import Path

import pytest
from forging import edited, sealed

import sandtable
from sandtable import Roll
from sandtable.plugins.catalog import catalog
from sandtable.record.recording import OnlyRecorded
from sandtable.record.records import Divergence, SaveError
from sandtable.record.replay import Replay
from sandtable.record.resume import fork, resume
from sandtable.text.errors import SandtableError

Writer = Callable[[list[bytes]], Path]


def verdict(path: Path) -> int | None:
    """The line that differs; None if the save verifies."""
    try:
        Replay(path).run()
    except Divergence as error:
        assert f"{path} line {error.n}: " in str(error)
        assert "\n" not in str(error)
        return error.n
    return None


def test_a_whole_game_verifies(game_lines: list[bytes], written: Writer) -> None:
    assert verdict(written(game_lines)) is None


def test_every_line_that_is_dropped_is_named(game_lines: list[bytes], written: Writer) -> None:
    for place in range(len(game_lines) - 1):
        assert verdict(written(game_lines[:place] + game_lines[place + 1 :])) == place + 1


def test_every_pair_of_neighbours_that_is_swapped_is_named(
    game_lines: list[bytes], written: Writer
) -> None:
    for place in range(len(game_lines) - 1):
        lines = list(game_lines)
        lines[place : place + 2] = lines[place + 1], lines[place]
        assert verdict(written(lines)) == place + 1


def test_a_line_that_is_doubled_is_named(game_lines: list[bytes], written: Writer) -> None:
    assert verdict(written([*game_lines[:20], game_lines[19], *game_lines[20:]])) == 21


@pytest.mark.parametrize("forged", ["fewer", "more"])
def test_rolls_that_are_left_out_or_added_are_named_with_what_came(
    game_lines: list[bytes], written: Writer, forged: str
) -> None:
    place = next(k for k, line in enumerate(game_lines) if k and json.loads(line).get("rolls"))
    rolls = json.loads(game_lines[place])["rolls"]
    stream, sides, value = rolls[-1]
    last, number = str(Roll(stream, sides, value)), len(rolls)
    changed = {"fewer": rolls[:-1], "more": [*rolls, rolls[-1]]}[forged]
    difference = {
        "fewer": f"roll {number}: nothing was recorded, now {last}",
        "more": f"roll {number + 1}: {last} was recorded, now nothing",
    }[forged]
    line = edited(game_lines[place], rolls=changed)
    with pytest.raises(Divergence) as caught:
        Replay(written(sealed([*game_lines[:place], line, *game_lines[place + 1 :]]))).run()
    assert caught.value.text == difference


def test_a_changed_roll_is_named_with_what_came(game_lines: list[bytes], written: Writer) -> None:
    place = next(k for k, line in enumerate(game_lines) if k and json.loads(line).get("rolls"))
    rolls = json.loads(game_lines[place])["rolls"]
    rolls[0][2] = rolls[0][2] % rolls[0][1] + 1
    line = edited(game_lines[place], rolls=rolls)
    path = written(sealed([*game_lines[:place], line, *game_lines[place + 1 :]]))
    with pytest.raises(Divergence, match=rf"line {place + 1}: roll 1: .* was recorded, now .*"):
        Replay(path).run()


def test_a_changed_action_is_named(game_lines: list[bytes], written: Writer) -> None:
    place = next(k for k, line in enumerate(game_lines) if b'"verb":"commit"' in line)
    for do in ({"verb": "done"}, {"verb": "commit", "card": "nonsense"}, {"verb": "fly"}, {}):
        changed = edited(game_lines[place], do=do)
        lines = [*game_lines[:place], changed, *game_lines[place + 1 :]]
        assert verdict(written(lines)) == place + 1
        assert verdict(written(sealed(lines))) == place + 1


def test_a_changed_digest_is_named(game_lines: list[bytes], written: Writer) -> None:
    for place in (0, 1, 50, len(game_lines) - 1):
        digest = json.loads(game_lines[place])["digest"]
        other = ("0" if digest[0] != "0" else "1") + digest[1:]
        lines = [*game_lines[:place], edited(game_lines[place], digest=other), *game_lines[place + 1 :]]
        assert verdict(written(lines)) == place + 1


def test_a_changed_header_is_named(game_lines: list[bytes], written: Writer) -> None:
    for changes in ({"seed": 8}, {"scenario": "megiddo/1918-even"}, {"seats": {"british": "human"}}):
        try:
            assert verdict(written([edited(game_lines[0], **changes), *game_lines[1:]])) == 1
        except SaveError as error:
            assert "line 1" in str(error)


def test_any_changed_byte_is_found(game_lines: list[bytes], written: Writer) -> None:
    luck = random.Random(1)
    data = b"".join(game_lines)
    for _ in range(60):
        place = luck.randrange(len(data))
        byte = bytes([data[place] ^ (1 << luck.randrange(7))])
        path = written([data[:place], byte, data[place + 1 :]])
        with pytest.raises(SandtableError, match="line"):
            Replay(path).run()


def test_a_torn_last_line_is_dropped_wherever_it_is_cut(
    game_lines: list[bytes], written: Writer
) -> None:
    last = game_lines[30]
    for cut in range(1, len(last) - 1, 7):
        replay = Replay(written([*game_lines[:30], last[:cut]]))
        replay.run()
        assert replay.torn
        assert replay.session.journal.n == 30


def test_a_last_line_without_its_newline_is_whole(game_lines: list[bytes], written: Writer) -> None:
    path = written([*game_lines[:30], game_lines[30].rstrip(b"\n")])
    session, torn = resume(path)
    assert not torn
    session.note("on")
    session.close()
    assert verdict(path) is None
    assert path.read_bytes().count(b"\n") == 32


def test_a_game_is_resumed_in_the_middle_of_a_battle_and_ends_the_same(
    game_lines: list[bytes], written: Writer
) -> None:
    for place in range(5, len(game_lines), 23):
        path = written([*game_lines[:place], b'{"n":99,"sea'])
        session, torn = resume(path)
        assert torn
        for _ in session.play():
            pass
        session.close()
        assert path.read_bytes() == b"".join(game_lines)


def test_a_crash_before_the_last_line_is_mended_by_resume(
    game_lines: list[bytes], written: Writer
) -> None:
    path = written(game_lines[:-1])
    cut_short = Replay(path)
    assert not cut_short.outcome_missing
    cut_short.run()
    assert cut_short.outcome_missing
    session, remarks = resume(path)
    session.close()
    assert remarks == [f"{path}: the game is over; its outcome is now written"]
    assert path.read_bytes() == b"".join(game_lines)
    whole = Replay(path)
    whole.run()
    assert not whole.outcome_missing
    again, remarks = resume(path)
    again.close()
    assert remarks == []


def test_undo_redo_and_notes_replay(tmp_path: Path) -> None:
    path = tmp_path / "u.jsonl"
    session = sandtable.new("megiddo/1918", seed=4, save=path)
    for _ in range(3):
        session.choose(session.options()[0])
    session.undo()
    session.undo()
    session.redo()
    session.note("what now?")
    session.abort()
    session.choose("done")
    session.choose("done")
    session.undo(force=True)
    session.close()
    loaded = sandtable.load(path)
    assert loaded.table.position == session.table.position
    assert [e.note for e in loaded.log] == [e.note for e in session.log]


def test_an_undo_to_nowhere_is_named(tmp_path: Path) -> None:
    path = tmp_path / "u.jsonl"
    session = sandtable.new("megiddo/1918", seed=4, save=path)
    session.choose(session.options()[0])
    session.undo()
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    for to in (0, 2, 3, 99, -1):
        path.write_bytes(b"".join([*lines[:-1], edited(lines[-1], undo=to)]))
        assert verdict(path) == 3


@pytest.mark.parametrize(("seed", "barrier"), [(3, "a roll or a draw"), (1, "a change of seat")])
def test_an_undo_that_crosses_what_undo_stops_at_must_be_forced(
    seed: int, barrier: str, tmp_path: Path
) -> None:
    path = tmp_path / "u.jsonl"
    session = sandtable.new("megiddo/1918", seed=seed, save=path)
    for words in (str(session.options()[0]), "done", "done"):
        session.choose(words)
        if session.history.done[-1].barrier == barrier:
            break
    assert session.history.done[-1].barrier == barrier
    session.undo(force=True)
    session.close()
    assert verdict(path) is None
    *lines, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(sealed([*lines, last.replace(b',"forced":true', b"")])))
    n = len(lines) + 1
    with pytest.raises(
        Divergence,
        match=f"line {n}: undo to line {n - 2} crosses {barrier}, but is not marked as forced",
    ):
        Replay(path).run()


@pytest.mark.parametrize(
    ("there", "forged_to", "twin"),
    [
        (b'"seat":"british"', b'"seat":"turkish","seat":"british"', "seat"),
        (b'"do":{', b'"d\\u006f":{"verb":"done"},"do":{', "do"),
        (b'"verb":', b'"verb":"fire","verb":', "verb"),
    ],
)
def test_a_key_that_stands_twice_in_a_line_is_named(
    there: bytes, forged_to: bytes, twin: str, tmp_path: Path
) -> None:
    """Readers would disagree about such a line, even if its digest is right."""
    session = sandtable.new("megiddo/1918", seed=4)
    session.choose("done")
    *lines, last = session.journal.lines
    assert there in last
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"\n".join([*sealed([*lines, last.replace(there, forged_to, 1)]), b""]))
    with pytest.raises(Divergence, match=f'the key "{twin}" occurs twice'):
        Replay(path).run()


def test_a_key_that_stands_twice_in_a_header_is_named(game_lines: list[bytes], written: Writer) -> None:
    header = game_lines[0].replace(b'"seed":', b'"seed":7,"seed":')
    with pytest.raises(SaveError, match='the key "seed" occurs twice'):
        Replay(written([header, *game_lines[1:]]))


def test_an_outcome_stands_once_and_only_at_the_end(game_lines: list[bytes], written: Writer) -> None:
    *before, last = game_lines
    for place, text in (
        (len(game_lines), "the save already has an outcome"),
        (5, "it has an outcome, but the game is not over"),
    ):
        lines = [*before, last][:place]
        forged_line = edited(last, n=place + 1)
        with pytest.raises(Divergence, match=text) as differs:
            Replay(written(sealed([*lines, forged_line]))).run()
        assert differs.value.n == place + 1


def test_a_branch_goes_on_from_a_line_and_names_its_parent(
    game_lines: list[bytes], written: Writer, tmp_path: Path
) -> None:
    path = written(game_lines)
    branch = fork(path, 40, tmp_path / "branch.jsonl")
    header = json.loads(branch.journal.lines[0])
    assert header["parent"] == {"digest": json.loads(game_lines[39])["digest"], "n": 40, "name": "g"}
    assert branch.table.position == Replay(path).run(40).table.position
    for _ in branch.play():
        pass
    branch.close()
    assert verdict(tmp_path / "branch.jsonl") is None
    assert path.read_bytes() == b"".join(game_lines)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b"hello\n",
        b"\x00\xff\xfe\n",
        b'{"n":1,"format":1}\n',
        b'{"format":99}\n',
        b"[" * 100_000 + b"\n",
        b'{"n":' + b"9" * 5000 + b"}\n",
    ],
)
def test_a_file_that_is_no_save_is_bad_input(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(SaveError) as caught:
        Replay(path)
    assert caught.value.status == 2
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_bad_input(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(SaveError):
            Replay(path)


def test_a_save_of_a_missing_plugin_names_it(game_lines: list[bytes], written: Writer) -> None:
    path = written(sealed([edited(game_lines[0], game="gazala"), *game_lines[1:]]))
    with pytest.raises(OnlyRecorded, match=r'needs gazala \(no game "gazala"'):
        Replay(path)


def test_a_save_of_a_plugin_that_is_gone_says_where_it_came_from(
    game_lines: list[bytes], written: Writer
) -> None:
    stamps = [{"id": "megiddo.night", "distribution": "sandtable-night", "version": "0.3"}]
    header = edited(game_lines[0], scenario="megiddo/night", plugins=stamps)
    text = r"needs megiddo/night \(sandtable-night 0\.3\): sandtable plugins install sandtable-night; "
    with pytest.raises(OnlyRecorded, match=text):
        Replay(written(sealed([header, *game_lines[1:]])))


def test_a_plugin_whose_version_changed_is_named_where_the_save_differs(
    game_lines: list[bytes], written: Writer
) -> None:
    header = json.loads(game_lines[0])
    for stamp in header["plugins"]:
        stamp["version"] = "0.0.9"
    changed = edited(game_lines[0], plugins=header["plugins"], at="0" * 32)
    path = written(sealed([changed, *game_lines[1:]]))
    with pytest.raises(Divergence, match=r"played with sandtable 0\.0\.9 for megiddo"):
        Replay(path)


def test_a_bare_scenario_is_kept_in_the_save_and_opens_without_its_file(tmp_path: Path) -> None:
    text = catalog().scenario("megiddo/1918").text.replace("September 1918", "a variant")
    file = tmp_path / "variant.toml"
    file.write_text(text)
    session = sandtable.new(str(file), seed=2, save=tmp_path / "v.jsonl")
    session.choose("done")
    session.close()
    file.unlink()
    loaded = sandtable.load(tmp_path / "v.jsonl")
    assert loaded.scenario.title == "Megiddo, a variant"
    assert loaded.table.position == session.table.position


def test_a_wrong_verb_in_a_save_comes_with_the_nearest(game_lines: list[bytes], written: Writer) -> None:
    place = next(k for k, line in enumerate(game_lines) if b'"verb":"commit"' in line)
    changed = edited(game_lines[place], do={"verb": "comit"})
    path = written(sealed([*game_lines[:place], changed, *game_lines[place + 1 :]]))
    with pytest.raises(Divergence, match='no action "comit"; did you mean "commit"'):
        Replay(path).run()
