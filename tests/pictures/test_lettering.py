"""The names and badges of maps: each is by the sign of its own place."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from sandtable import Game
from sandtable.record.replay import Replay
from sandtable_pictures import chart, sheet
from sandtable_pictures.chart import Look, shown
from sandtable_pictures.sheet.cells import Kind
from sandtable_pictures.sheet.lettering import Text

SAVES = sorted((Path(__file__).parents[2] / "saves").glob("l*.jsonl"))

SIZES = [(80, 12), (80, 20), (69, 28), (93, 37)]

ROOMY = 28
"""From so many rows on, every place with one's own has its name, however long its badge."""


@lru_cache(maxsize=1)
def positions(path: Path) -> tuple[Game[Any], list[Any]]:
    """The views at the start, and at two lines of a save."""
    run, views = Replay(path), []
    count = len(path.read_bytes().splitlines())
    for entry in run.steps():
        if entry.n in {2, count // 3, 2 * count // 3}:
            views.append(run.session.view(run.session.scenario.seats[0]))
    return run.session.scenario.game, views


def far(text: Text, sign: tuple[int, int]) -> int:
    across = max(text.x - sign[0], sign[0] - text.x - len(text.text) + 1, 0)
    return across + 2 * abs(text.y - sign[1])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_names_and_badges_are_by_the_sign_of_their_own_place(
    path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings: list[Any] = []

    class Watched(sheet.Sheet):
        def draw(self, marks: Any, options: Any) -> sheet.Drawn:
            drawn = super().draw(marks, options)
            drawings.append((self, marks, options, drawn))
            return drawn

    boards: dict[tuple[int, Kind], Watched] = {}
    monkeypatch.setattr(
        chart, "_sheet", lambda board, kind: boards.setdefault((id(board), kind), Watched(board, kind))
    )
    game, views = positions(path)
    for view in views:
        options = {place: [n] for n, place in enumerate(marked(drawings), 1)}
        with shown(Look(unicode=True, painted=True, rows=size[1], options=options)):
            game.map(view, size[0])
    assert drawings
    for drawing in drawings:
        check(*drawing)


def marked(drawings: list[Any]) -> list[str]:
    """Up to six places next to those that had something of one's own in the last drawing."""
    if not drawings:
        return []
    base, marks, *_ = drawings[-1]
    own = [id for id, parts in marks.items() if "own" in [role for _, role in parts]]
    near = [link.other(id) for id in own for link in base.bare.board.links if id in (link.a, link.b)]
    return [*dict.fromkeys(near)][:6]


def check(base: sheet.Sheet, marks: Any, options: Any, drawn: sheet.Drawn) -> None:
    nodes = base.bare.nodes
    at: dict[str, list[int]] = {}
    for (x, y), place in drawn.owners.items():
        if nodes[place] != (x, y):
            at.setdefault(f"{place} {y}", []).append(x)
    assert len(at) == len({key.split()[0] for key in at}), "in one row"
    covered = {cell for cell, place in drawn.owners.items() if nodes[place] != cell}
    for key, columns in at.items():
        place, row = key.split()
        left, right = min(columns), max(columns)
        whole = Text(left, int(row), " " * (right - left + 1))
        others = [far(whole, cell) for cell in nodes.values() if cell not in {nodes[place], *covered}]
        assert far(whole, nodes[place]) <= min(others), place
        assert far(whole, nodes[place]) <= 2
        gaps = {(x, int(row)) for x in range(left, right) if x not in columns}
        assert len(gaps) <= 3 if nodes[place] in gaps else len(gaps) <= 1, place
        if place in drawn.names:
            assert far(drawn.names[place], nodes[place]) <= 2
    texts = [cell for text in drawn.names.values() for cell in text.cells]
    assert len(texts) == len({*texts})
    own = [id for id, parts in marks.items() if "own" in [role for _, role in parts]]
    named = [*base.kind.homes, *(own if base.kind.rows >= ROOMY else ())]
    assert not {*own} & {*drawn.without_badge}
    assert {id for id in named if id in nodes} <= drawn.names.keys()
