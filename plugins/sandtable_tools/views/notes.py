"""Collects what a story needs from each frame of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable import Exported, Game, Headline, Picture, sentence
from sandtable_tools.views.facts import title
from sandtable_tools.views.runs import RunKey
from sandtable_tools.views.trail import Trail

NOTABLE = 2
"""The worth of a headline, good or bad, from which on its step is notable."""

DECISIVE = 3
"""The worth of a headline, good or bad, from which on its step is a turning point before others."""

OPENING_CAPTION = Headline("At the start"), "At the start.", ""
"""The headline, the caption and the place of the opening map."""

MOST_COLUMNS = 96
"""The greatest width of a story's charts, in columns."""


class TurningPoint(NamedTuple):
    """A step that changed the course of the game.

    `told` says who, what and where; `said` is the event's own sentence. The game's end is told by its
    headline. `chart` is the position in lines of text: the map after the step, or without a
    map the board before it. `picture` is the main picture; `before` is the same map before the step,
    if it is a map.
    """

    n: int
    turn: str
    headline: str
    told: str
    said: str
    chart: Sequence[str]
    picture: Picture | None
    before: Picture | None


class Note(NamedTuple):
    """What a story needs from a frame: its turn, and its events as sentences and headlines.

    `turn` is the last numbered turn, since a battle belongs to the turn before it. `stake` says which
    scores changed.
    """

    n: int
    turn: str
    part: RunKey
    note: str
    events: list[tuple[str, Headline | None]]
    tracks: dict[str, int | float]
    stake: str
    point: TurningPoint | None

    @property
    def is_aside(self) -> bool:
        """Whether stories leave it out."""
        action = self.part.action
        return action is not None and action.routine and not self.part.eventful

    @property
    def worth(self) -> int:
        """How much its best or worst headline is worth."""
        return max((abs(headline.worth) for _, headline in self.events if headline), default=0)


def notes(exported: Exported, trail: Trail) -> list[Note]:
    """Yield the note of each frame that was not undone; `trail` gets every frame. Raises Divergence."""
    kept: list[Note] = []
    for note, back in _every_note(exported, trail):
        if back is not None:
            kept = [before for before in kept if before.n <= back or before.note]
        kept.append(note)
    return kept


def _every_note(exported: Exported, trail: Trail) -> Iterator[tuple[Note, int | None]]:
    """Yield a note for each frame, and for an undo the frame that it goes back to."""
    session = exported.session
    game = session.scenario.game
    viewer = next(iter(session.seats)) if len(session.seats) == 1 else exported.seat
    before: Picture | None = None
    view, turn, scene = session.view(viewer), "", ""
    tracks: Mapping[str, int | float] = {}
    plain = not any(kind.phrase for kind in game.actions)  # then only its events tell what happened
    for frame in exported.frames():
        trail.add(frame)
        old_view, view = view, session.view(viewer)
        picture = next(iter(frame.pictures), None)
        told = [it.headline(None) or (Headline(it.text) if plain else None) for it in frame.events]
        events = [(event.story, news) for event, news in zip(frame.events, told, strict=True)]
        for _, headline in events:
            if headline and headline.open and headline.about and picture:
                space = picture.board.spaces.get(str(headline.about[0]))
                scene = str(space) if space else scene
        notable = [
            (
                headline,
                text if text and abs(headline.worth) < DECISIVE else sentence(headline.text),
                scene * (event.strike is not None),
            )
            for event, (text, headline) in zip(frame.events, events, strict=True)
            if headline and abs(headline.worth) >= NOTABLE
        ]
        point = None
        turn = turn or frame.turn
        if notable or (frame.n == 1 and game.has_map):
            best, caption, where = max(
                notable, key=lambda news: abs(news[0].worth), default=OPENING_CAPTION
            )
            spaces = picture.board.spaces.values() if picture else ()
            said = caption
            if where and not any(str(space) in caption for space in spaces):
                caption = f"{caption.rstrip('.')} at {where}."
            if game.has_map:
                chart = game.map(view, MOST_COLUMNS)
                same_map = before and picture and before.name == picture.name
                shown = picture, before if same_map else None
            else:
                chart, shown = game.board(old_view, MOST_COLUMNS), (before, None)
            point = TurningPoint(frame.n, turn, best.text, caption, said, list(chart), *shown)
        # Only headlines end a run.
        eventful = bool(frame.note or any(news for _, news in events))
        part = RunKey.of(frame)._replace(eventful=eventful)
        stake = _stake(tracks, frame.tracks, game)
        note = Note(frame.n, turn, part, frame.note, events, frame.tracks, stake, point)
        yield note, frame.undo
        before, tracks = picture, frame.tracks
        if frame.turn != turn:
            scene = ""
        if any(map(str.isdigit, frame.turn)) or not any(map(str.isdigit, turn)):
            turn = frame.turn


def _stake(before: Mapping[str, int | float], now: Mapping[str, int | float], game: Game[Any]) -> str:
    """Say which of the game's scores a step changed."""
    scores = (stake.figure or name for name, stake in game.stakes.items() if stake.scores)
    changed = (
        f"{title(name, game)} {before[name]:g} to {now[name]:g}".replace(" -", " \u2212")
        for name in scores
        if name in before and name in now and before[name] != now[name]
    )
    return "; ".join(changed)
