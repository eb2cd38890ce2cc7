"""The reports of recorded games, as ``sandtable report`` writes them."""

from __future__ import annotations

from pathlib import Path

from generator import markdown
from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable_tools.views import report

SAVES = Path(__file__).parents[2] / "saves"

REPORTS = {
    "lrdg": "lrdg-barca.jsonl",
    "lawrence": "lawrence-hejaz-railroad.jsonl",
    "megiddo": "megiddo-1918.jsonl",
}
"""The save behind each game's report."""


def pages() -> dict[str, str]:
    """Return each game's report, by file name."""
    exports = {game: Exported.of_replay(Replay(SAVES / save)) for game, save in REPORTS.items()}
    return {
        f"report-{game}.md": f"{markdown.MADE}\n\n{report.markdown(exported)}"
        for game, exported in exports.items()
    }
