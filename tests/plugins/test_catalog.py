"""A catalog: its plugins hear hooks, and a save names those that it used."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sites import SHELL, only

from sandtable.plugins.catalog import Catalog
from sandtable.record import hooks

if TYPE_CHECKING:
    from sites import Site


def test_a_save_names_the_plugins_that_a_scenario_uses(site: Site):
    site.entry("games", "stones", "st_stones.game:Stones", "copy")
    catalog = site.catalog()
    assert catalog.stamps(catalog.scenario("stones/two")) == [
        {"id": "stones", "distribution": "sandtable", "version": "0.1"},
        {"id": "stones.two", "distribution": "sandtable", "version": "0.1"},
    ]


def test_a_word_with_the_name_of_a_game_is_in_no_save(site: Site):
    site.package("st_shell", {"words.py": SHELL})
    site.entry("commands", "stones", "st_shell.words:WORD")
    catalog = site.catalog()
    stamps = catalog.stamps(catalog.scenario("stones/two"))
    assert [stamp["id"] for stamp in stamps] == ["stones", "stones.two"]


HEARS = """
from sandtable import hookimpl
heard = []
error = None
@hookimpl
def session_started(session):
    heard.append(session)
    if error: raise error
@hookimpl
def session_ended():
    heard.append("ended")
"""


@pytest.mark.parametrize("error", [RuntimeError("jam"), SystemExit(1)])
def test_a_plugin_that_raises_in_a_hook_is_named_once_and_left_out(site: Site, error: BaseException):
    site.plugin("first", HEARS)
    site.plugin("jam", HEARS)
    site.plugin("last", HEARS)
    catalog = site.catalog()
    catalog.loader.load_hooks()
    first, jam, last = (sys.modules[f"st_{name}"] for name in ("first", "jam", "last"))
    jam.error = error
    for session in (1, 2):
        catalog.notify(hooks.session_started, session=session)
    catalog.notify(hooks.session_ended, session=2)
    assert (first.heard, jam.heard, last.heard) == ([1, 2, "ended"], [1], [1, 2, "ended"])
    assert ["jam (extra) failed in session_started" in problem for problem in catalog.problems] == [True]


@pytest.mark.parametrize("fault", ["1 / 0", "raise SystemExit"])
def test_a_hook_plugin_that_does_not_load_is_named_and_the_others_hear(site: Site, fault: str):
    site.plugin("jam", f"{HEARS}\n{fault}")
    site.plugin("last", HEARS)
    catalog = site.catalog()
    catalog.notify(hooks.session_started, session=1)
    assert sys.modules["st_last"].heard == [1]
    assert getattr(sys.modules.get("st_jam"), "heard", []) == []
    assert only(catalog, "jam").state == "broken"
    assert ["jam is broken" in problem for problem in catalog.problems] == [True]


def test_a_package_of_scenarios_may_have_hooks_and_hears_once(site: Site):
    site.package("st_maps", {"__init__.py": HEARS})
    catalog = site.catalog()
    catalog.scenario("stones/two")
    catalog.scenario("stones/two-more")
    catalog.notify(hooks.session_started, session=7)
    assert sys.modules["st_maps"].heard == [7]


def test_every_installed_game_has_the_kernels_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    installed = Catalog()
    installed.loader.load_hooks()
    assert installed.listeners.manager.has_plugin("plugin bots (sandtable)")
    assert installed.problems == []
