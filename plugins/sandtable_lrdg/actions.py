"""The actions that a player can choose."""

from __future__ import annotations

from sandtable import Action

# Before a mission (LRDG 4.1, LRDG 8).


class Historical(Action, frozen=True):
    """Take the historical patrols (LRDG 4.1)."""

    help = "take the historical patrols"
    phrase = "The historical patrols set out"


class Buy(Action, frozen=True):
    """Buy a unit for a patrol: a command unit starts its own, and the Waco joins none (LRDG-A91)."""

    help = "buy a unit for a patrol"
    phrase = "{unit} is|are bought[ for the {patrol} patrol]"

    unit: str
    patrol: str | None = None


class Depart(Action, frozen=True):
    """Choose the base that a patrol leaves from (LRDG-A31)."""

    help = "start a patrol from this base"
    phrase = "The {patrol} patrol begins at {zone}"

    patrol: str
    zone: str


class Reserve(Action, frozen=True):
    """Hold a patrol back (LRDG-A78)."""

    help = "hold a patrol back; it leaves when you call it"
    phrase = "The {patrol} patrol waits in reserve"

    patrol: str


class Launch(Action, frozen=True):
    """Call a patrol from the reserve (LRDG-A78)."""

    help = "call a patrol from the reserve"
    phrase = "The {patrol} patrol is called from the reserve"

    patrol: str


class Cancel(Action, frozen=True):
    """Remove this many Axis counters from the pool (LRDG-A33)."""

    help = "remove this many Axis counters from the pool"
    phrase = "{number} Axis counters are removed"

    number: int


class Grant(Action, frozen=True):
    """Give a patrol a Recon OK, or a unit that has landed (LRDG-A74, LRDG 8.5)."""

    help = "choose this patrol"
    phrase = "It goes to the {patrol} patrol"
    routine = True

    patrol: str


# Everywhere.


class AtZone(Action, frozen=True, tag="at"):
    """Choose a zone."""

    help = "choose this zone"
    phrase = "{seat} choose {zone}"
    routine = True

    zone: str


class Mark(Action, frozen=True):
    """Choose the unit that gets an MCO marker (LRDG 5.1)."""

    help = "place the marker on this unit"
    phrase = "{unit} takes|take the breakdown"
    routine = True

    unit: str


# The action phase (LRDG 6).


class Move(Action, frozen=True):
    """Move a whole stack over one link; without `origin`, ask which stack (LRDG 6.1.1)."""

    help = "move the whole stack over one link; goto takes several"
    phrase = "The {patrol} patrol|patrols moves|move[ from {origin}] to {zone}"

    patrol: str
    zone: str
    origin: str | None = None


class Detach(Action, frozen=True):
    """Start a detachment; the player then chooses its units (LRDG 6.1.1)."""

    help = "move some units of this stack: add them, then say where they go"
    phrase = "A detachment of the {patrol} patrol forms at {zone}"

    patrol: str
    zone: str


class Add(Action, frozen=True):
    """Add a unit to the detachment (LRDG 6.1.1)."""

    help = "add a unit to the detachment"
    phrase = "{unit} joins|join the detachment"

    unit: str


class Go(Action, frozen=True):
    """Move the detachment over one link (LRDG 6.1.1)."""

    help = "move the detachment"
    phrase = "The detachment moves to {zone}"

    zone: str


class Join(Action, frozen=True):
    """Transfer a unit to another patrol in the same zone (LRDG 6.1.1)."""

    help = "transfer a unit to this patrol"
    phrase = "{unit} joins|join the {patrol} patrol"

    unit: str
    patrol: str


class AirIntelligence(Action, frozen=True):
    """Send the Waco to observe a zone (LRDG 6.1.2)."""

    help = "send the Waco to observe a zone; it comes back on 1 or 2"
    phrase = "The Waco observes {zone} for the {patrol} patrol"

    patrol: str
    zone: str


class AirMaintenance(Action, frozen=True):
    """Send the Waco to repair units in a zone (LRDG 6.1.2)."""

    help = "send the Waco with parts for every unit there; it comes back on 1 or 2"
    phrase = "The Waco flies parts to {zone} for the {patrol} patrol"

    patrol: str
    zone: str


class Observe(Action, frozen=True):
    """Let a unit observe a zone for 1 or 2 turns (LRDG 6.1.3)."""

    help = "observe a zone"
    phrase = "{unit} observes|observe {zone} (turns: {turns})"

    unit: str
    zone: str
    turns: int


class KeepObserving(Action, frozen=True):
    """Pay for the second turn of an observation (LRDG 6.1.3, LRDG-A86)."""

    help = "pay for the second turn of an observation"
    phrase = "{unit} keeps|keep observing"

    unit: str


class Conclude(Action, frozen=True):
    """Test an observation that ends this turn (LRDG 6.1.3)."""

    help = "test an observation that ends this turn"
    phrase = "{unit} ends|end the observation"

    unit: str


class Scout(Action, frozen=True):
    """Send detachments of a stack on reconnaissance (LRDG 6.1.4)."""

    help = "choose detachments, then send them all"
    phrase = "The {patrol} patrol sends out scouts from {zone}"

    patrol: str
    zone: str


class Send(Action, frozen=True):
    """Add a unit to the detachment for a zone (LRDG 6.1.4)."""

    help = "add a unit to the detachment for that zone"
    phrase = "{unit} scouts|scout {zone}"

    unit: str
    zone: str


class Cache(Action, frozen=True):
    """Place a cache (LRDG 6.1.5)."""

    help = "place a cache"
    phrase = "The {patrol} patrol places a cache at {zone}"

    patrol: str
    zone: str


class Maintain(Action, frozen=True):
    """Repair the units of a zone (LRDG 6.1.6)."""

    help = "repair every unit in the zone"
    phrase = "The {patrol} patrol makes repairs at {zone}"

    patrol: str
    zone: str


class Use(Action, frozen=True):
    """Use a truck's load, or the cache, for repairs (LRDG 6.1.6)."""

    help = "use this for the repairs"
    phrase = "{thing} is|are used for repairs"

    thing: str


class LowProfile(Action, frozen=True):
    """Let a patrol keep a low profile this turn (LRDG 6.1.7)."""

    help = "do nothing else this turn; if every patrol does, the alarm falls"
    phrase = "The {patrol} patrol|patrols keeps|keep a low profile"

    patrol: str


class Assault(Action, frozen=True):
    """Attack a target (LRDG 7.1)."""

    help = "attack the target"
    phrase = "{seat} attack the target at {zone}"
    routine = True

    zone: str


class Abandon(Action, frozen=True):
    """Abandon a unit, which destroys it (LRDG-A3)."""

    help = "abandon a unit; it counts as destroyed"
    phrase = "{unit} is|are abandoned"

    unit: str


class End(Action, frozen=True):
    """End the action phase (LRDG 5.2)."""

    help = "end your actions; the Axis reacts"
    phrase = "{seat} end their turn"
    routine = True


class GiveUp(Action, frozen=True):
    """Declare the mission over (LRDG-A59)."""

    help = "end the mission; units that are not at a base are lost"
    phrase = "{seat} end the mission"


# Combat (LRDG 7).


class All(Action, frozen=True):
    """Put all units into contact, each HQ stacked with a combat unit if one is free (LRDG 7.2)."""

    help = "put all units into contact"
    phrase = "All units go into contact"
    routine = True


class Contact(Action, frozen=True):
    """Put a unit into the next position of the line (LRDG 7.2)."""

    help = "put a unit into the next position of the line"
    phrase = "{unit} goes|go into contact"
    routine = True

    unit: str


class Stack(Action, frozen=True):
    """Stack a command unit with a unit in the line (LRDG 7.3.2)."""

    help = "stack an HQ with that unit, which then fires better"
    phrase = "{command} leads {unit}"

    command: str
    unit: str


class AsBefore(Action, frozen=True):
    """Repeat the line of the previous combat turn (LRDG 7.3.3)."""

    help = "use the line of the last combat turn"
    phrase = "The line is the same as before"
    routine = True


class Initiative(Action, frozen=True):
    """Spend a Recon OK to fire first (LRDG 7.3.1)."""

    help = "spend a Recon OK; all your units fire first"
    phrase = "A Recon OK is spent: {seat} fire first"


class Decline(Action, frozen=True):
    """Keep the Recon OK; both sides fire at the same time (LRDG 7.3.1)."""

    help = "spend no Recon OK; both sides fire at the same time"
    phrase = "Both sides fire at the same time"
    routine = True


class Aim(Action, frozen=True):
    """Choose what a unit fires at: an Axis unit, or the ``target`` (LRDG 7.3.3)."""

    help = "fire at this enemy"
    phrase = "{unit} aims|aim at {victim}"
    routine = True

    unit: str
    victim: str


class Expose(Action, frozen=True):
    """Choose the unit that an unopposed Axis unit fires at (LRDG-A21)."""

    help = "choose the unit that the enemy fires at"
    phrase = "{unit} draws|draw the fire"

    unit: str


class Again(Action, frozen=True):
    """Spend a Recon OK to reroll an attack (LRDG 7.3.2)."""

    help = "spend a Recon OK to reroll an attack"
    phrase = "A Recon OK is spent: {unit} fires again"

    unit: str


class Reallot(Action, frozen=True):
    """Spend a Recon OK to reroll which unit of a stack takes the hit; so far it is `unit` (LRDG-A75)."""

    help = "spend a Recon OK to reroll which unit of the stack is hit"
    phrase = "A Recon OK is spent: the hit is rerolled"

    unit: str


class Evade(Action, frozen=True):
    """Spend a Recon OK to reroll a hit by an Axis unit (LRDG 7.3.2)."""

    help = "spend a Recon OK to reroll an Axis hit"
    phrase = "A Recon OK is spent: the Axis rerolls a hit"

    enemy: str


class Accept(Action, frozen=True):
    """Keep the dice as rolled (LRDG 7.3.2)."""

    help = "accept the dice"
    phrase = "The dice stay as rolled"
    routine = True


class Drop(Action, frozen=True):
    """Move a unit from contact to the reserve (LRDG 7.3.3)."""

    help = "move a unit from contact to the reserve"
    phrase = "{unit} falls|fall back"

    unit: str


class Fight(Action, frozen=True):
    """Fight another combat turn (LRDG 7.3.4)."""

    help = "fight another combat turn"
    phrase = "{seat} fight on"
    routine = True


class PullBack(Action, frozen=True):
    """Pull back from the target to an adjacent zone (LRDG 7.3.2)."""

    help = "leave the fight; the enemy fires again, and your actions end"
    phrase = "{seat} pull back to {zone}"

    zone: str


class Finish(Action, frozen=True):
    """Stop firing at an undefended target (LRDG-A84)."""

    help = "stop firing and stay; your actions end"
    phrase = "{seat} stop firing"


class Bomb(Action, frozen=True):
    """Choose a unit to be bombed (LRDG 5.3.2)."""

    help = "choose a unit to be bombed"
    phrase = "{unit} is|are bombed"

    unit: str


# After a mission (LRDG 5.4).


class Refit(Action, frozen=True):
    """Spend MCO points on a unit (LRDG 5.4)."""

    help = "spend MCO points to restore a unit to full strength"
    phrase = "{unit} is|are restored"

    unit: str
