"""``plugins check``: each thing that keeps a wheel from working elsewhere is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from sandtable_tools.kit.publishing import find_faults, unpack

METADATA = """Metadata-Version: 2.4
Name: {name}
Version: 1.0
Summary: A bot.
Keywords: games,sandtable-plugin
License-Expression: MIT
Requires-Python: >=3.11
Requires-Dist: sandtable

A bot.
"""

ABOUT = METADATA.format(name="extra-bot")

POINTS = "[sandtable.plugins]\nextra = st_extra\n"

Check = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def wheel(tmp_path: Path) -> Callable[..., Path]:
    """Writes a wheel with some files, entry points and metadata."""

    def write(
        files: Mapping[str, str] = {"st_extra/__init__.py": "import msgspec\n"},
        points: str = POINTS,
        metadata: str = ABOUT,
    ) -> Path:
        path, info = tmp_path / "extra_bot-1.0-py3-none-any.whl", "extra_bot-1.0.dist-info"
        about = {f"{info}/METADATA": metadata, f"{info}/entry_points.txt": points}
        with ZipFile(path, "w") as archive:
            for name, text in {**files, **about}.items():
                archive.writestr(name, text)
        return path

    return write


@pytest.fixture
def check(wheel: Callable[..., Path], tmp_path: Path) -> Check:
    """What is found in such a wheel without running its code."""
    return lambda *given, **more: [*find_faults(unpack(wheel(*given, **more), tmp_path / "out"))]


def test_a_wheel_without_faults_passes_and_its_plugins_are_loaded(
    run, wheel: Callable[..., Path]
) -> None:
    ran = run("plugins", "check", wheel())
    assert (ran.status, ran.out) == (0, "extra-bot 1.0: 0 findings\n"), ran.err


def test_a_plugin_that_does_not_load_or_has_a_name_of_ours_is_a_finding(
    run, wheel: Callable[..., Path]
) -> None:
    points = POINTS + "[sandtable.commands]\nplay = st_extra:PLAY\n"
    ran = run("plugins", "check", wheel({"st_extra/__init__.py": "raise RuntimeError('oh')"}, points))
    assert ran.status == 1
    assert "plugins: plugin extra is broken: " in ran.out
    assert "plugins: command play is duplicate: command play already comes from sandtable" in ran.out


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("sandtable-plugin", "x", 'add "sandtable-plugin" to keywords, so that people find your plugin'),
        ("License-Expression: MIT\n", "", "no licence; without one, others may not copy it"),
        ("Summary: A bot.\n", "", "no description"),
        ("\n\nA bot.", "\n\n", "no readme"),
        ("Requires-Python: >=3.11\n", "", 'no requires-python; Sandtable needs ">=3.11"'),
        (">=3.11", ">=3.99", "requires-python >=3.99 leaves out Python 3.11, on which Sandtable runs"),
        ("Requires-Dist: sandtable\n", "", 'add "sandtable" to dependencies'),
        ("Dist: sandtable", "Dist: sandtable>=99", "it requires sandtable>=99, but this is sandtable "),
    ],
)
def test_metadata_that_is_missing_or_does_not_fit_is_named(
    check: Check, old: str, new: str, found: str
) -> None:
    ((about, text),) = check(metadata=ABOUT.replace(old, new))
    assert about == "metadata"
    assert text.startswith(found)


def test_a_wheel_without_entry_points_is_no_plugin(check: Check) -> None:
    assert ("metadata", "no entry points, by which Sandtable finds plugins") in check(points="")


def test_the_files_that_entry_points_need_are_looked_for(check: Check) -> None:
    points = (
        "[sandtable.games]\nfort = st_fort.game:Fort\n[sandtable.scenarios]\nfort.relief = st_fort\n"
        "[sandtable.rules]\nfort.rain = st_fort.rain:Rain\n"
    )
    files = {"st_fort/__init__.py": "", "st_fort/game.py": ""}
    assert check(files, points) == [
        ("files", "st_fort/game.toml is not in the wheel"),
        ("files", "st_fort/relief.toml, the scenario fort.relief, is not in the wheel"),
        ("files", "st_fort.rain, which an entry point names, is not in the wheel"),
    ]


def test_files_outside_of_the_package_and_paths_of_one_machine_are_named(check: Check) -> None:
    files = {
        "st_extra/__init__.py": 'HERE = 1\nDATA = "/home/anna/extra/data.csv"\n',
        "tests/__init__.py": "",
    }
    assert check(files) == [
        ("files", "tests is outside the package, and would be installed among all other packages"),
        (
            "files",
            "st_extra/__init__.py:2: this path exists only on your machine: /home/anna/extra/data.csv",
        ),
    ]


def test_an_import_that_no_dependency_brings_is_named(check: Check) -> None:
    code = (
        "from __future__ import annotations\nimport ast, msgspec, sandtable_console, st_extra.more\n"
        "from . import more\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import st_types\n"
        "try:\n    import st_optional\nexcept ImportError:\n    pass\n"
        "def late():\n    import hypothesis.strategies\n    import st_nowhere\n"
    )
    files = {"st_extra/__init__.py": code, "st_extra/more.py": "import st_nowhere\n"}
    assert [text for _, text in check(files)] == [
        "st_extra/__init__.py:12 imports hypothesis; add hypothesis to dependencies",
        "st_extra/__init__.py:13 imports st_nowhere; add st-nowhere to dependencies",
    ]
    declared = ABOUT.replace("Dist: sandtable\n", "Dist: sandtable\nRequires-Dist: hypothesis>=6\n")
    assert len(check(files, metadata=declared)) == 1


def test_a_file_of_the_source_folder_that_the_wheel_lacks_is_named(
    wheel: Callable[..., Path], tmp_path: Path
) -> None:
    for name in ("__init__.py", "data/map.toml", "__pycache__/x.pyc"):
        path = tmp_path / "source/src/st_extra" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    made = unpack(wheel(), tmp_path / "out")
    made.source = tmp_path / "source"
    assert [*find_faults(made)] == [("files", "st_extra/data/map.toml is not in the wheel")]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("nowhere.whl", None, "no such file or folder: "),
        ("notes.txt", "", "is not a wheel, an sdist or a folder"),
        ("broken.whl", "x", "is not a wheel: File is not a zip file"),
        ("empty.whl", "PK\5\6" + "\0" * 18, "empty.whl has no metadata; build it again"),
        ("junk.tar.gz", "x", "junk.tar.gz cannot be built: "),
    ],
)
def test_what_is_no_distribution_is_refused_in_a_line(
    run, tmp_path: Path, name: str, text: str | None, found: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    ran = run("plugins", "check", tmp_path / name)
    assert ran.status == 2
    assert found in ran.err
    assert len(ran.err) < 400 + len(str(tmp_path))
