"""A page that shows a recorded game: one file of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import resources
from typing import Any

import msgspec

from sandtable.tooling import PICTURE_STYLE, Replay, frames, html_page, rulebook
from sandtable_tools.views.film import Film

_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
"""What could end a script or a line of it; in JSON it stands in strings only."""


def page(run: Replay, seat: str | None = None, to: int | None = None) -> str:
    """A save up to line `to` as a page to be watched, with the eyes of `seat`; with all for None.

    Nothing that the seat may not know is in it. Raises Divergence where the save differs.
    """
    film = Film(run.session.seats)
    for frame in frames(run, seat, to):
        film.add(frame)
    data = {**film.data, "rules": _rules(run, film.cites)}
    return html_page(
        "sandtable_tools.views/viewer.html",
        style=_file("viewer.css") + PICTURE_STYLE,
        script=_file("film.js") + _file("viewer.js"),
        game=run.session.scenario.game.info.title,
        title=run.session.scenario.title,
        facts=_facts(run, seat),
        grounds=[ground.svg for ground in film.grounds],
        looks=film.looks,
        data=msgspec.json.encode(data).decode().translate(_UNSAFE),
    )


def _file(name: str) -> str:
    return (resources.files("sandtable_tools.views") / name).read_text(encoding="utf-8")


def _facts(run: Replay, seat: str | None) -> Iterator[tuple[str, str]]:
    """What is said of the game above it, as names and values."""
    session, header = run.session, run.header
    yield from header.seats.items()
    yield "outcome", session.outcome.name if session.outcome else "not over"
    yield ("seed", str(header.seed)) if seat is None else ("as seen by", seat)
    for name, option in session.scenario.game.info.options.items():
        chosen = header.options.get(name, option.default)
        if chosen != option.default:
            yield "house rule", f"{name} = {_word(chosen)}: {option.help}"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _rules(run: Replay, cites: Iterable[str]) -> dict[str, Any]:
    """The sections that are cited: of each its title and its blocks."""
    known = {one.id: one for one in rulebook.sections(run.session.scenario.game.rules_text)}
    return {id: (known[id].title, rulebook.blocks(known[id].text)) for id in cites if id in known}
