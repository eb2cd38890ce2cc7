"""Damaged saves: all ways to make one, and the claims about one that still verifies."""

from __future__ import annotations

from random import Random  # noqa: TID251

from .bytewise import BYTES
from .games import Damaged, Original, dumped, lines_of, originals, with_fitting_digests
from .hostile import brought
from .linewise import RECORDS


def damaged(luck: Random) -> Damaged:
    """A recorded game, or its beginning, damaged in one of all ways."""
    whole = luck.choice(originals())
    end = len(whole.lines) if luck.random() < 0.15 else luck.randrange(2, 25)
    game = Original(whole.path, whole.lines[:end], whole.positions[:end])
    kind = luck.randrange(10)
    if kind < 4:
        way = luck.choice(BYTES)
        return Damaged(way.__name__, way(luck, game.data), game)
    if kind == 9:
        return Damaged("brought", brought(luck, game), game, forged=True)
    lines = lines_of(game)
    ways = [luck.choice(RECORDS) for _ in range(luck.choice((1, 1, 1, 2, 5)))]
    for way in ways:
        if lines:
            way(luck, lines)
    how = "+".join(way.__name__ for way in ways)
    if kind < 6:
        data = b"".join(dumped(line.record) + b"\n" for line in lines)
        return Damaged(how, data, game)
    return Damaged(
        f"{how}, forged", with_fitting_digests(lines, numbered=luck.random() < 0.8), game, forged=True
    )


def honest(save: Damaged, found: str) -> None:
    """Raise AssertionError if a save verifies that is not a played game, or the beginning of one."""
    if found in ("same", "migrated") and not save.forged:
        whole, _, tail = save.data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        played = [save.lines for save in originals()]
        kept = [*lines, tail] if any(tail in save for save in played) else lines
        assert any(kept == save[: len(kept)] for save in played), f"{save.how}: it verifies, unplayed"
