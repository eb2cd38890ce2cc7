"""The reference in docs/reference is what the generator makes of the code now."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import sandtable
from sandtable import Command, tooling
from sandtable.plugins.hooks import Hooks
from sandtable.plugins.switches import ALLOW, DENY
from sandtable.shell.parser import Parser
from sandtable.shell.reading import parsers
from sandtable_tools.kit import CHECKS

SVG = "{http://www.w3.org/2000/svg}"

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def generator() -> Iterator[Any]:
    """The package that makes the pages; the folder docs is not a package itself."""
    sys.path.insert(0, str(DOCS))
    import generator

    yield generator
    sys.path.remove(str(DOCS))


@pytest.fixture(scope="module")
def made(generator: Any) -> dict[str, str]:
    """Every page as it would be made now."""
    return generator.pages()


def test_the_pages_are_made_of_the_code_as_it_is(made: dict[str, str]) -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md")}
    old = sorted(name for name in there.keys() | made.keys() if there.get(name) != made.get(name))
    assert old == [], "run python docs/generate.py"


def test_the_pictures_show_the_prompt_as_it_is(generator: Any) -> None:
    made = {**generator.pictures(), **generator.front()}
    paths = [*(DOCS / "reference").glob("*.svg"), *(DOCS / "pictures").glob("*.svg")]
    assert made == {path.name: path.read_text("utf-8") for path in paths}, "run python docs/generate.py"
    for text in made.values():
        assert ElementTree.fromstring(text).tag == f"{SVG}svg"  # noqa: S314


def test_every_public_name_every_hook_and_every_command_is_told(made: dict[str, str]) -> None:
    for face, page in ((sandtable, made["python.md"]), (tooling, made["tooling.md"])):
        told = [f"`{name}" in page or f"## {face.__name__}.{name}\n" in page for name in dir(face)]
        assert all(told), [name for name, is_there in zip(dir(face), told, strict=True) if not is_there]
    hooks = [name for name in vars(Hooks) if not name.startswith("_")]
    assert [name for name in hooks if f"## {name}\n" not in made["hooks.md"]] == []
    assert [name for name, _ in commands() if f"## {name}\n" not in made["cli.md"]] == []


def test_every_hook_is_called_somewhere(generator: Any) -> None:
    hooks = [name for name in vars(Hooks) if not name.startswith("_")]
    assert [name for name in hooks if not generator.hooks.calls(name)] == []


def test_hooks_are_told_for_authors_with_what_a_command_is_given(made: dict[str, str]) -> None:
    page = made["hooks.md"]
    assert [name for name in Command.__struct_fields__ if f"{name}: " not in page] == []
    assert all(f"- `{name}" in page for name in ("options", "viewer", "status", "choices"))
    assert "._" not in page  # no private function


def test_the_state_of_a_game_is_told_whole(made: dict[str, str], generator: Any) -> None:
    for game in generator.games.built_in():
        page, kind = made[f"state-{game.id}.md"], game.State
        methods = [name for name, one in vars(kind).items() if inspect.isfunction(one)]
        names = [name for name in (*kind.__struct_fields__, *methods) if not name.startswith("_")]
        assert [name for name in names if not re.search(rf"^(- `)?{name}\b", page, re.MULTILINE)] == []
    assert "## Placement" in made["state-lrdg.md"]
    assert "| `LrdgTable` | `Table[LrdgState]` |" in made["state-lrdg.md"]


def test_fixtures_and_checks_of_the_kit_are_told(made: dict[str, str]) -> None:
    page = made["testing.md"]
    fixtures = ("home", "session", "scripted_dice", "script", "assert_legal", "assert_illegal")
    assert [name for name in fixtures if f"### {name}\n" not in page] == []
    assert [name for name in CHECKS if f"| `{name}` |" not in page] == []
    command = made["cli.md"].partition("## sandtable test\n")[2].partition("\n## ")[0]
    assert [name for name in ("--coverage", "--perft", "--quick") if f"`{name}`" not in command] == []


def test_the_switches_of_plugins_are_told() -> None:
    page = (DOCS / "plugins.md").read_text(encoding="utf-8")
    assert [name for name in (ALLOW, DENY, "--no-plugins") if name not in page] == []


def test_every_json_output_is_told(made: dict[str, str]) -> None:
    printing = [name for name, parser in commands() if "--json" in options(parser)]
    printing.remove("sandtable plugins")  # the same as plugins list
    printing.remove("sandtable config")  # likewise
    assert [name for name in printing if f"## {name}\n" not in made["json.md"]] == []


def test_a_key_that_is_told_nowhere_stops_the_generator(generator: Any) -> None:
    listing = next(one for one in generator.output.outputs() if "list" in one.command)
    assert generator.output.told("games[].title", listing) == "games[].title"
    assert generator.output.told("games[].options.ap_floor_3.help", listing) == "games[].options.*.help"
    with pytest.raises(generator.output.Untold, match=r"games\[\]\.colour"):
        generator.output.told("games[].colour", listing)


def test_every_key_of_a_scenario_file_is_told(made: dict[str, str], generator: Any) -> None:
    for game in generator.games.built_in():
        page = made[f"scenario-{game.id}.md"]
        kinds = [
            game.ScenarioData,
            *(kind for kind, _ in generator.scenarios.inner_tables(game.ScenarioData)),
        ]
        keys = {key for kind in kinds for key in kind.__struct_fields__}
        assert [key for key in keys if f"| `{key}` |" not in page] == []
        assert [name for name in generator.games.rules(game) if f"### {name}\n" not in page] == []


def test_events_that_a_seat_may_not_see_whole_say_so(made: dict[str, str]) -> None:
    drew = made["events-megiddo.md"].partition("## drew\n")[2].partition("\n## ")[0]
    assert "Not every seat sees it whole." in drew
    assert made["events-megiddo.md"].count("Not every seat") == 1


def commands() -> Iterator[tuple[str, Parser]]:
    """Every command, with its parser."""
    yield from ((f"sandtable {name}", one) for name, one in parsers().items() if name)


def options(parser: Parser) -> set[str]:
    return {text for one in parser.taken for text in one.option_strings}
