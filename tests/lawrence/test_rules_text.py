"""rules.md: its sections, and its tables beside the data that they show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise
from pathlib import Path

import pytest
from nonempty import some

from sandtable.plugins.catalog import catalog
from sandtable_console import rulebook
from sandtable_lawrence import high_command, spaces
from sandtable_lawrence.cards import DECK
from sandtable_lawrence.roster import NUMBERS, OTTOMANS, ROSTER, UNITS
from sandtable_lawrence.spaces import MAP
from sandtable_lawrence.tables import CARD_TEXTS, TABLES, Ware

PACKAGE = Path(str(resources.files("sandtable_lawrence")))
TEXT = (PACKAGE / "rules.md").read_text(encoding="utf-8")
SECTIONS = [section.id for section in rulebook.sections(TEXT)]
IDS = {name: id for id, name in spaces.NAMES.items()}


def test_the_sections_are_all_there() -> None:
    """The sheet's numbers, with the sequence of play after the first; our chapters; all rulings."""
    numbers = """28 LOA-C2 29 30 30.1 30.2 30.3 30.4 31 32 32.1 32.2 33 34 34.1 34.2 34.3 34.4 34.5 34.6
        35 35.1 35.2 35.3 36 36.1 36.2 37"""
    chapters = [f"LOA-C{number}" for number in (1, *range(3, 14))]
    rulings = [id for id in SECTIONS if id.startswith("LOA-R")]
    assert [*numbers.split(), *chapters, "rulings", *rulings] == SECTIONS
    assert rulings == [f"LOA-R{number}" for number in range(1, len(rulings) + 1)]
    assert len(rulings) >= 50


def test_a_section_is_found_by_its_id_or_by_words_that_it_has() -> None:
    """As `rules` at the prompt finds them."""
    assert [section.id for section in rulebook.find(TEXT, "loa-c8")] == ["LOA-C8"]
    assert [section.id for section in rulebook.find(TEXT, "34")][:2] == ["34", "34.1"]
    by_words = [section.id for section in rulebook.find(TEXT, "tactical edge")]
    assert "LOA-C6" in by_words
    assert "30.3" not in by_words


def section(id: str) -> str:
    """The text of a section, without the marks of its boxes."""
    text = next(section.text for section in rulebook.sections(TEXT) if section.id == id)
    return re.sub(r"^> ?", "", text, flags=re.MULTILINE)


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a section, cell by cell, without headings and rules."""
    for block in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in block.splitlines()]
        yield rows[2:]


def items(text: str) -> list[str]:
    """The items of lists, each in one line."""
    paragraphs = re.findall(r"^- (.+(?:\n  .+)*)", text, re.MULTILINE)
    return [" ".join(item.split()) for item in paragraphs]


# Counters.


def test_the_arab_counters_match_the_data() -> None:
    """Strength with its plus, and movement; a span for those that differ."""
    arabs, _ = tables(section("29"))
    sorts = {"Lawrence": "lawrence", "leader": "leader", "Feisal's Camp": "camp"}
    for name, strength, move, what in arabs:
        sort = sorts.get(name, name.lower().replace(" ", "-"))
        mine = [
            unit for id, unit in UNITS.items()
            if (id if id == "lawrence" else unit.sort) == sort
        ]  # fmt: skip
        assert {unit.move for unit in mine} == {int(move)}
        strengths = {int(number) for number in re.findall(r"\d", strength)}
        assert strengths == {min(unit.strength for unit in mine), max(unit.strength for unit in mine)}
        assert ("+" in strength) == (sort in ("lawrence", "leader"))
        for leader, number in re.findall(r"([A-Z][A-Za-z ]+) \((\d)\)", what):
            assert UNITS[leader.lower().replace(" ", "-")].strength == int(number)
    assert len(arabs) == 7


def test_the_ottoman_counters_match_the_data() -> None:
    """Strength, and a plus for the Elite."""
    _, ottomans = tables(section("29"))
    by_name = {sort.name: sort for sort in OTTOMANS.values() if not sort.name.startswith("OEF")}
    for name, strength, _ in ottomans[1:]:
        sort = by_name.pop(name)
        assert strength == f"{sort.strength}{'+' * sort.elite}"
    assert by_name == {}
    assert ottomans[0][:2] == ["OEF", "1 to 4"]


def test_the_counter_mix_matches_the_data() -> None:
    """LOA-C12: how many of each, and 40 in all."""
    (rows,) = tables(section("LOA-C12"))
    arabs = {row[0]: row[1] for row in rows if row[0]}
    numbers = Counter(unit.name for unit in UNITS.values() if unit.sort in ("leader", "camp"))
    assert {name: arabs[name] for name in numbers} == dict.fromkeys(numbers, "1")
    bedouin = Counter(unit.strength for unit in UNITS.values() if unit.sort == "bedouin")
    assert (bedouin, arabs["Bedouin 1, 2, 3"]) == ({1: 2, 2: 2, 3: 2}, "2 each")
    for name in ("Mercenaries", "Regulars", "Armored Car"):
        sort = name.lower().replace(" ", "-")
        assert int(arabs[name]) == sum(unit.sort == sort for unit in UNITS.values())
    ottomans = {row[2]: row[3] for row in rows if row[2:] and row[2]}
    garrisons = Counter(NUMBERS)
    assert ottomans["Garrison 0, 1, 2, 3"] == ", ".join(str(garrisons[number]) for number in range(4))
    oef = [str(OTTOMANS[f"oef-{number}"].count) for number in range(1, 5)]
    assert ottomans["OEF 1, 2, 3, 4"] == ", ".join(oef)
    text = " ".join(section("LOA-C12").split())
    for gear, number in (("Machineguns", 2), ("Demolition", 4), ("Aeroplane", 1)):
        assert f"{number} {gear}" in text
        assert ROSTER.gear[gear.lower()] == number
    ottoman = sum(sort.count for sort in OTTOMANS.values()) + len(NUMBERS)
    assert len(UNITS) + sum(ROSTER.gear.values()) + ottoman + len(["Leadership", "Pounds"]) == 40


def test_the_tribes_are_shown_with_their_strength() -> None:
    """LOA-R4."""
    text = " ".join(section("LOA-R4").split())
    pairs = re.findall(r"(\w+(?: \w+)?) and (\w+) with(?: strength)? (\d)", text)
    pairs += re.findall(r"(Harb) and (Billi) with (\d)", text)
    strengths = {
        name.split("ours: ")[-1]: int(n) for first, other, n in pairs for name in (first, other)
    }
    assert strengths == {unit.name: unit.strength for unit in UNITS.values() if unit.sort == "bedouin"}


# Numbers.


def test_costs_and_places_match_the_data() -> None:
    """LOA-C3, LOA-R45: at the Camp a price only for what is sold there."""
    where = {"port": "Arabian port", "camp": "Feisal's Camp", "suez": "Suez"}
    (rows,) = tables(section("LOA-C3"))
    cells_of = {name.lower().replace(" ", "-"): tuple(cells) for name, *cells in rows}
    assert cells_of == {
        id: (str(ware.cost), _at_camp(ware), ", ".join(where[place] for place in ware.places))
        for id, ware in TABLES.wares.items()
    }


def _at_camp(ware: Ware) -> str:
    if "camp" not in ware.places:
        return ""
    return str(ware.cost if ware.at_camp is None else ware.at_camp)


def test_the_pounds_that_a_campaign_keeps_match_the_data() -> None:
    """LOA-C13: how many are kept at most."""
    assert f"Keep at most {TABLES.campaign.kept} of" in " ".join(section("LOA-C13").split())


def test_the_prices_at_the_camp_match_the_data() -> None:
    """LOA-R45: the items with a price of their own there, and both prices."""
    prices = {
        item: (ware.cost, ware.at_camp)
        for item, ware in TABLES.wares.items()
        if ware.at_camp is not None
    }
    assert prices == {"bedouin": (4, 2), "mercenaries": (5, 4), "machineguns": (1, 0)}
    words = "Bedouin cost 2 Pounds instead of 4, Mercenaries 4 instead of 5, and Machineguns nothing"
    assert words in " ".join(section("LOA-R45").split())


def test_the_placement_table_matches_the_data() -> None:
    """LOA-C5: a space for each face of the die."""
    (rows,) = tables(section("LOA-C5"))
    assert [(int(die), IDS[name]) for die, name in rows] == list(enumerate(TABLES.placement.spaces, 1))


def test_the_escape_table_matches_the_data() -> None:
    """LOA-C7: faces, the ransom, the distance."""
    (rows,) = tables(section("LOA-C7"))
    printed = [(int(die), name.replace(" ", "-")) for die, name, _ in rows]
    assert printed == list(enumerate(TABLES.escape.faces, 1))
    assert rows[1][2].startswith(f"for {TABLES.escape.ransom} Pounds")
    assert f"within {TABLES.escape.range} spaces" in rows[5][2]


def test_the_demolition_table_matches_the_data() -> None:
    """LOA-C9."""
    names = {"Blowup": "blowup", "No Effect": "no-effect", "Succeeds": "succeeds"}
    printed: dict[int, str] = {}
    (rows,) = tables(section("LOA-C9"))
    for dice, name, _ in rows:
        first, _, last = dice.partition("-")
        result = names.get(name, "loot")
        printed |= dict.fromkeys(range(int(first), int(last or first) + 1), result)
    assert [printed[face] for face in range(1, 7)] == list(TABLES.demolition.faces)
    loot = TABLES.demolition.loot
    assert rows[-1][1:] == ["Succeeds + Loot", f"an RR Break in the space, and {loot} Pound"]


def test_the_table_of_the_high_command_matches_the_data() -> None:
    """LOA 34.4: the results in their order."""
    (rows,) = tables(section("34.4"))
    assert [name for name, _ in rows] == list(high_command.RESULTS)


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("34.1", f"never below {TABLES.leadership.low} and never above {TABLES.leadership.high}"),
        ("LOA-R49", f"within {TABLES.scouting.range} spaces"),
        ("LOA-R26", f"{TABLES.escape.ransom} Pounds"),
        ("LOA-C8", f"within {CARD_TEXTS['spies-in-the-souk'].numbers['range']} spaces"),
        ("LOA-C8", f"gain {CARD_TEXTS['gold-sovereigns'].numbers['pounds']} Pounds"),
        ("LOA-C8", f"There are {len(DECK)} cards"),
        ("LOA-C5", f"There are {len(MAP.spaces)} spaces"),
    ],
)
def test_numbers_in_the_text_are_those_of_the_data(id: str, words: str) -> None:
    """Here and there a number stands in a sentence."""
    assert words in " ".join(section(id).split())


def test_small_numbers_are_shown_as_words() -> None:
    """LOA 34.6, LOA 35, LOA 30.1."""
    word = {1: "one", 2: "two", 4: "four"}
    stacking = " ".join(section("34.6").split())
    table = TABLES.stacking
    assert stacking.startswith(
        f"{word[table.plain].capitalize()} units can stack without a leader, {word[table.leader]} with "
        f"an Arab leader. With Lawrence, the limit is {word[table.lawrence]} plus Leadership."
    )
    carried = f"A leader can carry {word[TABLES.carry.leader]} piece of gear; any other unit can carry "
    assert section("35").startswith(carried + word[TABLES.carry.other])
    ops = f"gains you {word[TABLES.battle.ops]} Op, {word[TABLES.battle.critical_ops]} in a critical"
    assert ops in " ".join(section("LOA-C7").split())
    assert TABLES.scouting.reveals == (2, 4, 6)
    assert "an even number reveals the Garrison" in " ".join(section("LOA-C10").split())


# Cards.


def test_the_cards_are_shown_in_their_order_with_their_numbers() -> None:
    """LOA-C8: by name, and which battles they can bring."""
    printed = [item.split(":", 1) for item in items(section("LOA-C8"))]
    assert [name for name, _ in printed] == [card.title for card in DECK]
    for (_, words), card in zip(printed, DECK, strict=True):
        numbers = {key: value for key, value in card.printed.numbers.items() if key not in
                   ("pounds", "ops", "leadership", "range")}  # fmt: skip
        battles = set(map(int, re.findall(r"Battle (\d)", words)))
        assert battles == set(numbers.values()), card.title
        assert battles == set(map(int, re.findall(r"Battle (\d)", card.printed.words))), card.title
        assert ("held" in words.lower()) == card.held


# The map.


@pytest.mark.parametrize(
    ("heading", "kind"), [("Tracks lead", "track"), ("Desert links lead", "desert")]
)
def test_the_links_match_the_data(heading: str, kind: str) -> None:
    """LOA-C5: each once."""
    block = section("LOA-C5").split(f"{heading}:")[1].split("\n\n")[1]
    printed = []
    for item in items(block):
        match = re.fullmatch(r"from (.+?) to (.+)\.", item)
        assert match
        ends = re.split(r", | and ", match[2])
        printed += [frozenset((IDS[match[1]], IDS[end])) for end in ends]
    assert Counter(printed) == Counter(frozenset(ends) for ends in MAP.links[kind])


def test_the_railway_matches_the_data() -> None:
    """LOA-C5: north to south."""
    text = " ".join(section("LOA-C5").split())
    line = re.search(r"from north to south: ([^.]+)\.", text)
    assert line
    stops = [IDS[stop] for stop in line[1].split(", ")]
    assert list(MAP.links["rail"]) == list(pairwise(stops))


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("Staging areas", "staging"), ("Arabian ports", "port"), ("Holy", "holy"), ("Cities", "city"),
        ("Stations", "station"), ("Towns", "town"), ("Desert", "desert"),
    ],
)  # fmt: skip
def test_the_spaces_match_the_data(head: str, kind: str) -> None:
    """LOA-C5: what each of them is."""
    line = next(item for item in items(section("LOA-C5")) if item.startswith(f"{head}:"))
    named = {id for id, name in spaces.NAMES.items() if re.search(rf"\b{name}\b", line)}
    assert named == {id for id, place in MAP.spaces.items() if kind in place.kinds}


# The missions.


def test_the_missions_match_the_data() -> None:
    """LOA-C11: the numbers of each, its Garrisons, and the spaces of its goals."""
    missions = catalog().scenario("lawrence/campaign").parts
    text = section("LOA-C11")
    rows, *_ = tables(text)
    assert [
        (name, int(ops), int(pounds), int(level), IDS[start], IDS.get(base))
        for name, ops, pounds, level, start, base in rows
    ] == [
        (
            mission.title,
            mission.data.ops,
            mission.data.pounds,
            mission.data.leadership,
            mission.data.start,
            mission.data.base,
        )
        for mission in missions
    ]
    laid, wanted = (dict(item.split(": ", 1) for item in part) for part in _halves(items(text)))
    for mission in missions:
        names = laid[mission.title].rstrip(".").split(", ")
        assert tuple(IDS[name] for name in names) == mission.data.garrisons
        goals = [
            space for goal in (*mission.data.clear, *mission.data.demolish) for space in goal.spaces
        ]
        goals += [goal.space for goal in mission.data.occupy]
        named = {
            id for id, name in spaces.NAMES.items() if re.search(rf"\b{name}\b", wanted[mission.title])
        }
        assert named == set(goals)


def _halves(lines: list[str]) -> tuple[list[str], list[str]]:
    """A list for the Garrisons, one for the goals."""
    assert len(lines) == 8
    return lines[:4], lines[4:]


def test_the_options_are_shown_by_name() -> None:
    """Each in the ruling or chapter that its help names."""
    for name, option in some(catalog().game("lawrence").info.options.items()):
        (cited,) = re.findall(r"\((LOA-[CR]\d+)\)", option.help)
        others = [value for value in option.values or (True, False) if value != option.default]
        assert f"--set {name}={str(others[0]).lower()}" in " ".join(section(cited).split())
