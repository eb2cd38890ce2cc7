"""A recorded game as a story: chapters of sentences, turning points, and how its numbers went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sandtable import Exported, Game, Headline, Picture
from sandtable.tooling import Frame
from sandtable_tools.views.facts import title
from sandtable_tools.views.runs import Part, runs

MOST_POINTS = 6
"""A story has at most this many turning points."""

DECISIVE = 3
"""A headline worth at least this much, as good or bad news, is a turning point before any other."""

TOLD = 2
"""A headline must be worth at least this much to be a turning point."""

COLUMNS = 96
"""A chart in a story is at most this many columns wide."""


class Sentence(NamedTuple):
    """A sentence, and whether it tells what one would tell a friend."""

    text: str
    strong: bool = False


class TurningPoint(NamedTuple):
    """A step at which much changed.

    `chart` is the position in lines of text, of a map as it is, of a table as it was; `picture` is the
    main one. On a map `before` is the one of the step before, where it is of the same map.
    """

    n: int
    turn: str
    headline: str
    chart: Sequence[str]
    picture: Picture | None
    before: Picture | None


class Chapter(NamedTuple):
    """A turn of the game: its sentences, and the turning points in it."""

    title: str
    sentences: list[Sentence]
    points: list[TurningPoint]


class Row(NamedTuple):
    """A number of the game: what it is called, and what it was at each of some steps."""

    name: str
    values: list[str]


class Story(NamedTuple):
    """The whole game. `steps` are what the columns of `rows` are called; `headlines` all there were."""

    chapters: list[Chapter]
    points: list[TurningPoint]
    headlines: list[tuple[int, Headline]]
    steps: list[str]
    rows: list[Row]


class Note(NamedTuple):
    """What is kept of a frame."""

    n: int
    turn: str
    part: Part
    note: str
    events: list[tuple[str, Headline | None]]
    tracks: dict[str, int | float]
    point: TurningPoint | None

    @property
    def worth(self) -> int:
        """How much the best or worst of its news is worth."""
        return max((abs(headline.worth) for _, headline in self.events if headline), default=0)


def story(exported: Exported) -> Story:
    """The story of a replay, without what its reader may not know. Raises Divergence."""
    notes = list(_notes(exported))
    chosen = _turning_points(notes)
    chapters = []
    for name, group in groupby(enumerate(notes), lambda one: one[1].turn):
        places = [place for place, _ in group]
        points = [point for place in places if place in chosen and (point := notes[place].point)]
        sentences = list(_sentences([notes[place] for place in places]))
        if sentences or points:
            chapters.append(Chapter(name or "The beginning", sentences, points))
    headlines = [(note.n, headline) for note in notes for _, headline in note.events if headline]
    shown = [notes[0], *(notes[place] for place in sorted(chosen)), notes[-1]]
    steps = ["start", *(f"line {note.n}" for note in shown[1:-1]), "end"]
    points = [point for place in sorted(chosen) if (point := notes[place].point)]
    return Story(chapters, points, headlines, steps, list(_rows(exported, shown)))


def _notes(exported: Exported) -> Iterator[Note]:
    session = exported.session
    game = session.scenario.game
    viewer = game.seats[0] if len(game.seats) == 1 else exported.seat
    before: Picture | None = None
    view, turn = session.view(viewer), ""
    for frame in exported.frames():
        then, view = view, session.view(viewer)
        events = [(event.text, event.headline(None)) for event in frame.events]
        told = [headline for _, headline in events if headline and abs(headline.worth) >= TOLD]
        picture = next(iter(frame.pictures), None)
        point = None
        if told:
            best = max(told, key=lambda headline: abs(headline.worth))
            point = TurningPoint(frame.n, turn, best.text, *_shown(game, then, view, before, picture))
        yield _note(frame, turn or frame.turn, events, point)
        before, turn = picture, frame.turn


def _shown(
    game: Game[Any], then: Any, view: Any, before: Picture | None, picture: Picture | None
) -> tuple[Sequence[str], Picture | None, Picture | None]:
    """A chart, the picture, and the one before it: of the map as it is, of a table as it was."""
    if game.has_map:
        same = before and picture and before.name == picture.name
        return list(game.map(view, COLUMNS)), picture, before if same else None
    return list(game.board(then, COLUMNS)), before, None


def _note(
    frame: Frame, turn: str, events: list[tuple[str, Headline | None]], point: TurningPoint | None
) -> Note:
    """What is kept of a frame; it belongs to the `turn` that it began in, and news alone end a run."""
    part = Part.of(frame)._replace(eventful=bool(frame.note or any(news for _, news in events)))
    return Note(frame.n, turn, part, frame.note, events, frame.tracks, point)


def _turning_points(notes: Sequence[Note]) -> set[int]:
    """The places of the notes at which most changed: what decides, then others far apart."""
    decisive = [place for place, note in enumerate(notes) if note.worth >= DECISIVE]
    others = [place for place, note in enumerate(notes) if note.worth == TOLD]
    first = _spread(decisive, MOST_POINTS)
    return {*first, *_spread(others, MOST_POINTS - len(first))}


def _spread(places: Sequence[int], most: int) -> list[int]:
    """At most so many of some places, as far from each other as they are; the last is one of them."""
    if len(places) <= most:
        return list(places)
    return [places[-1 - turn * len(places) // most] for turn in range(most)]


def _sentences(notes: Sequence[Note]) -> Iterator[Sentence]:
    """A turn in sentences: what was done, and of what came of it the news; first what began it."""
    told: set[str] = set()
    for run in runs([note.part for note in notes]):
        some = notes[run.first : run.last + 1]
        if run.sentence and any(note.part.action and note.part.action.phrase for note in some):
            yield Sentence(run.sentence)
        for note in some:
            if note.note:
                yield Sentence(f"“{note.note}”")
            for text, headline in note.events:
                if headline or (note.part.action is None and text not in told):
                    told.add(text)
                    yield Sentence(text, strong=bool(headline and abs(headline.worth) >= TOLD))


def _rows(exported: Exported, shown: Sequence[Note]) -> Iterator[Row]:
    """The numbers that changed, what is at stake first, in the game's units."""
    stakes = exported.session.scenario.game.stake_names
    names = dict.fromkeys([*stakes, *(name for note in shown for name in note.tracks)])
    for name in names:
        values = [note.tracks.get(name) for note in shown]
        if len(set(values)) > 1 or (name in stakes and values[0] is not None):
            yield Row(title(name, stakes), ["" if one is None else f"{one:g}" for one in values])
