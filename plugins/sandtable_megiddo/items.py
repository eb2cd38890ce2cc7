"""The items that a player can ask about by name: cards, piles and scores (MEG cards)."""

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
    Kind.LEADER: "adds its Force in phase 8 if attached to a card; cannot be attacked",
    Kind.INFANTRY: "fights in phase 8; double Force when cavalry attacks it",
    Kind.CAVALRY: "fights in phase 8, or in 5 destroys equal or lower Force, supply first, and leaves",
    Kind.ARTILLERY: "in phase 6 destroys lower Force, disrupts any other; fights in phase 8",
    Kind.MACHINE_GUN: "in phase 7 destroys equal or lower Force, disrupts higher; fights in phase 8",
    Kind.PLANE: "in phase 4 destroys lower Force, disrupts any other, and leaves",
    Kind.SUPPLY: "adds 1 to each unit of its side in phase 8; charged first by cavalry",
    Kind.TERRAIN: "adds its Force to each Turkish unit in phase 8; one per battle",
    Kind.NUISANCE: "useless, and cannot be committed",
}
"""What each kind of card does, in a few words."""

ROUND = (
    "Phases: 1 Maneuver, 2 Reserve, 3 Order of Battle, 4 Air Strike, 5 Cavalry Exploitation, "
    "6 Artillery, 7 Machine Guns, 8 Infantry: the higher Force wins, the British win ties.",
    "The sides take turns to attack. A disrupted card has half Force; disrupted again, it is destroyed.",
    "The loser's committed cards are lost. The winner's, and discards, can be drawn again.",
)
"""The sequence of play, in a few words."""

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
"""The sections of the rules about each kind of card."""

TERMS = read_data("sandtable_megiddo", "terms.toml", dict[str, tuple[Item, ...]])["terms"]
"""The words and abbreviations that screens use."""

DRAW_PILE = "draw-pile"
NOT_SEEN = "Not seen, "
"""The beginning of the line that lists the other side's face-down cards."""


def items(view: View) -> Iterator[Item]:
    """Yield every item: the cards of both decks, each side's piles, the tracks, the terms."""
    decks = (id for seat in SEATS for id in sorted(+Counter(view.data.of(seat).deck), key=rank))
    yield from (_card_item(view, id) for id in dict.fromkeys(decks))
    for entry in dict.fromkeys(entry.id for seat in SEATS for entry in view.sides[seat].battle or ()):
        if entry.startswith(DISRUPTED_PREFIX):
            card = _card_item(view, entry.removeprefix(DISRUPTED_PREFIX))
            yield replace(card, name=entry, title=f"{card.title} (disrupted)")
    for seat in SEATS:
        yield from _pile_items(view, seat)
    yield from _track_items(view)
    yield from TERMS


def relations(view: View) -> list[str]:
    """Describe both sides' piles, one on each line, as the game has no map."""
    both = [list(_pile_items(view, seat)) for seat in SEATS]
    return [_pile_line(pile) for pair in zip(*both, strict=True) for pile in pair]


def _pile_line(pile: Item) -> str:
    """Describe a pile: its size, and the cards in it that the viewer sees."""
    about = () if pile.name.endswith(DRAW_PILE) else pile.about
    shown = [line for line in about if NOT_SEEN not in line]
    return f"{pile.title}: {' '.join([f'{pile.brief}.', *shown])}"


# Cards.


def _card_item(view: View, id: str) -> Item:
    card = CARDS[id]
    seats = [seat for seat in SEATS if view.data.of(seat).deck.get(id)]
    about = [f"Use: {USES[card.kind]}.", *_special_rules(card)]
    about += [_describe_copies(view, seat, id) for seat in seats]
    brief = f"{card.label}, {' and '.join(ADJECTIVE[seat] for seat in seats)}"
    special = ["MEG-R12", "MEG-R9"] * bool(card.cavalry) + ["MEG-R7"] * card.naval
    return Item("card", id, card.name, brief, tuple(about), (*RULES[card.kind], *special))


def _special_rules(card: Card) -> Iterator[str]:
    if card.cavalry:
        yield f"May charge as cavalry of Force {card.cavalry}. If he is lost in phase 8, so is the game."
    if card.naval:
        yield "Never lost: if destroyed or defeated, it goes to the reserve pile."


def _describe_copies(view: View, seat: str, id: str) -> str:
    """Tell where the copies of a card are, as far as the seat may know (MEG-R18)."""
    side, number = view.sides[seat], view.data.of(seat).deck[id]
    piles = (
        ("in hand", side.hand or ()),
        ("set aside to be discarded", side.aside or ()),
        ("in the reserve pile", side.reserve),
        ("lost", side.casualties),
    )
    places = [f"{n} {where}" for where, cards in piles if (n := list(cards).count(id))]
    places += [
        f"{n} in the Order of Battle{_notes(entry)}"
        for entry, n in _count_copies(entry for entry in side.battle or () if entry.card == id)
    ]
    if rest := _unseen_cards(view, seat)[id]:
        places.append(f"{rest} {_hiding_places(side)}")
    return f"{ADJECTIVE[seat]} deck, {number} in all: {', '.join(places)}."


def _unseen_cards(view: View, seat: str) -> Counter[str]:
    """Return a side's cards that the viewer cannot see; for the viewer's own side, the draw pile."""
    side = view.sides[seat]
    seen = [*(side.hand or ()), *(side.aside or ()), *side.reserve, *side.casualties]
    in_battle = [entry.card for entry in side.battle or ()]
    return Counter(view.data.of(seat).deck) - Counter([*seen, *in_battle])


def _hiding_places(side: SideView) -> str:
    """Tell where a side's unseen cards may be: ``in hand or in the draw pile``."""
    if side.hand is not None or not side.held:
        return "in the draw pile"
    hand = ["in hand", *["chosen face down"] * (side.battle is None)]
    *others, last = [*hand, *["in the draw pile"] * bool(side.draw_pile)]
    return f"{', '.join(others)} or {last}" if others else last


def _face_down_line(view: View, seat: str) -> str:
    """List the other side's face-down cards, wherever they are (MEG-R18)."""
    unseen = card_list(_unseen_cards(view, seat).elements())
    return f"{NOT_SEEN}{_hiding_places(view.sides[seat])}: {unseen}."


def _count_copies(battle: Iterable[Committed]) -> Iterator[tuple[Committed, int]]:
    """Yield each different card of an Order of Battle, with its number of copies."""
    cards = list(battle)
    for place, entry in enumerate(cards):
        if entry not in cards[:place]:
            yield entry, cards.count(entry)


# Piles and tracks.


def _pile_items(view: View, seat: str) -> Iterator[Item]:
    """Yield the piles of a side's cards, the most important first."""
    side, whose = view.sides[seat], ADJECTIVE[seat]
    yield _battle_item(seat, side)
    yield _hand_item(view, seat)
    yield _pile_item(seat, "reserve", "reserve pile", side.reserve, "MEG-R13")
    yield _pile_item(seat, "casualties", "casualties", side.casualties, "8")
    unseen = card_list(_unseen_cards(view, seat).elements())
    contents = f"It holds: {unseen}." if side.hand is not None else _face_down_line(view, seat)
    brief, rules = number_of(side.draw_pile, "card"), ("1", "MEG-R13", "MEG-R18")
    yield Item("pile", f"{seat}-{DRAW_PILE}", f"{whose} draw pile", brief, (contents,), rules)


def _pile_item(seat: str, name: str, label: str, cards: list[str], rule: str) -> Item:
    about, title = (f"{card_list(cards)}.",) * bool(cards), f"{ADJECTIVE[seat]} {label}"
    return Item("pile", f"{seat}-{name}", title, number_of(len(cards), "card"), about, ("cards", rule))


def _battle_item(seat: str, side: SideView) -> Item:
    """Describe an Order of Battle; a face-down one does not even show its size (MEG-R22)."""
    name, title = f"{seat}-order-of-battle", f"{ADJECTIVE[seat]} Order of Battle"
    if side.battle is None:
        return Item("pile", name, title, "empty" if side.bare else "face down", (), ("3", "MEG-R22"))
    each = [
        times(f"{CARDS[entry.card].name} {CARDS[entry.card].force}", n) + _notes(entry)
        for entry, n in _count_copies(side.battle)
    ]
    brief = f"{number_of(len(side.battle), 'card')}, Force {points(total(side.battle))} now"
    return Item("pile", name, title, brief, (f"{', '.join(each)}.",) if each else (), ("3", "8"))


def _notes(entry: Committed) -> str:
    notes = ["disrupted"] * entry.disrupted + ["has attacked"] * entry.acted
    return f" ({', '.join(notes)})" if notes else ""


def _hand_item(view: View, seat: str) -> Item:
    """Describe a hand by its cards, or by their number, which includes secret choices (MEG-R22)."""
    side, data = view.sides[seat], view.data.of(seat)
    limits = f"Hand size {data.hand}; up to {data.discards} discards in a round."
    about = [f"{card_list(side.hand)}."] if side.hand else []
    about += [f"Set aside: {card_list(side.aside)}."] if side.aside else []
    hidden = ", including secret choices" * (side.hand is None and side.battle is None)
    brief = f"{number_of(side.held, 'card')}{hidden}"
    about += [limits, *[_face_down_line(view, seat)] * (side.hand is None)]
    name, title, rules = f"{seat}-hand", f"{ADJECTIVE[seat]} hand", ("1", "2", "MEG-R18")
    return Item("pile", name, title, brief, tuple(about), rules)


def _track_items(view: View) -> Iterator[Item]:
    sequence = ("A round is one battle.", *ROUND)
    yield Item("track", "round", "Round", str(view.round), sequence, ("round",))
    for seat in SEATS:
        score = view.sides[seat].score
        wins = f"{PLURAL[seat]} win the game with {score.high}; each battle won scores 1."
        name, title = f"{seat}-victory-points", f"{ADJECTIVE[seat]} victory points"
        yield Item("track", name, title, f"{score.value} of {score.high}", (wins,), ("8", "victory"))
