"""The choices of a player."""

from __future__ import annotations

from sandtable import Action


class Discard(Action, frozen=True):
    """Put a card from hand aside for the reserve pile (MEG 2)."""

    help = "exchange a card for a new one"
    phrase = "{seat} discard {card}"
    aside = True

    card: str


class Commit(Action, frozen=True):
    """Commit a card from hand to the Order of Battle (MEG 3)."""

    help = "commit a card to the Order of Battle"
    phrase = "{seat} commit {card}"

    card: str


class Attack(Action, frozen=True):
    """Act with a card against a card of the enemy's Order of Battle (MEG 4 to MEG 7).

    Both are named by id; a disrupted card's begins with ``disrupted-``.
    """

    help = "attack an enemy card with one of yours"
    phrase = "{seat} send {card} against {target}"

    card: str
    target: str
