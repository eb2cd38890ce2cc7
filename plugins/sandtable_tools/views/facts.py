"""What is said of a recorded game above it: who played, how it ended, the seed, the house rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable import Exported


def facts(exported: Exported) -> Iterator[tuple[str, str]]:
    """Names and values; nothing that `exported.seat` may not know."""
    session, header, seat = exported.session, exported.session.header, exported.seat
    game, view = session.scenario.game, session.view(seat or session.scenario.game.seats[0])
    for side, player in header.seats.items():
        name = game.name_of(view, side)
        yield f"{name[0].upper()}{name[1:]}", player
    yield "outcome", session.outcome.name.replace("-", " ") if session.outcome else "not over"
    if header.typed_in:
        yield "luck", "typed in"
    elif seat is None:
        yield "seed", str(header.seed)
    if seat is not None:
        yield "as seen by", seat
    for name, option in game.info.options.items():
        chosen = header.options.get(name, option.default)
        if chosen != option.default:
            yield "house rule", f"{name} = {_word(chosen)}: {option.help}"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
