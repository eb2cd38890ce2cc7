"""The headlines of a game of Megiddo."""

from __future__ import annotations

import pytest

from sandtable import Event, Headline
from sandtable_megiddo.events import Attacked, Fought, Won

LOST = Won("turkish", "Lawrence is lost")


@pytest.mark.parametrize(
    ("event", "seat", "headline"),
    [
        (Fought(40, 30, "british"), "british", Headline("You win the battle", ("british",), 2)),
        (Fought(40, 30, "british"), "turkish", Headline("You lose the battle", ("british",), -2)),
        (Fought(4, 30, "turkish"), None, Headline("The Turks win the battle", ("turkish",), 2)),
        (
            LOST,
            "british",
            Headline(
                "You lose the game (Lawrence is lost)",
                ("turkish", "Lawrence is lost"),
                worth=-3,
                decisive=True,
            ),
        ),
        (Attacked("british", "roads", "towns", "destroyed", "6", 0, 0), "british", None),
    ],
)
def test_battles_and_games_are_won_or_lost(
    event: Event, seat: str | None, headline: Headline | None
) -> None:
    """MEG 8, MEG victory."""
    found = event.headline(seat)
    assert (found and found._replace(tally="")) == headline


def test_a_headline_of_the_game_counts_the_battles_of_each_side() -> None:
    """MEG victory."""
    british, turkish = (Fought(40, 30, winner).headline(None) for winner in ("british", "turkish"))
    assert british.tally == "battle to the British|battles to the British"
    assert turkish.tally == "battle to the Turks|battles to the Turks"
