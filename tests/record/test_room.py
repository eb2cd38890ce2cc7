"""A save can be read again, since a line that would outgrow it is refused; nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable import Session
from sandtable.record import records
from sandtable.record.records import SaveFull
from sandtable.record.replay import Replay
from sandtable.record.undo import UndoRefused


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves of at most 20,000 bytes and 60 lines of 5,000 bytes each."""
    limits = {"MOST_BYTES": 20_000, "MOST_LINES": 60, "MOST_LINE": 5_000}
    limits |= {"NOTES_BYTES": 15_000, "NOTES_LINES": 45, "END_BYTES": 1_000}
    for name, most in limits.items():
        monkeypatch.setattr(records, name, most)


def in_play(path: Path) -> Session:
    return sandtable.new("megiddo/1918", seed=4, save=path, seats={"turkish": "random"})


ACTS: dict[str, Callable[[Session], object]] = {
    "choose": lambda session: session.choose(session.options()[0]),
    "bots": lambda session: list(session.play(most=3)),
    "undo": lambda session: session.undo(force=True),
    "redo": lambda session: session.redo(),
    "note": lambda session: session.note("a word"),
    "long note": lambda session: session.note("ä" * 1_000),
    "longer note": lambda session: session.note("ä" * 6_000),
}


@pytest.mark.usefixtures("small")
@given(acts=st.lists(st.sampled_from(list(ACTS)), min_size=10, max_size=90))
def test_whatever_was_accepted_can_be_read(acts: list[str], tmp_path_factory) -> None:
    path = tmp_path_factory.mktemp("room") / "g.jsonl"
    session = in_play(path)
    for act in acts:
        before = (session.table.position, session.journal.n, len(session.log), session.history.undone)
        if session.outcome and act in ("choose", "bots"):
            continue
        try:
            ACTS[act](session)
        except UndoRefused:
            pass
        except SaveFull:
            now = (session.table.position, session.journal.n, len(session.log), session.history.undone)
            assert act == "bots" or now == before
    session.close()
    run = Replay(path)
    assert run.run().table.position == session.table.position
    assert run.lines == session.journal.lines
    assert [entry.n for entry in run.session.log] == [entry.n for entry in session.log]


@pytest.mark.usefixtures("small")
def test_a_game_full_of_notes_is_played_to_its_end(tmp_path: Path) -> None:
    """A quarter of a save is reserved for the game, without notes."""
    path = tmp_path / "g.jsonl"
    session = sandtable.new("lawrence/aqaba", seed=1, save=path, seats={"lawrence": "random"})
    while session.journal.size < 14_000:
        session.note("x" * 700)
    with pytest.raises(SaveFull) as refused:
        session.note("x" * 1_400)
    assert str(refused.value).startswith("the save has no room for this note: a save holds ")
    done = session.journal.n
    with pytest.raises(SaveFull) as refused:
        list(session.play())
    assert str(refused.value).startswith("the save is full: a save holds ")
    assert session.journal.n > done
    session.close()
    assert Replay(path).run().journal.lines == session.journal.lines


@pytest.mark.usefixtures("small")
def test_the_outcome_has_room_where_nothing_else_has(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "g.jsonl"
    session = in_play(path)
    while session.journal.size < 12_000 and not session.outcome:
        session.choose(session.options()[0])
        list(session.play())
    monkeypatch.setattr(records, "MOST_LINES", session.journal.n + 1)
    with pytest.raises(SaveFull):
        session.choose(session.options()[0])
    session.table.end(sandtable.Outcome("british", {"british": 1, "turkish": -1}))
    session.finish()
    session.close()
    assert len(path.read_bytes().splitlines()) == records.MOST_LINES
