"""What can be chosen. The words of an action are its class's name and its fields: ``sail galita``."""

from __future__ import annotations

from sandtable import Action


class Sail(Action, frozen=True):
    """The convoy sails along a lane (section 2.1)."""

    help = "along a lane"

    space: str


class Hunt(Action, frozen=True):
    """The convoy waits while its escorts hunt next to it (section 2.2)."""

    help = "stay, and look for a submarine there"

    space: str


class Lay(Action, frozen=True):
    """A submarine takes up its place before the game (section 1.1)."""

    help = "a submarine waits there"

    space: str


class Prowl(Action, frozen=True):
    """A submarine moves along a lane, under water (section 4.1)."""

    help = "under water"

    boat: str
    space: str
