"""The bots of a game: its own, the built-in ones, and those of plugins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sites import CLEVER

from sandtable import GameError, PluginError, new
from sandtable.plugins.bots import Random
from sandtable.record.resume import fork
from sandtable.text.errors import UnknownName

if TYPE_CHECKING:
    from sites import Site


def test_a_bot_is_made_again_and_an_unknown_one_names_the_nearest(site: Site):
    site.entry("plugins", "bots", "sandtable.plugins.bots", "sandtable")
    site.plugin("clever", CLEVER)
    catalog = site.catalog()
    game = catalog.game("stones")
    assert isinstance(catalog.bots.make(game, "random"), Random)
    assert type(catalog.bots.make(game, "cl")).__name__ == "Clever"
    assert type(catalog.bots.make(game, "scripted")).__name__ == "Greedy"
    assert catalog.bots.make(game, "clever") is not catalog.bots.make(game, "clever")
    with pytest.raises(UnknownName, match='no bot "cleaver"; did you mean "clever"'):
        catalog.bots.make(game, "cleaver")


@pytest.mark.parametrize("fault", ["raise RuntimeError('jam')", "return 3", "raise SystemExit"])
def test_a_plugin_whose_bots_fail_is_left_out_and_named(site: Site, fault: str):
    site.plugin("clever", CLEVER)
    site.plugin("jam", f"@hookimpl\ndef bots(game): {fault}\n")
    catalog = site.catalog()
    for _ in range(2):
        assert type(catalog.bots.make(catalog.game("stones"), "clever")).__name__ == "Clever"
    assert ["plugin jam (extra)" in problem for problem in catalog.problems if "jam" in problem] == [
        True
    ]


WRONG_BOTS = {
    '{"odd": 5}': "its bot odd is 5; a class or function that makes one was expected",
    "{5: list}": "the name of a bot is a text, not 5",
    '{"human": list}': "its bot human is left out: that word means the player at the keyboard",
    '{"scripted": list}': "its bot scripted is left out: the game has one of that name",
    '{"random": list}': "its bot random is left out: plugin bots (sandtable) has one of that name",
}


@pytest.mark.parametrize("answer", WRONG_BOTS)
def test_a_bot_that_is_not_available_is_named_once_and_the_others_are_there(site: Site, answer: str):
    site.plugin("aaa", f"@hookimpl\ndef bots(game): return {answer} | {{'well': list}}\n")
    site.entry("plugins", "bots", "sandtable.plugins.bots", "sandtable")
    catalog = site.catalog()
    game = catalog.game("stones")
    for _ in range(2):
        assert catalog.bots.names(game) == ["scripted", "random", "well"]
    assert catalog.problems == [f"plugin aaa (extra): {WRONG_BOTS[answer]}"]


@pytest.mark.parametrize("fault", ["1 / 0", "raise SystemExit(5)"])
def test_a_bot_that_cannot_be_made_is_named_with_its_plugin(site: Site, fault: str):
    site.plugin("jam", f"def Odd(): {fault}\n@hookimpl\ndef bots(game): return {{'odd': Odd}}\n")
    catalog = site.catalog()
    with pytest.raises(PluginError, match=r"^plugin jam \(extra\): its bot odd cannot be made: "):
        catalog.bots.make(catalog.game("stones"), "odd")


@pytest.mark.parametrize("fault", ["1 / 0", "raise SystemExit(5)"])
def test_a_bot_that_fails_in_play_is_named(site: Site, fault: str):
    code = f"class Odd:\n    def choose(self, seat): {fault}\n"
    site.plugin("jam", f"{code}@hookimpl\ndef bots(game): return {{'odd': Odd}}\n")
    catalog = site.catalog()
    session = new("stones/two", 1, {"red": "odd"}, plugins=catalog)
    with pytest.raises(GameError, match="the bot odd failed as red: "):
        list(session.play())


def test_a_bot_that_needs_a_setting_is_made_with_one_and_is_on_no_list(site: Site):
    code = "class Odd:\n    def __init__(self, level): self.level = level\n"
    site.plugin("odd", f"{code}@hookimpl\ndef bots(game): return {{'odd': Odd}}\n")
    catalog = site.catalog()
    game = catalog.game("stones")
    assert catalog.bots.make(game, "odd:3").level == "3"
    assert catalog.bots.names(game) == ["scripted"]
    with pytest.raises(PluginError, match="its bot odd cannot be made: TypeError"):
        catalog.bots.make(game, "odd")


def test_a_bot_that_runs_programs_is_made_only_for_a_user_who_has_named_it(site: Site, tmp_path: Path):
    """A save that comes from elsewhere names its players, too."""
    code = "class Odd:\n    runs_programs = True\n    def __init__(self, command): pass\n"
    choose = "    def choose(self, seat): return seat.options[0]\n"
    site.plugin("odd", f"{code}{choose}@hookimpl\ndef bots(game): return {{'odd': Odd}}\n")
    named = site.catalog()
    session = new("stones/two", 1, {"red": "odd:rm", "blue": "scripted"}, plugins=named)
    session.save(tmp_path / "s.jsonl")
    assert next(session.play()).seat == "red"
    for other in (False, True):
        elsewhere = site.catalog()
        old = fork(
            tmp_path / "s.jsonl", 1, None, plugins=elsewhere, seats={"blue": "odd:ls"} if other else {}
        )
        with pytest.raises(PluginError, match="the save asks to run a program, odd:rm; --seat"):
            next(old.play())
        old.seat_players({"red": "odd:rm"})
        assert next(old.play()).seat == "red"
        old.close()
    session.close()
