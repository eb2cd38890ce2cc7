"""Games of Megiddo in which one side loses battles on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random  # noqa: TID251 (no dice of the game's)

import sandtable
from sandtable import Action, Done, Session
from sandtable.tooling import ask_bot
from sandtable_megiddo.actions import Commit
from sandtable_megiddo.bot import GUNS, Scripted
from sandtable_megiddo.cards import CARDS

SCENARIO = "megiddo/1918-even"
THROWN = 3


def thrown_game(seed: int, seat: str, whims: int = 0) -> tuple[Session, list[int]]:
    """A game in which a side loses three battles on purpose, and the lines of these battles."""
    session = sandtable.new(SCENARIO, seed=seed)
    player, whim, lines = Scripted(), Random(seed), list[int]()
    while session.outcome is None:
        name = session.to_move or ""
        options = session.options()
        gun = _gun(options) if name == seat and len(lines) < THROWN else None
        if gun:
            lines.append(session.choose(gun).n)
            session.choose(Done())
        elif name == seat and len(options) > 1 and whim.randrange(100) < whims:
            session.choose(whim.choice(options))
        else:
            session.choose(ask_bot(player, "scripted", session.seat(name)))
    return session, lines


def _gun(options: Sequence[Action]) -> Commit | None:
    """A gun that can be the first card of a battle."""
    if not isinstance(options[0], Commit) or len(options) < 3:
        return None
    return next(
        (option for option in options if isinstance(option, Commit) and CARDS[option.card].kind in GUNS),
        None,
    )
