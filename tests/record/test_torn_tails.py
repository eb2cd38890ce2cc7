"""A save that ends in the middle of a line loses that line, with a remark, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from forging import in_format
from nonempty import some

from sandtable.record.records import SaveError
from sandtable.record.replay import Replay
from sandtable.record.resume import resume

Writer = Callable[[list[bytes]], Path]


def cut_saves(game_lines: list[bytes]) -> Iterator[tuple[bytes, list[bytes], int]]:
    """Every cut in the last two lines of a save: its bytes, the whole lines left, the torn rest."""
    for end in (8, 9):
        whole, last = game_lines[:end], game_lines[end]
        for cut in range(len(last)):
            lines = [*whole, last] if cut == len(last) - 1 else whole
            yield b"".join(whole) + last[:cut], lines, cut if lines is whole else 0


def test_wherever_a_save_is_cut_in_its_last_two_lines_only_the_tail_is_lost(
    game_lines: list[bytes], written: Writer
) -> None:
    for data, lines, torn in some(cut_saves(game_lines)):
        path = written([data])
        session, remarks = resume(path)
        assert remarks == [f"{path}: the last line was not finished and has been dropped"] * (torn > 0)
        assert session.journal.lines == [line.rstrip(b"\n") for line in lines]
        session.note("on")
        session.close()
        after = path.read_bytes().splitlines(keepends=True)
        assert after[:-1] == lines
        assert b'"note":"on"' in after[-1]


def test_wherever_the_header_is_cut_it_is_refused_and_left_as_it_was(
    game_lines: list[bytes], written: Writer
) -> None:
    for cut in range(len(game_lines[0]) - 1):
        path = written([game_lines[0][:cut]])
        with pytest.raises(SaveError) as caught:
            resume(path)
        assert str(caught.value) == f"{path}: not a save: it is empty or ends within its first line"
        assert path.read_bytes() == game_lines[0][:cut]


def test_a_tail_of_zeros_is_a_torn_line(game_lines: list[bytes], written: Writer) -> None:
    """Some file systems leave zeros after a power cut."""
    for tail in (b"\0", b"\0" * 5_000, game_lines[30][:20] + b"\0" * 4_000):
        session, remarks = resume(written([*game_lines[:30], tail]))
        session.close()
        assert (session.journal.n, len(remarks)) == (30, 1)


def test_an_old_save_with_a_torn_line_is_migrated_without_it(written: Writer) -> None:
    lines = in_format(1, Path(__file__).parents[2] / "saves" / "megiddo-1918-even.jsonl")
    path = written([*lines[:-1], lines[-1][:40]])
    before = path.read_bytes()
    session, remarks = resume(path)
    session.close()
    assert len(remarks) == 2
    assert path.read_bytes() == before
    assert session.journal.path is not None
    assert Replay(session.journal.path).run().table.position == session.table.position
