"""A view as a picture: each side's trays, with the cards that the seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from sandtable import Board, Counter, Picture, Space, Symbol, Tone, times
from sandtable_megiddo.cards import CARDS, Card, Kind
from sandtable_megiddo.events import ADJECTIVE
from sandtable_megiddo.state import DISRUPTED_PREFIX, SEATS, Committed
from sandtable_megiddo.view import SideView, View

TRAYS = {
    "battle": "Order of Battle",
    "hand": "hand",
    "reserve": "draw pile and reserve",
    "lost": "casualties",
}
"""A side's trays, from the top."""

ROWS = (0, 2, 5, 11)
"""The first row of each tray."""

KINDS = ("cards", "pile", "pile", "pile")
"""What each tray contains: cards, or a pile of names."""

BOARD = Board(
    (
        Space(f"{seat}-{tray}", f"{ADJECTIVE[seat]} {name}", (kind,), column, row)
        for column, seat in enumerate(SEATS)
        for (tray, name), row, kind in zip(TRAYS.items(), ROWS, KINDS, strict=True)
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
"""The tones of cards that are not units; a unit has its side's tone."""

SYMBOLS: dict[Kind, Symbol] = {
    Kind.LEADER: "leader",
    Kind.INFANTRY: "infantry",
    Kind.CAVALRY: "cavalry",
    Kind.ARTILLERY: "artillery",
    Kind.MACHINE_GUN: "machine-gun",
    Kind.PLANE: "aeroplane",
    Kind.SUPPLY: "supply",
    Kind.TERRAIN: "terrain",
    Kind.NUISANCE: "trouble",
}
"""The symbol on each kind of card."""

OWN_SYMBOLS: dict[str, Symbol] = {
    "armored-patrol-cars": "armoured-car",
    "egyptian-camel-corps": "camel",
    "sherifian-camel-corps": "camel",
    "howeitat-tribe": "camel",
    "rualla-tribe": "camel",
    "arab-irregulars": "camel",
    "bedouins": "camel",
    "corps-headquarters": "hq",
    "hms-druid-hms-forester": "ship",
}
"""The symbols of cards that do not use their kind's."""

LINE_LETTERS = 11
"""The approximate number of letters that fit on a line of a card."""


def turn(view: View) -> str:
    """Name the round."""
    return f"Round {view.round}"


def name_of(view: View, id: str) -> str:  # noqa: ARG001
    """Name the card with this id."""
    card = id.removeprefix(DISRUPTED_PREFIX)
    return "disrupted " * (card != id) + CARDS[card].name if card in CARDS else id


def pictures(view: View) -> list[Picture]:
    """Return a picture of both Orders of Battle, with the hands and piles below."""
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
    """Yield a counter for each committed card, numbering identical ones from 1."""
    if battle is None:
        yield _face_down(seat, "battle", "face down")
        return
    shown: list[str] = []
    for entry in battle:
        shown.append(entry.card)
        card = CARDS[entry.card]
        notes = ["disrupted"] * entry.disrupted + ["acted"] * entry.acted
        yield Counter(
            f"{seat}-{entry.card}-{shown.count(entry.card)}",
            f"{seat}-battle",
            (*wrap(card.name, LINE_LETTERS, break_long_words=False), *["(disrupted)"] * entry.disrupted),
            _tone(seat, card),
            "; ".join([f"{card.name}, {card.label}", *notes]),
            entry.acted,
            card.name,
            _symbol(entry.card),
            str(card.force or ""),
        )


def _pile(
    seat: str, tray: str, what: str, cards: Iterable[str], *, faint: bool = False
) -> Iterator[Counter]:
    """Yield a counter for each name in a pile; `faint` ones are discards that only their side sees."""
    ids = list(cards)
    for id in dict.fromkeys(ids):
        card, count = CARDS[id], ids.count(id)
        about = times(f"{card.name}, {card.label}", count) + ", to be discarded" * faint
        key = f"{seat}-{what}-{id}"
        yield Counter(
            key,
            f"{seat}-{tray}",
            _name_and_count(card.name, count),
            _tone(seat, card),
            about,
            faint,
            card.name,
            _symbol(id),
            str(card.force or ""),
        )


def _name_and_count(name: str, count: int) -> tuple[str, ...]:
    """Return a card's name, and how many there are if more than one."""
    return (name, *[times("", count).strip()] * (count > 1))


def _symbol(id: str) -> Symbol:
    return OWN_SYMBOLS.get(id) or SYMBOLS[CARDS[id].kind]


def _tone(seat: str, card: Card) -> Tone:
    return TONES.get(card.kind, SIDE_TONES[seat])
