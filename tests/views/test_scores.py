"""The sources of a score: which line moved it, and why."""

from __future__ import annotations

from pathlib import Path

from sandtable import load
from sandtable_tools.views.scores import Scores

SAVES = Path(__file__).parents[2] / "saves"


def test_the_last_battle_is_where_the_last_point_came_from_for_both_sides() -> None:
    session = load(SAVES / "megiddo-1918.jsonl")
    for seat, news in (("british", "You win the battle"), ("turkish", "The British win the battle")):
        last = Scores(session, seat).changes["british-victory-points"][-1]
        assert last.what == news


def test_points_come_from_the_events_that_explain_them() -> None:
    session = load(SAVES / "lrdg-el-alamein.jsonl")
    rows = Scores(session, None).changes["half-points"]
    evaluated = next(event for event in session.log[-1].events if event.cites == "5.4")
    reasons = [row.what.rpartition("(")[2].rstrip(")") for row in rows]
    for reason, points in evaluated.items:  # type: ignore[attr-defined]
        assert sum(row.by for row, of in zip(rows, reasons, strict=True) if of == reason) == points
    assert "alarm" not in evaluated.items  # type: ignore[attr-defined]
    for row, reason in zip(rows, reasons, strict=True):
        assert (row.by < 0) == (reason == "losses"), row
        assert "action point" not in row.what
