"""The actions that a player may choose."""

from __future__ import annotations

from sandtable import Action


class Discard(Action, frozen=True):
    """Set a card from hand aside for the reserve pile (MEG 2)."""

    help = "exchange a card for a new one"
    phrase = "{seat} discard {card}"
    routine = True

    card: str


class Commit(Action, frozen=True):
    """Commit a card from hand to the Order of Battle (MEG 3)."""

    help = "commit a card to the Order of Battle"
    phrase = "{seat} commit {card}"

    card: str


class Attack(Action, frozen=True):
    """Attack a card in the enemy's Order of Battle (MEG 4 to MEG 7).

    `card` and `target` are ids; a disrupted card's id begins with ``disrupted-``.
    """

    help = "attack an enemy card with one of yours"
    phrase = "{seat} send {card} against {target}"

    card: str
    target: str
