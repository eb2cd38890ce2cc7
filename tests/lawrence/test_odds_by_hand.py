"""`sandtable odds` against odds worked out here from the rules, die by die, in recorded games.

Nothing of the program's own odds is used for what is expected: dice, cards and counters are walked
through one by one, with the facts of the position as its board shows them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from games import ToldOdds, told_odds

FACES = range(1, 7)
SIXTH = Fraction(1, 6)

BEDOUIN = {"Howeitat": 3, "Ruwalla": 3, "Beni Sakhr": 2, "Juheina": 2, "Harb": 1, "Billi": 1}
GARRISONS = {0: 1, 1: 2, 2: 2, 3: 1}

CARDS = (
    *("Turkish Patrol", "Ottoman Column", "Railway Guards", "Fakhri Pasha", "Asien Korps", "Ambush!"),
    *("Turkish Reserves", "Allenby", "Tribal Rising", "Gold Sovereigns", "The Nefud", "Blood Feud"),
    *("Feisal Rides", "Spies in the Souk"),
)


@pytest.fixture
def asked(run: Callable[..., Any]) -> Callable[[str, int, str], ToldOdds]:
    """Asks for the odds of an action after a line of a save: ``asked("aqaba", 9, "appeal")``."""
    return lambda save, line, words: told_odds(run, f"lawrence-{save}", line, words)


def counted(values: Any) -> dict[Any, Fraction]:
    """The share of each value among equally likely ones."""
    counts = Counter(values)
    return {value: Fraction(count, counts.total()) for value, count in counts.items()}


# Leadership checks (LOA 34.2): a die of Leadership or less, with what is paid added.


@pytest.mark.parametrize(
    ("save", "line", "words", "needs"),
    [
        ("aqaba", 1, "recruit 0", 2),
        ("aqaba", 1, "recruit 1", 3),
        ("aqaba", 1, "recruit 2", 4),
        ("aqaba", 18, "recruit 2", 4),
        ("aqaba", 22, "recruit 1", 3),
    ],
)
def test_a_leader_comes_when_the_check_succeeds(
    asked: Callable[..., ToldOdds], save: str, line: int, words: str, needs: int
) -> None:
    """LOA 34.3: which one is picked; Auda has strength 4, Sherif Ali 2."""
    there = ["Auda"] if line == 22 else ["Auda", "Sherif Ali"]
    wanted: dict[str, Fraction] = defaultdict(Fraction)
    for face, leader in product(FACES, there):
        wanted[leader if face <= needs else ""] += SIXTH / len(there)
    found = asked(save, line, words)

    def joins(text: str, tracks: Counter[str]) -> str:
        who = next((leader for leader in ("Auda", "Sherif Ali") if f"{leader} joins" in text), "")
        assert tracks["units"] == bool(who)
        return who

    assert found.law(joins) == dict(wanted)


@pytest.mark.parametrize(("save", "line", "level"), [("aqaba", 9, 2), ("campaign", 35, 3)])
def test_an_appeal_is_heard(asked: Callable[..., ToldOdds], save: str, line: int, level: int) -> None:
    """LOA 34.4: a leadership check."""
    wanted = counted(face <= level for face in FACES)
    assert asked(save, line, "appeal").law(lambda text, _: "listens" in text) == wanted


# What is picked.


def test_which_bedouin_join(asked: Callable[..., ToldOdds]) -> None:
    """LOA-C3: they come face down; each costs two Pounds in this mission."""
    found = asked("aqaba", 3, "buy bedouin")
    assert found.law(lambda text, tracks: (joined(text), tracks["strength"], tracks["pounds"])) == {
        (name, strength, -2): SIXTH for name, strength in BEDOUIN.items()
    }
    rest = asked("aqaba", 4, "buy bedouin")
    assert rest.law(lambda text, _: joined(text)) == dict.fromkeys(
        [name for name in BEDOUIN if name != "Beni Sakhr"], Fraction(1, 5)
    )


def joined(text: str) -> str:
    said = re.search(r"The (.*), strength", text)
    assert said
    return said[1]


@pytest.mark.parametrize(
    ("line", "space", "seen"), [(7, "medina", []), (12, "aqaba", [3]), (14, "wejh", [3, 1])]
)
def test_what_the_aeroplane_sees(
    asked: Callable[..., ToldOdds], line: int, space: str, seen: list[int]
) -> None:
    """LOA-C10: an even die turns the Garrison up; a 0 is removed."""
    left = Counter(GARRISONS) - Counter(seen)
    wanted: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for face, number in product(FACES, left.elements()):
        even = face % 2 == 0
        key = (f"is a {number}" if even else "nothing seen", -1 if even and not number else 0)
        wanted[key] += SIXTH / left.total()

    def told(text: str, tracks: Counter[str]) -> tuple[str, int]:
        said = re.search(r"nothing seen|is a \d", text)
        assert said
        return said[0], tracks["garrisons"]

    assert asked("aqaba", line, f"scout {space}").law(told) == dict(wanted)


@pytest.mark.parametrize(
    ("line", "words", "gone"), [(8, "fly cairo", []), (13, "fly yenbo", ["Allenby"])]
)
def test_every_card_is_as_likely(
    asked: Callable[..., ToldOdds], line: int, words: str, gone: list[str]
) -> None:
    """LOA-C8: fourteen cards; in Cairo they have no effect, in Yenbo thousands of ways."""
    found = asked("aqaba", line, words)
    left = [card for card in CARDS if card not in gone]
    law = found.law(lambda text, _: next(card for card in CARDS if f"Card: {card}" in text))
    assert law == dict.fromkeys(left, Fraction(1, len(left)))


@pytest.mark.soak
def test_what_cards_bring_with_the_share_of_each(asked: Callable[..., ToldOdds]) -> None:
    """LOA-C8: Gold Sovereigns, one of thirteen, brings two Pounds, Feisal Rides a check on 2."""
    found = asked("aqaba", 13, "fly yenbo")
    gold = found.law(lambda text, tracks: "Gold Sovereigns" in text and tracks["pounds"])
    assert gold[2] == Fraction(1, 13)
    risen = found.law(lambda text, tracks: tracks["leadership"] if "Feisal Rides" in text else None)
    assert risen[1] == Fraction(1, 13) * Fraction(2, 6)
    assert risen[0] == Fraction(1, 13) * Fraction(4, 6)


# Demolition (LOA-C9).


@pytest.mark.parametrize(
    ("line", "unit", "strength"), [(49, "howeitat", 3), (50, "beni-sakhr", 3), (51, "regulars-1", 4)]
)
def test_what_a_charge_does(asked: Callable[..., ToldOdds], line: int, unit: str, strength: int) -> None:
    """LOA 35.1: 1 it blows up, 2 has no effect, 3 to 5 an RR Break, 6 loot too."""
    effects = {1: (0, 0, -strength), 2: (0, 0, 0), 6: (1, 1, 0)} | dict.fromkeys((3, 4, 5), (1, 0, 0))
    found = asked("campaign", line, f"demolish {unit}")
    law = found.law(lambda _, tracks: (tracks["breaks"], tracks["pounds"], tracks["strength"]))
    assert law == counted(effects[face] for face in FACES)


# Battles (LOA-C6): they fire by turns, each once in a round, and hit on their value or less.


def volley(values: list[int]) -> Fraction:
    """The chance that somebody hits, who fire one after the other."""
    wins = [any(face <= value for face, value in zip(faces, values, strict=True))
            for faces in product(FACES, repeat=len(values))]  # fmt: skip
    return Fraction(sum(wins), len(wins))


def test_the_first_shots_of_a_battle(asked: Callable[..., ToldOdds]) -> None:
    """LOA-C6: the car (4) at the Pasha (3); an Ottoman at Harb (1); then Harb, 3, 3, 2."""
    wanted: dict[tuple[bool, bool, bool], Fraction] = defaultdict(Fraction)
    for car, shot in product(FACES, repeat=2):
        hit = car <= 4
        lost = shot <= (2 if hit else 3)
        if not hit:
            wanted[False, lost, True] += SIXTH**2  # both Ottomans stand: we are asked at whom to fire
            continue
        won = volley([3, 3, 2] if lost else [1, 3, 3, 2])
        wanted[True, lost, False] += SIXTH**2 * won
        wanted[False, lost, False] += SIXTH**2 * (1 - won)
    found = asked("aqaba", 17, "fire pasha")

    def told(text: str, tracks: Counter[str]) -> tuple[bool, bool, bool]:
        return tracks["garrisons"] == -1, tracks["units"] == -1, "Pasha: 5-6, missed" in text

    assert found.law(told) == dict(wanted)
    spoils = found.law(lambda _, tracks: (tracks["garrisons"], tracks["pounds"], tracks["ops"]))
    assert set(spoils) == {(-1, 2, 1), (0, 0, 0)}, "a Garrison of 2 pays two Pounds, a victory an Op"


def test_one_ottoman_against_a_whole_line(asked: Callable[..., ToldOdds]) -> None:
    """LOA-C6: the car (4), then OEF 1 at Sherif Ali (2), then all that are left: Sherif Ali, 3, 3, 2."""
    wanted: dict[tuple[bool, int], Fraction] = defaultdict(Fraction)
    for car, shot in product(FACES, repeat=2):
        if car <= 4:
            wanted[True, 0] += SIXTH**2
            continue
        lost = shot <= 1
        won = volley([3, 3, 2] if lost else [2, 3, 3, 2])
        wanted[True, -lost] += SIXTH**2 * won
        wanted[False, -lost] += SIXTH**2 * (1 - won)
    found = asked("aqaba", 21, "rest")
    assert found.law(lambda _, tracks: (tracks["garrisons"] == -1, tracks["units"])) == dict(wanted)


def test_the_end_of_a_battle_and_a_leader_who_escapes(asked: Callable[..., ToldOdds]) -> None:
    """Howeitat (4) at OEF 4; then 4, 2 and 4 at the last Ottoman; Sherif Ali was lost: LOA-C7."""
    fates = ["lost", "lost", "ransom", "shaken", "escapes.", "slips away"]
    won = volley([4]) * volley([4, 2, 4])
    wanted = {fate: won * part for fate, part in counted(fates).items()}
    found = asked("campaign", 151, "fire oef-4")
    law = found.law(lambda text, tracks: fate_of(text) if tracks["ops"] else "")
    assert law == {**wanted, "": 1 - won}
    levels = found.law(lambda _, tracks: tracks["leadership"])
    assert levels[-1] == won / 6


def fate_of(text: str) -> str:
    for word in ("ransom", "shaken", "slips away", "is lost for this mission"):
        if word in text:
            return word.replace("is lost for this mission", "lost")
    return "escapes."


def test_breaking_off_is_two_dice_and_then_the_last_man(asked: Callable[..., ToldOdds]) -> None:
    """LOA-C6: both have +2, a tie gets away. Else the Asien Korps (5) fires at Lawrence.

    Without Ops the mission is lost either way, unless he is hit and does not escape: 1 to 3, since
    there is no Pound for a ransom.
    """
    on: dict[bool, Fraction] = defaultdict(Fraction)
    for ours, theirs, shot, escape in product(FACES, repeat=4):
        away = ours + 2 >= theirs + 2
        on[away or (shot <= 5 and escape >= 4)] += SIXTH**4
    found = asked("campaign", 97, "break-off amman")
    assert found.law(lambda _, tracks: tracks["ops"] == 8) == dict(on)
    away = found.law(lambda text, _: "they get away" in text)
    assert away[True] == Fraction(21, 36)
