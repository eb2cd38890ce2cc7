"""Each example distribution is built, installed beside the wheel alone, tested, examined and played."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/pyproject.toml"))
LIST_SEATS = "import sys, sandtable.tooling as p; print(*p.catalog().scenario(sys.argv[1]).game.seats)"

pytestmark = pytest.mark.packaging


@pytest.mark.parametrize("project", EXAMPLES, ids=lambda path: path.parent.name)
def test_an_example_is_installed_tested_examined_and_played(
    project: Path, programs: Path, command: Callable[..., str], tmp_path: Path
) -> None:
    python, sandtable = programs / "python", programs / "sandtable"
    about = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path)
    command(*build, project.parent, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    command(python, "-m", "pip", "install", "--quiet", "--no-deps", wheel, cwd=tmp_path)
    words = ("-q", "-p", "no:cacheprovider", "-W", "error::DeprecationWarning")
    assert "passed" in command(python, "-m", "pytest", *words, project.parent, cwd=tmp_path)
    command(sandtable, "plugins", "check", wheel, cwd=tmp_path)  # it has the doctor examine it
    for point in about["entry-points"].get("sandtable.scenarios", ()):
        scenario = point.replace(".", "/", 1)
        seats = command(python, "-c", LIST_SEATS, scenario, cwd=tmp_path).split()
        sits = [word for seat in seats for word in ("--seat", f"{seat}=scripted")]
        save = f"{point}.jsonl"
        command(sandtable, "scenario", "check", scenario, cwd=tmp_path)
        command(sandtable, "play", scenario, "--seed", 1942, *sits, "--save", save, cwd=tmp_path)
        assert "same" in command(sandtable, "check", save, cwd=tmp_path)
