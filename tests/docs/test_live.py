"""The game on the front page of the documentation, in which the coach has found a better move."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable_tools.views.curve import curve
from sandtable_tools.views.variations import variations

DOCS = Path(__file__).parents[2] / "docs"
RAID = DOCS / "live" / "raid.jsonl"
ADVICE = DOCS / "play" / "advice.md"


def test_the_front_page_shows_the_curve_and_a_better_move() -> None:
    """When the rules or the coach change, review the game again, and copy what the coach says:

    ``sandtable replay docs/live/raid.jsonl --coach 5000 --out raid.html``
    """
    run = Replay(RAID)
    run.run()
    exported = Exported.of_replay(run)
    found = curve(exported)
    assert found, "the account beside the game is not of this game"
    assert 1 <= len(found.moments) <= 3
    shown = " ".join(ADVICE.read_text(encoding="utf-8").split())
    assert found.said in shown
    for moment in found.moments:
        assert re.search(rf"{moment.kind} \(Turn \d+, line {moment.n}\): ", shown)
    (better,) = variations(exported, found)
    assert better.n == 37
    assert better.pictures
