"""A recorded game as a story: how it stood, what happened, how it ended, and how its numbers went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable import Exported, Headline
from sandtable_tools.views.chapters import Account, Chapter, accounts, chapters
from sandtable_tools.views.facts import title
from sandtable_tools.views.notes import DECISIVE, TOLD, Note, TurningPoint, notes

MOST_POINTS = 6
"""A story has at most this many turning points."""


class Row(NamedTuple):
    """A number of the game: what it is called, and what it was at each of some steps."""

    name: str
    values: list[str]


class Story(NamedTuple):
    """The whole game. `steps` are what the columns of `rows` are called; `headlines` all there were.

    `situation` is how it stood before anybody did anything, with a map in `opening` if the game has one;
    `ending` is how it was decided, if it was.
    """

    situation: list[str]
    opening: TurningPoint | None
    chapters: list[Chapter]
    ending: str
    points: list[TurningPoint]
    headlines: list[tuple[int, Headline]]
    accounts: list[Account]
    steps: list[str]
    rows: list[Row]


def story(exported: Exported) -> Story:
    """The story of a replay, without what its reader may not know. Raises Divergence."""
    opening, *played = notes(exported)
    chosen = _turning_points(played)
    news = [(note.n, text, one) for note in played for text, one in note.events if one]
    ending = next((text for _, text, one in reversed(news) if abs(one.worth) >= DECISIVE), "")
    shown = [opening, *(played[place] for place in chosen), [opening, *played][-1]]
    return Story(
        list(_situation(exported, opening)),
        opening.point,
        chapters(played, chosen, [ending]),
        ending,
        [point for place in chosen if (point := played[place].point)],
        [(n, headline) for n, _, headline in news],
        list(accounts(played, parts=bool(exported.session.scenario.parts))),
        ["start", *(f"{note.turn}, line {note.n}" for note in shown[1:-1]), "end"],
        list(_rows(exported, shown)),
    )


def _situation(exported: Exported, opening: Note) -> Iterator[str]:
    """What the game is about, what is at stake, and how it was set up."""
    info, told = exported.session.scenario.info, " ".join(text for text, _ in opening.events)
    yield from (text for text in (info.summary, info.at_stake) if text and text not in told)
    yield told


def _turning_points(played: Sequence[Note]) -> list[int]:
    """The places of the notes at which most changed: what decides, then others far apart."""
    decisive = [place for place, note in enumerate(played) if note.worth >= DECISIVE]
    others = [place for place, note in enumerate(played) if note.worth == TOLD]
    first = _spread(decisive, MOST_POINTS)
    return sorted([*first, *_spread(others, MOST_POINTS - len(first))])


def _spread(places: Sequence[int], most: int) -> list[int]:
    """At most so many of some places, as far from each other as they are; the last is one of them."""
    if len(places) <= most:
        return list(places)
    return [places[-1 - turn * len(places) // most] for turn in range(most)]


def _rows(exported: Exported, shown: Sequence[Note]) -> Iterator[Row]:
    """The numbers that changed, what is at stake first, in the game's units."""
    stakes = exported.session.scenario.game.stake_names
    names = dict.fromkeys([*stakes, *(name for note in shown for name in note.tracks)])
    for name in names:
        values = [note.tracks.get(name) for note in shown]
        if len(set(values)) > 1 or (name in stakes and values[0] is not None):
            yield Row(title(name, stakes), ["" if one is None else f"{one:g}" for one in values])
