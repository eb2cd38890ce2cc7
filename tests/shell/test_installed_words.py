"""The words of the command line that plugins bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sites import SHELL, only

from sandtable import PluginError
from sandtable.text.errors import UnknownName
from sandtable_shell.installed_words import installed_words

if TYPE_CHECKING:
    from sites import Site

THEIRS = """
[heaps]
summary = "theirs"
[hea]
summary = "theirs"
[pile.up]
summary = "theirs"
"""


def test_words_of_the_shell_are_known_without_importing(site: Site):
    toml = '[heap]\nsummary = "a heap"\n[heap.up]\nsummary = "a higher one"\ngroup = "heaps"\n'
    site.package("st_shell", {"words.py": SHELL, "commands.toml": toml})
    for id in ("heap", "heap.up", "gone"):
        site.entry("commands", id, "st_shell.words:WORD")
    catalog = site.catalog()
    listed = [(word.id, word.summary, word.group) for word in installed_words(catalog.inventory).words]
    assert listed == [("heap", "a heap", "of plugins"), ("heap.up", "a higher one", "heaps")]
    assert only(catalog, "gone").problem == (
        "command gone is broken: its commands.toml does not describe gone"
    )
    assert site.imported == []
    up = only(catalog, "heap.up")
    assert up.name == "heap up"
    assert catalog.loader.load(up).run(None) == 0
    assert catalog.problems == []


def test_a_built_in_word_comes_before_those_of_strangers(site: Site) -> None:
    site.package("st_ours", {"words.py": SHELL, "commands.toml": '[heap]\nsummary = "ours"\n'})
    site.entry("commands", "heap", "st_ours.words:WORD", "sandtable")
    site.package("st_theirs", {"words.py": SHELL, "commands.toml": THEIRS})
    for id in ("heaps", "hea", "pile.up"):
        site.entry("commands", id, "st_theirs.words:WORD")
    inventory = site.catalog().inventory
    words = installed_words(inventory)
    assert [word.id for word in words.words] == ["heap", "heaps"]
    assert words.meant("command", "h", "", []) == "heap"
    assert words.meant("command", "heaps", "", []) == "heaps"
    expected = {
        "hea": "hea is, or begins, the built-in heap",
        "pile.up": "no further word can follow pile",
    }
    for id, reason in expected.items():
        plugin = inventory.command(id)
        assert plugin is not None
        assert (plugin.state, plugin.reason) == ("broken", reason)


def test_a_word_that_cannot_be_used_is_refused_with_its_reason(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.package("st_shell", {"words.py": SHELL, "commands.toml": '[heap]\nsummary = "a heap"\n'})
    site.entry("commands", "heap", "st_shell.words:WORD")
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "heap")
    words = installed_words(site.catalog().inventory)
    assert words.words == []
    with pytest.raises(PluginError, match="command heap is disabled"):
        words.meant("command", "hea", "", ["play"])
    with pytest.raises(UnknownName, match='no command "heep"; did you mean "heap"'):
        words.meant("command", "heep", "", ["play"])
