"""A session at the British first choice, a console for it, and real terminals."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pexpect
import pytest

import sandtable
from sandtable.model.dice import GENERATOR
from sandtable.plugins.installation import catalog
from sandtable.prompt.typist import Typist
from sandtable.record.records import Header
from sandtable.record.session import start

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))


@pytest.fixture
def console() -> Callable[..., Typist]:
    """Makes a console; seats and Typist's own arguments may be given."""

    def make(seed: int = 11, seats: dict[str, str] | None = None, **more: object) -> Typist:
        players = {"turkish": "scripted"} if seats is None else seats
        session = sandtable.new("megiddo/1918-even", seed=seed, seats=players)
        made = Typist(session, **{"numbers": True, **more})  # type: ignore[arg-type]
        for _ in session.play():
            pass
        return made

    return make


@pytest.fixture
def at_terminal(home: Path) -> Iterator[Callable[..., pexpect.spawn]]:
    """Starts sandtable with these words at a real terminal of 80 x 24, or of another size.

    A test waits for the text that it expects, a minute at most, and never for a while.
    """
    home.mkdir()
    children: list[pexpect.spawn] = []

    def start(
        *words: str, program: str = SANDTABLE, rows: int = 24, columns: int = 80, **env: str
    ) -> pexpect.spawn:
        known = {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "SANDTABLE_HOME": str(home)}
        child = pexpect.spawn(
            *(program, list(words)),
            env={**os.environ, **known, **env},
            dimensions=(rows, columns),
            timeout=60,
        )
        child.delaybeforesend = child.ptyproc.delayafterclose = 0
        children.append(child)
        return child

    yield start
    for child in children:
        if child.isalive():
            child.kill(signal.SIGKILL)
            child.wait()
        child.close()


@pytest.fixture(scope="session")
def left() -> Callable[..., int]:
    """Leaves a game that waits at its prompt; the exit status."""

    def leave(child: pexpect.spawn, by: str = "quit\r") -> int:
        child.send(by)
        child.expect_exact("To be continued.")
        child.expect(pexpect.EOF)
        return int(child.wait())

    return leave


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[], list[str]]:
    """What a game that was saved in ``g.jsonl`` holds: actions, notes, forced rollbacks."""

    def read() -> list[str]:
        story = sandtable.load(tmp_path / "g.jsonl").story
        return [
            f"note {one.note}" if one.note else "rollback --force" if one.forced else str(one.action)
            for one in story[1:]
        ]

    return read


@pytest.fixture
def stones(toy: ModuleType) -> Typist:
    """The toy game at red's first choice, between two humans."""
    ready = toy.scenario()
    header = Header(
        generator=GENERATOR,
        game="stones",
        scenario=ready.id,
        seats=dict.fromkeys(toy.SEATS, "human"),
        seed=1,
        rules_version=1,
        plugins=[],
        options={},
    )
    return Typist(start(ready, header, {}, None, catalog()), numbers=True)
