"""The words of the command line that plugins bring, as the file beside the module of each tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sandtable.base.errors import PluginError
from sandtable.base.words import match
from sandtable.plugins.plugin import Plugin
from sandtable.plugins.shell_command import FILE, Word, read_words

OTHERS = "of plugins"
"""The heading of words that name none."""


def told(plugins: Iterable[Plugin]) -> list[Word]:
    """What is told of the words that are not the kernel's; those that can not be used are marked so."""
    commands = [one for one in plugins if one.kind == "command" and one.usable]
    built_in = [one.id for one in commands if one.built_in]
    words: dict[str, Word] = {}
    for plugin in sorted((one for one in commands if not one.in_kernel), key=_place):
        try:
            words[plugin.id] = _word(plugin, built_in, words)
        except PluginError as error:
            plugin.mark("broken", str(error))
    return list(words.values())


def _place(plugin: Plugin) -> tuple[bool, str, int]:
    """Where a word is listed: the built-in ones first, those of one file in its order."""
    try:
        file = plugin.file(FILE)
        ids = list(read_words(file))
    except PluginError:
        return not plugin.built_in, "", 0
    return not plugin.built_in, str(file), ids.index(plugin.id) if plugin.id in ids else 0


def _word(plugin: Plugin, built_in: Sequence[str], before: Mapping[str, Word]) -> Word:
    """What the file tells of a word; PluginError where it tells nothing, or nobody could type it."""
    parent, _, name = plugin.id.rpartition(".")
    mates = [id.rpartition(".")[2] for id in built_in if id.rpartition(".")[0] == parent]
    if not plugin.built_in and (found := match(name, mates)):
        raise PluginError(f"{plugin.name} is, or begins, the built-in {found[0]}")
    has_words = {id.rpartition(".")[0] for id in built_in} | before.keys()
    if parent not in (has_words if parent else {parent}):
        raise PluginError(f"no further word can stand behind {parent.replace('.', ' ')}")
    word = read_words(plugin.file(FILE)).get(plugin.id)
    if word is None:
        raise PluginError(f"its {FILE} does not tell of {plugin.id}")
    return Word(word.id, word.summary, word.group or OTHERS)
