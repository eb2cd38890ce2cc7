"""The reference has everything public, and its committed pages are up to date."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from nonempty import some

import sandtable
import sandtable_tools
from sandtable.plugins.switches import ALLOW, DENY
from sandtable_console import outputs
from sandtable_shell.command_words import BUILT_IN
from sandtable_shell.parser import Parser
from sandtable_shell.reading import parsers
from sandtable_tools.kit import CHECKS
from sandtable_tools.screen.stage import KEYS

SVG = "{http://www.w3.org/2000/svg}"

DOCS = Path(__file__).parents[2] / "docs"

FACES = [
    "sandtable",
    "sandtable.tooling",
    *(stub.parent.name for stub in sorted((DOCS.parent / "plugins").glob("*/__init__.pyi"))),
]
"""The packages and modules whose names are public."""

CALLERS = ("ask", "notify")
"""The methods of the catalog that call a hook."""


def test_the_committed_pages_and_pictures_are_made_of_the_code_as_it_is(generator: Any) -> None:
    made = generator.committed_pages()
    there = {name: (DOCS / name).read_text(encoding="utf-8") for name in made}
    assert [name for name in made if made[name] != there[name]] == [], "run python docs/generate.py"
    for text in (text for name, text in made.items() if name.endswith(".svg")):
        assert ElementTree.fromstring(text).tag == f"{SVG}svg"  # noqa: S314
        assert len(text) < 100_000


def test_the_file_of_built_in_words_is_up_to_date(generator: Any) -> None:
    assert importlib.import_module("generator.words").text() == Path(BUILT_IN).read_text(
        encoding="utf-8"
    ), "run python docs/generate.py"


@pytest.mark.parametrize("face", FACES)
def test_every_public_name_is_described_once(face: str, generator: Any) -> None:
    times = Counter(shown.full for shown in described(generator))
    package = importlib.import_module(face)
    names = [name for name in some(dir(package)) if not name.startswith("_")]
    homes = {
        name: generator.api.full_name(f"{face}.{name}")
        for name in names
        if not inspect.ismodule(getattr(package, name))
    }
    assert {name: times[home] for name, home in homes.items() if times[home] != 1} == {}


def test_a_public_module_is_described_with_all_that_it_defines(generator: Any) -> None:
    times = Counter(shown.full for shown in described(generator))
    faces = map(importlib.import_module, FACES)
    modules = (module for face in faces for _, module in inspect.getmembers(face, inspect.ismodule))
    for module in some(modules):
        own = [
            f"{module.__name__}.{key}"
            for key, thing in vars(module).items()
            if (inspect.isroutine(thing) or inspect.isclass(thing))
            and thing.__module__ == module.__name__
            and not key.startswith("_")
        ]
        assert {name: times[name] for name in own if times[name] != 1} == {}


def test_every_hook_and_every_command_is_described(generator: Any) -> None:
    page = generator.reference.pages()["hooks.md"]
    for name in some(hooks()):
        assert f"### {name}\n" in page
        assert f"[`{name}`](#{name})" in page
    cli = generator.cli.page()
    assert [name for name, _ in commands() if f"## {name}\n" not in cli] == []


def test_a_section_has_the_signature_the_fields_and_the_methods(generator: Any) -> None:
    page = generator.reference.pages()["hooks.md"]
    exported = page.partition("### Exported\n")[2].partition("\n## ")[0]
    assert "\n- `replay: Replay | None = None`: the replay; None for a map.\n" in exported
    assert "\n- `frames() -> Iterator[Frame]`\n\n  Return a frame for each line of a replay" in exported
    assert "[`Confirm`](#confirm)" in page
    assert re.search(r"\n    horizon: int \| None,\n.*\n\) -> Mapping\[str, Any\]\n```", page)


def test_every_hook_is_called_somewhere() -> None:
    called = {name for path in sources() for name in hooks_called(path)}
    assert set(hooks()) - called == set()


def test_hooks_are_described_for_authors_with_what_a_command_is_given(generator: Any) -> None:
    page = generator.reference.pages()["hooks.md"]
    kinds = [kind.__name__ for kind in (*get_args(outputs.Output), outputs.Line)]
    assert [name for name in ("Command", "Console", *kinds) if f"### {name}\n" not in page] == []
    assert [
        name for name in ("options", "viewer", "status", "choices") if f"- `{name}" not in page
    ] == []


def test_the_state_of_a_game_is_documented_whole(generator: Any) -> None:
    for game in generator.games.built_in_games():
        page, kind = generator.states.page(game), game.State
        methods = [name for name, member in vars(kind).items() if inspect.isfunction(member)]
        names = [name for name in (*kind.__struct_fields__, *methods) if not name.startswith("_")]
        assert [name for name in names if not re.search(rf"^(- `)?{name}\b", page, re.MULTILINE)] == []
    lrdg = generator.states.page(named(generator, "lrdg"))
    assert "## Placement" in lrdg
    assert "| `LrdgTable` | `Table[LrdgState]` |" in lrdg


def test_fixtures_and_checks_of_the_kit_are_documented(generator: Any) -> None:
    page = generator.reference.pages()["testing.md"]
    fixtures = ("home", "session", "scripted_dice", "script", "assert_legal", "assert_illegal")
    assert [name for name in fixtures if f"### {name}\n" not in page] == []
    assert [name for name in CHECKS if f"| `{name}` |" not in page] == []
    command = generator.cli.page().partition("## sandtable test\n")[2].partition("\n## ")[0]
    assert [name for name in ("--coverage", "--perft", "--quick") if f"`{name}`" not in command] == []


def test_the_switches_of_plugins_are_documented() -> None:
    page = (DOCS / "play" / "plugins.md").read_text(encoding="utf-8")
    assert [name for name in (ALLOW, DENY, "--no-plugins") if name not in page] == []


def test_the_function_keys_are_documented() -> None:
    page = (DOCS / "play" / "screen.md").read_text(encoding="utf-8")
    assert [key for key, _, _ in KEYS if not re.search(rf"\b{key}\b", page)] == []


def test_every_json_output_is_documented(generator: Any) -> None:
    printing = [name for name, parser in commands() if "--json" in options(parser)]
    printing.remove("sandtable plugins")  # the same as plugins list
    printing.remove("sandtable config")  # likewise
    described = {output.name for output in generator.output.outputs()}
    assert [name for name in printing if name not in described] == []


def test_a_key_that_is_documented_nowhere_stops_the_generator(generator: Any) -> None:
    listing = next(output for output in generator.output.outputs() if "list" in output.command)
    assert generator.output.key_of("games[].title", listing) == "games[].title"
    assert (
        generator.output.key_of("games[].options.ap_floor_3.help", listing) == "games[].options.*.help"
    )
    with pytest.raises(generator.output.Undescribed, match=r"games\[\]\.colour"):
        generator.output.key_of("games[].colour", listing)


def test_every_key_of_a_scenario_file_is_documented(generator: Any) -> None:
    for game in some(generator.games.built_in_games()):
        page = generator.scenarios.page(game)
        kinds = [
            game.ScenarioData,
            *(kind for kind, _ in generator.scenarios.inner_tables(game.ScenarioData)),
        ]
        keys = {key for kind in kinds for key in kind.__struct_fields__}
        assert [key for key in keys if f"| `{key}` |" not in page] == []
        assert [name for name in generator.games.rules(game) if f"### {name}\n" not in page] == []


def test_events_that_a_seat_may_not_see_whole_say_so(generator: Any) -> None:
    page = generator.events.page(named(generator, "megiddo"))
    drew = page.partition("## drew\n")[2].partition("\n## ")[0]
    assert "the other side sees only how many" in drew
    assert page.count("Some seats may see only part of it.") == 1


def named(generator: Any, id: str) -> Any:
    """A game."""
    return next(game for game in generator.games.built_in_games() if game.id == id)


def described(generator: Any) -> Iterator[Any]:
    """Every name that a page of the reference shows."""
    for page in generator.reference.PAGES:
        yield from generator.reference.names(page)
    yield from generator.faces.names()


def sources() -> Iterator[Path]:
    for module in (sandtable, sandtable_tools):
        yield from Path(str(module.__file__)).parent.rglob("*.py")


def hooks() -> list[str]:
    """Every hook."""
    modules = (ast.parse(path.read_text("utf-8")) for path in sources() if path.name == "hooks.py")
    functions = (node for tree in modules for node in tree.body if isinstance(node, ast.FunctionDef))
    return [
        function.name
        for function in functions
        if any("hookspec" in ast.unparse(mark) for mark in function.decorator_list)
    ]


def hooks_called(path: Path) -> Iterator[str]:
    """The hooks that a module calls."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in CALLERS and node.args:
            yield ast.unparse(node.args[0]).rpartition(".")[2]


def commands() -> Iterator[tuple[str, Parser]]:
    """Every command, with its parser."""
    yield from ((f"sandtable {name}", parser) for name, parser in parsers().items() if name)


def options(parser: Parser) -> set[str]:
    return {text for argument in parser.taken for text in argument.option_strings}
