"""The names and badges of maps, as an eye reads them: each is by the sign of its own place."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from sandtable import Game
from sandtable.record.replay import Replay
from sandtable_pictures import chart, sheet
from sandtable_pictures.chart import Look, with_look
from sandtable_pictures.sheet.cells import Kind
from sandtable_pictures.sheet.lettering import Text

SAVES = sorted((Path(__file__).parents[2] / "saves").glob("l*.jsonl"))

SMALL = {"lawrence": (40, 20), "lrdg": (80, 12)}
"""The sizes of the maps of a screen of 80 x 24, by game."""

SIZES = [(80, 24), (57, 18), (69, 28), (93, 36)]
"""The size of a small screen, and of maps on screens of 100 x 30, 120 x 40 and 160 x 50."""

ROOMY = 28
"""From so many rows on, every place with one's own has its name, however long its badge."""

EDGE = {"target": "★", "enemy": "‹"}  # noqa: RUF001
"""What begins a part of a badge that is always with_look, by its role."""

STEPS = 4
"""The positions of a save that are drawn, besides that at its start."""


@lru_cache(maxsize=1)
def positions(path: Path) -> tuple[Game[Any], list[Any]]:
    """The views at the start, and at some lines of a save."""
    run, views = Replay(path), []
    count = len(path.read_bytes().splitlines())
    wanted = {2, *(count * step // (STEPS + 1) for step in range(1, STEPS + 1))}
    for entry in run.steps():
        if entry.n in wanted:
            views.append(run.session.view(run.session.scenario.seats[0]))
    return run.session.scenario.game, views


def far(text: Text, sign: tuple[int, int]) -> int:
    """The columns between a text and a sign; to an eye, a row counts as three."""
    across = max(text.x - sign[0], sign[0] - text.x - len(text.text) + 1, 1) - 1
    return across + 3 * abs(text.y - sign[1])


def apart(one: Text, other: Text) -> int:
    """The columns between two texts of a row; many if they are in different rows."""
    if one.y != other.y:
        return 99
    return max(other.x - one.x - len(one.text), one.x - other.x - len(other.text))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_an_eye_takes_each_name_and_badge_for_that_of_its_own_place(
    path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings: list[Any] = []

    class Watched(sheet.Sheet):
        def draw(self, marks: Any, options: Any) -> sheet.DrawnSheet:
            drawn = super().draw(marks, options)
            drawings.append((self, marks, options, drawn))
            return drawn

    boards: dict[tuple[Any, Kind], Watched] = {}
    monkeypatch.setattr(
        chart, "_sheet", lambda board, kind: boards.setdefault((board, kind), Watched(board, kind))
    )
    game, views = positions(path)
    size = SMALL[path.stem.partition("-")[0]] if size == SIZES[0] else size
    for view in views:
        options = {place: [n, *range(20, 20 + n % 3)] for n, place in enumerate(marked(drawings), 1)}
        with with_look(Look(unicode=True, painted=True, rows=size[1], options=options)):
            game.map(view, size[0])
    assert drawings
    at: dict[tuple[Any, str], Text] = {}
    wrong = []
    for base, marks, options, drawn in drawings:
        wrong += misread(base, marks, options, drawn)
        for id, text in drawn.names.items():
            if at.setdefault((base, id), text) != text:
                wrong.append(f"the name of {id} moves")
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def marked(drawings: list[Any]) -> list[str]:
    """Up to ten places next to those that had something of one's own in the last drawing."""
    if not drawings:
        return []
    base, marks, *_ = drawings[-1]
    own = [id for id, parts in marks.items() if "own" in [role for _, role in parts]]
    near = [link.other(id) for id in own for link in base.bare.board.links if id in (link.a, link.b)]
    return [*dict.fromkeys(near)][:10]


def misread(base: sheet.Sheet, marks: Any, options: Any, drawn: sheet.DrawnSheet) -> list[str]:
    """All that an eye would take for another place's, or would miss."""
    nodes, names, badges = base.bare.nodes, drawn.names, drawn.badges
    covered = {cell for text in (*names.values(), *badges.values()) for cell in text.cells}
    on = {id for id, text in badges.items() if nodes[id] in text.cells}
    signs = {id: cell for id, cell in nodes.items() if id in on or cell not in covered}
    wrong = [f"no badge: {id}" for id in {*marks, *options} & nodes.keys() - badges.keys()]
    wrong += [
        f"no {role} in the badge of {id}: {text.text}"
        for id, text in badges.items()
        for role in {role for _, role in marks.get(id, ())} & EDGE.keys()
        if EDGE[role] not in text.text
    ]
    wrong += [f"no sign: {id}" for id in {*badges, *names} - signs.keys()]
    wrong += [f"no name of a home: {id}" for id in {*base.kind.homes} & nodes.keys() - names.keys()]
    own = [id for id, parts in marks.items() if "own" in [role for _, role in parts]]
    if base.kind.rows >= ROOMY:
        wrong += [f"no name of one's own: {id}" for id in {*own} & nodes.keys() - names.keys()]
    for what, texts in (("name", names), ("badge", badges)):
        for id, text in texts.items():
            behind = what == "badge" and id in names and apart(names[id], text) == 1
            ours = 1 if behind else far(text, nodes[id])
            nearer = [o for o, sign in signs.items() if o != id and far(text, sign) <= max(ours, 1)]
            if ours > (1 if text.y == nodes[id][1] else 3) or nearer:
                wrong.append(f"{what} of {id} at {text}: {ours}, {nearer}")
            others = [(other, its) for other, its in names.items() if other != id]
            wrong += [
                f"{what} of {id} is by the name of {other}"
                for other, its in others
                if apart(text, its) < 2
            ]
    wrong += [
        f"the badges of {id} and {other} touch"
        for id, text in badges.items()
        for other, its in badges.items()
        if id < other and apart(text, its) < 1
    ]
    return wrong
