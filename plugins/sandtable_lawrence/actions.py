"""The choices of a player."""

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
    """Try to recruit a leader, with some Pounds to help (LOA 34.3)."""

    help = "try to recruit a leader, adding this many Pounds to Leadership"
    phrase = "{seat} try to recruit a leader (Pounds: {pounds})"

    pounds: int


class Load(Action, frozen=True):
    """A unit takes gear that is in its space (LOA-R14)."""

    help = "pick up gear in the space"
    phrase = "{unit} picks|pick up {gear}"

    unit: str
    gear: str


class Drop(Action, frozen=True):
    """A unit lays gear down in its space (LOA-R14)."""

    help = "drop gear in the space"
    phrase = "{unit} drops|drop {gear}"

    unit: str
    gear: str


class Operate(Action, frozen=True):
    """Choose the Arab units of a space as the Operating force (LOA-C2)."""

    help = "make the units there the Operating force"
    phrase = "The force at {space} operates"

    space: str


class Leave(Action, frozen=True):
    """A unit stays behind (LOA-C2)."""

    help = "leave a unit behind"
    phrase = "{unit} stays|stay behind"

    unit: str


class Join(Action, frozen=True):
    """A unit that stayed behind comes along after all (LOA-C2)."""

    help = "take a unit along"
    phrase = "{unit} comes|come along"

    unit: str


class Only(Action, frozen=True):
    """A unit goes alone (LOA-C2)."""

    help = "send only this unit; all others stay behind"
    phrase = "{unit} goes alone"

    unit: str


class Scout(Action, frozen=True):
    """The Aeroplane looks at a Garrison (LOA-C10)."""

    help = "look at a Garrison from the Aeroplane; an even roll reveals it"
    phrase = "The Aeroplane looks at {space}"

    space: str


class Move(Action, frozen=True):
    """Move overland (LOA-C4)."""

    help = "move over land"
    phrase = "The force moves to {space}"

    space: str


class Sail(Action, frozen=True):
    """A Water Move from port to port (LOA 30.4)."""

    help = "move by sea"
    phrase = "The force sails to {space}"

    space: str


class Fly(Action, frozen=True):
    """The Aeroplane carries Lawrence (LOA 35.3)."""

    help = "fly Lawrence, and no other unit, to that space"
    phrase = "Lawrence flies to {space}"

    space: str


class Stay(Action, frozen=True):
    """The force moves no space (LOA-C2)."""

    help = "leave the force where it is"
    phrase = "The force stays where it is"


class Rally(Action, frozen=True):
    """Call units to the Camp (LOA 36.1)."""

    help = "call other units to the Camp instead of moving"
    phrase = "{seat} call units to the Camp"


class Summon(Action, frozen=True):
    """A unit comes to the Camp (LOA 36.1)."""

    help = "call a unit to the Camp"
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
    """Appeal to the High Command, with Allenby's card if it is named (LOA 34.4)."""

    help = "appeal to the High Command"
    phrase = "Lawrence appeals to the High Command[ with {card}]"

    card: str | None = None


class Take(Action, frozen=True):
    """Take a result of the appeal (LOA 34.4)."""

    help = "take this result"
    phrase = "The High Command grants {result}"

    result: str


class Reveal(Action, frozen=True):
    """Turn a Garrison up (LOA 34.4)."""

    help = "turn this Garrison face up"
    phrase = "The Garrison of {space} is turned face up"

    space: str


# Battle (LOA-C6) and after it (LOA-C7, LOA 33).


class Place(Action, frozen=True):
    """Place the next unit of the line, from the top (LOA-C6)."""

    help = "put a unit in the next place of the line"
    phrase = "{unit} takes|take a place in the line"
    routine = True

    unit: str


class Rest(Action, frozen=True):
    """The other units line up below, in the usual order (LOA-C6)."""

    help = "put the others below, in the usual order"
    phrase = "The others fill the line"
    routine = True


class Fire(Action, frozen=True):
    """Fire at an Ottoman unit (LOA-C6)."""

    help = "fire at this Ottoman unit"
    phrase = "{seat} fire at {target}"
    routine = True

    target: str


class AtWill(Action, frozen=True):
    """All units fire at the strongest, round after round, until a decision comes up (LOA-R43)."""

    help = "fire with all at the strongest, until there is a choice"
    phrase = "{seat} let all fire at the strongest"


class Fight(Action, frozen=True):
    """Another round (LOA-C6)."""

    help = "fight another round"
    phrase = "{seat} fight on"
    routine = True


class BreakOff(Action, frozen=True):
    """Try to break off, to a space (LOA-C6)."""

    help = "try to break off, to that space"
    phrase = "{seat} try to break off to {space}"

    space: str


class Pay(Action, frozen=True):
    """Pay the ransom (LOA 33)."""

    help = "pay the ransom"
    phrase = "The ransom is paid"


class Refuse(Action, frozen=True):
    """Do not pay the ransom (LOA 33)."""

    help = "do not pay the ransom"
    phrase = "The ransom is refused"


class Demolish(Action, frozen=True):
    """A unit sets its charge (LOA 35.1)."""

    help = "set the charge of a unit"
    phrase = "{unit} sets|set a charge"

    unit: str
