"""The words of the command line that plugins bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sites import SHELL, only

from sandtable import PluginError, tooling
from sandtable.text.errors import UnknownName
from sandtable_shell import command_words

if TYPE_CHECKING:
    from sites import Site

    from sandtable.plugins.catalog import Catalog


def of(site: Site, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """The catalog of a site, which the words of the command line come from."""
    catalog = site.catalog()
    monkeypatch.setattr(tooling, "catalog", lambda: catalog)
    return catalog


def test_a_word_of_a_plugin_is_known_before_it_is_loaded(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.package("st_shell", {"words.py": SHELL})
    for id in ("heap", "heap.up"):
        site.entry("commands", id, "st_shell.words:WORD")
    catalog = of(site, monkeypatch)
    assert [plugin.id for plugin in command_words.plugin_words(catalog)] == ["heap", "heap.up"]
    assert command_words.find_id("heap", "u") == "heap.up"
    assert site.imported == []
    assert command_words.words_below("heap") == [command_words.Word("heap.up", "a word", "of plugins")]
    up = only(catalog, "heap.up")
    assert up.name == "heap up"
    assert command_words.load("heap.up").run(None) == 0
    assert catalog.problems == []


def test_a_built_in_word_comes_before_those_of_strangers(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.package("st_ours", {"words.py": SHELL})
    site.entry("commands", "heap", "st_ours.words:WORD", "sandtable")
    site.package("st_theirs", {"words.py": SHELL})
    for id in ("heaps", "hea", "pile.up"):
        site.entry("commands", id, "st_theirs.words:WORD")
    installed = of(site, monkeypatch)
    assert [plugin.id for plugin in command_words.plugin_words(installed)] == ["heap", "heaps"]
    assert command_words.find_id("", "heap") == "heap"
    assert command_words.find_id("", "hea") == "heap"
    assert command_words.find_id("", "heaps") == "heaps"
    expected = {
        "hea": "hea is, or begins, the built-in heap",
        "pile.up": "no other word can follow pile",
    }
    for id, reason in expected.items():
        plugin = installed.inventory.command(id)
        assert plugin is not None
        assert (plugin.state, plugin.reason) == ("broken", reason)


def test_a_word_that_cannot_be_used_is_refused_with_its_reason(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.package("st_shell", {"words.py": SHELL})
    site.entry("commands", "heap", "st_shell.words:WORD")
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "heap")
    assert command_words.plugin_words(of(site, monkeypatch)) == []
    with pytest.raises(PluginError, match="command heap is disabled"):
        command_words.find_id("", "hea")
    with pytest.raises(UnknownName, match='no command "heep"; did you mean "heap"'):
        command_words.find_id("", "heep")


def test_a_command_whose_summary_is_no_text_is_broken_and_left_out(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from sandtable import ShellCommand\nWORD = ShellCommand(summary=3)\n"
    site.package("st_shell", {"words.py": code})
    site.entry("commands", "heap", "st_shell.words:WORD")
    installed = of(site, monkeypatch)
    assert "heap" not in [word.id for word in command_words.words_below("")]
    assert only(installed, "heap").reason == "TypeError: a text of st_shell.words:WORD is not a str"
