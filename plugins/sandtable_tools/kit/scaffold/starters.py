"""Starting points for scenarios and bots of a game.

A new scenario is a copy of an existing one under a new name. A game may bring more in the folder
``starter`` of its package: ``starter.toml``, which is read as a `Starter`, and a special rule with
its tests, ``rules.py`` and ``test_rules.py``. Each file has ``.txt`` after its name.
"""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from sandtable.tooling import Catalog, toml_text
from sandtable_tools.kit.scaffold import fill, fill_folder, tree
from sandtable_tools.kit.scaffold.naming import PackageNames, shortest_scenario

HEADER = """\
# A scenario file ($game_title). `sandtable scenario check` reads it against the game and names
# every key that is wrong; `sandtable rules $game` explains the numbers.

"""
"""The comment above a scenario whose own file begins without a comment."""

RULE = """
# A special rule of this scenario, defined in rules.py; its numbers follow its name.
[[rules]]
name = "$rule"
"""

POINTS = """
# A scenario's file can name a special rule only if a line here says where it is.
[project.entry-points."sandtable.rules"]
"$rule" = "$package.rules:$Rule"
"""

ROWS = """\
| `src/$package/rules.py` | its special rule `$rule`, a class that the game calls at its own points |
"""


class Starter(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a game's ``starter.toml``.

    - `scenario`: the scenario to begin with.
    - `rule`: the last part of the special rule's name.
    - `numbers`: the keys of the special rule in the scenario's file.
    - `worth`: what the game's tracks are worth to a bot at the end of an imagined game; a result is
      worth 100 times its return.
    - `measured`: how such a bot played, compared with chance.
    """

    scenario: str
    rule: str
    numbers: str = ""
    worth: dict[str, int] = {}
    measured: str = ""


def scenario(naming: PackageNames, installed: Catalog) -> dict[str, str]:
    """The files of a new scenario's distribution by their paths in it."""
    begun = fill_folder(installed.game(naming.game).files / "starter")
    starter = _starter(begun)
    base = f"{naming.game}/{starter.scenario}" if starter else shortest_scenario(naming.game, installed)
    rule = starter.rule if starter else ""
    words = {
        **naming.words,
        "base": base,
        "rule": f"{naming.game}.{naming.name}-{rule}",
        "Rule": naming.camel + "".join(part.capitalize() for part in rule.split("-")),
    }
    words["points"] = fill(POINTS, words) if starter else ""
    words["rule_rows"] = fill(ROWS, words) if starter else ""
    package = f"src/{naming.package}"
    files = tree("scenario", words)
    files[f"{package}/{naming.name}.toml"] = _file(installed.scenario(base).text, starter, words)
    for path, name in ((package, "rules.py"), ("tests", "test_rules.py")):
        if name in begun:
            files[f"{path}/{name}"] = fill(begun[name], words)
    return files


def bot(naming: PackageNames, installed: Catalog) -> dict[str, str]:
    """The files of a new bot's distribution by their paths in it."""
    starter = _starter(fill_folder(installed.game(naming.game).files / "starter"))
    worth = starter.worth if starter else {}
    lines = "".join(f'    "{name}": {value},\n' for name, value in worth.items())
    words = {
        "worth": f"{{\n{lines}}}" if lines else "{}",
        "measured": starter.measured if starter else "",
    }
    return tree("bot", {**naming.words, **words})


def _file(text: str, starter: Starter | None, words: dict[str, str]) -> str:
    """The scenario's file: the original one's with a new title, and the special rule."""
    header = "" if text.startswith("#") else fill(HEADER, words)
    titled = re.sub(r"^title = .*$", f'title = "{words["title"]}"', text, count=1, flags=re.MULTILINE)
    rule = fill(RULE, words) + starter.numbers if starter else ""
    return header + titled.rstrip() + "\n" + rule


def _starter(begun: dict[str, str]) -> Starter | None:
    """The starter of a game, if it has one."""
    text = begun.get("starter.toml")
    return msgspec.convert(toml_text.loads(text), Starter) if text else None
