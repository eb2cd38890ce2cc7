"""A recorded game told as a story: headline, situation, turns, ending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sandtable import Exported, Headline, sentence
from sandtable_tools.views.chapters import Chapter, chapters
from sandtable_tools.views.facts import capitalized
from sandtable_tools.views.introducing import introduce
from sandtable_tools.views.notes import DECISIVE, NOTABLE, Note, TurningPoint, notes
from sandtable_tools.views.trail import Trail

MOST_POINTS, MOST_CLAUSES = 6, 3
"""The most turning points in a story, and the most kinds of events that its headline counts."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers in words, from 0."""


class Story(NamedTuple):
    """The whole game as a story.

    - `headline`, `lead`: the game in one line, and in a few sentences.
    - `trail`: where the pieces went.
    - `situation`: the start, in sentences.
    - `opening`: the opening map, if there is one.
    - `ending`: how the game was decided; empty if it was not.
    - `points`: the turning points.
    - `headlines`: all headlines, each with its line.
    - `course`: all notes, for a chart of the scores.
    """

    headline: str
    lead: list[str]
    trail: Trail
    situation: list[str]
    opening: TurningPoint | None
    chapters: list[Chapter]
    ending: str
    points: list[TurningPoint]
    headlines: list[tuple[int, Headline]]
    course: list[Note]


def story(exported: Exported) -> Story:
    """Tell a replay as a story, without what its reader may not know. Raises Divergence."""
    session = exported.session
    game, view = session.scenario.game, session.view(exported.seat or session.scenario.seats[0])
    trail = Trail({seat: capitalized(game.name_of(view, seat)) for seat in session.seats})
    opening, *played = notes(exported, trail)
    chosen = _turning_points(played)
    news = [(note.n, text, headline) for note in played for text, headline in note.events if headline]
    ending = next((text for _, text, headline in reversed(news) if abs(headline.worth) >= DECISIVE), "")
    info, set_up = session.scenario.info, " ".join(text for text, _ in opening.events)
    verdict = game.verdict(session.table)
    if (
        session.outcome
        and (won := session.outcome.name) in session.seats
        and won not in game.info.outcomes
    ):
        verdict = verdict.replace(won, f"{game.info.seat_title(won)} wins", 1)
    headlines = [headline for _, _, headline in news]
    told = chapters(played, chosen, [ending])
    introduce(told, exported, f"{info.summary} {info.at_stake} {set_up}")
    return Story(
        headline_of(headlines, verdict, session.scenario.title),
        [
            *(text for text in (info.summary, info.at_stake) if text),
            *[sentence(capitalized(verdict))] * bool(verdict),
        ],
        trail,
        [set_up.replace(info.summary, "").replace("  ", " ").strip()],
        opening.point,
        told,
        ending,
        [point for place in chosen if (point := played[place].point)],
        [(n, headline) for n, _, headline in news],
        [opening, *played],
    )


def headline_of(news: Sequence[Headline], verdict: str, title: str) -> str:
    """Sum up a game: Three targets destroyed, two units lost: a total success in 12 turns.

    News without a `tally` is not counted. A game without counted news gets its verdict or its title.
    """
    end = max(
        (one for one in news if abs(one.worth) >= DECISIVE), key=lambda one: abs(one.worth), default=None
    )
    counted = Counter(
        (one.tally, one.worth > 0) for one in news if one.tally and abs(one.worth) < DECISIVE
    )
    won = end is None or end.worth > 0
    parts = sorted(counted.most_common(MOST_CLAUSES), key=lambda part: part[0][1] != won)
    clauses = [_count(number, *words.split("|")) for (words, _), number in parts]
    how = (end.tally or f"{end.text[:1].lower()}{end.text[1:]}") if end else verdict
    return capitalized(": ".join(filter(None, [", ".join(clauses), how])) or title)


def _count(number: int, one: str, several: str = "") -> str:
    """Count things in words: two units lost; what has no plural is not counted."""
    if not several:
        return one
    words = NUMBERS[number] if number < len(NUMBERS) else f"{number}"
    return f"{words} {one if number == 1 else several}"


def _turning_points(played: Sequence[Note]) -> list[int]:
    """Return the indices of the notes that changed most: decisive ones first, others spread evenly."""
    decisive = [place for place, note in enumerate(played) if note.worth >= DECISIVE]
    others = [place for place, note in enumerate(played) if note.worth == NOTABLE]
    most_decisive = _spread_evenly(decisive, MOST_POINTS)
    return sorted([*most_decisive, *_spread_evenly(others, MOST_POINTS - len(most_decisive))])


def _spread_evenly(places: Sequence[int], most: int) -> list[int]:
    """Return at most `most` of some indices, evenly spread and always with the last."""
    if len(places) <= most:
        return list(places)
    return [places[-1 - turn * len(places) // most] for turn in range(most)]
