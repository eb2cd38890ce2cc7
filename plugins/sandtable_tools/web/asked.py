"""Answers a page's questions, which change nothing in the game: about saves, places, rules, reports."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sandtable import SandtableError, UnknownName, sentence
from sandtable_console import Candidate, Console, candidates, check, rulebook
from sandtable_tools.web import kept


class PageQuestions:
    """Answers a page's questions, about the game of `console` where they need one."""

    def __init__(self, console: Callable[[], Console]) -> None:
        self._console = console

    def find(self, name: str) -> Callable[..., object]:
        """Return the method that answers a call of this name. Raises UnknownName."""
        if name.startswith("_") or name == "find" or not hasattr(self, name):
            raise UnknownName(f"there is no call {name}")
        found: Callable[..., object] = getattr(self, name)
        return found

    def saves(self) -> list[dict[str, Any]]:
        """List the saves, the last one first."""
        return [*kept.rows()]

    def add_save(self, name: str, content: bytes) -> str:
        """Keep a save from elsewhere; return its name."""
        return kept.add(name, bytes(content))

    def remove_save(self, name: str) -> None:
        """Remove a save."""
        kept.remove(name)

    def link(self, to: int | None = None) -> dict[str, str]:
        """Return a link to the game up to a line, and what the link leaves out or gives away."""
        from sandtable.tooling import link  # noqa: PLC0415 (only for links)

        session = self._console().session
        remarks = link.remarks(session.journal.lines[:to])
        said = " ".join(sentence(remark[0].upper() + remark[1:]) for remark in remarks)
        return {"link": link.link_of(session, to), "about": said}

    def about(self, place: str) -> list[str]:
        """Return what ``show PLACE`` says."""
        console = self._console()
        shown = console.commands["show"].run(console, place)
        return [line for line in shown if isinstance(line, str)]

    def check(self, line: str) -> dict[str, str]:
        """Check a half-typed line."""
        return check(self._console(), line)._asdict()

    def complete(self, line: str) -> list[dict[str, str]]:
        """Return the lines that a half-typed line can become, each with a short description."""
        found = candidates(self._console(), line)
        return [{"text": _completion(line, word), "about": word.about} for word in found]

    def rules(self, wanted: str = "") -> Any:
        """Return the headings of the rules; or one section in blocks, and the sections below it."""
        text = self._console().session.scenario.game.rules_text
        if not wanted:
            return [_section(section) for section in rulebook.sections(text)]
        first, *below = rulebook.find(text, wanted)
        blocks = [block._asdict() for block in rulebook.blocks(first.text)]
        return {**_section(first), "blocks": blocks, "below": [*map(_section, below)]}

    def report(self, table: str = "") -> str:
        """Return the game's report as a page, whose turns can be played on at the address `table`."""
        return self._page(table, "report")

    def replay_page(self, table: str = "") -> str:
        """Return the game's replay page, whose steps can be played on at the address `table`."""
        return self._page(table, "replay", "--html")

    def _page(self, table: str, command: str, *before: str) -> str:
        """Return the page that a command writes about the game, as far as its reader may know it."""
        console = self._console()
        path, viewer = str(console.session.journal.path), console.viewer
        as_seat = [] if console.session.outcome or viewer is None else ["--as", viewer]
        words = [command, path, *before]
        try:
            return _written_page(words, [*as_seat, *(["--table", table] if table else [])])
        except SandtableError:
            if not table:
                raise
            # a link would reveal too much, or is impossible
            return _written_page(words, as_seat)


def _written_page(words: Sequence[str], options: Sequence[str]) -> str:
    """Return the page that a command writes. If it fails, raises SandtableError with its message."""
    from sandtable_shell import main  # noqa: PLC0415 (slow to import)

    said = io.StringIO()
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        with redirect_stdout(said), redirect_stderr(said):
            status = main([*words, str(page), *options])
        if status:
            raise SandtableError(said.getvalue().strip().removeprefix("sandtable: "))
        return page.read_text(encoding="utf-8")


def _section(section: rulebook.Section) -> dict[str, Any]:
    return {"id": section.id, "title": section.title, "level": section.level}


def _completion(line: str, word: Candidate) -> str:
    return line[: len(line) - word.replaces] + word.word
