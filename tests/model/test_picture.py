"""The boards of pictures."""

from __future__ import annotations

from sandtable import Space, battle_lines

ARABS, OTTOMANS = ("arabs", "Arabs"), ("ottomans", "Ottomans")


def test_battle_lines_have_a_tray_for_each_position_of_either_side():
    spaces = battle_lines(ARABS, OTTOMANS, 2).spaces
    assert [(id, space.name, space.x, space.y) for id, space in spaces.items()] == [
        ("arabs-1", "Arabs 1", 0, 0),
        ("arabs-2", "Arabs 2", 0, 1),
        ("ottomans-1", "Ottomans 1", 1, 0),
        ("ottomans-2", "Ottomans 2", 1, 1),
    ]


def test_a_tray_above_battle_lines_is_two_rows_of_counters_high():
    reserve = Space("reserve", "In reserve")
    spaces = battle_lines(ARABS, OTTOMANS, 2, (reserve,)).spaces
    assert spaces["reserve"] == reserve
    assert [space.y for space in spaces.values()] == [2, 3, 2, 3, 0]
