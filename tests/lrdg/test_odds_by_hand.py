"""`sandtable odds` against odds worked out here from the rules, die by die, in recorded games.

Nothing of the program's own odds is used for what is expected: the dice are walked through face by
face, with the facts of the position as its board shows them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from games import ToldOdds, told_odds

import sandtable
from sandtable_tools.odds import forecast

FACES = range(1, 7)

AXIS = {
    **{"Italian AV 1": 8, "Italian AV 2": 4, "Italian AV 2, veteran": 2, "Italian AV 3": 1},
    **{"Italian mobile AV 1": 2, "Italian mobile AV 2": 4, "Italian mobile AV 3": 1},
    **{"German AV 2": 3, "German AV 3": 1, "German AV 3, veteran": 1, "German AV 4": 1},
    **{"German mobile AV 2": 2, "German mobile AV 3": 2, "German mobile AV 4": 2},
    **{"German mobile AV 3, veteran": 1, "German mobile AV 4, veteran": 1},
}
"""The 36 Axis counters."""


@pytest.fixture
def asked(run: Callable[..., Any]) -> Callable[[str, int, str], ToldOdds]:
    """Asks for the odds of an action after a line of a save: ``asked("barca", 8, "go jalo")``."""
    return lambda save, line, words: told_odds(run, f"lrdg-{save}", line, words)


def dice(number: int) -> Iterator[tuple[int, ...]]:
    """All ways in which dice can fall, each equally likely."""
    return product(FACES, repeat=number)


def counted(values: Iterator[Any]) -> dict[Any, Fraction]:
    """The share of each value among equally likely ones."""
    counts = Counter(values)
    return {value: Fraction(count, counts.total()) for value, count in counts.items()}


def shots(*values: int) -> dict[tuple[bool, ...], Fraction]:
    """Who hits, where each rolls a die of its own and hits on its value or less."""
    law: dict[tuple[bool, ...], Fraction] = {(): Fraction(1)}
    for value in values:
        sides = counted(face <= value for face in FACES)
        law = {(*hits, hit): a * b for hits, a in law.items() for hit, b in sides.items()}
    return law


def summed(law: dict[Any, Fraction], key: Callable[[Any], Any]) -> dict[Any, Fraction]:
    sums: dict[Any, Fraction] = defaultdict(Fraction)
    for value, part in law.items():
        sums[key(value)] += part
    return dict(sums)


# Discretion tests (LRDG 6.1.1): every modified die must be below 6.


@pytest.mark.parametrize(
    ("save", "line", "words", "number", "drm"),
    [
        ("barca", 8, "go sand-sea-east", 1, 1),  # sand, five units
        ("barca", 14, "move 1st sand-sea-west", 1, 1),
        ("barca", 16, "move 1st jalo", 2, 1),  # an oasis
        ("barca", 33, "move 1st barca", 3, 2),  # an airfield, five units and an Axis counter
    ],
)
def test_who_is_seen_on_the_march(
    asked: Callable[..., ToldOdds], save: str, line: int, words: str, number: int, drm: int
) -> None:
    """LRDG 6.1.1: every modified die must be below 6."""
    wanted = counted(any(face + drm >= 6 for face in faces) for faces in dice(number))
    assert asked(save, line, words).law(lambda text, _: "SEEN" in text) == wanted


def test_the_alarm_rises_where_they_are_seen(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 6.1.1: by one, unless it is at four already."""
    seen = counted(max(faces) + 1 >= 6 for faces in dice(2))
    assert asked("barca", 16, "move 1st jalo").law(
        lambda _, tracks: (tracks.get("alarm", 0), tracks["1st-action-points"])
    ) == {(int(rise), -5): part for rise, part in seen.items()}


def test_air_intelligence_and_whether_waco_comes_back(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 6.1.2: an oasis, nobody of ours, no Axis, +1 and -1; Waco is ready again on 1 or 2."""
    wanted = counted((max(a, b) >= 6, waco <= 2) for a, b, waco in dice(3))
    found = asked("campaign-1942", 338, "air-intelligence 3rd jaghbub")
    assert found.law(lambda text, _: ("SEEN" in text, "ready again" in text)) == wanted
    assert found.law(lambda text, tracks: "SEEN" in text and tracks["alarm"] == 1)[True] == Fraction(
        11, 36
    )


# Action points and events (LRDG 5.1).

EVENTS = {
    **{4: "infiltration", 5: "infiltration", 6: "intelligence", 7: "intelligence"},
    **{8: "navigation", 9: "navigation", 10: "mco", 11: "mco", 12: "test", 13: "test", 14: "petrol"},
    **{15: "mco", 16: "fog", 17: "stuck", 18: "immobilised", 19: "ghosts", 20: "ghosts"},
}


def test_action_points_and_the_event_of_a_six(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 5.1: seven units: two dice and 2; in sand the event has +2; its test is one die with +1."""
    wanted: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for a, b in dice(2):
        gained = a + b + 2 - 3  # three are left of this turn
        if 6 not in (a, b):
            wanted[gained, 0] += Fraction(1, 36)
            continue
        for faces in dice(3):
            effect = EVENTS[sum(faces) + 2]
            part = Fraction(1, 36 * 216)
            if effect == "test":
                wanted[gained, 1] += part / 3
                wanted[gained, 0] += part * 2 / 3
            else:
                wanted[gained + 2 * (effect == "navigation"), 0] += part
    found = asked("barca", 13, "end")
    assert found.law(lambda _, tracks: (tracks["1st-action-points"], tracks.get("alarm", 0))) == dict(
        wanted
    )


@pytest.mark.parametrize("effect", ["petrol", "fog", "stuck", "immobilised", "infiltration", "ghosts"])
def test_how_often_an_event_comes(asked: Callable[..., ToldOdds], effect: str) -> None:
    """LRDG 5.1: three dice and 2, when one of the two shows a 6."""
    wanted = counted(6 in (a, b) and EVENTS[c + d + e + 2] == effect for a, b, c, d, e in dice(5))
    assert asked("barca", 13, "end").law(lambda text, _: effect in text) == wanted


# Maintenance (LRDG 6.1.6, LRDG 5.5): a die below 3.


@pytest.mark.parametrize(
    ("save", "line", "words", "drm"),
    [
        ("barca", 12, "done", 0),
        ("bardia", 34, "maintain 3rd buqbuq", 0),
        ("campaign-1942", 30, "move 1st siwa", -2),  # between missions
    ],
)
def test_a_unit_is_repaired(
    asked: Callable[..., ToldOdds], save: str, line: int, words: str, drm: int
) -> None:
    """LRDG 6.1.6: a die below 3."""
    wanted = counted(face + drm < 3 for face in FACES)
    assert asked(save, line, words).law(lambda text, _: ", repaired." in text) == wanted


def test_all_the_units_of_a_mission_are_treated(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 5.5: eight units, each repaired or not by a die of its own."""
    wanted = summed(shots(*[4] * 8), sum)
    found = asked("campaign-1942", 305, "move 1st kufra")
    assert found.law(lambda text, _: text.count(", repaired.")) == wanted


# Counters that are turned up (LRDG 3.1).


def counters(*seen: str) -> dict[str, Fraction]:
    """What an unknown counter is, when some have been seen."""
    left = Counter(AXIS) - Counter(seen)
    assert left.total() == 36 - len(seen)
    return {kind: Fraction(count, left.total()) for kind, count in left.items()}


def test_what_lies_face_down(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 3.1: any of the 36 counters."""
    found = asked("barca", 28, "done")
    assert found.law(lambda text, _: text.removeprefix("At Benghazi: ").rstrip(".")) == counters()


def test_whom_the_alarm_awakes(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 5.3.1: nobody near is face down, so one comes from the pool, and the player says where."""
    met = ["German AV 2", "German AV 3", "German AV 3, veteran", "German mobile AV 4, veteran"]
    met += [
        "Italian AV 2, veteran",
        "Italian mobile AV 3",
        "German AV 2",
        "Italian AV 1",
        "German mobile AV 4",
    ]
    found = asked("barca", 60, "end")
    assert found.law(awoken) == counters(*met)


def awoken(text: str, _: object) -> str:
    said = re.search(r"lrdg: (.*) comes to one of", text)
    assert said
    return said[1]


# Combat (LRDG 7.3): a die of AV or less.


def hits(text: str, shooters: list[str]) -> tuple[bool, ...]:
    """Who hits, as it is told."""
    return tuple(
        bool(re.search(rf"\b{re.escape(one)} fires at [^:]*: \S+ \([^)]*\), HIT", text))
        for one in shooters
    )


def test_five_trucks_against_a_garrison(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 7.3.2: AV less one for those without an enemy; the fort helps AV 2 to 3."""
    order = ["T1/B", "T1/A", "G1/B", "G1/A", "Det A", "German AV 2"]
    found = asked("barca", 29, "decline")
    assert found.law(lambda text, _: hits(text, order)) == shots(3, 2, 2, 2, 1, 3)


def test_losses_of_both_sides_after_an_initiative(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 7.3.1: AV 3 (hit on 1, hits on 4) and AV 4, a veteran (hit on 3, hits on 5)."""
    wanted: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for fired, part in shots(3, 3, 3, 3, 1).items():
        veteran_lives, other_lives = not fired[0], not fired[4]
        both = (
            Fraction(4, 6) * (1 - Fraction(1, 6) ** 2) if veteran_lives and other_lives else Fraction(0)
        )
        wanted[sum(fired), -1] += part * both
        wanted[sum(fired), 0] += part * (1 - both)
    found = asked("barca", 37, "aim det-a axis-1")
    law = found.law(lambda _, tracks: (tracks.get("axis-defeated", 0), tracks.get("1st-units", 0)))
    assert law == {key: part for key, part in wanted.items() if part}


def test_five_shots_at_a_target(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 5.4: half of four hits are worth 3 points, all of them 7; tracks count halves."""
    worth = {0: 0, 1: 0, 2: 6, 3: 6, 4: 14}
    wanted = summed(shots(2, 2, 1, 1, 1), lambda who: min(sum(who), 4))
    found = asked("barca", 44, "all")
    assert found.law(
        lambda _, tracks: (-tracks.get("barca-target", 0), tracks.get("half-points", 0))
    ) == {(done, worth[done]): part for done, part in wanted.items()}


def test_the_last_hit_on_a_target(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 5.4: whoever hits first destroys it."""
    wanted = summed(shots(3, 2, 2, 2), any)
    assert asked("campaign-1942", 89, "all").law(lambda text, _: "destroyed" in text) == wanted


def test_a_die_that_is_rolled_again(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 7.3.3: G1/B fires once more, on 3; then the survivors on 2, 2, and on 3 if it missed."""
    wanted: dict[tuple[bool, ...], Fraction] = defaultdict(Fraction)
    for (again, one, two, three), part in shots(3, 2, 2, 3).items():
        wanted[again, one, two, three and not again] += part
    losses = ["T1/A is reduced", "T1/B is destroyed", "G1/B is reduced"]
    found = asked("campaign-1942", 250, "again g1-b")
    assert found.law(
        lambda text, tracks: (tracks["axis-defeated"] == 3, *(loss in text for loss in losses))
    ) == dict(wanted)


def test_a_shot_at_those_who_pull_back(asked: Callable[..., ToldOdds]) -> None:
    """LRDG 7.3.2: one Axis unit faces one of ours, reduced already: AV 2."""
    found = asked("campaign-1942", 108, "pull-back charruba")
    assert found.law(lambda _, tracks: (tracks.get("2nd-units", 0), tracks.get("half-points", 0))) == {
        (-1, -2): Fraction(1, 3),
        (0, 0): Fraction(2, 3),
    }


def test_outcomes_of_which_the_same_is_told_are_one() -> None:
    """LRDG 7.1: which face-down unit lies in which place makes no difference to who sees neither."""
    session = sandtable.new("lrdg/el-alamein", seed=202)
    detached = ["detach 1st siwa", "add t1-a", "add t1-b", "add sas-1", "add sas-2", "go siwa-track"]
    for words in ("historical", *detached, "move 1st qara-scarp", "end"):
        session.choose(words)
    found = forecast(session.table, "lrdg", [session.table.read("move 1st mersa")], horizon=0)
    told = [(one.text, one.tracks, one.next, one.over) for one in found.outcomes]
    assert len(told) == 2
    assert [one.probability for one in found.outcomes] == [Fraction(3, 4), Fraction(1, 4)]
