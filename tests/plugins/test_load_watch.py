"""The mark of a plugin while it loads: one that ends the program is named at the next start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.plugins.load_watch import MARK, marked, unfinished, watched

if TYPE_CHECKING:
    from sites import Site


def test_a_strangers_plugin_is_marked_while_it_loads_and_not_after(site: Site) -> None:
    site.plugin("some", "")
    (some,) = (plugin for plugin in site.catalog().plugins if plugin.id == "some")
    home = site.folder / "home"
    with watched(some):
        (mark,) = home.glob(f"{MARK}*")
        assert mark.read_text().startswith("plugin some (extra 1.2); plugins disable extra ")
        assert list(unfinished()) == []  # it is locked by a process that still loads
    assert list(home.glob(f"{MARK}*")) == []


def test_a_built_in_plugin_is_not_watched(site: Site) -> None:
    with watched(site.catalog().plugins[0]):
        assert not list((site.folder / "home").glob(f"{MARK}*"))


def test_a_loading_plugin_is_named_until_it_has_loaded(home: Path) -> None:
    with marked("jam"):
        (file,) = home.glob(f"{MARK}*")
        assert file.read_text() == "jam"
        assert list(unfinished()) == []  # it is locked
    assert list(home.iterdir()) == []


def test_a_plugin_that_loads_another_is_named_throughout(home: Path) -> None:
    with marked("jam"):
        with marked("bread"):
            pass
        (file,) = home.glob(f"{MARK}*")
        assert file.read_text() == "jam"
    assert list(home.iterdir()) == []


def test_the_mark_of_a_dead_process_is_reported_once_and_removed(home: Path) -> None:
    home.mkdir()
    (home / f"{MARK}1").write_text("jam")
    (home / f"{MARK}2").write_text("")  # it ended between its last two steps
    assert list(unfinished()) == ["jam"]
    assert list(home.iterdir()) == []


def test_the_mark_of_a_dead_process_is_a_problem_of_the_next(site: Site) -> None:
    home = site.folder / "home"
    home.mkdir()
    (home / f"{MARK}1").write_text("plugin jam (extra 1.2)")
    assert site.catalog().problems == ["the program ended while it loaded plugin jam (extra 1.2)"]
    assert site.catalog().problems == []
