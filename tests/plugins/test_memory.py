"""The facts about plugins that are kept between runs, and the fate of a damaged file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sites import CLEVER, assert_stones_work

from sandtable import PluginError

if TYPE_CHECKING:
    from sites import Site


@pytest.mark.parametrize(
    "text", ["not toml [", "", "broken = 3", 'broken = "game"', "[broken]\nx = 1", "\0"]
)
def test_a_damaged_memory_stops_nobody(site: Site, text: str):
    memory = site.folder / "home" / "plugins.toml"
    memory.parent.mkdir()
    memory.write_text(text)
    catalog = site.catalog()
    assert_stones_work(catalog)
    assert {plugin.state for plugin in catalog.plugins} == {"ok"}


DAMAGED = {
    "not toml [": "line 1",
    "\0": "line 1",
    "broken = 3": "broken has an unexpected value",
    'disabled = "stones"': "disabled has an unexpected value",
    "disabled = [3]": "disabled[0] has an unexpected value",
}


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_memory_is_named_and_not_written_over_unasked(site: Site, text: str):
    memory = site.folder / "home" / "plugins.toml"
    memory.parent.mkdir()
    memory.write_text(text)
    site.plugin("clever", CLEVER)
    site.game("bad", "1 / 0")
    catalog = site.catalog()
    (line,) = catalog.problems
    assert line.startswith(f"{memory} is damaged; its list of disabled plugins is ignored: ")
    assert DAMAGED[text] in line
    with pytest.raises(PluginError):
        catalog.game("bad")
    catalog.bots.make(catalog.game("stones"), "clever")
    assert memory.read_text() == text
