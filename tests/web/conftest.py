"""A folder that plays in a browser, built once for a run; who serves it, and who opens it."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tabs import CHROMIUMS, Host, Recorded, Room

from sandtable.record.replay import Replay

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
SAVES = ROOT / "saves"
ENGINE = ROOT / "plugins" / "sandtable-web"
NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


def missing(what: str) -> None:
    """Skip the test, and say why; where CI is set, that is an error."""
    pytest.fail(what) if os.environ.get("CI") else pytest.skip(what)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def folder(shared_folder: Path) -> Callable[..., Path]:
    """Builds the folder that plays in a browser, with these words after ``sandtable web OUT``."""
    home = str(shared_folder / "web-home")
    path = os.pathsep.join(filter(None, [str(ENGINE), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "SANDTABLE_HOME": home, "PYTHONPATH": path}

    def ran(*words: object) -> subprocess.CompletedProcess[str]:
        words = (sys.executable, *map(str, words))
        return subprocess.run(words, env=env, capture_output=True, text=True, check=False)

    def built(*words: object) -> Path:
        asked = " ".join(map(str, words))
        out = shared_folder / f"web-{sha256(asked.encode()).hexdigest()[:12]}"
        with (shared_folder / "web.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not out.with_suffix(".built").exists():
                engine = ran(ENGINE / "build.py")
                if engine.returncode:
                    missing(f"no engine of the table in a browser: {engine.stderr.strip()}")
                done = ran("-m", "sandtable", "web", out, *words)
                assert done.returncode == 0, done.stderr
                out.with_suffix(".built").write_text(done.stdout)
        return out

    return built


@pytest.fixture(scope="session")
def host(folder: Callable[..., Path]) -> Iterator[Callable[..., Host]]:
    """A host of this kind with the folder of these words."""
    hosts: dict[tuple[object, ...], Host] = {}

    def served(how: str = "plain", *words: object) -> Host:
        asked = (how, *words)
        if asked not in hosts:
            hosts[asked] = Host(folder(*words), how)
        return hosts[asked]

    yield served
    for one in hosts.values():
        one.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, which finds no other machine."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        missing("no Chromium or Chrome is on the PATH; install one to run the tests of the browser")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", NOWHERE])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def house(browser: Browser, host: Callable[..., Host]) -> Callable[..., Any]:
    """Rooms to enter: at the end of each, no tab of it may have met an error, or asked another host."""

    @contextmanager
    def entered(how: str = "plain", *words: object, **kind: Any) -> Iterator[Room]:
        room = Room(browser, host(how, *words), **kind)
        yield room
        room.context.close()
        assert room.wrong == []

    return entered


@pytest.fixture
def on_the_desktop(run: Callable[..., Any], tmp_path: Path) -> Callable[..., Path]:
    """Plays these lines on the desktop: the file of the save."""

    def played(scenario: str, lines: list[str], seed: object = 5, *more: str) -> Path:
        path = tmp_path / f"desktop-{len(list(tmp_path.iterdir()))}.jsonl"
        typed = "".join(f"{line}\n" for line in lines)
        seats = ("--seat", "turkish=scripted") if scenario.startswith("megiddo") and not more else more
        done = run("play", scenario, "--seed", seed, "--save", path, *seats, typed=typed)
        assert done.status == 0, done.err
        return path

    return played


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], list[Recorded]]:
    """The choices of a recorded game."""

    def choices(name: str) -> list[Recorded]:
        return [
            Recorded(one.n, one.seat, str(one.action), any(event.strike for event in one.events))
            for one in Replay(SAVES / f"{name}.jsonl").steps()
            if one.kind == "action"
        ]

    return choices
