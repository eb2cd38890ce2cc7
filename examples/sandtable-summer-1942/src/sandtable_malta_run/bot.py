"""A scripted player for either seat, by rules of thumb."""

from __future__ import annotations

from sandtable import Action, Seat

from sandtable_malta_run.actions import Hunt, Lay, Prowl, Sail
from sandtable_malta_run.spaces import BOARD, RISKS, SEA
from sandtable_malta_run.view import View

FAR = 3.0
"""What a lane further from the goal is worth, in torpedoes that may hit."""


class Scripted:
    """Plays from what its seat may know: a bot is given the seat, never the table."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options, the best by its rule of thumb; among equals any, equally often."""
        view = seat.view
        assert isinstance(view, View)
        worth = [_worth(view, option) for option in seat.options]
        best = [option for option, value in zip(seat.options, worth, strict=True) if value == max(worth)]
        return seat.dice.pick(best)


def _worth(view: View, option: Action) -> float:
    match option:
        case Sail():
            return -FAR * _far(view, option.space) - _danger(view, option.space)
        case Hunt():
            return _hunting(view, option.space)
        case Lay():
            return RISKS[option.space] - _far(view, option.space) / 2 - _detour(view, option.space)
        case Prowl():
            return _nearer(view, option)
    return 0.5


def _far(view: View, space: str) -> int:
    return BOARD.distances(view.goal)[space]


def _detour(view: View, space: str) -> int:
    """How much longer than the shortest way the convoy's is by a space."""
    here = BOARD.distances(view.convoy)
    return here[space] + _far(view, space) - here[view.goal]


def _danger(view: View, space: str) -> float:
    """The torpedo hits to expect in a space, which may hold an unseen submarine."""
    if space in view.boats:
        return RISKS[space] / 3
    here = 0 if space == view.swept else view.hidden / len(SEA)
    return here * RISKS[space] / 3


def _hunting(view: View, space: str) -> float:
    """Worth a day, where there is one to spare, for a submarine that is seen on the way."""
    spare = view.days - view.day - _far(view, view.convoy)
    ahead = _far(view, space) < _far(view, view.convoy)
    gain = FAR if spare >= 0 and ahead and space in view.boats else -FAR * len(SEA)
    return gain - FAR * _far(view, view.convoy)


def _nearer(view: View, option: Prowl) -> float:
    """Into the convoy above all; else from where it does not come by to where it will."""
    if option.space == view.convoy:
        return 9.0
    ahead = BOARD.distances(view.convoy)
    return _detour(view, option.boat) - _detour(view, option.space) - ahead[option.space] / 9
