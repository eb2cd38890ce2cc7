"""An example is built, installed beside Sandtable, tested, examined, played: ``tox -e examples``.

Run it as ``python tests/packaging/try_example.py FOLDER...`` in an environment with the wheel of
Sandtable, pytest and hatchling, into which the example is installed.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

SANDTABLE = (sys.executable, "-m", "sandtable")
LIST_SEATS = "import sys, sandtable.plugins as p; print(*p.catalog().scenario(sys.argv[1]).game.seats)"


def run(*words: object, cwd: Path) -> str:
    """What a command prints; the script ends with its status when it fails."""
    typed = [str(word) for word in words]
    done = subprocess.run(typed, cwd=cwd, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(typed)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def install(source: Path, work: Path) -> None:
    """Build the wheel of a source tree and install it, without asking a network for anything."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", work, source, cwd=work)
    (wheel,) = work.glob("*.whl")
    run(*pip, "install", "--no-deps", "--force-reinstall", wheel, cwd=work)


def play(scenario: str, work: Path) -> str:
    """Play a scenario with bots and verify its save; what is said of it."""
    seats = run(sys.executable, "-c", LIST_SEATS, scenario, cwd=work).split()
    sits = [word for seat in seats for word in ("--seat", f"{seat}=scripted")]
    save = work / f"{scenario.replace('/', '-')}.jsonl"
    run(*SANDTABLE, "scenario", "check", scenario, cwd=work)
    run(*SANDTABLE, "play", scenario, "--seed", 1942, *sits, "--save", save, cwd=work)
    return run(*SANDTABLE, "check", save.name, cwd=work)


def try_out(source: Path, work: Path) -> None:
    """All of it for one example."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(source, work)
    tests = run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", source, cwd=work)
    print(f"{project['name']}: {tests.splitlines()[-1]}")
    print(run(*SANDTABLE, "plugins", "doctor", project["name"], cwd=work), end="")
    for id in project["entry-points"]["sandtable.scenarios"]:
        print(play(id.replace(".", "/", 1), work), end="")


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        with TemporaryDirectory() as work:
            try_out(Path(folder).resolve(), Path(work))
