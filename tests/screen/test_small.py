"""The prompt at a terminal of 80 x 24."""

from __future__ import annotations

from collections.abc import Callable

from screens import MORE, Watched

Terminals = Callable[..., Watched]


def test_a_move_shows_where_it_led_on_the_map(watched: Terminals) -> None:
    seen = watched("play", "lrdg/el-alamein", "--seed", "3", columns=80, rows=24)
    seen.wait("lrdg>", "Mersa══El Daba", "T3")
    seen.send("historical\r").wait("1st:7", "action points")
    seen.send("move 1st siwa-track\r").wait("Siwa to Siwa Track", "Siwa Track.", "1st:7")
    assert MORE not in seen.text


def test_orders_are_answered_without_a_page(watched: Terminals) -> None:
    seen = watched("play", "lrdg/el-alamein", "--seed", "3", columns=80, rows=24).wait("lrdg>")
    for order, answer in (
        ("historical", "action points"),
        ("detach 1st", "no unit yet"),
        ("add sas-1 sas-2 sas-3 sas-4", "4 units"),
        ("go siwa-track", "Siwa to Siwa Track"),
        ("end", "Turn 2."),
    ):
        seen.send(f"{order}\r").wait(answer).until(
            lambda: MORE in seen.text or seen.rows[seen.screen.cursor.y].endswith("lrdg>")
        )
        assert MORE not in seen.text, order
    assert "move 1st" in seen.text
