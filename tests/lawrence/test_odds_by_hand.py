"""`sandtable odds` against odds worked out here from the rules, die by die, in written positions.

The expected odds use nothing of the program's own: dice, cards and counters are walked
through one by one, with the facts of the position as its board shows them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from games import ToldOdds

from sandtable_lawrence.break_off import RoundOver
from sandtable_lawrence.demolition import Sabotage
from sandtable_lawrence.fire import NextShot
from sandtable_lawrence.line_up import LineUp
from sandtable_lawrence.post_battle import BattleOver
from sandtable_lawrence.preparation import Prepare
from sandtable_lawrence.state import SEAT
from sandtable_tools.odds import forecast
from sandtable_tools.odds.documents import document

FACES = range(1, 7)
SIXTH = Fraction(1, 6)

BEDOUIN = {"Howeitat": 3, "Ruwalla": 3, "Beni Sakhr": 2, "Juheina": 2, "Harb": 1, "Billi": 1}
GARRISONS = {0: 2, 1: 1, 2: 1, 3: 2}

CARDS = (
    *("Turkish Patrol", "Ottoman Column", "Railway Guards", "Fakhri Pasha", "Asien Korps", "Ambush!"),
    *("Turkish Reserves", "Allenby", "Tribal Rising", "Gold Sovereigns", "The Nefud", "Blood Feud"),
    *("Feisal Rides", "Spies in the Souk"),
)


@pytest.fixture
def odds_of(position: Callable[..., Any]) -> Callable[..., ToldOdds]:
    """The odds of words in a written position: ``asked("appeal", units="lawrence@cairo")``."""

    def told(words: str, *phases: Any, **written: Any) -> ToldOdds:
        table = position(*phases, **written)
        return ToldOdds(document(forecast(table, SEAT, table.read(words), horizon=0, most=10**6)))

    return told


def counted(values: Any) -> dict[Any, Fraction]:
    """The share of each value among equally likely ones."""
    counts = Counter(values)
    return {value: Fraction(count, counts.total()) for value, count in counts.items()}


# Leadership checks (LOA 34.2): a die of Leadership or less, with what is paid added.


@pytest.mark.parametrize(
    ("words", "level", "lost"),
    [("recruit 0", 2, ""), ("recruit 1", 2, ""), ("recruit 2", 2, ""), ("recruit 1", 3, "auda")],
)
def test_a_leader_comes_when_the_check_succeeds(
    odds_of: Callable[..., ToldOdds], words: str, level: int, lost: str
) -> None:
    """LOA 34.3: which one is picked; Auda has strength 4, Sherif Ali 2."""
    leaders = ["Sherif Ali"] if lost else ["Auda", "Sherif Ali"]
    needs = level + int(words[-1])
    wanted: dict[str, Fraction] = defaultdict(Fraction)
    for face, leader in product(FACES, leaders):
        wanted[leader if face <= needs else ""] += SIXTH / len(leaders)
    odds = odds_of(words, Prepare(), units="lawrence@yenbo", leadership=level, lost=lost, pounds=5)

    def joins(text: str, tracks: Counter[str]) -> str:
        who = next((leader for leader in ("Auda", "Sherif Ali") if f"{leader} joins" in text), "")
        assert tracks["units"] == bool(who)
        return who

    assert odds.law(joins) == dict(wanted)


@pytest.mark.parametrize("level", [2, 3])
def test_an_appeal_is_heard(odds_of: Callable[..., ToldOdds], level: int) -> None:
    """LOA 34.4: a leadership check."""
    wanted = counted(face <= level for face in FACES)
    odds = odds_of("appeal", units="lawrence@cairo harb@aqaba", leadership=level)
    assert odds.law(lambda text, _: "listens" in text) == wanted


# What is picked.


def test_which_bedouin_join(odds_of: Callable[..., ToldOdds]) -> None:
    """LOA-C3: they come face down; at the Camp each costs two Pounds."""
    camp: dict[str, Any] = {"force": "lawrence", "pounds": 5}
    odds = odds_of("buy bedouin", units="lawrence camp@rumm", **camp)
    assert odds.law(lambda text, tracks: (joined(text), tracks["strength"], tracks["pounds"])) == {
        (name, strength, -2): SIXTH for name, strength in BEDOUIN.items()
    }
    rest = odds_of("buy bedouin", units="lawrence camp beni-sakhr@rumm", **camp)
    assert rest.law(lambda text, _: joined(text)) == dict.fromkeys(
        [name for name in BEDOUIN if name != "Beni Sakhr"], Fraction(1, 5)
    )


def joined(text: str) -> str:
    match = re.search(r"The (.*), strength", text)
    assert match
    return match[1]


@pytest.mark.parametrize(("space", "seen"), [("medina", []), ("aqaba", [3]), ("wejh", [3, 1])])
def test_the_odds_of_scouting(odds_of: Callable[..., ToldOdds], space: str, seen: list[int]) -> None:
    """LOA-C10: an even die turns the Garrison up; a 0 is removed."""
    left = Counter(GARRISONS) - Counter(seen)
    wanted: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for face, number in product(FACES, left.elements()):
        even = face % 2 == 0
        key = (f"is a {number}" if even else "nothing seen", -1 if even and not number else 0)
        wanted[key] += SIXTH / left.total()

    def sighting(text: str, tracks: Counter[str]) -> tuple[str, int]:
        match = re.search(r"nothing seen|is a \d", text)
        assert match
        return match[0], tracks["garrisons"]

    known: dict[str, int | None] = dict(zip(["tabuk", "maan"], seen, strict=False))
    odds = odds_of(
        f"scout {space}", units="lawrence+aeroplane@wadi-ais", force="lawrence",
        garrisons={**known, space: None},
    )  # fmt: skip
    assert odds.law(sighting) == dict(wanted)


@pytest.mark.parametrize(("words", "held"), [("fly cairo", ""), ("fly yenbo", "allenby")])
def test_every_card_is_as_likely(odds_of: Callable[..., ToldOdds], words: str, held: str) -> None:
    """LOA-C8: fourteen cards; in Cairo they have no effect, in Yenbo thousands of ways."""
    odds = odds_of(
        words, units="lawrence+aeroplane@aqaba harb@yenbo", force="lawrence", held=held, leadership=2
    )
    left = [card for card in CARDS if not held or card != "Allenby"]
    law = odds.law(lambda text, _: next(card for card in CARDS if f"Card: {card}" in text))
    assert law == dict.fromkeys(left, Fraction(1, len(left)))


@pytest.mark.soak
def test_the_effects_of_cards_with_the_share_of_each(odds_of: Callable[..., ToldOdds]) -> None:
    """LOA-C8: Gold Sovereigns, one of thirteen, brings two Pounds; Feisal Rides is kept for later."""
    odds = odds_of(
        "fly yenbo", units="lawrence+aeroplane@aqaba harb@yenbo camp@rumm", force="lawrence",
        held="allenby", leadership=2,
    )  # fmt: skip
    gold = odds.law(lambda text, tracks: "Gold Sovereigns" in text and tracks["pounds"])
    assert gold[2] == Fraction(1, 13)
    risen = odds.law(lambda text, tracks: tracks["leadership"] if "Feisal Rides" in text else None)
    assert risen == {0: Fraction(1, 13), None: Fraction(12, 13)}


@pytest.mark.parametrize("level", [2, 5])
def test_the_odds_of_feisals_ride(odds_of: Callable[..., ToldOdds], level: int) -> None:
    """LOA-C8, LOA-C5: the Camp goes to one of six spaces; a check brings Leadership, 5 at most."""
    wanted = counted(
        (camp, int(face <= level < 5))
        for camp, face in product(("Wejh", "Wadi Ais", "Rumm", "Jefer", "Bair", "Azrak"), FACES)
    )
    odds = odds_of(
        "play feisal-rides aqaba", units="lawrence@aqaba harb@yenbo camp@rumm", held="feisal-rides",
        leadership=level, garrisons="maan",
    )  # fmt: skip

    def goes(text: str, tracks: Counter[str]) -> tuple[str, int]:
        match = re.search(r"Feisal's Camp (?:moves to|is at) ([\w ]+)\.", text)
        assert match
        return match[1], tracks["leadership"]

    assert odds.law(goes) == wanted


@pytest.mark.parametrize("level", [2, 5])
def test_the_odds_of_a_tribal_rising(odds_of: Callable[..., ToldOdds], level: int) -> None:
    """LOA-C8: one of six by chance, or a pair of the fifteen after a check, with their strength."""
    wanted: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for face, (first, other) in product(FACES, permutations(BEDOUIN.values(), 2)):
        two = face <= level
        wanted[1 + two, first + other * two] += SIXTH / 30
    odds = odds_of(
        "play tribal-rising aqaba", units="lawrence@aqaba camp@rumm", held="tribal-rising",
        leadership=level, garrisons="maan",
    )  # fmt: skip
    assert odds.law(lambda _, tracks: (tracks["units"], tracks["strength"])) == dict(wanted)


# Demolition (LOA-C9).


@pytest.mark.parametrize(("unit", "strength"), [("howeitat", 3), ("beni-sakhr", 2), ("regulars-1", 4)])
def test_the_results_of_a_charge(odds_of: Callable[..., ToldOdds], unit: str, strength: int) -> None:
    """LOA 35.1: 1 it blows up, 2 has no effect, 3 to 5 an RR Break, 6 loot too."""
    effects = {1: (0, 0, -strength), 2: (0, 0, 0), 6: (1, 1, 0)} | dict.fromkeys((3, 4, 5), (1, 0, 0))
    odds = odds_of(f"demolish {unit}", Sabotage(), units=f"lawrence {unit}+demolition@hedia", force=unit)
    law = odds.law(lambda _, tracks: (tracks["breaks"], tracks["pounds"], tracks["strength"]))
    assert law == counted(effects[face] for face in FACES)


# Battles (LOA-C6): they fire by turns, each once in a round, and hit on their value or less.


def volley(values: list[int]) -> Fraction:
    """The chance that at least one unit hits, if they fire one after the other."""
    wins = [any(face <= value for face, value in zip(faces, values, strict=True))
            for faces in product(FACES, repeat=len(values))]  # fmt: skip
    return Fraction(sum(wins), len(wins))


LINE: dict[str, Any] = {
    "units": "armored-car harb howeitat ruwalla juheina@wejh",
    "force": "armored-car harb howeitat ruwalla juheina",
}
ORDER = ["armored-car", "harb", "howeitat", "ruwalla", "juheina"]


def test_the_first_shots_of_a_battle(odds_of: Callable[..., ToldOdds]) -> None:
    """LOA-C6, LOA-R20: the car (4) at the Pasha (3); an Ottoman at the car; then 1, 3, 3, 2."""
    wanted: dict[tuple[bool, bool, bool], Fraction] = defaultdict(Fraction)
    for car, shot in product(FACES, repeat=2):
        hit = car <= 4
        lost = shot <= (2 if hit else 3)
        if not hit:
            wanted[False, lost, True] += SIXTH**2  # both Ottomans stand: we are asked at whom to fire
            continue
        won = volley([1, 3, 3, 2])
        wanted[True, lost, False] += SIXTH**2 * won
        wanted[False, lost, False] += SIXTH**2 * (1 - won)
    battle = {"foes": "pasha oef-2", "garrison": 2, "arabs": ORDER}
    odds = odds_of("fire pasha", NextShot(), BattleOver(), **LINE, garrisons={"wejh": 2}, battle=battle)

    def ending(text: str, tracks: Counter[str]) -> tuple[bool, bool, bool]:
        return tracks["garrisons"] == -1, tracks["units"] == -1, "Pasha: 5-6, missed" in text

    assert odds.law(ending) == dict(wanted)
    spoils = odds.law(lambda _, tracks: (tracks["garrisons"], tracks["pounds"], tracks["ops"]))
    assert set(spoils) == {(-1, 2, 1), (0, 0, 0)}, "a Garrison of 2 pays two Pounds, a victory an Op"


def test_one_ottoman_against_a_whole_line(odds_of: Callable[..., ToldOdds]) -> None:
    """LOA-C6, LOA-R20: Harb (1), then OEF 1 at Harb, then the others: 2, 3, 3, 4."""
    wanted: dict[tuple[bool, int], Fraction] = defaultdict(Fraction)
    for harb, shot in product(FACES, repeat=2):
        if harb <= 1:
            wanted[True, 0] += SIXTH**2
            continue
        lost = shot <= 1
        won = volley([2, 3, 3, 4])
        wanted[True, -lost] += SIXTH**2 * won
        wanted[False, -lost] += SIXTH**2 * (1 - won)
    battle = {"foes": "oef-1", "garrison": 1, "arabs": ORDER}
    run = (LineUp(), NextShot(), BattleOver())
    odds = odds_of("rest", *run, **LINE, garrisons={"wejh": 1}, battle=battle)
    assert odds.law(lambda _, tracks: (tracks["garrisons"] == -1, tracks["units"])) == dict(wanted)


def test_the_end_of_a_battle_and_a_leader_who_escapes(odds_of: Callable[..., ToldOdds]) -> None:
    """Howeitat (3) at OEF 4; OEF 2 at Howeitat, then 3, 2 at it; Sherif Ali was lost: LOA-C7."""
    fates = ["lost", "ransom", "wounded", "shaken", "escapes.", "slips away"]
    won = volley([3]) * volley([3, 2])
    wanted = {fate: won * part for fate, part in counted(fates).items()}
    battle = {
        "foes": "oef-4 oef-2", "arabs": ["howeitat", "ruwalla", "juheina"], "lost": ["sherif-ali"],
    }  # fmt: skip
    odds = odds_of(
        "fire oef-4", NextShot(), BattleOver(), units="howeitat ruwalla juheina@bair camp@azrak",
        force="howeitat", battle=battle, lost="sherif-ali", pounds=3, dice=[],
    )  # fmt: skip
    law = odds.law(lambda text, _: fate_of(text) if "is won" in text else "")
    assert {key: law.get(key) for key in wanted} == wanted
    levels = odds.law(lambda _, tracks: tracks["leadership"])
    assert levels[-1] == won / 6


def fate_of(text: str) -> str:
    for word in ("ransom", "wounded", "shaken", "slips away", "is lost for this mission"):
        if word in text:
            return word.replace("is lost for this mission", "lost")
    return "escapes."


def test_breaking_off_is_two_dice_and_then_the_last_man(odds_of: Callable[..., ToldOdds]) -> None:
    """LOA-C6: +1 and +1, a tie gets away."""
    odds = odds_of(
        "break-off amman", RoundOver(seat=SEAT), units="lawrence@bair", force="lawrence",
        battle={"foes": "asien-korps", "fired": ["lawrence"]},
    )  # fmt: skip
    away = odds.law(lambda text, _: "they get away" in text)
    assert away[True] == Fraction(21, 36)
