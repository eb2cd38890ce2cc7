"""Places with numbers and names: either is typed, and both are shown; the save has the number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from sandtable import (
    AmbiguousAction,
    Counter,
    IllegalAction,
    InvalidAction,
    Item,
    Picture,
    Table,
    chart,
)
from sandtable_console.completion import candidates
from sandtable_console.line_check import check
from sandtable_hexes import HexFile, Side, Terrain
from sandtable_tools.kit import Typist

HEAPS = {"0402": 3, "0502": 2, "11": 1, "2": 0, "3": 1, "0603": 4}
NAMES = {"Bir Jadid": "0402", "bir-asluj": "0502", "Gaza": "2"}

Consoles = Callable[..., Typist]


@pytest.fixture
def heaps(stones_of: Consoles, toy: ModuleType) -> Consoles:
    """Makes a console of the toy game whose heaps have numbers, some of them also names."""
    text = toy.TOML.partition("[heaps]")[0] + "[heaps]\n"
    text += "".join(f'"{heap}" = {stones}\n' for heap, stones in HEAPS.items())

    def aliases(_game: object, _table: Table) -> Mapping[str, str]:
        return NAMES

    def make() -> Typist:
        return stones_of(text=text, aliases=aliases).start()

    return make


def chosen(console: Typist) -> list[str]:
    return [str(step.entry.action) for step in console.session.history.done]


@pytest.mark.parametrize(
    "typed", ["0402", "Bir Jadid", "bir-jadid", "birj", "JADID", "040", "bir j", "l bir-jadid"]
)
def test_a_name_and_its_beginnings_do_what_the_number_does(typed: str, heaps: Consoles) -> None:
    console = heaps()
    assert console.say(typed if typed[0] == "l" else f"lift {typed}").error is None
    assert chosen(console) == ["lift 0402"]


def test_a_save_is_the_same_whichever_was_typed(heaps: Consoles, tmp_path: Path) -> None:
    saves = []
    for typed in ("0402", "bir-jadid", "birj"):
        with heaps().session as session:
            session.choose(f"lift {typed}")
            saves.append(session.save(tmp_path / f"{typed}.jsonl").read_bytes())
    assert len({*saves}) == 1


def test_every_option_with_a_named_place_can_be_typed_with_the_name(heaps: Consoles) -> None:
    table = heaps().session.table
    for option in table.options:
        for name in [name for name, id in NAMES.items() if id in option.words]:
            assert table.read(f"{option.words[0]} {name}") == option


def test_the_beginning_of_two_names_asks_which_is_meant(heaps: Consoles) -> None:
    console = heaps()
    error = console.say("lift bir").error
    assert isinstance(error, AmbiguousAction)
    assert str(error) == '"lift bir" can mean lift 0402 Bir Jadid, lift 0502 Bir Asluj'
    assert console.reader.offer(error) == ["   1  lift 0402  Bir Jadid", "   2  lift 0502  Bir Asluj"]
    assert console.say("2").error is None
    assert chosen(console) == ["lift 0502"]


def test_a_refusal_has_the_number_and_the_name(heaps: Consoles) -> None:
    error = heaps().say("lift gaza").error
    assert isinstance(error, IllegalAction)
    assert str(error) == "lift 2 Gaza: that heap is empty (2) [rule 2]"


def test_an_unknown_name_suggests_the_nearest(heaps: Consoles) -> None:
    error = heaps().say("lift bir-jadd").error
    assert isinstance(error, InvalidAction)
    assert str(error) == 'no heap "bir-jadd"; did you mean "bir-jadid"?'


def test_completion_offers_numbers_and_names_each_with_the_other(heaps: Consoles) -> None:
    console = heaps()
    about = {found.word: found.about for found in candidates(console, "lift ")}
    assert about["0402"] == "Bir Jadid"
    assert about["bir-jadid"] == "0402"
    assert about["0603"] == ""
    assert "gaza" not in about  # nothing is left there
    assert [found.word for found in candidates(console, "lift bi")] == ["bir-jadid", "bir-asluj"]
    assert [found.word for found in candidates(console, "lift bir as")] == ["bir-asluj"]


def test_the_line_below_the_prompt_names_the_place(heaps: Consoles) -> None:
    console = heaps()
    assert check(console, "lift birj").text == "lift 0402 Bir Jadid"
    assert check(console, "lift bir").text == "can mean lift 0402 Bir Jadid, lift 0502 Bir Asluj"


def test_a_list_of_options_is_narrowed_by_a_name(heaps: Consoles) -> None:
    console = heaps()
    rows = [row.split()[1:3] for row in console.say("? bir").lines if "lift" in row]
    assert rows == [["lift", "0402"], ["lift", "0502"]]
    assert "0402 Bir Jadid" in "\n".join(console.picture())


def test_after_a_verb_the_number_of_a_place_is_no_number_of_an_option(heaps: Consoles) -> None:
    console = heaps()
    console.picture()
    listed = [str(option) for option in console.listed]
    assert listed[1] != "lift 2"
    assert listed.index("lift 3") != 2
    for typed in ("lift 3", "lift 11", "lift 0603"):
        console = heaps()
        console.picture()
        assert console.say(typed).error is None
        assert chosen(console) == [typed]
    for typed in ("lift 2", "lift 0002"):  # an empty heap, and none at all
        console = heaps()
        console.picture()
        assert console.say(typed).error is not None
        assert chosen(console) == []
    assert console.say(f"lift {listed.index('lift 0603') + 1}").error is None
    assert chosen(console) == ["lift 0603"]


def test_a_bare_number_of_a_place_is_no_number_of_an_option(heaps: Consoles) -> None:
    console = heaps()
    console.picture()
    error = console.say("0002").error
    assert "the last list has 1 to" in str(error)
    assert chosen(console) == []


MAP = HexFile[Terrain, Side](
    picture=". . .\n. . .",
    terrain={"plain": Terrain(letter=".", cost=1)},
    places={"0102": "Bir Jadid", "0302": "Old Mill"},
).map()


@pytest.fixture
def on_hexes(stones_of: Consoles) -> Typist:
    """The toy game on a map of hexes, some with names, and with an item that is not on it."""
    mill = Item("mill", "old-owl-mill", "Old Owl Mill", "grinds")
    return stones_of(
        aliases=lambda *_: MAP.aliases,
        map=lambda *_: chart.draw(MAP),
        pictures=lambda *_: [Picture("map", "The map", MAP, (Counter("red", "0201", ("Red",)),))],
        items=lambda *_: [mill],
    ).start()


@pytest.mark.parametrize("typed", ["0102", "bir-jadid", "Bir Jadid", "bir", "jadid"])
def test_a_hex_is_shown_by_its_number_or_name(typed: str, on_hexes: Typist) -> None:
    told = " ".join(on_hexes.say(f"show {typed}").lines)
    assert on_hexes.say(f"look {typed}").lines == on_hexes.say(f"show {typed}").lines
    assert told.startswith("0102 Bir Jadid, plain")
    assert "next to 0201 north-east: Red" in " ".join(told.split())


def test_an_item_comes_before_the_beginning_of_a_name(on_hexes: Typist) -> None:
    assert on_hexes.say("show old").lines == ["Old Owl Mill, mill: grinds"]
    assert on_hexes.say("show old-mill").lines[0].startswith("0302 Old Mill")


def test_names_on_the_map_are_completed_after_show(on_hexes: Typist) -> None:
    for line in ("show bi", "map near bi"):
        (found,) = candidates(on_hexes, line)
        assert (found.word, found.about) == ("bir-jadid", "0102")


def test_why_names_the_place(heaps: Consoles) -> None:
    console = heaps()
    assert console.say("why lift gaza").lines[0].startswith("lift 2 Gaza is not legal now: ")
    assert console.say("why lift bir jadid").lines[0] == "lift 0402 Bir Jadid is legal."
    assert console.say("why lift bir").lines[0] == "Legal now: lift 0402 Bir Jadid, lift 0502 Bir Asluj."
