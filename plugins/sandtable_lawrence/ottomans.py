"""LOA 31, Ottoman units: picked at random from the bin for a battle, then returned to it."""

from __future__ import annotations

from sandtable import Table, ask_rules, deck
from sandtable_lawrence.mission import Options
from sandtable_lawrence.roster import OTTOMAN_AEROPLANE, OTTOMANS, TRAIN
from sandtable_lawrence.spaces import is_rail
from sandtable_lawrence.state import Battle, Foe, LawrenceState

STREAM = "bin"
"""The random stream that picks Ottoman counters."""


def bonus(table: Table[LawrenceState], *, card: bool) -> int:
    """Return the extra Ottomans in a battle: one for each mission won in a campaign (LOA 28, LOA-R8)."""
    house: Options = table.house
    won = table.state.successes if card or house.bonus_against_garrisons else 0
    from_rules = sum(ask_rules(table.rules, "more_ottomans", int, table))
    return won + from_rules


def pick(table: Table[LawrenceState], number: int, named: list[str]) -> list[str]:
    """Pick up to `number` counters from the bin: the named ones, then at random (LOA 31, LOA-R34)."""
    called: list[str] = []
    for counter in named:
        if counter in table.state.bin and len(called) < number:
            deck.move(counter, table.state.bin, called)
    while len(called) < number and deck.draw(table.dice, table.state.bin, called, stream=STREAM):
        pass
    return called


def line_of(space: str, called: list[str]) -> list[Foe]:
    """Return the counters that fight, strongest first; the Aeroplane aids one or fights alone (LOA-R21).

    The Armored Train fights only in Rail spaces (LOA 29).
    """
    fighting = [
        counter
        for counter in called
        if counter != OTTOMAN_AEROPLANE and (counter != TRAIN or is_rail(space))
    ]
    if not fighting:
        return [Foe(counter, counter) for counter in called if counter == OTTOMAN_AEROPLANE]
    order = sorted(fighting, key=_high_to_low)
    foes = [Foe(_id_in_line(order, place), counter) for place, counter in enumerate(order)]
    helped = next((foe for foe in foes if foe.counter != TRAIN), None)
    if OTTOMAN_AEROPLANE in called and helped:
        helped.bonus = 1
    return foes


def _high_to_low(counter: str) -> tuple[int, bool, int]:
    """Return a key that sorts counters by strength, with the OEF last if several tie (LOA-C6)."""
    sort = OTTOMANS[counter]
    return (-sort.strength, counter.startswith("oef"), -list(OTTOMANS).index(counter))


def _id_in_line(line: list[str], place: int) -> str:
    """Return a counter's unique id in the line: oef-2, oef-2-b, oef-2-c."""
    number = line[:place].count(line[place])
    return line[place] + ("", "-b", "-c", "-d")[number]


def count_elites(battle: Battle) -> int:
    """Return the number of Elite counters left in a battle, the Aeroplane included (LOA 29, LOA-C6)."""
    line = [foe.counter for foe in battle.foes]
    overhead = OTTOMAN_AEROPLANE in battle.called and OTTOMAN_AEROPLANE not in line
    return sum(OTTOMANS[counter].elite for counter in line) + overhead


def return_to_bin(state: LawrenceState, called: list[str]) -> None:
    """Return all picked counters to the bin, eliminated or not (LOA 31)."""
    deck.move_all(called, state.bin)
