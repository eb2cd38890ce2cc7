"""LOA 30, LOA-C5, Special spaces and the map: kinds of spaces, links, and distances."""

from __future__ import annotations

from itertools import combinations, pairwise
from types import SimpleNamespace

import pytest

from sandtable_lawrence import spaces
from sandtable_lawrence.map_picture import LABELS, draw
from sandtable_lawrence.spaces import BOARD, LAND, NAMES, PORTS, SUEZ, land_distance
from sandtable_lawrence.state import LawrenceState, all_units, leadership_track

LINE = ["damascus", "deraa", "amman", "maan", "mudawwara", "tabuk", "madain-salih", "hedia", "medina"]
"""The Hejaz railway, north to south."""


def test_the_map_is_whole() -> None:
    """LOA-C5, LOA-R50: 33 spaces, 68 links, every space to be reached overland."""
    drawn = [link.kind for link in BOARD.links]
    assert len(BOARD.spaces) == 33
    assert [drawn.count(kind) for kind in (*LAND, "water")] == [8, 28, 22, 10]
    assert len(drawn) == 68
    assert len(BOARD.distances("cairo", LAND)) == 33


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("staging", "cairo suez"),
        ("port", "aqaba wejh yenbo jidda"),
        ("holy", "mecca"),
        ("critical", "medina damascus"),
        ("city", "medina damascus deraa amman maan gaza beersheba jerusalem"),
        ("station", "mudawwara tabuk madain-salih hedia"),
        ("town", "el-arish tafileh muweilah umm-lejj rabegh"),
        ("desert", "nekhl rumm jefer bair azrak wadi-sirhan jauf teima wadi-ais"),
        ("rail", "medina damascus deraa amman maan mudawwara tabuk madain-salih hedia"),
    ],
)
def test_the_kinds_of_the_spaces(kind: str, names: str) -> None:
    """LOA-C5: every space is of one kind; those on the line and critical cities are more than that."""
    assert [space for space in NAMES if kind in spaces.kinds(space)] == names.split()
    more = {"rail", "critical"}
    assert all(len(set(spaces.kinds(space)) - more) == 1 for space in NAMES)


def test_the_critical_cities() -> None:
    """LOA 30.1: Medina and Damascus."""
    assert set(spaces.CRITICAL) == {"medina", "damascus"}
    assert [space for space in NAMES if spaces.is_critical(space)] == list(spaces.CRITICAL)


def test_where_only_leaders_go() -> None:
    """LOA 30.2: Lawrence alone to the Staging Areas, leaders to Mecca."""
    assert spaces.STAGING == (spaces.CAIRO, SUEZ)
    assert spaces.RESTRICTED == ("cairo", "suez", spaces.MECCA)
    assert set(spaces.RESTRICTED) < set(NAMES)


def test_suez_is_no_arabian_port() -> None:
    """LOA 30.3: Aqaba, Wejh, Yenbo and Jidda are; Suez is a port for Lawrence and gear alone."""
    assert PORTS == ("aqaba", "wejh", "yenbo", "jidda")


def test_by_sea_every_port_is_next_to_every_other() -> None:
    """LOA 30.4, LOA-C5: and Suez to each of them; nothing else is."""
    sea = {frozenset((link.a, link.b)) for link in BOARD.links if link.kind == "water"}
    assert sea == {frozenset(pair) for pair in combinations((*PORTS, SUEZ), 2)}


def test_the_line_runs_from_damascus_to_medina() -> None:
    """LOA 35.1, LOA-C5: all Rail spaces, in this order."""
    assert {space for space in NAMES if spaces.is_rail(space)} == set(LINE)
    rails = {frozenset((link.a, link.b)) for link in BOARD.links if link.kind == "rail"}
    assert rails == {frozenset(pair) for pair in pairwise(LINE)}
    assert [BOARD.distance("damascus", space, ("rail",)) for space in LINE] == list(range(9))


@pytest.mark.parametrize(
    ("origin", "goal", "steps"),
    [
        ("yenbo", "wejh", 2),
        ("wejh", "aqaba", 2),
        ("aqaba", "maan", 1),
        ("aqaba", "tabuk", 2),
        ("aqaba", "deraa", 3),
        ("aqaba", "damascus", 4),
        ("aqaba", "gaza", 3),
        ("aqaba", "medina", 5),
    ],
)
def test_how_far_it_is_overland(origin: str, goal: str, steps: int) -> None:
    """LOA-C5: the distances printed beside the map; the sea is not counted (LOA-C4)."""
    assert land_distance(origin, goal) == land_distance(goal, origin) == steps
    assert land_distance(origin, origin) == 0


def test_ports_cities_and_critical_cities_have_their_signs_on_the_map() -> None:
    """LOA 30.1, LOA 30.3, LOA-C5."""
    signed = [label for label in LABELS.values() if label.endswith(("~", "!"))]
    assert signed == ["Suez~", "Aqaba~", "Wejh~", "Yenbo~", "Jidda~", "MEDINA!", "DAMASCUS!"]
    assert [space for space in NAMES if LABELS[space].isupper()] == [
        space for space in NAMES if "city" in spaces.kinds(space)
    ]


@pytest.mark.parametrize(("width", "height"), [(80, None), (80, 40), (100, 40), (120, 40), (120, None)])
def test_the_map_names_every_space_and_shows_what_is_there(width: int, height: int | None) -> None:
    """LOA-C5, LOA 32, LOA 35: forces, the Camp, Garrisons, RR Breaks, gear; nothing is cut."""
    state = LawrenceState(units=all_units(), bin=[], gear=[], leadership=leadership_track(3))
    for unit, space in {"lawrence": "yenbo", "harb": "yenbo", "camp": "rumm", "auda": "rumm"}.items():
        state.units[unit].space = space
    state.units["billi"].space = "jauf"
    state.garrisons = {"wejh": None, "maan": 2}
    state.breaks, state.stores = ["hedia"], {"bair": ["demolition", "machineguns"]}
    mission = SimpleNamespace(clear=(), demolish=(), occupy=())
    drawn = draw(SimpleNamespace(state=state, mission=mission), width, height)  # type: ignore[arg-type]
    picture = "\n".join(drawn)
    assert all(len(row) <= width for row in drawn)
    assert len(drawn) <= (height or 99)
    assert all(label in picture for label in LABELS.values())
    badges = ("[L:1]", "[A]", "[C]", "[:1]", "<?>", "<G2>", "[x]", "[*dm]")
    assert all(badge in picture for badge in badges)
    assert not any(note in picture for note in ("Names cut", "Links hard", "Marks"))
