"""Plugins: known without being imported, loaded in a guard, and never lost from the list."""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandtable import GameError, PluginError, SandtableError, new
from sandtable.base.errors import AmbiguousName, UnknownName
from sandtable.model.scenario import ScenarioError
from sandtable.plugins import patience
from sandtable.plugins.bots import Random
from sandtable.plugins.installation import Catalog
from sandtable.plugins.plugin import Plugin

if TYPE_CHECKING:
    from sites import Site


def only(catalog: Catalog, id: str) -> Plugin:
    (found,) = (plugin for plugin in catalog.plugins if plugin.id == id)
    return found


def assert_stones_work(catalog: Catalog) -> None:
    assert catalog.scenario("stones/two").title == "About two"
    assert catalog.game("stones").id == "stones"
    assert catalog.bot(catalog.game("stones"), "scripted")


# What is known without importing.


def test_listing_imports_nothing(site: Site):
    catalog = site.catalog()
    assert catalog.infos["stones"].seats == ("red", "blue")
    assert catalog.scenario_ids == ["stones/two", "stones/two-more"]
    assert catalog.scenario_info("stones/two-more").title == "About two-more"
    assert [(plugin.kind, plugin.state) for plugin in catalog.plugins] == [
        ("game", "ok"),
        ("scenario", "ok"),
        ("scenario", "ok"),
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
        ("{worse}", "broken", "its game.toml is of worse"),
        ("{api}", "incompatible", "written for core API 99, this is 1 to 2"),
        ("{api}\nnovelty = 1", "incompatible", "written for core API 99, this is 1 to 2"),
        ("{gone}", "broken", "there is no game.toml in st_bad"),
        ("{nowhere}", "broken", "its package st_bad is not there"),
    ],
)
def test_what_can_be_seen_to_be_wrong_is_listed_with_its_reason(
    site: Site, toml: str, state: str, reason: str
):
    keys = {"worse": {"id": "worse"}, "api": {"api": 99}}
    told = {name: _metadata(**more) for name, more in keys.items()} | {"told": _metadata()}
    text = toml.format(gone="", nowhere="", **told) if toml.startswith("{") else toml
    site.game("bad", None if toml == "{nowhere}" else "raise RuntimeError", text)
    if toml == "{gone}":
        (site.folder / "st_bad" / "game.toml").unlink()
    catalog = site.catalog()
    assert only(catalog, "bad").state == state
    assert reason in only(catalog, "bad").reason
    assert "bad" not in catalog.infos
    with pytest.raises(PluginError, match=f"game bad is {state}"):
        catalog.game("bad")
    assert_stones_work(catalog)


def _metadata(id: str = "bad", api: int = 1) -> str:
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
    assert catalog.scenario_ids == ["stones/two", "stones/two-more"]


@pytest.mark.parametrize("group", ["games", "scenarios", "rules", "plugins"])
def test_of_duplicates_the_built_in_wins_then_the_first_by_name(site: Site, group: str):
    for dist in ("zeta", "sandtable", "alpha"):
        site.entry(group, "two.more", "st_stones", dist, "3.4")
    mine = site.points[-3:]
    for winner, used in (("sandtable", mine), ("alpha", [mine[0], mine[2]])):
        for order in permutations(used):
            first, *losers = (one for one in Catalog(order).plugins if one.id == "two.more")
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


# Loading, in a guard.

LOADING = {
    "raises": ("raise RuntimeError('no\\nluck')", "RuntimeError: no"),
    "exits": ("import sys\nsys.exit(3)", "SystemExit: 3"),
    "syntax": ("def (", "SyntaxError"),
    "no class": ("", "AttributeError"),
    "import": ("import st_nowhere", "No module named 'st_nowhere'"),
    "init": ("def Bad():\n    raise ValueError", "ValueError"),
    "contract": ("from sandtable import Game\nclass Bad(Game): pass", "abstract"),
    "no game": ("def Bad():\n    return 3", "Game"),
    "hook": (
        "from sandtable import hookimpl\nfrom sandtable_toy import Stones\n"
        "class Bad(Stones):\n    @hookimpl\n    def sesion_started(self): pass",
        "sesion_started",
    ),
    "argument": (
        "from sandtable import hookimpl\nfrom sandtable_toy import Stones\n"
        "class Bad(Stones):\n    @hookimpl\n    def session_started(self, sesion): pass",
        "{'sesion'}",
    ),
}


@pytest.fixture
def bad(site: Site, request: pytest.FixtureRequest) -> str:
    """The game `bad` is installed, which fails when it is loaded; the reason."""
    code, reason = LOADING[request.param]
    site.game("bad", code)
    return reason


@pytest.mark.parametrize("bad", LOADING, indirect=True)
def test_a_plugin_that_fails_is_listed_and_the_others_work(site: Site, bad: str):
    catalog = site.catalog()
    assert only(catalog, "bad").state == "ok"
    for _ in range(2):
        with pytest.raises(PluginError, match="game bad is broken: ") as caught:
            catalog.game("bad")
        assert bad in str(caught.value)
        assert "\n" not in str(caught.value)
    assert only(catalog, "bad").state == "broken"
    assert bad in only(catalog, "bad").reason
    assert_stones_work(catalog)


@pytest.mark.parametrize("bad", ["raises", "exits", "hook"], indirect=True)
def test_a_failure_is_remembered_without_importing_and_forgotten_after_it_loads_well(
    site: Site, bad: str
):
    with pytest.raises(PluginError):
        site.catalog().game("bad")
    again = site.catalog()
    assert (only(again, "bad").state, site.imported) == ("broken", [])
    assert bad in only(again, "bad").reason
    assert only(again, "stones").state == "ok"
    mended = "from sandtable_toy import Stones\n\nclass Bad(Stones):\n    mended = True\n"
    site.package("st_bad", {"game.py": mended})
    assert again.game("bad").mended
    assert only(again, "bad").state == "ok"
    assert only(site.catalog(), "bad").state == "ok"


def test_ctrl_c_while_a_plugin_loads_is_not_the_plugins_fault(site: Site):
    site.game("bad", "raise KeyboardInterrupt")
    catalog = site.catalog()
    with pytest.raises(KeyboardInterrupt):
        catalog.game("bad")
    assert only(catalog, "bad").state == "ok"


def test_ctrl_c_while_a_strangers_plugin_loads_names_it_and_the_ways_out(site: Site):
    site.plugin("jam", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt) as caught:
        assert site.catalog().hooks
    assert str(caught.value) == (
        "stopped while plugin jam (extra 1.2) was loading; "
        "plugins disable extra or --no-plugins leaves it out"
    )


UNTIL_TOLD = "import threading as t; [one.join() for one in t.enumerate() if isinstance(one, t.Timer)]"


@pytest.mark.parametrize(("seconds", "code"), [(0, UNTIL_TOLD), (9999, "")], ids=["slow", "quick"])
def test_a_plugin_that_is_slow_to_load_is_named_once_while_it_loads(
    seconds: int,
    code: str,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setattr(patience, "SECONDS", seconds)
    site.plugin("some", code)
    assert site.catalog().hooks
    assert (
        capsys.readouterr().err.splitlines() == []
        if seconds
        else [
            "sandtable: plugin some (extra 1.2) is still loading after 0 seconds; "
            "plugins disable extra or --no-plugins leaves it out"
        ]
    )


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
    "broken = 3": "broken is not as it was written",
    'disabled = "stones"': "disabled is not as it was written",
    "disabled = [3]": "disabled[0] is not as it was written",
}


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_memory_is_named_and_not_written_over_unasked(site: Site, text: str):
    memory = site.folder / "home" / "plugins.toml"
    memory.parent.mkdir()
    memory.write_text(text)
    site.plugin("clever", CLEVER)
    site.game("bad", "1 / 0")
    catalog = site.catalog()
    (line,) = catalog.troubles
    assert line.startswith(f"{memory} is damaged, so what plugins disable has kept does not count: ")
    assert DAMAGED[text] in line
    with pytest.raises(PluginError):
        catalog.game("bad")
    catalog.bot(catalog.game("stones"), "clever")
    assert memory.read_text() == text


@pytest.mark.parametrize("bad", ["raises"], indirect=True)
def test_a_memory_that_can_not_be_written_is_said(site: Site, bad: str):
    (site.folder / "home").write_text("a file where the folder should be")
    catalog = site.catalog()
    with pytest.raises(PluginError, match="game bad is broken"):
        catalog.game("bad")
    assert any("not kept" in trouble for trouble in catalog.troubles)


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


# Names as people write them.


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("stones/two", "stones/two"),
        ("s/two-", "stones/two"),
        ("st/two-m", "stones/two-more"),
        ("Stones/MORE", "stones/two-more"),
    ],
)
def test_a_scenario_is_named_by_clear_beginnings(site: Site, typed: str, id: str):
    assert site.catalog().scenario_id(typed) == id


@pytest.mark.parametrize(
    ("typed", "error", "said"),
    [
        ("stones/tw", AmbiguousName, "two, two-more"),
        ("stones/", UnknownName, "there is two, two-more"),
        ("stones/tow", UnknownName, 'did you mean "two"'),
        ("stnes/two", UnknownName, 'no game "stnes"; did you mean "stones"'),
        (
            "stones",
            SandtableError,
            "which scenario of stones. Name one of two, two-more, as in stones/two",
        ),
        ("stnoes", UnknownName, 'no scenario "stnoes" .GAME/SCENARIO .*; did you mean "stones"'),
        ("zzz", UnknownName, "GAME/SCENARIO or a .toml file.; sandtable list shows what there is"),
    ],
)
def test_a_scenario_that_is_not_there_names_the_nearest(
    site: Site, typed: str, error: type[Exception], said: str
):
    with pytest.raises(error, match=said):
        site.catalog().scenario_id(typed)


def test_a_game_that_is_not_there_names_the_nearest(site: Site):
    with pytest.raises(UnknownName, match='did you mean "stones"'):
        site.catalog().game("stnoes")


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


def test_a_save_names_the_plugins_that_a_scenario_uses(site: Site):
    site.entry("games", "stones", "st_stones.game:Stones", "copy")
    catalog = site.catalog()
    assert catalog.stamps(catalog.scenario("stones/two")) == [
        {"id": "stones", "distribution": "sandtable", "version": "0.1"},
        {"id": "stones.two", "distribution": "sandtable", "version": "0.1"},
    ]


# Words of the shell.

SHELL = "from sandtable import ShellCommand\nWORD = ShellCommand(run=lambda typed: 0)\n"


def test_words_of_the_shell_are_known_without_importing(site: Site):
    toml = '[heap]\nsummary = "a heap"\n[heap.up]\nsummary = "a higher one"\ngroup = "heaps"\n'
    site.package("st_shell", {"words.py": SHELL, "commands.toml": toml})
    for id in ("heap", "heap.up", "gone"):
        site.entry("commands", id, "st_shell.words:WORD")
    catalog = site.catalog()
    told = [(word.id, word.summary, word.group) for word in catalog.words]
    assert told == [("heap", "a heap", "of plugins"), ("heap.up", "a higher one", "heaps")]
    assert only(catalog, "gone").trouble == (
        "command gone is broken: its commands.toml does not tell of gone"
    )
    assert site.imported == []
    up = only(catalog, "heap.up")
    assert up.name == "heap up"
    assert catalog.load(up).run(None) == 0
    assert catalog.troubles == []


def test_a_word_with_the_name_of_a_game_is_in_no_save(site: Site):
    site.package("st_shell", {"words.py": SHELL, "commands.toml": '[stones]\nsummary = "x"\n'})
    site.entry("commands", "stones", "st_shell.words:WORD")
    catalog = site.catalog()
    stamps = catalog.stamps(catalog.scenario("stones/two"))
    assert [stamp["id"] for stamp in stamps] == ["stones", "stones.two"]


# Hooks.

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
CLEVER = """
class Clever: pass
@hookimpl
def bots(game): return {"clever": Clever, "scripted": Clever}
"""


def test_a_bot_is_made_anew_and_an_unknown_one_names_the_nearest(site: Site):
    site.entry("plugins", "bots", "sandtable.plugins.bots", "sandtable")
    site.plugin("clever", CLEVER)
    catalog = site.catalog()
    game = catalog.game("stones")
    assert isinstance(catalog.bot(game, "random"), Random)
    assert type(catalog.bot(game, "cl")).__name__ == "Clever"
    assert type(catalog.bot(game, "scripted")).__name__ == "Greedy"
    assert catalog.bot(game, "clever") is not catalog.bot(game, "clever")
    with pytest.raises(UnknownName, match='no bot "cleaver"; did you mean "clever"'):
        catalog.bot(game, "cleaver")


def test_a_bot_goes_on_under_its_former_names_and_is_listed_once(site: Site):
    site.plugin(
        "clever",
        'class Clever: former_names = ("bright",)\n'
        "class Odd: former_names = 5\n"
        "@hookimpl\n"
        'def bots(game): return {"clever": Clever, "odd": Odd}\n',
    )
    catalog = site.catalog()
    game = catalog.game("stones")
    assert catalog.bot_name(game, "bright") == "clever"
    assert type(catalog.bot(game, "bright")).__name__ == "Clever"
    assert catalog.bot_names(game) == ["scripted", "clever", "odd"]
    with pytest.raises(UnknownName, match='no bot "bri"'):
        catalog.bot_name(game, "bri")


@pytest.mark.parametrize("fault", ["raise RuntimeError('jam')", "return 3", "raise SystemExit"])
def test_a_plugin_whose_bots_fail_is_left_out_and_named(site: Site, fault: str):
    site.plugin("clever", CLEVER)
    site.plugin("jam", f"@hookimpl\ndef bots(game): {fault}\n")
    catalog = site.catalog()
    for _ in range(2):
        assert type(catalog.bot(catalog.game("stones"), "clever")).__name__ == "Clever"
    assert ["plugin jam (extra)" in trouble for trouble in catalog.troubles if "jam" in trouble] == [
        True
    ]


WRONG_BOTS = {
    '{"odd": 5}': "its bot odd is 5; a class or function that makes one was expected",
    "{5: list}": "the name of a bot is a text, not 5",
    '{"human": list}': "its bot human is left out: that word means who sits at the keyboard",
    '{"scripted": list}': "its bot scripted is left out: the game has one of that name",
    '{"random": list}': "its bot random is left out: plugin bots (sandtable) has one of that name",
}


@pytest.mark.parametrize("answer", WRONG_BOTS)
def test_a_bot_that_can_not_be_had_is_named_once_and_the_others_are_there(site: Site, answer: str):
    site.plugin("aaa", f"@hookimpl\ndef bots(game): return {answer} | {{'well': list}}\n")
    site.entry("plugins", "bots", "sandtable.plugins.bots", "sandtable")
    catalog = site.catalog()
    game = catalog.game("stones")
    for _ in range(2):
        assert catalog.bot_names(game) == ["scripted", "random", "well"]
    assert catalog.troubles == [f"plugin aaa (extra): {WRONG_BOTS[answer]}"]


@pytest.mark.parametrize("fault", ["1 / 0", "raise SystemExit(5)"])
def test_a_bot_that_can_not_be_made_is_named_with_its_plugin(site: Site, fault: str):
    site.plugin("jam", f"def Odd(): {fault}\n@hookimpl\ndef bots(game): return {{'odd': Odd}}\n")
    catalog = site.catalog()
    with pytest.raises(PluginError, match=r"^plugin jam \(extra\): its bot odd can not be made: "):
        catalog.bot(catalog.game("stones"), "odd")


@pytest.mark.parametrize("fault", ["1 / 0", "raise SystemExit(5)"])
def test_a_bot_that_fails_in_play_is_named(site: Site, fault: str):
    code = f"class Odd:\n    def choose(self, seat): {fault}\n"
    site.plugin("jam", f"{code}@hookimpl\ndef bots(game): return {{'odd': Odd}}\n")
    catalog = site.catalog()
    session = new("stones/two", 1, {"red": "odd"}, plugins=catalog)
    with pytest.raises(GameError, match="the bot odd failed as red: "):
        list(session.play())


def test_bots_of_plugins_are_known_without_importing_after_they_were_asked_once(site: Site):
    site.plugin("clever", CLEVER)
    site.plugin("mute", "")
    catalog = site.catalog()
    assert (catalog.bots_known("stones"), catalog.bots_unknown("stones")) == ([], ["clever"])
    assert site.imported == []
    assert catalog.bot_names(catalog.game("stones")) == ["scripted", "clever"]
    again = site.catalog()
    assert (again.bots_known("stones"), again.bots_unknown("stones")) == (["clever"], [])
    assert (again.bots_known("pebbles"), again.bots_unknown("pebbles")) == ([], ["clever"])
    assert site.imported == []
    # Another version may bring others.
    site.points[-2:] = []
    site.entry("plugins", "clever", "st_clever", version="1.3")
    assert site.catalog().bots_unknown("stones") == ["clever"]


@pytest.mark.parametrize("error", [RuntimeError("jam"), SystemExit(1)])
def test_a_plugin_that_raises_in_a_hook_is_named_once_and_left_out(site: Site, error: BaseException):
    site.plugin("first", HEARS)
    site.plugin("jam", HEARS)
    site.plugin("last", HEARS)
    catalog = site.catalog()
    assert catalog.hooks
    first, jam, last = (sys.modules[f"st_{name}"] for name in ("first", "jam", "last"))
    jam.error = error
    for session in (1, 2):
        catalog.notify("session_started", session=session)
    catalog.notify("session_ended", session=2)
    assert (first.heard, jam.heard, last.heard) == ([1, 2, "ended"], [1], [1, 2, "ended"])
    assert ["jam (extra) failed in session_started" in one for one in catalog.troubles] == [True]


@pytest.mark.parametrize("fault", ["1 / 0", "@hookimpl\ndef sesion_started(): pass", "raise SystemExit"])
def test_a_hook_plugin_that_does_not_load_is_named_and_the_others_hear(site: Site, fault: str):
    site.plugin("jam", f"{HEARS}\n{fault}")
    site.plugin("last", HEARS)
    catalog = site.catalog()
    catalog.notify("session_started", session=1)
    assert sys.modules["st_last"].heard == [1]
    assert getattr(sys.modules.get("st_jam"), "heard", []) == []
    assert only(catalog, "jam").state == "broken"
    assert ["jam is broken" in trouble for trouble in catalog.troubles] == [True]


def test_a_package_of_scenarios_may_have_hooks_and_hears_once(site: Site):
    site.package("st_maps", {"__init__.py": HEARS})
    catalog = site.catalog()
    catalog.scenario("stones/two")
    catalog.scenario("stones/two-more")
    catalog.notify("session_started", session=7)
    assert sys.modules["st_maps"].heard == [7]


def test_what_is_installed_here_has_the_bots_of_the_core(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    installed = Catalog()
    assert installed.hooks.has_plugin("plugin bots (sandtable)")
    assert installed.troubles == []


# Campaigns.


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
    assert catalog.scenario_info("stones/war").parts == ("wet", "two", "wet")
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
    ("text", "said"),
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
        ('parts = "two"', "parts: a list was expected, not a text"),
        ("parts = [2]", r"parts\[0\]: a text was expected, not a number"),
    ],
)
def test_a_bad_campaign_names_its_file_and_the_part(site: Site, text: str, said: str):
    campaign(site, "peace", 'parts = ["two"]')
    campaign(site, "broken", "")
    campaign(site, "war", text)
    catalog = site.catalog()
    with pytest.raises(ScenarioError, match=f"^stones/war: {said}"):
        catalog.scenario("stones/war")
    bare = f'game = "stones"\ntitle = "Mine"\n{text}'
    with pytest.raises(ScenarioError, match=f"^mine.toml: {said}"):
        catalog.bare_scenario(bare, "mine", "mine.toml")


def test_a_campaign_of_a_bare_file_has_the_installed_scenarios_as_parts(site: Site):
    text = 'game = "stones"\ntitle = "Mine"\nparts = ["two-more", "two"]'
    mine = site.catalog().bare_scenario(text, "mine", "mine.toml")
    assert mine.bare
    assert [part.title for part in mine.parts] == ["About two-more", "About two"]
    assert not any(part.bare for part in mine.parts)


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
    kinds = catalog.rule_kinds("stones")
    with pytest.raises(PluginError, match=r"turn_begins takes \(self\), \(self, table\) was expected"):
        kinds["stones.moon"]
    with pytest.raises(PluginError, match='no point "turn_begin"; did you mean "turn_begins"'):
        kinds["stones.sun"]
    assert {only(catalog, id).state for id in ("stones.moon", "stones.sun")} == {"broken"}
