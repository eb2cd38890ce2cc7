"""The words of the command line that plugins bring, as the file beside the module of each tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sandtable.base.errors import PluginError
from sandtable.base.words import match
from sandtable.plugins.plugin import Plugin
from sandtable.plugins.shell_command import FILE, Word, read_words

OTHERS = "of plugins"
"""The heading of words that name none."""


def told(plugins: Iterable[Plugin]) -> list[Word]:
    """What is told of the words that are not the kernel's; those that can not be used are marked so.

    The built-in ones come first, and those of one file in its order.
    """
    commands = [one for one in plugins if one.kind == "command" and one.usable]
    built_in = [one.id for one in commands if one.built_in]
    files: dict[Path, dict[str, Word]] = {}
    places: dict[str, tuple[bool, int, int]] = {}
    words: dict[str, Word] = {}
    for plugin in sorted(commands, key=lambda one: not one.built_in):
        if plugin.in_kernel:
            continue
        try:
            _check(plugin, built_in, words)
            path = plugin.file(FILE)
            file = files[path] if path in files else files.setdefault(path, read_words(path))
            if plugin.id not in file:
                raise PluginError(f"its {FILE} does not tell of {plugin.id}")
        except PluginError as error:
            plugin.mark("broken", str(error))
        else:
            word = file[plugin.id]
            words[plugin.id] = Word(word.id, word.summary, word.group or OTHERS)
            places[plugin.id] = not plugin.built_in, [*files].index(path), [*file].index(plugin.id)
    return sorted(words.values(), key=lambda word: places[word.id])


def _check(plugin: Plugin, built_in: Sequence[str], before: Mapping[str, Word]) -> None:
    """PluginError for a word that nobody could type."""
    parent, _, name = plugin.id.rpartition(".")
    mates = [id.rpartition(".")[2] for id in built_in if id.rpartition(".")[0] == parent]
    if not plugin.built_in and (found := match(name, mates)):
        raise PluginError(f"{plugin.name} is, or begins, the built-in {found[0]}")
    has_words = {id.rpartition(".")[0] for id in built_in} | before.keys()
    if parent not in (has_words if parent else {parent}):
        raise PluginError(f"no further word can stand behind {parent.replace('.', ' ')}")
