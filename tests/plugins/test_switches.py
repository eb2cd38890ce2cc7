"""The list that ``plugins disable`` keeps, and the fate of a damaged file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from sites import assert_stones_work, only

if TYPE_CHECKING:
    from sites import Site

DAMAGED = {
    "not toml [": "line 1",
    "\0": "line 1",
    'disabled = "stones"': "disabled must be a list of names",
    "disabled = [3]": "disabled must be a list of names",
    "x = 1\n" * 9_999: "larger than 20,000 bytes",
}


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_list_is_named_and_stops_nobody(site: Site, text: str):
    file = site.folder / "home" / "plugins.toml"
    file.parent.mkdir()
    file.write_text(text)
    catalog = site.catalog()
    (line,) = catalog.problems
    assert line.startswith(f"{file} is damaged; its list of disabled plugins is ignored: ")
    assert DAMAGED[text] in line
    assert {plugin.state for plugin in catalog.plugins} == {"installed"}
    assert_stones_work(catalog)
    assert file.read_text() == text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_its_place_is_not_read(site: Site) -> None:
    (site.folder / "home").mkdir()
    os.mkfifo(site.folder / "home" / "plugins.toml")
    assert "not a file" in site.catalog().problems[0]


def test_other_keys_in_it_mean_nothing(site: Site) -> None:
    (site.folder / "home").mkdir()
    (site.folder / "home" / "plugins.toml").write_text('[broken]\n"game stones (sandtable)" = "jam"\n')
    assert only(site.catalog(), "stones").state == "installed"
