"""Code with names that have moved works as before, and a warning says the new place."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sandtable
from sandtable import plugins, tooling
from sandtable.base.former import HERE, MODULES, PUBLIC, VERBS
from sandtable.drawing import chart
from sandtable.model import deck, special_rule
from sandtable.plugins.former import PARTS
from sandtable.prompt.display import Display
from sandtable.record.journal import Journal

PLUGIN = """
from sandtable import Candidate, Command, hookimpl, draw, pile, put, take
from sandtable.cli import completers
from sandtable.cli.parser import Parser
from sandtable.config import find_save
from sandtable.faults import one_of
from sandtable.plugins import catalog
from sandtable.records import Divergence
from sandtable.repl.outputs import Text
from sandtable.repl.sink import Ground, Maker
from sandtable.special_rule import SpecialRule
from sandtable.words import clipped, resolve

def run(console, rest):
    cards = pile({"a": 2})
    put("b", cards)
    return [f"{clipped(rest)} {take('b', cards)} {len(cards)} {type(catalog()).__name__}"]

@hookimpl
def prompt_commands(session):
    return {"wire": Command("wire [TEXT]", "send it", run)}
"""


MOVED = [name for name in MODULES if name not in PUBLIC]


@pytest.mark.parametrize("old", [*MOVED, "sandtable.cli.parser", "sandtable.repl.outputs"])
def test_a_module_that_moved_is_the_same_module_under_its_former_name(old: str) -> None:
    now = next(
        f"{MODULES[former]}{old[len(former) :]}"
        for former in sorted(MODULES, key=len, reverse=True)
        if f"{old}.".startswith(f"{former}.")
    )
    forget(old)
    expected = f"^{old} is sandtable or sandtable.tooling now$"
    with pytest.warns(DeprecationWarning, match=expected) as caught:
        exec(compile(f"import {old}", "theirs.py", "exec"), {})  # noqa: S102
    assert sys.modules[old] is import_module(now)
    assert sys.modules[old].__name__ == now
    assert {warning.filename for warning in caught} == {"theirs.py"}


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_module_is_imported_by_its_name_without_a_warning(name: str) -> None:
    forget(name)
    assert import_module(name) is getattr(sandtable, name.rpartition(".")[2])


def forget(old: str) -> None:
    sys.modules.pop(old, None)


def test_the_bare_verbs_of_cards_are_those_of_the_deck() -> None:
    for verb in VERBS:
        expected = f"^sandtable.{verb} is sandtable.deck.{verb} now$"
        with pytest.warns(DeprecationWarning, match=expected) as caught:
            found = getattr(sandtable, verb)
        assert found is getattr(deck, verb)
        assert caught[0].filename == __file__
    assert sandtable.deck is deck


def test_an_item_is_what_was_a_thing() -> None:
    with pytest.warns(DeprecationWarning, match=r"^sandtable.Thing is sandtable.Item now$") as caught:
        found = getattr(sandtable, "Thing")  # noqa: B009 (the stub does not have it)
    assert found is sandtable.Item
    assert caught[0].filename == __file__


def test_the_things_of_a_game_are_its_items(toy: ModuleType) -> None:
    fox = sandtable.Item("card", "fox")
    with pytest.warns(DeprecationWarning, match=r"^Older.things is Older.items now$") as caught:

        class Older(toy.Stones):  # type: ignore[misc, name-defined]
            def things(self, view: Any) -> list[sandtable.Item]:
                return [fox]

    assert caught[0].filename == __file__
    assert Older().items(None) == Older().things(None) == [fox]


def test_the_things_of_a_game_forward_to_its_items(toy: ModuleType) -> None:
    game = toy.variant(items=lambda *_: ["fox"])
    with pytest.warns(DeprecationWarning, match=r"^Game.things is Stones.items now$"):
        assert game.things(None) == ["fox"]


def test_the_asking_of_special_rules_is_as_it_was() -> None:
    for old, now in special_rule.FORMER.items():
        with pytest.warns(DeprecationWarning, match=f"sandtable.{now} now$"):
            found = getattr(special_rule, old)
        assert found is getattr(sandtable, now)


def test_the_catalog_is_where_it_was() -> None:
    for old, now in plugins.FORMER.items():
        with pytest.warns(DeprecationWarning, match=f"sandtable.tooling.{now} now$"):
            found = getattr(import_module("sandtable.plugins"), old)
        assert found is getattr(tooling, now)


@pytest.mark.parametrize("name", PARTS)
def test_former_attributes_of_a_catalog_forward_to_its_parts(name: str) -> None:
    catalog = tooling.catalog()
    part = attrgetter(PARTS[name])
    with pytest.warns(DeprecationWarning, match=rf"Catalog\.{name} is Catalog\.") as caught:
        assert getattr(catalog, name) == part(catalog)
    assert caught[0].filename == __file__


def test_an_unknown_attribute_of_a_catalog_is_an_error() -> None:
    with pytest.raises(AttributeError, match="'nothing'"):
        getattr(tooling.catalog(), "nothing")  # noqa: B009 (as those do who know no better)


def test_a_plugin_written_against_the_former_names_works(run: Any, shelf: Any, tmp_path: Path) -> None:
    shelf.write({"st_wire/__init__.py": PLUGIN})
    shelf.add("wire", {"plugins wire": "st_wire"}, {})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ran = run("play", "megiddo/1918", "--save", tmp_path / "g.jsonl", typed="wire on\n")
    assert "on b 2 Catalog" in ran.out
    assert (ran.status, ran.err) == (0, "")
    assert {warning.category for warning in caught} == {DeprecationWarning}


@pytest.mark.filterwarnings("ignore:sandtable.repl")
@pytest.mark.parametrize("name", ["sandtable.no", "sandtable.repl.no", "sandtable.model.no"])
def test_a_name_that_never_was_is_an_import_error(name: str) -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module(name)


@pytest.mark.tools
def test_names_that_moved_to_a_tool_are_found_by_entry_points() -> None:
    for name in ("Branch", "TooManyBranches", "distribution", "outcomes", "outcomes_at"):
        expected = f"^sandtable.{name} is sandtable_tools.odds.{name} now$"
        with pytest.warns(DeprecationWarning, match=expected):
            assert getattr(sandtable, name) is getattr(import_module("sandtable_tools.odds"), name)
    for old, now in (("testing", "kit"), ("odds", "odds"), ("simulate", "lab"), ("thinking", "advice")):
        forget(f"sandtable.{old}")
        with pytest.warns(DeprecationWarning, match=f"^sandtable.{old} is sandtable_tools.{now} now$"):
            assert import_module(f"sandtable.{old}") is import_module(f"sandtable_tools.{now}")


@pytest.mark.tools
def test_the_kit_runs_by_its_former_name() -> None:
    command = [sys.executable, "-W", "ignore", "-m", "sandtable.testing", "--perft", "megiddo/1918"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert '["megiddo/1918"]' in done.stdout


def test_the_rooms_of_the_kernel_are_those_that_are_there() -> None:
    names = {path.stem for path in Path(sandtable.__file__).parent.iterdir()}
    assert {name for name in names if not name.startswith("__")} == {*HERE} - {"__main__"} | {"py"}


SHOWER = """
from sandtable import hookimpl

@hookimpl(tryfirst=True)
def watch(scenes, title):
    print(f"{len(scenes)} of {title}")
    return True
"""


def test_the_log_of_a_session_has_what_its_story_had() -> None:
    session = sandtable.new("megiddo/1918", seed=1)
    session.choose("done")
    with pytest.warns(DeprecationWarning, match=r"Session\.past is Session\.history\.done now"):
        past = session.past
    session.undo(force=True)
    assert len(past) == 1
    with pytest.warns(DeprecationWarning, match=r"LogEntry\.is_outcome"):
        assert not session.log[-1].is_outcome


def test_a_stake_had_another_name_for_its_unit() -> None:
    with pytest.warns(DeprecationWarning, match=r"Stake\.told is Stake\.in_units now"):
        assert sandtable.Stake("VP", steps=2).told(3) == 1.5
    assert sandtable.Stake("VP", steps=2).in_units(4) == 2


def test_drawing_in_unicode_has_its_former_names() -> None:
    with pytest.warns(DeprecationWarning, match=r"sandtable\.chart\.in_unicode now$"):
        assert chart.fine is chart.in_unicode
    with sandtable.new("megiddo/1918", seed=1) as session:
        display = Display(session)
        with pytest.warns(DeprecationWarning, match=r"^Display\.fine is Display\.unicode now$"):
            display.fine = True
        assert display.unicode
        with pytest.warns(DeprecationWarning, match=r"^Display\.fine is"):
            assert display.fine


def test_problems_have_their_former_names() -> None:
    with pytest.warns(DeprecationWarning, match=r"tooling\.take_problems now$"):
        assert tooling.take_troubles is tooling.take_problems  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match=r"^Journal\.trouble is Journal\.write_error now$"):
        assert Journal().trouble is None
    plugin = next(iter(tooling.catalog().plugins))
    with pytest.warns(DeprecationWarning, match=r"^Known\.trouble is Plugin\.problem now$"):
        assert plugin.trouble == plugin.problem
