"""The word `odds` at the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.action import ActionError

if TYPE_CHECKING:
    from sandtable.repl.console import Console


def odds(console: Console, rest: str) -> list[str]:
    """What can come of an action of the viewer's, as far as the viewer may know."""
    from sandtable.odds import forecast, telling  # noqa: PLC0415 (slow to import)

    session, seat = console.session, console.session.to_move
    if not rest:
        return ["odds ACTION [then ACTION]: what can come of it, and how likely that is"]
    if seat is None:
        raise ActionError("the game is over")
    if seat != console.viewer:
        raise ActionError(f"odds are for a decision of your own; {seat} decides now")
    first, *more = telling.split(rest.split())
    found = forecast(session.table, seat, [session.table.read(first), *more])
    return telling.lines(found, console.width)
