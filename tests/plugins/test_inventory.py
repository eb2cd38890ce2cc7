"""The inventory: what is installed and its state, known without importing any of it."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sites import CLEVER, assert_stones_work, only

from sandtable import PluginError
from sandtable.plugins.inventory import Inventory

if TYPE_CHECKING:
    from sites import Site


def test_listing_imports_nothing(site: Site):
    catalog = site.catalog()
    assert catalog.games.infos["stones"].seats == ("red", "blue")
    assert catalog.scenarios.ids == ["stones/two", "stones/two-more"]
    assert catalog.scenarios.info("stones/two-more").title == "About two-more"
    assert [(plugin.kind, plugin.state) for plugin in catalog.plugins] == [
        ("game", "installed"),
        ("scenario", "installed"),
        ("scenario", "installed"),
    ]
    assert only(catalog, "stones").file("game.toml") == site.folder / "st_stones" / "game.toml"
    assert site.imported == []
    assert_stones_work(catalog)
    assert "st_stones.game" in site.imported


@pytest.mark.parametrize(
    ("toml", "state", "reason"),
    [
        ("id = ", "broken", "game.toml: "),
        ('id = "bad"', "broken", 'the key "title" is missing'),
        ("x = " + "[" * 9000, "broken", "game.toml: "),
        ("{told}\nsets = 1", "broken", 'there is no key "sets"; did you mean "seats"?'),
        ("{worse}", "broken", "its game.toml describes worse"),
        ("{api}", "incompatible", "written for core API 99; this Sandtable has 2"),
        ("{api}\nnovelty = 1", "incompatible", "written for core API 99; this Sandtable has 2"),
        ("{gone}", "broken", "there is no game.toml in st_bad"),
        ("{nowhere}", "broken", "its package st_bad does not exist"),
    ],
)
def test_faults_visible_without_loading_are_listed_with_their_reasons(
    site: Site, toml: str, state: str, reason: str
):
    keys = {"worse": {"id": "worse"}, "api": {"api": 99}}
    metadata = {name: _metadata(**more) for name, more in keys.items()} | {"told": _metadata()}
    text = toml.format(gone="", nowhere="", **metadata) if toml.startswith("{") else toml
    site.game("bad", None if toml == "{nowhere}" else "raise RuntimeError", text)
    if toml == "{gone}":
        (site.folder / "st_bad" / "game.toml").unlink()
    catalog = site.catalog()
    assert only(catalog, "bad").state == state
    assert reason in only(catalog, "bad").reason
    assert "bad" not in catalog.games.infos
    with pytest.raises(PluginError, match=f"game bad is {state}"):
        catalog.game("bad")
    assert_stones_work(catalog)


def _metadata(id: str = "bad", api: int = 2) -> str:
    return f'id = "{id}"\ntitle = "T"\nseats = ["red"]\napi = {api}\nrules_version = 1'


@pytest.mark.parametrize("value", ["st-bad:Bad", "", ".game:Bad"])
@pytest.mark.parametrize("group", ["games", "scenarios", "rules", "plugins"])
def test_an_entry_point_that_names_nothing_stops_nobody(site: Site, group: str, value: str):
    site.entry(group, "stones.bad", value)
    catalog = site.catalog()
    assert_stones_work(catalog)
    bad = only(catalog, "stones.bad")
    if group in ("games", "scenarios"):
        assert (bad.state, bool(bad.reason)) == ("broken", True)


def test_a_scenario_whose_file_is_not_there_is_broken(site: Site):
    site.entry("scenarios", "stones.gone", "st_maps")
    site.entry("scenarios", "pebbles", "st_maps")
    catalog = site.catalog()
    assert only(catalog, "stones.gone").reason == "there is no gone.toml in st_maps"
    assert only(catalog, "pebbles").state == "broken"
    assert catalog.scenarios.ids == ["stones/two", "stones/two-more"]


@pytest.mark.parametrize("group", ["games", "scenarios", "rules", "plugins"])
def test_of_duplicates_the_built_in_wins_then_the_first_by_name(site: Site, group: str):
    for dist in ("zeta", "sandtable", "alpha"):
        site.entry(group, "two.more", "st_stones", dist, "3.4")
    mine = site.points[-3:]
    for winner, used in (("sandtable", mine), ("alpha", [mine[0], mine[2]])):
        for order in permutations(used):
            first, *losers = (plugin for plugin in Inventory(order).plugins if plugin.id == "two.more")
            assert (first.distribution, first.state == "duplicate") == (winner, False)
            assert len(losers) == len(used) - 1
            for loser in losers:
                assert loser.state == "duplicate"
                assert loser.distribution != winner
                assert f"two.more already comes from {winner} 3.4" in loser.reason


def test_a_duplicate_is_not_used(site: Site):
    site.package("st_copy", {"game.py": "1 / 0", "two.toml": "x"})
    site.entry("games", "stones", "st_copy.game:Stones", "aaa")
    site.entry("scenarios", "stones.two", "st_copy", "aaa")
    assert_stones_work(site.catalog())
    assert "st_copy" not in site.imported


def test_of_a_game_that_is_off_the_scenarios_are_off_and_nothing_is_reported(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "stones")
    inventory = Inventory(site.points)
    assert {plugin.state for plugin in inventory.plugins} == {"disabled"}
    assert only(inventory, "stones.two").reason == "its game stones is disabled"
    assert (inventory.games, inventory.scenarios, inventory.problems) == ({}, {}, [])


def test_a_game_that_is_broken_is_reported_and_its_scenarios_are_not(site: Site) -> None:
    (site.folder / "st_stones" / "game.toml").write_text("id =")
    inventory = Inventory(site.points)
    assert {plugin.state for plugin in inventory.plugins} == {"broken"}
    (line,) = inventory.problems
    assert line.startswith("game stones is broken: ")


def test_plugins_that_could_have_answered_a_hook_are_named(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.plugin("clever", CLEVER)
    site.plugin("mute", "")
    site.plugin("jam", "1 / 0")
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "clever,mute")
    catalog = site.catalog()
    catalog.loader.load_hooks()
    assert catalog.inventory.why_missing("bots") == [
        "plugin clever is disabled: by SANDTABLE_DISABLE_PLUGINS",
        "plugin jam is broken: ZeroDivisionError: division by zero",
    ]


ODD = b"# \xe9\n"
"""A byte that is not UTF-8, as an editor with another encoding writes it."""

POINT = b"[sandtable.plugins]\nextra = st_extra\n"
FACTS = b"Name: extra\nVersion: 1.2\n"

DAMAGED = {
    "odd points": ("extra-1.2.dist-info", POINT + ODD, FACTS, "entry_points.txt is not UTF-8 text"),
    "no value": (
        "extra-1.2.dist-info",
        b"[sandtable.plugins]\nextra st_extra\n",
        FACTS,
        "entry_points.txt has a line that is not NAME = MODULE",
    ),
    "odd author": (
        "extra-1.2.dist-info",
        POINT,
        FACTS + b"Author: Andr\xe9\n",
        "METADATA is not UTF-8 text",
    ),
    "no version": ("extra-1.2.dist-info", POINT, b"Name: extra\n", "METADATA has no Version"),
    "no name": ("extra-1.2.dist-info", POINT, b"Version: 1\n", "METADATA has no Name"),
    "no METADATA": ("extra-1.2.dist-info", POINT, None, "METADATA has no Name"),
    "nameless": (".dist-info", POINT, None, "METADATA has no Name"),
    "empty name": ("extra-1.2.dist-info", POINT, b"Name:\nVersion: 1\n", "METADATA has no Name"),
}
"""The folder of damaged metadata, its entry points and its METADATA, and the reason that is given."""


def write_metadata(folder: Path, name: str, points: bytes, facts: bytes | None) -> None:
    about = folder / name
    about.mkdir()
    (about / "entry_points.txt").write_bytes(points)
    if facts is not None:
        (about / "METADATA").write_bytes(facts)


@pytest.mark.parametrize("damaged", DAMAGED)
def test_a_distribution_with_damaged_metadata_is_named_and_left_out(
    damaged: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, points, facts, reason = DAMAGED[damaged]
    write_metadata(tmp_path, folder, points, facts)
    monkeypatch.syspath_prepend(tmp_path)
    inventory = Inventory()
    assert inventory.problems == [f"distribution {folder} is broken: {tmp_path / folder}/{reason}"]
    assert "extra" not in {plugin.id for plugin in inventory.plugins}
    assert {"lrdg", "megiddo"} <= inventory.games.keys()


def test_damaged_metadata_of_a_distribution_without_plugins_is_no_concern(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = b"[console_scripts]\nother = other:main\n"
    write_metadata(tmp_path, ".dist-info", b"", None)
    write_metadata(tmp_path, "other-1.dist-info", scripts + ODD, FACTS + b"Author: \xe9\n")
    write_metadata(tmp_path, "third-1.dist-info", b"[console_scripts]\nthird\n", FACTS)
    monkeypatch.syspath_prepend(tmp_path)
    assert Inventory().problems == []


def test_without_third_party_plugins_nothing_is_said_of_their_metadata(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_metadata(tmp_path, "extra-1.2.dist-info", POINT + ODD, FACTS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("SANDTABLE_PLUGINS", "")
    assert Inventory().problems == []


def test_the_program_starts_by_its_module_whatever_is_on_the_path(tmp_path: Path) -> None:
    write_metadata(tmp_path, "extra-1.2.dist-info", POINT + ODD, FACTS)
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    line = [sys.executable, "-m", "sandtable", "--version"]
    ran = subprocess.run(line, env=env, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_of_two_distributions_with_one_name_the_first_on_the_path_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, version in (("later", "1"), ("first", "2")):
        about = tmp_path / folder / f"extra-{version}.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Name: extra\nVersion: {version}\n")
        (about / "entry_points.txt").write_text("[sandtable.plugins]\nextra = st_extra\n")
        monkeypatch.syspath_prepend(tmp_path / folder)
    assert only(Inventory(), "extra").version == "2"


def test_a_key_of_very_many_parts_holds_nothing_up(site: Site) -> None:
    site.game("bad", "", ".".join(["a"] * 50_000) + " = 1")
    (site.folder / "st_bad" / "plugin.toml").write_text(".".join(["a"] * 50_000) + " = 1")
    bad = only(Inventory(site.points), "bad")
    assert (bad.state, bad.required) == ("broken", False)
    assert "larger than 20,000 bytes" in bad.reason
