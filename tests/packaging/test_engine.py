"""The engine of the table in a browser: what its build refuses, and its wheel next to Sandtable's."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "plugins" / "sandtable-web"
MADE = shutil.ignore_patterns("engine", "terminal", "engine.json", "__pycache__")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The distribution's folder as it is checked out."""
    return Path(shutil.copytree(SOURCE, tmp_path / "source", ignore=MADE))


@pytest.fixture
def refusal(source: Path, tmp_path: Path) -> Callable[..., str]:
    """The one line with which build.py ends, with an empty cache."""

    def build(**env: str) -> str:
        cache = {"SANDTABLE_ENGINE_CACHE": str(tmp_path / "cache")}
        done = subprocess.run(
            [sys.executable, source / "build.py"],
            env={**os.environ, **cache, **env},
            check=False,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout) == (1, "")
        (line,) = done.stderr.splitlines()
        return line

    return build


@pytest.fixture
def a_node(tmp_path: Path) -> str:
    """A folder of programs in which node says its version, and can do no more."""
    programs = tmp_path / "programs"
    programs.mkdir()
    node = programs / "node"
    node.write_text("#!/bin/sh\necho v18.20.4\n", "utf-8")
    node.chmod(0o755)
    return os.pathsep.join([str(programs), os.environ["PATH"]])


def test_without_a_network_the_build_names_the_address(
    source: Path, refusal: Callable[..., str], a_node: str
) -> None:
    pins = source / "pins.toml"
    pins.write_text(pins.read_text("utf-8").replace("https://", "http://127.0.0.1:9/"), "utf-8")
    line = refusal(PATH=a_node, no_proxy="*")
    assert line.startswith("build.py: pyodide cannot be fetched from http://127.0.0.1:9/")


def test_another_file_than_the_pinned_one_is_refused(
    refusal: Callable[..., str], a_node: str, tmp_path: Path
) -> None:
    cached = tmp_path / "cache" / "pyodide-314.0.7.tgz"
    cached.parent.mkdir()
    cached.write_bytes(b"something else")
    line = refusal(PATH=a_node)
    assert f"{cached} is not pyodide 314.0.7: its sha256 is " in line
    assert hashlib.sha256(b"something else").hexdigest() in line


def test_without_node_the_build_says_what_it_is_for(refusal: Callable[..., str], tmp_path: Path) -> None:
    assert refusal(PATH=str(tmp_path)).startswith("build.py: node is missing (18 or later): ")


def test_no_module_that_a_package_imports_is_left_out_of_the_engine() -> None:
    left_out = tomllib.loads((SOURCE / "pins.toml").read_text("utf-8"))["standard-library"]["left_out"]
    root, names = SOURCE.parents[1], "|".join(left_out)
    imports = re.compile(rf"^ *(?:import|from) (?:{names})\b", re.MULTILINE)
    packages = [
        path for room in ("core", "plugins", "scenarios") for path in (root / room).glob("sandtable*")
    ]
    using = [
        path.relative_to(root).as_posix()
        for package in packages
        if package != SOURCE
        for path in package.rglob("*.py")
        if imports.search(path.read_text("utf-8"))
    ]
    assert using == []


@pytest.fixture(scope="session")
def engine_wheel(command: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of sandtable-web; skipped where it cannot be built, an error where CI is set."""
    folder = tmp_path_factory.mktemp("engine")
    built = subprocess.run(
        [sys.executable, SOURCE / "build.py"], check=False, capture_output=True, text=True
    )
    if built.returncode and not os.environ.get("CI"):
        pytest.skip(built.stderr)
    assert not built.returncode, built.stderr
    words = ("-m", "build", "--wheel", "--no-isolation", "--outdir", folder, SOURCE)
    command(sys.executable, *words, cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.mark.packaging
def test_the_wheel_of_the_engine_writes_a_folder_to_play_in(
    engine_wheel: Path, programs: Path, command: Callable[..., str], tmp_path: Path
) -> None:
    assert engine_wheel.stat().st_size < 10_000_000
    missing = command(programs / "sandtable", "web", "out", cwd=tmp_path, status=2)
    assert 'pip install "sandtable[web]"' in missing
    pip = ("-m", "pip", "install", "--quiet", "--no-index", "--no-compile")
    command(programs / "python", *pip, engine_wheel, cwd=tmp_path)
    said = command(programs / "sandtable", "web", "out", "megiddo/1918-even", "--terminal", cwd=tmp_path)
    assert "1 scenario of 1 game" in said
    for name in ("pyodide.asm.wasm.gz", "base.zip.gz", "terminal.zip.gz", "LICENSES/pyodide.txt"):
        assert (tmp_path / "out" / "engine" / name).is_file()


@pytest.mark.packaging
def test_each_part_of_the_engine_comes_with_its_licence(engine_wheel: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(engine_wheel, tmp_path, "zip")
    package = tmp_path / "sandtable_web"
    parts = {
        line.split()[0]
        for line in (package / "engine/README.txt").read_text("utf-8").split("\n\n")[1].splitlines()
    }
    texts = {path.stem: path.read_text("utf-8") for path in package.glob("*/LICENSES/*.txt")}
    assert parts | {"cpython", "linked-into-pyodide"} == texts.keys()
    assert all(len(text) > 900 for text in texts.values())


@pytest.mark.packaging
@pytest.mark.soak
def test_two_builds_give_the_same_bytes(
    engine_wheel: Path, command: Callable[..., str], tmp_path: Path
) -> None:
    def digests() -> dict[str, str]:
        made = [*SOURCE.glob("sandtable_web/*/*.gz"), SOURCE / "sandtable_web" / "engine.json"]
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made}

    before = digests()
    command(sys.executable, SOURCE / "build.py", "--again", cwd=tmp_path)
    assert digests() == before
