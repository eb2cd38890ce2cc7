"""What is the user's own: `config`, `completion`."""

from __future__ import annotations

import argparse

from sandtable.cli.parser.base import Words, add_json

KEY = "a setting (list names them), or the beginning of one"

SHELLS = ("bash", "zsh", "fish")

INSTALL = (
    "For bash put `source <(sandtable completion bash)` into ~/.bashrc; for zsh the like into ~/.zshrc,"
    " after compinit; the one for fish is saved as ~/.config/fish/completions/sandtable.fish"
)
"""How each script is installed."""


def add(commands: Words) -> None:
    """Add them, with the words that follow each."""
    for one in (_config, _completion):
        one(commands)


def _config(commands: Words) -> None:
    one = commands.add("config", "settings:show", "your settings: colours, keys, maps, the pace of bots")
    one.examples = ("sandtable config", "sandtable config set theme light")
    add_json(one)
    words = one.words(title="words", metavar="WORD", dest="word")
    for sub in (_list, _get, _set, _reset, _edit, _path):
        sub(words)


def _list(words: Words) -> None:
    one = words.add("list", "settings:show", "every setting, its value, and what it may be")
    one.examples = ("sandtable config list", "sandtable config list --json")
    add_json(one, argparse.SUPPRESS)


def _get(words: Words) -> None:
    one = words.add("get", "settings:get", "the value of a setting that counts here and now")
    one.examples = ("sandtable config get theme", "NO_COLOR=1 sandtable config get theme")
    one.add_argument("key", metavar="KEY", help=KEY)


def _set(words: Words) -> None:
    one = words.add("set", "settings:change", "give a setting a value")
    one.examples = ("sandtable config set pace 1.5", "sandtable config set map ascii")
    one.add_argument("key", metavar="KEY", help=KEY)
    one.add_argument(
        "value", metavar="VALUE", help="what it may be (list tells), or the beginning of it"
    )


def _reset(words: Words) -> None:
    one = words.add("reset", "settings:reset", "give a setting its default again")
    one.examples = ("sandtable config reset pace", "sandtable config reset theme")
    one.add_argument("key", metavar="KEY", help=KEY)


def _edit(words: Words) -> None:
    one = words.add("edit", "settings_edit:edit", "edit the file, which is examined before it counts")
    one.examples = ("sandtable config edit", "EDITOR='nano -w' sandtable config edit")


def _path(words: Words) -> None:
    one = words.add("path", "settings:path", "where the file is")
    one.examples = ("sandtable config path", "SANDTABLE_HOME=elsewhere sandtable config path")


def _completion(commands: Words) -> None:
    one = commands.add(
        "completion", "completion:completion", "a script that completes words in your shell"
    )
    one.description = f"a script that completes words in your shell. {INSTALL}"
    one.examples = ("sandtable completion bash", "sandtable completion fish > sandtable.fish")
    one.add_argument("shell", choices=SHELLS, help="whose script")
    # What the scripts ask: the line up to the cursor, and the part of it that bash calls a word.
    one.add_argument("--line", help=argparse.SUPPRESS)
    one.add_argument("--part", default="", help=argparse.SUPPRESS)
