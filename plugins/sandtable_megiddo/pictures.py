"""A view as text: the status line, and both sides' cards next to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING

from sandtable import tally, times
from sandtable_megiddo.cards import CARDS, LAWRENCE, LOSS_WARNING, Kind
from sandtable_megiddo.events import ADJECTIVE, card_list, points
from sandtable_megiddo.infantry import attached_leaders, total
from sandtable_megiddo.items import ROUND, USES
from sandtable_megiddo.state import SEATS, Committed
from sandtable_megiddo.view import SideView, View

if TYPE_CHECKING:
    from sandtable import styled

GAP = " | "
"""The gap between the two sides."""

NBSP = "\N{NO-BREAK SPACE}"
"""Joins two words that must stay on one row."""

LEAST_WIDTH_FOR_COLUMNS = 60
"""The fewest columns of a screen that shows both sides next to each other."""


def status(view: View) -> str:
    """Describe the round and both scores in one line."""
    scores = (f"{ADJECTIVE[seat]} {view.sides[seat].score}" for seat in SEATS)
    return f"Round {view.round}. Victory points: {', '.join(scores)}."


def board(view: View, width: int = 80, height: int | None = None) -> list[str]:
    """Show both sides next to each other, then the viewer's hand.

    If `height` is set and the options list the cards in hand, the board omits them. If there is room,
    each card in hand has its own line, and each kind of card is explained; otherwise only the letters
    are explained. If there is little room, the cards of a kind share a line, and the hand is left out.
    """
    table, letters = _columns(view, width, _lines_by_card), _explain_letters(view, width)
    if height is None:
        return [*table, *_hand_lines(view, width, listed=False), *letters]
    listed = view.seat is not None and not view.revealed
    cards, hands = _cards_in_hand(view, width, listed=listed), _hand_lines(view, width, listed=listed)
    with_kinds, sequence = [*table, *cards, "", *_explain_kinds(view, width)], _wrap(ROUND, width)
    forms = [[*with_kinds, *sequence], with_kinds]
    forms += [[*table, *cards, *letters], [*table, *hands, *letters]]
    short = _columns(view, width, _lines_by_kind)
    forms += [[*short, *hands, *letters], [*short, *letters]]
    return next((lines for lines in forms if len(lines) <= height), short)


def _columns(view: View, width: int, battle: Callable[[list[Committed], int], list[str]]) -> list[str]:
    if width < LEAST_WIDTH_FOR_COLUMNS:
        return [row for seat in SEATS for row in _column(seat, view.sides[seat], width, battle)]
    half = (width - len(GAP)) // 2
    columns = [_column(seat, view.sides[seat], half, battle) for seat in SEATS]
    rows: list[str] = []
    for left, right in zip_longest(*columns, fillvalue=""):
        gap = f"{'':{half - len(left)}}{GAP if right else GAP.rstrip()}"
        rows.append(_line(*_coloured(left, view, 0), gap, *_coloured(right, view, 1)))
    return rows


def _line(*parts: styled.Part) -> str:
    from sandtable import styled  # noqa: PLC0415 (needed only when asked)

    return styled.line_of(*parts)


def _coloured(line: str, view: View, side: int) -> list[styled.Part]:
    """Return a line of a column, with cards in the colour of their side if a seat is looking."""
    if view.seat is None or not line.startswith(" "):
        return [line]
    return [(line, "own" if SEATS[side] == view.seat else "enemy")]


def _column(
    seat: str, side: SideView, width: int, battle: Callable[[list[Committed], int], list[str]]
) -> list[str]:
    force = "" if side.battle is None else f"  Force {points(total(side.battle))}"
    counts = {
        "draw pile": side.draw_pile,
        "reserve": len(side.reserve),
        "lost": len(side.casualties),
    }
    piles = ", ".join(f"{name} {count}".replace(" ", NBSP) for name, count in counts.items())
    where = "in hand" if side.battle is not None or side.bare else "hand and committed"
    lines = [f"{ADJECTIVE[seat].upper()}  {side.score}  {where} {side.held}{force}", piles]
    battle_lines = ["Order of Battle: face down"] if side.battle is None else battle(side.battle, width)
    shown = ["Order of Battle: empty"] if side.bare else battle_lines
    rows = (row for line in lines + shown for row in wrap(line, width, subsequent_indent="  "))
    return [row.replace(NBSP, " ") for row in rows]


def _lines_by_card(battle: list[Committed], width: int) -> list[str]:
    """Give each card a line with its state, combining identical cards."""
    attached = {id(leader) for leader in attached_leaders(battle)}
    lines = tally(_card_line(entry, attached=id(entry) in attached) for entry in battle)
    return _wrap(lines, width)


def _lines_by_kind(battle: list[Committed], width: int) -> list[str]:
    """List the cards of each kind together, with how many are disrupted."""
    lines: list[str] = []
    for kind in Kind:
        same_kind = [entry for entry in battle if CARDS[entry.card].kind is kind]
        texts = [
            _copies_text(same_kind, card) for card in dict.fromkeys(entry.card for entry in same_kind)
        ]
        if texts:
            lines += wrap(f" {_letter(kind)} {', '.join(texts)}", width, subsequent_indent="   ")
    return lines


def _copies_text(battle: list[Committed], id: str) -> str:
    """Describe all copies of a card: ``British Infantry 6 x4 (1 disrupted)``."""
    copies = [entry for entry in battle if entry.card == id]
    disrupted = sum(entry.disrupted for entry in copies)
    number = f"{disrupted} " * (disrupted < len(copies))
    name = times(f"{CARDS[id].name} {CARDS[id].force}", len(copies))
    return name + (f" ({number}disrupted)" if disrupted else "")


def _hand_lines(view: View, width: int, *, listed: bool) -> list[str]:
    lines: list[str] = []
    for seat in SEATS:
        side = view.sides[seat]
        if side.hand is not None and not listed:
            lines.append(f"{ADJECTIVE[seat]} hand: {card_list(side.hand)}")
        if side.aside:
            lines.append(f"{ADJECTIVE[seat]} discards: {card_list(side.aside)}")
    return [row for line in lines for row in wrap(line, width, subsequent_indent="  ")]


def _cards_in_hand(view: View, width: int, *, listed: bool) -> list[str]:
    """Give each card in the viewer's hand a line, combining identical cards."""
    lines: list[str] = []
    for seat in SEATS:
        side = view.sides[seat]
        for title, cards in (("hand", None if listed else side.hand), ("discards", side.aside)):
            if cards is not None and (cards or title == "hand"):
                each = tally(_card_line(Committed(id), attached=False) for id in cards)
                lines += [f"{ADJECTIVE[seat]} {title}:{'' if each else ' none'}", *each]
    own = SEATS.index(view.seat or SEATS[0])
    return [_line(*_coloured(row, view, own)) for row in _wrap(lines, width)]


def _wrap(lines: Iterable[str], width: int) -> list[str]:
    return [row for line in lines for row in wrap(line, width, subsequent_indent="      ")]


def _explain_kinds(view: View, width: int) -> list[str]:
    """Explain each kind of card that is visible."""
    seen: set[str] = set()
    for side in view.sides.values():
        seen.update(side.hand or (), side.aside or (), (entry.card for entry in side.battle or ()))
    kinds = {CARDS[id].kind for id in seen}
    names = {kind: kind.value.replace("-", " ") for kind in Kind if kind in kinds}
    lines = [f" {_letter(kind)}  {name}: {USES[kind]}" for kind, name in names.items()]
    lines[1:1] = [f"    Lawrence: {LOSS_WARNING}"] * (LAWRENCE in seen)
    return _wrap(lines, width)


def _explain_letters(view: View, width: int) -> list[str]:
    """Explain the letters of the face-up cards in the battle, in as few lines as possible."""
    kinds = {CARDS[entry.card].kind for side in view.sides.values() for entry in side.battle or ()}
    names = [f"{_letter(kind)} {kind.value.replace('-', ' ')}" for kind in Kind if kind in kinds]
    if any(entry.disrupted for side in view.sides.values() for entry in side.battle or ()):
        names.append("disrupted: half Force, destroyed if hit again")
    unbroken = ", ".join(name.replace(" ", NBSP) for name in names)
    return [row.replace(NBSP, " ") for row in wrap(unbroken, width)]


def _card_line(entry: Committed, *, attached: bool) -> str:
    """Describe a card with its state: ``I 6  British Infantry (acted)``."""
    card = CARDS[entry.card]
    notes = ["disrupted"] * entry.disrupted + ["acted"] * entry.acted + ["attached"] * attached
    note = f" ({', '.join(notes)})" if notes else ""
    return f" {_letter(card.kind)} {card.force or ' '}  {card.name}{note}"


def _letter(kind: Kind) -> str:
    return kind.value[0].upper()
