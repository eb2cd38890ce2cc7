"""`sandtable odds` against odds worked out here from the rules, die by die, in written positions.

The expected odds use nothing of the program's own: the dice are walked through face by
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
from games import ToldOdds

import sandtable
from sandtable import Phase, Table
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.sequence import EndTurn, Reactions
from sandtable_lrdg.state import SEAT, Target
from sandtable_tools.odds import forecast
from sandtable_tools.odds.documents import document

TURN = (Actions(), EndOfActions(), Reactions(), EndTurn())
ACTED = {"1st": {"acted": True}}
RECON_OK = {"1st": {"recon_ok": [""]}}
FIVE = "t1-a t1-b g1-a g1-b det-a"

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
def odds_of(position: Callable[..., Table], play: Callable[..., Table]) -> Callable[..., ToldOdds]:
    """The odds of the last line in a written position: ``asked("move 1st jalo", ap=9, ...)``."""

    def odds(*words: str, phases: tuple[Phase[Any], ...] = (), **written: Any) -> ToldOdds:
        table = play(position(*phases, **written), *words[:-1])
        result = forecast(table, SEAT, [table.read(words[-1])], most=10**6, horizon=0)
        return ToldOdds(document(result))

    return odds


def dice(number: int) -> Iterator[tuple[int, ...]]:
    """All ways in which dice can fall, each equally likely."""
    return product(FACES, repeat=number)


def counted(values: Iterator[Any]) -> dict[Any, Fraction]:
    """The share of each value among equally likely ones."""
    counts = Counter(values)
    return {value: Fraction(count, counts.total()) for value, count in counts.items()}


def shots(*values: int) -> dict[tuple[bool, ...], Fraction]:
    """The sides that hit, if each rolls a die of its own and hits on its value or less."""
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
    ("start", "words", "number", "drm"),
    [
        ("siwa", "move 1st sand-sea-east", 1, 1),  # sand, five units
        ("sand-sea-west", "move 1st jalo", 2, 1),  # an oasis
        ("benghazi", "move 1st barca", 3, 2),  # an airfield, five units and an Axis counter
    ],
)
def test_the_odds_to_be_seen_on_the_march(
    odds_of: Callable[..., ToldOdds], start: str, words: str, number: int, drm: int
) -> None:
    """LRDG 6.1.1: every modified die must be below 6."""
    wanted = counted(any(face + drm >= 6 for face in faces) for faces in dice(number))
    odds = odds_of(words, units=f"{FIVE}@{start}", ap=9, face_down="barca")
    assert odds.law(lambda text, _: "SEEN" in text) == wanted


def test_the_alarm_rises_where_they_are_seen(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 6.1.1: by one, unless it is at four already."""
    seen = counted(max(faces) + 1 >= 6 for faces in dice(2))
    assert odds_of("move 1st jalo", units=f"{FIVE}@sand-sea-west", ap=9).law(
        lambda _, tracks: (tracks.get("alarm", 0), tracks["1st-action-points"])
    ) == {(int(rise), -5): part for rise, part in seen.items()}


def test_air_intelligence_and_whether_waco_comes_back(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 6.1.2: an oasis, nobody of ours, one Axis unit (+1), and -1; Waco is back on 1 or 2."""
    wanted = counted((max(a, b) >= 6, waco <= 2) for a, b, waco in dice(3))
    odds = odds_of(
        "air-intelligence 1st jaghbub", units="t1-a t1-b@siwa", ap=6, waco=True, axis={"jaghbub": "it-1"}
    )
    assert odds.law(lambda text, _: ("SEEN" in text, "ready again" in text)) == wanted
    assert odds.law(lambda text, tracks: "SEEN" in text and tracks["alarm"] == 1)[True] == Fraction(
        11, 36
    )


# Action points and events (LRDG 5.1).

EVENTS = {
    **{4: "infiltration", 5: "infiltration", 6: "intelligence", 7: "intelligence"},
    **{8: "navigation", 9: "navigation", 10: "mco", 11: "mco", 12: "test", 13: "test", 14: "petrol"},
    **{15: "mco", 16: "fog", 17: "stuck", 18: "immobilised", 19: "ghosts", 20: "ghosts"},
}


def test_action_points_and_the_event_of_a_six(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 5.1: five units: two dice and 2; in sand the event has +2; its test is one die with +1."""
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
    odds = odds_of("end", phases=TURN, units=f"{FIVE}@sand-sea-west", ap=3, patrols=ACTED)
    assert odds.law(lambda _, tracks: (tracks["1st-action-points"], tracks.get("alarm", 0))) == dict(
        wanted
    )


@pytest.mark.parametrize("effect", ["petrol", "fog", "stuck", "immobilised", "infiltration", "ghosts"])
def test_how_often_an_event_comes(odds_of: Callable[..., ToldOdds], effect: str) -> None:
    """LRDG 5.1: three dice and 2, when one of the two shows a 6."""
    wanted = counted(6 in (a, b) and EVENTS[c + d + e + 2] == effect for a, b, c, d, e in dice(5))
    odds = odds_of("end", phases=TURN, units=f"{FIVE}@sand-sea-west", ap=3, patrols=ACTED)
    assert odds.law(lambda text, _: effect in text) == wanted


# Maintenance (LRDG 6.1.6, LRDG 5.5): a die below 3.


@pytest.mark.parametrize(
    ("words", "written", "drm"),
    [
        (["maintain 1st jalo"], {"units": "t1-a t1-b@jalo"}, 0),
        (["maintain 1st jalo", "use light-a", "done"], {"units": "t1-a light-a@jalo"}, -1),
        (["move 1st siwa"], {"units": "t1-a@siwa-track", "phases": TURN, "name": "campaign-1942"}, -2),
    ],
)
def test_a_unit_is_repaired(
    odds_of: Callable[..., ToldOdds], words: list[str], written: dict[str, Any], drm: int
) -> None:
    """LRDG 6.1.6: a die below 3; between missions with -2 (LRDG 5.5)."""
    wanted = counted(face + drm < 3 for face in FACES)
    odds = odds_of(*words, ap=9, mco={"t1-a": [2]}, **written)
    assert odds.law(lambda text, _: ", repaired." in text) == wanted


def test_all_the_units_of_a_mission_are_treated(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 5.5: eight units, each repaired or not by a die of its own."""
    wanted = summed(shots(*[4] * 8), sum)
    eight = f"{FIVE} sas-1 sas-2 sas-3"
    odds = odds_of(
        "move 1st siwa", units=f"{eight}@siwa-track", mco={unit: [2] for unit in eight.split()}, ap=9,
        phases=TURN, name="campaign-1942",
    )  # fmt: skip
    assert odds.law(lambda text, _: text.count(", repaired.")) == wanted


# Counters that are turned up (LRDG 3.1).


def counters(*seen: str) -> dict[str, Fraction]:
    """The possible kinds of an unknown counter, after some have been seen."""
    left = Counter(AXIS) - Counter(seen)
    assert left.total() == 36 - len(seen)
    return {kind: Fraction(count, left.total()) for kind, count in left.items()}


def test_the_odds_of_a_face_down_counter(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 3.1: any of the 36 counters."""
    odds = odds_of(
        "all", units=f"{FIVE}@benghazi", face_down="benghazi", clashes=["benghazi"],
        phases=(Combats(),), patrols=RECON_OK,
    )  # fmt: skip
    assert (
        odds.law(lambda text, _: text.removeprefix("Revealed at Benghazi: ").rstrip(".")) == counters()
    )


def test_the_odds_of_an_awakening(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 5.3.1: nobody near is face down, so one comes from the pool, and the player says where."""
    met = ["German AV 2", "German AV 3", "German mobile AV 4, veteran", "Italian AV 1"]
    odds = odds_of(
        "end", units="t1-a@mechili", axis={"mersa": "ge-2 ge-3 ge-m4v it-1"}, phases=TURN, alarm=3
    )
    assert odds.law(awoken) == counters(*met)


def awoken(text: str, _: object) -> str:
    match = re.search(r"Where does ([A-Z][^(]*) appear: at [A-Z]", text)
    assert match
    return match[1]


# Combat (LRDG 7.3): a die of AV or less.


def hits(text: str, shooters: list[str]) -> tuple[bool, ...]:
    """The units that hit, in the words of the event."""
    return tuple(
        bool(re.search(rf"\b{re.escape(shooter)} fires at [^:]*: \S+ \([^)]*\), HIT", text))
        for shooter in shooters
    )


def test_five_trucks_against_a_garrison(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 7.3.2: AV less one for those without an enemy; the fort helps AV 2 to 3."""
    order = ["T1/A", "T1/B", "G1/A", "G1/B", "Det A", "German AV 2"]
    odds = odds_of(
        "all", "decline", units=f"{FIVE}@benghazi", axis={"benghazi": "ge-2"}, clashes=["benghazi"],
        phases=(Combats(),), patrols=RECON_OK,
    )  # fmt: skip
    assert odds.law(lambda text, _: hits(text, order)) == shots(3, 2, 2, 2, 1, 3)


def test_losses_of_both_sides_after_an_initiative(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 7.3.1: AV 4, a veteran (hit on 2, hits on 5) and AV 3 (hit on 2, 2, 2 and 1, hits on 4)."""
    wanted: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    fires_back = (1 - Fraction(1, 6) ** 2, Fraction(4, 6))
    for fired, part in shots(2, 2, 2, 2, 1).items():
        defeated = fired[0], any(fired[1:])
        for lost in product((True, False), repeat=2):
            chance = part
            for dead, hit, odds in zip(defeated, lost, fires_back, strict=True):
                chance *= (0 if dead else odds) if hit else (1 if dead else 1 - odds)
            wanted[sum(defeated), -sum(lost)] += chance
    outcome_odds = odds_of(
        "all", "initiative", "aim g1-a axis-2", "aim g1-b axis-2", "aim det-a axis-2",
        units=f"{FIVE}@barca", reduced="t1-a t1-b", axis={"barca": "ge-m4v ge-3"}, clashes=["barca"],
        phases=(Combats(),), patrols=RECON_OK,
    )  # fmt: skip
    law = outcome_odds.law(
        lambda _, tracks: (tracks.get("axis-defeated", 0), tracks.get("1st-units", 0))
    )
    assert law == {key: part for key, part in wanted.items() if part}


def test_five_shots_at_a_target(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 5.4: half of four hits are worth 3 points, all of them 7."""
    worth = {0: 0, 1: 0, 2: 3, 3: 3, 4: 7}
    wanted = summed(shots(3, 2, 2, 2, 1), lambda who: min(sum(who), 4))
    odds = odds_of(
        "assault barca", "all", units=f"{FIVE}@barca", targets={"barca": Target(4, 4, drawn=True)}
    )
    assert odds.law(
        lambda _, tracks: (-tracks.get("barca-target", 0), tracks.get("victory-points", 0))
    ) == {(done, worth[done]): part for done, part in wanted.items()}


def test_the_last_hit_on_a_target(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 5.4: whoever hits first destroys it."""
    wanted = summed(shots(3, 2, 2, 2, 1), any)
    odds = odds_of(
        "assault barca", "all", units=f"{FIVE}@barca", targets={"barca": Target(4, 1, drawn=True)}
    )
    assert odds.law(lambda text, _: "destroyed" in text) == wanted


def test_a_die_that_is_rolled_again(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 7.3.2: G1/B fires once more, on 2; then the enemy, if it still stands, on 3."""
    wanted: dict[tuple[bool, bool], Fraction] = defaultdict(Fraction)
    for (again, back), part in shots(2, 3).items():
        wanted[again, back and not again] += part
    odds = odds_of(
        "all", "initiative", "again g1-b", units="t1-a g1-b@barca", axis={"barca": "ge-2"},
        clashes=["barca"], phases=(Combats(),), patrols={"1st": {"recon_ok": ["", ""]}}, dice=[6, 6],
    )  # fmt: skip
    assert odds.law(
        lambda text, tracks: (tracks["axis-defeated"] == 1, "T1/A is reduced" in text)
    ) == dict(wanted)


def test_a_shot_at_those_who_pull_back(odds_of: Callable[..., ToldOdds]) -> None:
    """LRDG 7.3.2: one Axis unit faces one of ours, reduced already: AV 2."""
    odds = odds_of(
        "assault mechili", "contact t1-a", "done", "aim t1-a axis-1", "pull-back charruba",
        units="t1-a t1-b@mechili", reduced="t1-a", targets={"mechili": Target(4, 4, drawn=True)},
        axis={"mechili": "it-2"}, guards="mechili", dice=[6, 6],
    )  # fmt: skip
    assert odds.law(lambda _, tracks: (tracks.get("1st-units", 0), tracks.get("victory-points", 0))) == {
        (-1, -1): Fraction(1, 3),
        (0, 0): Fraction(2, 3),
    }


def test_outcomes_of_which_the_same_is_shown_are_one() -> None:
    """LRDG 7.1: which face-down unit lies in which place makes no difference to who sees neither."""
    session = sandtable.new("lrdg/el-alamein", seed=202)
    detached = ["detach 1st siwa", "add t1-a", "add t1-b", "add sas-1", "add sas-2", "go siwa-track"]
    for words in ("historical", *detached, "move 1st qara-scarp", "end"):
        session.choose(words)
    odds = forecast(session.table, "lrdg", [session.table.read("move 1st mersa")], horizon=0)
    texts = [(outcome.text, outcome.tracks, outcome.next, outcome.over) for outcome in odds.outcomes]
    assert len(texts) == 2
    assert [outcome.probability for outcome in odds.outcomes] == [Fraction(3, 4), Fraction(1, 4)]
