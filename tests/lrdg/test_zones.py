"""LRDG 3.3, The map: zones, their kinds, links, and distances."""

from __future__ import annotations

import pytest

from sandtable_lrdg import zones
from sandtable_lrdg.zones import BASES, NAMES, airfields, board, flight_zones, price, zones_within

MAP = board()
DICE = zones.test_dice  # not to be collected as a test

ROCKY = """
    bir-hacheim bir-tengeder gerdoba-ridge sofafi-ridge qara-scarp qattara-rim tengeder-heights
"""
SAND = """
    el-cuasc el-alamein siwa-track barrani-plain trigh-hacheim serir-north serir-south wadi-faregh
    sand-sea-east sand-sea-west
"""
OASES = "siwa kufra jalo"
VILLAGES = """
    jaghbub fort-maddalena cambut mechili charruba msus beda-fomm maaten-el-grara ben-gania buqbuq
    sidi-barrani mersa el-daba
"""
BUILT_UP = """
    bardia tobruk el-adem gazala derna beda-littora barca benghazi agedabia marsa-el-brega
"""
NOT_FLOWN = """
    siwa kufra buqbuq sidi-barrani mersa el-daba el-alamein siwa-track gerdoba-ridge sofafi-ridge
    barrani-plain qara-scarp qattara-rim serir-north serir-south sand-sea-east sand-sea-west
"""


@pytest.mark.parametrize(
    ("names", "dice", "drm"),
    [(ROCKY, 1, 4), (SAND, 1, 2), (OASES, 2, -2), (VILLAGES, 2, -4), (BUILT_UP, 3, -4)],
)
def test_the_kind_of_a_zone_decides_dice_and_drm(names: str, dice: int, drm: int) -> None:
    """LRDG 3.3.1; of several kinds the most dice and the lowest drm, as at Gazala (LRDG-A6)."""
    zones_with = [
        zone for zone in MAP.spaces if (DICE(MAP, zone), zones.event_drm(MAP, zone)) == (dice, drm)
    ]
    rocky = [zone for zone in zones_with if "rocky" in MAP.spaces[zone].kinds]
    assert sorted(zones_with) == sorted(names.split())
    assert rocky == (zones_with if names is ROCKY else [])


def test_the_map_is_whole() -> None:
    """43 zones, 78 links, every zone to be reached, none farther than 9 links (LRDG 3.3.1)."""
    kinds = [link.kind for link in MAP.links]
    assert len(MAP.spaces) == 43
    assert [kinds.count(kind) for kind in ("road", "path", "off-path")] == [14, 39, 25]
    assert len(kinds) == 78
    far = [MAP.distances(zone) for zone in MAP.spaces]
    assert {len(reached) for reached in far} == {43}
    assert max(max(reached.values()) for reached in far) == 9


def test_a_place_has_one_name() -> None:
    """However the rulebook spells it, and nothing is named that it only mentions (LRDG-A55)."""
    assert len(set(NAMES.values())) == len(NAMES)
    spelt = {"Barce", "Barka", "Mecheli", "Kuffra", "Koufra", "Slonta", "Sollum"}
    assert not spelt & set(NAMES.values())
    assert {"Barca", "Mechili", "Kufra"} <= set(NAMES.values())


def test_the_map_agrees_with_the_examples() -> None:
    """Distances are links of any kind (LRDG-A5), adjacent is what is linked (LRDG 3.3.1)."""
    assert MAP.distance("el-cuasc", "bardia") == 2
    assert MAP.adjacent("fort-maddalena", "bardia")
    assert MAP.neighbours("fort-maddalena", ["off-path"]) == ["sofafi-ridge", "gerdoba-ridge"]
    assert MAP.adjacent("beda-littora", "mechili")
    assert MAP.adjacent("mechili", "bir-tengeder")
    assert MAP.distance("beda-littora", "bir-tengeder") == 2
    assert MAP.distance("beda-littora", "beda-fomm") == 3
    assert MAP.neighbours("jalo", ["path"]) == ["sand-sea-west", "wadi-faregh", "serir-south"]
    assert sorted(zones_within(MAP, "bardia", 1)) == ["bardia", "buqbuq", "cambut", "fort-maddalena"]


@pytest.mark.parametrize(
    ("start", "zone", "points"),
    [
        ("siwa", "mersa", 3),
        ("siwa", "bir-hacheim", 4),
        ("siwa", "bir-tengeder", 5),
        ("siwa", "mechili", 6),
        ("kufra", "bardia", 4),
        ("siwa", "tobruk", 5),
    ],
)
def test_the_cheapest_ways_are_as_long_as_they_should_be(start: str, zone: str, points: int) -> None:
    """By paths alone, one link to a point (LRDG 3.3.1)."""
    assert MAP.distance(start, zone, ["path"]) == points


@pytest.mark.parametrize(
    ("start", "zone", "prices"),
    [
        ("gazala", "tobruk", [1, 1, 2, 2, 3, 3, 4, 4, 5]),
        ("siwa", "kufra", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("gazala", "mechili", [2, 4, 6, 8, 10, 12, 14, 16, 18]),
    ],
)
def test_a_link_is_paid_by_every_unit_and_a_road_rounded_up(
    start: str, zone: str, prices: list[int]
) -> None:
    """Road, path, off-path for 1 to 9 units (LRDG 6.1.1); the sum is rounded (LRDG-A2)."""
    assert [price(MAP, start, zone, units) for units in range(1, 10)] == prices
    assert price(MAP, zone, start, 7) == prices[6]


def test_fortresses_and_airfields() -> None:
    """LRDG 3.3.1; every fortress has an airfield (LRDG-A22)."""
    forts = [zone for zone, space in MAP.spaces.items() if "fortress" in space.kinds]
    assert sorted(forts) == ["barca", "benghazi", "tobruk"]
    assert sorted(airfields(MAP)) == sorted([*forts, "el-adem", "gazala", "derna", "agedabia"])


def test_the_axis_recon_does_not_reach_the_south_and_the_east() -> None:
    """Zones more than two links from any airfield, and the bases (LRDG 5.3.2)."""
    beyond = set(MAP.spaces) - flight_zones(MAP)
    assert beyond == set(NOT_FLOWN.split())


def test_two_doubtful_places_can_be_changed() -> None:
    """An airfield at Mersa, and the fort that Fort Maddalena is named after (LRDG 3.3.1, LRDG-A103)."""
    changed = board(mersa_airfield=True, maddalena_is_fort=True)
    assert DICE(changed, "mersa") == 3
    assert "mersa" in airfields(changed)
    assert {"mersa", "el-daba", "qara-scarp"} <= flight_zones(changed)
    assert "coast" in changed.spaces["mersa"].kinds
    assert DICE(changed, "fort-maddalena") == 3
    assert "fortress" not in changed.spaces["fort-maddalena"].kinds
    same = [zone for zone in MAP.spaces if changed.spaces[zone] == MAP.spaces[zone]]
    assert set(MAP.spaces) - set(same) == {"mersa", "fort-maddalena"}


def test_the_axis_goes_round_the_bases() -> None:
    """LRDG-A72; it loses nothing by it but on the way to a base itself."""
    for goal in set(MAP.spaces) - set(BASES):
        far = zones.links_to(MAP, goal)
        assert {zone: far[zone] for zone in MAP.spaces if zone not in BASES} == {
            zone: links for zone, links in MAP.distances(goal).items() if zone not in BASES
        }
    assert MAP.distance("siwa-track", "kufra") == 2
    assert zones.links_to(MAP, "siwa-track")["kufra"] == 3
    assert zones.links_to(MAP, "siwa")["siwa-track"] == 1


def test_the_boxes_are_no_zones() -> None:
    """What is in a box is nowhere on the map (LRDG 3.3, LRDG 3.3.3); only two zones are bases."""
    assert BASES == ("siwa", "kufra")
    assert not {"", "support", "maintenance"} & set(MAP.spaces)
