"""The public faces: `help` gives a short tour of each, and the examples of every name run."""

from __future__ import annotations

import doctest
import inspect
import pydoc
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import sandtable
from sandtable import tooling

ROOT = Path(__file__).parents[1]

FACES = (
    "sandtable",
    "sandtable.tooling",
    "sandtable_batch",
    "sandtable_hexes",
    "sandtable_pictures",
    "sandtable_console",
    "sandtable_shell",
    "sandtable_tools.kit",
    "sandtable_tools.lab",
    "sandtable_tools.odds",
)

RULES = ("sandtable_lawrence.special_rules", "sandtable_lrdg.special_rules")
"""The modules of games from which a scenario's author derives special rules."""

LONGEST_TOUR = 61


@pytest.mark.parametrize("module", [sandtable, tooling], ids=lambda module: module.__name__)
def test_every_name_of_a_face_is_there_under_its_own_name(module: ModuleType) -> None:
    assert module.__all__ == dir(module) == sorted(set(dir(module)))
    for name in dir(module):
        assert getattr(module, name) is not None


def test_all_names_of_a_face_can_be_imported_at_once() -> None:
    exec("from sandtable import *", names := {})  # noqa: S102
    assert {*dir(sandtable)} <= names.keys()


@pytest.mark.parametrize("face", FACES)
def test_no_module_hides_a_name_of_a_face(face: str) -> None:
    """Whoever imports a module of a package sets an attribute of the package."""
    module = import_module(face)
    folder = Path(inspect.getfile(module)).parent
    modules = {path.stem for path in folder.iterdir()} & {*dir(module)}
    assert {name for name in modules if not inspect.ismodule(getattr(module, name))} == set()


@pytest.mark.parametrize("face", FACES)
def test_help_is_a_tour(face: str) -> None:
    text = pydoc.render_doc(import_module(face), renderer=pydoc.plaintext)
    assert len(text.splitlines()) <= LONGEST_TOUR


def examples() -> dict[str, doctest.DocTest]:
    """The examples in the docstrings of the faces and of their names, by where they are."""
    docs = {}
    for face in FACES:
        module = import_module(face)
        docs[face] = module.__doc__
        for name in dir(module):
            thing = getattr(module, name)
            if inspect.isroutine(thing) or inspect.isclass(thing) or inspect.ismodule(thing):
                docs[f"{face}.{name}"] = thing.__doc__
    docs |= {f"{rules}.MissionRule": import_module(rules).MissionRule.__doc__ for rules in RULES}
    parser = doctest.DocTestParser()
    tests = {where: parser.get_doctest(doc or "", {}, where, None, 0) for where, doc in docs.items()}
    return {where: test for where, test in tests.items() if test.examples}


EXAMPLES = examples()


@pytest.mark.parametrize("where", EXAMPLES)
def test_an_example_runs(
    where: str, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    report: list[str] = []
    assert doctest.DocTestRunner().run(EXAMPLES[where], out=report.append).failed == 0, "".join(report)


def bases() -> set[str]:
    """The names of `sandtable` from which the templates and the examples derive a class."""
    texts = [
        path.read_text("utf-8")
        for place in ("plugins/sandtable_tools/kit/scaffold/trees", "examples")
        for path in (ROOT / place).rglob("*.py*")
        if path.suffix in (".py", ".txt")
    ]
    found = re.findall(r"^class .*?\((\w+)", "\n".join(texts), re.MULTILINE)
    return {*found} & {*dir(sandtable)}


def test_what_authors_derive_from_or_make_has_an_example() -> None:
    derived = bases()
    assert derived >= {"Action", "Decision", "Event", "Game", "Phase", "State"}
    made = {"Bot", "Command", "Exporter", "Migration", "Presentation", "ShellCommand", "Track"}
    others = {"MapFile", "OrderChoice", "ScriptedBot", "SpaceChoice", "SpecialRule"}
    assert EXAMPLES.keys() >= {f"sandtable.{name}" for name in derived | made | others}
    assert EXAMPLES.keys() >= {*FACES[:2], "sandtable_console.Sink", "sandtable_console.outputs"}
    assert EXAMPLES.keys() >= {f"{rules}.MissionRule" for rules in RULES}


@pytest.mark.parametrize(
    "where", [where for where in EXAMPLES if where.rpartition(".")[2][:1].isupper()]
)
def test_the_docstring_of_a_class_has_a_line_for_each_field(where: str) -> None:
    module, _, name = where.rpartition(".")
    kind = getattr(import_module(module), name)
    items = re.findall(r"^- (`\w+`(?:, `\w+`)*):", inspect.getdoc(kind) or "", re.MULTILINE)
    fields = {field for field in inspect.get_annotations(kind) if not field.startswith("_")}
    assert {field for item in items for field in re.findall(r"\w+", item)} == fields
