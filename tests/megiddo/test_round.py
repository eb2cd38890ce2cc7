"""MEG round: the eight phases in their order, and who begins each."""

from __future__ import annotations

from collections.abc import Callable

from sandtable import Done, Pass, Table
from sandtable_megiddo.actions import Commit, Discard
from sandtable_megiddo.events import RoundBegan
from sandtable_megiddo.state import Side
from sandtable_megiddo.victory import Round

BRITISH = "royal-air-force british-cavalry british-artillery british-machine-guns british-infantry"
TURKISH = "turkish-air-force caucasus-cavalry turkish-artillery turkish-machine-guns turkish-infantry"


def test_the_eight_phases_come_in_order(
    position: Callable[..., Table], side: Callable[..., Side], events_of: Callable[..., list]
) -> None:
    """MEG round: the British go first in phases 1 to 5, the Turks in 6 and 7 (MEG-R10 for 1 to 3)."""
    table = position(Round(), british=side(hand=BRITISH, score=4), turkish=side(hand=TURKISH))
    assert [event.round for event in events_of(table, RoundBegan)] == [2]
    steps: dict[tuple[str, str], None] = {}
    while table.outcome is None:
        steps[table.decision.rule, table.decision.seat] = None
        wanted = [Pass(), *(option for option in table.options if isinstance(option, Commit)), Done()]
        table.choose(next(option for option in wanted if option in table.options))
    british_first = [(rule, seat) for rule in "2345" for seat in ("british", "turkish")]
    turkish_first = [(rule, seat) for rule in "67" for seat in ("turkish", "british")]
    assert list(steps) == british_first + turkish_first
    assert table.outcome.name == "british"


def test_the_next_round_begins_with_full_hands(
    position: Callable[..., Table], side: Callable[..., Side]
) -> None:
    """MEG round, MEG 1: hands are filled before anybody chooses."""
    deck = " ".join(["british-infantry"] * 12)
    table = position(Round(), british=side(draw=deck), draws=" ".join(["british-infantry"] * 10))
    assert len(table.state.sides["british"].hand) == 10
    assert isinstance(table.options[0], Discard)
