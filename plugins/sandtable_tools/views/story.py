"""A recorded game as a story: its situation, its turns, its end, and the course of its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable import Exported, Headline
from sandtable_tools.views.chapters import Account, Chapter, accounts, chapters
from sandtable_tools.views.facts import title
from sandtable_tools.views.notes import DECISIVE, NOTABLE, Note, TurningPoint, notes

MOST_POINTS = 6
"""A story has at most this many turning points."""


class Series(NamedTuple):
    """A number of the game: its title, and its value at some steps."""

    name: str
    values: list[str]


class Story(NamedTuple):
    """The whole game.

    - `situation`: the start, in sentences.
    - `opening`: the map of the start, if the game has one.
    - `ending`: how the game was decided; empty if it was not.
    - `points`: the turning points.
    - `headlines`: all headlines, each with its line.
    - `accounts`: the gains and losses of turns.
    - `steps`, `rows`: the course of the numbers: the headings of the columns, and the rows.
    """

    situation: list[str]
    opening: TurningPoint | None
    chapters: list[Chapter]
    ending: str
    points: list[TurningPoint]
    headlines: list[tuple[int, Headline]]
    accounts: list[Account]
    steps: list[str]
    rows: list[Series]


def story(exported: Exported) -> Story:
    """The story of a replay, without what its reader may not know. Raises Divergence."""
    opening, *played = notes(exported)
    chosen = _turning_points(played)
    news = [(note.n, text, headline) for note in played for text, headline in note.events if headline]
    ending = next((text for _, text, headline in reversed(news) if abs(headline.worth) >= DECISIVE), "")
    info, set_up = exported.session.scenario.info, " ".join(text for text, _ in opening.events)
    subject = [text for text in (info.summary, info.at_stake) if text and text not in set_up]
    shown = [opening, *(played[place] for place in chosen), [opening, *played][-1]]
    return Story(
        [*subject, set_up],
        opening.point,
        chapters(played, chosen, [ending]),
        ending,
        [point for place in chosen if (point := played[place].point)],
        [(n, headline) for n, _, headline in news],
        list(accounts(played, parts=bool(exported.session.scenario.parts))),
        ["start", *(f"{note.turn}, line {note.n}" for note in shown[1:-1]), "end"],
        list(_rows(exported, shown)),
    )


def _turning_points(played: Sequence[Note]) -> list[int]:
    """The indices of the notes that changed most: decisive ones first, then others far apart."""
    decisive = [place for place, note in enumerate(played) if note.worth >= DECISIVE]
    others = [place for place, note in enumerate(played) if note.worth == NOTABLE]
    most_decisive = _spread(decisive, MOST_POINTS)
    return sorted([*most_decisive, *_spread(others, MOST_POINTS - len(most_decisive))])


def _spread(places: Sequence[int], most: int) -> list[int]:
    """At most `most` of some indices, spread evenly, the last included."""
    if len(places) <= most:
        return list(places)
    return [places[-1 - turn * len(places) // most] for turn in range(most)]


def _rows(exported: Exported, shown: Sequence[Note]) -> Iterator[Series]:
    """The numbers that changed, those at stake first, in the game's units."""
    game = exported.session.scenario.game
    stakes = game.stake_names
    names = dict.fromkeys([*stakes, *(name for note in shown for name in note.tracks)])
    for name in names:
        values = [note.tracks.get(name) for note in shown]
        if len(set(values)) > 1 or (name in stakes and values[0] is not None):
            yield Series(title(name, game), ["" if value is None else f"{value:g}" for value in values])
