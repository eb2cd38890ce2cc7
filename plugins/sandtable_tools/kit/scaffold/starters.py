"""Finds starting points for a game's scenarios and bots.

A new scenario is a copy of an existing one under a new name. A game's package may add a folder
``starter``: with ``starter.toml``, which is read as a `Starter`, and a special rule with its tests,
``rules.py`` and ``test_rules.py``. Each file's name ends in ``.txt``.
"""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from sandtable.tooling import Catalog, toml_text
from sandtable_tools.kit.scaffold import fill, folder_files, tree
from sandtable_tools.kit.scaffold.naming import PackageNames, shortest_scenario


class Starter(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a game's ``starter.toml``.

    - `scenario`: the scenario to copy.
    - `rule`: the last part of the special rule's name.
    - `numbers`: the keys of the special rule in the scenario's file.
    - `worth`: the value of the game's tracks to a bot at the end of an imagined game; an outcome counts
      100 times its return.
    - `measured`: how such a bot played, compared with random play.
    """

    scenario: str
    rule: str
    numbers: str = ""
    worth: dict[str, int] = {}
    measured: str = ""


def scenario(naming: PackageNames, installed: Catalog) -> dict[str, str]:
    """Return the files of a new scenario's distribution by path."""
    extras = folder_files(installed.game(naming.game).files / "starter")
    starter = _starter(extras)
    base = f"{naming.game}/{starter.scenario}" if starter else shortest_scenario(naming.game, installed)
    text = installed.scenario(base).text
    renamed = re.sub(r"^title = .*$", f'title = "{naming.title}"', text, count=1, flags=re.MULTILINE)
    words = {**naming.words, "base": base, "copied": renamed.rstrip()}
    if naming.kind == "plain" or not starter:
        return tree(naming.what, "plain", words)
    words["numbers"] = starter.numbers
    words["rule"] = f"{naming.game}.{naming.name}-{starter.rule}"
    words["Rule"] = naming.camel + "".join(part.capitalize() for part in starter.rule.split("-"))
    added = {f"src/{naming.package}/rules.py": "rules.py", "tests/test_rules.py": "test_rules.py"}
    rules = {path: fill(extras[name], words) for path, name in added.items() if name in extras}
    return tree(naming.what, naming.kind, words) | rules


def bot(naming: PackageNames, installed: Catalog) -> dict[str, str]:
    """Return the files of a new bot's distribution by path."""
    starter = _starter(folder_files(installed.game(naming.game).files / "starter"))
    worth = starter.worth if starter else {}
    lines = "".join(f'    "{name}": {value},\n' for name, value in worth.items())
    words = {
        "worth": f"{{\n{lines}}}" if lines else "{}",
        "measured": starter.measured if starter else "",
    }
    return tree(naming.what, naming.kind, {**naming.words, **words})


def _starter(extras: dict[str, str]) -> Starter | None:
    text = extras.get("starter.toml")
    return msgspec.convert(toml_text.loads(text), Starter) if text else None
