"""The actions. A player types an action's class name and its fields: ``attack 1107``."""

from __future__ import annotations

from sandtable import Action


class Effort(Action, frozen=True):
    """The British choose the sector of their main effort (section 1.1)."""

    help = "your attacks there shift one column right, all game"
    phrase = "{seat} plan the main effort at {sector}"

    sector: str


class Move(Action, frozen=True):
    """A unit is chosen to move (section 4)."""

    help = "move a unit"
    routine = True

    unit: str


class To(Action, frozen=True):
    """The chosen unit moves to a hex (section 4)."""

    help = "move to a hex"
    phrase = "{seat} move to {hex}"

    hex: str


class Barrage(Action, frozen=True):
    """Guns or monitors fire at a hex (section 5)."""

    help = "fire at a hex"
    phrase = "{seat} shell {hex}"

    unit: str
    hex: str


class Attack(Action, frozen=True):
    """A hex is chosen for an attack; Commit then adds units one by one (section 6.1)."""

    help = "attack a hex"
    routine = True

    hex: str


class Commit(Action, frozen=True):
    """A unit takes part in the attack (section 6.1)."""

    help = "take part in the attack"
    routine = True

    unit: str


class All(Action, frozen=True):
    """Every unit that can attack the hex takes part (section 6.1)."""

    help = "commit every unit that can attack"
    routine = True


class Retreat(Action, frozen=True):
    """The unit retreats to a hex (section 6.6)."""

    help = "retreat two hexes"
    phrase = "{seat} retreat to {hex}"

    hex: str


class Stand(Action, frozen=True):
    """The unit stays and loses a step (section 6.7)."""

    help = "lose a step instead, and stay"
    phrase = "{seat} stand"


class Advance(Action, frozen=True):
    """An attacker enters the hex that was attacked (section 6.8)."""

    help = "advance into the hex"
    routine = True

    unit: str
