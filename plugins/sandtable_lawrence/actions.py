"""The actions that a player can choose."""

from __future__ import annotations

from sandtable import Action

# Before a mission and before a force moves (LOA-C1, LOA-C2).


class Buy(Action, frozen=True):
    """Buy a unit, or gear for a unit (LOA-C3, LOA 35)."""

    help = "buy a unit or gear"
    phrase = "{seat} buy {item}[ for {unit}]"

    item: str
    unit: str | None = None


class Recruit(Action, frozen=True):
    """Try to recruit a leader, adding Pounds to Leadership (LOA 34.3)."""

    help = "try to recruit a leader, adding this many Pounds to Leadership"
    phrase = "{seat} try to recruit a leader (Pounds: {pounds})"

    pounds: int


class Load(Action, frozen=True):
    """Pick up gear that is in the unit's space (LOA-R14)."""

    help = "pick up gear here"
    phrase = "{unit} picks|pick up {gear}"

    unit: str
    gear: str


class Drop(Action, frozen=True):
    """Drop gear in the unit's space (LOA-R14)."""

    help = "drop gear here"
    phrase = "{unit} drops|drop {gear}"

    unit: str
    gear: str


class Operate(Action, frozen=True):
    """Make the Arab units in a space the Operating force (LOA-C2)."""

    help = "make the units in this space the Operating force"
    phrase = "The force at {space} operates"

    space: str


class Leave(Action, frozen=True):
    """Leave a unit behind (LOA-C2)."""

    help = "leave this unit behind"
    phrase = "{unit} stays|stay behind"

    unit: str


class Join(Action, frozen=True):
    """Add a unit that was left behind (LOA-C2)."""

    help = "add this unit to the force"
    phrase = "{unit} comes|come along"

    unit: str


class Only(Action, frozen=True):
    """Send one unit alone (LOA-C2)."""

    help = "send this unit alone and leave all others behind"
    phrase = "{unit} goes alone"

    unit: str


class Scout(Action, frozen=True):
    """Scout a Garrison with the Aeroplane (LOA-C10)."""

    help = "scout a Garrison from the air; an even roll reveals it"
    phrase = "The Aeroplane looks at {space}"

    space: str


class Move(Action, frozen=True):
    """Move overland (LOA-C4)."""

    help = "move overland"
    phrase = "The force moves to {space}"

    space: str


class Sail(Action, frozen=True):
    """Make a Water Move from port to port (LOA 30.4)."""

    help = "sail to this port"
    phrase = "The force sails to {space}"

    space: str


class Fly(Action, frozen=True):
    """Fly Lawrence in the Aeroplane (LOA 35.3)."""

    help = "fly Lawrence there alone"
    phrase = "Lawrence flies to {space}"

    space: str


class Stay(Action, frozen=True):
    """Keep the force where it is (LOA-C2)."""

    help = "stay here: the force does not move"
    phrase = "The force stays where it is"


class Rally(Action, frozen=True):
    """Call units to the Camp (LOA 36.1)."""

    help = "call other units to the Camp instead of moving"
    phrase = "{seat} call units to the Camp"


class Summon(Action, frozen=True):
    """Call one unit to the Camp (LOA 36.1)."""

    help = "call this unit to the Camp"
    phrase = "{unit} comes|come to the Camp"

    unit: str


# Held cards and the High Command (LOA 34.4, LOA-C8).


class Play(Action, frozen=True):
    """Play a held card (LOA-C8)."""

    help = "play a held card"
    phrase = "{seat} play {card} at {space}"

    card: str
    space: str


class Appeal(Action, frozen=True):
    """Appeal to the High Command, with or without the Allenby card (LOA 34.4)."""

    help = "appeal to the High Command"
    phrase = "Lawrence appeals to the High Command[ with {card}]"

    card: str | None = None


class Take(Action, frozen=True):
    """Choose a result of the appeal (LOA 34.4)."""

    help = "take this result"
    phrase = "The High Command grants {result}"

    result: str


class Reveal(Action, frozen=True):
    """Turn a Garrison face up (LOA 34.4)."""

    help = "turn this Garrison face up"
    phrase = "The Garrison of {space} is turned face up"

    space: str


# During a battle (LOA-C6) and after it (LOA-C7, LOA 33).


class Place(Action, frozen=True):
    """Place the next unit in the line, from the top down (LOA-C6)."""

    help = "put this unit next in the line"
    phrase = "{unit} takes|take a place in the line"
    routine = True

    unit: str


class Rest(Action, frozen=True):
    """Keep the remaining units in the usual order (LOA-C6)."""

    help = "keep the remaining units in the order shown"
    phrase = "The others fill the line"
    routine = True


class Fire(Action, frozen=True):
    """Fire at an Ottoman unit (LOA-C6)."""

    help = "fire at this Ottoman unit"
    phrase = "{seat} fire at {target}"
    routine = True

    target: str


class AtWill(Action, frozen=True):
    """Let all units fire at the strongest enemy until there is a decision to make (LOA-R43)."""

    help = "let all units fire at the strongest enemy until you can break off"
    phrase = "{seat} let all units fire at the strongest enemy"


class Fight(Action, frozen=True):
    """Fight another round (LOA-C6)."""

    help = "fight another round"
    phrase = "{seat} fight on"
    routine = True


class BreakOff(Action, frozen=True):
    """Try to break off and withdraw to a space (LOA-C6)."""

    help = "try to break off and withdraw to this space"
    phrase = "{seat} try to break off to {space}"

    space: str


class Pay(Action, frozen=True):
    """Pay a leader's ransom (LOA 33)."""

    help = "pay the ransom"
    phrase = "The ransom is paid"


class Refuse(Action, frozen=True):
    """Refuse to pay a leader's ransom (LOA 33)."""

    help = "refuse to pay the ransom"
    phrase = "The ransom is refused"


class Demolish(Action, frozen=True):
    """Set a unit's charge (LOA 35.1)."""

    help = "set this unit's charge"
    phrase = "{unit} sets|set a charge"

    unit: str
