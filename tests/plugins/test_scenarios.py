"""Scenarios of plugins and of files, their rules, and campaigns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sites import assert_stones_work

from sandtable import PluginError, SandtableError
from sandtable.model.scenario_file import ScenarioError

if TYPE_CHECKING:
    from sites import Site


def test_a_rule_that_fails_stops_only_the_scenarios_that_use_it(site: Site):
    site.package("st_rules", {"bad.py": "1 / 0", "good.py": "import sandtable_toy as toy"})
    site.entry("rules", "stones.bad", "st_rules.bad:Rule")
    site.entry("rules", "stones.good", "st_rules.good:toy.Harvest")
    site.entry("rules", "stones.other", "st_rules.good:toy.Stones")
    for rule in ("bad", "good", "goood", "other"):
        site.scenario(rule, f"stones.{rule}")
    catalog = site.catalog()
    assert_stones_work(catalog)
    assert len(catalog.scenario("stones/good").rules()) == 1
    with pytest.raises(PluginError, match=r"rule stones\.bad is broken: ZeroDivisionError"):
        catalog.scenario("stones/bad")
    with pytest.raises(PluginError, match=r"rule stones\.other is broken: .*SpecialRule"):
        catalog.scenario("stones/other")
    with pytest.raises(SandtableError, match=r'"stones\.goood"; did you mean "stones\.good"'):
        catalog.scenario("stones/goood")


def test_the_rules_of_another_game_are_not_loaded(site: Site):
    site.package("st_rules", {"__init__.py": "1 / 0"})
    site.entry("rules", "pebbles.rule", "st_rules:Rule")
    site.entry("rules", "stonesetc.rule", "st_rules:Rule")
    assert_stones_work(site.catalog())
    assert "st_rules" not in site.imported


def test_a_file_of_ones_own_is_a_scenario_too(site: Site):
    path = site.folder / "my-heaps.toml"
    text = (site.folder / "st_maps" / "two.toml").read_text()
    path.write_text(text)
    found = site.catalog().scenario(str(path))
    assert (found.id, found.title, found.bare) == ("stones/my-heaps", "About two", True)
    assert not site.catalog().scenario("stones/two").bare
    path.write_text(text.replace("stones", "stoness"))
    with pytest.raises(ScenarioError, match=r'my-heaps.*no game "stoness"; did you mean "stones"'):
        site.catalog().scenario(str(path))


def campaign(site: Site, name: str, text: str) -> None:
    head = f'game = "stones"\ntitle = "About {name}"\n'
    site.package("st_maps", {f"{name}.toml": head + text})
    site.entry("scenarios", f"stones.{name}", "st_maps", "sandtable", "0.1")


RAIN = """
from sandtable import SpecialRule

class Rain(SpecialRule):
    every: int = 1
"""


def test_a_campaign_plays_other_scenarios_in_order(site: Site):
    site.package("st_rain", {"__init__.py": RAIN})
    site.entry("rules", "stones.rain", "st_rain:Rain")
    site.scenario("wet", "stones.rain")
    campaign(site, "war", 'parts = ["wet", "two", "wet"]')
    catalog = site.catalog()
    assert catalog.scenarios.info("stones/war").parts == ("wet", "two", "wet")
    assert site.imported == []
    war = catalog.scenario("stones/war")
    assert (war.data, war.rules()) == (None, [])
    assert [part.id for part in war.parts] == ["stones/wet", "stones/two", "stones/wet"]
    assert [part.data.heaps for part in war.parts] == [{"north": 2}] * 3
    assert [kind.__name__ for kind in war.rules_in_force] == ["Rain"]
    stamps = [stamp["id"] for stamp in catalog.stamps(war)]
    assert sorted(stamps) == ["stones", "stones.rain", "stones.two", "stones.war", "stones.wet"]
    assert not catalog.scenario("stones/two").parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('parts = ["twoo"]', 'parts: no scenario "stones/twoo"; did you mean "stones/two"?'),
        ('parts = ["tw"]', 'parts: no scenario "stones/tw"'),
        ('parts = ["two", "war"]', "parts: stones/war is a campaign itself"),
        ('parts = ["peace"]', "parts: stones/peace is a campaign itself"),
        ('parts = ["stones/two"]', "parts: a part is the name of a scenario of stones, not stones/two"),
        ('parts = ["../two"]', "parts: a part is the name of a scenario of stones, not ../two"),
        ('parts = ["broken"]', "parts: stones/broken: the key .heaps. is missing"),
        ('parts = ["two"]\n[heaps]\nnorth = 2', 'heaps: a scenario with "parts" has no such key'),
        ('parts = ["two"]\nhoney = 1', 'honey: a scenario with "parts" has no such key'),
        ('parts = "two"', 'parts: a list was expected, not "two"'),
        ("parts = [2]", r"parts\[0\]: a text was expected, not 2"),
    ],
)
def test_a_bad_campaign_names_its_file_and_the_part(site: Site, text: str, expected: str):
    campaign(site, "peace", 'parts = ["two"]')
    campaign(site, "broken", "")
    campaign(site, "war", text)
    catalog = site.catalog()
    with pytest.raises(ScenarioError, match=rf"^stones/war: (line \d: )?{expected}"):
        catalog.scenario("stones/war")
    bare = f'game = "stones"\ntitle = "Mine"\n{text}'
    with pytest.raises(ScenarioError, match=rf"^mine.toml: (line \d: )?{expected}"):
        catalog.scenarios.from_text(bare, "mine", "mine.toml")


def test_a_campaign_of_a_bare_file_has_the_installed_scenarios_as_parts(site: Site):
    text = 'game = "stones"\ntitle = "Mine"\nparts = ["two-more", "two"]'
    mine = site.catalog().scenarios.from_text(text, "mine", "mine.toml")
    assert mine.bare
    assert [part.title for part in mine.parts] == ["About two-more", "About two"]
    assert not any(part.bare for part in mine.parts)
