"""A view as a picture of counters: both sides' trays, with the cards that a seat may see in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from textwrap import wrap

from sandtable import Board, Counter, Picture, Space, Tone, times
from sandtable_megiddo.cards import CARDS, Card, Kind
from sandtable_megiddo.events import ADJECTIVE, PLURAL
from sandtable_megiddo.state import DISRUPTED_PREFIX, SEATS, Committed
from sandtable_megiddo.view import SideView, View

TRAYS = {
    "battle": "Order of Battle",
    "hand": "hand",
    "reserve": "draw pile and reserve",
    "lost": "casualties",
}
"""The places of a side's cards, from the top."""

ROWS = (0, 3, 5, 8)
"""The row of counters in which each of them begins."""

BOARD = Board(
    (
        Space(f"{seat}-{tray}", f"{ADJECTIVE[seat]} {name}", (), column, row)
        for column, seat in enumerate(SEATS)
        for (tray, name), row in zip(TRAYS.items(), ROWS, strict=True)
    ),
    (),
)

SIDE_TONES: dict[str, Tone] = {"british": "khaki", "turkish": "red"}
TONES: dict[Kind, Tone] = {
    Kind.LEADER: "gold",
    Kind.PLANE: "blue",
    Kind.SUPPLY: "green",
    Kind.TERRAIN: "green",
    Kind.NUISANCE: "grey",
}
"""Units have their side's tone."""

SHORT = {Kind.INFANTRY: "inf", Kind.CAVALRY: "cav", Kind.ARTILLERY: "art", Kind.MACHINE_GUN: "MG"}
"""Kinds that are too long for a counter."""


def turn(view: View) -> str:
    """When it is."""
    return f"Round {view.round}"


def name_of(view: View, id: str) -> str:  # noqa: ARG001
    """A side, or a card by its name."""
    if id in PLURAL:
        return PLURAL[id].replace("The", "the")
    card = id.removeprefix(DISRUPTED_PREFIX)
    return "disrupted " * (card != id) + CARDS[card].name if card in CARDS else id


def pictures(view: View) -> list[Picture]:
    """Both Orders of Battle, with hands and piles below."""
    counters = tuple(counter for seat in SEATS for counter in _side(seat, view.sides[seat]))
    return [Picture("battle", "Orders of Battle", BOARD, counters, columns=6)]


def _side(seat: str, side: SideView) -> Iterator[Counter]:
    yield from _battle(seat, [] if side.bare else side.battle)
    if side.hand is None:
        yield _face_down(seat, "hand", str(side.held), "cards")
    else:
        yield from _pile(seat, "hand", "hand", side.hand)
        yield from _pile(seat, "hand", "aside", side.aside or (), faint=True)
    yield _face_down(seat, "reserve", "draw pile", str(side.draw_pile))
    yield from _pile(seat, "reserve", "reserve", side.reserve)
    yield from _pile(seat, "lost", "lost", side.casualties)


def _face_down(seat: str, tray: str, *text: str) -> Counter:
    about = f"{ADJECTIVE[seat]} {TRAYS[tray]}: {' '.join(text)}"
    return Counter(f"{seat}-{tray}", f"{seat}-{tray}", text, "grey", about)


def _battle(seat: str, battle: list[Committed] | None) -> Iterator[Counter]:
    """The cards laid, one by one; the first of equal ones is always number 1."""
    if battle is None:
        yield _face_down(seat, "battle", "face down")
        return
    laid_before: list[str] = []
    for laid in battle:
        laid_before.append(laid.card)
        card = CARDS[laid.card]
        notes = ["disrupted"] * laid.disrupted + ["acted"] * laid.acted
        yield Counter(
            f"{seat}-{laid.card}-{laid_before.count(laid.card)}",
            f"{seat}-battle",
            _text(card, note=", disrupted" * laid.disrupted),
            _tone(seat, card),
            "; ".join([f"{card.name}, {card.label}", *notes]),
            laid.acted,
        )


def _pile(
    seat: str, tray: str, what: str, cards: Iterable[str], *, faint: bool = False
) -> Iterator[Counter]:
    """The cards of a pile, equal ones counted; faint ones are discards that nobody else has seen."""
    lying = list(cards)
    for id in dict.fromkeys(lying):
        card, count = CARDS[id], lying.count(id)
        about = times(f"{card.name}, {card.label}", count) + ", to be discarded" * faint
        key = f"{seat}-{what}-{id}"
        yield Counter(key, f"{seat}-{tray}", _text(card, count), _tone(seat, card), about, faint)


@lru_cache(maxsize=1_024)
def _text(card: Card, count: int = 1, note: str = "") -> tuple[str, ...]:
    """A name in two lines at most, and what it is worth, with the number of equal cards."""
    first, *rest = wrap(card.name, 12)
    name = (first, " ".join(rest)) if rest else (first,)
    worth = f"{SHORT.get(card.kind, card.kind.value)} {card.force}" if card.force else card.kind.value
    return (*name, f"{times(worth, count)}{note}")


def _tone(seat: str, card: Card) -> Tone:
    return TONES.get(card.kind, SIDE_TONES[seat])
