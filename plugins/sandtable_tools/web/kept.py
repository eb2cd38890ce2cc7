"""The saves that a page keeps, in the user's folder of saves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable import SandtableError, SaveError
from sandtable.tooling import catalog, config, journal, recording
from sandtable_shell.saves import STEP, by_age, changed_at, names_in, outcome_of, stored_turn


def find(name: str) -> Path:
    """Return the path of a save. Raises SaveError."""
    path = config.saves_folder() / Path(name).name
    if not path.is_file():
        raise SaveError(f"there is no save {Path(name).name} here")
    return path


def cut_path(text: str) -> str:
    """Remove the path of the saves' folder from a text, since it tells a page's player nothing."""
    return text.replace(f"{config.saves_folder()}/", "")


def rows() -> Iterator[dict[str, Any]]:
    """Yield what a page lists about each save, the last one first."""
    scenarios, games = catalog().scenarios, catalog().games.infos
    for path in by_age(config.saves_folder()):
        names, outcome = names_in(path), outcome_of(path)
        known = names.game in games and names.scenario in scenarios.ids
        title = scenarios.info(names.scenario).title if known else names.scenario
        ended = games[names.game].outcome(outcome) if outcome and known else outcome
        yield {
            "name": path.name,
            "title": title or path.stem,
            "scenario": names.scenario,
            "game": names.game,
            "turn": stored_turn(path) or "",
            "over": outcome != "",
            "outcome": ended or "",
            "lesson": path.with_suffix(STEP).exists(),
            "when": changed_at(path),
            "size": path.stat().st_size,
        }


def add(name: str, content: bytes) -> str:
    """Keep a save from elsewhere, unless it is kept already; return its name. Raises SaveError."""
    folder = config.saves_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in Path(name).stem) or "save"
    path = folder / f"{stem}.jsonl"
    if path.is_file() and path.read_bytes() == content:
        return path.name
    path = journal.free_path(str(folder / stem))
    path.write_bytes(content)
    try:
        recording.Recording(path)
    except SandtableError as error:
        is_save = names_in(path).game
        path.unlink()
        raise error if is_save else SaveError(f"{Path(name).name} is not a save of a game") from error
    return path.name


def remove(name: str) -> None:
    """Remove a save and the files kept next to it."""
    path = find(name)
    for file in path.parent.glob(f"{path.stem}.*"):
        file.unlink()
