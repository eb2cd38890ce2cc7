"""The choices that most games have: done, pass, wait, yes and no, and one space of several.

A decision in which one of them has a special meaning says so in `describe`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.model.action import Action


class Done(Action, frozen=True):
    """A choice of many parts is complete."""

    help = "end this choice"


class Pass(Action, frozen=True):
    """Do nothing, though something could be done."""

    help = "do nothing"


class Wait(Action, frozen=True):
    """Do nothing yet; the choice remains for later."""

    help = "do not do it now"


class Yes(Action, frozen=True):
    """The answer yes."""

    help = "do it"


class No(Action, frozen=True):
    """The answer no."""

    help = "do not do it"


def confirmation(options: Sequence[Action]) -> Action | None:
    """The Yes among the options if they are just Yes and No; else None."""
    kinds = set(map(type, options))
    return (
        next((option for option in options if isinstance(option, Yes)), None)
        if kinds == {Yes, No}
        else None
    )


class At(Action, frozen=True):
    """One space of several."""

    help = "choose this space"
    phrase = "{space} is chosen"

    space: str
