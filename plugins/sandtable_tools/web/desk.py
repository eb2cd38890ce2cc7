"""The table for a page: a line goes in, and its outputs come out one by one as data.

Nothing here waits: the page calls `step` until the next line is wanted.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import msgspec

import sandtable
from sandtable.tooling import config, journal, resume, signals
from sandtable_console import Console, data, nearby, outputs
from sandtable_console.sink import STOPPED
from sandtable_pictures import drawing
from sandtable_shell import by_age

WIDTH = 78


class Desk:
    """A console, and what is left of the line that it does."""

    def __init__(self) -> None:
        self.console: Console | None = None
        self.form: data.Form | None = None
        self.steps: Generator[outputs.Output] | None = None
        self._stopped = False
        self._below: dict[str, str] = {}

    # Games.

    def start(self, words: Mapping[str, Any]) -> None:
        """Begin a game."""
        session = sandtable.new(
            words["scenario"], words.get("seed") or None, words.get("seats"), words.get("options")
        )
        name = f"{session.scenario.id.replace('/', '-')}-{session.header.seed}"
        session.save(journal.free_path(str(config.saves_folder() / name)))
        self._sit(session, None)

    def open(self, name: str) -> None:
        """Go on with a save."""
        self._sit(resume.resume(config.saves_folder() / name).session, 8)

    def _sit(self, session: sandtable.Session, recent: int | None) -> None:
        self.console = Console(session, WIDTH, numbers=True)
        self.console.confirms = True
        self.form = data.Form(self.console)
        self._below.clear()
        self.steps = self.console.begin(recent)

    def line(self, text: str) -> None:
        """Do a line."""
        assert self.console  # noqa: S101
        self.steps = self.console.do(text)

    def stop(self) -> None:
        """Stop what is being done, before its next output."""
        self._stopped = True

    def step(self) -> str | None:
        """The next output as JSON; None when the next line is wanted."""
        assert self.console and self.form and self.steps  # noqa: S101
        try:
            if self._stopped:
                self._stopped = False
                output = self.steps.throw(signals.Interrupted())
            else:
                output = next(self.steps)
        except StopIteration:
            return None
        except KeyboardInterrupt:
            self.steps = self.console.position(changed=True)
            output = outputs.Text([STOPPED])
        plain = msgspec.to_builtins(self.form.of(output))
        if isinstance(output, outputs.Board):
            plain["drawn"] = self._drawn()
        if isinstance(output, outputs.Options):
            plain["caps"] = nearby.option_numbers(self.console)
        if isinstance(output, outputs.Question):
            named, matters = nearby.decision_spaces(self.console)
            plain["spaces"] = {"asked": named, "matters": matters}
            plain["places"] = nearby.places(self.console)
        return msgspec.json.encode(plain).decode()

    def _drawn(self) -> list[dict[str, Any]]:
        assert self.console  # noqa: S101
        game = self.console.session.scenario.game
        return [self._picture(p) for p in game.pictures(self.console.session.view(self.console.viewer))]

    def _picture(self, picture: sandtable.Picture) -> dict[str, Any]:
        drawn = drawing(picture)
        new, self._below[picture.name] = self._below.get(picture.name) != drawn.below, drawn.below
        pieces = "".join(placed.svg for placed in drawn.counters.values()) + "".join(drawn._numbers())
        labels = dict(picture.labels)
        names = {id: labels.get(id) or str(space) for id, space in picture.board.spaces.items()}
        return {
            "name": picture.name, "title": picture.title, "width": drawn.width, "height": drawn.height,
            "below": drawn.below if new else None, "above": drawn.above if new else None, "pieces": pieces,
            "spots": dict(drawn.spots) if new else None, "names": names if new else None,
            "columns": picture.columns,
        }  # fmt: skip

    # Answers.

    def saves(self) -> list[dict[str, Any]]:
        """The saves, the latest first."""
        return [{"name": path.name, "size": path.stat().st_size} for path in by_age(config.saves_folder())]

    def add_save(self, name: str, content: bytes) -> str:
        """Keep a save."""
        folder = config.saves_folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / Path(name).name).write_bytes(content)
        return Path(name).name

    def save_bytes(self) -> bytes:
        """The save of the current game."""
        assert self.console and self.console.session.journal.path  # noqa: S101
        return self.console.session.journal.path.read_bytes()

    def about(self, place: str) -> list[str]:
        """What ``show`` says of a place."""
        assert self.console  # noqa: S101
        lines = self.console.commands["show"].run(self.console, place)
        return [line for line in lines if isinstance(line, str)]
