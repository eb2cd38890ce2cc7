"""A scripted player for either seat, by rules of thumb."""

from __future__ import annotations

from sandtable import Action, Seat

from sandtable_malta_run.actions import Hunt, Lay, Prowl, Sail
from sandtable_malta_run.spaces import BOARD, RISKS, SEA
from sandtable_malta_run.view import View

LANE_WORTH = 3.0
"""The worth of being a lane nearer to the goal, in torpedo hits."""


class Scripted:
    """A bot that uses only what its seat may know: it is given the seat, never the table."""

    def choose(self, seat: Seat) -> Action:
        """Choose the seat's best option by rules of thumb; if several tie, one at random."""
        view = seat.view
        assert isinstance(view, View)
        worth = [_worth(view, option) for option in seat.options]
        best = [option for option, value in zip(seat.options, worth, strict=True) if value == max(worth)]
        return seat.dice.pick(best)


def _worth(view: View, option: Action) -> float:
    match option:
        case Sail():
            return -LANE_WORTH * _distance(view, option.space) - _danger(view, option.space)
        case Hunt():
            return _hunt_worth(view, option.space)
        case Lay():
            return RISKS[option.space] - _distance(view, option.space) / 2 - _detour(view, option.space)
        case Prowl():
            return _prowl_worth(view, option)
    return 0.5


def _distance(view: View, space: str) -> int:
    return BOARD.distances(view.goal)[space]


def _detour(view: View, space: str) -> int:
    """Return how many more lanes the convoy sails to its goal if it passes through a space."""
    here = BOARD.distances(view.convoy)
    return here[space] + _distance(view, space) - here[view.goal]


def _danger(view: View, space: str) -> float:
    """Return the danger from torpedoes in a space, which may hold an unseen submarine."""
    if space in view.boats:
        return RISKS[space] / 3
    chance = 0 if space == view.swept else view.hidden / len(SEA)
    return chance * RISKS[space] / 3


def _hunt_worth(view: View, space: str) -> float:
    """Return the worth of a hunt: it pays if a day can be spared and a seen submarine is ahead."""
    spare = view.days - view.day - _distance(view, view.convoy)
    ahead = _distance(view, space) < _distance(view, view.convoy)
    gain = LANE_WORTH if spare >= 0 and ahead and space in view.boats else -LANE_WORTH * len(SEA)
    return gain - LANE_WORTH * _distance(view, view.convoy)


def _prowl_worth(view: View, option: Prowl) -> float:
    """Return the worth of a submarine's move: best into the convoy, otherwise onto its route."""
    if option.space == view.convoy:
        return 9.0
    ahead = BOARD.distances(view.convoy)
    return _detour(view, option.boat) - _detour(view, option.space) - ahead[option.space] / 9
