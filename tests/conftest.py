"""The common fixtures: a home of their own, a toy game, the command line, tables in words."""

from __future__ import annotations

import io
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from sandtable import ScriptedDice, Table
from sandtable.plugins.catalog import refresh

pytest_plugins = ["prompts", "refusals", "shelves", "sites"]  # in tests/fixtures

FIXTURES = [HealthCheck.function_scoped_fixture]
"""Fixtures may serve all examples of a property: no example changes them."""

settings.register_profile("slice", deadline=None, max_examples=25, suppress_health_check=FIXTURES)
settings.register_profile("soak", deadline=None, max_examples=500, suppress_health_check=FIXTURES)
settings.load_profile("slice")

CORE = ("model", "plugins", "record", "recorded", "text")
"""The folders of tests that need nothing but the core and the games."""

ABOVE = ("batch", "console", "pictures", "shell", "tools")
"""The packages above the core."""

TOOLS = [path.parent.name for path in Path(__file__).parents[1].glob("plugins/*_tools/*/plugin.py")]
"""The tools, each a plugin."""


def pytest_addoption(parser: pytest.Parser) -> None:
    about = "only the tests of the core, with nothing above it importable, or all others"
    parser.addoption("--part", choices=("kernel", "others"), help=about)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("part") == "kernel":
        os.environ["SANDTABLE_DISABLE_PLUGINS"] = ",".join(TOOLS)
        for name in ("prompt_toolkit", *(f"sandtable_{package}" for package in ABOVE)):
            sys.modules[name] = None  # type: ignore[assignment]  # who imports it fails


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the folders of the other part unread; in a kernel run, they import what is missing."""
    part, top = config.getoption("part"), collection_path.relative_to(config.rootpath).parts[1:2]
    return True if part and top and (top[0] in CORE) != (part == "kernel") else None


# A process in the background ignores Ctrl-C, and so do the programs that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Ran(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


@pytest.fixture(scope="session")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the user's data, shared by the tests that keep nothing there, with its catalog."""
    return tmp_path_factory.getbasetemp() / "shared-home"


@pytest.fixture(autouse=True)
def nobody_is_at_home(shared_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test touches the data of a real user, or leaves anything to the next test."""
    monkeypatch.setenv("SANDTABLE_HOME", str(shared_home))
    yield
    if shared_home.exists():
        shutil.rmtree(shared_home)
        refresh()
        if kept := sys.modules.get("sandtable_console.configuration"):
            kept.read_once.cache_clear()


@pytest.fixture
def home(nobody_is_at_home: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the user's data, for this test alone."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SANDTABLE_HOME", str(folder))
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs ``sandtable`` with these words; `typed` is its standard input."""

    from sandtable_shell.command_line import main

    def sandtable(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            status = main([str(word) for word in words])
        except SystemExit as left:
            status = int(left.code or 0)
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return sandtable


@pytest.fixture(scope="session")
def toy() -> ModuleType:
    """The module toy.py, importable as `sandtable_toy` by the plugins that tests write."""
    return _game("toy")


@pytest.fixture(scope="session")
def bids() -> ModuleType:
    """The module bids.py: a game of secret bids for two, whose scripted players mix."""
    return _game("bids")


@pytest.fixture(scope="session")
def goofspiel() -> ModuleType:
    """The module goofspiel.py: a game of secret bids at the same time, and the same in plain Python."""
    return _game("goofspiel")


@pytest.fixture(scope="session")
def market() -> ModuleType:
    """The module market.py: a game of sealed bids of any amount for lots that luck weighs."""
    return _game("market")


def _game(name: str) -> ModuleType:
    spec = spec_from_file_location(
        f"sandtable_{name}", Path(__file__).parent / "fixtures" / f"{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[f"sandtable_{name}"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


scripts: list[ScriptedDice] = []


@pytest.fixture(scope="session")
def scripted_dice() -> Callable[[Sequence[object]], ScriptedDice]:
    """Scripted dice: ``scripted_dice([2, "harb"])``; the test fails if values are left over."""

    def scripted(values: Sequence[object]) -> ScriptedDice:
        scripts.append(ScriptedDice(values))
        return scripts[-1]

    return scripted


@pytest.fixture(autouse=True)
def all_luck_came() -> Iterator[None]:
    """Every scripted roll and draw has been used."""
    scripts.clear()
    yield
    for dice in scripts:
        with dice:
            pass


@pytest.fixture(scope="session")
def events_of() -> Callable[..., list[Any]]:
    """The events of one kind among those of a table."""
    return lambda table, kind: [event for event in table.events or [] if isinstance(event, kind)]


@pytest.fixture(scope="session")
def texts() -> Callable[[Table], list[str]]:
    """The texts of all events."""
    return lambda table: [event.text for event in table.events or []]


@pytest.fixture(scope="session")
def play() -> Callable[..., Table]:
    """Plays commands in words: ``play(table, "leave harb", "move maan")``."""

    def run(table: Table, *lines: str) -> Table:
        for line in lines:
            table.choose(table.read(line))
        return table

    return run


@pytest.fixture(scope="session")
def words() -> Callable[..., list[str]]:
    """The options of a table in words; with a verb only those."""
    return lambda table, verb="": [
        str(option) for option in table.options if not verb or option.words[0] == verb
    ]
