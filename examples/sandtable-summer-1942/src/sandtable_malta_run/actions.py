"""The actions. A player types an action's class name and its fields: ``sail galita``."""

from __future__ import annotations

from sandtable import Action


class Sail(Action, frozen=True):
    """The convoy sails along a lane (section 2.1)."""

    help = "sail along a lane"

    space: str


class Hunt(Action, frozen=True):
    """The convoy stays, and its escorts hunt in its space or an adjacent one (section 2.2)."""

    help = "stay, and hunt for a submarine there"

    space: str


class Lay(Action, frozen=True):
    """A submarine is placed before the game (section 1.1)."""

    help = "place a submarine there"

    space: str


class Prowl(Action, frozen=True):
    """A submarine moves along a lane, submerged (section 4.1)."""

    help = "move there submerged"

    boat: str
    space: str
