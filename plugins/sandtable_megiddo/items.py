"""The items that a seat can ask about by name: cards, the places of cards, the scores (MEG cards)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sandtable import Item, number_of, read_data, times
from sandtable_megiddo.cards import CARDS, Card, Kind, rank
from sandtable_megiddo.events import ADJECTIVE, PLURAL, card_list, points
from sandtable_megiddo.infantry import total
from sandtable_megiddo.state import DISRUPTED_PREFIX, SEATS, Committed
from sandtable_megiddo.view import SideView, View

USES = {
    Kind.LEADER: "attached to another card, adds its Force in phase 8; no target",
    Kind.INFANTRY: "fights in phase 8; double Force when cavalry attacks it",
    Kind.CAVALRY: "fights in phase 8, or in 5 destroys its Force or less, supply first, and leaves",
    Kind.ARTILLERY: "in phase 6 destroys a lower Force, disrupts any other; fights in phase 8",
    Kind.MACHINE_GUN: "in phase 7 destroys its Force or less, disrupts more, no guns; fights in phase 8",
    Kind.PLANE: "in phase 4 destroys a lower Force, disrupts any other, and leaves",
    Kind.SUPPLY: "raises every unit of its side by 1 in phase 8; charged first",
    Kind.TERRAIN: "raises every Turkish unit by its Force in phase 8; one a battle",
    Kind.NUISANCE: "of no use, and cannot be committed",
}
"""The use of each kind of card, in a few words."""

ROUND = (
    "Phases: 1 Maneuver, 2 Reserve, 3 Order of Battle, 4 Air Strike, 5 Cavalry Exploitation, "
    "6 Artillery, 7 Machine Guns, 8 Infantry: the higher Force wins, the British win ties.",
    "The sides attack in turn. Disrupted: half Force; disrupted again: destroyed.",
    "The loser's cards in the battle are lost. The winner's, and discards, can be drawn again.",
)
"""The course of a round, in a few words."""

RULES = {
    Kind.LEADER: ("8", "MEG-R6"),
    Kind.INFANTRY: ("8",),
    Kind.CAVALRY: ("5", "8", "MEG-R4"),
    Kind.ARTILLERY: ("6", "8"),
    Kind.MACHINE_GUN: ("7", "8"),
    Kind.PLANE: ("4",),
    Kind.SUPPLY: ("8", "MEG-R4"),
    Kind.TERRAIN: ("3", "8"),
    Kind.NUISANCE: ("MEG-R1",),
}
"""The sections that matter for a kind of card."""

TERMS = read_data("sandtable_megiddo", "terms.toml", dict[str, tuple[Item, ...]])["terms"]
"""The words and signs of the screens."""

DRAW_PILE = "draw-pile"
NOT_SEEN = "Not seen, "
"""The beginning of the line that counts the face-down cards of the other side."""


def items(view: View) -> Iterator[Item]:
    """All of them: every card of both decks, places by side, tracks."""
    decks = (id for seat in SEATS for id in sorted(+Counter(view.data.of(seat).deck), key=rank))
    yield from (_card(view, id) for id in dict.fromkeys(decks))
    for laid in dict.fromkeys(laid.id for seat in SEATS for laid in view.sides[seat].battle or ()):
        if laid.startswith(DISRUPTED_PREFIX):
            card = _card(view, laid.removeprefix(DISRUPTED_PREFIX))
            yield replace(card, name=laid, title=f"{card.title} (disrupted)")
    for seat in SEATS:
        yield from _piles(view, seat)
    yield from _tracks(view)
    yield from TERMS


def relations(view: View) -> list[str]:
    """The places of both sides' cards, a line each, since there is no map."""
    both = [list(_piles(view, seat)) for seat in SEATS]
    return [_line(pile) for pair in zip(*both, strict=True) for pile in pair]


def _line(pile: Item) -> str:
    """A place with its cards; only with their number if no card is face up."""
    about = () if pile.name.endswith(DRAW_PILE) else pile.about
    shown = [line for line in about if NOT_SEEN not in line]
    return f"{pile.title}: {' '.join([f'{pile.brief}.', *shown])}"


# Cards.


def _card(view: View, id: str) -> Item:
    card = CARDS[id]
    seats = [seat for seat in SEATS if view.data.of(seat).deck.get(id)]
    about = [f"Use: {USES[card.kind]}.", *_special(card)]
    about += [_copies(view, seat, id) for seat in seats]
    brief = f"{card.label}, {' and '.join(ADJECTIVE[seat] for seat in seats)}"
    special = ["MEG-R12", "MEG-R9"] * bool(card.cavalry) + ["MEG-R7"] * card.naval
    return Item("card", id, card.name, brief, tuple(about), (*RULES[card.kind], *special))


def _special(card: Card) -> Iterator[str]:
    if card.cavalry:
        yield f"May charge as cavalry of Force {card.cavalry}. Lost in phase 8, he loses the game."
    if card.naval:
        yield "It is never lost: destroyed or beaten, it goes to the reserve pile."


def _copies(view: View, seat: str, id: str) -> str:
    """Where the cards of that name are, as far as the seat may know (MEG-R18)."""
    side, number = view.sides[seat], view.data.of(seat).deck[id]
    piles = (
        ("in hand", side.hand or ()),
        ("set aside to be discarded", side.aside or ()),
        ("in the reserve pile", side.reserve),
        ("lost", side.casualties),
    )
    places = [f"{n} {where}" for where, cards in piles if (n := list(cards).count(id))]
    places += [
        f"{n} in the Order of Battle{_notes(laid)}"
        for laid, n in _with_numbers(laid for laid in side.battle or () if laid.card == id)
    ]
    if rest := _unseen_cards(view, seat)[id]:
        places.append(f"{rest} {_hidden_where(side)}")
    return f"{ADJECTIVE[seat]} deck, {number} in all: {', '.join(places)}."


def _unseen_cards(view: View, seat: str) -> Counter[str]:
    """The cards of a side that the seat cannot see; of its own side, only the draw pile."""
    side = view.sides[seat]
    seen = [*(side.hand or ()), *(side.aside or ()), *side.reserve, *side.casualties]
    laid = [committed.card for committed in side.battle or ()]
    return Counter(view.data.of(seat).deck) - Counter([*seen, *laid])


def _hidden_where(side: SideView) -> str:
    """Where the cards of a side that the seat cannot see can be, in words."""
    if side.hand is not None or not side.held:
        return "in the draw pile"
    hand = ["in hand", *["chosen face down"] * (side.battle is None)]
    *others, last = [*hand, *["in the draw pile"] * bool(side.draw_pile)]
    return f"{', '.join(others)} or {last}" if others else last


def _face_down_line(view: View, seat: str) -> str:
    """All face-down cards of the other side in a line: what it can have (MEG-R18)."""
    unseen = card_list(_unseen_cards(view, seat).elements())
    return f"{NOT_SEEN}{_hidden_where(view.sides[seat])}: {unseen}."


def _with_numbers(battle: Iterable[Committed]) -> Iterator[tuple[Committed, int]]:
    """Cards of an Order of Battle, equal ones once, with their number."""
    every = list(battle)
    for place, laid in enumerate(every):
        if laid not in every[:place]:
            yield laid, every.count(laid)


# Places of cards, and tracks.


def _piles(view: View, seat: str) -> Iterator[Item]:
    """The places of a side's cards, the most important first."""
    side, whose = view.sides[seat], ADJECTIVE[seat]
    yield _battle(seat, side)
    yield _hand(view, seat)
    lying = f"{card_list(side.reserve)}."
    yield _pile(seat, "reserve", "reserve pile", side.reserve, lying, "MEG-R13")
    yield _pile(seat, "casualties", "casualties", side.casualties, f"{card_list(side.casualties)}.", "8")
    unseen = card_list(_unseen_cards(view, seat).elements())
    held = f"It holds: {unseen}." if side.hand is not None else _face_down_line(view, seat)
    brief, rules = number_of(side.draw_pile, "card"), ("1", "MEG-R13", "MEG-R18")
    yield Item("pile", f"{seat}-{DRAW_PILE}", f"{whose} draw pile", brief, (held,), rules)


def _pile(seat: str, name: str, called: str, cards: list[str], lying: str, rule: str) -> Item:
    about, title = (lying,) * bool(cards), f"{ADJECTIVE[seat]} {called}"
    return Item("pile", f"{seat}-{name}", title, number_of(len(cards), "card"), about, ("cards", rule))


def _battle(seat: str, side: SideView) -> Item:
    """An Order of Battle; a face-down one shows nothing, not even its size (MEG-R22)."""
    name, title = f"{seat}-order-of-battle", f"{ADJECTIVE[seat]} Order of Battle"
    if side.battle is None:
        return Item("pile", name, title, "empty" if side.bare else "face down", (), ("3", "MEG-R22"))
    each = [
        times(f"{CARDS[laid.card].name} {CARDS[laid.card].force}", n) + _notes(laid)
        for laid, n in _with_numbers(side.battle)
    ]
    brief = f"{number_of(len(side.battle), 'card')}, Force {points(total(side.battle))} now"
    return Item("pile", name, title, brief, (f"{', '.join(each)}.",) if each else (), ("3", "8"))


def _notes(laid: Committed) -> str:
    notes = ["disrupted"] * laid.disrupted + ["has attacked"] * laid.acted
    return f" ({', '.join(notes)})" if notes else ""


def _hand(view: View, seat: str) -> Item:
    """A hand: its cards, or only their number, which includes secret choices (MEG-R22)."""
    side, data = view.sides[seat], view.data.of(seat)
    limits = f"It is filled up to {data.hand}; {data.discards} can be discarded in a round."
    about = [f"{card_list(side.hand)}."] if side.hand else []
    about += [f"Set aside: {card_list(side.aside)}."] if side.aside else []
    hidden = ", including those chosen in secret" * (side.hand is None and side.battle is None)
    brief = f"{number_of(side.held, 'card')}{hidden}"
    about += [limits, *[_face_down_line(view, seat)] * (side.hand is None)]
    name, title, rules = f"{seat}-hand", f"{ADJECTIVE[seat]} hand", ("1", "2", "MEG-R18")
    return Item("pile", name, title, brief, tuple(about), rules)


def _tracks(view: View) -> Iterator[Item]:
    course = ("A round is one battle.", *ROUND)
    yield Item("track", "round", "Round", str(view.round), course, ("round",))
    for seat in SEATS:
        score = view.sides[seat].score
        wins = f"{PLURAL[seat]} win with {score.high}; a battle won brings one."
        name, title = f"{seat}-victory-points", f"{ADJECTIVE[seat]} victory points"
        yield Item("track", name, title, f"{score.value} of {score.high}", (wins,), ("8", "victory"))
