"""Loading behind a guard: a plugin that fails is listed with its reason, and the others work."""

from __future__ import annotations

from pathlib import Path
from shutil import make_archive, rmtree
from typing import TYPE_CHECKING

import pytest
from sites import CLEVER, assert_stones_work, only

import sandtable
from sandtable import PluginError
from sandtable.plugins.loading import Problems

if TYPE_CHECKING:
    from sites import Site


FROM_FILES = """
from sandtable import Game
from sandtable_toy import Stones
class Zipped(Stones):
    info = Game.info
    rules_text = Game.rules_text
"""
"""A game that reads its files."""

ZIPPED = 'game = "zipped"\ntitle = "Two"\n[heaps]\nnorth = 2\n'

LOADING = {
    "raises": ("raise RuntimeError('no\\nluck')", "RuntimeError: no"),
    "exits": ("import sys\nsys.exit(3)", "SystemExit: 3"),
    "syntax": ("def (", "SyntaxError"),
    "no class": ("", "AttributeError"),
    "import": ("import st_nowhere", "No module named 'st_nowhere'"),
    "init": ("def Bad():\n    raise ValueError", "ValueError"),
    "contract": ("from sandtable import Game\nclass Bad(Game): pass", "abstract"),
    "not shown": (
        "from sandtable import Game\nfrom sandtable_toy import Stones\n"
        "class Bad(Stones):\n    board = Game.board",
        "it must define presentation, or status and board",
    ),
    "no game": ("def Bad():\n    return 3", "Game"),
}


@pytest.fixture
def bad(site: Site, request: pytest.FixtureRequest) -> str:
    """Installs the game `bad`, which fails when it is loaded; returns the reason."""
    code, reason = LOADING[request.param]
    site.game("bad", code)
    return reason


@pytest.mark.parametrize("bad", LOADING, indirect=True)
def test_a_plugin_that_fails_is_listed_and_the_others_work(site: Site, bad: str):
    catalog = site.catalog()
    assert only(catalog, "bad").state == "installed"
    for _ in range(2):
        with pytest.raises(PluginError, match="game bad is broken: ") as caught:
            catalog.game("bad")
        assert bad in str(caught.value)
        assert "\n" not in str(caught.value)
    assert only(catalog, "bad").state == "broken"
    assert bad in only(catalog, "bad").reason
    assert_stones_work(catalog)


def test_ctrl_c_while_a_plugin_loads_is_not_the_plugins_fault(site: Site):
    site.game("bad", "raise KeyboardInterrupt")
    catalog = site.catalog()
    with pytest.raises(KeyboardInterrupt):
        catalog.game("bad")
    assert only(catalog, "bad").state == "installed"


def test_a_rule_whose_methods_fit_no_point_does_not_load(site: Site):
    code = """from sandtable_lrdg.special_rules import MissionRule
class Moon(MissionRule):
    def turn_begins(self): pass
class Sun(MissionRule):
    def turn_begin(self, table): pass
"""
    site.package("st_moon", {"rules.py": code})
    site.entry("rules", "stones.moon", "st_moon.rules:Moon")
    site.entry("rules", "stones.sun", "st_moon.rules:Sun")
    catalog = site.catalog()
    kinds = catalog.games.rules("stones")
    with pytest.raises(PluginError, match=r"turn_begins takes \(self\); \(self, table\) was expected"):
        kinds["stones.moon"]
    with pytest.raises(PluginError, match='no point "turn_begin"; did you mean "turn_begins"'):
        kinds["stones.sun"]
    assert {only(catalog, id).state for id in ("stones.moon", "stones.sun")} == {"broken"}


def test_a_noted_line_is_reported_once_even_after_it_was_shown() -> None:
    problems = Problems(["at the start"])
    problems.note(["a", "b", "a"])
    assert problems.take() == ["at the start", "a", "b"]
    problems.note(["b", "c"])
    assert problems == ["c"]


def test_taking_the_lines_removes_them() -> None:
    problems = Problems(["a"])
    shown = problems.take()
    problems.append("later")
    assert (shown, problems.take(), problems.take()) == (["a"], ["later"], [])


NEARBY = {
    "st_tools.map.draw": "plugin map",
    "st_tools.map.plugin": "plugin map",
    "st_tools.odds.deep.tree": "plugin odds",
    "st_tools.odds.shell": "command chances",
    "st_tools.shared": "plugin map",
    "st_other": None,
}
"""Modules of a distribution with two tools, and the plugin that is blamed for each."""


@pytest.mark.parametrize("module", NEARBY)
def test_the_plugin_nearest_to_the_module_is_blamed(site: Site, module: str) -> None:
    site.entry("plugins", "map", "st_tools.map.plugin", "tools")
    site.entry("plugins", "odds", "st_tools.odds.plugin", "tools")
    site.entry("commands", "chances", "st_tools.odds.shell:ODDS", "tools")
    code = {"__name__": module}
    exec("def fails(): 1 / 0", code)  # noqa: S102
    with pytest.raises(ZeroDivisionError) as caught:
        code["fails"]()  # type: ignore[operator]
    blamed = site.catalog().loader.plugin_behind(caught.value)
    assert (f"{blamed.kind} {blamed.id}" if blamed else None) == NEARBY[module]


def test_a_game_in_a_zip_file_is_listed_and_played(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.game("zipped", FROM_FILES)
    site.package("st_zipped", {"rules.md": "# 1 The turn\n", "two.toml": ZIPPED, "hooks.py": CLEVER})
    site.entry("scenarios", "zipped.two", "st_zipped", "sandtable", "0.1")
    site.entry("plugins", "zipped", "st_zipped.hooks", "sandtable", "0.1")
    archive = make_archive(str(tmp_path / "packed"), "zip", site.folder, "st_zipped")
    rmtree(site.folder / "st_zipped")
    monkeypatch.syspath_prepend(archive)
    catalog = site.catalog()
    assert catalog.scenarios.ids == ["stones/two", "stones/two-more", "zipped/two"]
    assert catalog.games.infos["zipped"].title == "A Game"
    assert catalog.game("zipped").info.title == "A Game"
    assert catalog.game("zipped").rules_text == "# 1 The turn\n"
    assert str(only(catalog, "zipped.two").file("two.toml")).startswith(f"{archive}/")
    (hooks,) = (plugin for plugin in catalog.plugins if plugin.kind == "plugin")
    assert hooks.hooks == ["bots"]
    with sandtable.new("zipped/two", seed=1, plugins=catalog) as session:
        session.choose("lift north")
