"""A view as text: the status line, and the table with both sides' cards side by side."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.events import ADJECTIVE, card_list
from sandtable_megiddo.state import SEATS, Committed
from sandtable_megiddo.view import SideView, View

GAP = " | "


def status(view: View) -> str:
    """The round and both scores, in one line."""
    scores = (f"{ADJECTIVE[seat]} {view.sides[seat].score}" for seat in SEATS)
    return f"Round {view.round}. Victory points: {', '.join(scores)}."


def board(view: View, width: int = 80) -> list[str]:
    """Both sides next to each other, then the hand of whoever looks."""
    half = (width - len(GAP)) // 2
    columns = [_column(seat, view.sides[seat], half) for seat in SEATS]
    rows = [f"{left:{half}}{GAP}{right}".rstrip() for left, right in zip_longest(*columns, fillvalue="")]
    for seat in SEATS:
        rows += _held(seat, view.sides[seat], width)
    return rows


def _column(seat: str, side: SideView, width: int) -> list[str]:
    piles = f"draw pile {side.draw_pile}, reserve {len(side.reserve)}, lost {len(side.casualties)}"
    lines = [f"{ADJECTIVE[seat].upper()}  {side.score}  in hand {side.held}", piles]
    lines += _battle(side.battle)
    return [line if len(line) <= width else line[: width - 1] + "~" for line in lines]


def _battle(battle: list[Committed] | None) -> list[str]:
    if battle is None:
        return ["Order of Battle: face down"]
    lines = [_card(laid) for laid in battle]
    counts = {line: lines.count(line) for line in lines}
    return [line + (f" x{count}" if count > 1 else "") for line, count in counts.items()]


def _card(laid: Committed) -> str:
    """``I 6  British Infantry``, with what has become of it."""
    card = CARDS[laid.card]
    notes = [word for word, true in (("disrupted", laid.disrupted), ("has acted", laid.acted)) if true]
    note = f" ({', '.join(notes)})" if notes else ""
    return f" {_letter(card.kind)} {card.force}  {card.name}{note}"


def _letter(kind: Kind) -> str:
    return kind.value[0].upper()


def _held(seat: str, side: SideView, width: int) -> list[str]:
    if side.hand is None:
        return []
    lines = [f"{ADJECTIVE[seat]} hand: {card_list(side.hand)}"]
    if side.aside:
        lines.append(f"{ADJECTIVE[seat]} discards: {card_list(side.aside)}")
    return [row for line in lines for row in wrap(line, width, subsequent_indent="  ")]
