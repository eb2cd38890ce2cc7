"""Content coverage: the contents that occurred in play, and those that never did."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from sandtable import Refusal, SandtableError
from sandtable_shell.command_line import main
from sandtable_tools.kit import Coverage, coverage

if TYPE_CHECKING:
    from sites import Site

Covers = Callable[..., Coverage]


@pytest.fixture
def covers(site: Site) -> Covers:
    """The coverage of the toy in its current form."""
    return lambda **more: coverage("stones", **({"plugins": site.catalog()} | more))


def never(found: Coverage) -> dict[str, list[str]]:
    return {kind: ids for kind, ids in found.never.items() if ids}


def test_all_of_a_small_game_occurs(covers: Covers):
    found = covers()
    assert never(found) == {}
    assert found.seen["phases"] == ["End", "Gain", "Lifting", "Redraw", "Toss", "Turn"]
    assert found.seen["actions"] == ["done", "lift", "play"]
    assert found.seen["events"] == ["Drew", "Lifted", "Shown", "Tossed"]
    assert "that heap is empty" in found.seen["refusals"]


def test_playing_stops_when_all_has_occurred(covers: Covers):
    assert covers(games=1000).games < 10


def test_the_same_seed_finds_the_same(covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy.Stones, "contents", lambda *_: {"cards": [*toy.CARDS, "joker"]})
    assert covers(games=3, seed="s") == covers(games=3, seed="s")


def test_a_phase_that_is_never_scheduled_is_listed(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    class Rest(toy.Toss, frozen=True):
        pass

    monkeypatch.setattr(toy.Stones, "phases", (*toy.Stones.phases, Rest))
    assert "Rest" in never(covers(games=2))["phases"]


def test_a_phase_that_others_go_on_from_need_not_occur_itself(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    class Base(toy.Phase, frozen=True):
        pass

    class Rest(Base, frozen=True):
        pass

    monkeypatch.setattr(toy.Stones, "phases", (*toy.Stones.phases, Base, Rest))
    assert never(covers(games=2)) == {"phases": ["Rest"]}


def test_an_action_that_is_never_legal_is_listed(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    class Rest(toy.Action, frozen=True):
        pass

    monkeypatch.setattr(toy.Stones, "actions", (*toy.Stones.actions, Rest))
    assert never(covers(games=2)) == {"actions": ["rest"]}


def test_an_event_that_is_never_told_is_listed(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(toy.Toss, "run", lambda _, table: setattr(table, "result", 1))
    assert never(covers(games=2)) == {"events": ["Tossed"]}


def test_contents_occur_when_an_event_or_an_action_names_them(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    contents = {"cards": [*toy.CARDS, "joker"], "heaps": ["north", "south-east"]}
    monkeypatch.setattr(toy.Stones, "contents", lambda *_: contents)
    monkeypatch.setattr(toy.Stones, "setup", _north_alone(toy))
    assert never(covers(games=4)) == {"cards": ["joker"], "heaps": ["south-east"]}


def _north_alone(toy: ModuleType) -> Any:
    setup = toy.Stones.setup

    def begin(self: Any, table: Any) -> Any:
        state = setup(self, table)
        state.heaps = {"north": 5}
        return state

    return begin


def test_a_special_rule_that_no_scenario_uses_is_listed(site: Site):
    site.entry("rules", "stones.harvest", "sandtable_toy:Harvest")
    assert never(coverage("stones", games=2, plugins=site.catalog())) == {"rules": ["stones.harvest"]}
    site.scenario("three", "stones.harvest")
    assert never(coverage("stones", plugins=site.catalog())) == {}


def test_a_refusal_that_nobody_meets_is_listed(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    refusal = toy.Lifting.refusal

    def lenient(self: Any, table: Any, action: Any) -> Refusal | None:
        refused = refusal(self, table, action)
        return Refusal("4", "no") if refused and refused.text == "you do not hold that card" else refused

    monkeypatch.setattr(toy.Lifting, "refusal", lenient)
    assert never(covers(games=4)) == {"refusals": ["you do not hold that card"]}


def test_a_refusal_with_values_in_its_text_is_known_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, toy: ModuleType
):
    site.package(
        "st_words",
        {
            "__init__.py": "from sandtable import Refusal\n"
            "def why(heap, n):\n"
            "    return Refusal('2', f'{heap} has {n} stones', heap)\n"
            "def never(heap):\n"
            "    return Refusal('2', f'{heap} has no more than it had')\n"
        },
    )
    monkeypatch.setattr(toy.Harvest, "__module__", "st_words")
    site.entry("rules", "stones.harvest", "sandtable_toy:Harvest")
    known = site.catalog()
    __import__("st_words")
    refusal = toy.Lifting.refusal
    monkeypatch.setattr(
        toy.Lifting,
        "refusal",
        lambda self, table, action: (
            refusal(self, table, action) and sys.modules["st_words"].why("north", 3)
        ),
    )
    found = coverage("stones", games=1, plugins=known)
    assert "... has ... stones" in found.seen["refusals"]
    assert "... has no more than it had" in found.never["refusals"]


def test_house_rules_are_played_too(covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    run = toy.Toss.run
    monkeypatch.setattr(
        toy.Toss,
        "run",
        lambda self, table: (run if table.house.lifts == 3 else _ends_without_event)(self, table),
    )
    assert never(covers(games=4)) == {"events": ["Tossed"]}
    assert never(covers(games=12)) == {}


def _ends_without_event(_: Any, table: Any) -> None:
    table.result = 1


def test_a_coverage_in_words_lists_what_never_occurred(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(toy.Stones, "contents", lambda *_: {"cards": [*toy.CARDS, "joker"]})
    words = str(covers(games=2))
    assert words.startswith("stones: 4 games\n  phases: 6 of 6\n")
    assert words.endswith("  cards: 3 of 4\n    never joker")


def test_a_game_without_scenarios_is_reported_in_a_line(site: Site):
    with pytest.raises(SandtableError, match=re.escape("no scenario of pebbles is installed")):
        coverage("pebbles", plugins=site.catalog())


def test_a_fault_met_on_the_way_is_reported_with_the_seed_and_the_commands_that_show_it(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    candidates = toy.Lifting.candidates
    monkeypatch.setattr(
        toy.Lifting, "candidates", lambda self, table: [] if self.lifted else candidates(self, table)
    )
    with pytest.raises(SandtableError) as raised:
        covers()
    matched = re.fullmatch(
        r"plays: stones/two: GameError: dead end: Lifting .*\(seed (1/\d+): (lift north)\)",
        str(raised.value),
    )
    assert matched, raised.value


def test_of_a_fault_with_a_house_rule_the_house_rule_is_reported(
    covers: Covers, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    def fail(_: Any, table: Any) -> None:
        table.result = 1 // (table.house.lifts - 3) + 2

    monkeypatch.setattr(toy.Toss, "run", fail)
    with pytest.raises(SandtableError, match=r"ZeroDivisionError.*\(seed 1/\d+ with lifts=3: "):
        covers(games=40)


def test_of_one_scenario_only_its_own_content_is_wanted(site: Site):
    site.entry("rules", "stones.harvest", "sandtable_toy:Harvest")
    site.scenario("three", "stones.harvest")
    known = site.catalog()
    assert coverage("stones/two", plugins=known).seen["rules"] == []
    found = coverage("stones/three", plugins=known)
    assert (found.game, found.seen["rules"]) == ("stones/three", ["stones.harvest"])
    assert never(found) == {}


def test_the_prints_of_a_game_do_not_flood_its_coverage(
    covers: Covers,
    toy: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    run = toy.Toss.run

    def say(self: Any, table: Any) -> None:
        print("toss")
        run(self, table)

    monkeypatch.setattr(toy.Toss, "run", say)
    covers(games=2)
    assert capsys.readouterr().out == ""


def test_the_command_describes_an_installed_game(capsys: pytest.CaptureFixture[str]):
    assert main(["test", "megiddo", "--coverage", "--games", "3"]) == 0
    assert "  cards: 60 of 60\n" in capsys.readouterr().out
