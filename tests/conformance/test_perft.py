"""Counts of the legal tree: legal actions stay legal, unless somebody changes them on purpose."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.plugins.catalog import catalog
from sandtable_shell.command_line import main
from sandtable_tools import kit as testing

GOLDEN: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("perft.toml").read_text(encoding="utf-8")
)
SEED = GOLDEN.pop("seed")


@pytest.mark.parametrize("id", GOLDEN)
def test_the_legal_tree_has_as_many_nodes_as_it_had(id: str):
    scenario = catalog().scenario(id)
    found = {
        after: testing.perft(scenario, len(counts), SEED, after=int(after))
        for after, counts in GOLDEN[id].items()
    }
    assert found == GOLDEN[id]


def test_every_built_in_scenario_is_counted():
    built_in = {id for id in catalog().scenarios.ids if not catalog().scenario(id).bare}
    assert built_in == GOLDEN.keys()


def test_the_command_prints_what_is_kept(capsys: pytest.CaptureFixture[str]):
    assert main(["test", "megiddo", "--perft"]) == 0
    printed = tomllib.loads(capsys.readouterr().out)
    assert printed.pop("seed") == SEED
    assert printed == {id: counts for id, counts in GOLDEN.items() if id.startswith("megiddo/")}
